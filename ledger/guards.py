"""What keeps the books: whether it still does what the migrations made it do.

`guards.txt` has a digest of every definition, taken from a database that was just migrated; a test
takes them anew. It lies beside the code, where nobody who owns the database can reach it.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.db import connection, transaction

QUERY = Path(__file__).with_suffix(".sql")
KNOWN = Path(__file__).with_suffix(".txt")
ALLOWED = "allowed"  # In place of the digest of a grant, which may be missing.
# Definitions are told by these settings; the connection may have others.
TOLD_BY = {"search_path": "pg_catalog, pg_temp", "TimeZone": "UTC", "quote_all_identifiers": "off"}


def read_guards() -> dict[str, str]:
    """The digest of every guard that the database has, by its kind and name."""
    with transaction.atomic(), connection.cursor() as cursor:
        before = {name: _set(name, value) for name, value in TOLD_BY.items()}
        cursor.execute(QUERY.read_text())
        rows = cursor.fetchall()
        for name, value in before.items():
            _set(name, value)
    return {f"{kind} {name}": _digest(kind, definition) for kind, name, definition in rows}


def known_guards() -> dict[str, str]:
    """The digests of the guards as the migrations make them."""
    lines = (line.split("  ", 1) for line in KNOWN.read_text().splitlines())
    return {name: digest for digest, name in lines}


def written(guards: dict[str, str]) -> str:
    """The text of `guards.txt`."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(guards.items()))


def broken_guards() -> Iterator[tuple[str, str]]:
    """Every guard that is not as the migrations make it, and what is wrong with it."""
    known, found = known_guards(), read_guards()
    for name in sorted(known.keys() | found.keys()):
        if name not in known:
            yield name, "is not ours"
        elif name not in found:
            if known[name] != ALLOWED:
                yield name, "is missing"
        elif found[name] != known[name]:
            yield name, "is switched off or altered"


def _digest(kind: str, definition: str) -> str:
    return ALLOWED if kind == "grant" else hashlib.sha256(definition.encode()).hexdigest()


def _set(name: str, value: str) -> str:
    """Change a setting until the end of the transaction; what it was before."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(%s), set_config(%s, %s, true)", [name, name, value])
        [before, _] = cursor.fetchone() or ("", "")
    return str(before)
