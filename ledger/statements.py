"""What an account held at a moment, how it came to that, and where a book's chips are."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery, Sum

from ledger.kinds import AccountKind
from ledger.models import Account, Book, Entry
from ledger.wording import line

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Moved(TypedDict):
        moved: int  # The chips of the whole transfer.

    Line = WithAnnotations[Entry, Moved]


@dataclass(frozen=True)
class Statement:
    """An account from `since` to `until`.

    Args:
        zone: By the clock of this hall its files tell when something happened.
        lines: Its entries in their order, for `words`; a door may filter them and take them
            page by page.
    """

    account: Account
    since: datetime
    until: datetime
    opening_chips: int
    closing_chips: int
    zone: ZoneInfo
    lines: "QuerySet[Line]"


def balance(account: Account, *, at: datetime | None = None) -> int:
    """The chips in the account now, or as the books stood at a moment (as `recorded_at`)."""
    if at is None:
        return Account.objects.values_list("balance", flat=True).get(pk=account.pk)
    return _balance_after(account, _seq_at(account, at))


def statement(account: Account, *, since: datetime, until: datetime, zone: ZoneInfo) -> Statement:
    """What was recorded after `since`, up to `until`: opening balance, lines, closing balance."""
    opening_seq, closing_seq = _seq_at(account, since), _seq_at(account, until)
    return Statement(
        account=account,
        since=since,
        until=until,
        opening_chips=_balance_after(account, opening_seq),
        closing_chips=_balance_after(account, closing_seq),
        zone=zone,
        lines=_lines(account).filter(seq__gt=opening_seq, seq__lte=closing_seq).order_by("seq"),
    )


def newest_lines(account: Account, count: int) -> list["Line"]:
    """The last lines of an account, the newest first."""
    return list(_lines(account).order_by("-seq")[:count])


def _lines(account: Account) -> "QuerySet[Line]":
    whole = Entry.objects.filter(transfer=OuterRef("transfer"), chips__gt=0)
    moved = whole.values("transfer").annotate(chips=Sum("chips")).values("chips")
    entries = Entry.objects.filter(account=account).select_related("transfer__reason")
    return entries.annotate(moved=Subquery(moved))


def touching(lines: "QuerySet[Line]", accounts: QuerySet[Account]) -> "QuerySet[Line]":
    """The lines of transfers with a leg in one of the accounts, such as the stacks of a night."""
    legs = Entry.objects.filter(account__in=accounts)
    return lines.filter(transfer__in=legs.values("transfer"))


def words(entry: "Line") -> str:
    """What the line of a statement says."""
    transfer = entry.transfer
    return line(transfer.reason, chips=entry.chips, moved=entry.moved, memo=transfer.memo)


def trial_balance(book: Book) -> dict[AccountKind, int]:
    """The chips in all accounts of each kind; the bank's are negative: the chips in issue."""
    sums = book.accounts.filter(closed_at=None).values_list("kind").annotate(chips=Sum("balance"))
    chips = dict(sums.order_by("kind"))
    return {kind: chips.get(kind.value, 0) for kind in AccountKind}


def _seq_at(account: Account, moment: datetime) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_seq_at(%s, %s)", [account.pk, moment])
        [seq] = cursor.fetchone() or (0,)
    return int(seq)


def _balance_after(account: Account, seq: int) -> int:
    if seq == 0:
        return 0
    return account.entries.values_list("balance_after", flat=True).get(seq=seq)
