"""What an organiser does at a table while people play: pause it, and take a deal back."""

from datetime import datetime

from django.db import transaction

from games.bell import ring
from games.errors import DealStandsBefore, PlayerGone, ReasonMissing, TableClosed
from games.models import Deal, Table
from ledger.models import Transfer
from ledger.reversals import reverse_transfer

RESTING = ["turn_began_at", "idle_since", "entropy_until"]  # What a pause puts off.


@transaction.atomic
def pause(table: Table, *, at: datetime) -> Table:
    """From now on nothing is dealt, nobody acts and no clock runs. Again it is harmless.

    Raises:
        TableClosed: nobody plays there any more.
    """
    table = _lock(table)
    if table.paused_at is None:
        table.paused_at = at
        table.save(update_fields=["paused_at"])
    return table


@transaction.atomic
def resume(table: Table, *, at: datetime) -> Table:
    """Let it go on; whoever is waited for has the time that was left to him.

    Raises:
        TableClosed: nobody plays there any more.
    """
    table = _lock(table)
    if table.paused_at is None:
        return table
    rest = at - table.paused_at
    for name in RESTING:
        moment: datetime | None = getattr(table, name)
        if moment is not None:
            setattr(table, name, moment + rest)
    if table.due_at is not None:
        table.due_at = table.due_at + rest if table.is_clock_running else at
    table.paused_at = None
    table.save(update_fields=[*RESTING, "due_at", "paused_at"])
    return table


@transaction.atomic
def void_deal(deal: Deal, *, actor_id: int, reason: str, at: datetime) -> Deal:
    """Take back the last deal of a table, in play or settled, with every chip that it moved.

    It stays on the record with who and why, the pool is as it was before, and the deal passes to
    the left. Done again by anybody it is harmless.

    Raises:
        ReasonMissing: nobody says why.
        DealStandsBefore: another deal came after it.
        PlayerGone: somebody who was dealt in has taken his chips home.
        TableClosed: all chips have gone home.
    """
    if not reason.strip():
        raise ReasonMissing("Say why the deal is taken back; everybody at the table will read it.")
    table = _lock(deal.table)
    deal = Deal.objects.get(pk=deal.pk)
    if deal.voided_at is not None:
        return deal
    if table.deals.filter(number__gt=deal.number, voided_at=None).exists():
        raise DealStandsBefore(
            f"Another deal came after deal {deal.number}: pause the table, take that back first."
        )
    gone = table.seats.filter(number__in=deal.seat_numbers).exclude(cashed_chips=None).first()
    if gone is not None:
        raise PlayerGone(f"{gone.player} has gone home with his chips: correct it in the ledger.")
    posted = Transfer.objects.filter(book=table.book_id, key__startswith=f"deal:{deal.pk}:")
    for transfer in posted.order_by("-pk"):
        reverse_transfer(transfer, actor_id=actor_id, memo=reason, at=at)
    deal.voided_at, deal.voided_by_id, deal.void_reason = at, actor_id, reason
    deal.ended_at = deal.ended_at or at
    deal.settled_at = deal.settled_at or max(at, deal.ended_at)  # It may have ended just now.
    deal.save(update_fields=["voided_at", "voided_by", "void_reason", "ended_at", "settled_at"])
    table.turn_began_at, table.is_clock_running = None, False
    table.due_at = at if deal.commitment is not None else None
    table.save(update_fields=["turn_began_at", "is_clock_running", "due_at"])
    return deal


def _lock(table: Table) -> Table:
    ring(table.pk)
    locked: Table = Table.objects.select_for_update().get(pk=table.pk)
    if locked.closed_at is not None:
        raise TableClosed("This table is closed: its chips have gone home.")
    return locked
