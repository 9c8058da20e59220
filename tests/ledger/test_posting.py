"""Chips move balanced, keyed, all or nothing."""

import json

import pytest
from django.db import DatabaseError, DataError, connection, transaction

from games.reasons import BUY_IN, CASH_OUT, JINK
from ledger.audit import check_books
from ledger.books import close_accounts
from ledger.errors import (
    AccountClosed,
    ImpossibleMoment,
    KeyReused,
    Overdrawn,
    Unbalanced,
    UnknownAccount,
)
from ledger.functions import refusals
from ledger.models import Account, Entry, Transfer
from ledger.posting import Posting, post_transfer, post_transfers
from ledger.reasons import Reason
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
        reason=JINK,
        key="deal:812:jink",
        legs={maire.pk: -3, sean.pk: 2, bank.pk: 1},
        memo="Table 3, deal 7",
    )

    transfer = post_transfer(posting, at=AT)

    assert balances(maire, sean, bank) == [17, 7, -24]
    assert list(
        transfer.entries.order_by("account").values_list("account", "chips", "seq", "balance_after")
    ) == sorted([(bank.pk, 1, 3, -24), (maire.pk, -3, 2, 17), (sean.pk, 2, 2, 7)])
    assert (transfer.effective_at, transfer.memo, transfer.reason_id) == (
        AT,
        "Table 3, deal 7",
        JINK,
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


@pytest.mark.parametrize(("chips", "reason"), [(7, BUY_IN), (6, CASH_OUT)])
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


@pytest.mark.parametrize("spelled", ["0{}", "00{}", "+{}", " {}", "{} ", "\t{}", "0x{:x}"])
@pytest.mark.parametrize("is_alone", [True, False])
def test_an_account_is_named_once(spelled: str, is_alone: bool) -> None:
    """However a number is written it is the same account, and its legs would not add up."""
    book = BookFactory.create()
    maire, sean, nora = purse(book, chips=20), purse(book, chips=20), purse(book)
    legs = {str(maire.pk): -5, spelled.format(maire.pk): 5, str(sean.pk): -5, f"0{sean.pk}": 5}
    single = {"book": book.pk, "reason": "gift", "key": "twice", "memo": "", "legs": legs}
    fine = gift(sean, nora, 1)
    other = {"book": book.pk, "reason": "gift", "key": "fine", "memo": "", "legs": fine.legs}

    with pytest.raises(Unbalanced, match="names each account once"), transaction.atomic():
        post_raw([single] if is_alone else [other, single])

    assert balances(maire, sean, nora) == [20, 20, 0]
    assert [one for one in check_books() if not one.row.startswith("guard")] == []


@pytest.mark.parametrize("value", ["1.0", "1.5", "1e1", "", "one", "1,0"])
def test_what_is_no_number_names_no_account(value: str) -> None:
    book = BookFactory.create()
    maire = purse(book, chips=20)
    posting = {"book": book.pk, "reason": "gift", "key": "odd", "memo": ""}

    with pytest.raises(DataError, match="invalid input syntax"), transaction.atomic():
        post_raw([posting | {"legs": {str(maire.pk): -5, value: 5}}])


@pytest.mark.parametrize("chips", [None, True, "5 chips", 0.5])
def test_what_is_no_number_of_chips_is_not_moved(chips: object) -> None:
    book = BookFactory.create()
    maire, sean, nora = (purse(book, chips=20) for _ in range(3))
    legs = {str(maire.pk): -5, str(sean.pk): 5, str(nora.pk): chips}
    posting = {"book": book.pk, "reason": "gift", "key": "odd", "memo": "", "legs": legs}

    with pytest.raises(DatabaseError), transaction.atomic():
        post_raw([posting])
    assert not book.transfers.filter(key="odd").exists()


@pytest.mark.parametrize(
    "moment", ["infinity", "-infinity", "0001-01-01", "1999-12-31", "2100-01-01", None]
)
def test_nothing_happens_when_no_clock_of_ours_can_be_right(moment: str | None) -> None:
    book = BookFactory.create()
    posting = gift(purse(book, chips=20), purse(book), 5)
    raw = {"book": book.pk, "reason": "gift", "key": "odd", "memo": "", "legs": posting.legs}

    with pytest.raises(ImpossibleMoment, match="not between 2000 and 2100"), transaction.atomic():
        post_raw([raw], moment=moment)


def post_raw(postings: list[dict[str, object]], *, moment: str | None = "2026-11-20") -> None:
    """A call of the function with what Python's own checks would not let pass."""
    with refusals(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM ledger_post(%s, %s::timestamptz)", [json.dumps(postings), moment]
        )


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
        Posting(book_id=1, reason=BUY_IN, key="no transfer", legs=legs)


@pytest.mark.parametrize("chips", [0.5, True])
def test_chips_are_whole_numbers(chips: int) -> None:
    with pytest.raises(AssertionError):
        Posting(book_id=1, reason=BUY_IN, key="half a chip", legs={1: chips, 2: -chips})


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
