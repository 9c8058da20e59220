"""A transfer is taken back once, with who and why."""

from functools import partial

import pytest
from django.db import transaction

from ledger.audit import check_books
from ledger.books import close_accounts
from ledger.errors import AccountClosed, AlreadyReversed, HandMissing
from ledger.kinds import AccountKind
from ledger.models import Account, Book, Transfer
from ledger.posting import post_transfer
from ledger.reasons import REVERSAL
from ledger.reversals import reverse_transfer
from tests.ledger.crowds import at_once
from tests.ledger.factories import AT, BookFactory, HolderFactory, gift, purse


def chips_in(account: Account) -> int:
    return Account.objects.get(pk=account.pk).balance


def corrections_of(book: Book) -> Account:
    return book.accounts.get(kind=AccountKind.CORRECTION)


@pytest.mark.django_db
def test_every_chip_goes_back() -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20), purse(book, chips=5)
    organiser = HolderFactory.create()
    transfer = post_transfer(gift(maire, sean, 7), at=AT)

    back = reverse_transfer(transfer, actor_id=organiser.pk, memo="Wrong table", at=AT)

    assert (chips_in(maire), chips_in(sean)) == (20, 5)
    assert (back.reason_id, back.reverses, back.actor, back.memo) == (
        REVERSAL,
        transfer,
        organiser,
        "Wrong table",
    )


@pytest.mark.django_db
def test_what_was_spent_comes_from_the_corrections_and_says_so() -> None:
    book = BookFactory.create()
    maire, sean, nora = purse(book, chips=20), purse(book), purse(book)
    transfer = post_transfer(gift(maire, sean, 7), at=AT)
    post_transfer(gift(sean, nora, 4, key="spent"), at=AT)

    back = reverse_transfer(transfer, actor_id=HolderFactory.create().pk, memo="No", at=AT)

    assert [chips_in(account) for account in (maire, sean, nora)] == [20, 0, 4]
    assert chips_in(corrections_of(book)) == -4
    assert back.memo == "No (4 chips were spent already and come from Corrections)"
    assert list(Account.objects.unexplained()) == [corrections_of(book)]
    assert check_books() == []


@pytest.mark.django_db
def test_everything_was_spent() -> None:
    book = BookFactory.create()
    maire, sean, nora = purse(book, chips=20), purse(book), purse(book)
    transfer = post_transfer(gift(maire, sean, 7), at=AT)
    post_transfer(gift(sean, nora, 7, key="spent"), at=AT)

    back = reverse_transfer(transfer, actor_id=HolderFactory.create().pk, memo="No", at=AT)

    assert set(back.entries.values_list("account", "chips")) == {
        (maire.pk, 7),
        (corrections_of(book).pk, -7),
    }


@pytest.mark.django_db
def test_the_same_person_may_repeat_it_and_nobody_else() -> None:
    book = BookFactory.create()
    transfer = post_transfer(gift(purse(book, chips=9), purse(book), 9), at=AT)
    maire, sean = HolderFactory.create(name="Máire"), HolderFactory.create()
    back = reverse_transfer(transfer, actor_id=maire.pk, memo="Wrong table", at=AT)

    assert reverse_transfer(transfer, actor_id=maire.pk, memo="Wrong table", at=AT) == back
    for actor, memo in [(sean, "Wrong table"), (maire, "Wrong night")]:
        with pytest.raises(AlreadyReversed, match="Máire has taken gift back: Wrong table"):
            reverse_transfer(transfer, actor_id=actor.pk, memo=memo, at=AT)


@pytest.mark.django_db
def test_a_reversal_needs_a_word_of_why() -> None:
    book = BookFactory.create()
    transfer = post_transfer(gift(purse(book, chips=9), purse(book), 9), at=AT)

    with pytest.raises(HandMissing):
        reverse_transfer(transfer, actor_id=HolderFactory.create().pk, memo="", at=AT)


@pytest.mark.django_db
def test_a_closed_account_takes_nothing_back() -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=9, name="Máire's purse"), purse(book)
    transfer = post_transfer(gift(maire, sean, 9), at=AT)
    close_accounts([maire], at=AT)

    with pytest.raises(AccountClosed, match="Máire's purse is closed"), transaction.atomic():
        reverse_transfer(transfer, actor_id=HolderFactory.create().pk, memo="No", at=AT)


def test_many_take_it_back_at_once(own_database: str) -> None:
    book = BookFactory.create()
    maire, sean = purse(book, chips=20), purse(book)
    transfer = post_transfer(gift(maire, sean, 7), at=AT)
    people = [HolderFactory.create() for _ in range(8)]

    answers = at_once(
        [
            partial(reverse_transfer, transfer, actor_id=person.pk, memo="Wrong table", at=AT)
            for person in people
        ]
    )

    assert sum(isinstance(answer, Transfer) for answer in answers) == 1
    assert sum(isinstance(answer, AlreadyReversed) for answer in answers) == 7
    assert (chips_in(maire), chips_in(sean)) == (20, 0)
