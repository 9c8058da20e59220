"""The one way in which chips move: balanced, keyed, all or nothing."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from ledger.errors import Unbalanced
from ledger.functions import refusals
from ledger.models import Transfer
from ledger.reasons import Reason

# Enough to know it by: few who post look at more, and the rest is read when somebody does.
COLUMNS = ("id", "book_id", "reason_id", "key")
POST = "SELECT id, book_id, reason, key FROM ledger_post(%s, %s)"


@dataclass(frozen=True, kw_only=True)
class Posting:
    """Chips that are to move within one book.

    Args:
        key: From the domain, never random: the same key and chips are posted only once.
        legs: Whole chips that each account gains, negative for what it gives; they sum to 0.
        memo: A word of why, in plain text; like the actor, needed for what is done by hand.

    Raises:
        Unbalanced: the legs do not make a transfer.
    """

    book_id: int
    reason: Reason
    key: str
    legs: Mapping[int, int]
    memo: str = ""
    actor_id: int | None = None
    reverses_id: int | None = None

    def __post_init__(self) -> None:
        # PostgreSQL would round half a chip silently; true is an int to Python.
        assert all(type(chips) is int for chips in self.legs.values()), self.legs
        if len(self.legs) < 2 or 0 in self.legs.values() or sum(self.legs.values()) != 0:
            raise Unbalanced(
                f"{self.key} is no transfer: it needs two legs or more, none of them 0, "
                f"with the sum 0, and has {dict(self.legs)}"
            )


def post_transfer(posting: Posting, *, at: datetime) -> Transfer:
    """Move the chips, or answer with the transfer that moved them under the same key.

    Raises:
        LedgerError: as in `post_transfers`.
    """
    return post_transfers([posting], at=at)[0]


def post_transfers(postings: Sequence[Posting], *, at: datetime) -> list[Transfer]:
    """Post all of them in order, or none, in one round trip.

    A refusal is an error of the database: a transaction around the call has to be left.

    Raises:
        Overdrawn: an account does not hold what it has to give.
        KeyReused: a key belongs to a transfer of other chips.
        AccountClosed: an account takes no more chips.
        UnknownAccount: an account is not in the book.
        ImpossibleMoment: the clock is not between 2000 and 2100.
    """
    given = [
        {
            "book": posting.book_id,
            "reason": posting.reason,
            "key": posting.key,
            "legs": posting.legs,
            "memo": posting.memo,
            "actor": posting.actor_id,
            "reverses": posting.reverses_id,
        }
        for posting in postings
    ]
    with refusals(), connection.cursor() as cursor:
        cursor.execute(POST, [json.dumps(given), at])
        rows = cursor.fetchall()
    return [Transfer.from_db(connection.alias, COLUMNS, row) for row in rows]
