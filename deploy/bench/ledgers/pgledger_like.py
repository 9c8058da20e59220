"""A ledger in the manner of pgledger: PL/pgSQL, from one account to another."""

from collections.abc import Mapping
from pathlib import Path

from django.db import connection

from deploy.bench.ledgers import PURSE_CHIPS

SCHEMA = Path(__file__).with_suffix(".sql")


class PgledgerLike:
    """A transfer of more legs is several of its own, each from a giver to the one taker."""

    name = "pgledger-like"

    def open(self, accounts: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(SCHEMA.read_text())
            cursor.execute(
                "INSERT INTO like_account (name, balance, allow_negative_balance)"
                " SELECT 'Account', %s, false FROM generate_series(1, %s) RETURNING id",
                [PURSE_CHIPS, accounts],
            )
            self._ids = [pk for (pk,) in cursor.fetchall()]

    def post(self, legs: Mapping[int, int]) -> None:
        givers = {self._ids[number]: -chips for number, chips in legs.items() if chips < 0}
        [taker] = [self._ids[number] for number, chips in legs.items() if chips > 0]
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT like_post(%s, %s, %s)",
                [list(givers), [taker] * len(givers), list(givers.values())],
            )
