"""Results put right: an organiser says what a table came to, with a reason that all can read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from ledger.posting import Posting, post_transfer
from tournaments.byes import count_byes
from tournaments.errors import NotInDraw, ResultImpossible, WrongMoment
from tournaments.formats.protocol import Stacks
from tournaments.life import expect_begun, lock_tournament
from tournaments.models import (
    EntrantMember,
    RoundSeat,
    RoundTable,
    Tournament,
    TournamentDeedKind,
)
from tournaments.prize_corrections import pay_right
from tournaments.reasons import PUT_RIGHT
from tournaments.tournament_log import checked_reason, figures_of, note


@dataclass(frozen=True)
class Figures:
    """What a seat came to; None for what stays as it is.

    Attributes:
        seat: Its number, from 0.
        chips: Won, negative for lost.
    """

    seat: int
    chips: int | None = None
    deals_won: int | None = None
    tricks: int | None = None
    jinks: int | None = None


@transaction.atomic
def correct_table(
    tournament: Tournament,
    figures: Sequence[Figures],
    *,
    round_number: int,
    table_number: int,
    reason: str,
    by: int,
    at: datetime,
) -> RoundTable:
    """Put right what a table of a round that is over came to.

    The chips of the table stay as many as they were. Where people carry their stacks on, the
    difference moves between their playing chips. Standings follow, and prizes, paid or not. Who has
    gone on to a later round or stage stays there.

    Raises:
        NoReason: nobody says why.
        WrongMoment: the tournament has not started, or the round is not over.
        NotInDraw: there is no such table or seat.
        ResultImpossible: chips would come from nowhere, or no deals end so.
        Overdrawn: somebody does not hold the playing chips that they would give.
    """
    reason = checked_reason(reason)
    tournament = lock_tournament(tournament)
    expect_begun(tournament)
    row = _table(tournament, round_number, table_number)
    before = figures_of(row)
    rows = row.seats.select_related("member").order_by("seat")
    seats: dict[int, RoundSeat] = {seat.seat: seat for seat in rows}
    was = {number: seat.chips or 0 for number, seat in seats.items()}
    for one in figures:
        if (seat := seats.get(one.seat)) is None:
            raise NotInDraw(f"Table {table_number} has no seat {one.seat}: look at the round.")
        _put_right(seat, one)
    _check_sums(was, seats)
    for seat in seats.values():
        seat.save(update_fields=["chips", "deals_won", "tricks", "jinks"])
    deed = note(
        tournament,
        TournamentDeedKind.CORRECTED,
        by=by,
        reason=reason,
        round_number=round_number,
        table_number=table_number,
        entrants={seat.entrant_id for seat in seats.values()},
        before=before,
        after=figures_of(row),
        at=at,
    )
    _move(row, was, seats, key=f"tournament-deed:{deed.pk}", reason=reason, by=by, at=at)
    count_byes(row.round)
    pay_right(tournament, reason=reason, by=by, at=at)
    return row


def _table(tournament: Tournament, round_number: int, table_number: int) -> RoundTable:
    rows = RoundTable.objects.filter(round__tournament=tournament, round__undone_at=None)
    rows = rows.filter(round__number=round_number, number=table_number, voided_at=None)
    row: RoundTable | None = rows.select_related("round__stage").first()
    if row is None:
        raise NotInDraw(f"There is no table {table_number} in round {round_number}.")
    if row.round.finished_at is None:
        raise WrongMoment(
            f"Round {round_number} is in play: take deals back at its table, or wait for its end."
        )
    row.round.tournament = row.round.stage.tournament = tournament
    return row


def _put_right(seat: RoundSeat, figures: Figures) -> None:
    for name in ("chips", "deals_won", "tricks", "jinks"):
        if (figure := getattr(figures, name)) is not None:
            setattr(seat, name, figure)
    deals, won = seat.deals or 0, seat.deals_won or 0
    if not (seat.jinks or 0) <= won <= deals or (seat.tricks or 0) > 5 * deals:
        raise ResultImpossible(
            f"{seat.member} played {deals} deals: they cannot have won {won}, with "
            f"{seat.tricks or 0} tricks and {seat.jinks or 0} jinks."
        )


def _check_sums(was: dict[int, int], seats: dict[int, RoundSeat]) -> None:
    before, after = sum(was.values()), sum(seat.chips or 0 for seat in seats.values())
    if before != after:
        raise ResultImpossible(
            f"The chips of the table come to {after}, and were {before}: what one wins, others "
            "lose."
        )


def _move(
    row: RoundTable,
    was: dict[int, int],
    seats: dict[int, RoundSeat],
    *,
    key: str,
    reason: str,
    by: int,
    at: datetime,
) -> None:
    """Move playing chips where people still hold those of this stage."""
    stage = row.round.stage
    later = stage.tournament.stages.filter(number__gt=stage.number, started_at__isnull=False)
    if stage.played_as.stacks == Stacks.FRESH or later.exists():
        return
    legs: dict[int, int] = {}
    for number, seat in seats.items():
        member = seat.member
        playing = EntrantMember.objects.playing().filter(entrant=member.entrant_id)
        now = playing.filter(number=member.number).first() or member
        gain = (seat.chips or 0) - was[number]
        legs[now.purse_id] = legs.get(now.purse_id, 0) + gain
    legs = {purse: chips for purse, chips in legs.items() if chips}
    if legs:
        posting = Posting(
            book_id=stage.tournament.book_id,
            reason=PUT_RIGHT,
            key=key,
            legs=legs,
            memo=f"{stage.tournament}: {reason}",
            actor_id=by,
        )
        post_transfer(posting, at=at)
