"""A recount of whole evenings by the plainest code there is, pair by pair."""

from clubs.seating import History


def meetings_twice(rounds: History) -> list[tuple[int, int]]:
    """Every two who share a table a second time, once for each such time."""
    pairs = []
    for tables in rounds:
        for table in tables:
            for one in table:
                pairs += [(one, other) for other in table if one < other]
    pairs.sort()
    return [pair for pair, before in zip(pairs[1:], pairs, strict=False) if pair == before]
