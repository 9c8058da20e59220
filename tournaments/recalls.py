"""Recalls: tables whose play counts for nothing, to be played again or drawn again."""

from datetime import datetime

from django.db import transaction

from games.models import Deal
from games.tables.stewarding import close_without_cards, strike_deals
from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting, post_transfer
from tournaments.byes import forget_byes
from tournaments.clockwork import ends_at
from tournaments.counting import COUNTED
from tournaments.drafts import replace, waiting_draft
from tournaments.entries import leave_tables
from tournaments.errors import DealsPlayed, NotInDraw, WrongMoment
from tournaments.formats.protocol import Stacks
from tournaments.life import expect, lock_tournament, move_tournament
from tournaments.models import (
    DrawStatus,
    EntrantMember,
    Round,
    RoundDraw,
    RoundTable,
    Tournament,
    TournamentDeedKind,
    TournamentStatus,
)
from tournaments.passages import finish_round
from tournaments.reasons import PUT_RIGHT
from tournaments.rounds import open_round_table
from tournaments.stacks import give_to_purses
from tournaments.substitutes import hand_chips_over
from tournaments.tournament_log import checked_reason, figures_of, note, note_deals_taken_back


@transaction.atomic
def undo_draw(
    tournament: Tournament, *, reason: str, voids_deals: bool = False, by: int, at: datetime
) -> Tournament:
    """Take the last draw back: its tables close, and everybody has the chips of before.

    The draw is kept. Then the tournament waits until somebody has the round drawn again, so that
    results and tables of the round before can be put right. Ratings and records follow.

    Args:
        voids_deals: Take back the deals that were settled there, too.

    Raises:
        NoReason: nobody says why.
        WrongMoment: the tournament is not running, or the last round is over.
        DealsPlayed: a deal was settled there.
    """
    reason = checked_reason(reason)
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.RUNNING)
    draw: RoundDraw | None = waiting_draft(tournament)
    rounds = tournament.rounds.filter(finished_at=None).select_related("stage", "draw")
    round: Round | None = rounds.first()
    if draw is None and round is None:
        raise WrongMoment(
            f"No draw of {tournament} can be undone: its last round is over. Put results right, or "
            "have tables of it played again."
        )
    if round is not None:
        _recall_round(tournament, round, reason=reason, voids_deals=voids_deals, by=by, at=at)
        draw = round.draw
    if draw is not None:
        draw.status = DrawStatus.UNDONE
        draw.save(update_fields=["status"])
    note_deals_taken_back(tournament)
    note(
        tournament,
        TournamentDeedKind.UNDID_DRAW,
        by=by,
        reason=reason,
        round_number=tournament.rounds.count() + 1,
        before={} if draw is None else {"draw": draw.number, "seed": str(draw.seed)},
        at=at,
    )
    return tournament


def _recall_round(
    tournament: Tournament, round: Round, *, reason: str, voids_deals: bool, by: int, at: datetime
) -> None:
    round.tournament = round.stage.tournament = tournament
    settled = Deal.objects.filter(table__round_table__round=round).counted()
    if settled.exists() and not voids_deals:
        raise DealsPlayed(
            f"Deals of round {round.number} have been played: say that they are to be taken back, "
            "or let it end and put results right."
        )
    for row in _standing(round):
        _recall(row, reason=reason, by=by, at=at)
    hand_chips_over(tournament, at=at)
    finish_round(round, at=at)
    round.undone_at = at
    round.save(update_fields=["undone_at"])


@transaction.atomic
def replay_table(
    tournament: Tournament,
    *,
    round_number: int,
    table_number: int,
    reason: str,
    by: int,
    at: datetime,
) -> RoundTable:
    """Have a table of the last round played again from its first deal, by the same people.

    What was played there counts for nothing: not in the standings, and not in ratings and records.
    A round that was over goes on, and a draw that waits gives way: it is drawn again afterwards. If
    the time of the round was up, the table has all of it again.

    Raises:
        NoReason: nobody says why.
        WrongMoment: the tournament is not running, or the prizes are paid; or a later round is
            drawn, or a later stage has begun.
        NotInDraw: there is no such round or table.
    """
    reason = checked_reason(reason)
    tournament = lock_tournament(tournament)
    expect(tournament, TournamentStatus.RUNNING, TournamentStatus.FINISHED)
    row = _last_table(tournament, round_number, table_number)
    round, before = row.round, figures_of(row)
    if (draft := waiting_draft(tournament)) is not None:
        replace(draft)
    was_over = round.finished_at is not None
    pool = _recall(row, reason=reason, by=by, at=at)
    if was_over:
        _go_on_with(round)
    if was_over or round.called_at is not None:
        _begin_its_clock_anew(round, at=at)
    hand_chips_over(tournament, at=at)
    members = [_now(seat.member) for seat in row.seats.select_related("member").order_by("seat")]
    if was_over and round.stage.played_as.stacks == Stacks.FRESH:
        purses = [one.purse_id for one in members]
        give_to_purses(round.stage, purses, key=f"round-table:{row.pk}:stacks", at=at)
    fresh = EntrantMember.objects.select_related("member", "purse")
    members = [fresh.get(pk=one.pk) for one in members]
    again = open_round_table(round, row.number, members, pool=pool, at=at)
    for one in members:
        if one.left_at is not None:  # A bot plays for them, as before.
            leave_tables(tournament, one.player.pk, at=at)
    note_deals_taken_back(tournament)
    note(
        tournament,
        TournamentDeedKind.REPLAYED,
        by=by,
        reason=reason,
        round_number=round.number,
        table_number=row.number,
        entrants={one.entrant_id for one in members},
        before=before,
        at=at,
    )
    return again


