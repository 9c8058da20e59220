"""How deals end, found by playing every order of tricks: a second opinion, written from RULES.md.

Sides are numbers from 0. What is barred may be found out late: somebody who jinks has revoked.
"""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, TypeAlias

from games.engine.outcome import OutcomeKind

Options = dict[str, Any]
TRICKS = 5


def offences(options: Options) -> set[str]:
    """What bars a side, where nobody prevents it. RULES.md 1.6, 4.5."""
    found = {"robbed_without_ace", "revoked"}
    asks_to_rob = options["rob_with_ace"] in ("must", "may") or options["rob_turned_ace"] == "must"
    if options["unrobbed"] in ("barred", "both") and asks_to_rob:
        found.add("did_not_rob")
    return found


SpoilFive: TypeAlias = tuple[OutcomeKind, int | None, tuple[int, ...]]
"""The kind, the winner, and the tricks by side."""


def for_so_many(options: Options, players: int) -> Options:
    """The options with what wins at this number of players. RULES.md 6.1, 6.3."""
    if options["tricks_to_win"] != "two_from_five":
        return options
    if players >= 5:
        return {**options, "tricks_to_win": 2, "jink": False}
    return {**options, "tricks_to_win": 3}


def spoil_five_ends(options: Options, sides: int, barred: frozenset[int]) -> set[SpoilFive]:
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


Points: TypeAlias = tuple[int | None, tuple[int, ...], int | None, tuple[int, ...]]
"""The winner, the tricks by side, who took the best trump, and the scores."""


def points_ends(
    options: Options, before: tuple[int, ...], barred: frozenset[int]
) -> Iterator[Points]:
    """Every end of a deal for points. RULES.md 8."""
    sides = len(before)
    for order in product(range(sides), repeat=TRICKS):
        best_trumps = (None, *range(TRICKS)) if options["best_trump_bonus"] else (None,)
        for best_trump in best_trumps:
            yield from points_of_order(options, before, barred, order, best_trump)


def points_of_order(
    options: Options,
    before: tuple[int, ...],
    barred: frozenset[int],
    order: tuple[int, ...],
    best_trump: int | None,
) -> Iterator[Points]:
    scores, at_the_win = before, None
    winner = None
    for number, side in enumerate(order):
        worth = 5
        if number == best_trump and side not in barred:
            worth += options["best_trump_bonus"]
        scores = _with_trick(options, scores, side, worth, is_barred=side in barred)
        if winner is None and side not in barred and scores[side] >= options["target"]:
            winner, at_the_win = side, scores
            if not options["best_trump_bonus"]:
                yield winner, tricks_of(order[: number + 1], len(before)), None, at_the_win
                return
    if winner is None and len(set(order)) == 1 and order[0] not in barred:
        winner = order[0]
    bonus = None if best_trump is None else order[best_trump]
    tricks = tricks_of(order, len(before))
    yield winner, tricks, bonus, scores
    if at_the_win is not None:
        yield winner, tricks, bonus, at_the_win


def winners_by_tricks(
    options: Options,
    before: tuple[int, ...],
    barred: frozenset[int],
    tricks: tuple[int, ...],
    bonus: int | None,
) -> set[int | None]:
    """Who may have got out where each side took these tricks; None where the game goes on.

    Empty where no order of these tricks makes a deal. `bonus` took the best trump.
    """
    taken = [side for side, count in enumerate(tricks) for _ in range(count)]
    if not 0 < len(taken) <= TRICKS:
        return set()
    unplayed = [0] * (TRICKS - len(taken))  # Whoever might have taken them: play has stopped.
    found = set()
    for order in set(permutations(taken)):
        best_trumps = [None] if bonus is None else [n for n in range(TRICKS) if n < len(order)]
        for best_trump in best_trumps:
            if best_trump is not None and order[best_trump] != bonus:
                continue
            for end in points_of_order(options, before, barred, (*order, *unplayed), best_trump):
                if end[1:3] == (tricks, bonus):
                    found.add(end[0])
    return found


def winners_by_scores(
    options: Options, before: tuple[int, ...], barred: frozenset[int], scores: tuple[int, ...]
) -> set[int | None]:
    """Who may have got out where each side stands so; None where the game goes on.

    With all tricks counted, or as they stood at the trick that won.
    """
    return set(_coming_to(options, before, barred, scores, (), None, is_spent=False))


def _coming_to(
    options: Options,
    now: tuple[int, ...],
    barred: frozenset[int],
    scores: tuple[int, ...],
    order: tuple[int, ...],
    winner: int | None,
    *,
    is_spent: bool,
) -> Iterator[int | None]:
    """Who has won, for every order of the tricks still to come that leads to these scores.

    `is_spent`: the best trump has fallen.
    """
    if len(order) == TRICKS:
        if now == scores:
            takes_all = len(set(order)) == 1 and order[0] not in barred
            yield order[0] if winner is None and takes_all else winner
        return
    for side in range(len(now)):
        may_be_best = options["best_trump_bonus"] and side not in barred and not is_spent
        for bonus in (0, options["best_trump_bonus"]) if may_be_best else (0,):
            then = _with_trick(options, now, side, 5 + bonus, is_barred=side in barred)
            if then[side] > scores[side]:
                continue  # Nobody ever loses points.
            is_out = winner is None and side not in barred and then[side] >= options["target"]
            if is_out and then == scores:
                yield side
            if not is_out or options["best_trump_bonus"]:
                yield from _coming_to(
                    options,
                    then,
                    barred,
                    scores,
                    (*order, side),
                    side if is_out else winner,
                    is_spent=is_spent or bonus > 0,
                )


def _with_trick(
    options: Options, now: tuple[int, ...], side: int, worth: int, *, is_barred: bool
) -> tuple[int, ...]:
    """What the sides stand at after one more trick. RULES.md 4.6, 8.1."""
    then = list(now)
    if not is_barred:
        then[side] += worth
    elif options["barred_points"] == "cannot_go_out":
        then[side] = max(now[side], min(now[side] + worth, options["target"] - 5))
    return tuple(then)


def scores_after(
    options: Options,
    before: tuple[int, ...],
    barred: frozenset[int],
    tricks: tuple[int, ...],
    bonus: int | None,
) -> tuple[int, ...]:
    """What the sides stand at with these tricks, all of them counted. RULES.md 4.6, 8.1, 8.2."""
    now = before
    for side, count in enumerate(tricks):
        for number in range(count):
            is_best = number == 0 and side == bonus
            worth = 5 + (options["best_trump_bonus"] if is_best and side not in barred else 0)
            now = _with_trick(options, now, side, worth, is_barred=side in barred)
    return now
