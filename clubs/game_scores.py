"""Games for points that are not over: what each side stands at, and what each player put in."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.sides import side_members
from games.models import Deal, Seat, Table
from games.seat_numbers import SeatNumber
from ledger.models import Entry


@dataclass(frozen=True)
class SideScore:
    """A side of a game, by the names of its players, and its points."""

    names: tuple[str, ...]
    score: int


@dataclass(frozen=True)
class RunningGame:
    """A game for points that nobody has won yet.

    Attributes:
        sides: Clockwise; all at 0 before the first deal.
        stakes: By seat the chips that it put in and that its game is played for.
    """

    sides: tuple[SideScore, ...]
    stakes: Mapping[SeatNumber, int] = field(default_factory=dict)

    @property
    def points(self) -> str:
        return " : ".join(str(side.score) for side in self.sides)


def running_games(tables: Iterable[Table]) -> dict[int, RunningGame]:
    """By table the game that is running; none where no deal of one was played.

    By a constant number of queries, with the rules of the tables.
    """
    wanted = {one.pk: one for one in tables if one.rules.target is not None}
    if not wanted:
        return {}
    deals = defaultdict[int, list[Deal]](list)
    rows = Deal.objects.standing().filter(table__in=wanted).order_by("table", "number")
    for deal in rows:
        mine = deals[deal.table_id]
        mine.append(deal)
        if deal.outcome is not None and deal.outcome.is_won:
            mine.clear()
    names = {
        (table, number): name
        for table, number, name in Seat.objects.filter(table__in=wanted).values_list(
            "table", "number", "player__name"
        )
    }
    running = {pk: mine for pk, mine in deals.items() if mine}
    paid = _paid_online([deal.pk for mine in running.values() for deal in mine])
    return {
        pk: RunningGame(_sides(wanted[pk], mine, names), _stakes(mine) or paid.get(pk, {}))
        for pk, mine in running.items()
    }


def _sides(
    table: Table, deals: Sequence[Deal], names: Mapping[tuple[int, SeatNumber], str]
) -> tuple[SideScore, ...]:
    """As the deals left them; a misdeal scores nothing."""
    scores = dict[SeatNumber, int]()
    for deal in deals:
        if deal.outcome is not None and deal.outcome.scores:
            scores |= dict(zip(deal.seat_numbers, deal.outcome.scores, strict=True))
    numbers = deals[-1].seat_numbers
    members = dict.fromkeys(side_members(table.rules.sides, len(numbers)))
    return tuple(
        SideScore(
            tuple(names[table.pk, numbers[place]] for place in side),
            scores.get(numbers[side[0]], 0),
        )
        for side in members
    )


def _stakes(deals: Iterable[Deal]) -> dict[SeatNumber, int]:
    """What each seat put in with real cards, as the results stand now."""
    found = Counter[SeatNumber]()
    for deal in deals:
        found.update(dict(zip(deal.seat_numbers, deal.contributions, strict=False)))
    return dict(found)


def _paid_online(deals: Iterable[int]) -> dict[int, dict[SeatNumber, int]]:
    """By table what each seat put in for deals that were dealt online."""
    keys = [f"deal:{pk}:stakes" for pk in deals]
    paid = Entry.objects.filter(transfer__key__in=keys, account__seat__isnull=False).order_by()
    found = defaultdict[int, Counter[SeatNumber]](Counter)
    for table, number, chips in paid.values_list(
        "account__seat__table", "account__seat__number", "chips"
    ):
        found[table][number] -= chips
    return {table: dict(stakes) for table, stakes in found.items()}
