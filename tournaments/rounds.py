"""Rounds: drawn, played, counted, and followed by the next one or by the prizes."""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain

from django.db import transaction
from django.db.models import F, Prefetch, QuerySet

from deploy.unlocked import begins_anew
from games.engine.sides import side_numbers
from games.seat_numbers import SeatNumber
from games.tables.opening import SeatPlan, open_table
from ledger.kinds import AccountKind
from ledger.models import Account
from tournaments.awards import finish
from tournaments.byes import count_byes
from tournaments.clockwork import begin_break, ends_at
from tournaments.counting import count_round
from tournaments.drafts import check_sound, draft_round
from tournaments.errors import WrongMoment
from tournaments.formats.draw import seats_of
from tournaments.formats.protocol import Stacks
from tournaments.life import expect_going, lock_tournament
from tournaments.models import (
    PLAYERS,
    Bye,
    DrawStatus,
    Entrant,
    EntrantMember,
    NewsKind,
    Round,
    RoundDraw,
    RoundSeat,
    RoundTable,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.news import tell
from tournaments.passages import begin_round, begin_stage, finish_round, finish_stage
from tournaments.stages import current_stage
from tournaments.substitutes import hand_chips_over
from tournaments.table_kinds import TOURNAMENT
from tournaments.tournament_log import note


def go_on(
    tournament: Tournament, *, by: int | None = None, waits: bool = False, at: datetime
) -> RoundDraw | None:
    """Draw the next round, of this stage or of the next one; None after the last stage.

    Its tables open at once, unless draws wait for somebody to confirm them. The caller has locked
    the tournament, and no round is in play.

    Args:
        by: The player who has it drawn; None where it is drawn by itself.
        waits: Somebody has to confirm it, even where draws wait for nobody.

    Raises:
        NoDraw: it is the first round, and there are no tables for all who entered.
    """
    while (stage := current_stage(tournament)) is not None:
        if stage.started_at is None:
            begin_stage(stage, at=at)
        if (draft := draft_round(stage, by=by, waits=waits, at=at)) is not None:
            if draft.publishes_at is not None and draft.publishes_at <= at:
                publish(draft, at=at)
            return draft
        finish_stage(stage, at=at)
    return None


def publish(draft: RoundDraw, *, by: int | None = None, at: datetime) -> Round:
    """Give the seats of a draft to people, and open its tables.

    The caller has locked the tournament.

    Raises:
        DrawChanged: somebody in it cannot play any more, or somebody else can.
    """
    laid = check_sound(draft)
    tournament, stage = draft.tournament, draft.stage
    draft.status, draft.published_at, draft.published_by_id = DrawStatus.PUBLISHED, at, by
    draft.publishes_at = None
    draft.save(update_fields=["status", "published_at", "published_by", "publishes_at"])
    round: Round = Round.objects.create(
        tournament=tournament,
        stage=stage,
        draw=draft,
        number=draft.round_number,
        seed=draft.seed,
        repeat_meetings=draft.repeat_meetings,
        least_repeats=draft.least_repeats,
        started_at=at,
        ends_at=ends_at(stage, at=at),
    )
    Bye.objects.bulk_create(
        Bye(round=round, entrant_id=bye.entrant, reason=bye.reason) for bye in laid.byes
    )
    able = tournament.entrants.named().in_bulk([*chain(*laid.tables)])
    tables = [
        [
            able[pk].company[number]
            for pk, number in seats_of(table, members=tournament.members_count)
        ]
        for table in laid.tables
    ]
    begin_round(stage, round.number, [*able.values()], at=at)
    carried = _carried_pools(tournament)
    for number, members in enumerate(tables, start=1):
        open_round_table(round, number, members, pool=next(carried, None), at=at)
    kind = TournamentDeedKind.ROUND_BEGAN if by is None else TournamentDeedKind.CONFIRMED
    drawn = {"draw": draft.number}
    note(tournament, kind, by=by, round_number=round.number, after=drawn, at=at)
    tell(tournament, NewsKind.DRAW, round_number=round.number)
    return round


def drawn_rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds so far with their tables and seats, to be shown."""
    named = Prefetch("entrant", Entrant.objects.named())
    seats = RoundSeat.objects.select_related(*(f"member__{one}" for one in PLAYERS)).order_by(
        "seat"
    )
    seats = seats.prefetch_related(named)
    tables = (
        RoundTable.objects.filter(voided_at=None)
        .annotate(closed_at=F("table__closed_at"))
        .order_by("number")
    )
    seated = tables.prefetch_related(Prefetch("seats", seats))
    rounds: QuerySet[Round] = tournament.rounds.select_related("stage").order_by("number")
    byes = Bye.objects.prefetch_related(named).order_by("pk")
    return rounds.prefetch_related(Prefetch("tables", seated), Prefetch("byes", byes))


def _carried_pools(tournament: Tournament) -> Iterator[Account]:
    """Pools that the last round carried over: the next tables open with them. RULES.md 7.7."""
    left = Account.objects.open().filter(book=tournament.book_id, kind=AccountKind.POOL)
    return iter(left.filter(balance__gt=0).order_by("pk"))


def open_round_table(
    round: Round, number: int, members: list[EntrantMember], *, pool: Account | None, at: datetime
) -> RoundTable:
    """A table to which everybody brings their stack: a fresh one, or all that they have."""
    tournament, stage = round.tournament, round.stage
    is_fresh = stage.played_as.stacks == Stacks.FRESH
    table = open_table(
        tournament.book,
        rules=tournament.rules,
        policies=TOURNAMENT.policies,
        seats=[
            SeatPlan(
                player_id=one.player.pk,
                purse_id=one.purse_id,
                chips=stage.starting_stack if is_fresh else one.purse.balance,
                bot_level=one.bot_level,
            )
            for one in members
        ],
        name=f"{tournament}, round {round.number}, table {number}",
        deals_limit=stage.deals_a_round,
        pool=pool,
        club_book=tournament.club.book,
        at=at,
        **tournament.terms,
    )
    side_of = side_numbers(table.rules.sides, len(members))
    sides_of: dict[int, set[int]] = {}
    for one, side in zip(members, side_of, strict=True):
        sides_of.setdefault(one.entrant_id, set()).add(side)
    are_sides = all(len(sides) == 1 for sides in sides_of.values())
    round_table = RoundTable.objects.create(
        round=round, number=number, table=table, are_sides=are_sides
    )
    RoundSeat.objects.bulk_create(
        RoundSeat(
            round_table=round_table, entrant_id=one.entrant_id, member=one, seat=SeatNumber(seat)
        )
        for seat, one in enumerate(members)
    )
    return round_table


@begins_anew
@transaction.atomic
def advance_round(round: Round, *, at: datetime) -> Tournament:
    """Count a round that is played out, then open the next one or pay the prizes.

    Done again, or too early, it does nothing.
    """
    tournament = lock_tournament(round.tournament)
    due = tournament.rounds.played_out().select_related("stage").filter(pk=round.pk).first()
    if due is None or tournament.status != TournamentStatus.RUNNING:
        return tournament
    due.stage.tournament = due.tournament = tournament
    count_round(due, at=at)
    count_byes(due)
    hand_chips_over(tournament, at=at)
    finish_round(due, at=at)
    due.finished_at = at
    due.save(update_fields=["finished_at"])
    note(tournament, TournamentDeedKind.COUNTED, round_number=due.number, at=at)
    tell(tournament, NewsKind.RESULTS, round_number=due.number)
    tell(tournament, NewsKind.STANDINGS)
    if tournament.ends_early or not begin_break(tournament, after=due.number, at=at):
        go_on_or_finish(tournament, at=at)
    return tournament


@begins_anew
@transaction.atomic
def end_break(tournament: Tournament, *, by: int | None = None, at: datetime) -> Tournament:
    """Go on after a break, when its time is over or when somebody says so.

    Raises:
        WrongMoment: there is no break, or it is paused.
    """
    tournament = lock_tournament(tournament)
    expect_going(tournament)
    if tournament.break_until is None:
        raise WrongMoment(f"{tournament} has no break now: there is nothing to end.")
    tournament.break_until = None
    tournament.save(update_fields=["break_until"])
    note(tournament, TournamentDeedKind.BREAK_ENDED, by=by, at=at)
    tell(tournament, NewsKind.STATUS)
    go_on_or_finish(tournament, at=at)
    return tournament


def go_on_or_finish(
    tournament: Tournament, *, by: int | None = None, waits: bool = False, at: datetime
) -> RoundDraw | None:
    """Draw the next round as `go_on` does, or end the tournament where none is left, or wanted."""
    if tournament.ends_early:
        if (stage := current_stage(tournament)) is not None:
            finish_stage(stage, at=at)
        finish(tournament, at=at)
        return None
    draft = go_on(tournament, by=by, waits=waits, at=at)
    if draft is None:
        finish(tournament, at=at)
    return draft
