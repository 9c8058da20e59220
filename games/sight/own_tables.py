"""The tables at which people sit, and where it is their turn: read for many people at once."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from django.db.models import F, Prefetch, Q, prefetch_related_objects

from deploy.rights import Person
from games.engine import DealState, view
from games.errors import CardsLost
from games.models import Deal, Mode, Seat, Table
from games.rights import Eyes
from games.sight.folding import dealt_in, fold, place_of, texts_of
from games.sight.turns import turn_ends_at

Leaving = Literal["moved", "closed", "got_up", "hidden"]


@dataclass(frozen=True)
class Turn:
    """That somebody is to act, as their own view says.

    Attributes:
        ply: The public actions that they have seen by now.
        ends_at: As in `games.sight.deals.Sight`.
    """

    deal: int
    ply: int
    ends_at: datetime | None


@dataclass(frozen=True)
class OwnTable:
    """An open table at which somebody sits.

    Attributes:
        occasion: What it is part of, by its name, if anything: a night of this number.
        turn: None where it is not theirs, or a bot plays for them.
    """

    seat: Seat
    occasion: tuple[str, int] | None
    turn: Turn | None

    @property
    def table(self) -> Table:
        return self.seat.table


class Parting(NamedTuple):
    """Why a table is no longer somebody's.

    Attributes:
        to: The table to which they were moved.
    """

    why: Leaving
    to: int | None = None


def see_own_tables(
    people: Mapping[int, Person],
    *,
    whole: Collection[int],
    among: Collection[int],
    occasions: Mapping[str, str],
) -> dict[int, list[OwnTable]]:
    """By player the open tables at which they sit; in three statements.

    Args:
        people: By their numbers; their roles are read already.
        whole: Of whom all tables are read.
        among: The tables that are read of all the others.
        occasions: The ways from a table to what it is part of, by name
            (`games.kinds.paths_of_occasions`).
    """
    asked = Q(player__in=whole) | Q(player__in=people, table__in=among)
    parts = {f"of_{name}": F(f"table__{path}") for name, path in occasions.items()}
    taken = Seat.objects.taken().filter(asked, table__closed_at=None).annotate(**parts)
    seats = list(taken.select_related("table").order_by("pk"))
    tables = {seat.table_id: seat.table for seat in seats}
    eyes = {pk: Eyes.of(people[pk]) for pk in {seat.player_id for seat in seats}}
    deals = _in_play([seat.table_id for seat in seats if not seat.bot_level], tables)
    found: dict[int, list[OwnTable]] = {}
    for seat in seats:
        table = seat.table = tables[seat.table_id]
        sees = eyes[seat.player_id].see(
            is_public=table.is_public, club_book=table.club_book_id, has_sat=True
        )
        if sees:
            ours = ((name, getattr(seat, f"of_{name}")) for name in occasions)
            occasion = next((one for one in ours if one[1] is not None), None)
            playing = None if seat.bot_level else deals.get(table.pk)
            turn = _turn_of(seat, *playing) if playing else None
            found.setdefault(seat.player_id, []).append(OwnTable(seat, occasion, turn))
    return found


def partings(pairs: Collection[tuple[int, int]]) -> dict[tuple[int, int], Parting]:
    """Of players and tables that are no longer theirs: why."""
    if not pairs:
        return {}
    players, tables = zip(*pairs, strict=True)
    seats = Seat.objects.filter(player__in=set(players), table__in=set(tables)).order_by("number")
    columns = ("player", "table", "cashed_chips", "table__closed_at", "moved_to__table")
    return {
        (player, table): _parting(cashed, closed_at, to)
        for player, table, cashed, closed_at, to in seats.values_list(*columns)
        if (player, table) in pairs
    }


def _parting(cashed: int | None, closed_at: datetime | None, to: int | None) -> Parting:
    if cashed is None and closed_at is None:
        return Parting("hidden")
    if to is not None:
        return Parting("moved", to)
    return Parting("closed" if closed_at is not None else "got_up")


def _in_play(
    table_ids: Iterable[int], tables: Mapping[int, Table]
) -> dict[int, tuple[Deal, DealState]]:
    """The deal that is played at each of these tables online, folded."""
    online = {pk for pk in table_ids if tables[pk].mode == Mode.ONLINE}
    if not online:
        return {}
    playing = Deal.objects.defer(None).filter(table__in=online, settled_at=None, ended_at=None)
    deals = list(playing.with_texts())
    for deal in deals:
        deal.table = tables[deal.table_id]
    everybody = Prefetch("seats", Seat.objects.order_by("place"))
    prefetch_related_objects([deal.table for deal in deals], everybody)
    found: dict[int, tuple[Deal, DealState]] = {}
    for deal in deals:
        with suppress(CardsLost):  # Nobody can act there before their key is back.
            found[deal.table_id] = deal, fold(deal, texts_of(deal))
    return found


def _turn_of(seat: Seat, deal: Deal, state: DealState) -> Turn | None:
    seats = dealt_in(deal)
    seen = view(state, place_of(seats, seat.player_id))
    if not seen.legal:
        return None
    return Turn(deal.pk, seen.ply, turn_ends_at(deal.table, seats, state))
