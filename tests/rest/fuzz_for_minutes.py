"""Schemathesis asks a service that runs for FUZZ_MINUTES, in all its phases (`.ci/fuzz`).

It asks as nobody, as a player and as an organiser, whatever the description allows and what it
does not. No answer may be a 5xx, or other than it is described. Among much else it closes nights,
turns people away and gives its token up, so the world is made anew all the time.
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
from typing import Final

import pytest
from django.db import connections
from django.db.models import QuerySet

from clubs.models import Player, Role
from clubs.tokens import make_token
from deploy.rights import Scope
from deploy.urls import OPENAPI
from games.models import Deal, Table
from ledger.models import Account, Transfer
from tests.rest.conftest import Site
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
                done |= {operation} if status < 300 else set()
    counts = ", ".join(f"{count} x {status}" for status, count in sorted(told.items()))
    sys.stdout.write(f"\n== {asker}: {len(done)} operations done. {counts}.\n")
    assert ended == [0] * len(SHARES)
    assert not [status for status in told if status >= 500]


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
    new.write_text(json.dumps({"rows": _rows(world), "token": token}))
    new.replace(aims)


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
