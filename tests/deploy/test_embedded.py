"""The embedded servers start, are shared, stop, and never outlive a killed parent."""

import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from deploy.embedded import postgres, valkey
from deploy.embedded.addresses import environment, socket_directory
from deploy.embedded.processes import ServerUnavailable
from deploy.embedded.programs import server_folder
from deploy.embedded.servers import servers
from tests.deploy.holders import Holder


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[Holder]:
    """Another process that uses the servers of `tmp_path`."""
    with Holder(tmp_path) as process:
        yield process


def answering(data: Path) -> tuple[bool, bool]:
    return postgres.answers(data), valkey.answers(data)


def test_servers_live_as_long_as_the_block(tmp_path: Path) -> None:
    with servers(tmp_path, is_durable=False):
        addresses = environment(tmp_path)
        with psycopg.connect(addresses["DATABASE_URL"]) as connection:
            version = connection.execute("SHOW server_version_num").fetchone()
        with redis.Redis.from_url(addresses["REDIS_URL"]) as client:
            policy = client.config_get("maxmemory-policy")

        assert version is not None
        assert int(version[0]) >= 170000
        assert policy == {"maxmemory-policy": "noeviction"}

    assert answering(tmp_path) == (False, False)
    assert not socket_directory(tmp_path).exists()


def test_rows_and_keys_are_kept_between_runs(tmp_path: Path) -> None:
    with servers(tmp_path, is_durable=False):
        before = environment(tmp_path)
        with psycopg.connect(before["DATABASE_URL"]) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 25 AS chips")

    with servers(tmp_path, is_durable=False):
        assert environment(tmp_path) == before
        with psycopg.connect(before["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT chips FROM kept").fetchone() == (25,)


def test_a_second_command_attaches_and_leaves_the_servers_running(
    tmp_path: Path, holder: Holder
) -> None:
    with servers(tmp_path, is_durable=False):
        assert answering(tmp_path) == (True, True)

    assert answering(tmp_path) == (True, True)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_a_killed_parent_leaves_nothing_behind(tmp_path: Path, holder: Holder) -> None:
    holder.kill()

    deadline = time.monotonic() + 20
    while answering(tmp_path) != (False, False) or processes_of(tmp_path):
        assert time.monotonic() < deadline, processes_of(tmp_path)
        time.sleep(0.02)

    with servers(tmp_path, is_durable=False):  # What is left of the sockets is no hindrance.
        assert answering(tmp_path) == (True, True)


def processes_of(data: Path) -> list[str]:
    """The command lines that name the directory, as of now."""
    words = (str(data).encode(), str(socket_directory(data)).encode())
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if any(word in line for word in words):
            found.append(line.decode(errors="replace"))
    return found


def test_a_machine_without_programs_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPOIL_FIVE_POSTGRES", str(tmp_path / "nowhere"))

    with pytest.raises(ServerUnavailable, match="DATABASE_URL and REDIS_URL"):
        server_folder()


def test_no_new_keys_are_made_beside_old_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with servers(tmp_path, is_durable=False):
        before = environment(tmp_path)["SEED_KEYS"]
    kept = (tmp_path / "keys.json").rename(tmp_path / "elsewhere")

    with pytest.raises(ServerUnavailable, match=r"keys\.json is missing.*back from your backup"):
        servers(tmp_path).__enter__()
    assert not (tmp_path / "keys.json").exists()
    kept.rename(tmp_path / "keys.json")
    with servers(tmp_path, is_durable=False):
        assert environment(tmp_path)["SEED_KEYS"] == before
    (tmp_path / "keys.json").unlink()
    monkeypatch.setenv("SPOIL_FIVE_NEW_KEYS", "yes")
    with servers(tmp_path, is_durable=False):
        assert environment(tmp_path)["SEED_KEYS"] != before


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"SECRET_KEY": "a"'])
def test_keys_that_cannot_be_read_are_said_to_be_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "keys.json").write_text(text)

    with pytest.raises(ServerUnavailable, match="cannot be read"):
        servers(tmp_path).__enter__()
    assert (tmp_path / "keys.json").read_text() == text


def test_a_copy_of_a_cluster_belongs_to_whom_the_cluster_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root, without namespaces, runs PostgreSQL as nobody, who has to own all of the copy."""
    source, copy = tmp_path / "source" / "postgres", tmp_path / "copy" / "postgres"
    (source / "base").mkdir(parents=True)
    (source / "base" / "1").touch()
    given: list[tuple[Path, int, int]] = []
    monkeypatch.setattr(os, "chown", lambda *one: given.append(one))
    monkeypatch.setattr(
        postgres, "_cluster_and_identity", lambda data: (data / "postgres", lambda: None)
    )
    owner = source.stat().st_uid

    postgres.copy_cluster(source.parent, to=copy.parent)
    assert given == []  # Whoever copies it owns it.

    shutil.rmtree(copy)
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    postgres.copy_cluster(source.parent, to=copy.parent)
    assert {path for path, *_ in given} == {copy, copy / "base", copy / "base" / "1"}
    assert {tuple(ids) for _, *ids in given} == {(owner, owner)}
