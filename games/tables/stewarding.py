"""What an organiser does at a table while people play: pause it, and take a deal back."""

from datetime import datetime

from django.db.models import Q

from deploy.names import refusal
from games.errors import DealStandsBefore, PlayerGone, ReasonMissing
from games.models import Deal, Mode, Seat, Table
from games.tables.closing import close_held, with_next_tables
from games.tables.holding import held, hold, hold_open
from ledger.models import Transfer
from ledger.reversals import reverse_transfer


def pause(table: Table, *, at: datetime) -> Table:
    """From now on nothing is dealt, nobody acts and no clock runs. Again it is harmless.

    Raises:
        TableClosed: nobody plays there any more.
    """
    with hold_open(table) as table:
        table.clock = table.clock.pause(at)
    return table


def resume(table: Table, *, at: datetime) -> Table:
    """Let it go on; the player with the turn has the time that was left to them.

    Raises:
        TableClosed: nobody plays there any more.
    """
    with hold_open(table) as table:
        table.clock = table.clock.resume(at)
    return table


def void_deal(deal: Deal, *, actor_id: int, reason: str, at: datetime) -> Deal:
    """Take back the last deal of a table online, in play or settled, with all that it moved.

    It stays on the record with who and why, the pool is as it was before, and the deal passes to
    the left. Done again by anybody it is harmless.

    Raises:
        ReasonMissing: nobody says why, or in a text that others should not read.
        DealStandsBefore: another deal came after it.
        PlayerGone: somebody who was dealt in has taken their chips home.
        TableClosed: all chips have gone home.
    """
    with hold_open(deal.table) as table:
        assert table.mode == Mode.ONLINE, "real cards are put right: games.play.taking_back"
        return void_held(table, deal, actor_id=actor_id, reason=reason, at=at)


def void_held(table: Table, deal: Deal, *, actor_id: int, reason: str, at: datetime) -> Deal:
    """`void_deal` at an open table that the caller holds."""
    if not reason.strip():
        raise ReasonMissing("Say why the deal is taken back; everybody at the table will read it.")
    if message := refusal(reason):
        raise ReasonMissing(message)
    deal = Deal.objects.get(pk=deal.pk)
    if deal.voided_at is not None:
        return deal
    if table.deals.filter(number__gt=deal.number, voided_at=None).exists():
        raise DealStandsBefore(
            f"Another deal came after deal {deal.number}: pause the table and take that one back"
            " first."
        )
    if gone := _gone(table, deal):
        raise PlayerGone(
            f"{gone.player} has taken their chips home: adjust their purse in the books instead."
        )
    if returned := _returned(deal):
        raise PlayerGone(
            f"{returned.player} had taken their chips home and sits there again: adjust their purse"
            " in the books instead."
        )
    posted = Transfer.objects.filter(book=table.book_id, key__startswith=f"deal:{deal.pk}:")
    for transfer in posted.order_by("-pk"):
        reverse_transfer(transfer, actor_id=actor_id, memo=reason, at=at)
    deal.voided_at, deal.voided_by_id, deal.void_reason = at, actor_id, reason
    deal.ended_at = deal.ended_at or at
    deal.settled_at = deal.settled_at or max(at, deal.ended_at)  # It may have ended just now.
    deal.save(update_fields=["voided_at", "voided_by", "void_reason", "ended_at", "settled_at"])
    table.clock = table.clock.end_turns(at)
    return deal


def close_without_cards(table: Table, *, actor_id: int, reason: str, at: datetime) -> Table:
    """Close a table whose cards nobody can open any more: no seed is looked at.

    Its deal in play is taken back, its pool shared out, and every stack goes home.

    Raises:
        ReasonMissing, PlayerGone, TableClosed: as `void_deal` does; nothing is done.
    """
    with held(with_next_tables([table.pk])) as known, hold_open(table) as table:
        deal = table.deals.filter(settled_at=None).first()
        if deal is not None:
            void_held(table, deal, actor_id=actor_id, reason=reason, at=at)
        close_held([table], known=known, may_play_on=False, at=at)
    return table


def _gone(table: Table, deal: Deal) -> Seat | None:
    """Somebody who has taken home what the deal moved or, a bot, what it lost to its winner.

    Stakes of the house that lay in the pool before would lie there again, and nobody owe them.
    """
    lost = Q(is_house=True, stack__closed_at__gte=deal.settled_at) if deal.settled_at else Q()
    seats = table.seats.filter(Q(number__in=deal.seat_numbers) | lost).exclude(cashed_chips=None)
    gone: Seat | None = seats.filter(number__in=table.deals.numbers_dealt_in()).first()
    return gone


def _returned(deal: Deal) -> Seat | None:
    """Somebody whose stack of then has closed, though it was undone that they went home."""
    if deal.settled_at is None:
        return None
    seats = deal.table.seats.filter(number__in=deal.seat_numbers)
    closed = seats.filter(former_stacks__stack__closed_at__gte=deal.settled_at)
    returned: Seat | None = closed.select_related("player").first()
    return returned


def strike_deals(table: Table, *, actor_id: int, reason: str, at: datetime) -> None:
    """Let no deal of a closed table count any more; its host moves the chips back.

    They stay on the record with who and why; ratings and records are counted without them.
    """
    with hold(table) as table:
        assert table.closed_at is not None, "deals of an open table are taken back one by one"
        standing = table.deals.filter(voided_at=None)
        standing.update(voided_at=at, voided_by=actor_id, void_reason=reason)
