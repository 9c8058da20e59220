"""Recounts the books from their entries and says where they do not balance."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import DatabaseError, OperationalError, connection, transaction

from ledger.declarations import declared
from ledger.guards import broken_guards
from ledger.models import Audit

# Each query answers with the id and the fault of every bad row. Each sees the books as they
# stand between two transfers, so an audit may run while the club plays.
TRANSFERS = """
    SELECT id, CASE
        WHEN legs < 2 OR chips <> 0 THEN format('has %s legs with the sum %s', legs, chips)
        WHEN is_elsewhere THEN 'has a leg that is not in its book'
        WHEN NOT is_moment
            THEN format('happened at %s and was recorded at %s', effective_at, recorded_at)
        ELSE 'has other legs than its digest says'
    END
    FROM (
        SELECT transfer.id, transfer.digest, count(entry.id) AS legs, effective_at, recorded_at,
            coalesce(isfinite(recorded_at) AND effective_at >= '2000-01-01 00:00+00'
                AND effective_at < '2100-01-01 00:00+00', false) AS is_moment,
            coalesce(sum(entry.chips), 0) AS chips,
            count(account.id) FILTER (WHERE account.book_id = transfer.book_id) < count(entry.id)
                AS is_elsewhere,
            ledger_digest(transfer.reason, transfer.reverses_id,
                array_agg((entry.account_id, entry.chips)::ledger_leg ORDER BY entry.account_id)
            ) AS counted_digest
        FROM ledger_transfer AS transfer
        LEFT JOIN ledger_entry AS entry ON entry.transfer_id = transfer.id
        LEFT JOIN ledger_account AS account ON account.id = entry.account_id
        GROUP BY transfer.id
    ) AS transfers
    WHERE legs < 2 OR chips <> 0 OR is_elsewhere OR NOT is_moment
        OR digest IS DISTINCT FROM counted_digest
    ORDER BY id LIMIT 100
"""
ENTRIES = """
    SELECT id, CASE
        WHEN is_lost THEN 'has no transfer or no account'
        WHEN seq <> counted_seq THEN format('is number %s of its account, not %s', counted_seq, seq)
        ELSE format('leaves %s chips in its account, not %s', counted_balance, balance_after)
    END
    FROM (
        SELECT entry.id, seq, balance_after, row_number() OVER legs AS counted_seq,
            sum(chips) OVER legs AS counted_balance,
            transfer.id IS NULL OR account.id IS NULL AS is_lost
        FROM ledger_entry AS entry
        LEFT JOIN ledger_transfer AS transfer ON transfer.id = transfer_id
        LEFT JOIN ledger_account AS account ON account.id = account_id
        WINDOW legs AS (PARTITION BY account_id ORDER BY seq)
    ) AS entries
    WHERE is_lost OR (seq, balance_after) <> (counted_seq, counted_balance)
    ORDER BY id LIMIT 100
"""
ACCOUNTS = """
    SELECT id, CASE
        WHEN balance <> chips THEN format('holds %s chips, its entries make %s', balance, chips)
        WHEN version <> legs THEN format('counts %s entries and has %s', version, legs)
        WHEN balance < min_balance THEN format('holds %s chips, below %s', balance, min_balance)
        WHEN min_balance IS DISTINCT FROM floor
            THEN format('has the floor %s, not %s', coalesce(min_balance::text, 'none'),
                 coalesce(floor::text, 'none'))
        ELSE format('is closed with %s chips', balance)
    END
    FROM (
        SELECT account.*, CASE WHEN kind NOT IN ('bank', 'correction') THEN 0 END AS floor,
            count(entry.id) AS legs, coalesce(sum(entry.chips), 0) AS chips
        FROM ledger_account AS account LEFT JOIN ledger_entry AS entry
            ON entry.account_id = account.id
        GROUP BY account.id
    ) AS accounts
    WHERE (balance, version) <> (chips, legs) OR min_balance IS DISTINCT FROM floor
        OR balance < min_balance OR closed_at IS NOT NULL AND balance <> 0
    ORDER BY id LIMIT 100
"""
BOOKS = """
    SELECT book_id, CASE
        WHEN is_lost THEN 'is gone, and its rows are not'
        ELSE format('sums to %s, not to 0', balance)
    END
    FROM (
        SELECT book_id, sum(balance) AS balance,
            NOT EXISTS (SELECT FROM ledger_book WHERE id = book_id) AS is_lost
        FROM (
            SELECT book_id, balance FROM ledger_account
            UNION ALL SELECT DISTINCT book_id, 0 FROM ledger_transfer
        ) AS belongings
        GROUP BY book_id
    ) AS books
    WHERE is_lost OR balance <> 0
    ORDER BY book_id LIMIT 100
