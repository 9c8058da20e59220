"""The migrations are those of the models, and the name of the last one tells which they are."""

import shutil
from pathlib import Path

import pytest
from django.core.management import call_command

from deploy.database import baseline
from deploy.database.history import OURS
from deploy.paths import PROJECT_DIR


def test_the_name_of_the_last_migration_tells_all_of_them() -> None:
    assert baseline.marked() == [baseline.digest()], "Write it again: python3 manage.py baseline"


@pytest.mark.django_db
def test_the_models_need_no_other_migration() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


def test_written_anew_they_are_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a copy, from which the mark is gone, and the rows of every app."""
    here = {app: baseline._folder(app) for app in OURS}
    there = {app: tmp_path / app / "migrations" for app in OURS}
    shutil.copy(PROJECT_DIR / "pyproject.toml", tmp_path)
    for app, folder in here.items():
        shutil.copytree(folder, there[app], ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / app / "__init__.py").touch()  # For the order of imports they are ours.
    for part in baseline.parts():
        (there[part.app] / f"{part.name}.py").unlink()
    monkeypatch.setattr(baseline, "_folder", lambda app: there[app])

    call_command("baseline")

    for app, folder in here.items():
        files = {file.name: file.read_text() for file in folder.glob("*.py")}
        assert files == {file.name: file.read_text() for file in there[app].glob("*.py")}
