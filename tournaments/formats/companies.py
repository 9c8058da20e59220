"""Companies: who of those who can play on sits down, and at how many to a table."""

from clubs.seating import table_sizes
from tournaments.formats.protocol import Situation
from tournaments.formats.settings import TABLE_SIZE


def largest_company(situation: Situation) -> tuple[list[int], list[int]]:
    """Who plays the next round, best first, and how many sit at each table.

    Where the house rules have no tables for all who are able, the last in the standings sit this
    round out, as few as possible: a tournament goes on by itself.

    Returns:
        Nobody and no tables, where not even two can play.
    """
    best = situation.plan[TABLE_SIZE.key]
    for count in range(len(situation.able), 1, -1):
        if sizes := table_sizes(count, best=best, allowed=situation.sizes):
            return list(situation.able[:count]), sizes
    return [], []
