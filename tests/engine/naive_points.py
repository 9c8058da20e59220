"""The score of a deal for points once more, deliberately naive: from RULES.md 4.6 and 8."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Counted(NamedTuple):
    """How a deal for points ended; a winner is the number of a side."""

    winner: int | None
    scores: list[int]
    bonus_trick: int | None


def count(
    options: Mapping[str, Any],
    tricks: Sequence[tuple[int, list[str]]],
    sides: Sequence[int],
    barred: set[int],
    before: Sequence[int],
    trumps: Sequence[str],
) -> Counted:
    """Count all the tricks that were played, each a seat that won and its cards.

    `sides` and `before` are by seat, `barred` holds sides, `trumps` stands best first.
    """
    best = next((card for card in trumps if any(card in cards for _, cards in tricks)), None)
    score = dict(zip(sides, before, strict=True))
    bonus_trick = winner = None
    for number, (seat, cards) in enumerate(tricks):
        side = sides[seat]
        points = 5
        if options["best_trump_bonus"] == 5 and best in cards and side not in barred:
            points = 10
            bonus_trick = number
        if side not in barred:
            score[side] += points
        elif options["barred_points"] == "cannot_go_out":
            score[side] = min(score[side] + points, options["target"] - 5)
        if score[side] >= options["target"]:
            winner = side
            break
    if winner is None and len(tricks) == 5:
        takers = {sides[seat] for seat, _ in tricks}
        if len(takers) == 1 and not takers & barred:
            (winner,) = takers
    return Counted(winner, [score[side] for side in sides], bonus_trick)
