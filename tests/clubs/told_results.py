"""The results of a deal ahead that some play comes to, and how people say them."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.clubs.evening_count import Ahead, Told
from tests.engine.tellings import (
    Options,
    SpoilFive,
    for_so_many,
    points_ends,
    points_of_order,
    scores_after,
    spoil_five_ends,
    winners_by_scores,
    winners_by_tricks,
)

FEW_SIDES = 2  # For these the page has a button for every count.
TRICKS = 5


def barred_sides(ahead: Ahead, bars: dict[int, str]) -> frozenset[int]:
    """The sides that cannot win where these seats have offended, too."""
    return ahead.barred | {ahead.side(seat) for seat in bars}


def misdeals(options: Options, bars: dict[int, str]) -> Iterator[Told]:
    """What a misdeal may be: nobody can offend in a deal that was not played. RULES.md 1.6."""
    if not bars:
        yield Told("misdeal")
        if options["misdeal"] == "pay_and_redeal":
            yield Told("misdeal", is_dealt_again=True)


def every_result(options: Options, ahead: Ahead, bars: dict[int, str]) -> Iterator[Told]:
    """All results with which the deal may end; in a game for points only where sides are few."""
    if options["target"] is None:
        for kind, winner in {end[:2] for end in _ends(options, ahead, bars)}:
            yield Told(kind, winner, bars=bars)
    else:
        assert ahead.sides == FEW_SIDES
        ends = points_ends(options, ahead.before, barred_sides(ahead, bars))
        for winner, tricks, bonus in {end[:3] for end in ends}:
            yield _counted(winner, bars, tricks=tricks, bonus=bonus)
    yield from misdeals(options, bars)


def with_tricks(options: Options, ahead: Ahead, told: Told, chance: random.Random) -> Told:
    """A result of Spoil Five with tricks that somebody may have counted."""
    ends = _ends(options, ahead, told.bars)
    counts = sorted(tricks for *what, tricks in ends if what == [told.kind, told.winner])
    return Told(told.kind, told.winner, chance.choice(counts), bars=told.bars) if counts else told


def some_results(
    options: Options, ahead: Ahead, bars: dict[int, str], chance: random.Random, count: int
) -> list[Told]:
    """Results of a game for points: as many that win as that do not, by the tricks and
    as many by the scores."""
    out = barred_sides(ahead, bars)
    found: dict[tuple[bool, str], dict[str, Told]] = {}
    for _ in range(20 * count):
        takers = chance.sample(range(ahead.sides), k=min(ahead.sides, chance.choice((1, 2, 2, 3))))
        order = tuple(chance.choices(takers, k=TRICKS))
        best = chance.choice((None, *range(TRICKS))) if options["best_trump_bonus"] else None
        ends = points_of_order(options, ahead.before, out, order, best)
        for winner, tricks, bonus, scores in ends:
            by_tricks = _counted(winner, bars, tricks=tricks, bonus=bonus)
            by_scores = _counted(winner, bars, scores=scores)
            found.setdefault((winner is None, "tricks"), {})[str(by_tricks)] = by_tricks
            found.setdefault((winner is None, "scores"), {})[str(by_scores)] = by_scores
        if len(found) == 4 and min(map(len, found.values())) >= count:
            break
    chosen = [told for some in found.values() for told in list(some.values())[:count]]
    return [_as_said(options, ahead, told, chance) for told in chosen]


def _counted(winner: int | None, bars: dict[int, str], **told: Any) -> Told:
    return Told("scored" if winner is None else "won", winner, bars=bars, **told)


def _as_said(options: Options, ahead: Ahead, told: Told, chance: random.Random) -> Told:
    """The same, perhaps without the winner, where that follows from the rest.

    The page asks who was first only where there is a bonus: otherwise it always follows.
    """
    silent = Told(
        "scored", tricks=told.tricks, scores=told.scores, bonus=told.bonus, bars=told.bars
    )
    follows = ending(options, ahead, silent) == ending(options, ahead, told)
    is_asked = options["best_trump_bonus"] > 0
    return silent if follows and (not is_asked or chance.random() < 0.5) else told


def ending(options: Options, ahead: Ahead, told: Told) -> tuple[int | None, tuple[int, ...]] | None:
    """The side that won, and what each side stands at; None where no deal ends so."""
    if told.kind == "misdeal":
        is_plain = not (told.bars or told.tricks or told.scores or told.winner is not None)
        may_be = not told.is_dealt_again or options["misdeal"] == "pay_and_redeal"
        return (None, ()) if is_plain and may_be else None
    if told.is_dealt_again:
        return None
    if options["target"] is None:
        ends = _ends(options, ahead, told.bars)
        telling = (told.kind, told.winner, told.tricks)
        known = telling in ends if told.tricks else telling[:2] in {end[:2] for end in ends}
        return (told.winner, ()) if known and not told.scores else None
    if told.kind not in ("scored", "won") or not (told.tricks or told.scores):
        return None
    out = barred_sides(ahead, told.bars)
    if told.scores:
        winners = winners_by_scores(options, ahead.before, out, told.scores)
        scores = told.scores
    else:
        winners = winners_by_tricks(options, ahead.before, out, told.tricks, told.bonus)
        scores = scores_after(options, ahead.before, out, told.tricks, told.bonus)
    if told.winner in winners:
        return told.winner, scores
    if told.winner is None and len(winners) == 1:  # It follows who won.
        return next(iter(winners)), scores
    return None


def _ends(options: Options, ahead: Ahead, bars: dict[int, str]) -> frozenset[SpoilFive]:
    out = barred_sides(ahead, bars)
    played = for_so_many(options, len(ahead.players))
    return _spoil_five(played["tricks_to_win"], played["jink"], ahead.sides, out)


@cache
def _spoil_five(
    tricks_to_win: int, jink: bool, sides: int, barred: frozenset[int]
) -> frozenset[SpoilFive]:
    options = {"tricks_to_win": tricks_to_win, "jink": jink}
    return frozenset(spoil_five_ends(options, sides, barred))


def button(ahead: Ahead, told: Told) -> str:
    """The value of the button of the page that enters this result."""

    def seat(side: int | None) -> str:
        return "" if side is None else str(ahead.seats(side)[0])

    if told.is_dealt_again:
        return "misdeal:again"
    if told.scores:
        return "scores"
    if told.tricks and ahead.sides > FEW_SIDES:
        return "tricks"
    if told.tricks:
        tricks = ",".join(f"{seat(side)}={count}" for side, count in enumerate(told.tricks))
        return f"count:{tricks}:{seat(told.bonus)}:{seat(told.winner)}"
    return told.kind if told.winner is None else f"{told.kind}:{seat(told.winner)}"


def filled_in(ahead: Ahead, told: Told) -> dict[str, str]:
    """What somebody chooses, fills in and presses on the page to tell this."""
    seats = [ahead.seats(side)[0] for side in range(ahead.sides)]
    found = {"result": button(ahead, told), "dealer": str(ahead.dealer)}
    if found["result"] in ("tricks", "scores"):
        found |= {f"tricks-{seats[side]}": str(n) for side, n in enumerate(told.tricks)}
        found |= {f"scores-{seats[side]}": str(n) for side, n in enumerate(told.scores)}
        found |= {} if told.bonus is None else {"bonus": str(seats[told.bonus])}
        found |= {} if told.winner is None else {"winner": str(seats[told.winner])}
    return found


def as_json(ahead: Ahead, told: Told) -> dict[str, Any]:
    """What a program sends to tell this, each side at the last of its seats."""

    def seat(side: int | None) -> int | None:
        return None if side is None else ahead.seats(side)[-1]

    return {
        "kind": told.kind,
        "winner": seat(told.winner),
        "bonus": seat(told.bonus),
        "dealer": ahead.dealer,
        "is_dealt_again": told.is_dealt_again,
        "barred": [{"seat": one, "reason": why} for one, why in told.bars.items()],
        "tricks": [{"seat": seat(side), "tricks": n} for side, n in enumerate(told.tricks)],
        "scores": [{"seat": seat(side), "score": n} for side, n in enumerate(told.scores)],
    }
