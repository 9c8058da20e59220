"""Knockout: the best of each table go on, until one table remains."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from clubs.seating import Chance, Seated, seat_round
from tournaments.formats.companies import sizes_for_most
from tournaments.formats.counting import BYE, COUNTS, MEASURES, SIZES, measures_of, points_of
from tournaments.formats.draw import Draw
from tournaments.formats.fresh import FreshStacks, byes_for
from tournaments.formats.going_on import GO_ON, REACHED, TIES, goes_on, last_place
from tournaments.formats.protocol import Format, Length, Situation
from tournaments.formats.settings import DEALS, STACK, TABLE_SIZE, Plan, usual_entrants
from tournaments.standings import Measure

STEPS: Final = 2_000  # Of the search for one round: a sweep waits for it.


class Knockout(FreshStacks):
    """Who goes on follows from the last round alone; tables are drawn by lot."""

    name = "Knockout"
    sentence = (
        "The best of each table go on to the next round, until one table is left: the final. A "
        "draw decides who has a bye where numbers do not fit."
    )
    game = (
        "A game is one round at one table. Everybody begins it with the starting stack, and it is "
        "over after the deals of the round; then the best of the table go on."
    )
    takes_late = False
    settings = (DEALS, STACK, TABLE_SIZE, GO_ON, TIES, COUNTS, SIZES, BYE, MEASURES)

    def refusal(self, plan: Plan) -> str | None:
        usual = usual_entrants(plan)
        if GO_ON.of(plan) < usual:
            return None
        return f"Go on from each table: choose fewer than the {usual} who sit there."

    def measures(self, plan: Plan) -> tuple[Measure, ...]:
        """How far somebody came, then their place at the last table, then as the organiser says."""
        return (REACHED, last_place(points_of(plan)), *measures_of(plan))

    def draw(self, situation: Situation) -> Draw | None:
        if self.is_last(situation):
            return None
        left = goes_on(situation)
        sizes = sizes_for_most(situation, len(left))
        if not sizes:
            return None
        by_lot = Chance(f"{situation.seed}:byes").shuffled(sorted(left))
        spare = len(left) - sum(sizes)
        out = tuple(sorted(set(situation.able) - set(left)))
        if len(sizes) == 1:
            return replace(_final(situation, by_lot, sizes), out=out)
        by_lot.sort(key=situation.byes_of)
        words = "No table has a seat for them: drawn by lot of those with the fewest byes."
        byes = byes_for(by_lot[:spare], words)
        return Draw(_seated(situation, by_lot[spare:], sizes), byes=byes, out=out)

    def length(self, situation: Situation) -> Length:
        """As long as nobody comes or goes, and only as many go on as the organiser set."""
        history, best = situation.history, GO_ON.of(situation.plan)
        rounds = len(history)
        left = 0 if self.is_last(situation) else len(goes_on(situation))
        while sizes := sizes_for_most(situation, left):
            rounds += 1
            if len(sizes) == 1:
                break
            left += sum(min(best, size - 1) - size for size in sizes)
        return Length(rounds, rounds)

    def is_last(self, situation: Situation) -> bool:
        """Whether the final has been drawn."""
        return bool(situation.history) and len(situation.history[-1]) == 1

    def still_in(self, situation: Situation) -> Collection[int]:
        return goes_on(situation)


def _final(situation: Situation, by_lot: Sequence[int], sizes: Sequence[int]) -> Draw:
    """One table. If it has no seat for all who are left, who had a bye and the best play."""
    had_bye = situation.byes[-1] if situation.byes else ()
    best = sorted(by_lot, key=lambda one: (one in had_bye, *situation.figures[one]), reverse=True)
    plays = best[: sum(sizes)]
    return Draw(_seated(situation, plays, sizes), sits_out=tuple(best[len(plays) :]))


def _seated(situation: Situation, company: Sequence[int], sizes: Sequence[int]) -> Seated:
    """Tables by lot; those who have met are parted as far as that can be."""
    return seat_round(
        sorted(company),
        sizes=sizes,
        history=situation.history,
        seed=situation.seed,
        steps=STEPS,
        earlier=situation.earlier,
    )


FORMAT: Final[Format] = Knockout()
