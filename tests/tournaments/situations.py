"""Situations for formats without a database: plans, lots, and rounds played in the head."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from clubs.seating import History
from tournaments.formats.protocol import Format, Situation
from tournaments.formats.settings import defaults_of
from tournaments.standings import Record, Results

PLAN = {"rounds_count": 3, "deals_a_round": 5, "starting_stack": 60, "table_size": 4}


def situation(
    format: Format,
    able: Sequence[int],
    *,
    history: History = (),
    figures: Mapping[int, Sequence[int]] | None = None,
    results: Results | None = None,
    byes: Sequence[Collection[int]] = (),
    seed: int = 7,
    sizes: Sequence[int] = range(2, 11),
    **plan: Any,
) -> Situation:
    """Who can play on, best first; the seed of the first round is 1."""
    whole = {**defaults_of(format.settings), **PLAN, **plan}
    nothing = (0,) * len(format.measures(whole))
    return Situation(
        plan=whole,
        sizes=sizes,
        able=able,
        figures=figures or dict.fromkeys(able, nothing),
        history=history,
        seed=seed,
        first_seed=1,
        results=results or Results(dict.fromkeys(able, Record())),
        byes=byes,
    )


def play(format: Format, entrants: Sequence[int], **plan: Any) -> list[Any]:
    """The draws of all rounds of a tournament from which nobody drops out."""
    draws: list[Any] = []
    while len(draws) < 200:
        history = [one.seated.tables for one in draws]
        before = situation(format, entrants, history=history, seed=len(draws), **plan)
        drawn = format.draw(before)
        if drawn is None:
            return draws
        draws.append(drawn)
    raise AssertionError("It never ends.")
