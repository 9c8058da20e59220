"""The migrations that make the rows, written anew from the models until a version is released.

The player comes first, since all others name them; then the rows of each app. What SQL adds to them
is in migrations beside, which are written by hand. The last migration is empty: its name carries a
digest of all others, so a database or an archive of an earlier baseline is known by it.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.db.migrations import Migration
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ProjectState
from django.db.migrations.writer import MigrationWriter

from deploy.database.history import OURS
from ledger.migrations._sql import RunFile

PLAYER: Final = ("clubs", "player")
MARKED: Final = "tournaments"
MARK: Final = "baseline_"


@dataclass(frozen=True)
class Part:
    """One migration of the baseline: what it comes after, and the SQL before its rows."""

    app: str
    name: str
    after: tuple[tuple[str, str], ...]
    before: tuple[RunFile, ...] = ()


def parts() -> list[Part]:
    """The migrations of rows, in order; the player's is the first."""
    return [
        Part(
            "clubs",
            "0001_player",
            (("auth", "0012_alter_user_first_name_max_length"),),
            (RunFile("clubs", "sort_names"), RunFile("clubs", "name_parts")),
        ),
        Part("ledger", "0002_rows", (("ledger", "0001_checks"),)),
        Part("games", "0001_rows", (("ledger", "0003_guards"),)),
        Part("clubs", "0002_rows", (("clubs", "0001_player"), ("games", "0002_triggers"))),
        Part("tournaments", "0001_rows", (("clubs", "0003_triggers"),)),
    ]


def write_rows() -> list[Path]:
    """Write the migrations of today's models, in the place of those before; their files."""
    player, *rows = parts()
    operations = _operations(_state_of(set()), _state_of({PLAYER}))
    found = [_written(player, operations["clubs"])]
    operations = _operations(_state_of({PLAYER}), _state_of(None))
    return [*found, *(_written(part, operations[part.app]) for part in rows)]


def write_mark() -> Path:
    """Write the last migration, once all others are as they stay; its file."""
    for old in _folder(MARKED).glob(f"*_{MARK}*.py"):
        old.unlink()
    after = max(file.stem for file in _folder(MARKED).glob("0*.py"))
    name = f"{int(after[:4]) + 1:04}_{MARK}{digest()}"
    return _written(Part(MARKED, name, ((MARKED, after),)), [])


def digest() -> str:
    """The digest of all other migrations and of their SQL: the last one carries it in its name."""
    found = hashlib.sha256()
    for app in sorted(OURS):
        for file in sorted(_folder(app).rglob("*")):
            if file.suffix in {".py", ".sql"} and MARK not in file.name:
                found.update(f"{app}/{file.relative_to(_folder(app))}\n".encode())
                found.update(file.read_bytes())
    return found.hexdigest()[:8]


def marked() -> list[str]:
    """The digests that the names of migrations carry: there is one."""
    return [file.stem.rpartition("_")[2] for file in _folder(MARKED).glob(f"*_{MARK}*.py")]


def _state_of(ours: set[tuple[str, str]] | None) -> ProjectState:
    """The models of others, and these of ours; None for all of ours."""
    state = ProjectState.from_apps(apps)
    for key in list(state.models):
        if ours is not None and key[0] in OURS and key not in ours:
            del state.models[key]
    return state


def _operations(before: ProjectState, after: ProjectState) -> dict[str, list[Any]]:
    changes = MigrationAutodetector(before, after)._detect_changes()  # type: ignore[attr-defined]
    return {
        app: [one for migration in migrations for one in migration.operations]
        for app, migrations in changes.items()
    }


def _written(part: Part, operations: list[Any]) -> Path:
    migration = Migration(part.name, part.app)
    migration.__dict__ |= {
        "dependencies": list(part.after),
        "operations": [*part.before, *operations],
    }
    file = _folder(part.app) / f"{part.name}.py"
    file.write_text(MigrationWriter(migration, include_header=False).as_string())
    return file


def _folder(app: str) -> Path:
    return Path(apps.get_app_config(app).path) / "migrations"
