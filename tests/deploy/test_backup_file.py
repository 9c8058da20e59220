"""The file of a backup is whole, or it is no backup; the clients that write it fit the server."""

import hashlib
import io
import json
import tarfile
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from deploy.backups.archive import KEYS, MANIFEST, ROWS, SUMS, pack, unpack
from deploy.backups.clients import find_clients, server_version, speaks_tls
from deploy.backups.errors import ClientMissing, Damaged
from deploy.backups.manifest import FORMAT, BookKept, Manifest
from deploy.embedded.programs import folders_with, server_folder

LONGEST_SENTENCE = 250
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
SECRETS = {
    "SECRET_KEY": "a long text",
    "SEED_KEYS": f"{'A' * 43}=,{'B' * 42}A=",
    "SECOND_FACTOR_KEYS": f"{'C' * 42}A=",
}


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


def crafted(texts: Mapping[str, bytes]) -> bytes:
    """An archive with these members, each with its right checksum."""
    target = io.BytesIO()
    sums = "".join(f"{hashlib.sha256(text).hexdigest()}  {name}\n" for name, text in texts.items())
    with tarfile.open(fileobj=target, mode="w") as tar:
        for name, text in {**texts, SUMS: sums.encode()}.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    return target.getvalue()


DEEP = "[" * 200_000
STRANGE: dict[str, object] = {
    "made_at": 7,
    "version": ["0.1.0"],
    "postgresql": "eighteen",
    "client": True,
    "migrations": "clubs.0001_player",
    "roles": {"spoil_five_app": 1},
    "tables": ["clubs_player"],
    "books": [{"book": 3, "transfers": "17", "seal": ""}],
    "has_keys": "yes",
}
STRANGER: list[tuple[str, object]] = [
    *STRANGE.items(),
    ("migrations", ["clubs"]),
    ("migrations", [7]),
    ("roles", ["a\0b"]),
    ("roles", ["a" * 64]),
    ("tables", {"clubs_player": -1}),
    ("tables", {"clubs_player": 10**30}),
    ("tables", {"a\nb": 1}),
    ("tables", {"": 1}),
    ("books", [{"book": 3}]),
    ("books", [7]),
    ("books", {"book": 3}),
    ("books", [{"book": 3, "transfers": 17, "seal": "7"}]),
    ("books", [{"book": 3, "transfers": 17, "seal": "1 2 3 4 5 6"}]),
    ("books", [{"book": 3, "transfers": 17, "seal": "4 2 00 17"}]),
    ("more", 7),
]


@pytest.mark.parametrize(("member", "value"), STRANGER)
def test_a_manifest_with_other_values_than_ours_is_refused_in_a_sentence(
    tmp_path: Path, member: str, value: object
) -> None:
    """Whatever its checksums say: anybody can add them up."""
    told = json.loads(MADE.to_json()) | {member: value}
    content = crafted({MANIFEST: json.dumps(told).encode(), ROWS: b"rows"})

    with pytest.raises(Damaged, match="manifest cannot be read") as refusal:
        unpack(io.BytesIO(content), tmp_path)

    assert len(str(refusal.value)) < LONGEST_SENTENCE


@pytest.mark.parametrize(
    "keys",
    [
        "",
        "{}",
        "[]",
        "7",
        DEEP,
        '{"SECRET_KEY": "a"}',
        '{"SECRET_KEY": "a", "SEED_KEYS": ["b"]}',
        '{"SECRET_KEY": "a", "SEED_KEYS": "no key"}',
        f'{{"SECRET_KEY": 7, "SEED_KEYS": "{"A" * 43}="}}',
        f'{{"SECRET_KEY": "", "SEED_KEYS": "{"A" * 43}="}}',
    ],
)
def test_keys_that_are_none_are_refused_in_a_sentence(tmp_path: Path, keys: str) -> None:
    texts = {MANIFEST: MADE.to_json().encode(), KEYS: keys.encode(), ROWS: b"rows"}

    with pytest.raises(Damaged, match=r"keys\.json"):
        unpack(io.BytesIO(crafted(texts)), tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04" + bytes(60_000),
        b"{}",
        bytes(10_240),
        b"\xff" * 10_240,
        crafted({MANIFEST: DEEP.encode(), ROWS: b"rows"}),
        crafted({MANIFEST: b"\xff\xfe", ROWS: b"rows"}),
        crafted({"a" * 90 + "\x1b[2J": b"", ROWS: b"rows"}),
    ],
    ids=["empty", "zip", "json", "zeros", "ones", "deep", "no text", "a name that draws"],
)
def test_what_is_no_archive_of_ours_is_refused_in_a_sentence(
    tmp_path: Path, content: bytes
) -> None:
    with pytest.raises(Damaged) as refusal:
        unpack(io.BytesIO(content), tmp_path)

    assert len(str(refusal.value)) < LONGEST_SENTENCE
    assert str(refusal.value).isprintable()


def test_a_file_with_holes_fills_no_disk(tmp_path: Path) -> None:
    """A few bytes of it say that it is as long as anybody likes."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.PAX_FORMAT) as tar:
        member = tarfile.TarInfo(ROWS)
        member.pax_headers = {
            "GNU.sparse.major": "0",
            "GNU.sparse.minor": "1",
            "GNU.sparse.map": "0,0",
            "GNU.sparse.size": str(2**40),
        }
        tar.addfile(member)

    with pytest.raises(Damaged, match=r"holds 'rows\.dump'"):
        unpack(io.BytesIO(target.getvalue()), tmp_path)


def test_the_command_says_so_and_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "crafted.tar"
    told = json.loads(MADE.to_json()) | {"tables": []}
    file.write_bytes(crafted({MANIFEST: json.dumps(told).encode(), ROWS: b"rows"}))

    with pytest.raises(CommandError, match=r"^Nothing was restored\. The backup's manifest"):
        call_command("restore", str(file), "--check")

    assert list(tmp_path.iterdir()) == [file]


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
