"""Tables with real cards: how each deal ended is entered by hand, and paid like any other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from deploy.rights import Doer
from games.engine import Outcome
from games.errors import (
    BroughtBefore,
    DealRecorded,
    NotDealtIn,
    NotRecorded,
    NotSeated,
    SideNotWhole,
    TableNotFree,
    TablePlayedOut,
    TooFewChips,
    TooFewPlayers,
    WrongDeal,
)
from games.evening.result import Result, called, outcome_of
from games.kinds import Entered, note_entered
from games.models import Deal, Mode, ResultEntry, Seat, Table
from games.play.held_up import Offer, held_up_by
from games.play.journal import names_of
from games.play.lineup import LineUp, Sitting, is_played_out, next_sitting
from games.play.record_keeping import check_has_no_totals, has_totals
from games.play.settlement import collect_stakes, pay_out
from games.seat_numbers import SeatNumber
from games.tables.closing import check_between_deals
from games.tables.holding import check_open, hold, hold_open, moment_at
from games.tables.opening import bring_by_hand
from ledger.chips import refusal
from ledger.models import Account
from ledger.posting import post_transfer


def record_deal(
    table: Table,
    result: Result,
    *,
    number: int,
    actor_id: int | None = None,
    link_id: int | None = None,
    at: datetime,
) -> Deal:
    """Enter how a deal ended: its stakes are collected and the pool is paid.

    The same result for the same number, entered again, is harmless.

    Args:
        number: The deal that is meant, so that two who enter results cannot enter one twice.
        actor_id: Who enters it.
        link_id: The link with which they came, if any.

    Raises:
        NotRecorded: the cards of this table are dealt online.
        TableClosed: the table is closed.
        TotalsEntered: the totals of the table are entered instead.
        DealRecorded: another result was entered for this deal.
        WrongDeal: another deal comes next.
        TablePlayedOut: all its deals were played.
        SideNotWhole: somebody is missing, and the table waits for them.
        TooFewPlayers: who is left cannot play by these rules.
        NotDealtIn: a seat that is named is not in this deal.
        ImpossibleOutcome: no deal by these rules ends like this; the message names the rule.
    """
    with hold(table) as table:
        at = moment_at([table], at=at)
        deal, version = _record(table, result, number, Doer(actor_id, link_id), at=at)
        if version is not None:
            made = ((deal.number, version),)
            note_entered(
                Entered(table=table, deals=made, actor_id=actor_id, link_id=link_id, at=at)
            )
        return deal


@dataclass(frozen=True)
class Upcoming:
    """The deal whose result may be entered next.

    Attributes:
        usual: Who plays it, if whoever is in turn deals.
        by_dealer: Who plays it, if one of these deals.
        sitting: Who sits there.
    """

    usual: LineUp
    by_dealer: Mapping[SeatNumber, LineUp]
    sitting: Sitting

    def dealt_by(self, dealer: SeatNumber | None) -> LineUp:
        """Who plays it, if this seat deals.

        Raises:
            NotDealtIn: they cannot deal.
        """
        if dealer is not None and dealer not in self.by_dealer:
            raise _cannot_deal(self.sitting.table, dealer)
        return self.usual if dealer is None else self.by_dealer[dealer]

    def short_in(self, lineup: LineUp) -> tuple[Seat, ...]:
        """Who has too few chips for this deal and sits out. Source: RULES.md 7.5."""
        if self.sitting.course.misdeal is not None:  # It is dealt to those who were dealt in.
            return ()
        others = (*lineup.numbers, *lineup.waiting)
        return tuple(seat for seat in self.sitting.seated if seat.number not in others)


def upcoming(table: Table) -> Upcoming | None:
    """The deal whose result may be entered next; None where there is none."""
    if table.mode != Mode.RECORDED or table.closed_at is not None or has_totals(table):
        return None
    sitting = next_sitting(table)
    usual = sitting.lineup()
    if is_played_out(table, usual) or table.rules.refusal(len(usual.seats)) or usual.is_held_up:
        return None
    lineups = {seat.number: sitting.lineup(seat.number) for seat in sitting.seated}
    by_dealer = {
        number: lineup for number, lineup in lineups.items() if _can_deal(table, number, lineup)
    }
    return Upcoming(usual, by_dealer, sitting)


def _record(
    table: Table, result: Result, number: int, by: Doer, *, at: datetime
) -> tuple[Deal, int | None]:
    """The deal, and which entry was made; None where this result counts already."""
    if table.mode != Mode.RECORDED:
        raise NotRecorded(f"{table} is played online: its results cannot be entered by hand.")
    recorded = table.deals.filter(number=number).first()
    if recorded is not None and recorded.voided_at is None:
        return _same(recorded, result), None
    check_open(table)
    check_has_no_totals(table)
    sitting = next_sitting(table)
    _check(table, sitting.lineup(), number)
    lineup = _dealt_by(sitting, result.dealer)
    outcome = outcome_of(table.rules, result, lineup, names=names_of(table))
    deal = recorded or Deal(table=table, number=number)
    deal.table = table
    entry = _enter(deal, lineup, outcome, result, by, at=at)
    collect_stakes(deal, lineup, entry=entry, at=at)
    _read_balances([table.pool, *(seat.stack for seat in lineup.seats)])
    deal.gains = list(pay_out(deal, lineup.seats, entry=entry, at=at))
    deal.save(update_fields=["gains"])
    return deal, entry


def _enter(
    deal: Deal,
    lineup: LineUp,
    outcome: Outcome,
    result: Result,
    by: Doer,
    *,
    at: datetime,
) -> int:
    """Keep a deal that is to be paid, and its entry; which entry it is.

    The number of a deal that was struck is taken again.
    """
    deal.seat_numbers, deal.dealer = list(lineup.numbers), lineup.dealer
    deal.is_new_pool, deal.scores = lineup.is_new_pool, list(lineup.scores)
    deal.outcome_json, deal.is_dealt_again = outcome.to_json(), result.is_dealt_again
    deal.contributions = list(lineup.contributions)
    deal.dealt_at, deal.ended_at, deal.settled_at = at, at, None
    deal.voided_at, deal.voided_by_id, deal.void_reason = None, None, ""
    deal.is_stale = deal.pk is not None  # Its number may have been counted before.
    deal.save()
    version = deal.entries.count() + 1
    ResultEntry.objects.create(
        deal=deal,
        version=version,
        seat_numbers=deal.seat_numbers,
        result_json=result.to_json(),
        by_id=by.player_id,
        link_id=by.link_id,
        at=at,
        dealt_at=deal.dealt_at,
    )
    return version


def bring_more(
    table: Table,
    *,
    player_id: int,
    chips: int,
    after: int | None = None,
    actor_id: int | None = None,
    at: datetime,
) -> Seat:
    """More chips for somebody at a table of real cards, between two deals; they play the next one.

    Args:
        after: How often they had brought chips when this was asked for, so that a form that is
            sent twice brings them once.
        actor_id: Who says so, where it is not the player.

    Raises:
        TooFewChips: that is no number of chips.
        TableClosed: nobody plays there any more.
        TableNotFree: cards are dealt online there, or nobody may bring more.
        NotSeated: they have no seat there.
        BroughtBefore: they have brought chips meanwhile.
        DealInPlay: a deal is not settled.
        Overdrawn: the purse does not hold them.
    """
    if message := refusal(chips):
        raise TooFewChips(message)
    with hold_open(table) as table:
        seat = _seat_to_bring(table, player_id, after)
        at = moment_at([table], at=at)
        post_transfer(replace(bring_by_hand(seat, chips), actor_id=actor_id), at=at)
        return seat


def _seat_to_bring(table: Table, player_id: int, after: int | None) -> Seat:
    if table.mode != Mode.RECORDED or not table.policies.may_bring_more:
        raise TableNotFree(
            "This table takes no more chips: you bring them for somebody only where the cards are "
            "real, and where that is allowed."
        )
    check_between_deals([table])
    seats = table.seats.taken().select_related("stack", "purse")
    seat: Seat | None = seats.filter(player=player_id).first()
    if seat is None:
        raise NotSeated("They have no seat at this table.")
    if after is not None and seat.buy_ins_count != after:
        raise BroughtBefore(
            f"{seat.player} brought chips a moment ago: look at the stack before you bring more."
        )
    seat.table = table
    return seat


def _check(table: Table, lineup: LineUp, number: int) -> None:
    if number != lineup.number:
        raise WrongDeal(f"Deal {lineup.number} of {table} comes next, not deal {number}.")
    if is_played_out(table, lineup):
        raise TablePlayedOut(
            f"All {table.deals_limit} deals of {table} have been played: close it."
        )
    if waits := held_up_by(table, lineup, table.seats.named()):
        missing = [str(seat.player) for seat in waits.missing]
        raise SideNotWhole(waits.sentence, missing=missing, offers=list(Offer))
    refusal = table.rules.refusal(len(lineup.seats))
    if refusal and lineup.waiting:
        names = names_of(table)
        who = ", ".join(called(one, names) for one in lineup.waiting)
        raise TooFewPlayers(
            f"At {table} fewer than two sides can play. Without a deal are: {who}. Let others sit "
            "down or bring chips."
        )
    if refusal:
        raise TooFewPlayers(f"{len(lineup.seats)} at {table} can pay. {refusal}")


def _dealt_by(sitting: Sitting, dealer: SeatNumber | None) -> LineUp:
    """Who plays if they deal, of whom somebody says so.

    Raises:
        NotDealtIn: they cannot deal.
    """
    lineup = sitting.lineup(dealer)
    if dealer is not None and not _can_deal(sitting.table, dealer, lineup):
        raise _cannot_deal(sitting.table, dealer)
    return lineup


def _cannot_deal(table: Table, number: SeatNumber) -> NotDealtIn:
    name = called(number, names_of(table))
    return NotDealtIn(f"{name} cannot deal now. Name somebody else, or let them bring more chips.")


def _can_deal(table: Table, number: SeatNumber, lineup: LineUp) -> bool:
    """Whether this is the line-up of a deal that they deal."""
    is_enough = table.rules.refusal(len(lineup.seats)) is None
    return is_enough and lineup.numbers[lineup.dealer] == number


def _read_balances(accounts: Sequence[Account]) -> None:
    """What they hold now, in one query."""
    rows = Account.objects.filter(pk__in=[account.pk for account in accounts])
    balances = dict(rows.values_list("pk", "balance"))
    for account in accounts:
        account.balance = balances[account.pk]


def _same(deal: Deal, result: Result) -> Deal:
    """The deal, if this is the result that counts for it."""
    entry = deal.entries.order_by("version").last()
    if entry is None or entry.result != result:
        by = f" by {entry.by}" if entry and entry.by else ""
        raise DealRecorded(
            f"Deal {deal.number} has already been entered{by}, with another result. Look at it, and"
            " if it is wrong, put it right."
        )
    return deal
