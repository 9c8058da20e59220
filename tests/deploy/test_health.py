"""What a load balancer is told while parts of the service fail."""

import contextlib
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Now
from django.test import Client
from django.test.utils import CaptureQueriesContext

from deploy.database.roles import LOGINS
from deploy.disks import note_write
from deploy.health import FORWARDED, LEAST_CONNECTIONS, PUT_BACK_TOLD
from deploy.health import PARTS as SIGNS
from deploy.migrated import known
from deploy.rest.clock import database_now
from games.management.commands.sweep import sweep_round
from games.models import Heartbeat, Sign, Table
from games.play.outages import PUT_BACK, SWEEP_SILENCE
from games.play.signs import give_sign
from ledger.declarations import declared
from ledger.models import Audit
from tests.conftest import server_url
from tests.games.factories import table_of
from tests.ledger.factories import BookFactory, purse

pytestmark = pytest.mark.django_db
SERVICE = {"database", "login", "migrations", "broker", "sweep", "tables", "clock"}
SIGNED = {"worker", "beat", "mail", "disk", "roles", "books", "seals", "audit", "keys"}
PARTS = SERVICE | SIGNED | {"connections", "copy"}
NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def sweep() -> Heartbeat:
    """A worker has just looked for what is due."""
    sweep = Heartbeat.objects.create(part="sweep", at=Now())
    for part in ("worker sweep", "worker play", "worker bots", "beat", "keys web"):
        give_sign(part)
    look_around()
    return sweep


def look_around() -> None:
    """Do the errands of the sweep at once."""
    for errand in declared("errands"):
        getattr(errand, "__wrapped__", errand)(database_now())


@pytest.fixture(autouse=True)
def as_the_web(db: None) -> None:
    """Logged in as the web is; taken back with the test's transaction."""
    login = LOGINS["web"]
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute(f"SET LOCAL SESSION AUTHORIZATION {login.name}")
        cursor.execute("SET LOCAL statement_timeout = %s", [login.time_outs[0]])


