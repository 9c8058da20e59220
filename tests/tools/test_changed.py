"""Changed files are tested with all that uses them, and nothing else is."""

import subprocess
from pathlib import Path

import pytest

from tests.tools.changed import changed_files, choice
from tests.tools.imports import Project

FILES = {
    "manage.py": "",
    "clubs/__init__.py": "",
    "clubs/names.py": "",
    "clubs/nights.py": "from clubs import names\n",
    "clubs/pages.py": "PAGE = 'pages/night.html'\n",
    "clubs/templates/pages/night.html": "{% include 'pages/seat.html' %}",
    "clubs/templates/pages/seat.html": "A seat",
    "clubs/static/lonely.js": "",
    "games/deals.py": "",
    "deploy/urls.py": "import clubs.pages\n",
    "docs/guide.md": "",
    "tests/clubs/conftest.py": "import clubs.pages\n",
    "tests/clubs/test_nights.py": "from clubs.nights import names\n",
    "tests/games/factories.py": "import games.deals\n",
    "tests/games/test_deals.py": "from tests.games.factories import table\n",
    "tests/games/test_pure.py": "",
    "tests/rest/test_asking.py": "from django.test import Client\n",
    "tests/rest/test_starting.py": "import subprocess\n",
}
NIGHTS, DEALS = "tests/clubs/test_nights.py", "tests/games/test_deals.py"
ASKING, STARTING = "tests/rest/test_asking.py", "tests/rest/test_starting.py"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        ("clubs/names.py", {NIGHTS, STARTING}),
        ("clubs/pages.py", {NIGHTS, ASKING, STARTING}),
        ("clubs/templates/pages/seat.html", {NIGHTS, ASKING, STARTING}),
        ("games/deals.py", {DEALS, STARTING}),
        ("tests/games/factories.py", {DEALS}),
        ("tests/games/test_pure.py", {"tests/games/test_pure.py"}),
        ("docs/guide.md", set()),
    ],
)
def test_a_change_reaches_whoever_uses_it(folder: Path, changed: str, reached: set[str]) -> None:
    chosen, told = choice(Project(folder), [changed])

    assert chosen is not None
    assert set(chosen) == reached
    assert told.endswith(f"{5 - len(reached)} left out.")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ("pyproject.toml", "is part of every run"),
        ("clubs/migrations/sql/guard.sql", "makes the rows"),
        ("clubs/static/lonely.js", "is named by no file"),
    ],
)
def test_where_nobody_can_tell_all_run(folder: Path, changed: str, reason: str) -> None:
    chosen, told = choice(Project(folder), ["clubs/names.py", changed])

    assert chosen is None
    assert told == f"All 5 test files ran, since {changed} {reason}."


def test_what_is_new_altered_or_gone_has_changed(folder: Path) -> None:
    def git(*words: str) -> None:
        own = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        subprocess.run(["git", *own, *words], cwd=folder, check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "All")
    assert changed_files(folder) == []

    (folder / "clubs/names.py").write_text("NAMES = 1\n")
    (folder / "games/deals.py").unlink()
    (folder / "games/cards.py").write_text("")

    assert changed_files(folder) == ["clubs/names.py", "games/cards.py", "games/deals.py"]
