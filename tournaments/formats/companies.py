"""Companies: who of those who can play on sits down, and at how many to a table."""

from collections.abc import Iterable

from clubs.seating import table_sizes
from tournaments.formats.protocol import Situation
from tournaments.formats.settings import Plan, entrants_a_table, usual_entrants


def largest_company(situation: Situation) -> tuple[list[int], list[int]]:
    """Who plays the next round, best first, and how many entrants sit at each table.

    Where the house rules have no tables for all who are able, the last in the standings sit this
    round out, as few as possible: a tournament goes on by itself.

    Returns:
        Nobody and no tables, where not even two can play.
    """
    sizes = sizes_for_most(situation, len(situation.able))
    return list(situation.able[: sum(sizes)]), sizes


def sizes_for_most(situation: Situation, entrants: int) -> list[int]:
    """How many entrants sit at each table, if as many as can be of this number play."""
    best, allowed = usual_entrants(situation.plan), situation.entrants_a_table
    for count in range(entrants, 1, -1):
        if sizes := table_sizes(count, best=best, allowed=allowed):
            return sizes
    return []


def fillers(entrants: int, plan: Plan, sizes: Iterable[int], *, most: int) -> int:
    """How many bots fill the tables: the fewest with whom all tables have the usual size.

    If there are not enough bots for that, the fewest with whom everybody has a table. If even that
    is impossible, 0.

    Args:
        sizes: How many people the house rules let sit at a table.
        most: How many can come.
    """
    best, allowed = usual_entrants(plan), entrants_a_table(sizes, plan)
    found = [table_sizes(entrants + more, best=best, allowed=allowed) for more in range(most + 1)]
    full = (more for more, tables in enumerate(found) if tables and set(tables) == {best})
    some = (more for more, tables in enumerate(found) if tables)
    return next(full, next(some, 0))
