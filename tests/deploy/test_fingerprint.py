"""The fingerprint of a schema, and the key of the template of tests: every part counts."""

import shutil
from collections.abc import Callable
from pathlib import Path

import django
import psycopg
import pytest
from django.apps import apps

from deploy.database import fingerprint
from deploy.database.fingerprint import fingerprint as fingerprint_now
from games import reasons
from games.models import Table
from tests import templates
from tests.conftest import server_url
from tests.templates import KEPT, kept_cluster, key, template_on

Change = Callable[[pytest.MonkeyPatch, Path], None]


def another_file(module: object, name: str) -> Change:
    """Let a constant of a module name a copy of its file with a line more."""

    def change(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        path: Path = getattr(module, name)
        copy = folder / path.name
        copy.write_bytes(path.read_bytes() + b"\n-- edited\n")
        monkeypatch.setattr(module, name, copy)

    return change


def another_migration(app: str, pattern: str, *, is_new: bool = False) -> Change:
    """Edit the first migration of an app that fits a pattern, or add one beside it."""

    def change(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        config = apps.get_app_config(app)
        shutil.copytree(Path(config.path) / "migrations", folder / "migrations")
        [file, *_] = sorted((folder / "migrations").rglob(pattern))
        edited = file.with_stem("0099_new") if is_new else file
        edited.write_bytes(file.read_bytes() + b"\n# edited\n")
        monkeypatch.setattr(config, "path", str(folder))

    return change


def another_permission(monkeypatch: pytest.MonkeyPatch, _: Path) -> None:
    monkeypatch.setattr(Table._meta, "permissions", [("deal", "Can deal")])


def another_reason(monkeypatch: pytest.MonkeyPatch, _: Path) -> None:
    monkeypatch.setattr(reasons, "REASONS", reasons.REASONS[:-1])


def another_django(monkeypatch: pytest.MonkeyPatch, _: Path) -> None:
    monkeypatch.setattr(django, "__version__", "5.2.99")


OF_SCHEMA = {
    "a migration of ours": another_migration("clubs", "0001*.py"),
    "a new migration of ours": another_migration("games", "0001*.py", is_new=True),
    "a migration of a package": another_migration("account", "0001*.py"),
    "SQL of a migration": another_migration("ledger", "*.sql"),
    "permissions": another_permission,
    "reasons": another_reason,
    "grants": another_file(fingerprint, "GRANTS"),
    "Django": another_django,
}
OF_TEMPLATE = OF_SCHEMA | {
    "roles": another_file(templates, "ROLES"),
    "the cluster": another_file(templates, "CLUSTER"),
    "the lock file": another_file(templates, "LOCK"),
}


@pytest.mark.parametrize("change", OF_SCHEMA.values(), ids=OF_SCHEMA)
def test_every_part_changes_the_fingerprint(
    change: Change, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = fingerprint_now()

    change(monkeypatch, tmp_path)

    assert fingerprint_now() != before


@pytest.mark.usefixtures("django_db_setup")
@pytest.mark.parametrize("change", OF_TEMPLATE.values(), ids=OF_TEMPLATE)
def test_a_template_is_made_anew_for_every_part_that_changes(
    change: Change, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On the server of the tests; what fills the template is left out."""
    server = server_url("postgres")
    today = template_on(server)
    made: list[str] = []
    monkeypatch.setattr(templates, "_migrate", made.append)

    change(monkeypatch, tmp_path)
    template_on.cache_clear()
    new = template_on(server)
    template_on.cache_clear()
    again = template_on(server)
    template_on.cache_clear()

    assert new == again != today
    assert len(made) == 1
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f"DROP DATABASE {new}")


@pytest.mark.usefixtures("django_db_setup")
def test_another_version_of_postgresql_has_another_template() -> None:
    assert key("18.6") != key("18.7")


def test_a_cluster_is_kept_and_others_go_when_they_are_old(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(templates, "MOST_KEPT", 1)
    monkeypatch.setattr(templates, "_migrate", lambda _: None)
    kept = tmp_path / "kept"

    first = kept_cluster(kept)
    (first.data / "mark").touch()
    assert kept_cluster(kept) == first
    assert (first.data / "mark").exists()  # The same folder, not one made anew.

    (first.data / KEPT).unlink()  # As where its making was cut off.
    kept_cluster(kept)
    assert not (first.data / "mark").exists()

    another_file(templates, "LOCK")(monkeypatch, tmp_path)
    second = kept_cluster(kept)
    assert second != first
    assert not first.data.exists()
