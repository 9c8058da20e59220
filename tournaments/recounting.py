"""The recount of a draw from the rows, by other code than the planner's, before it is published."""

from collections import Counter
from collections.abc import Collection
from itertools import groupby

from tournaments.draw_documents import Laid
from tournaments.models import RoundSeat, Stage


def meetings_before(stage: Stage, *, round_number: int) -> Counter[frozenset[int]]:
    """How often two entrants sat at one table of the tournament before a round, as the rows say."""
    seats = RoundSeat.objects.standing().filter(
        round_table__round__tournament=stage.tournament_id,
        round_table__round__number__lt=round_number,
    )
    rows = seats.order_by("round_table").values_list("round_table", "entrant").distinct()
    met = Counter[frozenset[int]]()
    for _, group in groupby(rows, key=lambda row: row[0]):
        company = [entrant for _, entrant in group]
        met.update(
            frozenset((one, other))
            for place, one in enumerate(company)
            for other in company[place + 1 :]
        )
    return met


def repeats_of(laid: Laid, stage: Stage, *, round_number: int) -> int:
    """How many pairs at these tables have met before in the tournament, as the rows say."""
    met = meetings_before(stage, round_number=round_number)
    return sum(met[frozenset(pair)] > 0 for pair in laid.pairs)


def faults_of(laid: Laid, *, able: Collection[int], allowed: Collection[int]) -> list[str]:
    """Why nobody can sit down so, in words for people; nothing where all is well.

    Args:
        able: Who can play on, as it is now.
        allowed: How many entrants the house rules let sit at a table.
    """
    times = Counter(laid.everybody)
    found = []
    if twice := sum(count > 1 for count in times.values()):
        found.append(f"{twice} stand in it twice")
    if gone := len(times.keys() - set(able)):
        found.append(f"{gone} who stand in it cannot play any more")
    if missing := len(set(able) - times.keys()):
        found.append(f"{missing} who can play do not stand in it")
    if any(len(table) not in allowed for table in laid.tables):
        found.append("the house rules have no tables of these sizes")
    return found