def ready(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz")
    assert answer.headers["Cache-Control"].startswith("max-age=0")
    return answer.status_code, answer.json()


def test_the_process_answers_for_itself(client: Client) -> None:
    assert client.get("/livez").content == b"alive"


@pytest.mark.parametrize("host", ["10.0.0.7:8000", "web", "evil.example", "not a host"])
def test_health_is_asked_by_any_name_and_without_tls(
    client: Client, sweep: Heartbeat, settings: Any, host: str
) -> None:
    """Whoever asks from within names the machine; every other address insists on ours."""
    settings.SECURE_SSL_REDIRECT = True

    paths = ("/livez", "/readyz", "/api/docs/")
    statuses = [client.get(path, headers={"host": host}).status_code for path in paths]

    assert statuses == [200, 200, 400]


def test_all_is_well(client: Client, sweep: Heartbeat) -> None:
    status, body = ready(client)

    assert (status, body["status"]) == (200, "ok")
    assert set(body["parts"].values()) == {"ok"}
    assert set(body["parts"]) == PARTS
    assert body["ages"] == {"seal": None, "sealing": None, "audit": None}  # Nothing to seal yet.


def test_a_service_that_logs_in_as_the_owner(client: Client, sweep: Heartbeat) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET SESSION AUTHORIZATION")

    status, body = ready(client)

    assert (status, body["status"]) == (200, "degraded")
    assert body["parts"]["login"] == "not a service's own"


def test_a_service_whose_statements_may_take_for_ever(client: Client, sweep: Heartbeat) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")

    assert ready(client)[1]["parts"]["login"] == "without time-outs"


def test_without_a_broker_people_still_play(
    client: Client, sweep: Heartbeat, settings: Any
) -> None:
    settings.REDIS_URL = NOWHERE
    look_around()

    status, body = ready(client)

    assert (status, body["status"]) == (200, "degraded")
    assert body["parts"]["broker"] == "down"


def test_nobody_sweeps(client: Client, sweep: Heartbeat) -> None:
    Heartbeat.objects.update(at=Now() - SWEEP_SILENCE)

    status, body = ready(client)

    assert (status, body["status"]) == (200, "degraded")
    assert body["parts"]["sweep"] == "down"


def test_people_whom_no_worker_serves(client: Client, sweep: Heartbeat) -> None:
    people, bots = table_of(bots=False), table_of()
    Table.objects.filter(pk__in=[people.pk, bots.pk]).update(due_at=Now() - timedelta(seconds=12))

    look_around()
    _, body = ready(client)
    Table.objects.filter(pk=people.pk).update(due_at=Now() - timedelta(seconds=5))

    assert (body["status"], body["parts"]["tables"]) == ("degraded", "late")
    assert body["waiting"]["tables_with_people"] == {"tables": 1, "longest_seconds": 12}
    assert body["waiting"]["messages"].keys() == {"bots", "play", "sweep"}
    look_around()
    _, body = ready(client)
    assert (body["status"], body["waiting"]["tables_of_bots"]["tables"]) == ("ok", 1)


def test_a_clock_that_went_back_hides_no_dead_sweep(client: Client, sweep: Heartbeat) -> None:
    Heartbeat.objects.update(at=Now() + timedelta(hours=1))

    status, body = ready(client)

    assert (status, body["status"]) == (200, "degraded")
    assert body["parts"]["sweep"] == "down"
    assert body["parts"]["clock"] == "went back"


def test_a_clock_that_went_back_is_told_for_an_hour(client: Client, sweep: Heartbeat) -> None:
    Heartbeat.objects.update(at=Now() + timedelta(hours=1))
    sweep_round(lambda _: None)

    status, body = ready(client)
    Heartbeat.objects.filter(part=PUT_BACK).update(at=Now() - PUT_BACK_TOLD)

    assert (status, body["status"], body["parts"]["sweep"]) == (200, "degraded", "ok")
    assert body["parts"]["clock"].startswith("went back within the last hour")
    assert ready(client)[1]["status"] == "ok"


def test_books_that_do_not_hold(client: Client, sweep: Heartbeat) -> None:
    """Nobody is told which row it is; the log knows."""
    Audit.objects.create(fault="account 7 holds 20 chips, its entries make 19")
    look_around()
    status, body = ready(client)
    Audit.objects.create()
    look_around()

    assert (status, body["status"], body["parts"]["books"]) == (200, "degraded", "in doubt")
    assert ready(client)[1]["status"] == "ok"


@pytest.mark.parametrize(
    ("part", "rows", "word"),
    [
        ("seals", {"sealing": "16 minutes"}, "late"),
        ("seals", {"sealing": "-16 minutes"}, "late"),  # A clock was set back.
        ("seals", {"waiting": "16 minutes"}, "held up"),
        ("seals", {"waiting": "14 minutes"}, "ok"),
        ("seals", {"obstacle": "transfers that cannot be read are passed over: 7"}, "held up"),
        ("audit", {"audit": "26 hours"}, "late"),
        ("audit", {"audit": "24 hours"}, "ok"),
    ],
)
def test_books_that_nobody_looks_after(
    client: Client, sweep: Heartbeat, part: str, rows: dict[str, str], word: str
) -> None:
    ago = {"sealing": "5 minutes", "seal": "2 hours", "audit": "1 hour", **rows}
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO ledger_sealing (looked_at, sealed_at, waiting_since, obstacle)
            SELECT now() - %(sealing)s::interval, now() - %(seal)s::interval,
                now() - %(waiting)s::interval, %(obstacle)s""",
            {"waiting": None, "obstacle": "", **ago},
        )
        cursor.execute(
            "INSERT INTO ledger_audit (checked_at, fault) SELECT now() - %s::interval, ''",
            [ago["audit"]],
        )

    look_around()
    status, body = ready(client)

    assert (status, body["status"]) == (200, "ok" if word == "ok" else "degraded")
    assert body["parts"][part] == word
    assert abs(body["ages"]["seal"] - 2 * 3600) < 60
    assert "transfers" not in str(body)  # Which ones is for the operator.


def test_books_that_nobody_ever_sealed_or_audited(client: Client, sweep: Heartbeat) -> None:
    purse(BookFactory.create(), chips=20)
    assert ready(client)[1]["status"] == "ok"
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("RESET SESSION AUTHORIZATION")
        cursor.execute("ALTER TABLE ledger_transfer DISABLE TRIGGER USER")
        cursor.execute("UPDATE ledger_transfer SET recorded_at = now() - interval '26 hours'")
    look_around()

    _, body = ready(client)

    assert (body["parts"]["seals"], body["parts"]["audit"]) == ("late", "late")


def test_a_migration_that_is_missing(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET SESSION AUTHORIZATION")
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
    assert body["parts"] == dict.fromkeys(PARTS, "down")
    assert body["ages"] == {}


@pytest.mark.parametrize("name", [name for part in SIGNS.values() for name in part.signs])
def test_a_part_that_gives_no_sign_is_not_believed(
    client: Client, sweep: Heartbeat, name: str
) -> None:
    """Its last sign is too old, from a clock that went back, or wiped."""
    part = next(part for part, one in SIGNS.items() if name in one.signs)
    signs = Sign.objects.filter(part__startswith=name.removesuffix("*"))
    assert signs.exists()

    for at in (Now() - SIGNS[part].most, Now() + timedelta(hours=1)):
        signs.update(at=at)
        status, body = ready(client)
        assert (status, body["status"]) == (200, "degraded")
        assert body["parts"][part].startswith("no sign")
        assert [word for word in body["parts"].values() if word != "ok"] == [body["parts"][part]]
    signs.delete()
    assert ready(client)[1]["parts"][part].startswith("no sign")


def test_one_process_with_wrong_keys_is_told_beside_others_with_right_ones(
    client: Client, sweep: Heartbeat
) -> None:
    give_sign("keys web", fault="do not open every table")

    assert ready(client)[1]["parts"]["keys"] == "do not open every table"


def test_a_volume_that_is_nearly_full(client: Client, sweep: Heartbeat, settings: Any) -> None:
    settings.DISKS, settings.DISK_FREE_MB = ["/tmp"], 10**9
    look_around()
    full = ready(client)[1]["parts"]["disk"]
    settings.DISKS = ["/no/such/volume"]
    look_around()

    assert full.startswith("tmp has ")
    assert ready(client)[1]["parts"]["disk"] == "volume: No such file or directory"


@pytest.mark.parametrize(
    ("cause", "word"),
    [
        (psycopg.errors.DiskFull, "the database's disk is full"),
        (psycopg.errors.ReadOnlySqlTransaction, "the database takes no writes"),
        (psycopg.errors.UniqueViolation, "ok"),
    ],
)
def test_a_write_that_was_refused_is_told_until_one_is_kept(
    client: Client, sweep: Heartbeat, cause: type[psycopg.Error], word: str
) -> None:
    error = DatabaseError("refused")
    error.__cause__ = cause("refused")

    note_write(error)
    told = ready(client)[1]["parts"]["disk"]
    note_write(None)

    assert told == word
    assert ready(client)[1]["parts"]["disk"] == "ok"


def test_connections_that_run_out(client: Client, sweep: Heartbeat, settings: Any) -> None:
    """All but a few are held: told while there is still one to tell it by."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW max_connections")
        [most] = cursor.fetchone() or (0,)
    with contextlib.ExitStack() as stack:
        while (word := ready(client)[1]["parts"]["connections"]) == "ok":
            with connection.cursor() as cursor:  # A transaction sees one count of them.
                cursor.execute("SELECT pg_stat_clear_snapshot()")
            stack.enter_context(psycopg.connect(server_url("postgres")))
            stack.enter_context(psycopg.connect(server_url("postgres")))

    assert int(word.removesuffix(" left")) < LEAST_CONNECTIONS
    assert int(most) > LEAST_CONNECTIONS


