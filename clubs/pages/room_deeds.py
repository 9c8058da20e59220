"""The deeds of the room: each is one call of one use case."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _

from clubs.breaking_up import Placing, break_up
from clubs.draws import repair_rounds, seat_night
from clubs.handing_out import join_with_chips
from clubs.locks import lock_table
from clubs.models import Member, Night
from clubs.places import join_table, leave_table, move_player, open_another_table
from clubs.reseating import Reseated, place_person
from clubs.rights import BREAK_UP, REPAIR_ROUNDS, SEAT_NIGHT, SEAT_PEOPLE, UNDO
from clubs.sitting_out import sit_out
from clubs.swaps import swap_people
from clubs.undoing import undo
from deploy.rights import Deed, Doer


@dataclass(frozen=True)
class Tap:
    """A tap in the room, as the form has it.

    Attributes:
        value: What was tapped: a member, a table or a deed; 0 for nobody.
        picked: Whose place is to change; None where the tap is about nobody.
        after: Whom the value names, where it names a member.
        may_wait: Tables that cannot play then wait for others.
        seen: The version of the drawn tables that they looked at; None where there are none.
        people: Whom they ticked.
        places: Who is to go on where, as a table breaks up.
        rounds: How many to draw; None where they do not say.
    """

    night: Night
    by: Doer
    at: datetime
    round: int
    value: int
    table: int
    picked: Member | None
    after: Member | None
    may_wait: bool
    is_split: bool
    seen: str | None
    people: tuple[Member, ...]
    places: tuple[Placing, ...]
    rounds: int | None

    @property
    def person(self) -> Member:
        if self.picked is None:
            raise Http404
        return self.picked

    @property
    def other(self) -> Member:
        if self.after is None:
            raise Http404
        return self.after


def _swap(tap: Tap) -> Reseated:
    return swap_people(
        tap.night,
        tap.person,
        tap.other,
        number=tap.round,
        seen=tap.seen,
        by=tap.by,
        at=tap.at,
    )


def _place(tap: Tap) -> Reseated:
    return place_person(
        tap.night,
        tap.person,
        number=tap.round,
        table=tap.value,
        seen=tap.seen,
        by=tap.by,
        at=tap.at,
    )


def _lock(tap: Tap) -> None:
    lock_table(tap.night, number=tap.round, table=tap.value, by=tap.by, at=tap.at)


def _unlock(tap: Tap) -> None:
    lock_table(tap.night, number=tap.round, table=tap.value, is_locked=False, by=tap.by, at=tap.at)


def _draw(tap: Tap) -> None:
    left_out = {one.pk for one in tap.people}
    seat_night(tap.night, rounds=tap.rounds, left_out=left_out, by=tap.by, at=tap.at)


def _repair(tap: Tap) -> None:
    repair_rounds(tap.night, by=tap.by, at=tap.at)


def _sit_out(tap: Tap) -> None:
    sit_out(tap.night, tap.person, number=tap.round, by=tap.by, at=tap.at)


def _join(tap: Tap) -> None:
    join_table(
        tap.night,
        [tap.person],
        number=tap.table,
        after=tap.after,
        may_wait=tap.may_wait,
        by=tap.by,
        at=tap.at,
    )


def _join_with(tap: Tap) -> None:
    """A second tap is refused: by then they sit there."""
    join_with_chips(
        tap.night,
        [tap.person],
        number=tap.table,
        after=tap.after,
        may_wait=tap.may_wait,
        key=f"form:{tap.by.player_id}:{uuid.uuid4().hex}",
        memo=_("At the desk"),
        by=tap.by,
        at=tap.at,
    )


def _move(tap: Tap) -> None:
    move_player(
        tap.night,
        tap.person,
        number=tap.table,
        after=tap.after,
        may_wait=tap.may_wait,
        by=tap.by,
        at=tap.at,
    )


def _leave(tap: Tap) -> None:
    leave_table(tap.night, [tap.person], may_wait=tap.may_wait, by=tap.by, at=tap.at)


def _go_home(tap: Tap) -> None:
    leave_table(
        tap.night, [tap.person], goes_home=True, may_wait=tap.may_wait, by=tap.by, at=tap.at
    )


def _substitute(tap: Tap) -> None:
    leave_table(
        tap.night,
        [tap.person],
        substitute=tap.other,
        may_wait=tap.may_wait,
        by=tap.by,
        at=tap.at,
    )


def _side_out(tap: Tap) -> None:
    leave_table(tap.night, tap.people, by=tap.by, at=tap.at)


def _another(tap: Tap) -> None:
    open_another_table(tap.night, tap.people, by=tap.by, at=tap.at)


def _break_up(tap: Tap) -> None:
    break_up(
        tap.night,
        number=tap.value,
        places=tap.places,
        split=tap.is_split,
        by=tap.by,
        at=tap.at,
    )


def _undo(tap: Tap) -> None:
    undo(tap.night, tap.value, by=tap.by, at=tap.at)


TAPS: dict[str, tuple[Deed, Callable[[Tap], Reseated | None]]] = {
    "with": (SEAT_NIGHT, _swap),
    "table": (SEAT_NIGHT, _place),
    "lock": (SEAT_NIGHT, _lock),
    "unlock": (SEAT_NIGHT, _unlock),
    "draw": (SEAT_NIGHT, _draw),
    "repair": (REPAIR_ROUNDS, _repair),
    "sit_out": (REPAIR_ROUNDS, _sit_out),
    "join": (SEAT_PEOPLE, _join),
    "join_with": (SEAT_PEOPLE, _join_with),
    "move": (SEAT_PEOPLE, _move),
    "leave": (SEAT_PEOPLE, _leave),
    "home": (SEAT_PEOPLE, _go_home),
    "substitute": (SEAT_PEOPLE, _substitute),
    "side_out": (SEAT_PEOPLE, _side_out),
    "another": (SEAT_PEOPLE, _another),
    "break_up": (BREAK_UP, _break_up),
    "undo": (UNDO, _undo),
}
"""By the name of its button what each tap is in the matrix of rights, and what it does."""

WITH_CHIPS = frozenset({"join_with"})
"""They hand chips out, too."""

OF_MEMBERS = frozenset({"with", "join", "join_with", "move", "substitute"})
"""Their values are members."""

OF_TABLES = frozenset({"table", "lock", "unlock", "break_up"})
