"""The live process itself: what it costs while it waits, whom it refuses, and how it ends."""

import contextlib
import http.client

import psycopg
import pytest
from cryptography.fernet import Fernet
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from clubs.tokens import make_token, revoke_token
from games.models import Seat
from games.play.advance import advance_table
from tests.deploy.listeners import PATIENCE_SECONDS, Heard
from tests.deploy.streams import Hall, spectator, table_with_a_person, wait_until
from tests.games.factories import AT
from tests.ledger.factories import HolderFactory


def test_a_bell_that_nobody_heard_costs_a_few_seconds(hall: Hall) -> None:
    table, person = table_with_a_person()
    listener = hall.at(table, person)
    listener.next("snapshot")

    Seat.objects.filter(table=table, player=person).update(is_away=True)  # Rings no bell.

    assert listener.next().kind == "table"


def test_the_line_to_the_database_is_taken_up_again(hall: Hall) -> None:
    table, person = table_with_a_person()
    listener = hall.at(table, person)
    listener.next("snapshot")
    with psycopg.connect(hall.database, autocommit=True) as line:
        line.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
            "pg_backend_pid() AND datname = current_database() AND usename = current_user "
            "AND application_name = 'spoil-five-live'"
        )
        wait_until(lambda: connections_of(hall, "application_name = 'spoil-five-live'") == 1)

    advance_table(table.pk, at=AT)

    assert listener.next().kind == "dealt"


def connections_of(hall: Hall, which: str = "true") -> int:
    with psycopg.connect(hall.database) as line:
        row = line.execute(
            f"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            f"AND pid <> pg_backend_pid() AND {which}"
        ).fetchone()
        assert row is not None
        count: int = row[0]
        return count


def test_a_stream_that_waits_holds_no_connection(own_hall: Hall) -> None:
    table, person = table_with_a_person()
    own_hall.at(table, person).next("snapshot")
    own_hall.at(table, spectator()).next("snapshot")
    connection.close()
    few = connections_of(own_hall)
    connection.connect()

    for player in (spectator(), spectator()):
        for _ in range(15):
            own_hall.at(table, player).next("snapshot")
    connection.close()

    assert connections_of(own_hall) <= few + 1
    assert connections_of(own_hall) <= 3, "one that listens, two that look"
    connection.connect()


def test_a_stream_ends_with_the_right_to_it(hall: Hall) -> None:
    """A token that was revoked, a session that was left, an account in the book that was closed;
    others hear on, and a heartbeat if nothing else."""
    table, person = table_with_a_person()
    holder = HolderFactory.create(is_superuser=True)
    token, text = make_token(holder, name="Live", days=1)
    guest = HolderFactory.create(is_superuser=True)
    browser = Client()
    browser.force_login(guest)
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    former = spectator()
    path = f"/live/tables/{table.pk}"
    by_token = hall.connect(path, text)
    by_session = hall.connect(path, "", cookie=cookie)
    by_account = hall.at(table, former)
    stays = hall.at(table, person)
    for listener in (by_token, by_session, by_account, stays):
        assert listener.status == 200
        assert listener.answer.headers["cache-control"] == "no-store"
        assert listener.next().kind == "snapshot"

    revoke_token(token)
    browser.logout()
    get_user_model().objects.filter(pk=former).update(is_superuser=False)

    end = Heard("end", "", {"reason": "no longer yours"})
    for listener in (by_token, by_session, by_account):
        assert listener.rest()[-1] == end
    assert stays.next("heartbeat").kind == "heartbeat"
    assert hall.connect(path, text).status == 401
    assert hall.at(table, former).status == 404
    advance_table(table.pk, at=AT)
    assert stays.next().kind == "dealt"


def test_strangers_and_other_addresses_are_refused_by_problem_documents(hall: Hall) -> None:
    table, _ = table_with_a_person()
    other = HolderFactory.create().pk
    path = f"/live/tables/{table.pk}"

    for refused, status, code in (
        (hall.connect(path, ""), 401, "not_authenticated"),
        (hall.connect(path, "nonsense"), 401, "authentication_failed"),
        (hall.at(table, other), 404, "not_found"),
        (hall.listen("/live/tables/99999", other), 404, "not_found"),
        (hall.listen("/live/nothing", other), 404, "not_found"),
    ):
        assert refused.status == status
        assert refused.answer.headers["content-type"] == "application/problem+json"
        assert f'"code": "{code}"' in refused.body.decode()


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits for its workers longer than any machine is busy, and we for the server."""
    monkeypatch.setattr("deploy.supervisor.KILL_SECONDS", int(PATIENCE_SECONDS))
    monkeypatch.setattr("deploy.embedded.processes.STOP_SECONDS", 2 * PATIENCE_SECONDS)


def ended_by_themselves(hall: Hall) -> bool:
    """Whether the server has not had to kill workers that waited for their streams."""
    wait_until(lambda: "[INFO] Stopped worker-1" in hall.said)
    return not any("Killing" in line for line in hall.said)


def test_streams_do_not_hold_up_the_end_of_the_process(patience: None, own_hall: Hall) -> None:
    table, person = table_with_a_person()
    listener = own_hall.at(table, person)
    listener.next("snapshot")

    own_hall.supervisor.stop("live")

    assert ended_by_themselves(own_hall)
    assert listener.rest() == []


def test_a_live_process_with_the_wrong_keys_says_so(
    own_hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = table_with_a_person()
    own_hall.supervisor.stop("live")
    monkeypatch.setenv("SEED_KEYS", Fernet.generate_key().decode())

    own_hall.start()

    wait_until(lambda: any(f"(table {table.pk})" in line for line in own_hall.said))


def test_one_port_serves_pages_and_streams_and_ends_as_quickly(
    patience: None, own_hall: Hall
) -> None:
    own_hall.supervisor.stop("live")
    table, person = table_with_a_person()
    own_hall.start_with_web()
    listener = own_hall.at(table, person)
    listener.next("snapshot")
    advance_table(table.pk, at=AT)
    assert listener.next().kind == "dealt"
    page = http.client.HTTPConnection("127.0.0.1", own_hall.port, timeout=PATIENCE_SECONDS)
    with contextlib.closing(page):
        page.request("GET", "/livez")
        assert page.getresponse().read() == b"alive"

    own_hall.said.clear()
    own_hall.supervisor.stop("web")

    assert ended_by_themselves(own_hall)
    listener.rest()
