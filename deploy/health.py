"""What a load balancer and an operator ask: is the process alive, can the service do its work?"""

import contextlib
import logging
from collections.abc import Callable, Iterator
from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from redis.exceptions import RedisError

from deploy.broker import messages_waiting, ping
from deploy.database.roles import LOGINS
from deploy.rest.clock import database_now
from games.models import Heartbeat
from games.play import waits
from games.play.outages import LONGEST_LEAD, PUT_BACK, is_swept
from games.tables.keys import trouble_with_keys
from ledger.audit import doubt
from ledger.rounds import ages

PUT_BACK_TOLD = timedelta(hours=1)
OK, DOWN = "ok", "down"

logger = logging.getLogger(__name__)


@never_cache
def livez(_: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("alive", content_type="text/plain")


@never_cache
def readyz(_: HttpRequest) -> HttpResponse:
    """Each part of the service; 503 where nothing can be done.

    Without the broker or the sweep people may look, sit down and play cards; what the service
    itself has to do waits. After an audit that found a bad row nobody can buy in. Both are
    degraded, not down; and so are books that nobody has sealed or audited for too long.
    """
    parts = dict(_parts())
    needed = parts["database"] == parts["migrations"] == OK
    status = OK if set(parts.values()) == {OK} else "degraded" if needed else DOWN
    body = {"status": status, "parts": parts, "ages": _ages(), "waiting": _waiting()}
    return JsonResponse(body, status=200 if needed else 503)


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


def _parts() -> Iterator[tuple[str, str]]:
    looks: dict[str, Callable[[], str]] = {
        "database": _database,
        "login": _login,
        "migrations": _migrations,
        "broker": _broker,
        "sweep": _sweep,
        "tables": _tables,
        "clock": _clock,
        "books": _books,
        "seals": lambda: ages().seals,
        "audit": lambda: ages().audit,
        "keys": _keys,
    }
    for name, look in looks.items():
        try:
            yield name, look()
        except (DatabaseError, RedisError):
            yield name, DOWN


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def _login() -> str:
    """Whether the database knows the service as a role of its own, and ends what takes too long."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_user, current_setting('statement_timeout')")
        name, time_out = cursor.fetchone() or ("", "")
    if name not in {login.name for login in LOGINS.values()}:
        return "not a service's own"
    return "without time-outs" if time_out == "0" else OK


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} to apply" if missing else OK


def _broker() -> str:
    ping()
    return OK


def _sweep() -> str:
    return OK if is_swept() else DOWN


def _tables() -> str:
    """Whether workers come to the tables with people in time."""
    return "late" if waits.with_people(at=database_now()).is_late else OK


def _waiting() -> dict[str, dict[str, int | None]]:
    """What waits for workers: messages by queue; tables, and the seconds of the longest wait."""
    found: dict[str, dict[str, int | None]] = {}
    with contextlib.suppress(RedisError):
        found["messages"] = {**messages_waiting()}
    with contextlib.suppress(DatabaseError):
        at = database_now()
        kinds = {
            "tables_with_people": waits.with_people(at=at),
            "tables_of_bots": waits.of_bots_alone(at=at),
        }
        for name, one in kinds.items():
            age = None if one.longest is None else round(one.longest.total_seconds())
            found[name] = {"tables": one.tables, "longest_seconds": age}
    return found


def _clock() -> str:
    """Whether the database's clock goes forward, by which all time is told."""
    if Heartbeat.objects.filter(at__gt=Now() + LONGEST_LEAD).exists():
        return "went back"
    if Heartbeat.objects.filter(part=PUT_BACK, at__gt=Now() - PUT_BACK_TOLD).exists():
        return "went back within the last hour; all deadlines were moved back too"
    return OK


def _books() -> str:
    """What the last audit says; which row is bad is for the log, not for the caller."""
    return "in doubt" if doubt() else OK


def _ages() -> dict[str, int | None]:
    """Seconds since the last seal, since somebody last came to seal, and since the last audit."""
    try:
        now = ages()
    except DatabaseError:
        return {}
    told = {"seal": now.sealed, "sealing": now.looked, "audit": now.audited}
    return {name: None if age is None else round(age.total_seconds()) for name, age in told.items()}


def _keys() -> str:
    """Whether the keys open the cards of every open table; which they do not, the log tells."""
    return "do not open every table" if trouble_with_keys() else OK


def say_keys() -> None:
    """At the start of a process, to the log; a database that is away is no matter of keys."""
    try:
        trouble = trouble_with_keys()
    except DatabaseError:
        return
    if trouble:
        logger.error("%s", trouble)
    connection.close()
