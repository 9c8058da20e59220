"""Our ledger, as the service calls it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count

from django.db import connection, transaction

from deploy.bench.ledgers import PURSE_CHIPS
from games.reasons import JINK
from ledger.books import open_account, open_book
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.posting import Posting, post_transfer
from ledger.reasons import ISSUE, Reason

AT = datetime(2026, 1, 1, tzinfo=UTC)
# What `ledger_post` would have written in years, in one statement; the guards look away.
LONG_LIFE = """
    SET LOCAL session_replication_role = replica;
    WITH life AS (
        INSERT INTO ledger_transfer
            (book_id, reason, key, digest, memo, effective_at, recorded_at, xact)
        SELECT %(book)s, 'jink', 'life:' || number, '', '', now(),
            timestamptz '2026-01-01' + number * interval '1 second', 0
        FROM generate_series(1, %(entries)s) AS number
        RETURNING id
    )
    INSERT INTO ledger_entry (transfer_id, account_id, seq, chips, balance_after)
    SELECT id, %(account)s, row_number() OVER (ORDER BY id), 1, row_number() OVER (ORDER BY id)
    FROM life;
    UPDATE ledger_account SET balance = %(entries)s, version = %(entries)s WHERE id = %(account)s;
"""


class Ours:
    name = "ours"

    def open(self, accounts: int) -> None:
        self._keys = count()
        self._book = open_book("Bench", at=AT)
        bank = self._book.accounts.get(kind=AccountKind.BANK)
        self._purses = [self._purse(f"Purse {number}") for number in range(accounts)]
        legs = {purse.pk: PURSE_CHIPS for purse in self._purses}
        self._post(ISSUE, legs | {bank.pk: -PURSE_CHIPS * accounts})

    def post(self, legs: Mapping[int, int]) -> None:
        purses = self._purses
        self._post(JINK, {purses[number].pk: chips for number, chips in legs.items()})

    def live_long(self, entries: int) -> Account:
        """An account with this number of entries; an audit can no longer use the other books."""
        account = self._purse("Long life")
        ids = {"book": self._book.pk, "account": account.pk, "entries": entries}
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(LONG_LIFE, ids)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE ledger_entry, ledger_transfer")
        return account

    def _purse(self, name: str) -> Account:
        return open_account(self._book, kind=AccountKind.PURSE, name=name)

    def _post(self, reason: Reason, legs: Mapping[int, int]) -> None:
        key = f"bench:{next(self._keys)}"
        post_transfer(Posting(book_id=self._book.pk, reason=reason, key=key, legs=legs), at=AT)
