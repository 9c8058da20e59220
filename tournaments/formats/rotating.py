"""Rotating: a plan of a whole stage, in which as few as possible meet again.

The lot of the first round makes the plan, so no round leads the later ones into repeat meetings.
Every round asks for the same plan, from the same seed; each round's own lot numbers the tables and
their seats.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from clubs.seating import (
    Chance,
    Seated,
    Tables,
    Wishes,
    meeting_again,
    plan_evening,
    ready_made,
    repaired,
    seat_round,
    times_met,
)
from tournaments.formats.plans import Asked, Rounds
from tournaments.formats.protocol import Situation
from tournaments.formats.settings import ROUNDS

STEPS: Final = 10_000  # Of the search for a plan: a sweep waits for it, for half a second or so.
STEPS_OF_ROUND: Final = 2_000  # Of the search for one round, for the same reason.
AHEAD: Final = 20  # Rounds: a plan of all of them is searched for up to this number,
SEATS: Final = 1_000  # with up to this number of seats altogether.


def rotated(situation: Situation, company: Sequence[int], sizes: Sequence[int]) -> Seated:
    """The next round of the plan, as far as those who came and went allow.

    Args:
        company: Who plays it.
        sizes: How many of them sit at each table.
    """
    return at_seats(situation, _companies(situation, sorted(company), sizes))


def _companies(situation: Situation, entrants: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Who shares a table: as it was planned, unless those who are gone make that a bad plan."""
    history, seed = situation.history, situation.seed
    planned, repeats = _planned(situation, entrants, sizes)
    if planned:
        kept = repaired(
            planned, entrants, sizes=sizes, history=history, seed=seed, earlier=situation.earlier
        )
        if kept.repeats <= max(repeats, kept.bound):
            return kept.tables
    drawn = seat_round(
        entrants,
        sizes=sizes,
        history=history,
        seed=seed,
        steps=STEPS_OF_ROUND,
        earlier=situation.earlier,
    )
    return kept.tables if planned and kept.repeats <= drawn.repeats else drawn.tables


def _planned(
    situation: Situation, entrants: Sequence[int], sizes: Sequence[int]
) -> tuple[Tables, int]:
    """The tables of this round in the plan of the tournament, and how many meet again by it.

    A long or large tournament has a plan only where one is ready made; else there are no tables.
    """
    history, rounds = situation.history, ROUNDS.of(situation.plan)
    number, seed = len(history), f"{situation.first_seed}:plan"
    if history:
        entrants = sorted(chain.from_iterable(history[0]))
        sizes = sorted(map(len, history[0]), reverse=True)
    if rounds <= AHEAD and rounds * len(entrants) <= SEATS:
        asked = Asked(
            "rotating", list(entrants), list(sizes), seed, rounds, earlier=situation.earlier
        )
        found = situation.plans(asked, lambda: _searched(asked))
        assert found is not None, "a rotation always has a plan"
        return found[number], len(meeting_again(found[number], times_met(found[:number])))
    plan = ready_made(sizes, rounds=rounds)
    places = Chance(seed).shuffled(entrants)
    tables = plan[number] if number < len(plan) else ()
    return [[places[place] for place in table] for table in tables], 0


def _searched(asked: Asked) -> Rounds:
    evening = plan_evening(
        asked.people,
        rounds=asked.rounds,
        sizes=asked.sizes,
        seed=asked.seed,
        steps=STEPS,
        earlier=asked.earlier,
    )
    return [seated.tables for seated in evening.rounds]


def at_seats(situation: Situation, companies: Tables) -> Seated:
    """The companies at tables by the lot of this round; round each, neighbours and dealers vary."""
    lots = Chance(f"{situation.seed}:tables")
    tables = lots.shuffled(company for company in companies if company)
    at_table = {one: number for number, table in enumerate(tables) for one in table}
    return seat_round(
        sorted(at_table),
        sizes=[len(table) for table in tables],
        history=situation.history,
        seed=situation.seed,
        wishes=Wishes(at_table=at_table),
        steps=0,
    )
