"""How deals end, found by playing every order of tricks: a second opinion, written from RULES.md.

Sides are numbers from 0. What is barred may be found out late: somebody who jinks has revoked.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from games.engine.outcome import OutcomeKind

Options = dict[str, Any]
TRICKS = 5


def spoil_five_ends(
    options: Options, sides: int, barred: frozenset[int]
) -> set[tuple[OutcomeKind, int | None, tuple[int, ...]]]:
    """Every kind, winner and number of tricks by side with which a deal may end. RULES.md 4.6, 6.

    After a failed jink people may play on for nothing.
    """
    found = set()
    for order in product(range(sides), repeat=TRICKS):
        for kind, winner, played in _spoil_five(options, order, barred):
            found.add((kind, winner, tricks_of(order[:played], sides)))
    return found


def _spoil_five(
    options: Options, order: tuple[int, ...], barred: frozenset[int]
) -> Iterator[tuple[OutcomeKind, int | None, int]]:
    needed = options["tricks_to_win"]
    for played in range(1, TRICKS + 1):
        side = order[played - 1]
        if order[:played].count(side) < needed:
            continue
        if side in barred:
            yield "spoilt", None, played
        else:
            yield "won", side, played
        if options["jink"] and played == 3:
            yield from _jink(order, side, is_barred=side in barred)
        return
    yield "spoilt", None, TRICKS


def _jink(
    order: tuple[int, ...], side: int, *, is_barred: bool
) -> Iterator[tuple[OutcomeKind, int | None, int]]:
    for played in (4, 5):
        if is_barred:
            yield "spoilt", None, played
        if order[played - 1] != side:
            if not is_barred:
                yield "jink_failed", None, played
                yield "jink_failed", None, TRICKS
            return
    if not is_barred:
        yield "jinked", side, TRICKS


def tricks_of(order: tuple[int, ...], sides: int) -> tuple[int, ...]:
    return tuple(order.count(side) for side in range(sides))


Points = tuple[int | None, tuple[int, ...], int | None, tuple[int, ...]]
"""The winner, the tricks by side, who took the best trump, and the scores."""


def points_ends(
    options: Options, before: tuple[int, ...], barred: frozenset[int]
) -> Iterator[Points]:
    """Every end of a deal for points. RULES.md 8."""
    sides = len(before)
    for order in product(range(sides), repeat=TRICKS):
        best_trumps = (None, *range(TRICKS)) if options["best_trump_bonus"] else (None,)
        for best_trump in best_trumps:
            yield from _points(options, before, barred, order, best_trump)


def _points(
    options: Options,
    before: tuple[int, ...],
    barred: frozenset[int],
    order: tuple[int, ...],
    best_trump: int | None,
) -> Iterator[Points]:
    target, scores, at_the_win = options["target"], list(before), None
    winner = None
    for number, side in enumerate(order):
        worth = 5
        if number == best_trump and side not in barred:
            worth += options["best_trump_bonus"]
        if side not in barred:
            scores[side] += worth
        elif options["barred_points"] == "cannot_go_out":
            scores[side] = max(scores[side], min(scores[side] + worth, target - 5))
        if winner is None and side not in barred and scores[side] >= target:
            winner, at_the_win = side, tuple(scores)
            if not options["best_trump_bonus"]:
                yield winner, tricks_of(order[: number + 1], len(before)), None, at_the_win
                return
    if winner is None and len(set(order)) == 1 and order[0] not in barred:
        winner = order[0]
    bonus = None if best_trump is None else order[best_trump]
    tricks = tricks_of(order, len(before))
    yield winner, tricks, bonus, tuple(scores)
    if at_the_win is not None:
        yield winner, tricks, bonus, at_the_win
