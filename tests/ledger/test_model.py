"""Whatever is posted, retried, reversed or refused: a dictionary of balances says the same."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection, transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.reasons import JINK
from ledger.audit import check_books
from ledger.books import close_accounts
from ledger.errors import AccountClosed, AccountNotEmpty, AlreadyReversed, KeyReused, Overdrawn
from ledger.kinds import AccountKind
from ledger.models import Account, Transfer
from ledger.posting import Posting, post_transfer, post_transfers
from ledger.reversals import reverse_transfer
from tests.ledger.factories import AT, BookFactory, HolderFactory, gift, purse
from tournaments.reasons import PRIZE

CHIPS = st.integers(1, 30)
PLACE = st.integers(0, 10_000)


class LedgerMachine(RuleBasedStateMachine):
    """One book, in a transaction that is taken back; `chips` is what it should hold."""

    @initialize()
    def open_the_book(self) -> None:
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.book = BookFactory.create()
        self.organiser = HolderFactory.create()
        kinds = {account.kind: account for account in self.book.accounts.all()}
        self.bank = kinds[AccountKind.BANK]
        self.corrections = kinds[AccountKind.CORRECTION]
        self.purses = [purse(self.book) for _ in range(3)]
        self.closed: set[int] = set()
        self.chips: Counter[int] = Counter()
        self.posted: list[tuple[Posting, Transfer]] = []
        self.reversed: dict[int, Transfer] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

    def purse_at(self, place: int) -> Account:
        return self.purses[place % len(self.purses)]

    def key(self) -> str:
        return f"model:{len(self.posted)}"

    def expected(self, postings: list[Posting]) -> type[Exception] | None:
        """What refuses these postings, one after the other; None if nothing does."""
        after = self.chips.copy()
        for posting in postings:
            for account_id, chips in sorted(posting.legs.items()):
                if account_id in self.closed:
                    return AccountClosed
                if account_id != self.bank.pk and after[account_id] + chips < 0:
                    return Overdrawn
            after.update(posting.legs)
        return None

    def post(self, *postings: Posting) -> None:
        refusal = self.expected(list(postings))
        if refusal is not None:
            with pytest.raises(refusal), transaction.atomic():
                post_transfers(postings, at=AT)
            return
        for posting, transfer in zip(postings, post_transfers(postings, at=AT), strict=True):
            self.chips.update(posting.legs)
            self.posted.append((posting, transfer))

    @rule(place=PLACE, chips=CHIPS)
    def issue(self, place: int, chips: int) -> None:
        self.post(gift(self.bank, self.purse_at(place), chips, key=self.key()))

    @rule(place=PLACE, step=st.integers(1, 2), chips=CHIPS)
    def give(self, place: int, step: int, chips: int) -> None:
        giver, taker = self.purse_at(place), self.purse_at(place + step)
        self.post(gift(giver, taker, chips, key=self.key()))

    @rule(place=PLACE, first=CHIPS, second=CHIPS)
    def pass_on(self, place: int, first: int, second: int) -> None:
        """Two at once, the second from what the first has brought, or neither."""
        one, two, three = (self.purse_at(place + step) for step in range(3))
        key = self.key()
        self.post(
            gift(one, two, first, key=f"{key}:first"), gift(two, three, second, key=f"{key}:second")
        )

    @rule(place=PLACE, chips=CHIPS)
    def share_out(self, place: int, chips: int) -> None:
        """A jink: one receives from all others."""
        winner = self.purse_at(place)
        legs = {account.pk: -chips for account in self.purses if account != winner}
        legs[winner.pk] = -sum(legs.values())
        self.post(Posting(book_id=self.book.pk, reason=JINK, key=self.key(), legs=legs))

    @precondition(lambda self: self.posted)
    @rule(place=PLACE)
    def repeat(self, place: int) -> None:
        posting, transfer = self.posted[place % len(self.posted)]

        assert post_transfer(posting, at=AT) == transfer

    @precondition(lambda self: self.posted)
    @rule(
        place=PLACE,
        change=st.sampled_from(
            [
                lambda posting: replace(
                    posting, legs={pk: chips * 2 for pk, chips in posting.legs.items()}
                ),
                lambda posting: replace(posting, reason=PRIZE),
            ]
        ),
    )
    def repeat_otherwise(self, place: int, change: Callable[[Posting], Posting]) -> None:
        posting, _ = self.posted[place % len(self.posted)]

        with pytest.raises(KeyReused), transaction.atomic():
            post_transfer(change(posting), at=AT)

    @precondition(lambda self: self.posted)
    @rule(place=PLACE)
    def reverse(self, place: int) -> None:
        posting, transfer = self.posted[place % len(self.posted)]
        if transfer.pk in self.reversed:
            assert self.take_back(transfer) == self.reversed[transfer.pk]
            with pytest.raises(AlreadyReversed):
                self.take_back(transfer, memo="Something else")
            return
        if self.closed & posting.legs.keys():
            return
        legs = Counter({pk: -chips for pk, chips in posting.legs.items()})
        for account_id in posting.legs:
            if account_id != self.bank.pk and self.chips[account_id] + legs[account_id] < 0:
                missing = -(self.chips[account_id] + legs[account_id])
                legs[account_id] += missing
                legs[self.corrections.pk] -= missing

        self.reversed[transfer.pk] = self.take_back(transfer)

        self.chips.update(legs)

    def take_back(self, transfer: Transfer, memo: str = "Wrong table") -> Transfer:
        return reverse_transfer(transfer, actor_id=self.organiser.pk, memo=memo, at=AT)

    @rule(place=PLACE)
    def close(self, place: int) -> None:
        account = self.purse_at(place)
        if self.chips[account.pk]:
            with pytest.raises(AccountNotEmpty), transaction.atomic():
                close_accounts([account], at=AT)
            return
        close_accounts([account], at=AT)
        self.closed.add(account.pk)
        self.purses.append(purse(self.book))
        self.purses.remove(account)

    @invariant()
    def the_database_says_the_same(self) -> None:
        if not hasattr(self, "book"):
            return
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        balances = dict(self.book.accounts.values_list("pk", "balance"))
        assert balances == {pk: self.chips[pk] for pk in balances}
        assert sum(balances.values()) == 0
        assert check_books() == []


@pytest.mark.django_db
def test_the_ledger_is_a_dictionary_of_balances() -> None:
    run_state_machine_as_test(
        LedgerMachine,
        settings=settings(max_examples=25, stateful_step_count=25, deadline=None),
    )
