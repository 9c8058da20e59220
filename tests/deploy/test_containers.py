"""What goes into git and into the image, and what the proxy is told."""

import fnmatch
import subprocess
from pathlib import Path

import pytest

from deploy.paths import PROJECT_DIR

SECRETS = (
    *("deploy/.env", ".env", "deploy/.env.bak", "prod.env", ".data/keys.json"),
    *("club.dump", "club.backup", "deploy/club.backup"),
)


@pytest.mark.parametrize("path", SECRETS)
def test_no_secret_gets_into_git(path: str) -> None:
    answer = subprocess.run(["git", "check-ignore", "-q", path], cwd=PROJECT_DIR, check=False)

    assert answer.returncode == 0


@pytest.mark.parametrize("path", [*SECRETS, "deploy/keys.json", "notes.txt", ".git", "tests"])
def test_the_image_holds_no_secret_and_nothing_that_is_not_named(path: str) -> None:
    assert not goes_into_the_image(path)


@pytest.mark.parametrize(
    "path", ["manage.py", "pyproject.toml", "requirements.lock", "deploy/settings.py", "games"]
)
def test_the_image_holds_the_service(path: str) -> None:
    assert goes_into_the_image(path)


def goes_into_the_image(path: str) -> bool:
    """By docker's own rule: the last line that names the path or a folder of it decides."""
    is_in = True
    for line in (PROJECT_DIR / ".dockerignore").read_text().splitlines():
        pattern = line.strip().lstrip("!")
        if pattern and not pattern.startswith("#") and _names(pattern, Path(path)):
            is_in = line.startswith("!")
    return is_in


def _names(pattern: str, path: Path) -> bool:
    wholes = [str(whole) for whole in (path, *path.parents) if whole != Path()]
    if deep := pattern.startswith("**/"):
        wholes = [Path(whole).name for whole in wholes]
    pattern = pattern.removeprefix("**/") if deep else pattern
    return any(
        whole.count("/") == pattern.count("/") and fnmatch.fnmatchcase(whole, pattern)
        for whole in wholes
    )
