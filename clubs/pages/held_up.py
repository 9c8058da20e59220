"""A table of a night that waits for somebody: who is missing, and the taps that let it go on."""

from dataclasses import dataclass

from clubs.models import NightTable
from clubs.pages.meant import Meant
from clubs.pages.result_words import listed
from clubs.pages.visits import Visit
from clubs.rights import SEAT_PEOPLE
from games.models import Table
from games.play.held_up import held_up


@dataclass(frozen=True)
class Picked:
    """Somebody as the room has them picked."""

    name: str
    query: str


@dataclass(frozen=True)
class Waits:
    """The words on the page of such a table.

    Attributes:
        names: Who is missing.
        partners: Who sits there without a partner.
        places: Those of whom somebody can take the place in the room.
        movers: Those who can go to another table.
        side: All of these sides who still sit there, by their members.
        may_seat: This person may do it; others tell an organiser.
    """

    names: str
    partners: str
    places: tuple[Picked, ...]
    movers: tuple[Picked, ...]
    side: tuple[int, ...]
    round: int
    may_seat: bool


def waits_of(visit: Visit, laid: NightTable, table: Table) -> Waits | None:
    """The people missing at a table, with what can be done; None where there is a next deal."""
    found = held_up(table)
    if found is None:
        return None
    players = [seat.player_id for seat in (*found.missing, *found.waiting)]
    members = visit.night.club.members.filter(player__in=players)
    pk_of = dict(members.values_list("player", "pk"))
    number = laid.round.number
    here = [seat for seat in found.missing if seat.cashed_chips is None]

    def picked(seat_player: int, name: str) -> Picked:
        return Picked(name, Meant(round=number, pick=pk_of[seat_player]).query)

    return Waits(
        names=listed(str(seat.player) for seat in found.missing),
        partners=listed(str(seat.player) for seat in found.waiting),
        places=tuple(picked(seat.player_id, str(seat.player)) for seat in here),
        movers=tuple(picked(seat.player_id, str(seat.player)) for seat in found.waiting),
        side=tuple(pk_of[seat.player_id] for seat in (*here, *found.waiting)),
        round=number,
        may_seat=visit.may(SEAT_PEOPLE),
    )
