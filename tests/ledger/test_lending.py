"""What the corrections lend to purses, and how it is known what is still owed."""

import pytest

from ledger.audit import check_books
from ledger.by_hand import Hand, corrections_of, draft_adjustment
from ledger.errors import KeyReused
from ledger.lending import debtors, draft_loan, draft_payback, owed_by
from ledger.models import Account, Book, Transfer
from ledger.posting import post_transfer
from ledger.reversals import reverse_by_hand
from tests.ledger.factories import AT, BookFactory, HolderFactory, purse

pytestmark = pytest.mark.django_db


@pytest.fixture
def book() -> Book:
    return BookFactory.create()


@pytest.fixture
def aine(book: Book) -> Account:
    return purse(book, chips=20, name="Purse of Aine")


def lend(account: Account, chips: int) -> None:
    """The corrections lend these chips, or get them back where the number is negative."""
    actor: int = HolderFactory.create().pk
    draft = draft_loan if chips > 0 else draft_payback
    post_transfer(draft(account, abs(chips), actor_id=actor, memo="Table 1"), at=AT)


def move_by_hand(giver: Account, taker: Account, chips: int) -> Transfer:
    hand = Hand(
        key=f"hand:{Transfer.objects.count()}", actor_id=HolderFactory.create().pk, memo="So"
    )
    return post_transfer(draft_adjustment(giver, taker, chips=chips, hand=hand), at=AT)


def test_what_was_lent_and_not_paid_back_is_owed(book: Book, aine: Account) -> None:
    brid = purse(book, chips=20, name="Purse of Brid")
    for account, chips in ((aine, 5), (brid, 2), (aine, 4), (aine, -6), (brid, -2)):
        lend(account, chips)

    assert owed_by([aine.pk, brid.pk]) == {aine.pk: 3}
    assert debtors(book) == [(aine, 3)]
    assert corrections_of(aine).balance == -3
    assert check_books() == []


def test_chips_that_go_to_the_corrections_by_hand_pay_a_loan_back(aine: Account) -> None:
    """No more than is owed then: what goes there besides is somebody's mistake or gift."""
    corrections = corrections_of(aine)
    move_by_hand(aine, corrections, 1)
    lend(aine, 5)
    move_by_hand(aine, corrections, 3)
    assert owed_by([aine.pk]) == {aine.pk: 2}

    move_by_hand(aine, corrections, 4)
    assert owed_by([aine.pk]) == {}
    lend(aine, 6)
    move_by_hand(corrections, aine, 2)  # That was given, not lent.
    assert owed_by([aine.pk]) == {aine.pk: 6}


def test_what_was_paid_by_hand_and_taken_back_is_owed_again(aine: Account) -> None:
    lend(aine, 5)
    paid = move_by_hand(aine, corrections_of(aine), 5)
    assert owed_by([aine.pk]) == {}

    reverse_by_hand(paid, actor_id=HolderFactory.create().pk, memo="Not hers", at=AT)

    assert owed_by([aine.pk]) == {aine.pk: 5}


def test_of_two_who_lend_at_the_same_moment_one_has_to_look_again(aine: Account) -> None:
    actor = HolderFactory.create().pk
    drafts = [draft_loan(aine, chips, actor_id=actor, memo="Table 1") for chips in (5, 4)]
    post_transfer(drafts[0], at=AT)

    with pytest.raises(KeyReused):
        post_transfer(drafts[1], at=AT)
