"""A book as a beancount journal: another program's opinion of our bookkeeping."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Max, Min

from ledger.kinds import AccountKind
from ledger.models import Account, Book, Transfer

COMMODITY = "CHIP"
# What a kind is to beancount, which knows five roots. The bank is where chips come from.
ROOTS = {
    AccountKind.BANK: "Equity:Bank",
    AccountKind.PURSE: "Assets:Purses",
    AccountKind.STACK: "Assets:Stacks",
    AccountKind.POOL: "Assets:Pools",
    AccountKind.FUND: "Assets:Funds",
    AccountKind.CORRECTION: "Equity:Corrections",
}


def journal(book: Book) -> Iterator[str]:
    """The lines of the journal: accounts, transfers by the day they happened, final balances."""
    days = book.transfers.aggregate(first=Min("effective_at"), last=Max("effective_at"))
    first = min(filter(None, [book.opened_at, days["first"]])).date()
    closing = max(filter(None, [book.opened_at, days["last"]])).date() + timedelta(days=1)
    accounts = list(book.accounts.order_by("pk"))
    names = {account.pk: _name(account) for account in accounts}
    yield f'option "title" {_quoted(book.name)}'
    yield f'option "operating_currency" "{COMMODITY}"'
    for account in accounts:
        yield f"{first} open {names[account.pk]} {COMMODITY}"
        yield f"  name: {_quoted(account.name)}"
    for transfer, legs in _transfers(book):
        narration = transfer.reason.sentence + (f" {transfer.memo}" if transfer.memo else "")
        yield f"{transfer.effective_at.date()} * {_quoted(narration)}"
        yield f"  key: {_quoted(transfer.key)}"
        for account_id, chips in legs:
            yield f"  {names[account_id]}  {chips} {COMMODITY}"
    for account in accounts:
        yield f"{closing} balance {names[account.pk]}  {account.balance} {COMMODITY}"


def _transfers(book: Book) -> Iterator[tuple[Transfer, list[tuple[int, int]]]]:
    rows = (
        book.transfers.select_related("reason")
        .order_by("pk")
        .prefetch_related("entries")
        .iterator(chunk_size=1000)
    )
    for transfer in rows:
        yield transfer, [(entry.account_id, entry.chips) for entry in transfer.entries.all()]


def _name(account: Account) -> str:
    return f"{ROOTS[AccountKind(account.kind)]}:N{account.pk}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
