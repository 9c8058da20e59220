"""The task of one round by numbers: units, what their meetings cost, and where they may sit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from clubs.seating.around import Seats, arranged, as_before
from clubs.seating.bounds import least_repeats
from clubs.seating.chance import Chance
from clubs.seating.costs import (
    APART,
    PRICES,
    Costs,
    Prices,
    least_odd_cost,
    meeting_costs,
    odd_tables,
    odd_turns,
    prices_beside_scores,
)
from clubs.seating.floor import Floor
from clubs.seating.meetings import History, Met, Tables, times_met
from clubs.seating.packing import pack
from clubs.seating.recount import recount
from clubs.seating.seated import Seated, mean_spread, meeting_again
from clubs.seating.wishes import (
    Refusal,
    Wishes,
    WishRefused,
    checked_wishes,
    fixed_table,
    pairs_apart,
)


@dataclass(frozen=True)
class Task:
    """What is asked of a round. A unit has a number: its place in `units`.

    Attributes:
        partners: Those who asked to be one side of a game.
        units: Everybody once, each with those who share their table in any case.
        weights: By unit, by other unit, what it costs that they share a table.
        standing: By unit, by table, what that table costs it.
        fixed: By unit the table where it has to be, or None.
        prices: What else things cost.
        bound: How many repeat meetings there are at the least.
        least_cost: What a round costs at the least, where scores do not count.
        scores: By person, where people of about the same score are to share a table.
        earlier: The rounds of earlier evenings; meetings there weigh less.
    """

    people: Sequence[int]
    sizes: Sequence[int]
    history: History
    wishes: Wishes
    partners: Sequence[Sequence[int]]
    met: Met
    units: Sequence[tuple[int, ...]]
    weights: Sequence[Mapping[int, int]]
    standing: Mapping[int, Mapping[int, int]]
    fixed: Sequence[int | None]
    prices: Prices
    bound: int
    least_cost: int
    scores: Mapping[int, float] | None
    earlier: History = ()

    @property
    def goes_by_scores(self) -> bool:
        """Whether there are scores, and not all are equal."""
        return self.prices is not PRICES

    @cached_property
    def unit_of(self) -> dict[int, int]:
        """By person the number of their unit."""
        return {one: number for number, unit in enumerate(self.units) for one in unit}

    def floor(self, tables: Sequence[Sequence[int]]) -> Floor:
        """The tables of units as a floor on which they can move."""
        return Floor(
            tables,
            sizes=[len(unit) for unit in self.units],
            weights=self.weights,
            standing=self.standing,
            fixed=self.fixed,
        )

    def apart(self) -> list[set[int]]:
        """By unit the others with whom it may not share a table."""
        unit_of = self.unit_of
        apart: list[set[int]] = [set() for _ in self.units]
        for one, other in pairs_apart(self.wishes):
            apart[unit_of[one]].add(unit_of[other])
            apart[unit_of[other]].add(unit_of[one])
        return apart


def task_of(
    people: Sequence[int],
    *,
    sizes: Sequence[int],
    history: History,
    wishes: Wishes,
    partners: Sequence[Sequence[int]],
    scores: Mapping[int, float] | None = None,
    earlier: History = (),
) -> Task:
    """The task of a round.

    Raises:
        WishRefused: wishes are against each other, or against the sizes.
    """
    assert sum(sizes) == len(people) == len(set(people)), "the sizes are not for these people"
    kept, units = checked_wishes(wishes, people, sizes=sizes, units=partners)
    here = set(people)
    met = times_met(history)
    is_level = scores is None or len({scores[one] for one in people}) < 2
    prices = PRICES if is_level else prices_beside_scores(len(sizes))
    costs = meeting_costs(people, met, history, prices, earlier=earlier)
    for one, other in pairs_apart(kept):
        for a, b in ((one, other), (other, one)):
            costs.setdefault(a, {})[b] = APART
    turns = odd_turns(people, history)
    bound = least_repeats(people, sizes=sizes, history=history, units=units, met=met)
    least_cost = bound * PRICES.repeat + least_odd_cost(turns, sizes)
    if earlier:
        ever = least_repeats(people, sizes=sizes, history=[*earlier, *history], units=units)
        least_cost += (ever - bound) * PRICES.earlier
    return Task(
        people=people,
        sizes=sizes,
        history=history,
        wishes=kept,
        partners=[[one for one in side if one in here] for side in partners],
        met=met,
        units=units,
        weights=_by_unit(units, costs),
        standing=_standing(units, kept, sizes, turns, prices),
        fixed=[fixed_table(unit, kept) for unit in units],
        prices=prices,
        bound=bound,
        least_cost=least_cost,
        scores=scores,
        earlier=earlier,
    )


def first_plan(task: Task, chance: Chance) -> list[list[int]]:
    """The units at tables by lot, such that the sizes and the fixed tables are right.

    Raises:
        WishRefused: the groups who sit together do not fit the tables.
    """
    packed = pack(task.units, sizes=task.sizes, fixed=task.fixed, chance=chance)
    if packed is None:
        free = [unit for unit, at in zip(task.units, task.fixed, strict=True) if at is None]
        largest = max(free, key=len)
        raise WishRefused(Refusal.NO_TABLE_LEFT, largest)
    return packed


def seated(task: Task, table_of: Sequence[int], *, chance: Chance, before: Tables = ()) -> Seated:
    """The answer: units at tables become people on seats, and everything is counted again.

    Args:
        before: The tables as they were, if people are to keep their seats.

    Raises:
        WishRefused: the units at these tables do not keep the wishes.
    """
    companies: list[list[int]] = [[] for _ in task.sizes]
    for unit, table in zip(task.units, table_of, strict=True):
        companies[table].extend(unit)
    _check_kept(task, companies)
    seats = Seats([*task.earlier, *task.history])
    at_seat, sides = task.wishes.at_seat, task.partners
    tables: list[tuple[int, ...]] = []
    for number, company in enumerate(companies):
        old = before[number] if number < len(before) else ()
        kept = as_before(old, company, at_seat=at_seat, sides=sides) if old else None
        if kept is None:
            kept = arranged(
                number, company, seats=seats, at_seat=at_seat, sides=sides, chance=chance
            )
        tables.append(kept)
    answer = Seated(
        tuple(tables),
        bound=task.bound,
        again=tuple(meeting_again(tables, task.met, task.units)),
        spread=None if task.scores is None else mean_spread(tables, task.scores),
    )
    faults = recount(
        answer,
        people=task.people,
        sizes=task.sizes,
        history=task.history,
        wishes=task.wishes,
        units=task.partners,
        scores=task.scores,
    )
    assert not faults, faults
    return answer


def _by_unit(units: Sequence[tuple[int, ...]], costs: Costs) -> list[dict[int, int]]:
    """The costs between units: those between their people, summed up."""
    unit_of = {one: number for number, unit in enumerate(units) for one in unit}
    weights: list[dict[int, int]] = [{} for _ in units]
    for one, others in costs.items():
        number = unit_of[one]
        mine = weights[number]
        for other, cost in others.items():
            theirs = unit_of[other]
            if theirs != number:
                mine[theirs] = mine.get(theirs, 0) + cost
    return weights


def _standing(
    units: Sequence[tuple[int, ...]],
    wishes: Wishes,
    sizes: Sequence[int],
    turns: Mapping[int, int],
    prices: Prices,
) -> dict[int, dict[int, int]]:
    """What tables cost: those of an odd size, and those without the seat that somebody needs."""
    standing: dict[int, dict[int, int]] = {}
    odd = odd_tables(sizes)
    for number, unit in enumerate(units):
        cost = prices.odd_size * sum(turns[one] for one in unit)
        if cost:
            standing[number] = dict.fromkeys(odd, cost)
        highest = max(wishes.at_seat.get(one, 0) for one in unit)
        if highest >= min(sizes):
            low = [table for table, size in enumerate(sizes) if size <= highest]
            standing.setdefault(number, {}).update(dict.fromkeys(low, APART))
    return standing


def _check_kept(task: Task, companies: Sequence[Sequence[int]]) -> None:
    table_of = {one: number for number, company in enumerate(companies) for one in company}
    for one, other in pairs_apart(task.wishes):
        if table_of[one] == table_of[other]:
            raise WishRefused(Refusal.NOT_APART, [one, other])
    for one, seat in task.wishes.at_seat.items():
        if seat >= task.sizes[table_of[one]]:
            raise WishRefused(Refusal.NO_SUCH_SEAT, [one])
