"""Only the tests that changed files reach: `manage.py test --changed`.

Changed is what differs from where the branch left `origin/main`, or else from the last commit; new
files too. What reaches what is told by `tests.tools.imports`. Where nobody can tell, all tests run.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.tools.imports import OF_EVERY_RUN, Project

CHOSEN = "SPOIL_FIVE_CHOSEN"  # What the first process has chosen, for the others of the run.
REACH_ALL = (
    *("manage.py", "pyproject.toml", "requirements", ".ci/", "deploy/settings.py"),
    *("deploy/celery.py", "deploy/database/", "deploy/embedded/", *OF_EVERY_RUN),
)
REACH_NOBODY = (".github/", "LICENSE", ".gitignore", ".dockerignore", ".pre-commit-config.yaml")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--changed", action="store_true", help="Run only the tests that changed files reach."
    )


def pytest_configure(config: pytest.Config) -> None:
    if CHOSEN not in os.environ:
        folder = config.rootpath
        os.environ[CHOSEN] = json.dumps(choice(Project(folder), changed_files(folder)))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    chosen, _ = json.loads(os.environ[CHOSEN])
    name = collection_path.relative_to(config.rootpath).as_posix()
    is_test = collection_path.match("test_*.py")
    return True if chosen is not None and is_test and name not in chosen else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    _, told = json.loads(os.environ[CHOSEN])
    terminalreporter.section("changed")
    terminalreporter.write(f"{told}\n")


def changed_files(folder: Path) -> list[str]:
    """The paths, below the folder, of what was changed, added or removed."""
    since = _git(folder, "merge-base", "HEAD", "origin/main") or ["HEAD"]
    new = _git(folder, "ls-files", "--others", "--exclude-standard")
    return sorted({*_git(folder, "diff", "--name-only", since[0]), *new})


def choice(project: Project, changed: list[str]) -> tuple[list[str] | None, str]:
    """The test files to run, None for all of them; and what is said of it."""
    tests = project.tests()
    for file in changed:
        if reason := _reaches_all(project, file):
            return None, f"All {len(tests)} test files ran, since {file} {reason}."
    chosen = sorted(project.reached_by(changed) & tests)
    left_out = len(tests) - len(chosen)
    return (
        chosen,
        f"{len(changed)} changed files reach {len(chosen)} test files; {left_out} left out.",
    )


def _reaches_all(project: Project, file: str) -> str:
    """Why a change of it may reach every test; empty where it does not."""
    if file.startswith(REACH_ALL):
        return "is part of every run"
    if "/migrations/" in file:
        return "makes the rows"
    if file.startswith(REACH_NOBODY) or file.endswith((".py", ".md", ".png")):
        return ""
    return "" if project.is_named(file) else "is named by no file"


def _git(folder: Path, *words: str) -> list[str]:
    answer = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True)
    return answer.stdout.split("\n")[:-1] if answer.returncode == 0 else []
