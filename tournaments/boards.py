"""What a tournament shows to people: who sits where, what came of it, and who stands where."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournaments.drawing import is_last_round
from tournaments.entrant_list import told_states
from tournaments.entrant_states import State
from tournaments.models import (
    BEFORE_START,
    Admission,
    EntrantMember,
    Round,
    RoundSeat,
    RoundTable,
    Stage,
    Tournament,
    TournamentStatus,
)
from tournaments.results import results_of
from tournaments.rounds import drawn_rounds


@dataclass(frozen=True)
class SeatShown:
    """Somebody at a table; `chips` are what they won or lost, once the round is counted."""

    name: str
    chips: str


@dataclass(frozen=True)
class TableShown:
    """A table of a round, its seats clockwise."""

    number: int
    seats: tuple[SeatShown, ...]
    is_over: bool

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


@dataclass(frozen=True)
class RoundShown:
    """A round; `byes` are those who have no opponents in it."""

    number: int
    is_over: bool
    tables: tuple[TableShown, ...]
    byes: tuple[str, ...]

    @property
    def playing(self) -> int:
        """How many of its tables are not over."""
        return sum(not table.is_over for table in self.tables)


@dataclass(frozen=True)
class LineShown:
    """A line of the standings.

    Attributes:
        figures: What the measures of the stage count, in words; the first one decides.
        reason: Why they stand there.
        state: Where they stand, in words; empty while they play on, or if they did to the end.
        prize: Chips of the fund; 0 until the end.
    """

    rank: int
    name: str
    figures: tuple[str, ...]
    reason: str
    state: str
    prize: int


@dataclass(frozen=True)
class Board:
    """A tournament as it stands now.

    Attributes:
        break_until: When the break ends that is on, if one is.
        rounds: The newest one first.
        planned: How many rounds it has in all, as far as that is known.
        entered: How many entrants are in.
        is_last: No round follows the one that is played.
    """

    status: TournamentStatus
    is_paused: bool
    break_until: datetime | None
    rounds: tuple[RoundShown, ...]
    planned: int
    entered: int
    is_last: bool
    lines: tuple[LineShown, ...]

    @property
    def is_to_come(self) -> bool:
        return self.status in BEFORE_START

    @property
    def is_over(self) -> bool:
        """All rounds are, whether or not the prizes are paid."""
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.PAID)

    @property
    def round(self) -> RoundShown | None:
        """The one that is played, if one is."""
        newest = self.rounds[0] if self.rounds else None
        return newest if newest and not newest.is_over else None

    @property
    def earlier(self) -> tuple[RoundShown, ...]:
        return self.rounds[1:] if self.round else self.rounds


def board_of(tournament: Tournament) -> Board:
    """How a tournament stands, by a number of queries that follows its stages alone."""
    stages = {stage.number: stage for stage in tournament.stages.all()}
    has_begun = tournament.rounds.exists()
    return Board(
        status=TournamentStatus(tournament.status),
        is_paused=tournament.paused_at is not None,
        break_until=tournament.break_until,
        rounds=tuple(_round(one) for one in reversed(drawn_rounds(tournament))),
        planned=sum(stage.rounds_count or 0 for stage in stages.values()),
        entered=tournament.entrants.playing().count(),
        is_last=_is_last(tournament, stages),
        lines=tuple(_lines(tournament, stages)) if has_begun else (),
    )


def mark_of(tournament: Tournament) -> str:
    """A text that changes with everything that the board shows, by two queries."""
    is_over = Q(tables__table__closed_at__isnull=False)
    rounds = tournament.rounds.aggregate(
        begun=Count("pk", distinct=True),
        over=Count("pk", filter=Q(finished_at__isnull=False), distinct=True),
        closed=Count("tables", filter=is_over, distinct=True),
    )
    people = EntrantMember.objects.filter(tournament=tournament)
    is_in = Q(entrant__admission=Admission.IN)
    came = people.aggregate(
        all=Count("pk"),
        left=Count("left_at"),
        admitted=Count("pk", filter=is_in),
        here=Count("entrant__checked_in_at"),
    )
    rests = (tournament.paused_at, tournament.break_until, tournament.wait_told_at)
    told = [str(one.timestamp()) if one else "" for one in rests]
    state = (tournament.version, tournament.status, tournament.ends_early)
    parts = (tournament.pk, *state, *told, *came.values())
    return "-".join(map(str, (*parts, *rounds.values())))


def _is_last(tournament: Tournament, stages: dict[int, Stage]) -> bool:
    """Tell whether a round is played and no other follows it, in this stage or a later one."""
    playing = tournament.rounds.filter(finished_at=None).select_related("stage").first()
    if playing is None or tournament.ends_early:
        return playing is not None
    stage = stages[playing.stage.number]
    stage.tournament = tournament
    return stage.number == max(stages) and is_last_round(stage)


def _round(round: Round) -> RoundShown:
    return RoundShown(
        number=round.number,
        is_over=round.finished_at is not None,
        tables=tuple(_table(table) for table in round.tables.all()),
        byes=tuple(str(bye.entrant) for bye in round.byes.all()),
    )


def _table(table: RoundTable) -> TableShown:
    seats: Iterable[RoundSeat] = table.seats.all()
    closed_at = vars(table)["closed_at"]  # `drawn_rounds` notes it.
    return TableShown(
        number=table.number,
        seats=tuple(SeatShown(str(seat.member), seat.told_chips) for seat in seats),
        is_over=closed_at is not None,
    )


def _lines(tournament: Tournament, stages: dict[int, Stage]) -> Iterable[LineShown]:
    told = told_states(tournament, but=State.PLAYING)
    measures = {number: one.played_as.measures(one.plan) for number, one in stages.items()}
    for one in results_of(tournament):
        yield LineShown(
            rank=one.rank,
            name=one.name,
            figures=tuple(each.words(one.figures[each.key]) for each in measures[one.stage]),
            reason=one.reason,
            state=told.get(one.entrant, ""),
            prize=one.prize_chips,
        )