"""
SEALS = """
    SELECT id, CASE
        WHEN number <> counted THEN format('is number %s of its book, not %s', counted, number)
        WHEN is_lost THEN format('has lost its transfer %s', transfer_id)
        ELSE 'does not fit the seal before it, its transfer and whose the accounts are'
    END
    FROM (
        SELECT seal.*, transfer.id IS NULL AS is_lost, row_number() OVER seals AS counted, sha256(
            coalesce(lag(hash) OVER seals, '')
            || convert_to(ledger_canonical_or_null(transfer, seal.version), 'UTF8')
        ) AS counted_hash
        FROM ledger_seal AS seal
        LEFT JOIN ledger_transfer AS transfer ON transfer.id = seal.transfer_id
        WINDOW seals AS (PARTITION BY seal.book_id ORDER BY seal.number)
    ) AS seals
    WHERE number <> counted OR is_lost OR hash IS DISTINCT FROM counted_hash
    ORDER BY book_id, number LIMIT 100
"""
# Sealed in the order of transactions: whatever is older than the newest sealed one has a seal.
UNSEALED = """
    SELECT transfer.id, 'has lost its seal'
    FROM ledger_transfer AS transfer JOIN (
        SELECT DISTINCT ON (seal.book_id) sealed.*
        FROM ledger_seal AS seal JOIN ledger_transfer AS sealed ON sealed.id = seal.transfer_id
        ORDER BY seal.book_id, seal.number DESC
    ) AS newest ON newest.book_id = transfer.book_id
        AND newest.xact > transfer.xact AND newest.recorded_at > transfer.recorded_at
    WHERE NOT EXISTS (SELECT FROM ledger_seal WHERE transfer_id = transfer.id)
    ORDER BY transfer.id LIMIT 100
"""
AUDIT_IS_DUE = """
    SELECT NOT EXISTS (
        SELECT FROM (SELECT * FROM ledger_audit ORDER BY id DESC LIMIT 1) AS newest
        WHERE fault = '' AND checked_at < now() + interval '1 day' AND checked_at >=
            date_trunc('day', now() - interval '4 hours', 'UTC') + interval '4 hours'
    )
"""
ROWS = [
    ("transfer", TRANSFERS),
    ("entry", ENTRIES),
    ("account", ACCOUNTS),
    ("book", BOOKS),
    ("seal", SEALS),
    ("transfer", UNSEALED),
]


@dataclass(frozen=True)
class Finding:
    """A row that does not hold, and what is wrong with it."""

    row: str
    fault: str

    def __str__(self) -> str:
        return f"{self.row} {self.fault}"


def check_books() -> list[Finding]:
    """The guards that do not watch, then the bad rows of all books, 100 of a kind at most.

    So are the rows of other apps whose purse is somebody else's (each app's `purses`). Where a
    table was altered so that its rows cannot be read, that is a finding, too.
    """
    findings = [Finding(f"guard {name}", fault) for name, fault in broken_guards()]
    for kind, query in ROWS:
        findings += _findings(kind, f"ledger_{kind}", query)
    for table, query in declared("purses"):
        findings += _findings(table, table, query)
    return findings


def audit_books() -> Audit:
    """Recount all books and remember what it came to."""
    return remember_audit(check_books())


def remember_audit(findings: Sequence[Finding]) -> Audit:
    """From now on this is the last audit: where it found a fault nobody buys in."""
    return Audit.objects.create(fault=str(findings[0]) if findings else "")


def doubt() -> str:
    """The fault that the last audit found; empty where the books held, or nobody looked yet."""
    newest = Audit.objects.order_by("-pk").first()
    return newest.fault if newest else ""


def is_audit_due() -> bool:
    """Whether no audit has found the books to hold since the last four in the morning, UTC."""
    with connection.cursor() as cursor:
        cursor.execute(AUDIT_IS_DUE)
        [is_due] = cursor.fetchone() or (True,)
    return bool(is_due)


def _findings(kind: str, table: str, query: str) -> list[Finding]:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(query)
            return [Finding(f"{kind} {name}", fault) for name, fault in cursor.fetchall()]
    except OperationalError:  # The server is gone, or had no time: that says nothing of the books.
        raise
    except DatabaseError as error:
        [words, *_] = str(error).splitlines()
        return [Finding(f"table {table}", f"cannot be read: {words}")]
