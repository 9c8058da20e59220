"""What the apps above keep of each player who wants to hear of it, such as their tournaments."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from deploy.rights import Person
from ledger.declarations import declared

Told = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Concern:
    """What an app says once of rows that concern single players.

    The bells of a row wake those whom it concerns. A row that begins to concern somebody rings for
    them (`games.bell.ring_players`).

    Attributes:
        name: As in the addresses of the API: `tournaments`. Their bells ring under this name.
        one: What a change of one is called: `tournament`.
        read: By player, by the number of the row: what they are told of it, at this time. Their
            roles are read already; a constant number of statements, however many they are. Nobody
            is told of a row that they do not see.
    """

    name: str
    one: str
    read: Callable[[Collection[Person], datetime], Mapping[int, Mapping[int, Told]]]


@cache
def declared_concerns() -> tuple[Concern, ...]:
    return tuple(declared("concerns"))
