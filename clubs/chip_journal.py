"""The journal of a night: every transfer of its tables, and what was moved by hand, in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Final

from django.db.models import Prefetch, Q, QuerySet, Sum

from clubs.holdings import period_of
from clubs.models import Night, NightTable
from clubs.reasons import GIFT
from clubs.tables_at_play import opened
from games.models import FormerStack, Seat
from ledger.kinds import AccountKind
from ledger.models import Entry, Transfer
from ledger.reasons import ADJUSTMENT, ISSUE, REDEEM, REVERSAL

LINES_A_PAGE: Final = 50
BY_HAND: Final = tuple(map(str, (ISSUE, REDEEM, ADJUSTMENT, REVERSAL, GIFT)))
"""Why chips come into a purse, or go out of it, while its owner is at a night."""


@dataclass(frozen=True)
class Leg:
    """What somebody gained, negative for what they gave."""

    name: str
    chips: int
    player_id: int | None


@dataclass(frozen=True)
class JournalLine:
    """A transfer.

    Attributes:
        sentence: Why chips moved.
        about: What was written beside it, without the name of the table.
        legs: Those who gained first, the most first.
        table: Where it was; None where no table had to do with it.
        change: Chips that came to the tables by it, negative for those that went home.
        out: Chips that lay on the tables after it.
    """

    number: int
    at: datetime
    sentence: str
    about: str
    by: str
    legs: tuple[Leg, ...]
    table: NightTable | None
    change: int
    out: int


@dataclass(frozen=True)
class JournalPage:
    """Lines, the latest first.

    Attributes:
        before: Where the next page goes on; None where nothing moved earlier.
    """

    lines: tuple[JournalLine, ...]
    before: int | None


def journal_page(
    night: Night, *, before: int | None = None, has_deals: bool = True, at: datetime
) -> JournalPage:
    """What moved before the transfer of this number, by a constant number of queries.

    Args:
        has_deals: False for only what came to the tables, went home, or was moved by hand.
    """
    lying = _lying(night)
    since, until = period_of(night, at=at)
    is_tonight = Q(transfer__effective_at__gte=since, transfer__effective_at__lte=until)
    entries = Entry.objects.filter(is_tonight).order_by()
    purses = night.attendances.values("member__purse")
    by_hand = set(
        entries.filter(account__in=purses, transfer__reason__in=BY_HAND).values_list(
            "transfer", flat=True
        )
    )
    at_tables = entries.filter(account__in=lying.keys())
    change_of = dict.fromkeys(by_hand, 0)
    change_of |= dict(at_tables.values_list("transfer").annotate(change=Sum("chips")))
    numbers = sorted(change_of)
    out = accumulate((change_of[one] for one in numbers), initial=_lay_before(at_tables, lying))
    out_after = dict(zip(numbers, list(out)[1:], strict=True))
    wanted = [
        one
        for one in reversed(numbers)
        if (before is None or one < before) and (has_deals or change_of[one] or one in by_hand)
    ]
    shown = wanted[:LINES_A_PAGE]
    told = _told(shown)
    lines = tuple(_line(told[one], lying, change_of[one], out_after[one]) for one in shown)
    return JournalPage(lines, shown[-1] if len(wanted) > len(shown) else None)


def _lying(night: Night) -> dict[int, NightTable]:
    """The stacks and pools of a night, each with its table."""
    tables = NightTable.objects.filter(round__night=night, table__isnull=False)
    rows = list(tables.select_related("round", "table__pool").defer("table__sealed_tail"))
    table_of = {one.table_id: one for one in rows}
    found = {opened(one).pool_id: one for one in rows}
    seats = Seat.objects.filter(table__in=table_of).values_list("stack", "table")
    former = FormerStack.objects.filter(seat__table__in=table_of).values_list(
        "stack", "seat__table"
    )
    return found | {stack: table_of[table] for stack, table in (*seats, *former)}


def _lay_before(entries: "QuerySet[Entry]", lying: Mapping[int, NightTable]) -> int:
    """Chips that lay there before the first of these entries: in pools that were carried over."""
    first = entries.order_by("account", "seq").distinct("account")
    rows = {one.account_id: one.balance_after - one.chips for one in first}
    pools = {opened(one).pool_id: opened(one).pool for one in lying.values()}
    return sum(rows.values()) + sum(pool.balance for pk, pool in pools.items() if pk not in rows)


def _told(numbers: Iterable[int]) -> dict[int, Transfer]:
    legs = Entry.objects.select_related("account__holder").order_by("-chips", "pk")
    rows = Transfer.objects.filter(pk__in=list(numbers)).select_related("reason", "actor")
    return rows.prefetch_related(Prefetch("entries", legs)).in_bulk()


def _line(
    transfer: Transfer, lying: Mapping[int, NightTable], change: int, out: int
) -> JournalLine:
    entries = transfer.entries.all()
    table = next((lying[one.account_id] for one in entries if one.account_id in lying), None)
    name = opened(table).name if table else ""
    return JournalLine(
        number=transfer.pk,
        at=transfer.effective_at,
        sentence=transfer.reason.sentence,
        about=transfer.memo.removeprefix(name).removeprefix(", ").strip(),
        by=str(transfer.actor or ""),
        legs=tuple(_legs(entries)),
        table=table,
        change=change,
        out=out,
    )


def _legs(entries: Iterable[Entry]) -> Iterable[Leg]:
    """Of people; where somebody's chips go from purse to stack or back, the stack tells it."""
    people = [one for one in entries if one.account.holder_id is not None]
    at_table = {one.account.holder_id for one in people if one.account.kind == AccountKind.STACK}
    for one in people:
        if one.account.kind == AccountKind.STACK or one.account.holder_id not in at_table:
            yield Leg(str(one.account.holder), one.chips, one.account.holder_id)
