"""Standings, results and the log as sheets: the same columns as CSV, JSON and NDJSON."""

from collections.abc import Sequence

from ledger.sheets import Cell, Sheet
from tournaments.formats.counting import every_measure
from tournaments.models import Stage, Tournament
from tournaments.results import Result, results_of, results_of_stage
from tournaments.rounds import drawn_rounds
from tournaments.tournament_log import deeds_of, lines_of

STANDINGS = ("rank", "entrant", "name", "has_left", "stage")
LOG = ("number", "at", "kind", "text", "by", "reason", "round", "table", "entrants")
RESULTS = (
    *("round", "stage", "table", "seat", "entrant", "name"),
    *("chips", "deals", "deals_won", "tricks", "jinks", "bye_points"),
)


def standings_sheet(tournament: Tournament) -> Sheet:
    """Everybody's rank with all measures, also those that do not rank in their stage.

    Figures are of the last stage that an entrant has come to, in units: 6.4, not 640.
    """
    lines = results_of(tournament)
    shown = {line.stage for line in lines}
    stages = {one.number: _OfStage(one) for one in tournament.stages.all() if one.number in shown}
    keys = list(dict.fromkeys(key for number in sorted(stages) for key in stages[number].measures))
    rows: list[Sequence[Cell]] = [
        [
            *(line.rank, line.entrant, line.name, line.has_left, line.stage),
            *(stages[line.stage].cell(line, key) for key in keys),
            *(line.reason, line.prize_chips),
        ]
        for line in lines
    ]
    return Sheet((*STANDINGS, *keys, "reason", "prize_chips"), rows)


class _OfStage:
    """What can be told of those who have come to a stage and no further."""

    def __init__(self, stage: Stage) -> None:
        format = stage.played_as
        every = [*format.measures(stage.plan), *every_measure(format.points(stage.plan))]
        self.measures = {measure.key: measure for measure in reversed(every)}
        self._results = results_of_stage(stage)

    def cell(self, line: Result, key: str) -> Cell:
        measure = self.measures.get(key)
        if measure is None:
            return None
        figure = line.figures.get(key)
        if figure is None:
            figure = measure.figure(line.entrant, self._results, [line.entrant])
        return figure / 10**measure.decimals if measure.decimals else figure


def log_sheet(tournament: Tournament, *, tells_refusals: bool) -> Sheet:
    """A row for each line of the log, the first one first.

    Args:
        tells_refusals: With those who were not let in, of whom organisers alone read.
    """
    deeds = deeds_of(tournament, tells_refusals=tells_refusals).reverse()
    rows: list[Sequence[Cell]] = [
        [
            *(line.number, line.at.isoformat(), line.kind, line.text, line.by, line.reason),
            *(line.round, line.table, " ".join(map(str, line.entrants))),
        ]
        for line in lines_of(tournament, deeds)
    ]
    return Sheet(LOG, rows)


def results_sheet(tournament: Tournament) -> Sheet:
    """A row for each seat of each round, and for each bye; empty until the round is counted."""
    rows: list[Sequence[Cell]] = []
    for round in drawn_rounds(tournament):
        of_round = (round.number, round.stage.number)
        for table in round.tables.all():
            rows += [
                [
                    *(*of_round, table.number, seat.seat, seat.entrant_id, str(seat.member)),
                    *(seat.chips, seat.deals, seat.deals_won, seat.tricks, seat.jinks, None),
                ]
                for seat in table.seats.all()
            ]
        rows += [
            (*of_round, None, None, bye.entrant_id, str(bye.entrant), *[None] * 5, round.bye_points)
            for bye in round.byes.all()
        ]
    return Sheet(RESULTS, rows)
