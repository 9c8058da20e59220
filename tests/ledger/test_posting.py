"""Chips move balanced, keyed, all or nothing."""

import pytest
from django.db import transaction

from ledger.books import close_accounts
from ledger.errors import AccountClosed, KeyReused, Overdrawn, Unbalanced, UnknownAccount
from ledger.kinds import Reason
from ledger.models import Account, Entry, Transfer
from ledger.posting import Posting, post_transfer, post_transfers
from tests.ledger.factories import AT, BookFactory, bank_of, gift, purse

pytestmark = pytest.mark.django_db


def balances(*accounts: Account) -> list[int]:
    chips = dict(Account.objects.values_list("pk", "balance"))
    return [chips[account.pk] for account in accounts]


def test_chips_move_from_one_account_to_others() -> None:
    book = BookFactory.create()
    maire, sean, bank = purse(book, chips=20), purse(book, chips=5), bank_of(book)
    posting = Posting(
        book_id=book.pk,
        reason=Reason.JINK,
        key="deal:812:jink",
        legs={maire.pk: -3, sean.pk: 2, bank.pk: 1},
        memo="Table 3, deal 7",
    )

    transfer = post_transfer(posting, at=AT)

    assert balances(maire, sean, bank) == [17, 7, -24]
    assert list(
        transfer.entries.order_by("account").values_list("account", "chips", "seq", "balance_after")
    ) == sorted([(bank.pk, 1, 3, -24), (maire.pk, -3, 2, 17), (sean.pk, 2, 2, 7)])
    assert (transfer.effective_at, transfer.memo, transfer.reason) == (
        AT,
        "Table 3, deal 7",
        Reason.JINK,
    )


def test_a_repeated_key_answers_with_the_first_transfer() -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20), purse(book)

    first = post_transfer(gift(maire, sean, 20), at=AT)
    again = post_transfer(gift(maire, sean, 20), at=AT)

    assert again == first
    assert balances(maire, sean) == [0, 20]
    assert Entry.objects.filter(transfer=first).count() == 2


def test_a_repeat_is_answered_after_its_accounts_were_closed() -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20), purse(book)
    first = post_transfer(gift(maire, sean, 20), at=AT)
    close_accounts([maire], at=AT)

    assert post_transfer(gift(maire, sean, 20), at=AT) == first


@pytest.mark.parametrize(("chips", "reason"), [(7, Reason.BUY_IN), (6, Reason.CASH_OUT)])
def test_a_key_with_other_content_is_refused(chips: int, reason: Reason) -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20), purse(book)
    post_transfer(gift(maire, sean, 6), at=AT)
    other = Posting(
        book_id=book.pk, reason=reason, key="gift", legs={maire.pk: -chips, sean.pk: chips}
    )

    with pytest.raises(KeyReused, match="gift"), transaction.atomic():
        post_transfer(other, at=AT)

    assert balances(maire, sean) == [14, 6]


def test_keys_of_two_books_do_not_meet() -> None:
    one, other = BookFactory.create(), BookFactory.create()

    transfers = [
        post_transfer(gift(purse(book, chips=9), purse(book), 9), at=AT) for book in (one, other)
    ]

    assert len(set(transfers)) == 2


def test_overdrawing_names_the_account_and_the_chips() -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20, name="Máire's purse"), purse(book)

    with pytest.raises(Overdrawn) as refusal, transaction.atomic():
        post_transfer(gift(maire, sean, 21), at=AT)

    assert str(refusal.value) == "Máire's purse needs 21 chips and has 20"
    assert (refusal.value.account_id, refusal.value.needed, refusal.value.available) == (
        maire.pk,
        21,
        20,
    )
    assert balances(maire, sean) == [20, 0]


def test_a_credit_line_is_available_too(as_owner: None) -> None:
    """Only the owner gives one."""
    book = BookFactory.create()
    maire, sean = purse(book, chips=20), purse(book)
    Account.objects.filter(pk=maire.pk).update(min_balance=-10)

    post_transfer(gift(maire, sean, 30), at=AT)

    with pytest.raises(Overdrawn, match="needs 1 chips and has 0"), transaction.atomic():
        post_transfer(gift(maire, sean, 1, key="one more"), at=AT)


def test_a_closed_account_takes_no_chips() -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20), purse(book, name="Seán's purse")
    close_accounts([sean], at=AT)

    with pytest.raises(AccountClosed, match="Seán's purse is closed"), transaction.atomic():
        post_transfer(gift(maire, sean, 1), at=AT)


def test_an_account_of_another_book_is_unknown() -> None:
    maire, stranger = purse(BookFactory.create(), chips=20), purse(BookFactory.create())

    with pytest.raises(UnknownAccount, match=str(stranger.pk)), transaction.atomic():
        post_transfer(gift(maire, stranger, 1), at=AT)


@pytest.mark.parametrize(
    "legs",
    [
        {},  # Nothing moves,
        {1: 0},  # and still nothing;
        {1: 5},  # chips from nowhere,
        {1: 5, 2: -4},  # or one chip from nowhere;
        {1: 5, 2: -5, 3: 0},  # a leg that moves nothing.
    ],
)
def test_legs_that_do_not_make_a_transfer(legs: dict[int, int]) -> None:
    with pytest.raises(Unbalanced):
        Posting(book_id=1, reason=Reason.BUY_IN, key="no transfer", legs=legs)


@pytest.mark.parametrize("chips", [0.5, True])
def test_chips_are_whole_numbers(chips: int) -> None:
    with pytest.raises(AssertionError):
        Posting(book_id=1, reason=Reason.BUY_IN, key="half a chip", legs={1: chips, 2: -chips})


def test_several_postings_are_made_in_their_order() -> None:
    book = BookFactory.create()
    maire, sean, nora = purse(book, chips=20), purse(book), purse(book)

    transfers = post_transfers(
        [gift(maire, sean, 20, key="first"), gift(sean, nora, 15, key="second")], at=AT
    )

    assert [transfer.key for transfer in transfers] == ["first", "second"]
    assert balances(maire, sean, nora) == [0, 5, 15]


def test_several_postings_are_made_together_or_not_at_all() -> None:
    book = BookFactory.create()
    maire, sean, nora = purse(book, chips=20), purse(book), purse(book)

    with pytest.raises(Overdrawn), transaction.atomic():
        post_transfers(
            [gift(maire, sean, 20, key="first"), gift(sean, nora, 21, key="second")], at=AT
        )

    assert balances(maire, sean, nora) == [20, 0, 0]
    assert not Transfer.objects.filter(key="first").exists()
