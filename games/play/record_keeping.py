"""What a table of real cards keeps, its deals or its totals, and until when that is put right."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from deploy.names import refusal
from games.errors import (
    CorrectedTooLate,
    DealsEntered,
    NotOwnEntry,
    NotRecorded,
    ReasonMissing,
    TableClosed,
    TotalsEntered,
)
from games.models import Mode, ResultEntry, Table, TotalsEntry

CORRECTED_FOR: Final = timedelta(days=30)


def latest_totals(table: Table) -> TotalsEntry | None:
    """The entry of a table's totals that counts; it may have taken them back."""
    entry: TotalsEntry | None = table.totals_entries.order_by("version").last()
    return entry


def has_totals(table: Table) -> bool:
    """Whether totals stand instead of deals."""
    return table.totals_entries.standing() is not None


def check_has_no_totals(table: Table) -> None:
    """See that a table keeps its deals.

    Raises:
        TotalsEntered: it has totals.
    """
    if has_totals(table):
        raise TotalsEntered(
            f"The totals of {table} are entered. Take them back before you enter its deals."
        )


def check_has_no_deals(table: Table) -> None:
    """See that a table may have totals.

    Raises:
        DealsEntered: it has deals.
    """
    if count := table.deals.standing().count():
        deals = "A deal is" if count == 1 else f"{count} deals are"
        raise DealsEntered(
            f"{deals} entered at {table}. Go on deal by deal, or strike them before you enter "
            "totals."
        )


def check_own_deals(table: Table, deals: Sequence[int], link_id: int | None) -> None:
    """See that by a link nobody puts right what was not entered by it.

    Args:
        deals: The numbers for which something else is to count.
        link_id: None for people who signed in: they may put all of it right.

    Raises:
        NotOwnEntry: somebody else entered one of these, or put it right.
    """
    if link_id is None:
        return
    made = ResultEntry.objects.filter(deal__table=table, deal__number__in=deals)
    newest = made.newest().select_related("deal")
    others = sorted(one.deal.number for one in newest if one.link_id != link_id)
    if others:
        raise NotOwnEntry(
            f"Deal {others[0]} at {table} was entered by somebody else: ask an organiser to put it "
            "right."
        )


def check_own_totals(latest: TotalsEntry | None, link_id: int | None) -> None:
    """The same for the totals of a table.

    Raises:
        NotOwnEntry: somebody else entered these, or put them right.
    """
    if link_id is not None and latest is not None and latest.link_id != link_id:
        raise NotOwnEntry(
            "These totals were entered by somebody else: ask an organiser to put them right."
        )


def check_reason(reason: str) -> None:
    """See that somebody says why.

    Raises:
        ReasonMissing: nobody does, or in a text that others should not read.
    """
    if not reason.strip():
        raise ReasonMissing("Say why the result is put right; everybody at the table will read it.")
    if message := refusal(reason):
        raise ReasonMissing(message)


def check_may_correct(table: Table, *, may_be_closed: bool, at: datetime) -> None:
    """See that results of a table may be put right.

    Args:
        may_be_closed: False for people who may correct only while the table is open.

    Raises:
        NotRecorded: the cards of this table are dealt online.
        TableClosed: it has closed, and they may correct only open tables; or it was never played.
        CorrectedTooLate: it closed more than 30 days ago.
    """
    if table.mode != Mode.RECORDED:
        raise NotRecorded(f"{table} is played online: there are no results to put right.")
    if table.closed_at is None:
        return
    if table.is_taken_back:
        raise TableClosed(f"The opening of {table} was undone: it has no results.")
    if not may_be_closed:
        raise TableClosed("This table is closed: only organisers put its results right now.")
    if at > table.closed_at + CORRECTED_FOR:
        raise CorrectedTooLate(
            f"{table} closed more than {CORRECTED_FOR.days} days ago: its results stand."
        )
