"""Whether the broker answers, which carries messages between the parts of the service."""

from typing import cast

import redis
from django.conf import settings

BROKER_SECONDS = 1.0


def ping() -> None:
    """Ask the broker for a sign.

    Raises:
        RedisError: it gave none in time.
    """
    with _broker() as broker:
        broker.ping()


def messages_waiting() -> dict[str, int]:
    """How many messages wait in each queue for a worker.

    Raises:
        RedisError: the broker did not say in time.
    """
    queues = sorted({route["queue"] for route in settings.CELERY_TASK_ROUTES.values()})
    with _broker() as broker:
        return {queue: int(cast(int, broker.llen(queue))) for queue in queues}


def _broker() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=BROKER_SECONDS, socket_timeout=BROKER_SECONDS
    )
