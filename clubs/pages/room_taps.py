"""A tap in the room: what it does, and what is told of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.admin.refusals import REFUSALS
from clubs.breaking_up import Placing
from clubs.draws import MOST_ROUNDS
from clubs.errors import SeatingChanged
from clubs.evening_log import EveningLog
from clubs.models import Member
from clubs.pages.meant import numbers_in, places_in
from clubs.pages.room_deeds import OF_MEMBERS, OF_TABLES, TAPS, WITH_CHIPS, Tap
from clubs.pages.visits import Visit, number_in
from clubs.reseating import Reseated
from clubs.rights import HAND_OUT
from deploy.rest.pages import ask
from games.errors import NumberUnplayable


@dataclass(frozen=True)
class Outcome:
    """What came of a tap.

    Attributes:
        told: More sentences about what was done.
        again: The name and value of a tap that can be done if its tables may wait for others.
        table: The table that was tapped; 0 for none.
        meanwhile: What others have done since the page was read, where that is why.
    """

    refusal: str = ""
    told: tuple[str, ...] = ()
    again: tuple[str, str] | None = None
    table: int = 0
    meanwhile: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        return not self.refusal


def outcome_of(visit: Visit) -> Outcome:
    """Do what the button that was tapped does; all of it, or nothing and why."""
    name = next((name for name in TAPS if name in visit.request.POST), None)
    if name is None:
        raise Http404
    right, deed = TAPS[name]
    ask(visit.roles, right)
    if name in WITH_CHIPS:
        ask(visit.roles, HAND_OUT)
    tap = _tap(visit, name)
    table = tap.value if name in OF_TABLES else tap.table
    try:
        with transaction.atomic():
            reseated = deed(tap)
    except NumberUnplayable as refusal:
        again = None if tap.may_wait or name == "side_out" else (name, visit.request.POST[name])
        return Outcome(str(refusal), again=again, table=table)
    except SeatingChanged as refusal:
        return Outcome(str(refusal), table=table, meanwhile=tuple(_meanwhile(visit, tap.round)))
    except REFUSALS as refusal:
        return Outcome(str(refusal), table=table)
    return Outcome(told=_repeats(reseated), table=table)


def _tap(visit: Visit, name: str) -> Tap:
    form = visit.request.POST
    value = number_in(form, name)
    return Tap(
        night=visit.night,
        by=visit.by,
        at=visit.at,
        round=number_in(form, "round"),
        value=value,
        table=number_in(form, "at"),
        picked=_member(visit, number_in(form, "pick")),
        after=_member(visit, value) if name in OF_MEMBERS else None,
        may_wait="may_wait" in form,
        is_split="split" in form,
        seen=form.get("seen") or None,
        people=_people(visit, numbers_in(form, "person")),
        places=_places(visit, places_in(form)),
        rounds=min(number_in(form, "rounds"), MOST_ROUNDS) or None,
    )


def _people(visit: Visit, pks: Sequence[int]) -> tuple[Member, ...]:
    """They, as they are named."""
    members = visit.night.club.members.people().select_related("player").in_bulk(pks)
    if len(members) < len(pks):
        raise Http404
    return tuple(members[pk] for pk in pks)


def _places(visit: Visit, chosen: Sequence[tuple[int, int]]) -> tuple[Placing, ...]:
    people = _people(visit, [member for member, _ in chosen])
    return tuple(Placing(one, table) for one, (_, table) in zip(people, chosen, strict=True))


def _member(visit: Visit, pk: int) -> Member | None:
    """Somebody of this club; None for 0."""
    members = visit.night.club.members.people().select_related("player")
    found: Member | None = get_object_or_404(members, pk=pk) if pk else None
    return found


def _meanwhile(visit: Visit, number: int) -> Iterator[str]:
    """Who has changed this round since the page was read, and how; the latest first."""
    log = EveningLog(visit.night)
    since = visit.night.deeds.filter(number__gt=number_in(visit.request.POST, "after")).told()
    for deed in since:
        if number in deed.told.get("rounds", [number]):
            who = deed.by or _("The program")
            yield _("{name}: {deed}.").format(name=who, deed=log.text(deed.number))


def _repeats(reseated: Reseated | None) -> tuple[str, ...]:
    """How the repeat meetings of the round have changed."""
    if reseated is None:
        return ()
    if reseated.before is None:
        told = _("Repeat meetings in round {round}: {after}.")
    else:
        told = _("Repeat meetings in round {round}: {before} → {after}.")
    number, before, after = reseated.number, reseated.before, reseated.after
    return (told.format(round=number, before=before, after=after),)
