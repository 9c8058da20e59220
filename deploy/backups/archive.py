"""The file of a backup: a tar that needs no program of ours to be opened.

It holds, in this order, `manifest.json`, `keys.json` unless it was left out, `rows.dump` in
pg_dump's own format, and `SHA256SUMS` of the others, as `sha256sum --check` reads it.
"""

import hashlib
import io
import json
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured

from deploy.backups.errors import Damaged
from deploy.backups.manifest import Manifest
from deploy.embedded.addresses import KEYS as NAMES_OF_KEYS
from deploy.values import read_keys

MANIFEST, KEYS, ROWS, SUMS = "manifest.json", "keys.json", "rows.dump", "SHA256SUMS"
KNOWN = (MANIFEST, KEYS, ROWS, SUMS)
NEEDED = {MANIFEST, ROWS, SUMS}
LARGEST_BYTES = 64 * 2**20  # Of what is read as a whole: all but the rows.
LONGEST_TOLD = 100  # Of what a file that is none of ours says.
BLOCK = 2**20


@dataclass(frozen=True)
class Backup:
    """A backup that was read and is whole.

    Attributes:
        keys: The settings KEYS of `deploy.embedded.addresses`; nothing where they were left out.
        rows: The file for pg_restore.
    """

    manifest: Manifest
    keys: Mapping[str, str]
    rows: Path


def pack(target: IO[bytes], manifest: Manifest, keys: Mapping[str, str], rows: Path) -> None:
    """Write a backup; `target` need not be a file that can be gone back in."""
    texts = {MANIFEST: manifest.to_json()} | ({KEYS: json.dumps(dict(keys))} if keys else {})
    sums = {}
    with tarfile.open(fileobj=target, mode="w|") as tar:
        for name, text in texts.items():
            sums[name] = _add(tar, name, io.BytesIO(text.encode()), len(text.encode()), manifest)
        with rows.open("rb") as file:
            sums[ROWS] = _add(tar, ROWS, file, rows.stat().st_size, manifest)
        lines = "".join(f"{digest}  {name}\n" for name, digest in sums.items()).encode()
        _add(tar, SUMS, io.BytesIO(lines), len(lines), manifest)


def unpack(source: IO[bytes], folder: Path) -> Backup:
    """Read a backup whole, its rows into `folder`, and compare every checksum.

    Raises:
        Damaged: it is no backup, or a byte of it is not as it was written.
    """
    texts: dict[str, bytes] = {}
    sums: dict[str, str] = {}
    rows = folder / ROWS
    try:
        with tarfile.open(fileobj=source, mode="r|") as tar:
            for member in tar:
                content = tar.extractfile(member) if _is_plain(member) else None
                if member.name not in KNOWN or member.name in sums or content is None:
                    named = repr(member.name[:LONGEST_TOLD])
                    raise Damaged(f"This is no backup of Spoil Five: it holds {named}.")
                with rows.open("wb") if member.name == ROWS else io.BytesIO() as into:
                    if member.name != ROWS and member.size > LARGEST_BYTES:
                        raise Damaged(f"The backup is damaged: {member.name} is too large.")
                    sums[member.name] = _copy(content, into)
                    if isinstance(into, io.BytesIO):
                        texts[member.name] = into.getvalue()
    except (tarfile.TarError, EOFError, ValueError, ArithmeticError, LookupError) as error:
        told = f"{str(error)[:LONGEST_TOLD]!r}"
        raise Damaged(f"This is no backup of Spoil Five, or it is cut off ({told}).") from error
    if missing := NEEDED - sums.keys():
        raise Damaged(f"The backup is cut off: it lacks {', '.join(sorted(missing))}.")
    del sums[SUMS]
    if wrong := sorted(name for name, _ in _written(texts[SUMS]) ^ sums.items()):
        raise Damaged(f"The backup is damaged: the checksum of {wrong[0]} does not fit.")
    manifest = Manifest.parse(texts[MANIFEST])
    return Backup(manifest, _keys(texts.get(KEYS)), rows)


def _is_plain(member: tarfile.TarInfo) -> bool:
    """Tell whether it is a file as long as it says: one with holes is as long as anybody likes."""
    return member.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not member.issparse()


def _add(tar: tarfile.TarFile, name: str, content: IO[bytes], size: int, manifest: Manifest) -> str:
    """Write a member, for its owner alone; the SHA-256 of what was written."""
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    member.mtime = int(manifest.made_at.timestamp())
    reading = _Hashing(content)
    tar.addfile(member, reading)
    return reading.digest.hexdigest()


class _Hashing(io.RawIOBase):
    """Passes a file on, and adds up what was read of it."""

    def __init__(self, content: IO[bytes]) -> None:
        self._content = content
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        block = self._content.read(size)
        self.digest.update(block)
        return block


def _copy(content: IO[bytes], into: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := content.read(BLOCK):
        digest.update(block)
        into.write(block)
    return digest.hexdigest()


def _written(text: bytes) -> set[tuple[str, str]]:
    """The names and checksums that the file gives."""
    pairs = (line.partition("  ") for line in text.decode(errors="replace").splitlines())
    return {(name, digest) for digest, _, name in pairs}


def _keys(text: bytes | None) -> Mapping[str, str]:
    if text is None:
        return {}
    try:
        keys = json.loads(text)
        found = {name: keys[name] for name in NAMES_OF_KEYS}
        seeds = read_keys("SEED_KEYS", found["SEED_KEYS"].split(","), apart_from={})
        factors = found["SECOND_FACTOR_KEYS"].split(",")
        read_keys("SECOND_FACTOR_KEYS", factors, apart_from={"SEED_KEYS": seeds})
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Damaged(f"The backup's {KEYS} cannot be read.") from None
    except ImproperlyConfigured:
        raise Damaged(f"The backup's {KEYS} holds something that is no key.") from None
    if not found["SECRET_KEY"] or not isinstance(found["SECRET_KEY"], str):
        raise Damaged(f"The backup's {KEYS} holds something that is no key.")
    return found
