"""The rounds of sealing and auditing: what holds them up, and how long ago the last ones were."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, OperationalError, connection
from django.db.models.functions import Now

from ledger.models import Sealing
from ledger.seals import Sealed, seal_transfers

# The sweep seals every five minutes and audits once a day (`CELERY_BEAT_SCHEDULE`).
SEALS_LATE = timedelta(minutes=15)
AUDIT_LATE = timedelta(hours=25)
THE_ONE = 1  # There is one row of `Sealing`.
NAMED = 10
WELL = "ok"

# Transactions are numbered by a cluster, so another one's mark, out of a backup, says nothing here.
MARK = """
    SELECT sealed_below FROM ledger_sealing, pg_control_system() WHERE cluster = system_identifier
"""
CLUSTER = "SELECT system_identifier FROM pg_control_system()"
WAITING = """
    SELECT min(recorded_at) FROM ledger_transfer AS transfer
    WHERE xact >= %s AND xact < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        AND isfinite(recorded_at)
        AND NOT EXISTS (SELECT FROM ledger_seal WHERE transfer_id = transfer.id)
"""
AGES = """
    SELECT now - (SELECT recorded_at FROM ledger_transfer ORDER BY id LIMIT 1),
        now - looked_at, now - sealed_at, now - waiting_since,
        now - (SELECT checked_at FROM ledger_audit ORDER BY id DESC LIMIT 1), coalesce(obstacle, '')
    FROM clock_timestamp() AS now LEFT JOIN ledger_sealing ON true
"""
IS_LONG_AGO = "SELECT %s < clock_timestamp() - %s"
# Transfers wait for every older transaction of the cluster, of other databases too.
HOLDING = """
    WITH oldest AS (SELECT pg_snapshot_xmin(pg_current_snapshot())::xid AS xid)
    SELECT format('process %s of role %s in database %s', pid, usename, datname)
    FROM pg_stat_activity JOIN oldest ON backend_xid = oldest.xid
    UNION ALL
    SELECT format('the prepared transaction %s of database %s', gid, database)
    FROM pg_prepared_xacts JOIN oldest ON transaction = oldest.xid
"""


@dataclass(frozen=True)
class Ages:
    """How long ago the sweep last did what; None where it never did.

    Attributes:
        waiting: How long the oldest transfer without a seal waits for it.
        books: How long ago the first chips moved.
        obstacle: What keeps seals waiting, for the operator's eyes.
    """

    books: timedelta | None
    looked: timedelta | None
    sealed: timedelta | None
    waiting: timedelta | None
    audited: timedelta | None
    obstacle: str

    @property
    def seals(self) -> str:
        """One word on sealing: `late` where nobody came for three rounds."""
        if self._is_late(self.looked, SEALS_LATE):
            return "late"
        is_waiting = self.waiting is not None and self.waiting > SEALS_LATE
        return "held up" if self.obstacle or is_waiting else WELL

    @property
    def audit(self) -> str:
        """One word on auditing: `late` where a day has passed without."""
        return "late" if self._is_late(self.audited, AUDIT_LATE) else WELL

    def _is_late(self, age: timedelta | None, at_most: timedelta) -> bool:
        if age is None:
            return self.books is not None and self.books > at_most
        return abs(age) > at_most  # One from the future says nothing about today.


def seal_round(*, is_whole: bool = False) -> Sealing:
    """Seal what can be sealed, and remember what had to wait and why.

    Args:
        is_whole: Look at all transfers, not only at those after the last round.
    """
    try:
        sealed = seal_transfers(since=0 if is_whole else _mark())
    except OperationalError:  # The server is gone, or had no time: the next round tries again.
        raise
    except DatabaseError as error:
        [words, *_] = str(error).splitlines()
        return _remember(f"nothing can be sealed: {words}", waiting_since=None)
    waiting_since = _one(WAITING, [sealed.reached])
    obstacle = ""
    if sealed.unreadable:
        numbers = ", ".join(map(str, sealed.unreadable[:NAMED]))
        more = len(sealed.unreadable) - NAMED
        also = f" and {more} more" if more > 0 else ""
        obstacle = f"transfers that cannot be read are passed over: {numbers}{also}"
    elif waiting_since and _one(IS_LONG_AGO, [waiting_since, SEALS_LATE]):
        obstacle = f"held back by {_one(HOLDING) or 'a transaction that has just ended'}"
    return _remember(obstacle, waiting_since=waiting_since, sealed=sealed)


def _mark() -> int:
    """Where the last round of this cluster ended; 0 where there was none."""
    return int(_one(MARK) or 0)


def _remember(obstacle: str, *, waiting_since: object, sealed: Sealed | None = None) -> Sealing:
    found = {"looked_at": Now(), "waiting_since": waiting_since, "obstacle": obstacle}
    if sealed is not None:
        found |= {"sealed_below": sealed.reached, "cluster": _one(CLUSTER)}
        if sealed.count:
            found["sealed_at"] = Now()
    sealing, _ = Sealing.objects.update_or_create(pk=THE_ONE, defaults=found)
    return sealing


def ages() -> Ages:
    """How old everything is now."""
    with connection.cursor() as cursor:
        cursor.execute(AGES)
        return Ages(*cursor.fetchone() or ())


def _one(query: str, parameters: Sequence[Any] | None = None) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        [value] = cursor.fetchone() or (None,)
    return value
