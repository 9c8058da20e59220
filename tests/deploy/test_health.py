"""What a load balancer is told while parts of the service fail."""

from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client

from deploy.health import SWEEP_SILENCE
from games.models import Heartbeat
from ledger.models import Audit

pytestmark = pytest.mark.django_db
NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def sweep() -> Heartbeat:
    """A worker has just looked for what is due."""
    return Heartbeat.objects.create(part="sweep", at=Now())


def ready(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz")
    assert answer.headers["Cache-Control"].startswith("max-age=0")
    return answer.status_code, answer.json()


def test_the_process_answers_for_itself(client: Client) -> None:
    assert client.get("/livez").content == b"alive"


def test_all_is_well(client: Client, sweep: Heartbeat) -> None:
    parts = {"database": "ok", "migrations": "ok", "broker": "ok", "sweep": "ok", "books": "ok"}

    assert ready(client) == (200, {"status": "ok", "parts": parts})


def test_without_a_broker_people_still_play(
    client: Client, sweep: Heartbeat, settings: Any
) -> None:
    settings.REDIS_URL = NOWHERE

    status, body = ready(client)

    assert (status, body["status"]) == (200, "degraded")
    assert body["parts"]["broker"] == "down"


def test_nobody_sweeps(client: Client, sweep: Heartbeat) -> None:
    Heartbeat.objects.update(at=Now() - SWEEP_SILENCE)

    status, body = ready(client)

    assert (status, body["status"]) == (200, "degraded")
    assert body["parts"]["sweep"] == "down"


def test_books_that_do_not_hold(client: Client, sweep: Heartbeat) -> None:
    """Nobody is told which row it is; the log knows."""
    Audit.objects.create(fault="account 7 holds 20 chips, its entries make 19")
    status, body = ready(client)
    Audit.objects.create()

    assert (status, body["status"], body["parts"]["books"]) == (200, "degraded", "in doubt")
    assert ready(client)[1]["status"] == "ok"


def test_a_migration_that_is_missing(client: Client, as_owner: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    status, body = ready(client)

    assert (status, body["status"]) == (503, "down")
    assert body["parts"]["migrations"] == "1 to apply"


def test_without_a_database_nothing_can_be_done(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", "no_such_database")

    status, body = ready(client)

    assert (status, body["status"]) == (503, "down")
    assert body["parts"] == {
        "database": "down",
        "migrations": "down",
        "broker": "ok",
        "sweep": "down",
        "books": "down",
    }
