"""The open tables as they were read at one moment, and what is told of them to whom.

Everything is encoded once: a table when it changed, a message once for all who see the same tables
and know the same of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from games.live.telling import encoded, framed
from games.models import Table

MOST_AT_ONCE: Final = 200  # Tables in one message.

Ids = frozenset[int]
Messages = tuple[bytes, ...]


@dataclass(frozen=True)
class Row:
    """A table.

    Attributes:
        table: As spectators know it.
        told: The same as JSON.
        version: Of the board on which it stood like this first.
    """

    table: Table
    told: bytes
    version: int


@dataclass(frozen=True)
class Board:
    """All open tables.

    Attributes:
        version: Greater than those of the boards before it.
    """

    version: int = 0
    rows: Mapping[int, Row] = field(default_factory=dict)
    _changes: dict[tuple[int, Ids, Ids], Messages] = field(default_factory=dict)
    _snapshots: dict[Ids, tuple[str, Messages]] = field(default_factory=dict)

    def snapshot(self, ids: Ids) -> tuple[str, Messages]:
        """These tables for somebody who begins to listen, and the name of this state of them.

        A list of the first ones, then the others one by one.
        """
        if ids not in self._snapshots:
            rows = [self.rows[pk].told for pk in sorted(ids, reverse=True)]
            id, first = self._id_of(ids), rows[:MOST_AT_ONCE]
            rest = [_of_table(told) for told in rows[MOST_AT_ONCE:]]
            listed = framed("snapshot", b'{"tables":[' + b",".join(first) + b"]}")
            self._snapshots[ids] = id, _messages([[listed], *_parts(rest)], id)
        return self._snapshots[ids]

    def changes(self, version: int, before: Ids, ids: Ids) -> Messages:
        """What is told of these tables to somebody who knows others by an earlier board."""
        key = version, before, ids
        if key not in self._changes:
            gone = [framed("gone", encoded({"id": pk})) for pk in before - ids]
            changed = [
                _of_table(self.rows[pk].told)
                for pk in sorted(ids, reverse=True)
                if pk not in before or self.rows[pk].version > version
            ]
            parts = _parts([*gone, *changed])
            self._changes[key] = _messages(parts, self._id_of(ids)) if parts else ()
        return self._changes[key]

    def _id_of(self, ids: Ids) -> str:
        digest = sha256()
        for pk in sorted(ids):
            digest.update(self.rows[pk].told)
        return digest.hexdigest()[:12]


def _of_table(told: bytes) -> bytes:
    return framed("table", b'{"table":' + told + b"}")


def _parts(frames: list[bytes]) -> list[list[bytes]]:
    starts = range(0, len(frames), MOST_AT_ONCE)
    return [frames[start : start + MOST_AT_ONCE] for start in starts]


def _messages(parts: list[list[bytes]], id: str) -> Messages:
    """Whoever has heard the last frame knows this state; whoever has not begins anew."""
    parts[-1][-1] = f"id: {id}\n".encode() + parts[-1][-1]
    return tuple(b"".join(part) for part in parts)
