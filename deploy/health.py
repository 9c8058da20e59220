"""What a load balancer and an operator ask: is the process alive, can the service do its work?

Each part of the service gives its own sign (`games.play.signs`, `deploy.errands`). `/readyz` reads
them in one statement and judges how old they are, so that it costs next to nothing and starts
nothing. What a sign cannot tell, since nobody could write it, it asks in the same statement: how
many connections are left, whether the synchronous copy is there.
"""

import hmac
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, ProgrammingError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from deploy.database.roles import LOGINS
from deploy.database.watching import copies_query
from deploy.disks import fault_of_writes
from deploy.migrated import missing
from games.play.outages import LONGEST_LEAD, PUT_BACK, SWEEP_SILENCE
from games.play.signs import give_sign
from games.tables.keys import trouble_with_keys

PUT_BACK_TOLD = timedelta(hours=1)
OK, DOWN = "ok", "down"
LATE: Final = "no sign"
LEAST_CONNECTIONS: Final = 5
"""Fewer that are left are nearly none: each thread and each worker holds one."""

FORWARDED: Final = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED", "HTTP_VIA")
KEYS: Final = "keys"

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Part:
    """A part that gives signs.

    Attributes:
        signs: The names of its signs, one of each; a name with `*` is each that begins so.
        most: The age beyond which nobody believes a sign any more.
    """

    signs: tuple[str, ...]
    most: timedelta


PARTS: Final = {
    "worker": Part(("worker sweep", "worker play", "worker bots"), timedelta(seconds=60)),
    "beat": Part(("beat",), timedelta(seconds=30)),
    "broker": Part(("broker",), timedelta(seconds=20)),
    "mail": Part(("mail",), timedelta(minutes=2)),
    "tables": Part(("tables",), timedelta(seconds=30)),
    "books": Part(("books",), timedelta(seconds=60)),
    "seals": Part(("seals",), timedelta(seconds=60)),
    "audit": Part(("audit",), timedelta(seconds=60)),
    "roles": Part(("roles",), timedelta(minutes=2)),
    "disk": Part(("disk",), timedelta(seconds=60)),
    KEYS: Part((f"{KEYS} *",), timedelta(seconds=60)),
}
ASKED: Final = (
    "database",
    "login",
    "migrations",
    "sweep",
    "clock",
    "connections",
    "copy",
)
"""What no sign tells."""

QUESTION: Final = """
    SELECT session_user, current_setting('statement_timeout'),
        ARRAY(SELECT app || '.' || name FROM django_migrations),
        (SELECT json_agg(json_build_array(part, extract(epoch FROM now - at)))
            FROM games_heartbeat),
        (SELECT json_agg(json_build_array(part, extract(epoch FROM now - at), fault, counts))
            FROM games_sign),
        current_setting('max_connections')::int
            - current_setting('superuser_reserved_connections')::int
            - current_setting('reserved_connections')::int
            - (SELECT sum(numbackends) FROM pg_stat_database),
        current_setting('synchronous_standby_names') <> ''
    FROM clock_timestamp() AS now
"""


@dataclass(frozen=True)
class Sign:
    """A sign as it was read.

    Attributes:
        age: Seconds; less than nothing where a clock went back.
    """

    age: float
    fault: str = ""
    counts: dict[str, Any] | None = None

    def is_younger(self, most: timedelta) -> bool:
        return -LONGEST_LEAD.total_seconds() < self.age < most.total_seconds()


