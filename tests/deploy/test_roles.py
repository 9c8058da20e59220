"""Each service logs in as a role of its own, with its rights and its time-outs."""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from psycopg.sql import SQL, Identifier
from rest_framework.test import APIClient

from clubs.models import Player
from deploy.database.roles import LOGINS, PLANNING
from deploy.database.watching import faults_of_roles
from deploy.paths import PROJECT_DIR
from deploy.settings import REDIS_URL, SECOND_FACTOR_KEYS, SEED_KEYS
from games.models import Table
from games.play.advance import advance_table
from ledger.apps import APPLICATION_ROLE, GRANTS
from tests.clubs.factories import PlayerFactory
from tests.conftest import server_url
from tests.games.factories import AT, table_of

SERVICES = ("web", "worker", "audit")  # They do what the application does.
PASSWORD = "no hand of cards"


def log_in(url: str, service: str) -> psycopg.Connection:
    return psycopg.connect(url, user=LOGINS[service].name, autocommit=True)


def manage(url: str, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A command on a server that somebody named."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=PROJECT_DIR,
        env={
            "PATH": os.environ["PATH"],
            "DATABASE_URL": url,
            "REDIS_URL": REDIS_URL,
            "SECRET_KEY": "only for tests",
            "ALLOWED_HOSTS": "localhost",
            "SEED_KEYS": ",".join(SEED_KEYS),
            "SECOND_FACTOR_KEYS": ",".join(SECOND_FACTOR_KEYS),
            **environ,
        },
        capture_output=True,
        text=True,
        check=False,
    )


ONLY_ADDED = ["games_action", "games_resultentry"]
"""What seats did, and what people entered of real cards."""


def may(line: psycopg.Connection, rights: str, table: str = ONLY_ADDED[0]) -> bool:
    """Whether the services have one of these rights to a table."""
    asked = "SELECT has_table_privilege(%s, %s, %s)"
    [has_one] = line.execute(asked, [APPLICATION_ROLE, table, rights]).fetchone() or (None,)
    return bool(has_one)


@pytest.fixture(scope="module")
def empty() -> Iterator[str]:
    """A database that nobody has touched, beside the tests' own; gives its URL."""
    name = f"named_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(server_url("postgres"), autocommit=True) as maintenance:
        maintenance.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        yield server_url(name)
        maintenance.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.fixture(scope="module")
def migrated(empty: str) -> str:
    """Roles made twice by a superuser, tables by the role that migrates; gives the URL."""
    for _ in range(2):
        made = manage(empty, "make_roles", DATABASE_PASSWORD_WEB=PASSWORD)
        assert made.returncode == 0, made.stderr
    assert f"{LOGINS['web'].name}: statement_timeout 15s" in made.stdout
    migrate = manage(empty, "migrate", DATABASE_LOGIN="migrate")
    assert migrate.returncode == 0, migrate.stderr
    return empty


@pytest.mark.parametrize("service", LOGINS)
def test_time_outs_belong_to_the_login(migrated: str, service: str) -> None:
    with log_in(migrated, service) as line:
        found = tuple(
            line.execute(f"SHOW {setting}").fetchone()
            for setting in (
                "statement_timeout",
                "lock_timeout",
                "idle_in_transaction_session_timeout",
            )
        )  # As whoever logs in through a pooler finds them, too.

    assert found == tuple((value,) for value in LOGINS[service].time_outs)
    assert ("0",) not in (found[1:] if service == "migrate" else found)


def test_lists_are_planned_alike_by_every_login(migrated: str) -> None:
    found = set()
    for service in LOGINS:
        with log_in(migrated, service) as line:
            found.add(line.execute("SHOW random_page_cost").fetchone())

    assert found == {tuple(PLANNING.values())}


