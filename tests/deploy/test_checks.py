"""The checks of the architecture are alive: each fails when what it guards is broken."""

import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.paths import BIN_DIR, PROJECT_DIR

PARTS = ("clubs", "deploy", "games", "ledger", "tournaments")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code that may be broken."""
    copy = tmp_path_factory.mktemp("project")
    for part in PARTS:
        shutil.copytree(
            PROJECT_DIR / part, copy / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in ("pyproject.toml", "manage.py"):
        shutil.copy(PROJECT_DIR / name, copy / name)
    return copy


def check(project: Path, program: str, *arguments: str) -> tuple[int, str]:
    answer = subprocess.run(
        [BIN_DIR / program, *arguments], cwd=project, capture_output=True, text=True, check=False
    )
    return answer.returncode, answer.stdout + answer.stderr


@pytest.mark.parametrize(
    ("contract", "path", "statement"),
    [
        ("house", "ledger/kinds.py", "import games.models"),
        ("house", "games/models.py", "import clubs.models"),
        ("house", "clubs/nights.py", "import tournaments.models"),
        ("house", "tournaments/models/round.py", "import deploy.urls"),
        ("clock", "clubs/nights.py", "import deploy.rest.clock"),
        ("sight", "games/api/deals.py", "import games.sight.folding"),
        ("deploy", "deploy/paths.py", "import deploy.embedded.servers"),
        ("deploy", "deploy/stray.py", ""),  # An unlisted module fails the build.
        ("cycles", "deploy/embedded/addresses.py", "import deploy.embedded.servers"),
        ("rest", "deploy/rest/errors.py", "import deploy.rest.problems"),
        ("ledger", "ledger/kinds.py", "import ledger.models"),
        ("games", "games/models.py", "import games.sight.folding"),
        ("clubs", "clubs/members.py", "import clubs.nights"),
        ("tournaments", "tournaments/standings/ranking.py", "import tournaments.models"),
        ("pure", "games/engine/cards.py", "import random"),
        ("pure", "games/engine/cards.py", "import django.db"),
    ],
)
def test_an_import_against_the_order_breaks_its_contract(
    project: Path, contract: str, path: str, statement: str
) -> None:
    module = project / path
    kept = module.read_text() if module.exists() else None
    module.write_text(f"{kept or ''}\n{statement}\n")
    try:
        status, output = check(project, "lint-imports", "--contract", contract, "--no-cache")
    finally:
        module.unlink() if kept is None else module.write_text(kept)

    assert status == 1, output
    assert "BROKEN" in output


@pytest.mark.parametrize(
    ("path", "code", "rule"),
    [
        ("clubs/broken.py", "from celery import shared_task\n", "TID251"),
        ("clubs/broken.py", "from django.utils.timezone import now\n", "TID251"),
        ("clubs/broken.py", "import time\n\nbegan = time.time()\n", "TID251"),
        ("clubs/broken.py", "from . import models\n", "TID252"),
    ],
)
def test_what_is_banned_is_found(project: Path, path: str, code: str, rule: str) -> None:
    (project / path).write_text(f'"""A module."""\n\n{code}')

    status, output = check(project, "ruff", "check", "--no-cache", path)

    assert status == 1
    assert rule in output


def test_types_are_strict(project: Path) -> None:
    (project / "deploy/broken.py").write_text("def f(chips):\n    return chips\n")

    status, output = check(
        project, "mypy", "--cache-dir", str(PROJECT_DIR / ".mypy_cache"), "deploy/broken.py"
    )

    assert status == 1
    assert "no-untyped-def" in output
