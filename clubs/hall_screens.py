"""What the screen of the hall shows of a night: seats, pools, results, and who won most tonight.

Everybody in the hall reads it. It has what was said aloud at the tables: no card, no purse, nothing
of a table that spectators are told of later.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from clubs.game_scores import RunningGame, SideScore, running_games, sides_of
from clubs.models import Night, NightStatus, NightTable
from clubs.seatings import Seating, TableSeated, seatings
from clubs.tables_at_play import opened
from games.engine.outcome import OutcomeKind
from games.models import Deal, Seat, Table
from games.seat_numbers import SeatNumber

SCREEN_WIDTH, SCREEN_HEIGHT = 16, 8.5
"""What a screen has for its tables, in any unit."""

LETTERS = 13
"""The width that most names need, in heights of their letters."""

HEADING_AND_RESULT = 2
"""Lines at a table beside its people."""

COLUMNS_IN_FULL = 5
LINES_IN_FULL = 28
"""Columns and lines of the smallest letters that are read from the other end of a hall."""


@dataclass(frozen=True)
class LastDeal:
    """How the last deal at a table ended; `chips` are what its winners took, where it is told."""

    number: int
    kind: OutcomeKind
    winners: tuple[str, ...]
    chips: int


@dataclass(frozen=True)
class TableShown:
    """A table of the screen.

    Attributes:
        pool: None where nothing lies there, or spectators learn of it later.
        sides: In a game for points who plays together, and what they stand at.
        plays_highest: No other pool is larger.
    """

    number: int
    people: tuple[str, ...]
    pool: int | None = None
    last: LastDeal | None = None
    is_over: bool = False
    plays_highest: bool = False
    sides: tuple[SideScore, ...] = ()


@dataclass(frozen=True)
class Winner:
    """Somebody who is ahead tonight; people with equal chips share a rank."""

    rank: int
    name: str
    chips: int


@dataclass(frozen=True)
class HallScreen:
    """A night for the hall.

    Attributes:
        round_number: Of the round whose tables are shown; 0 where there are none.
        is_played: Whether that round has begun.
        winners: Those who are ahead, who won most first.
        last_deed: The number of the last deed in the log, up to which all this is told.
        is_cancelled: It was cancelled, or closed before any of its rounds was played.
    """

    status: NightStatus
    here: int
    round_number: int
    is_played: bool
    tables: tuple[TableShown, ...]
    winners: tuple[Winner, ...]
    last_deed: int
    is_cancelled: bool = False

    @property
    def highest(self) -> tuple[TableShown, ...]:
        return tuple(table for table in self.tables if table.plays_highest)

    @property
    def lines(self) -> int:
        """Of the fullest table."""
        return HEADING_AND_RESULT + max((len(one.people) for one in self.tables), default=0)

    @property
    def pages(self) -> tuple[tuple[TableShown, ...], ...]:
        """What the screen shows one after the other: as few as can be read, of like length."""
        tables = self.tables
        count = -(-len(tables) // most_tables(self.lines))
        ends = [len(tables) * page // count for page in range(count + 1)] if count else [0]
        return tuple(tables[first:end] for first, end in pairwise(ends))

    @property
    def columns(self) -> int:
        """The number of columns in which the letters of a page are largest."""
        return best_columns(max(map(len, self.pages), default=0), self.lines)


def hall_screen_of(night: Night) -> HallScreen:
    """How a night stands for everybody in the hall, by a constant number of queries."""
    last = night.deeds.order_by("-number").values_list("number", flat=True).first() or 0
    shown = next(iter(seatings(night)), None)
    laid = _laid(night) if shown and shown.is_played else {}
    games = running_games(opened(one) for one in laid.values() if _is_told(opened(one)))
    return HallScreen(
        status=NightStatus(night.status),
        here=night.attendances.here().count(),
        round_number=shown.number if shown else 0,
        is_played=shown.is_played if shown else False,
        tables=_tables(shown, laid, games) if shown else (),
        winners=tuple(_winners(night, games)),
        last_deed=last,
        is_cancelled=night.is_cancelled,
    )


def best_columns(tables: int, lines: int) -> int:
    """The number of columns in which these tables have the largest letters."""

    def height_of_letters(columns: int) -> float:
        rows = -(-tables // columns)
        return min(SCREEN_HEIGHT / rows / lines, SCREEN_WIDTH / columns / LETTERS)

    return max(range(1, max(tables, 1) + 1), key=height_of_letters)


def most_tables(lines: int) -> int:
    """How many tables of this number of lines one page may show to be read across a hall."""
    return COLUMNS_IN_FULL * max(1, LINES_IN_FULL // lines)


def _laid(night: Night) -> dict[int, NightTable]:
    """The tables of the round that is played, by number."""
    tables = night.rounds.playing().tables().exclude(table=None).select_related("table__pool")
    return {one.number: one for one in tables.defer("table__sealed_tail")}


def _is_told(table: Table) -> bool:
    """Return True if the hall sees what happens there at once."""
    return not table.spectator_delay_seconds and table.closed_at is None


def _tables(
    seating: Seating, laid: Mapping[int, NightTable], games: Mapping[int, RunningGame]
) -> tuple[TableShown, ...]:
    if not seating.is_played:
        return tuple(TableShown(one.number, one.people) for one in seating.tables)
    last = _last_deals([opened(one).pk for one in laid.values()])
    sides = _sides([opened(one) for one in laid.values()], games)
    shown = [_table(one, opened(laid[one.number]), last, sides) for one in seating.tables]
    most = max((one.pool or 0 for one in shown), default=0)
    return tuple(replace(one, plays_highest=one.pool == most > 0) for one in shown)


def _table(
    seated: TableSeated,
    table: Table,
    last: Mapping[int, LastDeal],
    sides: Mapping[int, tuple[SideScore, ...]],
) -> TableShown:
    return TableShown(
        number=seated.number,
        people=seated.people,
        pool=table.pool.balance if _is_told(table) else None,
        last=last.get(table.pk),
        is_over=table.closed_at is not None,
        sides=sides.get(table.pk, ()),
    )


def _sides(
    tables: Iterable[Table], games: Mapping[int, RunningGame]
) -> dict[int, tuple[SideScore, ...]]:
    """Where a game for points is played, its sides; all stand at 0 before its first deal."""
    rules = {one.pk: one.rules for one in tables if _is_told(one) and one.rules.target is not None}
    seated: dict[int, list[tuple[SeatNumber, str]]] = {}
    seats = Seat.objects.taken().filter(table__in=rules).select_related("player")
    for seat in seats if rules else ():
        seated.setdefault(seat.table_id, []).append((seat.number, str(seat.player)))
    return {
        pk: sides_of(rules[pk], people, games[pk].scores if pk in games else {})
        for pk, people in seated.items()
    }


def _last_deals(tables: list[int]) -> dict[int, LastDeal]:
    """The last deal that counts of each table that is told at once."""
    told = Deal.objects.filter(table__in=tables, table__spectator_delay_seconds=0).counted()
    rows = list(told.order_by("table", "-number").distinct("table"))
    seats = Seat.objects.filter(table__in={deal.table_id for deal in rows})
    names = {
        (table, number): name
        for table, number, name in seats.values_list("table", "number", "player__name")
    }
    found = {}
    for deal in rows:
        outcome = deal.outcome
        assert outcome is not None, "it counts"
        found[deal.table_id] = LastDeal(
            number=deal.number,
            kind=outcome.kind,
            winners=tuple(
                names[deal.table_id, deal.seat_numbers[place]] for place in outcome.winners
            ),
            chips=sum(deal.gains[place] for place in outcome.winners) if deal.gains else 0,
        )
    return found


def _winners(night: Night, games: Mapping[int, RunningGame]) -> list[Winner]:
    """Who has more chips at the tables of this night, or from them, than they brought there.

    What somebody put in for a game that is not over is not lost yet.
    """
    seats = Seat.objects.filter(table__in=_told_tables(night))
    won = Coalesce(F("cashed_chips"), F("stack__balance")) - F("bought_chips")
    columns = ("player", "player__name", "player__sort_name")
    rows = seats.order_by().values_list(*columns).annotate(won=Sum(won))
    at_stake = _at_stake(seats, games)
    found = [
        (chips + at_stake[player], sort_name, player, name)
        for player, name, sort_name, chips in rows
    ]
    ahead = sorted((-chips, *person) for chips, *person in found if chips > 0)
    counted = [(name, -chips) for chips, _, _, name in ahead]
    return [
        Winner(1 + sum(other > chips for _, other in counted), name, chips)
        for name, chips in counted
    ]


def _at_stake(seats: QuerySet[Seat], games: Mapping[int, RunningGame]) -> Counter[int]:
    """By player what they put in for games in which they still sit."""
    found = Counter[int]()
    sitting = seats.filter(table__in=games, cashed_chips=None) if games else seats.none()
    for table, number, player in sitting.values_list("table", "number", "player"):
        found[player] += games[table].stakes.get(number, 0)
    return found


def _told_tables(night: Night) -> QuerySet[Table]:
    tables: QuerySet[Table] = Table.objects.filter(
        night_table__round__night=night, spectator_delay_seconds=0, is_taken_back=False
    )
    return tables
