"""A client whose addresses are the tests' own doors."""

import subprocess
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from rest_framework.test import APIClient

from clubs.models import Player
from clubs.tokens import make_token
from deploy.bench.ports import free_port
from deploy.demo.web import wait_for_page
from deploy.rest.throttles import cache
from deploy.rights import Scope
from deploy.supervisor import whole_web, workers
from tests.ledger.factories import HolderFactory
from tests.services import HastySupervisor

DOORS = "tests.rest.doors"
PATIENCE_SECONDS = 400
LAST_WORDS = 200  # Lines of the programs, shown where a test fails.


@dataclass(frozen=True)
class Site:
    """A service of real processes on a database of its own, and an operator's token for it."""

    address: str
    token: str

    def run(self, *command: str) -> list[str]:
        """What a program prints that ends well; it is told the address and the token."""
        ended = subprocess.run(
            [*command, self.address, self.token],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout.splitlines()


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def client() -> APIClient:
    """Somebody whom nobody knows; a crash is answered, not raised."""
    return APIClient(raise_request_exception=False)


@pytest.fixture
def member(client: APIClient, db: None) -> APIClient:
    """Somebody with a login."""
    client.force_authenticate(HolderFactory.create())
    return client


@pytest.fixture
def site(
    own_database: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Site]:
    monkeypatch.setenv("DATABASE_URL", own_database)
    operator = Player.objects.create_superuser("nora", password="five of hearts", name="Nora Daly")
    _, token = make_token(operator, name="Program", days=1, scopes=Scope)
    port = free_port()
    said = deque[str](maxlen=LAST_WORDS)
    with HastySupervisor(lambda name, line: said.append(f"{name}: {line}")) as supervisor:
        supervisor.start(whole_web("127.0.0.1", port), *workers())
        wait_for_page(f"http://127.0.0.1:{port}/livez", supervisor.check)
        yield Site(f"http://127.0.0.1:{port}", token)
    request.node.add_report_section("teardown", "by programs", "\n".join(said))
