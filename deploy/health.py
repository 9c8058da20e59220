"""What a load balancer and an operator ask: is the process alive, can the service do its work?"""

from collections.abc import Callable, Iterator
from datetime import timedelta

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from redis.exceptions import RedisError

from games.models import Heartbeat
from ledger.audit import doubt

BROKER_SECONDS = 1.0
SWEEP_SILENCE = timedelta(seconds=10)
OK, DOWN = "ok", "down"


@never_cache
def livez(_: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("alive", content_type="text/plain")


@never_cache
def readyz(_: HttpRequest) -> HttpResponse:
    """Each part of the service; 503 where nothing can be done.

    Without the broker or the sweep people may look, sit down and play cards; what the service
    itself has to do waits. After an audit that found a bad row nobody buys in. Both are degraded,
    not down.
    """
    parts = dict(_parts())
    needed = parts["database"] == parts["migrations"] == OK
    status = OK if set(parts.values()) == {OK} else "degraded" if needed else DOWN
    return JsonResponse({"status": status, "parts": parts}, status=200 if needed else 503)


def _parts() -> Iterator[tuple[str, str]]:
    looks: dict[str, Callable[[], str]] = {
        "database": _database,
        "migrations": _migrations,
        "broker": _broker,
        "sweep": _sweep,
        "books": _books,
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


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} to apply" if missing else OK


def _broker() -> str:
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=BROKER_SECONDS, socket_timeout=BROKER_SECONDS
    ) as broker:
        broker.ping()
    return OK


def _sweep() -> str:
    """Whether a worker has looked for what is due, as it does every half second."""
    is_alive = Heartbeat.objects.filter(part="sweep", at__gt=Now() - SWEEP_SILENCE).exists()
    return OK if is_alive else DOWN


def _books() -> str:
    """What the last audit says; which row is bad is for the log, not for whoever asks."""
    return "in doubt" if doubt() else OK
