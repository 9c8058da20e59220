"""A small world of books for the attacks."""

from collections.abc import Iterator
from dataclasses import dataclass

import psycopg
import pytest
from psycopg.sql import SQL
from pytest_django.plugin import DjangoDbBlocker

from ledger.books import close_accounts, open_account
from ledger.kinds import AccountKind
from ledger.posting import Posting, post_transfer
from ledger.reasons import REVERSAL
from tests.conftest import copied_database
from tests.ledger.attacks import Attack
from tests.ledger.factories import AT, BookFactory, HolderFactory, bank_of, gift, purse


@dataclass(frozen=True)
class World:
    """A database in which transfers are committed, and the ids by which attacks name its rows."""

    url: str
    ids: dict[str, int]

    def refusal(self, attacker: psycopg.Connection, attack: Attack) -> str:
        """The words with which it is refused, or "" where it succeeds; undone either way."""
        words = ""
        with (
            attacker.transaction(force_rollback=True),
            psycopg.ClientCursor(attacker) as cursor,
        ):
            try:
                with attacker.transaction():
                    cursor.execute(SQL(attack.sql), self.ids)
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            except psycopg.Error as error:
                words = str(error)
        return words


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), copied_database() as url:
        book, elsewhere = BookFactory.create(), BookFactory.create()
        pool = open_account(book, kind=AccountKind.POOL, name="Pool")
        maire, sean, nora = purse(book, chips=20), purse(book, chips=5), purse(book)
        closed, stranger = purse(book), purse(elsewhere, chips=7)
        holder = HolderFactory.create()
        past = post_transfer(gift(maire, sean, 5, key="past"), at=AT)
        back = Posting(
            book_id=book.pk,
            reason=REVERSAL,
            key=f"reversal:{past.pk}",
            legs={maire.pk: 5, sean.pk: -5},
            memo="Paid to the wrong player",
            actor_id=holder.pk,
            reverses_id=past.pk,
        )
        post_transfer(back, at=AT)
        foreign = post_transfer(gift(stranger, bank_of(elsewhere), 1), at=AT)
        close_accounts([closed], at=AT)
        rows = {
            "book": book,
            "elsewhere": elsewhere,
            "bank": bank_of(book),
            "pool": pool,
            "maire": maire,
            "sean": sean,
            "nora": nora,
            "closed": closed,
            "stranger": stranger,
            "holder": holder,
            "past": past,
            "foreign": foreign,
        }
        yield World(url, {name: row.pk for name, row in rows.items()})
