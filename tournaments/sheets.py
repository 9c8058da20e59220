"""Standings, results and the log as sheets: the same columns as CSV, JSON and NDJSON."""

from collections.abc import Sequence

from clubs.models import Player
from ledger.sheets import Cell, Sheet
from tournaments.awards import told_prizes
from tournaments.entrant_list import ENDED, people_of, state_of_person, states_of
from tournaments.entrant_states import words_of
from tournaments.formats.counting import every_measure
from tournaments.models import Stage, Tournament
from tournaments.results import Result, results_of, results_of_stage
from tournaments.rounds import drawn_rounds
from tournaments.tournament_log import deeds_of, lines_of

STANDINGS = ("rank", "entrant", "name", "state", "stage")
ENTRANTS = (
    *("entrant", "name", "member", "person", "state", "told", "entered_at", "checked_in_at"),
    *("withdrawn_at", "joined_at", "left_at", "has_left", "let_go", "missed_rounds", "late_points"),
)
LOG = ("number", "at", "kind", "text", "by", "reason", "round", "table", "entrants")
PRIZES = (
    *("place", "category", "category_name", "entrant", "name", "members", "rank", "chips"),
    "reason",
)
RESULTS = (
    *("round", "stage", "table", "seat", "entrant", "name"),
    *("chips", "deals", "deals_won", "tricks", "jinks", "bye_points"),
)


def standings_sheet(tournament: Tournament) -> Sheet:
    """Everybody's rank with all measures, also those that do not rank in their stage.

    Figures are of the last stage that an entrant has come to, in units: 6.4, not 640.
    """
    lines, states = results_of(tournament), states_of(tournament)
    shown = {line.stage for line in lines}
    stages = {one.number: _OfStage(one) for one in tournament.stages.all() if one.number in shown}
    keys = list(dict.fromkeys(key for number in sorted(stages) for key in stages[number].measures))
    rows: list[Sequence[Cell]] = [
        [
            *(line.rank, line.entrant, line.name, states[line.entrant].value, line.stage),
            *(stages[line.stage].cell(line, key) for key in keys),
            *(line.reason, line.prize_chips),
        ]
        for line in lines
    ]
    return Sheet((*STANDINGS, *keys, "reason", "prize_chips"), rows)


def entrants_sheet(tournament: Tournament, player: Player) -> Sheet:
    """A row for everybody who plays or has played as an entrant, by its number.

    Args:
        player: Who asks; others than organisers see of those who were not let in only themselves.
    """
    states, is_over = states_of(tournament), tournament.status in ENDED
    rows: list[Sequence[Cell]] = []
    for entrant in tournament.entrants.listed_for(player).named().order_by("pk"):
        for one in people_of(entrant):
            state = state_of_person(one, states[entrant.pk])
            moments = (entrant.entered_at, entrant.checked_in_at, entrant.withdrawn_at)
            own = (one.joined_at, one.left_at)
            rows.append(
                (
                    *(entrant.pk, str(entrant), one.member_id, str(one), state.value),
                    words_of(state, is_over=is_over),
                    *(moment.isoformat() if moment else None for moment in (*moments, *own)),
                    *(entrant.has_left, entrant.let_go),
                    *(entrant.missed_rounds, entrant.late_points),
                )
            )
    return Sheet(ENTRANTS, rows)


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


def prizes_sheet(tournament: Tournament) -> Sheet:
    """A row for each prize, as they are proposed or as they were paid."""
    rows: list[Sequence[Cell]] = [
        (
            *(one.place, one.category, one.category_name, one.entrant, one.name),
            " ".join(str(each.member) for each in one.members if each.member is not None),
            *(one.rank, one.chips, one.reason),
        )
        for one in told_prizes(tournament)
    ]
    return Sheet(PRIZES, rows)


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
