"""Standings and what they pay: pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Score:
    """What an entrant has to show: the first figure decides, the next where it is equal."""

    entrant: int
    figures: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    """An entrant's rank; entrants with equal figures share one."""

    rank: int
    score: Score


def standings(scores: Iterable[Score]) -> list[Standing]:
    """Best first; equals stand in the order of their entry and share the rank."""
    by_entry = sorted(scores, key=lambda score: score.entrant)
    ordered = sorted(by_entry, key=lambda score: score.figures, reverse=True)
    ranked: list[Standing] = []
    for _, equals in groupby(ordered, key=lambda score: score.figures):
        rank = len(ranked) + 1
        ranked += [Standing(rank, score) for score in equals]
    return ranked


def prizes(table: Sequence[Standing], *, chips: int, percents: Sequence[int]) -> dict[int, int]:
    """Chips that each entrant wins, all of `chips` together.

    Args:
        table: The final standings, at least one entrant.
        chips: The prize fund.
        percents: The percent of the first rank, the second, ...; together 100.

    Entrants who share a rank share what their ranks are worth. A chip that cannot be divided goes
    to the better rank, among equals to the one who entered first. What nobody takes falls to
    the first.
    """
    assert sum(percents) == 100
    worth = [chips * percent // 100 for percent in percents[: len(table)]]
    worth += [0] * (len(table) - len(worth))
    worth[0] += chips - sum(worth)
    won: dict[int, int] = {}
    for rank, equals in groupby(table, key=lambda standing: standing.rank):
        sharing = [standing.score.entrant for standing in equals]
        each, odd = divmod(sum(worth[rank - 1 : rank - 1 + len(sharing)]), len(sharing))
        won |= {entrant: each + (index < odd) for index, entrant in enumerate(sharing)}
    return won