@never_cache
def livez(_: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("alive", content_type="text/plain")


@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Each part of the service; 503 where nothing can be done.

    Without the broker or the sweep people may look, sit down and play cards; what the service
    itself has to do waits. After an audit that found a bad row nobody can buy in. All else that is
    not well is degraded, not down.
    """
    if not may_ask(request):
        return HttpResponse("Not found", status=404, content_type="text/plain")
    parts, counts = judged()
    needed = parts["database"] == parts["migrations"] == OK
    status = OK if set(parts.values()) == {OK} else "degraded" if needed else DOWN
    return JsonResponse({"status": status, "parts": parts, **counts}, status=200 if needed else 503)


def may_ask(request: HttpRequest) -> bool:
    """Tell whether a caller is from within, or has the token of `READYZ_TOKEN`."""
    if not any(name in request.META for name in FORWARDED):
        return True
    given = request.headers.get("Authorization", "").encode()
    right = f"Bearer {settings.READYZ_TOKEN}".encode()
    return bool(settings.READYZ_TOKEN) and hmac.compare_digest(given, right)


class Health:
    """Answers both before all other middleware.

    A caller from within knows no host name of ours, speaks no TLS, and asks so often that a
    line in the log each time would be most of it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = {"/livez": livez, "/readyz": readyz}.get(request.path_info, self._get_response)
        return answer(request)


def judged() -> tuple[dict[str, str], dict[str, Any]]:
    """A word on each part, and the counts and ages that the signs carry."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(QUESTION)
            row = cursor.fetchone()
            assert row is not None
            login, time_out, applied, beats, signs, left, has_copies = row
            copies = _copies(cursor) if has_copies else None
    except DatabaseError as error:
        is_new = isinstance(error, ProgrammingError)  # A database without our tables.
        known = {"database": OK, "migrations": "none applied"} if is_new else {}
        return {**dict.fromkeys([*ASKED, *PARTS], DOWN), **known}, {"ages": {}, "waiting": {}}
    heartbeats = {part: Sign(age) for part, age in beats or ()}
    given = {part: Sign(age, fault, counts) for part, age, fault, counts in signs or ()}
    parts = {
        "database": OK,
        "login": _login(login, time_out),
        "migrations": _migrations(applied),
        "sweep": _sweep(heartbeats),
        "clock": _clock(heartbeats),
        "connections": OK if left >= LEAST_CONNECTIONS else f"{max(left, 0)} left",
        "copy": OK if copies is None or copies else "the synchronous copy is away",
        **{name: _judge(part, given) for name, part in PARTS.items()},
    }
    if (fault := fault_of_writes()) and parts["disk"] == OK:
        parts["disk"] = fault
    return parts, {"ages": _counts(given, "seals"), "waiting": _waiting(given)}


def _judge(part: Part, given: dict[str, Sign]) -> str:
    """The first fault of its signs, or the first that is missing."""
    for name in part.signs:
        found = [
            one
            for key, one in given.items()
            if key == name or (name.endswith("*") and key.startswith(name[:-1]))
        ]
        young = [one for one in found if one.is_younger(part.most)]
        if not young:
            return f"{LATE} of {name}" if len(part.signs) > 1 else LATE
        if fault := next((one.fault for one in young if one.fault), ""):
            return fault
    return OK


def _login(name: str, time_out: str) -> str:
    """Whether the database knows the service as a role of its own, and ends what takes too long."""
    if name not in {login.name for login in LOGINS.values()}:
        return "not a service's own"
    return "without time-outs" if time_out == "0" else OK


def _migrations(applied: list[str]) -> str:
    count = len(missing(applied))
    return f"{count} to apply" if count else OK


def _sweep(heartbeats: dict[str, Sign]) -> str:
    """Whether the sweep looks for what is due, as it does every half second."""
    sign = heartbeats.get("sweep")
    return OK if sign and sign.is_younger(SWEEP_SILENCE) else DOWN


def _clock(heartbeats: dict[str, Sign]) -> str:
    """Whether the database's clock goes forward, by which all time is told."""
    if any(sign.age < -LONGEST_LEAD.total_seconds() for sign in heartbeats.values()):
        return "went back"
    put_back = heartbeats.get(PUT_BACK)
    if put_back and put_back.age < PUT_BACK_TOLD.total_seconds():
        return "went back within the last hour; all deadlines were moved back too"
    return OK


def _copies(cursor: Any) -> int | None:
    """How many synchronous copies follow; None where this role may not know."""
    query = copies_query(cursor)
    if query is None:
        return None
    cursor.execute(query)
    [copies] = cursor.fetchone()
    return int(copies)


def _waiting(given: dict[str, Sign]) -> dict[str, Any]:
    """What waits for workers: messages by queue; tables, and the seconds of the longest wait."""
    found = {name: _counts(given, name) for name in ("broker", "tables", "mail")}
    return {"messages": found["broker"], **found["tables"], "mails": found["mail"]}


def _counts(given: dict[str, Sign], name: str) -> dict[str, Any]:
    return (given[name].counts or {}) if name in given else {}


def sign_of_keys(part: str) -> str:
    """Say whether the keys of this process open what is kept; what is wrong, for the log.

    Each process has a sign of its own, since each may have other keys.
    """
    trouble = trouble_with_keys()
    whose = f"{KEYS} {part} {socket.gethostname()[:64]} {os.getpid()}"
    give_sign(whose, fault="do not open every table" if trouble else "")
    return trouble


def say_keys(part: str = "") -> None:
    """Tell the log, at the start of a process; a database that is away is no matter of keys.

    Args:
        part: Whose sign it gives, too; empty where it gives none.
    """
    try:
        trouble = sign_of_keys(part) if part else trouble_with_keys()
    except DatabaseError:
        return
    if trouble:
        logger.error("%s", trouble)
    connection.close()
