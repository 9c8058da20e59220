"""What formats with fresh stacks have in common: points, measures, and byes."""

from collections.abc import Iterable, Sequence

from clubs.seating import Chance
from tournaments.formats.companies import sizes_for_most
from tournaments.formats.counting import bye_points, measures_of, points_of
from tournaments.formats.draw import Bye
from tournaments.formats.protocol import Format, Situation, Stacks
from tournaments.formats.settings import Plan
from tournaments.standings import Measure, Points


class FreshStacks(Format):
    """In each round everybody gets the starting stack, and nobody is ever out."""

    stacks = Stacks.FRESH
    takes_late = True

    def points(self, plan: Plan) -> Points:
        return points_of(plan)

    def measures(self, plan: Plan) -> tuple[Measure, ...]:
        return measures_of(plan)

    def bye_points(self, plan: Plan, made: Sequence[int]) -> int:
        return bye_points(plan, made)

    def refusal(self, plan: Plan) -> str | None:
        return None


def company_and_byes(situation: Situation) -> tuple[list[int], list[int], tuple[Bye, ...]]:
    """Who plays the next round, how many entrants sit at each table, and who has a bye.

    Where the house rules have no tables for all who are able, as few as possible have a bye: those
    who have had the fewest, of them the last in the standings, and the lot where they are equal.
    So nobody has a second bye before everybody has had one.

    Returns:
        Nobody and no tables, where not even two can play.
    """
    able = situation.able
    sizes = sizes_for_most(situation, len(able))
    if not sizes:
        return [], [], ()
    chosen = {bye.entrant: bye for bye in _last_ones(situation, len(able) - sum(sizes))}
    return sorted(set(able) - set(chosen)), sizes, tuple(chosen.values())


def _last_ones(situation: Situation, count: int) -> Iterable[Bye]:
    by_lot = Chance(f"{situation.seed}:byes").shuffled(sorted(situation.able))
    figures = situation.figures
    by_lot.sort(key=lambda one: (situation.byes_of(one), tuple(figures[one])))
    level = {tuple(figures[one]) for one in situation.able}
    reason = "drawn by lot" if len(level) == 1 else "the last in the standings"
    words = f"No table has a seat for them: of those with the fewest byes, {reason}."
    return byes_for(by_lot[:count], words)


def byes_for(entrants: Iterable[int], reason: str) -> tuple[Bye, ...]:
    """The byes of these entrants, for the same reason."""
    return tuple(Bye(one, reason) for one in entrants)