def test_roles_that_were_changed(client: Client, sweep: Heartbeat) -> None:
    """The transaction of the test takes it back."""
    with connection.cursor() as cursor:
        cursor.execute("RESET SESSION AUTHORIZATION")
        cursor.execute("ALTER ROLE spoil_five_worker SET statement_timeout = 0")
        cursor.execute("SET LOCAL SESSION AUTHORIZATION spoil_five_web")
    look_around()

    assert ready(client)[1]["parts"]["roles"] == "changed since they were made: see the log"


class TestWhoAsks:
    """From within, without a token; through a proxy, with it alone."""

    @pytest.mark.parametrize("header", FORWARDED)
    def test_a_stranger_behind_a_proxy_finds_nothing(
        self, client: Client, sweep: Heartbeat, header: str
    ) -> None:
        given: Any = {header: "192.0.2.7"}
        answers = [client.get(path, **given).status_code for path in ("/readyz", "/livez")]

        assert answers == [404, 200]

    @pytest.mark.parametrize(
        ("right", "given", "status"),
        [
            ("a long token", "Bearer a long token", 200),
            ("a long token", "Bearer another", 404),
            ("a long token", "Token a long token", 404),
            ("a long token", "", 404),
            ("", "Bearer ", 404),
            ("", "", 404),
            ("a long token", "Bearer señor", 404),
        ],
    )
    def test_the_token_opens_it(
        self, client: Client, sweep: Heartbeat, settings: Any, right: str, given: str, status: int
    ) -> None:
        settings.READYZ_TOKEN = right
        headers: Any = {"HTTP_X_FORWARDED_FOR": "192.0.2.7", "HTTP_AUTHORIZATION": given}

        assert client.get("/readyz", **headers).status_code == status


def test_it_reads_signs_in_one_statement(client: Client, sweep: Heartbeat) -> None:
    """However many tables are open: it recounts nothing and opens no card."""
    table_of()

    with CaptureQueriesContext(connection) as asked:
        client.get("/readyz")

    assert len(asked) == 1


def test_the_migrations_that_it_knows_are_those_of_the_graph() -> None:
    assert known() == {".".join(key) for key in MigrationLoader(None).disk_migrations}