@pytest.mark.parametrize("service", LOGINS)
def test_no_service_is_a_superuser_or_makes_roles(migrated: str, service: str) -> None:
    with log_in(migrated, service) as line:
        rights = line.execute(
            "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls"
            " FROM pg_roles WHERE rolname = session_user"
        ).fetchone()

    assert rights == (False,) * 5


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_does_what_the_application_may_and_no_more(migrated: str, service: str) -> None:
    with log_in(migrated, service) as line:
        line.execute("SELECT FROM ledger_transfer")
        line.execute("SELECT ledger_open_book('New', now())")
        for attempt in (
            "DELETE FROM ledger_entry",
            "ALTER TABLE ledger_entry DISABLE TRIGGER USER",
            "CREATE TABLE mine ()",
            "SET ROLE spoil_five_migrate",
            "UPDATE django_migrations SET name = ''",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                line.execute(attempt)


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("table", ONLY_ADDED)
def test_what_people_did_is_only_added_to(migrated: str, service: str, table: str) -> None:
    with log_in(migrated, service) as line:
        line.execute(SQL("SELECT FROM {}").format(Identifier(table)))
        assert may(line, "INSERT", table)
        for attempt in (
            "UPDATE {} SET at = now()",
            "DELETE FROM {}",
            "TRUNCATE {}",
            "SELECT FROM {} FOR UPDATE",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                line.execute(SQL(attempt).format(Identifier(table)))


def test_the_comment_of_a_table_says_that_it_is_only_added_to(migrated: str) -> None:
    with log_in(migrated, "migrate") as owner, owner.transaction(force_rollback=True):
        assert not may(owner, "UPDATE, DELETE")

        owner.execute("COMMENT ON TABLE games_action IS NULL")
        owner.execute(GRANTS.read_bytes())

        assert may(owner, "UPDATE, DELETE")


def test_the_backup_reads_everything_and_writes_nothing(migrated: str) -> None:
    with log_in(migrated, "backup") as line:
        tables = line.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in tables.fetchall():
            line.execute(SQL("SELECT FROM {}").format(Identifier(table)))
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                line.execute(SQL("DELETE FROM {}").format(Identifier(table)))


def test_somebody_who_migrates_owns_the_tables_of_a_superuser_too(migrated: str) -> None:
    """As those of a service that was migrated by the superuser until today."""
    with psycopg.connect(migrated, autocommit=True) as superuser:
        superuser.execute("CREATE TABLE of_old (id bigint GENERATED ALWAYS AS IDENTITY)")
        superuser.execute("CREATE TYPE leg_of_old AS (chips bigint)")
        superuser.execute("CREATE FUNCTION of_old() RETURNS void LANGUAGE sql AS ''")
    assert manage(migrated, "make_roles").returncode == 0

    with log_in(migrated, "migrate") as line:
        line.execute("DROP TABLE of_old; DROP TYPE leg_of_old; DROP FUNCTION of_old()")


def test_what_a_login_was_given_besides_is_taken_back(migrated: str) -> None:
    web = LOGINS["web"].name
    with psycopg.connect(migrated, autocommit=True) as superuser:
        superuser.execute(f"GRANT spoil_five_migrate, pg_write_all_data TO {web}")
        superuser.execute(
            f"ALTER ROLE {web} CREATEROLE; ALTER ROLE {web} SET statement_timeout = 0;"
            f"ALTER ROLE {web} SET default_transaction_read_only = on"
        )
        manage(migrated, "make_roles")
        belongs_to = superuser.execute(
            "SELECT roleid::regrole::text FROM pg_auth_members WHERE member = %s::regrole", [web]
        ).fetchall()

    assert belongs_to == [("spoil_five_app",)]
    with log_in(migrated, "web") as line:
        assert line.execute("SHOW statement_timeout").fetchone() == ("15s",)
        assert line.execute("SHOW default_transaction_read_only").fetchone() == ("off",)


def alter_own(url: str, words: str) -> None:
    """What a service can do to its own role, which PostgreSQL cannot forbid."""
    with log_in(url, "web") as web:
        web.execute(SQL(f"ALTER ROLE {LOGINS['web'].name} {words}"))


def faults_at(url: str) -> list[str]:
    """What a service reads there of the roles."""
    right = {login.name: login.settings for login in LOGINS.values()}
    with log_in(url, "worker") as worker:
        return list(faults_of_roles(right, ask=lambda *given: worker.execute(*given).fetchall()))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("PASSWORD 'mine now'", "its password is not the one that make_roles gave it"),
        ("SET statement_timeout = 0", "statement_timeout is 0, not 15s"),
        ("RESET lock_timeout", "lock_timeout is not set, not 5s"),
        ("SET work_mem = '1GB'", "work_mem is 1GB, not unset"),
        (
            "IN DATABASE {} SET idle_in_transaction_session_timeout = 0",
            "idle_in_transaction_session_timeout in {} is 0, not unset",
        ),
    ],
)
def test_what_a_service_changed_of_its_role_is_found_and_set_right(
    migrated: str, words: str, told: str
) -> None:
    with log_in(migrated, "web") as line:
        database = line.info.dbname
    assert faults_at(migrated) == []

    alter_own(migrated, words.format(database))

    assert faults_at(migrated) == [f"{LOGINS['web'].name}: {told.format(database)}"]
    made = manage(migrated, "make_roles", DATABASE_PASSWORD_WEB=PASSWORD)
    assert "Not right yet" not in made.stdout
    assert faults_at(migrated) == []


