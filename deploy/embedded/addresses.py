"""Where the embedded servers and keys of a data directory are, whether they run or not.

One directory holds one cluster and one set of keys. Its sockets lie in a short hashed folder of
the temporary directory, so every process that knows the directory knows the addresses.
"""

import base64
import hashlib
import json
import os
import secrets
import tempfile
from collections.abc import Mapping, MutableMapping
from pathlib import Path

from deploy.paths import PROJECT_DIR

ROLE = DATABASE = "spoil_five"
SEALING = ("SEED_KEYS", "SECOND_FACTOR_KEYS")
KEYS = ("SECRET_KEY", *SEALING)
"""The settings that are secret and belong to the rows: a backup holds them."""


def is_embedded(environ: Mapping[str, str]) -> bool:
    """Whether nobody named a server (then our own run beside the command), or we named ours."""
    named_by_us = environ.get("SPOIL_FIVE_EMBEDDED") == "yes"
    return named_by_us or ("DATABASE_URL" not in environ and "REDIS_URL" not in environ)


def data_directory(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("SPOIL_FIVE_DATA", PROJECT_DIR / ".data"))


def forget_libpq(environ: MutableMapping[str, str]) -> None:
    """Drop PGSERVICE, PGOPTIONS, PGHOSTADDR and the like, which lead past our own addresses."""
    for name in [name for name in environ if name.startswith("PG")]:
        del environ[name]


def environment(data: Path) -> dict[str, str]:
    """The settings under which every process finds the servers and keys of `data`.

    Where `data` has no keys yet they are made up for this process alone.
    """
    return {
        "SPOIL_FIVE_EMBEDDED": "yes",
        "DATABASE_URL": postgres_url(data, DATABASE),
        "REDIS_URL": f"unix://{socket_directory(data) / 'valkey.sock'}?db=0",
        **_keys(data / "keys.json"),
    }


def postgres_url(data: Path, database: str) -> str:
    return f"postgresql://{ROLE}@/{database}?host={socket_directory(data)}&port=5432"


def socket_directory(data: Path) -> Path:
    """A folder whose path fits into the 107 bytes that a socket's address may have."""
    digest = hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"spoil-five-{os.getuid()}-{digest}"


def keeper_address(data: Path) -> str:
    """The socket of the keeper of the servers of `data`."""
    return str(socket_directory(data) / "keeper.sock")


def keeper_lock(data: Path) -> Path:
    """The file that they hold a lock on."""
    return data / "keeper"


def has_keys(data: Path) -> bool:
    """Whether a set of keys was written down.

    Raises:
        ValueError: something else stands there.
    """
    path = data / "keys.json"
    if not path.exists():
        return False
    found = json.loads(path.read_text())
    if not isinstance(found, dict) or not found.keys() >= set(KEYS):
        raise ValueError(f"it does not hold {', '.join(KEYS)}")
    return True


def keep_keys(data: Path) -> None:
    """Write down a set of keys, unless one is there; readable by the owner alone."""
    path = data / "keys.json"
    if not path.exists():
        write_keys(data, _keys(path))


def write_keys(data: Path, keys: Mapping[str, str]) -> None:
    """Put these keys, on the disk for good, in the place of those that are there."""
    path = data / "keys.json"
    part = path.with_suffix(".part")
    part.touch(mode=0o600)
    with part.open("w") as file:
        file.write(json.dumps(dict(keys)))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _keys(path: Path) -> dict[str, str]:
    if path.exists():
        keys: dict[str, str] = json.loads(path.read_text())
        return keys
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        **{name: base64.urlsafe_b64encode(secrets.token_bytes(32)).decode() for name in SEALING},
    }
