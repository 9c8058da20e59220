"""Whole evenings, planned ahead: by starters and shifts where they fit, else by search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from clubs.seating.annealing import Company, Draft, Plan, annealed
from clubs.seating.bounds import least_repeats_of_evening
from clubs.seating.chance import Chance, Seed
from clubs.seating.costs import odd_tables
from clubs.seating.meetings import History, Tables, times_met
from clubs.seating.ready_made import ready_plan
from clubs.seating.rounds import STEPS as STEPS_OF_ROUND
from clubs.seating.rounds import seat_round
from clubs.seating.seated import Seated
from clubs.seating.task import Task, seated, task_of
from clubs.seating.wishes import NO_WISHES, Wishes
from deploy.unlocked import outside_locks

STEPS: Final = 200_000  # Of the search over an evening, for each plan that it begins with.
ANNEALED: Final = 300  # Units at the most; of more, hardly two need to meet again.

WARM: Final = 0.3  # A plan that is good already is changed with care,
HOT: Final = 0.7  # and any other one from the ground up.
COOL: Final = 0.05  # Where only meetings of earlier evenings are left to avoid,
COLDEST: Final = 0.01  # from here to there.

SEEDS: Final = 2**32


@dataclass(frozen=True)
class Evening:
    """A whole evening.

    Attributes:
        rounds: Who sits where in each round. What is said of a round holds after those before it.
        bound: How many repeat meetings there are at the least, however these people sit.
    """

    rounds: tuple[Seated, ...]
    bound: int

    @property
    def repeats(self) -> int:
        """How many pairs at a table have met before, in all rounds."""
        return sum(seated.repeats for seated in self.rounds)


@outside_locks
def plan_evening(
    people: Sequence[int],
    *,
    rounds: int,
    sizes: Sequence[int],
    seed: Seed,
    history: History = (),
    wishes: Wishes = NO_WISHES,
    units: Sequence[Sequence[int]] = (),
    steps: int = STEPS,
    earlier: History = (),
) -> Evening:
    """The best evening that was found: the one with the fewest repeat meetings.

    Args:
        people: Everybody who sits down, once.
        rounds: How many there are, one or more.
        sizes: How many sit at each table in every round; they add up to everybody.
        history: The rounds before this evening, each table in the order of its seats.
        units: Partners. They sit together, and as far from each other as they can.
        steps: How many swaps the search tries at the most, for each plan that it begins with. As
            many exchanges, shared by its rounds, are made to find such a plan.
        earlier: The rounds of earlier evenings, as in `seat_round`.

    Raises:
        WishRefused: the wishes cannot be kept.
    """
    chance = Chance(seed)
    task = task_of(
        people, sizes=sizes, history=history, wishes=wishes, partners=units, earlier=earlier
    )
    bound = least_repeats_of_evening(
        people, rounds=rounds, sizes=sizes, history=history, units=task.units
    )
    found: list[Evening] = []
    company = _company(task)
    for plan, heat in _first_plans(task, rounds, chance, steps):
        if len(task.units) <= ANNEALED:
            plan = annealed(plan, company, chance=chance, heat=heat, steps=steps, target=bound)
            plan = _apart_from_earlier(task, plan, company, chance, steps)
        found.append(Evening(tuple(_seated(task, plan, chance)), bound))
        if found[-1].repeats <= bound:
            break
    return min(found, key=lambda evening: evening.repeats)


def _apart_from_earlier(
    task: Task, plan: Plan, company: Company, chance: Chance, steps: int
) -> Plan:
    """The plan with fewer meetings of earlier evenings, if nobody meets more often for that."""
    if not task.earlier:
        return plan
    met = times_met(task.earlier)
    count = len(task.units)
    earlier = [[False] * count for _ in range(count)]
    for one, number in task.unit_of.items():
        for other in met.get(one, {}):
            earlier[number][task.unit_of.get(other, number)] = True
    company = replace(company, earlier=earlier)
    changed = annealed(
        plan, company, chance=chance, heat=COOL, cold=COLDEST, steps=steps, target=-1
    )
    is_as_good = Draft(changed, company).repeats <= Draft(plan, company).repeats
    return changed if is_as_good else plan


def _first_plans(
    task: Task, rounds: int, chance: Chance, steps: int
) -> Iterator[tuple[Plan, float]]:
    """What the search begins with, and how hot: a plan that is ready made, then one by rounds."""
    if ready := ready_plan(task, rounds=rounds, chance=chance):
        yield _filled_up(task, ready, rounds, chance, steps), WARM
    yield _filled_up(task, [], rounds, chance, steps), HOT


def _filled_up(task: Task, plan: Plan, rounds: int, chance: Chance, steps: int) -> Plan:
    """The plan and the rounds that it lacks, each found by itself after those before it."""
    plan = list(plan)
    while len(plan) < rounds:
        found = seat_round(
            task.people,
            sizes=task.sizes,
            history=[*task.history, *(_people_at(task, tables) for tables in plan)],
            seed=chance.below(SEEDS),
            wishes=task.wishes,
            units=task.partners,
            steps=min(STEPS_OF_ROUND, steps // rounds),
            earlier=task.earlier,
        )
        plan.append(
            [list(dict.fromkeys(task.unit_of[one] for one in table)) for table in found.tables]
        )
    return plan


def _seated(task: Task, plan: Plan, chance: Chance) -> Iterator[Seated]:
    """Each round with its seats, and what is to say of it after those before it."""
    history = list(task.history)
    for tables in plan:
        now = task_of(
            task.people,
            sizes=task.sizes,
            history=history,
            wishes=task.wishes,
            partners=task.partners,
            earlier=task.earlier,
        )
        table_of = {unit: number for number, table in enumerate(tables) for unit in table}
        found = seated(now, [table_of[unit] for unit in range(len(task.units))], chance=chance)
        history.append(found.tables)
        yield found


def _company(task: Task) -> Company:
    count = len(task.units)
    times = [[0] * count for _ in range(count)]
    for one, number in task.unit_of.items():
        for other, met in task.met.get(one, {}).items():
            theirs = task.unit_of.get(other, number)
            if theirs != number:
                times[number][theirs] = max(times[number][theirs], met)
    return Company(
        sizes=[len(unit) for unit in task.units],
        times=times,
        apart=task.apart(),
        fixed={
            number
            for number, unit in enumerate(task.units)
            if task.fixed[number] is not None or not task.wishes.at_seat.keys().isdisjoint(unit)
        },
        odd=set(odd_tables(task.sizes)),
    )


def _people_at(task: Task, tables: Sequence[Sequence[int]]) -> Tables:
    return [[one for unit in table for one in task.units[unit]] for table in tables]
