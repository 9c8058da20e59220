"""A book is opened with its bank; accounts close when they hold nothing."""

import pytest
from django.db import IntegrityError, transaction

from ledger.books import close_accounts, open_account, open_book
from ledger.errors import AccountNotEmpty
from ledger.kinds import AccountKind
from tests.ledger.factories import AT, BookFactory, HolderFactory, purse

pytestmark = pytest.mark.django_db


def test_a_book_has_a_bank_and_a_correction_account_without_floor() -> None:
    book = open_book("Ballyhaunis", at=AT)

    assert set(book.accounts.values_list("kind", "min_balance", "balance")) == {
        ("bank", None, 0),
        ("correction", None, 0),
    }


@pytest.mark.parametrize("kind", [AccountKind.BANK, AccountKind.CORRECTION])
def test_a_book_has_one_bank_and_one_correction_account(kind: AccountKind) -> None:
    book = BookFactory.create()

    with pytest.raises(IntegrityError, match="one_"), transaction.atomic():
        open_account(book, kind=kind, name="Another")


@pytest.mark.parametrize(
    ("kind", "is_held"),
    [
        (AccountKind.STACK, False),  # Chips at a seat are somebody's,
        (AccountKind.POOL, True),  # those in the pool nobody's,
        (AccountKind.FUND, True),  # and neither are those of a fund.
    ],
)
def test_an_account_has_a_holder_as_its_kind_needs(kind: AccountKind, is_held: bool) -> None:
    book = BookFactory.create()
    holder_id = HolderFactory.create().pk if is_held else None

    with pytest.raises(IntegrityError, match="ledger_account_kind"), transaction.atomic():
        open_account(book, kind=kind, name="Nobody's or somebody's", holder_id=holder_id)


def test_a_name_that_is_too_long_is_cut() -> None:
    """`Purse of` and the name of a player may be longer than either column."""
    account = open_account(BookFactory.create(), kind=AccountKind.POOL, name="Pool of " + "x" * 100)

    assert account.name == "Pool of " + "x" * 92


def test_accounts_close_together_or_not_at_all() -> None:
    book = BookFactory.create()
    empty, full = purse(book), purse(book, chips=3, name="Nóra's purse")

    refusal = "Nóra's purse still holds 3 chips"
    with pytest.raises(AccountNotEmpty, match=refusal), transaction.atomic():
        close_accounts([empty, full], at=AT)

    assert empty in book.accounts.open()


def test_closing_again_changes_nothing() -> None:
    empty = purse(BookFactory.create())
    close_accounts([empty], at=AT)

    close_accounts([empty], at=AT.replace(hour=23))

    empty.refresh_from_db()
    assert empty.closed_at == AT
