"""A backup out of one instance of the compose file, and into another: its own words, as docker
runs them, with its roles on two databases; there is no docker here to run them.
"""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection
from psycopg.sql import SQL, Identifier

from deploy.database.roles import LOGINS
from deploy.paths import PROJECT_DIR
from deploy.settings import REDIS_URL, SECOND_FACTOR_KEYS, SEED_KEYS
from games.models import Deal
from ledger.models import Transfer
from tests.conftest import server_url
from tests.deploy.test_compose import SERVICES
from tests.deploy.test_restore import play

OF_OTHERS = """
    SELECT relname::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relowner <> 'spoil_five_migrate'::regrole
"""


def compose(
    service: str, url: str, *words: str, sent: bytes = b"", **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """`docker compose run --rm -T SERVICE WORDS` for an instance with this database."""
    given = SERVICES[service]
    program, *begun = given["entrypoint" if "entrypoint" in given else "command"]
    assert program == "python"
    values = {"DATABASE_URL": url, "REDIS_URL": REDIS_URL, "SECRET_KEY": "only for tests"}
    values["ALLOWED_HOSTS"] = "localhost"
    values |= {"SEED_KEYS": ",".join(SEED_KEYS), "PATH": os.environ["PATH"]}
    values |= {"SECOND_FACTOR_KEYS": ",".join(SECOND_FACTOR_KEYS)}
    login = given["environment"].get("DATABASE_LOGIN", "")
    return subprocess.run(
        [sys.executable, *begun, *words],
        cwd=PROJECT_DIR,
        env=values | {"DATABASE_LOGIN": login} | environ,
        input=sent,
        capture_output=True,
        check=False,
    )


@contextmanager
def database() -> Iterator[str]:
    """A new one; gives its URL."""
    name = f"instance_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(server_url("postgres"), autocommit=True) as maintenance:
        maintenance.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        yield server_url(name)
        maintenance.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.fixture
def backup(own_database: str) -> bytes:
    """Of an instance at which a table was played."""
    play()
    connection.close()
    assert compose("roles", own_database).returncode == 0
    made = compose("backup", own_database)
    assert made.returncode == 0, made.stderr
    assert b"with its keys" in made.stderr
    return made.stdout


def test_a_new_instance_takes_the_backup_of_an_old_one(own_database: str, backup: bytes) -> None:
    with database() as url:
        unready = compose("restore", url, sent=backup)
        assert compose("roles", url).returncode == 0
        keyless = compose("restore", url, sent=backup, SEED_KEYS="A" * 43 + "=")
        codeless = compose("restore", url, sent=backup, SECOND_FACTOR_KEYS="A" * 43 + "=")
        restored = compose("restore", url, sent=backup)

        assert b"make_roles" in unready.stderr
        assert b"SEED_KEYS lacks a key of the backup" in keyless.stderr
        assert b"SECOND_FACTOR_KEYS lacks a key of the backup" in codeless.stderr
        assert restored.returncode == 0, restored.stderr
        with psycopg.connect(url) as line:
            assert line.execute(OF_OTHERS).fetchall() == []
            counts = line.execute(
                "SELECT (SELECT count(*) FROM games_deal), (SELECT count(*) FROM ledger_transfer)"
            ).fetchone()
        assert counts == (Deal.objects.count(), Transfer.objects.count())
        with psycopg.connect(url, user=LOGINS["web"].name, autocommit=True) as web:
            web.execute("SELECT ledger_open_book('New', now())")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                web.execute("UPDATE games_action SET at = now()")
        audited = compose("audit", url)
        assert (audited.returncode, audited.stderr) == (0, b"")


def test_only_the_role_that_migrates_restores(own_database: str, backup: bytes) -> None:
    answer = compose("restore", own_database, "--replace", sent=backup, DATABASE_LOGIN="web")

    assert answer.returncode == 1
    assert b"Set DATABASE_LOGIN=migrate" in answer.stderr
    assert b"Traceback" not in answer.stderr
