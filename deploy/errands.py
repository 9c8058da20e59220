"""Errands of the sweep beside the tables: it looks at the service's parts, and gives their signs.

Each runs in a thread of its own, once a second; what is slow looks less often.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps

from django.conf import settings
from redis.exceptions import RedisError

from deploy.broker import messages_waiting
from deploy.database.roles import trouble_with_roles
from deploy.disks import fault_of_volumes, note_write
from deploy.health import KEYS, sign_of_keys
from games.play import waits
from games.play.signs import forget_signs, give_sign
from ledger.audit import doubt
from ledger.rounds import ages

Errand = Callable[[datetime], None]
OK = "ok"

logger = logging.getLogger(__name__)


def every(pause: timedelta) -> Callable[[Errand], Errand]:
    """Let an errand rest so long between two looks."""

    def resting(errand: Errand) -> Errand:
        looked_at: datetime | None = None

        @wraps(errand)
        def look(at: datetime) -> None:
            nonlocal looked_at
            if looked_at is None or not timedelta(0) <= at - looked_at < pause:
                errand(at)
                looked_at = at

        return look

    return resting


@every(timedelta(seconds=2))
def look_at_broker(_: datetime) -> None:
    """Tell whether the broker carries messages, and count those that wait there."""
    try:
        give_sign("broker", counts=messages_waiting())
    except RedisError:
        give_sign("broker", fault="down")


@every(timedelta(seconds=5))
def look_at_tables(at: datetime) -> None:
    """Workers come to the tables with people in time."""
    people, bots = waits.with_people(at=at), waits.of_bots_alone(at=at)
    counts = {"tables_with_people": people, "tables_of_bots": bots}
    give_sign(
        "tables",
        fault="late" if people.is_late else "",
        counts={name: _told(one) for name, one in counts.items()},
    )


@every(timedelta(seconds=10))
def look_at_books(_: datetime) -> None:
    """The last audit found nothing, and seals and audits are no older than they may be."""
    now = ages()
    found = {"seal": now.sealed, "sealing": now.looked, "audit": now.audited}
    counts = {
        name: None if age is None else round(age.total_seconds()) for name, age in found.items()
    }
    give_sign("books", fault="in doubt" if doubt() else "")  # Which row it is, the log knows.
    give_sign("seals", fault=now.seals if now.seals != OK else "", counts=counts)
    give_sign("audit", fault=now.audit if now.audit != OK else "")


@every(timedelta(seconds=10))
def look_at_disks(_: datetime) -> None:
    """Our volumes have room; a database without room is known by its refusal to take this sign."""
    fault = fault_of_volumes(settings.DISKS, least_megabytes=settings.DISK_FREE_MB)
    give_sign("disk", fault=fault)
    note_write(None)


@every(timedelta(seconds=10))
def look_at_keys(_: datetime) -> None:
    """The keys open the cards of every open table."""
    sign_of_keys("sweep")
    forget_signs(f"{KEYS} ", older=timedelta(hours=1))  # Of processes that ended.


_told_of_roles = ""


@every(timedelta(seconds=30))
def look_at_roles(_: datetime) -> None:
    """The roles of the services are as `make_roles` left them; a change is an error in the log."""
    global _told_of_roles
    trouble = trouble_with_roles()
    if trouble and trouble != _told_of_roles:
        logger.error("%s", trouble)
    _told_of_roles = trouble
    give_sign("roles", fault="changed since they were made: see the log" if trouble else "")


def _told(waiting: waits.Waiting) -> dict[str, int | None]:
    age = waiting.longest
    return {
        "tables": waiting.tables,
        "longest_seconds": None if age is None else round(age.total_seconds()),
    }


ERRANDS = [
    look_at_broker,
    look_at_tables,
    look_at_books,
    look_at_disks,
    look_at_keys,
    look_at_roles,
]
