"""The desk of a night: the room that fits the moment, and the steps of the evening."""

import secrets
from collections.abc import Collection
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubs.admin.refusals import REFUSALS, refusals_shown
from clubs.draws import SEED_BITS
from clubs.errors import NoChips
from clubs.models import Club, Member, Night, NightStatus, Player
from clubs.open_ends import opening_with, told_of
from clubs.pages.frame import ASKING, frame
from clubs.pages.meant import numbers_in
from clubs.pages.step_words import DEEDS, TAKEN, words_of
from clubs.pages.visits import Visit, of_night
from clubs.rehearsing import rehearse
from clubs.rights import LOOK_AFTER_NIGHT, SEAT_NIGHT
from clubs.steps import Step, take_step
from deploy.rest.pages import PageRequest, ask, sign_in_first, stands_for
from ledger.kinds import AccountKind

AT_THE_TABLES = (NightStatus.SEATED, NightStatus.PLAYING)
MOST_DIGITS = 4  # Of the number of a round.


@stands_for(LOOK_AFTER_NIGHT)
@require_safe
def tonight_page(request: PageRequest) -> HttpResponse:
    """On to the night that is on, else to the next one; to the list where there is none."""
    player = request.user
    if not isinstance(player, Player):
        return sign_in_first(request)
    ask(player.roles_anywhere(), LOOK_AFTER_NIGHT)
    clubs = Club.objects.of(player, LOOK_AFTER_NIGHT.may)
    night = Night.objects.filter(club__in=clubs).to_come().first()
    return redirect("desk", night.pk) if night else redirect("admin:clubs_night_changelist")


@of_night(LOOK_AFTER_NIGHT)
def desk_page(visit: Visit) -> HttpResponse:
    """On to the room that fits the moment; scorers have the results alone."""
    if not visit.may(SEAT_NIGHT):
        return redirect("desk-results", visit.night.pk)
    is_seated = visit.night.status in AT_THE_TABLES
    return redirect("desk-room" if is_seated else "desk-door", visit.night.pk)


@of_night(*dict.fromkeys(DEEDS[step] for step in TAKEN), methods=("GET", "POST"))
def step_page(visit: Visit, step: str) -> HttpResponse:
    """Show what a step moves, or take it."""
    if step not in TAKEN:
        raise Http404
    wanted = Step(step)
    ask(visit.roles, DEEDS[wanted])
    if visit.request.method == "POST":
        number = _round_meant(visit)
        how: dict[str, Any] = {
            "leave_out": _left_out(visit, visit.request.POST),
            "seed": _seed_shown(visit),
        }
        with refusals_shown(visit.request):
            take_step(visit.night, wanted, number=number, by=visit.by, at=visit.at, **how)
        return redirect("desk", visit.night.pk)
    shown, out = frame(visit, ASKING), _left_out(visit, visit.request.GET)
    shown |= _asked(visit, wanted, number=shown["told"].round_number, leave_out=out)
    if wanted is Step.NEXT_ROUND:
        here = visit.night.attendances.here().select_related("member__player")
        shown["here"] = here.order_by("member__player__sort_name", "pk")
        shown["out"] = {member.pk for member in out}
    shown |= {"step": wanted, "label": words_of(wanted, shown["told"])}
    return render(visit.request, "clubs/pages/step.html", shown)


def _round_meant(visit: Visit) -> int:
    """The round that the page showed, so that two organisers do not end two."""
    number = visit.request.POST.get("round", "")
    return int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else 0


def _seed_shown(visit: Visit) -> int | None:
    """What the page drew the round from that it showed, so that people sit as it said."""
    seed = visit.request.POST.get("seed", "")
    is_ours = seed.isascii() and seed.isdecimal() and len(seed) < SEED_BITS
    return int(seed) % 2**SEED_BITS if is_ours else None


def _left_out(visit: Visit, sent: QueryDict) -> list[Member]:
    """Who is to sit the next round out."""
    members = visit.night.club.members.people()
    return list(members.filter(pk__in=numbers_in(sent, "out")))


def _asked(
    visit: Visit, step: Step, *, number: int, leave_out: Collection[Member]
) -> dict[str, Any]:
    """Whose chips a step would move, or why it would be refused: it is done, and taken back."""

    seed = secrets.randbits(SEED_BITS)
    how: dict[str, Any] = {"number": number, "leave_out": leave_out, "seed": seed}

    def deed() -> None:
        take_step(visit.night, step, by=visit.by, at=visit.at, **how)

    open_ends = told_of(visit.night, step)
    try:
        rehearsal = rehearse(visit.night, deed)
    except REFUSALS as refusal:
        is_short = isinstance(refusal, NoChips)
        return {"refusal": str(refusal), "is_short": is_short, "open_ends": open_ends}
    purses = [one for one in rehearsal.moved if one.kind == AccountKind.PURSE]
    return {
        "moved": purses,
        "open_ends": open_ends,
        "taken_over": opening_with(rehearsal.round.tables.all()) if rehearsal.round else [],
        "brought": sum(one.given for one in purses),
        "taken_home": sum(one.taken for one in purses),
        "bringing": sum(one.given > 0 for one in purses),
        "going": sum(one.taken > 0 for one in purses),
        "round": rehearsal.round,
        "seed": seed,
        "left_out": rehearsal.waiting if rehearsal.round else [],
    }
