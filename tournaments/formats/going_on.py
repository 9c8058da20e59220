"""Going on in a knockout: who is left after a round, and how far somebody came."""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Final

from tournaments.formats.counting import points_of
from tournaments.formats.protocol import Situation
from tournaments.formats.settings import Choice, Setting
from tournaments.standings import (
    FIRST_PLACE,
    Measure,
    Played,
    Points,
    Results,
    Standing,
    TiesAtCut,
    at_table,
    cut,
    worth_of_place,
)

GO_ON: Final = Setting(
    "go_on",
    "Go on from each table",
    1,
    9,
    default=2,
    sentence="At a table with no more than that, all but the last go on.",
)

TIES: Final = Choice(
    "ties",
    "Equal where a table is cut",
    {
        TiesAtCut.NEXT.value: "Chips decide, then deals won, then the lot",
        TiesAtCut.ALL.value: "All of them go on, unless nobody would be out",
        TiesAtCut.LOT.value: "The lot decides",
    },
    default=TiesAtCut.NEXT.value,
)


def goes_on(situation: Situation) -> list[int]:
    """Who of those who are able plays the next round.

    The best of each table of the last round, who had a bye in it, and who came late and has not
    played yet. Where one of the best has left since, the next of that table goes on.
    """
    history, able = situation.history, set(situation.able)
    if not history:
        return sorted(able)
    known = set(chain.from_iterable(chain.from_iterable(history)))
    known.update(chain.from_iterable(situation.byes))
    left = able - known
    if len(situation.byes) == len(history):
        left |= able.intersection(situation.byes[-1])
    for table in history[-1]:
        left.update(_best_of(table, situation))
    return sorted(left)


def _best_of(table: Sequence[int], situation: Situation) -> Sequence[int]:
    """Who of a table of the last round goes on."""
    present = [one for one in table if one in set(situation.able)]
    best = min(GO_ON.of(situation.plan), len(table) - 1)
    lines = _ranked(present, situation)
    ties = TiesAtCut(TIES.of(situation.plan))
    lot = {one: situation.results.records[one].lot for one in present}
    found = cut(lines, best=best, ties=ties, lot=lot)
    if len(found.goes_on) == len(table):
        found = cut(lines, best=best, ties=TiesAtCut.NEXT, lot=lot)
    return found.goes_on


def _ranked(present: Sequence[int], situation: Situation) -> list[Standing]:
    """By the points of the last round, then by chips and deals won."""
    number, points = len(situation.history), points_of(situation.plan)
    figures = {
        one: _made(played, situation.results, points)
        for one in present
        for played in situation.results.records[one].played
        if played.round == number
    }
    order = sorted(figures, key=lambda one: figures[one], reverse=True)
    ranks = {one: 1 + sum(other > figures[one] for other in figures.values()) for one in order}
    return [Standing(ranks[one], one, figures[one]) for one in order]


def _made(played: Played, results: Results, points: Points) -> tuple[int, ...]:
    """What ranks at a table of a knockout."""
    company = [other for _, other in results.companies[played.table]]
    return points.of_round(played, company), *at_table(played)


def _reached(entrant: int, results: Results, _: Collection[int]) -> int:
    record = results.records[entrant]
    return max(chain(record.byes, (played.round for played in record.played)), default=0)


REACHED: Final = Measure(
    key="reached",
    name="Rounds reached",
    short_name="rounds",
    counts="The last round to which they came. Whoever played in the final came furthest.",
    figure=_reached,
    more="came further",
    one_name="round",
)


def last_place(points: Points) -> Measure:
    """The place at the last table; after a bye the middle of a table."""

    def figure(entrant: int, results: Results, equals: Collection[int]) -> int:
        number = _reached(entrant, results, equals)
        for played in results.records[entrant].played:
            if played.round == number:
                company = [
                    _made(other, results, points) for _, other in results.companies[played.table]
                ]
                return worth_of_place(_made(played, results, points), company)
        return FIRST_PLACE // 2 if number else 0

    return Measure(
        key="place",
        name="Place at the last table",
        short_name="at the last table",
        counts="Points for the place at their last table: 10 for the first, 0 for the last.",
        figure=figure,
        more="placed higher at the last table",
        decimals=2,
    )
