"""The embedded servers are watched, shared by commands, and stopped with the last of them."""

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import psycopg
import pytest
import redis

from deploy.embedded import postgres, valkey
from deploy.embedded.addresses import environment, socket_directory
from deploy.embedded.keeper import Charge
from deploy.embedded.processes import Server, ServerUnavailable, spawn
from deploy.embedded.servers import is_in_use, servers
from deploy.ports import command_of
from tests.deploy.holders import Holder

PATIENCE_SECONDS = 60


def wait_until(is_so: Callable[[], bool], told: object = "") -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, told
        time.sleep(0.02)


def answering(data: Path) -> bool:
    return postgres.answers(data) and valkey.answers(data)


def postmaster_of(data: Path) -> int:
    return int((data / "postgres" / "postmaster.pid").read_text().split()[0])


def valkey_of(data: Path) -> int:
    with redis.Redis.from_url(environment(data)["REDIS_URL"]) as client:
        return int(client.info("server")["process_id"])


def keeper_of(data: Path) -> int:
    words = f"deploy.embedded.keeper {data} "
    numbers = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    return next(number for number in numbers if words in command_of(number))


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Holder]:
    with Holder(tmp_path) as holder:
        yield holder


@pytest.mark.parametrize("end", [Holder.kill, Holder.leave, Holder.interrupt])
def test_the_end_of_the_first_command_leaves_the_second_its_servers(
    tmp_path: Path, first: Holder, end: Callable[[Holder], None]
) -> None:
    with servers(tmp_path, is_durable=False):
        before = postmaster_of(tmp_path)
        end(first)
        time.sleep(1)  # What a dying parent does to its children, it does at once.

        assert answering(tmp_path)
        assert postmaster_of(tmp_path) == before
        assert is_in_use(tmp_path)

    assert not answering(tmp_path)
    assert not is_in_use(tmp_path)
    assert not socket_directory(tmp_path).exists()


def test_the_servers_stay_while_somebody_comes(tmp_path: Path, first: Holder) -> None:
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # As whoever is about to take up a line does.
        first.kill()
        time.sleep(1)  # The keeper hears at once that nobody is left.

        assert answering(tmp_path)

    wait_until(lambda: not is_in_use(tmp_path))


@pytest.mark.parametrize(
    ("name", "process_of", "last_words"),
    [
        ("PostgreSQL", postmaster_of, "ready to accept connections"),
        ("Valkey", valkey_of, "Ready to accept connections"),
    ],
)
def test_a_server_that_died_is_started_again_and_its_last_words_are_heard(
    tmp_path: Path, name: str, process_of: Callable[[Path], int], last_words: str
) -> None:
    heard: list[str] = []
    with servers(tmp_path, is_durable=False, hear=heard.append):
        os.kill(process_of(tmp_path), signal.SIGKILL)
        wait_until(lambda: f"{name} is up again." in heard, heard)

        assert answering(tmp_path)
        assert heard[0].startswith(f"{name} ended with status -9; it starts again in 0.5 s.")
        assert any(last_words in line for line in heard)


class Ended:
    """A server that died as soon as it had started."""

    process = SimpleNamespace(poll=lambda: -9, returncode=-9)

    def last_words(self) -> str:
        return "No space left on device"


