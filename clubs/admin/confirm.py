"""What moves chips is shown before it is done: who brings how much, and what goes home."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import pluralize
from django.urls import reverse

from clubs.admin.permissions import doer
from clubs.admin.refusals import REFUSALS, refusals_shown
from clubs.draws import is_up_to_date
from clubs.models import Night, NightRound, NightStatus
from clubs.nights import cancel_night, close_night
from clubs.open_ends import opening_with, told_of
from clubs.rehearsing import rehearse
from clubs.rounds import end_round, laid_tables, next_round, open_tables
from clubs.stages import BEFORE_THE_END, check_stage
from clubs.steps import Step as NightStep
from deploy.rest.clock import database_now
from games.admin import section_of, words_of
from games.tables.closing import draft_closings
from ledger.admin import Section, asking_page

MOST_DIGITS = 5  # Of the number of a round.


@dataclass(frozen=True)
class Step:
    """A step of a night that moves chips.

    Attributes:
        kind: As the desk calls it.
        shown: What will happen, first in a sentence, then table by table; it refuses what the
            step would.
        ends_round: Whether `do` is told which round ends: the one that the page showed.
    """

    kind: NightStep
    label: str
    do: Callable[..., Night]
    done: str
    shown: Callable[[Night], list[Section]]
    ends_round: bool = False


def _bought_in(night: Night) -> list[Section]:
    laid = laid_tables(night)
    plans = {table: [plan for _, plan in places] for table, places in laid.items()}
    chips = {table: sum(seat.chips for seat in seats) for table, seats in plans.items()}
    people = sum(map(len, plans.values()))
    tables = f"{len(plans)} table{pluralize(len(plans))}"
    words = f"{people} people bring {sum(chips.values())} chips to {tables}."
    return [
        Section(str(night), " ".join([words, *_taken_over(night)])),
        *(
            Section(
                f"{table}, {chips[table]} chips", legs={one.purse_id: -one.chips for one in seats}
            )
            for table, seats in plans.items()
        ),
    ]


def _taken_over(night: Night) -> list[str]:
    """What the tables take over of pools that nobody won; nothing where they cannot open."""
    try:
        opening = rehearse(night, partial(open_tables, night, at=database_now())).round
    except REFUSALS:
        return []
    return opening_with(opening.tables.all()) if opening else []


def _going_home(night: Night, step: NightStep) -> list[Section]:
    tables = night.rounds.playing().tables().exclude(table=None).order_by("number")
    opened = tables.filter(table__closed_at=None)
    rows = list(opened.select_related("table__pool"))
    closings = draft_closings([one.table for one in rows if one.table])
    told = [section_of(str(one), closing) for one, closing in zip(rows, closings, strict=True)]
    words = [words_of(closings), *told_of(night, step)]
    return [Section(str(night), " ".join(words)), *told]


def _closing(night: Night) -> list[Section]:
    return _going_home(night, NightStep.CLOSE)


def _cancelling(night: Night) -> list[Section]:
    check_stage(night, *BEFORE_THE_END)
    return [Section(str(night), " ".join(told_of(night, NightStep.CANCEL)))]


def _ending(night: Night, step: NightStep = NightStep.END_ROUND) -> list[Section]:
    check_stage(night, NightStatus.PLAYING)
    return _going_home(night, step)


def _going_on(night: Night) -> list[Section]:
    """Who has a place in the next round if one is drawn, below what goes home from this one."""
    whole, *tables = _ending(night, NightStep.NEXT_ROUND)
    drawn = night.rounds.drafted().first()
    if drawn is None or not is_up_to_date(night):
        next_one = "Then everybody who is here is seated anew, and brings chips to their new table."
    else:
        next_one = f"Then round {drawn.number} begins as it is drawn, and everybody brings chips."
    return [Section(whole.name, f"{whole.sentence} {next_one}"), *tables]


STEPS = {
    one.kind.value: one
    for one in (
        Step(NightStep.OPEN_TABLES, "Open tables", open_tables, "is playing", _bought_in),
        Step(
            NightStep.END_ROUND,
            "End round",
            end_round,
            "has ended its round",
            _ending,
            ends_round=True,
        ),
        Step(
            NightStep.NEXT_ROUND,
            "Next round",
            next_round,
            "plays its next round",
            _going_on,
            ends_round=True,
        ),
        Step(NightStep.CLOSE, "Close night", close_night, "is closed", _closing),
        Step(NightStep.CANCEL, "Cancel night", cancel_night, "is cancelled", _cancelling),
    )
}


def asked_first(step: str, nights: QuerySet[Night]) -> HttpResponse:
    """On to the page that shows what a step moves, and does it when the person says so.

    The address names the rounds that are played now.
    """
    pks = list(nights.values_list("pk", flat=True))
    playing = NightRound.objects.playing().filter(night__in=pks).order_by("night")
    which = [("night", pk) for pk in pks]
    which += [
        (f"round-{night}", number) for night, number in playing.values_list("night", "number")
    ]
    return redirect(f"{reverse('admin:clubs_night_confirm', args=[step])}?{urlencode(which)}")


def _round_that_ends(request: HttpRequest, night: Night, step: Step) -> dict[str, int]:
    """The round that the address of the page names, so that two organisers do not end two."""
    if not step.ends_round:
        return {}
    number = request.GET.get(f"round-{night.pk}", "")
    return {"number": int(number) if number.isdecimal() and len(number) < MOST_DIGITS else 0}


def confirm_page(
    request: HttpRequest, nights: list[Night], step: Step, context: dict[str, Any]
) -> HttpResponse:
    """Show what the step will move at these nights, and take it when the person says so."""
    back = reverse("admin:clubs_night_changelist")
    if len(nights) == 1:
        back = reverse("admin:clubs_night_change", args=[nights[0].pk])
    if request.method == "POST":
        for night in nights:
            with refusals_shown(request):
                number = _round_that_ends(request, night, step)
                step.do(night, by=doer(request), at=database_now(), **number)
                messages.success(request, f"{night} {step.done}.")
        return redirect(back)
    sections, is_ready = [], False
    for night in nights:
        try:
            sections += step.shown(night)
            is_ready = True
        except REFUSALS as refusal:
            words = [str(refusal), *told_of(night, step.kind)]
            sections.append(Section(str(night), " ".join(words)))
    label = step.label if is_ready else ""
    return asking_page(
        request, context, title=step.label, sections=sections, label=label, back=back
    )
