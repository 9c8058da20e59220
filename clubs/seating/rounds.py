"""One round: who sits with whom now, after all that was played before."""

from collections.abc import Mapping, Sequence
from typing import Final

from clubs.seating.chance import Chance, Seed
from clubs.seating.costs import PRICES
from clubs.seating.meetings import History
from clubs.seating.ranked import ranked
from clubs.seating.search import improve
from clubs.seating.seated import Seated
from clubs.seating.task import first_plan, seated, task_of
from clubs.seating.wishes import NO_WISHES, Wishes
from deploy.unlocked import outside_locks

STEPS: Final = 20_000  # Of the search for fewer repeat meetings; most rounds take under a hundred.
POLISH: Final = 1_000  # Of the search for better ones, when no fewer are possible.


@outside_locks
def seat_round(
    people: Sequence[int],
    *,
    sizes: Sequence[int],
    history: History = (),
    seed: Seed,
    wishes: Wishes = NO_WISHES,
    units: Sequence[Sequence[int]] = (),
    scores: Mapping[int, float] | None = None,
    steps: int = STEPS,
    earlier: History = (),
) -> Seated:
    """The best round that was found: the fewest repeat meetings, then the least recent ones.

    Tables of an odd size are shared out over the rounds, and so are repeat meetings that have
    to be.

    Args:
        people: Everybody who sits down, once.
        sizes: How many sit at each table; they add up to everybody.
        history: The rounds so far, each table in the order of its seats.
        units: Partners. They sit together, and as far from each other as they can.
        scores: By person, where people of about the same score are to share a table; the best
            sit at the first ones. A repeat meeting is then as bad as a table whose scores are a
            little more than one standard deviation apart, and may be made to part scores less.
        steps: How many exchanges the search for fewer repeat meetings makes at the most. `POLISH`
            more look for the best round with as few of them. With scores, the search looks at three
            exchanges for each step.
        earlier: The rounds of earlier evenings. Their meetings are avoided, too, as far as this
            costs no repeat meeting of the history; they are told of nobody.

    Raises:
        WishRefused: the wishes cannot be kept.
    """
    chance = Chance(seed)
    task = task_of(
        people, sizes=sizes, history=history, wishes=wishes, partners=units, scores=scores
    )
    if task.goes_by_scores:
        floor = ranked(task, chance=chance, steps=steps)
    else:
        floor = task.floor(first_plan(task, chance))
        few = (task.bound + 1) * PRICES.repeat - 1
        improve(floor, chance=chance, steps=steps, target=few)
        improve(floor, chance=chance, steps=POLISH, target=task.least_cost)
    if earlier and not task.goes_by_scores:
        task = task_of(
            people, sizes=sizes, history=history, wishes=wishes, partners=units, earlier=earlier
        )
        floor = task.floor(floor.tables)
        improve(floor, chance=chance, steps=steps, target=task.least_cost)
    return seated(task, floor.table_of, chance=chance)