def test_a_server_that_dies_again_and_again_rests_longer_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half a minute at most; after a minute of life its death counts as the first."""
    now = [0.0]
    monkeypatch.setattr("deploy.embedded.keeper.time", SimpleNamespace(monotonic=lambda: now[0]))
    charge = Charge("PostgreSQL", lambda: cast(Server, Ended()))
    charge.run()

    for lived, rest in [*zip([0] * 8, [0.5, 1, 2, 4, 8, 16, 30, 30], strict=True), (61, 0.5)]:
        now[0] += lived
        said, _ = charge.look()
        assert f"starts again in {rest:g} s." in said
        now[0] += rest - 0.1
        assert [*charge.look()] == []
        now[0] += 0.2
        assert [*charge.look()] == ["PostgreSQL is up again."]


def test_a_start_that_fails_is_tried_again() -> None:
    """As on a disk that is full still."""
    starts = iter([OSError("No space left on device"), Ended()])

    def start() -> Server:
        started = next(starts)
        if isinstance(started, OSError):
            raise started
        return cast(Server, started)

    charge = Charge("PostgreSQL", start)

    assert "No space left on device" in next(charge.look())
    charge.next_start = 0
    assert next(charge.look()) == "PostgreSQL is up again."


def test_a_killed_keeper_is_started_again_by_those_who_use_its_servers(tmp_path: Path) -> None:
    heard: list[str] = []
    with servers(tmp_path, is_durable=False, hear=heard.append):
        with psycopg.connect(environment(tmp_path)["DATABASE_URL"]) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 25 AS chips")
        orphans = {postmaster_of(tmp_path), valkey_of(tmp_path)}
        os.kill(keeper_of(tmp_path), signal.SIGKILL)
        wait_until(lambda: "The servers are up again." in heard, heard)

        assert orphans.isdisjoint({postmaster_of(tmp_path), valkey_of(tmp_path)})
        with psycopg.connect(environment(tmp_path)["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT chips FROM kept").fetchone() == (25,)

    assert not answering(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=160m,mode=0700", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nobody may mount a disk here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(path: Path) -> None:
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(100_000))


def write_ahead(url: str) -> None:
    """Write to nothing but the log of the database, which no error stops but a panic."""
    with psycopg.connect(url, autocommit=True) as connection:
        for _ in range(5):
            connection.execute("SELECT pg_switch_wal()")
            connection.execute(
                "SELECT pg_logical_emit_message(false, 'memo', repeat('secret', 100000))"
            )


def test_a_full_disk_ends_the_database_until_there_is_room_again(small_disk: Path) -> None:
    heard: list[str] = []
    with servers(small_disk, is_durable=True, hear=heard.append):
        url = environment(small_disk)["DATABASE_URL"]
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT repeat('chips', 10) AS memo")
        filler = small_disk / "filler"
        fill(filler)
        with pytest.raises(psycopg.OperationalError):
            write_ahead(url)
        wait_until(lambda: any("PostgreSQL ended" in line for line in heard), heard)
        filler.unlink()
        wait_until(lambda: "PostgreSQL is up again." in heard, heard)

        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT count(*) FROM kept").fetchone() == (1,)
    words = "\n".join(heard)
    assert "No space left on device" in words
    assert "secret" not in words


def test_a_statement_that_is_shown_with_a_panic_is_not_heard(tmp_path: Path) -> None:
    """PostgreSQL shows it whatever its log is told, over several lines."""
    said = ["PANIC:  no space", "STATEMENT:  SELECT", "\t'secret'", "LOG:  aborting"]
    code = f"print({chr(10).join(said)!r})"
    process = spawn(
        [sys.executable, "-c", code], output=subprocess.PIPE, stop_signal=signal.SIGTERM
    )

    server = Server("PostgreSQL", process, tmp_path / "postgres.log", signal.SIGTERM)
    process.wait()

    assert server.last_words().splitlines() == ["PANIC:  no space", "LOG:  aborting"]
    assert "secret" not in (tmp_path / "postgres.log").read_text()


@pytest.mark.parametrize("is_whose", ["open to all", "somebody else's", "a link"])
def test_a_folder_of_somebody_else_in_the_way_is_refused(tmp_path: Path, is_whose: str) -> None:
    data = tmp_path / "data"
    folder = socket_directory(data)
    if is_whose == "a link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.mkdir(mode=0o700)
        if is_whose == "open to all":
            folder.chmod(0o777)
        elif os.getuid() == 0:
            os.chown(folder, 4242, 4242)
        else:
            pytest.skip("only root gives a folder away")
    try:
        with pytest.raises(ServerUnavailable, match="not a folder of yours alone"):
            servers(data).__enter__()
    finally:
        folder.unlink() if folder.is_symlink() else folder.rmdir()


def test_what_leads_libpq_elsewhere_does_not_lead_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misleading = {
        "PGSERVICE": "elsewhere",
        "PGHOSTADDR": "192.0.2.1",
        "PGOPTIONS": "-c search_path=elsewhere",
        "PGPORT": "1",
        "PGSSLMODE": "require",
    }
    for name, value in misleading.items():
        monkeypatch.setenv(name, value)

    with servers(tmp_path, is_durable=False):
        with psycopg.connect(environment(tmp_path)["DATABASE_URL"]) as connection:
            path = connection.execute("SHOW search_path").fetchone()
        for name in misleading:
            assert name not in os.environ
            monkeypatch.delenv(name, raising=False)

    assert path == ('"$user", public',)


def test_the_servers_log_holds_no_values(tmp_path: Path) -> None:
    """Not those of a statement that failed, of its parameters, or of a row that was refused."""
    with servers(tmp_path, is_durable=False):
        with psycopg.connect(environment(tmp_path)["DATABASE_URL"], autocommit=True) as connection:
            connection.execute("CREATE TABLE hands (card text UNIQUE, CHECK (card <> 'secret 1'))")
            connection.execute("INSERT INTO hands VALUES ('secret 2')")
            for value in ("secret 1", "secret 2"):
                with pytest.raises(psycopg.IntegrityError):
                    connection.execute("INSERT INTO hands VALUES (%s)", [value])
            with pytest.raises(psycopg.Error):
                connection.execute("SELECT 'secret 3' FROM nowhere")
            with pytest.raises(psycopg.Error):
                connection.execute("DO $$ BEGIN PERFORM 1 / (length('secret 4') - 8); END $$")
        backend = psycopg.connect(environment(tmp_path)["DATABASE_URL"], autocommit=True)
        with pytest.raises(psycopg.OperationalError):  # As if it had crashed.
            backend.execute("SELECT 'secret 5', pg_terminate_backend(pg_backend_pid())")

    log = (tmp_path / "postgres.log").read_text()
    assert "violates check constraint" in log
    assert "secret" not in log
