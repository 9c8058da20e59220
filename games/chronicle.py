"""Numbered logs that the apps above keep, such as that of an evening; each is told as a stream."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from deploy.rights import Deed, Person
from ledger.declarations import declared

MOST_ENTRIES: Final = 500
"""Events that somebody is told who comes back; who has missed more begins anew."""


@dataclass(frozen=True)
class Entry:
    """Something that was done; numbers count from 1, in the order in which it was done."""

    number: int
    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Page:
    """What a log says at one moment.

    Attributes:
        now: How things stand, for somebody who begins to listen.
        last: The number of the last entry, 0 before the first.
        entries: Those after the one that was named, in order, `MOST_ENTRIES` at most.
        tables: Its open tables, each with something short that changes as soon as the table does.
        is_over: Nothing more will come.
    """

    now: Mapping[str, Any]
    last: int
    entries: tuple[Entry, ...]
    tables: Mapping[int, Mapping[str, Any]]
    is_over: bool


@dataclass(frozen=True, kw_only=True)
class Chronicle:
    """What an app says once of a log that it keeps.

    Everybody who may hear it is told the same deeds, and of its tables either all or only which are
    open. What only some may know is asked of the API.

    Attributes:
        name: As in the addresses of the API: `nights`. Its bell rings under this name.
        deeds: What listening to it can be.
        heard_by: Of people and the rows whose log each asks for: who may hear it, by the numbers of
            both. Their roles are read already; a constant number of statements.
        hears_play: Whether they also hear what goes on at its tables.
        read: The log of a row at this time, with the entries after a number if one is named, and
            with what goes on at its tables or without; None where there is no such row.
    """

    name: str
    deeds: tuple[Deed, ...]
    heard_by: Callable[[Collection[tuple[Person, int]]], set[tuple[int, int]]]
    hears_play: Callable[[Person], bool]
    read: Callable[[int, int | None, datetime, bool], Page | None]


@cache
def declared_chronicles() -> tuple[Chronicle, ...]:
    return tuple(declared("chronicles"))
