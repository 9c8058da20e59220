"""Meeting all: rounds in which everybody shares a table with everybody else at least once."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from clubs.seating import (
    Chance,
    History,
    Tables,
    Wishes,
    plan_evening,
    seat_round,
    times_met,
)
from tournaments.formats.plans import Asked, Plans, Rounds, searched

STEPS: Final = 10_000  # Of the search for a plan of one number of rounds.
STEPS_OF_ROUND: Final = 2_000  # Of the search for one round.
TRIES: Final = 4  # How many numbers of rounds are tried, beginning with the fewest possible.
SEATS: Final = 600  # With up to this number of seats altogether a plan is searched for.


def strangers(people: Sequence[int], history: History) -> list[tuple[int, int]]:
    """Pairs who have not met yet."""
    met = times_met(history)
    return [pair for pair in combinations(sorted(people), 2) if pair[1] not in met.get(pair[0], {})]


def least_rounds(people: Sequence[int], *, sizes: Sequence[int], history: History) -> int:
    """How many rounds it takes at the least until everybody has met everybody.

    A round brings together only the pairs that its tables have, and nobody meets more people in it
    than there are others at the largest table.
    """
    left = strangers(people, history)
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    of_one = dict.fromkeys(people, 0)
    for pair in left:
        for one in pair:
            of_one[one] += 1
    most = max(of_one.values(), default=0)
    return max(_up(len(left), pairs), _up(most, max(sizes) - 1)) if left else 0


def planned(
    people: Sequence[int],
    *,
    sizes: Sequence[int],
    history: History,
    seed: str,
    plans: Plans = searched,
) -> Rounds | None:
    """The fewest rounds that were found in which everybody meets whom they have not met.

    Args:
        plans: Who has them.

    Returns:
        None where there are too many people to look so far ahead.
    """
    before = tuple(tuple(map(tuple, tables)) for tables in history)
    asked = Asked("meeting_all", tuple(people), tuple(sizes), seed, history=before)
    return plans(asked, lambda: _searched(asked.people, asked.sizes, before, seed))


@lru_cache(maxsize=16)  # Every round asks for the plan of the first one, where nobody keeps it.
def _searched(
    people: Sequence[int], sizes: Sequence[int], history: History, seed: str
) -> Rounds | None:
    least = least_rounds(people, sizes=sizes, history=history)
    if not least:
        return []
    for rounds in range(least, least + TRIES):
        if rounds * len(people) > SEATS:
            return None
        evening = plan_evening(
            people, rounds=rounds, sizes=sizes, history=history, seed=seed, steps=STEPS
        )
        tables: list[Tables] = [seated.tables for seated in evening.rounds]
        if not strangers(people, [*history, *tables]):
            return tables
    return _one_by_one(people, sizes=sizes, history=history, seed=seed)


def next_round(
    people: Sequence[int], *, sizes: Sequence[int], history: History, seed: str
) -> Tables:
    """One round in which as many as possible meet for the first time: two of them at least."""
    drawn = seat_round(people, sizes=sizes, history=history, seed=seed, steps=STEPS_OF_ROUND)
    left = strangers(people, history)
    if left and len(strangers(people, [*history, drawn.tables])) == len(left):
        two = left[Chance(f"{seed}:two").below(len(left))]
        wishes = Wishes(together=[two])
        drawn = seat_round(
            people, sizes=sizes, history=history, seed=seed, wishes=wishes, steps=STEPS_OF_ROUND
        )
    return drawn.tables


def _one_by_one(
    people: Sequence[int], *, sizes: Sequence[int], history: History, seed: str
) -> Sequence[Tables]:
    rounds: list[Tables] = []
    while strangers(people, [*history, *rounds]):
        now = f"{seed}:{len(rounds)}"
        rounds.append(next_round(people, sizes=sizes, history=[*history, *rounds], seed=now))
    return rounds


def _up(number: int, by: int) -> int:
    return -(-number // by)
