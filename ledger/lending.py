"""What the corrections lend to purses that lack chips, and what each of them still owes."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from ledger.by_hand import corrections_of
from ledger.kinds import AccountKind
from ledger.models import Account, Book, Entry
from ledger.posting import Posting
from ledger.reasons import ADJUSTMENT, LENT, PAID_BACK, Reason


def owed_by(purses: Iterable[int]) -> dict[int, int]:
    """Chips that purses, by their keys, still owe the corrections; who owes none is left out.

    It follows from the entries. What somebody has moved by hand from the purse to the corrections
    pays a loan back, too, as long as it was not taken back.
    """
    rows = Entry.objects.filter(
        account__in=list(purses),
        transfer__reason__in=(LENT, PAID_BACK, ADJUSTMENT),
        transfer__reversed_by=None,
    )
    told = rows.order_by("transfer").values_list("account", "transfer", "transfer__reason", "chips")
    moved = list(told)
    elsewhere = {transfer for _, transfer, reason, _ in moved if reason == ADJUSTMENT}
    if elsewhere:  # Asked by itself: who has many transfers waits for no join of all entries.
        of_corrections = Entry.objects.filter(
            transfer__in=elsewhere, account__kind=AccountKind.CORRECTION
        )
        elsewhere.difference_update(of_corrections.values_list("transfer", flat=True))
    owed: dict[int, int] = defaultdict(int)
    for purse, transfer, reason, chips in moved:
        if transfer in elsewhere:
            continue
        lent = min(chips, 0) if reason == ADJUSTMENT else chips
        owed[purse] = max(0, owed[purse] + lent)
    return {purse: chips for purse, chips in owed.items() if chips}


def debtors(*books: Book) -> list[tuple[Account, int]]:
    """The purses of these books that owe the corrections something, and how much."""
    lent = Entry.objects.filter(account=OuterRef("pk"), transfer__reason=LENT)
    rows = Account.objects.filter(Exists(lent), book__in=books, kind=AccountKind.PURSE)
    purses = {purse.pk: purse for purse in rows.order_by("holder__sort_name", "name", "pk")}
    owed = owed_by(purses)
    return [(purse, owed[pk]) for pk, purse in purses.items() if pk in owed]


def draft_loan(purse: Account, chips: int, *, actor_id: int, memo: str) -> Posting:
    """The corrections give a purse what it lacks."""
    return _draft(purse, LENT, chips, actor_id, memo)


def draft_payback(purse: Account, chips: int, *, actor_id: int, memo: str) -> Posting:
    """A purse gives back what it has borrowed."""
    return _draft(purse, PAID_BACK, -chips, actor_id, memo)


def _draft(purse: Account, reason: Reason, chips: int, actor_id: int, memo: str) -> Posting:
    """Chips from the corrections to the purse, or back.

    The key counts the loans of the purse and what was paid back. So of two who look at the same
    moment only one lends, or is paid back.
    """
    before = Entry.objects.filter(account=purse.pk, transfer__reason__in=(LENT, PAID_BACK))
    return Posting(
        book_id=purse.book_id,
        reason=reason,
        key=f"lending:{purse.pk}:{before.count() + 1}",
        legs={corrections_of(purse).pk: -chips, purse.pk: chips},
        memo=memo,
        actor_id=actor_id,
    )
