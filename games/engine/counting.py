"""Games for points with real cards: what a deal scored, and who got out, as people tell it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from games.engine.errors import ImpossibleOutcome
from games.engine.house_rules import HouseRules
from games.engine.points import TRICK_POINTS
from games.engine.state import TRICKS

Side: TypeAlias = int
"""The number of a side, as `side_numbers` counts them."""


@dataclass(frozen=True)
class Tally:
    """What is known of a deal of a game for points, side by side.

    Attributes:
        before: The scores with which it began.
        barred: The sides that could not win.
        tricks: The tricks of each side; None where nobody tells them.
        bonus: The side that took the trick with the best trump; None where nobody did, or, unless
            the tricks are told, where nobody tells.
        scores: What each side stands at after the deal; None where nobody tells.
    """

    before: Sequence[int]
    barred: frozenset[Side] = frozenset()
    tricks: Sequence[int] | None = None
    bonus: Side | None = None
    scores: Sequence[int] | None = None


class _Way(NamedTuple):
    """The tricks that a side may have taken, and whether the bonus fell to one of them."""

    tricks: int
    has_bonus: bool


_NOTHING: Final = _Way(0, has_bonus=False)


def ways_out(rules: HouseRules, tally: Tally) -> tuple[Side | None, ...]:
    """The sides that may have got out in this deal; None where the game may go on after it.

    Source: RULES.md 4.6, 8.
    """
    if tally.tricks is not None and tally.bonus is not None and not tally.tricks[tally.bonus]:
        return ()
    sides = range(len(tally.before))
    ends = (None, *(side for side in sides if side not in tally.barred))
    return tuple(winner for winner in ends if _is_possible(rules, tally, winner))


def scores_after(rules: HouseRules, tally: Tally) -> tuple[int, ...]:
    """What each side stands at: as somebody tells it, or with all its tricks counted."""
    if tally.scores is not None:
        return tuple(tally.scores)
    assert tally.tricks is not None, "one of both is told"
    return tuple(
        _total(rules, tally, side, _Way(tricks, side == tally.bonus))
        for side, tricks in enumerate(tally.tricks)
    )


def why_no_way(rules: HouseRules, tally: Tally) -> ImpossibleOutcome:
    """Why no deal scores like this, where `ways_out` finds nothing."""
    tricks, scores = tally.tricks or (), tally.scores or ()
    if min(tricks, default=0) < 0 or sum(tricks) > TRICKS:
        return ImpossibleOutcome(
            f"a deal has {TRICKS} tricks, and these are {sum(tricks)}: count again.", rule="8.1"
        )
    for side, (before, after) in enumerate(zip(tally.before, scores, strict=bool(scores))):
        if side in tally.barred and rules.barred_points == "none" and after != before:
            return ImpossibleOutcome(
                "a barred side scores nothing: leave its score as it was.", rule="4.6"
            )
        if after < before or (after - before) % TRICK_POINTS:
            return ImpossibleOutcome(
                f"every trick scores {TRICK_POINTS}, so nobody comes from {before} to {after}.",
                rule="8.1",
            )
    told = max(scores_after(rules, tally))
    if rules.target is not None and told > rules.target and not rules.best_trump_bonus:
        return ImpossibleOutcome(
            f"play stops at the trick that reaches {rules.target}, and nobody has {told}: count "
            "the tricks up to that one.",
            rule="8.3",
        )
    if tricks and tally.bonus is not None and not tricks[tally.bonus]:
        return ImpossibleOutcome(
            "the best trump fell to somebody without a trick: count again.", rule="8.2"
        )
    if tricks and sum(tricks) < TRICKS:
        return ImpossibleOutcome(
            f"all {TRICKS} tricks are played, and these are {sum(tricks)}: count again.", rule="8.1"
        )
    return ImpossibleOutcome("no deal scores like this: count again.", rule="8.1")


def _is_possible(rules: HouseRules, tally: Tally, winner: Side | None) -> bool:
    """Whether the deal may have ended with this side out, or with nobody out.

    With a bonus the deal is played out, and the scores may be told with all tricks counted, or
    as they stood at the trick that won. Source: RULES.md 8.3.
    """
    may_be_cut = winner is not None and rules.best_trump_bonus > 0
    return any(
        _adds_up(rules, tally, winner, is_cut=is_cut)
        for is_cut in ((False, True) if may_be_cut else (False,))
    )


def _adds_up(rules: HouseRules, tally: Tally, winner: Side | None, *, is_cut: bool) -> bool:
    """Whether what the sides may have done makes a deal."""
    reached = {_NOTHING}  # By the sides so far, together.
    for side in range(len(tally.before)):
        ways = [
            way
            for way in _ways(rules, tally, side)
            if _fits(rules, tally, side, way, winner, is_cut=is_cut)
        ]
        reached = {
            _Way(so_far.tricks + way.tricks, so_far.has_bonus or way.has_bonus)
            for so_far in reached
            for way in ways
            if so_far.tricks + way.tricks <= TRICKS and not (so_far.has_bonus and way.has_bonus)
        }
    stops_early = winner is not None and not rules.best_trump_bonus
    return any(stops_early or whole.tricks == TRICKS for whole in reached)


def _ways(rules: HouseRules, tally: Tally, side: Side) -> Iterator[_Way]:
    """What a side may have done, as far as its tricks and the bonus are told."""
    may_have_bonus = rules.best_trump_bonus > 0 and side not in tally.barred
    is_told = tally.tricks is not None or tally.bonus is not None
    for tricks in range(TRICKS + 1) if tally.tricks is None else (tally.tricks[side],):
        for has_bonus in (False, True) if may_have_bonus and tricks else (False,):
            if not may_have_bonus or not is_told or has_bonus == (side == tally.bonus):
                yield _Way(tricks, has_bonus)


def _fits(
    rules: HouseRules, tally: Tally, side: Side, way: _Way, winner: Side | None, *, is_cut: bool
) -> bool:
    """Whether a side may have done this in a deal that ended so. Source: RULES.md 8.3, 8.4."""
    target, bonus = rules.target, rules.best_trump_bonus
    assert target is not None
    total = _total(rules, tally, side, way)
    told = total if tally.scores is None else tally.scores[side]
    takes_all = way.tricks == TRICKS and side not in tally.barred
    if side != winner and takes_all:
        return False
    if is_cut:
        stood = _on_the_way(rules, tally, side, way)
        if side != winner:
            return told < target and told in stood
        at_last = _on_the_way(rules, tally, side, way, with_bonus=True)
        return (told == target and told in stood) or (told == target + bonus and told in at_last)
    if told != total:
        return False
    if side != winner:
        return total < target or (winner is not None and bonus > 0)
    if total < target:
        return takes_all
    return bonus > 0 or total == target


def _on_the_way(
    rules: HouseRules, tally: Tally, side: Side, way: _Way, *, with_bonus: bool = False
) -> set[int]:
    """What a side may have stood at after some of its tricks.

    Args:
        with_bonus: Only where the trick with the bonus is among them.
    """
    plain = range(0 if with_bonus else way.tricks - way.has_bonus + 1)
    parts = [_Way(tricks, has_bonus=False) for tricks in plain]
    if way.has_bonus:
        parts += [_Way(tricks, has_bonus=True) for tricks in range(1, way.tricks + 1)]
    return {_total(rules, tally, side, part) for part in parts}


def _total(rules: HouseRules, tally: Tally, side: Side, way: _Way) -> int:
    """What a side stands at with these tricks. Source: RULES.md 4.6, 8.1, 8.2."""
    before = tally.before[side]
    assert rules.target is not None
    if side not in tally.barred:
        bonus = rules.best_trump_bonus if way.has_bonus else 0
        return before + TRICK_POINTS * way.tricks + bonus
    if rules.barred_points == "none":
        return before
    return max(before, min(before + TRICK_POINTS * way.tricks, rules.target - TRICK_POINTS))