@transaction.atomic
def note_deals(tournament: Tournament) -> None:
    """Write into the log which deals organisers took back at its tables since; again, nothing."""
    note_deals_taken_back(lock_tournament(tournament))


def _last_table(tournament: Tournament, round_number: int, table_number: int) -> RoundTable:
    last = tournament.rounds.order_by("-number").select_related("stage").first()
    rows = RoundTable.objects.filter(round__tournament=tournament, voided_at=None)
    rows = rows.filter(round__number=round_number, round__undone_at=None, number=table_number)
    row: RoundTable | None = rows.select_related("table").first()
    if row is None or last is None:
        raise NotInDraw(f"There is no table {table_number} in round {round_number}.")
    if last.number != round_number:
        raise WrongMoment(
            f"Round {last.number} is drawn, so tables of round {round_number} cannot be played "
            "again: undo its draw first, or put the result right."
        )
    later = tournament.stages.filter(number__gt=last.stage.number, started_at__isnull=False)
    if later.exists():
        raise WrongMoment(
            "The next stage has begun with those who came through: put the result right instead."
        )
    last.tournament = last.stage.tournament = tournament
    row.round = last
    return row


def _standing(round: Round) -> list[RoundTable]:
    rows = round.tables.filter(voided_at=None).select_related("table").order_by("number")
    found: list[RoundTable] = list(rows)
    for row in found:
        row.round = round
    return found


def _recall(row: RoundTable, *, reason: str, by: int, at: datetime) -> Account | None:
    """Let nothing of a table count; everybody has the chips that they brought to it.

    Returns:
        The pool that was carried to it, if there was one.
    """
    table = row.table
    if table.closed_at is None:
        close_without_cards(table, actor_id=by, reason=reason, at=at)
    strike_deals(table, actor_id=by, reason=reason, at=at)
    table.refresh_from_db()
    pool = _brought_back(row, reason=reason, by=by, at=at)
    row.voided_at = at
    row.save(update_fields=["voided_at"])
    row.seats.update(**dict.fromkeys(COUNTED))
    return pool


def _brought_back(row: RoundTable, *, reason: str, by: int, at: datetime) -> Account | None:
    round, table = row.round, row.table
    if round.finished_at is not None and round.stage.played_as.stacks == Stacks.FRESH:
        return None  # All stacks were taken back when it was over.
    seats = {seat.number: seat for seat in table.seats.all()}
    legs: dict[int, int] = {}
    for one in row.seats.select_related("member"):
        seat = seats[one.seat]
        counted = (seat.cashed_chips or 0) - seat.bought_chips
        made = counted if one.chips is None else one.chips
        purse = _now(one.member).purse_id if one.chips is not None else one.member.purse_id
        legs[purse] = legs.get(purse, 0) - made
    missing = -sum(legs.values())
    pool = Account.objects.get(pk=table.pool_id)
    if pool.closed_at is not None and missing:
        pool = open_account(
            round.tournament.book, kind=AccountKind.POOL, name=f"Pool of {table}, put right"
        )
    legs = {account: chips for account, chips in {**legs, pool.pk: missing}.items() if chips}
    if legs:
        posting = Posting(
            book_id=round.tournament.book_id,
            reason=PUT_RIGHT,
            key=f"round-table:{row.pk}:recalled",
            legs=legs,
            memo=f"{table}: {reason}"[:500],
            actor_id=by,
        )
        post_transfer(posting, at=at)
    pool.refresh_from_db()
    if pool.balance:
        return pool
    if pool.closed_at is None:
        close_accounts([pool], at=at)
    return None


def _now(member: EntrantMember) -> EntrantMember:
    """Who plays for a member of an entrant now: they or their substitute."""
    playing = EntrantMember.objects.playing().filter(entrant=member.entrant_id)
    return playing.filter(number=member.number).first() or member


def _begin_its_clock_anew(round: Round, *, at: datetime) -> None:
    """Other tables that still play have their last deals, which stay the last."""
    round.ends_at, round.called_at = ends_at(round.stage, at=at), None
    round.save(update_fields=["ends_at", "called_at"])


def _go_on_with(round: Round) -> None:
    """A round that was over goes on, and what ended with it."""
    tournament, stage = round.tournament, round.stage
    round.finished_at = None
    round.save(update_fields=["finished_at"])
    forget_byes(round)
    if stage.finished_at is not None:
        stage.finished_at = None
        stage.save(update_fields=["finished_at"])
    if tournament.break_until is not None:  # It begins anew when the round is over again.
        tournament.break_until = None
        tournament.save(update_fields=["break_until"])
    if tournament.status == TournamentStatus.FINISHED:
        tournament.finished_at = None
        tournament.save(update_fields=["finished_at"])
        move_tournament(tournament, TournamentStatus.RUNNING)
