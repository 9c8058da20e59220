"""The proxy that we ship, as it runs: what it drops, what it bounds, what it passes on."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
import yaml
from django.contrib.auth import get_user_model

from clubs.signing_in import MOST_OF_PAIR
from deploy.bench.callers import sign_in
from deploy.bench.ports import free_port
from deploy.bench.slow_lines import SLOW, slow_lines
from deploy.paths import BIN_DIR, PROJECT_DIR
from deploy.supervisor import live, web
from tests.deploy.listeners import PATIENCE_SECONDS, Listener, wait_for
from tests.deploy.streams import Hall, spectator, table_with_a_person, wait_until

CADDY = str(BIN_DIR / "caddy")
FILE = ("--config", str(PROJECT_DIR / "deploy" / "Caddyfile"), "--adapter", "caddyfile")


def test_the_proxy_of_the_tests_is_the_one_that_runs() -> None:
    services = yaml.safe_load((PROJECT_DIR / "deploy" / "compose.yaml").read_text())["services"]
    version = subprocess.run([CADDY, "version"], capture_output=True, text=True, check=True).stdout

    assert services["caddy"]["image"] == f"caddy:{version.split()[0].removeprefix('v')}"


@pytest.mark.parametrize("environ", [{}, {"SITE": "cards.example", "LIVE": "localhost:8001"}])
def test_the_proxy_takes_the_file(environ: dict[str, str]) -> None:
    answer = subprocess.run(
        [CADDY, "adapt", *FILE],
        env={"PATH": os.environ["PATH"], **environ},
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 0, answer.stderr
    told = json.dumps(json.loads(answer.stdout))
    assert environ.get("SITE", "localhost") in told
    assert environ.get("LIVE", "live:8000") in told
    assert '"dial": "web:8000"' in told
    # The web would do both itself; the proxy keeps them from its door.
    assert '"delete": ["*_*"]' in told
    assert '"request_buffers": 512000' in told


@contextlib.contextmanager
def running_proxy(folder: Path, *, web_port: int, live_port: int | None = None) -> Iterator[int]:
    """The proxy, whose port this gives, and its log at `folder / "log"`."""
    port = free_port()
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "SITE": f"http://127.0.0.1:{port}",
        "WEB": f"127.0.0.1:{web_port}",
        "LIVE": f"127.0.0.1:{live_port or free_port()}",
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
    }
    log = folder / "log"
    with (
        log.open("w") as said,
        subprocess.Popen([CADDY, "run", *FILE], env=environ, stderr=said) as running,
    ):
        try:
            wait_until(lambda: running.poll() is not None or answers(port))
            assert running.poll() is None, log.read_text()
            yield port
        finally:
            running.kill()


def answers(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def proxy(
    empty_hall: Hall, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[tuple[Hall, int]]:
    """The web and the live process behind the proxy, whose word they take; and its port."""
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.1/32")
    get_user_model().objects.create_user("nora", password="a quiet word")
    empty_hall.start_with_web(web)
    at_live = free_port()
    empty_hall.supervisor.start(live("127.0.0.1", at_live))
    wait_for(at_live)
    with running_proxy(tmp_path, web_port=empty_hall.port, live_port=at_live) as port:
        yield empty_hall, port


def test_nobody_chooses_their_address(proxy: tuple[Hall, int]) -> None:
    """A guess at a password each from an address of its own, by every spelling of the header."""
    _, port = proxy
    statuses = []
    for number in range(MOST_OF_PAIR + 1):
        chosen = f"203.0.113.{number}"
        spellings = ("X_Forwarded_For", "X-Forwarded_For", "X_Forwarded-For", "X-Forwarded-For")
        statuses.append(
            sign_in(f"127.0.0.1:{port}", "nora", "wrong", **dict.fromkeys(spellings, chosen))
        )

    assert statuses[-1] == HTTPStatus.TOO_MANY_REQUESTS, statuses


def test_slow_lines_at_the_proxy_keep_nobody_from_signing_in(proxy: tuple[Hall, int]) -> None:
    _, port = proxy

    for kind in SLOW:
        with slow_lines(port, kind, patience_seconds=PATIENCE_SECONDS):
            assert sign_in(f"127.0.0.1:{port}", "nora", "a quiet word") == HTTPStatus.CREATED, kind


def test_a_key_of_a_mail_is_in_no_log_of_the_proxy(tmp_path: Path) -> None:
    """It logs what went wrong, such as a web that is away, with the address asked for."""
    paths = ("/accounts/forgotten/1a-secret/", "/accounts/confirm/MQ:secret/?next=/")
    log = tmp_path / "log"
    with running_proxy(tmp_path, web_port=free_port()) as port:
        for path in paths:
            caller = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
            with contextlib.closing(caller):
                caller.request("GET", path, headers={"Referer": f"http://127.0.0.1{path}"})
                assert caller.getresponse().status == HTTPStatus.BAD_GATEWAY
        wait_until(lambda: log.read_text().count("/accounts/") == len(paths))

    assert "secret" not in log.read_text()


def test_a_stream_comes_through_the_proxy(proxy: tuple[Hall, int]) -> None:
    hall, port = proxy
    table, _ = table_with_a_person()
    at_proxy = Hall(hall.supervisor, hall.database, hall.said)
    at_proxy.port = port

    listener: Listener = at_proxy.at(table, spectator())

    assert listener.next("snapshot").kind == "snapshot"
    at_proxy.leave()
