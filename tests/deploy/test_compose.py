"""The compose file, read as docker would: there is none here to run it."""

import os
import re
import signal
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml
from django.db.models.functions import Now

from deploy.ask import SIGN_SECONDS, is_well
from deploy.database.roles import LOGINS
from deploy.embedded.addresses import ROLE
from deploy.embedded.postgres import QUIET_LOG
from deploy.paths import BIN_DIR, PROJECT_DIR
from deploy.supervisor import Program, Supervisor
from games.models import Heartbeat
from tests.deploy.streams import wait_until
from tests.services import HastySupervisor

TEXT = (PROJECT_DIR / "deploy" / "compose.yaml").read_text()
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(TEXT)["services"]
RESIDENT = {name for name, service in SERVICES.items() if service["restart"] != "no"}
AS_LOGINS = {
    "migrate": "migrate",
    "web": "web",
    "live": "web",
    "sweep": "worker",
    "worker": "worker",
    "bots": "worker",
    "beat": "worker",
    "audit": "audit",
    "backup": "backup",
    "restore": "migrate",
}
BY_HAND = {"audit", "backup", "restore"}
QUIET_SECONDS = 3


def environment(name: str) -> dict[str, str]:
    found: dict[str, str] = SERVICES[name].get("environment", {})
    return found


def test_every_service_is_known_here() -> None:
    others = {"database", "broker", "roles", "caddy"}

    assert SERVICES.keys() == AS_LOGINS.keys() | others
    assert SERVICES.keys() - {"roles", "migrate", *BY_HAND} == RESIDENT


@pytest.mark.parametrize("name", AS_LOGINS)
def test_a_service_logs_in_as_its_own_role(name: str) -> None:
    login = LOGINS[AS_LOGINS[name]]
    given = environment(name)

    assert given["DATABASE_LOGIN"] == login.service
    assert given["DATABASE_URL"] == "postgresql://database/spoil_five"  # Nobody else's name.
    assert {key for key in given if "DATABASE_PASSWORD" in key} == {login.password_setting}


def test_the_superuser_is_for_the_database_and_for_making_roles() -> None:
    """Nobody else is told the password, and no file with all secrets goes anywhere."""
    holders = [name for name in SERVICES if "${DATABASE_PASSWORD" in str(environment(name))]
    superuser = re.compile(r"\$\{DATABASE_PASSWORD[:}]")

    assert [name for name in holders if superuser.search(str(environment(name)))] == [
        "database",
        "roles",
    ]
    assert environment("database")["POSTGRES_USER"] == ROLE
    assert not [name for name, service in SERVICES.items() if "env_file" in service]


def test_the_job_that_makes_roles_knows_their_passwords() -> None:
    assert {login.password_setting for login in LOGINS.values()} < environment("roles").keys()
    assert SERVICES["migrate"]["depends_on"] == {
        "roles": {"condition": "service_completed_successfully"}
    }


@pytest.mark.parametrize("name", sorted(RESIDENT))
def test_whatever_stays_up_is_looked_at_and_comes_back(name: str) -> None:
    service = SERVICES[name]

    assert service["restart"] == "unless-stopped"
    assert service["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}


@pytest.mark.parametrize("name", SERVICES)
def test_logs_have_an_end(name: str) -> None:
    logging = SERVICES[name]["logging"]

    assert (logging["driver"], logging["options"]["max-size"]) == ("json-file", "10m")
    assert int(logging["options"]["max-file"]) <= 10


def test_the_guide_names_every_value_that_the_file_takes() -> None:
    guide = (PROJECT_DIR / "docs" / "operator.md").read_text()

    assert not {name for name in re.findall(r"\$\{(\w+)", TEXT) if name not in guide}


@pytest.fixture
def asked() -> Iterator[str]:
    """A process that answers at one path alone; gives its address."""

    class Alive(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/livez" else 503)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Alive) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_health_is_told_by_answers(asked: str) -> None:
    assert is_well(f"{asked}/livez")
    assert not is_well(f"{asked}/elsewhere")
    assert not is_well("http://127.0.0.1:1/livez")


def test_health_is_told_by_a_file_that_was_touched_lately(tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    assert not is_well(str(sign))
    sign.touch()
    assert is_well(str(sign))
    touched = sign.stat().st_mtime
    for moved in (-2 * SIGN_SECONDS, 2 * SIGN_SECONDS):  # Also from a clock that went back.
        os.utime(sign, (touched + moved,) * 2)
        assert not is_well(str(sign))


@pytest.mark.parametrize("name", ["web", "live", "sweep", "worker", "bots", "beat"])
def test_each_process_is_asked_about_itself(name: str) -> None:
    """Else one that is well is restarted for another, or one that is dead is taken for well."""
    asks = " ".join(SERVICES[name]["healthcheck"]["test"])

    own = {
        "http://127.0.0.1:8000/": name in {"web", "live"},
        environment(name).get("SIGN_FILE", "none"): name in {"sweep", "beat"},
        "celery@$$HOSTNAME": name in {"worker", "bots"},
    }
    assert {words: words in asks for words in own} == own


@pytest.mark.parametrize("name", ["sweep", "beat"])
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_a_process_that_is_dead_or_frozen_gives_no_sign_of_its_own(
    own_database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, end: int
) -> None:
    monkeypatch.setenv("DATABASE_URL", own_database)
    monkeypatch.setenv("SIGN_FILE", str(tmp_path / "sign"))
    sign = tmp_path / "sign"
    program, *words = SERVICES[name]["command"]

    with HastySupervisor(lambda *_: None) as supervisor:
        supervisor.start(Program(name, (str(BIN_DIR / program), *words), AS_LOGINS[name]))
        wait_until(sign.exists)
        first = sign.stat().st_mtime
        wait_until(lambda: sign.stat().st_mtime > first)
        os.killpg(supervisor.child(name).pid, end)
        os.utime(sign, (first - SIGN_SECONDS,) * 2)  # As half a minute later.

        time.sleep(QUIET_SECONDS)
        assert not is_well(str(sign))


def test_while_nothing_happens_nothing_is_logged(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers and beat as the file starts them, sweeping and logging for a collector."""
    monkeypatch.setenv("DATABASE_URL", own_database)
    for name in [name for name in os.environ if name.startswith("SPOIL_FIVE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")  # As in the image.
    said: list[str] = []
    with Supervisor(lambda _, line: said.append(line)) as supervisor:
        for name in ("worker", "bots", "sweep", "beat"):
            program, *words = SERVICES[name]["command"]
            command = (str(BIN_DIR / program), *words, *["-c", "1"] * ("worker" in words))
            supervisor.start(Program(name, command, AS_LOGINS[name]))
        wait_until(Heartbeat.objects.filter(part="sweep").exists)
        wait_until(lambda: sum("ready" in line for line in said) == 2)
        wait_until(lambda: any("Scheduler" in line for line in said))
        Heartbeat.objects.update(at=Now())
        before = len(said)
        time.sleep(QUIET_SECONDS)

    during = [line for line in said[before:] if "sweep" in line or "Scheduler" in line]
    assert during == []


def test_the_log_of_the_database_holds_no_values() -> None:
    """As with the embedded server."""
    program, *words = SERVICES["database"]["command"]

    assert program == "postgres"
    assert dict(word.split("=") for word in words if word != "-c") == QUIET_LOG


@pytest.mark.parametrize("name", ["web", "live"])
def test_a_process_of_the_web_that_died_is_replaced(name: str) -> None:
    assert "--respawn-failed-workers" in SERVICES[name]["command"]
