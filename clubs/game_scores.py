"""Games for points: who plays for which side, what it stands at, and what each player put in."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.engine import HouseRules
from games.engine.sides import Sides, side_members
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
        sides: Those who were dealt in last, clockwise.
        scores: By seat what its side stands at.
        stakes: By seat the chips that it put in and that its game is played for.
    """

    sides: tuple[SideScore, ...]
    scores: Mapping[SeatNumber, int]
    stakes: Mapping[SeatNumber, int]

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
    found = {}
    for pk, mine in running.items():
        scores = _scores(mine)
        seated = [(number, names[pk, number]) for number in mine[-1].seat_numbers]
        sides = sides_of(wanted[pk].rules, seated, scores)
        found[pk] = RunningGame(sides, scores, _stakes(mine) or paid.get(pk, {}))
    return found


def sides_of(
    rules: HouseRules, seated: Sequence[tuple[SeatNumber, str]], scores: Mapping[SeatNumber, int]
) -> tuple[SideScore, ...]:
    """The sides that people form, clockwise; each alone where they are no number for the rules.

    Args:
        seated: The seats and names of those who play, clockwise.
        scores: By seat; who has none stands at 0.
    """
    sides: Sides = "individual" if rules.refusal(len(seated)) else rules.sides
    found = []
    for places in dict.fromkeys(side_members(sides, len(seated))):
        side = [seated[place] for place in places]
        points = max(scores.get(number, 0) for number, _ in side)
        found.append(SideScore(tuple(name for _, name in side), points))
    return tuple(found)


def _scores(deals: Iterable[Deal]) -> dict[SeatNumber, int]:
    """As the deals of a game left them; a misdeal scores nothing."""
    scores = dict[SeatNumber, int]()
    for deal in deals:
        if deal.outcome is not None and deal.outcome.scores:
            scores |= dict(zip(deal.seat_numbers, deal.outcome.scores, strict=True))
    return scores


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