def test_a_changed_password_is_not_taken_for_right(migrated: str) -> None:
    alter_own(migrated, "PASSWORD 'mine now'")

    made = manage(migrated, "make_roles")

    assert "Not right yet: spoil_five_web: its password is not" in made.stdout
    assert len(faults_at(migrated)) == 1
    manage(migrated, "make_roles", DATABASE_PASSWORD_WEB=PASSWORD)
    assert faults_at(migrated) == []


def test_a_password_where_there_was_none_goes_again(migrated: str) -> None:
    with log_in(migrated, "audit") as audit:
        audit.execute("ALTER ROLE spoil_five_audit PASSWORD 'mine now'")
    assert len(faults_at(migrated)) == 1

    manage(migrated, "make_roles")

    assert faults_at(migrated) == []


@pytest.mark.parametrize("service", sorted(LOGINS.keys() - {"backup"}))
def test_a_service_learns_of_passwords_whether_they_are_right_alone(
    migrated: str, service: str
) -> None:
    with log_in(migrated, service) as line:
        for attempt in (
            "SELECT FROM spoil_five_watch.password",
            "DELETE FROM spoil_five_watch.password",
            "DROP SCHEMA spoil_five_watch CASCADE",
            "CREATE OR REPLACE FUNCTION spoil_five_watch.changed_passwords() RETURNS SETOF text"
            " LANGUAGE sql AS ''",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                line.execute(attempt)


@pytest.mark.parametrize("service", LOGINS)
def test_a_service_connects_to_its_own_database_alone(migrated: str, service: str) -> None:
    for database in ("postgres", "template1"):
        with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
            log_in(server_url(database), service)

    log_in(migrated, service).close()


def test_a_password_is_kept_as_nobody_can_read_it(migrated: str) -> None:
    with psycopg.connect(migrated) as superuser:
        passwords = superuser.execute(
            "SELECT rolname, rolpassword FROM pg_authid WHERE rolpassword IS NOT NULL"
        ).fetchall()

    [(name, kept)] = passwords
    assert name == LOGINS["web"].name
    assert kept.startswith("SCRAM-SHA-256$")


def test_somebody_who_may_not_make_roles_is_told_who_may(migrated: str) -> None:
    answer = manage(migrated, "make_roles", DATABASE_LOGIN="web")

    assert answer.returncode == 1
    assert "Name a superuser of the server in DATABASE_URL" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_statement_is_cut_off(migrated: str) -> None:
    """With the limit of the role itself, made short for once."""
    web = LOGINS["web"].name
    with psycopg.connect(migrated, autocommit=True) as superuser:
        superuser.execute(f"ALTER ROLE {web} SET statement_timeout = '50ms'")
        with log_in(migrated, "web") as line, pytest.raises(psycopg.errors.QueryCanceled):
            line.execute("SELECT pg_sleep(5)")


@pytest.fixture
def operator(db: None, monkeypatch: pytest.MonkeyPatch) -> Player:
    """Somebody for whom lists of clubs and players take too long."""

    def wait(*_: object, **__: object) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = '20ms'")
            cursor.execute("SELECT pg_sleep(5)")

    monkeypatch.setattr("clubs.api.clubs.ClubViewSet.get_queryset", wait)
    monkeypatch.setattr("clubs.admin.player.PlayerAdmin.get_queryset", wait)
    return PlayerFactory.create(is_superuser=True)


def test_the_api_says_what_was_cut_off(operator: Player) -> None:
    client = APIClient()
    client.force_authenticate(operator)

    answer = client.get("/api/v1/clubs")

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert int(answer.headers["Retry-After"]) > 0
    assert "nothing was done" in answer.json()["detail"]


def test_a_page_says_what_was_cut_off(client: Client, operator: Player) -> None:
    client.force_login(operator)

    answer = client.get("/admin/clubs/player/")

    assert answer.status_code == 503
    assert answer.content.decode().startswith("The service is too busy: nothing was done.")


def test_a_step_that_was_cut_off_is_taken_again(own_database: str) -> None:
    """The table stays due, so that the next sweep finds it."""
    table = table_of()
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '50ms'")
    with psycopg.connect(own_database) as other:
        other.execute("SELECT FROM ledger_account WHERE id = %s FOR UPDATE", [table.pool_id])
        with pytest.raises(OperationalError, match="lock timeout"):
            advance_table(table.pk, at=AT)

    assert not table.deals.exists()
    assert Table.objects.due(AT).contains(table)
    assert advance_table(table.pk, at=AT) > 0
    assert table.deals.exists()


def test_the_audit_finds_nothing_wrong_with_these_roles(migrated: str) -> None:
    audited = manage(migrated, "check_books", DATABASE_LOGIN="audit")

    assert (audited.returncode, audited.stderr) == (0, "")
