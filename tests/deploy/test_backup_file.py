"""The file of a backup is whole, or it is no backup; the clients that write it fit the server."""

import io
import tarfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from deploy.backups.archive import KEYS, MANIFEST, ROWS, SUMS, pack, unpack
from deploy.backups.clients import find_clients, server_version, speaks_tls
from deploy.backups.errors import ClientMissing, Damaged
from deploy.backups.manifest import FORMAT, BookKept, Manifest
from deploy.embedded.programs import folders_with, server_folder

SEAL = f"3 2 {bytes(32).hex()} 17"
MADE = Manifest(
    made_at=datetime(2026, 11, 23, 7, 30, tzinfo=UTC),
    version="0.1.0",
    postgresql=18,
    client=18,
    migrations=["clubs.0001_player"],
    roles=["spoil_five_app"],
    tables={"clubs_player": 12, "ledger_book": 1},
    books=(BookKept(3, 17, SEAL),),
    has_keys=True,
)
SECRETS = {"SECRET_KEY": "a long text", "SEED_KEYS": "one,two", "SECOND_FACTOR_KEYS": "three"}


def packed(folder: Path, manifest: Manifest = MADE, keys: Mapping[str, str] | None = None) -> bytes:
    rows = folder / "made.dump"
    rows.write_bytes(bytes(range(256)) * 20)
    target = io.BytesIO()
    pack(target, manifest, SECRETS if keys is None else keys, rows)
    return target.getvalue()


def test_what_goes_in_comes_out(tmp_path: Path) -> None:
    backup = unpack(io.BytesIO(packed(tmp_path)), tmp_path)

    assert backup.manifest == MADE
    assert backup.keys == SECRETS
    assert backup.rows.read_bytes() == (tmp_path / "made.dump").read_bytes()
    assert backup.manifest.books[0].head is not None
    assert "13 rows in 2 tables, 1 book with 17 transfers" in str(backup.manifest)


def test_keys_may_be_kept_elsewhere(tmp_path: Path) -> None:
    content = packed(tmp_path, replace(MADE, has_keys=False), {})

    assert unpack(io.BytesIO(content), tmp_path).keys == {}
    assert b"a long text" not in content


def test_a_tar_of_anybodys_opens_it(tmp_path: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(packed(tmp_path))) as tar:
        names, modes = zip(*((one.name, one.mode) for one in tar.getmembers()), strict=True)

    assert names == (MANIFEST, KEYS, ROWS, SUMS)
    assert set(modes) == {0o600}


def test_a_changed_byte_is_found_wherever_it_is(tmp_path: Path) -> None:
    """In the content of every member; what fills a block up says nothing."""
    content = packed(tmp_path)
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        places = [one.offset_data + one.size // 2 for one in tar.getmembers()]

    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1
        with pytest.raises(Damaged):
            unpack(io.BytesIO(changed), tmp_path)


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.8, 0.9])
def test_a_file_that_was_cut_off_is_none(tmp_path: Path, share: float) -> None:
    content = packed(tmp_path)
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        end = tar.getmembers()[-1].offset_data

    with pytest.raises(Damaged):
        unpack(io.BytesIO(content[: int(end * share)]), tmp_path)


@pytest.mark.parametrize("kind", [tarfile.REGTYPE, tarfile.SYMTYPE])
@pytest.mark.parametrize("name", ["../elsewhere", "etc", ROWS])
def test_another_tar_is_none(tmp_path: Path, name: str, kind: bytes) -> None:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as tar:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, "/etc/passwd"
        tar.addfile(member)

    with pytest.raises(Damaged):
        unpack(io.BytesIO(target.getvalue()), tmp_path)
    assert not any(path.name != ROWS for path in tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', '{"format": "one"}'])
def test_a_manifest_that_says_nothing_is_told_so(text: str) -> None:
    with pytest.raises(Damaged, match="manifest cannot be read"):
        Manifest.parse(text.encode())


def test_a_newer_manifest_names_the_version_that_reads_it() -> None:
    newer = MADE.to_json().replace(f'"format": {FORMAT}', f'"format": {FORMAT + 1}')

    with pytest.raises(Damaged, match=r"Spoil Five 0\.1\.0: restore it with that"):
        Manifest.parse(newer.encode())


def programs(folder: Path, version: str, *, tls: bool = True) -> Path:
    """A folder of clients that say of themselves that they are of this version."""
    folder.mkdir()
    said = "no such host" if tls else "SSL support is not compiled in"
    for name in ("pg_dump", "pg_restore", "psql"):
        program = folder / name
        program.write_text(
            f'#!/bin/sh\n[ "$1" = --version ] && echo "{name} (PostgreSQL) {version}" && exit\n'
            f'echo "{name}: error: {said}" >&2; exit 1\n'
        )
        program.chmod(0o700)
    return folder


@pytest.mark.django_db
def test_a_client_older_than_the_server_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Debian's 15 beside a server 18."""
    old = programs(tmp_path / "old", "15.18 (Debian 15.18-0+deb12u1)")
    monkeypatch.setenv("SPOIL_FIVE_POSTGRES", str(old))

    with pytest.raises(ClientMissing) as refused:
        find_clients()

    assert f"found: 15 in {old}" in str(refused.value)
    assert f"Install postgresql-client-{server_version()}" in str(refused.value)


@pytest.mark.django_db
def test_a_client_that_fits_is_found() -> None:
    clients = find_clients()

    assert clients.version >= server_version()
    assert "password" not in clients.address


@pytest.mark.django_db
def test_a_dump_of_a_newer_client_needs_one_as_new() -> None:
    with pytest.raises(ClientMissing, match="PostgreSQL 99 or newer"):
        find_clients(at_least=99)


def test_a_client_without_tls_is_known(tmp_path: Path) -> None:
    """It would send the rows of a connection that is encrypted today in the clear."""
    assert speaks_tls(programs(tmp_path / "with", "18.1"))
    assert not speaks_tls(programs(tmp_path / "without", "18.1", tls=False))


def test_the_wheel_has_clients_beside_its_server() -> None:
    assert server_folder() in folders_with("pg_dump", "pg_restore", "psql")
