"""Schemathesis asks a service that runs for FUZZ_MINUTES, in all its phases (`.ci/fuzz`).

It asks as nobody, as a player and as an organiser, whatever the description allows and what it
does not; of the two every fifth request comes by the session of another with the same role. No
answer may be a 5xx, or other than it is described. Among much else it closes nights, turns people
away and ends sessions, so the world is made anew all the time.
"""

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.db import connections
from django.db.models import QuerySet
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client
from django.utils.crypto import get_random_string

from clubs.models import Player, Role
from clubs.tokens import make_token
from deploy.rights import Scope
from deploy.urls import OPENAPI
from games.models import Deal, Table
from ledger.models import Account, Transfer
from tests.rest.conftest import Site
from tests.rest.description import EVERY
from tests.rest.world import World, make_world
from tournaments.models import Entrant

SECONDS: Final = 60 * int(os.environ["FUZZ_MINUTES"])
FRESH_SECONDS: Final = 15
SHARES: Final = {"examples,coverage,fuzzing": 0.8, "stateful": 0.2}
CHECKS: Final = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
OPERATIONS: Final = {f"{method.upper()} {path}" for method, path in EVERY}
FEWEST_DONE: Final = {"nobody": 1, "player": 30, "organiser": 60}
"""How many operations each has to get done. In one minute they got 3, 59 and 111 done."""

ROLES: Final = {"nobody": None, "player": Role.MEMBER, "organiser": Role.OWNER}


@pytest.fixture(autouse=True)
def unhindered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RATE_OF_PERSON", "RATE_OF_STRANGER"):
        monkeypatch.setenv(name, "1000000/min")
    monkeypatch.setenv("SECOND_FACTOR_DEMANDED", "0")


@pytest.mark.parametrize("asker", ROLES)
def test_every_answer_is_as_described(asker: str, site: Site, tmp_path: Path) -> None:
    told: Counter[int] = Counter()
    done: set[str] = set()
    ended: list[int] = []
    with fresh_worlds(ROLES[asker], tmp_path / "aims"):
        for phases, share in SHARES.items():
            ended.append(_ask(site, phases, int(share * SECONDS), tmp_path))
            for operation, status, count in json.loads((tmp_path / "told").read_text()):
                told[status] += count
                done |= {operation} if operation and status < 300 else set()
    counts = ", ".join(f"{count} x {status}" for status, count in sorted(told.items()))
    never = "\n   ".join(sorted(OPERATIONS - done))
    sys.stdout.write(f"\n== {asker}: {len(done)} operations done. {counts}.\n")
    sys.stdout.write(f"== Never done:\n   {never}\n")
    assert ended == [0] * len(SHARES)
    assert not [status for status in told if status >= 500]
    assert len(done) >= FEWEST_DONE[asker]


def _ask(site: Site, phases: str, seconds: int, folder: Path) -> int:
    command = (
        *(Path(sys.executable).with_name("schemathesis"), "run", OPENAPI, "--url", site.address),
        *("--phases", phases, "--max-time", str(seconds), "--seed", "5", "--continue-on-failure"),
        *("--checks", ",".join(CHECKS), "--suppress-health-check", "all", "--warnings", "off"),
    )
    hooks = {"SCHEMATHESIS_HOOKS": "tests.rest.fuzz_hooks"}
    files = {name.upper(): str(folder / name) for name in ("aims", "told")}
    return subprocess.run(command, env=os.environ | hooks | files, check=False).returncode


@contextmanager
def fresh_worlds(role: Role | None, aims: Path) -> Iterator[None]:
    """While the block lasts there is always a new world, of which the file tells."""
    is_over = threading.Event()

    def keep_on() -> None:
        while not is_over.wait(FRESH_SECONDS):
            _write(role, aims)
        connections.close_all()

    _write(role, aims)
    maker = threading.Thread(target=keep_on)
    maker.start()
    try:
        yield
    finally:
        is_over.set()
        maker.join()


def _write(role: Role | None, aims: Path) -> None:
    world = make_world(role=role or Role.OWNER, is_superuser=False)
    token = make_token(world.chief, name="fuzz", days=1, scopes=Scope)[1] if role else ""
    new = aims.with_suffix(".new")
    session = _session(world.owner if role == Role.OWNER else world.player) if role else {}
    new.write_text(json.dumps({"rows": _rows(world), "token": token, "session": session}))
    new.replace(aims)


def _session(player: Player) -> dict[str, Any]:
    """What a browser sends in which somebody has signed in."""
    browser, csrf = Client(), get_random_string(CSRF_SECRET_LENGTH)
    browser.force_login(player)
    cookies = {name: cookie.value for name, cookie in browser.cookies.items()}
    return {"csrf": csrf, "cookies": cookies | {settings.CSRF_COOKIE_NAME: csrf}}


def _rows(world: World) -> dict[str, list[int | str]]:
    """Of a world all rows of which there are many, and of the others the one that it tells."""
    club = world.club
    rows: dict[str, QuerySet] = {  # type: ignore[type-arg]
        "accounts": Account.objects.filter(book=club.book_id),
        "deals": Deal.objects.filter(table__book=club.book_id),
        "entrants": Entrant.objects.filter(tournament__club=club),
        "members": club.members.all(),
        "nights": club.nights.all(),
        "records": Player.objects.filter(memberships__club=club),
        "tables": Table.objects.filter(book=club.book_id),
        "transfers": Transfer.objects.filter(book=club.book_id),
    }
    many = {name: list(found.values_list("pk", flat=True)) for name, found in rows.items()}
    return {name: [row] for name, row in world.rows.items()} | many
