"""Kinds of table: the apps above declare theirs, and every door here asks them all alike."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache, reduce
from typing import Any

from django.db.models import Model, Q

from games.models import Table
from games.policies import Policies
from ledger.declarations import declared

BY_HOST = "the people whom the host has seated"


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """What the tables of a kind are part of, such as a night.

    Attributes:
        path: The way to it from the row of a table: `round__tournament`. Its last word names it
            in the API.
        accounts: The accounts that have to do with the occasion of this number.
        accounts_are: The same for the API's description.
    """

    path: str
    accounts: Callable[[int], Q]
    accounts_are: str

    @property
    def name(self) -> str:
        return self.path.rpartition("__")[2]


@dataclass(frozen=True, kw_only=True)
class Entered:
    """What somebody entered at a table of real cards.

    Attributes:
        deals: The deals of which something else counts now, each with its newest entry.
        totals: The newest entry of its totals, if these were entered.
        is_correction: Something counted before.
        actor_id: Who entered it.
        link_id: The link with which they came, if any.
    """

    table: Table
    deals: tuple[tuple[int, int], ...] = ()
    totals: int | None = None
    is_correction: bool = False
    actor_id: int | None
    link_id: int | None = None
    at: datetime


@dataclass(frozen=True, kw_only=True)
class TableKind:
    """What an app says once of the tables that it opens.

    Attributes:
        name: What one is called.
        row: The relation from a table to the row that the app keeps of it.
        policies: What holds at such a table, unless something else is said when it is opened.
        occasion: What it is part of; its page in the admin is linked from the table's.
        who_may_sit: For the admin, told from that row; left out where people are seated.
        reads: The relations of that row that `who_may_sit` reads.
        filters: The fields of that row by which the admin's list is filtered.
        keeps: What keeps the player of this number from leaving the club with this book, to be
            read after their name; empty if nothing does.
        note: Told of what somebody entered there, with that row, as the last thing of its
            transaction.
    """

    name: str
    row: str
    policies: Policies
    occasion: Occasion | None = None
    who_may_sit: Callable[[Any], str] | None = None
    reads: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    keeps: Callable[[int, int], str] | None = None
    note: Callable[[Any, Entered], None] | None = None

    @property
    def tables(self) -> Q:
        """Which tables are of this kind."""
        return Q(**{f"{self.row}__isnull": False})

    def open_to(self, row: Any) -> str:
        """Who may sit down there."""
        return self.who_may_sit(row) if self.who_may_sit else BY_HOST

    @property
    def shown_with(self) -> tuple[str, ...]:
        """What a list reads along with its tables."""
        return (self.row, *(f"{self.row}__{path}" for path in self.reads))


@cache
def declared_kinds() -> tuple[TableKind, ...]:
    """The `TABLE_KINDS` of every app that has a module `table_kinds`."""
    return tuple(declared("table_kinds"))


def occasions() -> dict[str, Occasion]:
    """What tables are part of, by its name."""
    found = (kind.occasion for kind in declared_kinds())
    return {occasion.name: occasion for occasion in found if occasion}


def paths_of_occasions() -> dict[str, str]:
    """The way from a table to what it is part of, by its name."""
    return {
        kind.occasion.name: f"{kind.row}__{kind.occasion.path}"
        for kind in declared_kinds()
        if kind.occasion
    }


def row_of(table: Table) -> tuple[TableKind, Any] | None:
    """Of which kind a table is, and the row that its app keeps of it."""
    for kind in declared_kinds():
        if (row := getattr(table, kind.row, None)) is not None:
            return kind, row
    return None


def note_entered(entered: Entered) -> None:
    """Tell the app whose table it is what somebody entered there."""
    match row_of(entered.table):
        case TableKind(note=note), row if note is not None:
            note(row, entered)


def whole_of(table: Table) -> Model | None:
    """What a table is part of: a night, a tournament; None where it stands alone."""
    match row_of(table):
        case TableKind(occasion=Occasion(path=path)), row:
            whole: Model = reduce(getattr, path.split("__"), row)
            return whole
    return None
