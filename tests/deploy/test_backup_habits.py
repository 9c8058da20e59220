"""Backups by night and drills by day: the old ones go by count, and no drill finds the service."""

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.core.management import CommandError
from django.db import connection

from deploy.backups.snapshot import delete_all_but
from tests.deploy.test_commands import SERVERS, refusal, run, surroundings
from tests.deploy.test_restore import contents, file, operate, place

__all__ = ["file", "place"]  # Fixtures.
LONG_AGO = 1_000_000_000


def backups(folder: Path, *days: int) -> list[Path]:
    """Backups of these days of January, each untouched for years."""
    made = [folder / f"spoil-five-202601{day:02}T043000Z.backup" for day in days]
    for path in made:
        path.touch()
        os.utime(path, (LONG_AGO, LONG_AGO))
    return made


def test_the_newest_stay_by_count_and_not_by_age(tmp_path: Path) -> None:
    made = backups(tmp_path, 1, 2, 3, 9)
    others = [tmp_path / name for name in ("before-the-move.backup", "spoil-five-notes.txt")]
    for path in others:
        path.touch()

    assert delete_all_but(2, folder=tmp_path) == [made[1], made[0]]
    assert sorted(tmp_path.iterdir()) == sorted([*made[2:], *others])
    assert delete_all_but(2, folder=tmp_path) == []


def test_a_backup_after_a_long_pause_deletes_no_more_than_one(place: Path) -> None:
    kept = place / "kept"
    kept.mkdir()
    made = backups(kept, 1, 2, 3)

    said = operate("backup", str(kept), "--newest", "3")

    assert f"Deleted: {made[0]}" in said
    assert set(made[1:]) < set(kept.iterdir())
    assert len(list(kept.iterdir())) == 3


@pytest.mark.parametrize(("target", "count"), [("", "0"), ("one.backup", "3")])
def test_what_cannot_be_counted_is_refused_before_the_backup(
    tmp_path: Path, target: str, count: str
) -> None:
    made = backups(tmp_path, 1)

    with pytest.raises(CommandError, match="1 or more, and the target a folder"):
        operate("backup", str(tmp_path / target), "--newest", count)
    assert list(tmp_path.iterdir()) == made


@pytest.mark.parametrize(
    "words", [("backup", "."), ("check_books",), ("verify_deal", "1"), ("verify_draw", "1")]
)
def test_a_command_that_looks_at_rows_makes_no_servers(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    """As cron runs it, which knows no settings."""
    data = tmp_path / "data"
    answer = run(*words, environ=surroundings(data))

    assert f"{data} holds no data. Name your database in DATABASE_URL" in refusal(answer)
    assert not data.exists()


@pytest.mark.parametrize("words", [("verify_deal", "--proof"), ("verify_draw", "--document")])
def test_a_proof_in_a_file_needs_no_servers(tmp_path: Path, words: tuple[str, str]) -> None:
    data = tmp_path / "data"
    answer = run(*words, str(tmp_path / "none.json"), environ=surroundings(data))

    assert answer.returncode == 1
    assert "none.json" in refusal(answer)
    assert not data.exists()


def test_a_drill_touches_neither_the_database_nor_the_folder_of_the_settings(file: str) -> None:
    """The settings name the database of the service, as on the machine that it runs on."""
    before, data = contents(), Path(file).parent / "service"
    named = {"DATABASE_URL": os.environ["DATABASE_URL"], "DATABASE_LOGIN": "migrate"}
    with TemporaryDirectory(prefix="drill-") as short:  # A socket's path has 108 letters at most.
        of_service = SERVERS | named | {"TMPDIR": short}
        drilled = run("restore", file, "--drill", environ=surroundings(data, **of_service))
        left = list(Path(short).iterdir())

    assert drilled.returncode == 0, drilled.stderr
    assert "the books balance.\nThat was a drill" in drilled.stdout
    assert contents() == before
    assert not data.exists()
    assert left == []


def test_two_places_to_restore_to_are_one_too_many(file: str) -> None:
    environ = surroundings(
        Path(file).parent / "service",
        **SERVERS | {"DATABASE_URL": os.environ["DATABASE_URL"], "DATABASE_LOGIN": "migrate"},
    )
    connection.close()

    assert "name two places: unset" in refusal(run("restore", file, "--replace", environ=environ))


def test_looking_at_a_backup_leaves_nothing_behind(file: str) -> None:
    data = Path(file).parent / "nowhere"
    answer = run("restore", file, "--check", environ=surroundings(data))

    assert "The file is whole." in answer.stdout, answer.stderr
    assert not data.exists()


def test_a_file_of_settings_is_read_as_systemd_reads_it(tmp_path: Path) -> None:
    settings = tmp_path / "spoil-five.env"
    lines = [f"{name}={value}" for name, value in SERVERS.items()]
    sender = "EMAIL_FROM=Spoil Five <cards@cards.example>"
    settings.write_text("\n".join(["# A comment.", *lines, sender, "DEBUG=perhaps", ""]))
    script = "import os; print(os.environ['EMAIL_FROM'], os.environ['REDIS_URL'])"
    environ = surroundings(tmp_path, SPOIL_FIVE_SETTINGS=str(settings), DEBUG="false")

    answer = run("check", environ={**environ, "DEBUG": "false"})
    shown = run("shell", "-v0", "-c", script, environ=environ)

    assert answer.returncode == 0, answer.stderr  # What is set goes before what the file says.
    assert shown.stdout == f"{sender.partition('=')[2]} {SERVERS['REDIS_URL']}\n"


@pytest.mark.parametrize(
    ("text", "fault"), [(None, "cannot be read"), ("SITE=cards.example\n", "has no DATABASE_URL")]
)
def test_a_file_that_holds_no_settings_starts_nothing(
    tmp_path: Path, text: str | None, fault: str
) -> None:
    settings = tmp_path / "spoil-five.env"
    if text is not None:
        settings.write_text(text)
    environ = surroundings(tmp_path / "data", SPOIL_FIVE_SETTINGS=str(settings))

    assert fault in refusal(run("backup", str(tmp_path), environ=environ))
    assert not (tmp_path / "data").exists()


def test_the_line_for_cron_has_its_settings(place: Path, own_database: str) -> None:
    """The line of the guide, by a shell that knows nothing, with its folders put elsewhere."""
    guide = Path("docs/operator.md").read_text()
    [line] = [line for line in guide.splitlines() if line.startswith("30 4 * * * ")]
    kept = place / "kept"
    kept.mkdir()
    settings = place / "spoil-five.env"
    named = SERVERS | {"DATABASE_URL": own_database, "SEED_KEYS": os.environ["SEED_KEYS"]}
    settings.write_text("".join(f"{name}={value}\n" for name, value in named.items()))
    command = line.removeprefix("30 4 * * * ").replace("DATABASE_LOGIN=backup ", "")
    for name, here in {
        "/srv/spoil-five/spoil-five.env": str(settings),
        "/srv/spoil-five/code": str(Path.cwd()),
        "/var/backups/spoil-five/": f"{kept}/",
    }.items():
        assert name in command
        command = command.replace(name, here)

    bare = {"PATH": os.environ["PATH"]}
    ended = subprocess.run(
        ["/bin/sh", "-c", command], env=bare, cwd=place, capture_output=True, text=True, check=False
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert len(list(kept.iterdir())) == 1
