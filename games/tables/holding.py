"""Holding a table: the one way to lock it, change it and tell those who watch."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from games.bell import ring
from games.errors import TableClosed
from games.models import Mode, Table
from games.models.table import TableQuerySet

TICK: Final = timedelta(microseconds=1)


@contextmanager
def held(
    rows: TableQuerySet, *, skip_locked: bool = False, most: int | None = None
) -> Iterator[list[Table]]:
    """Lock tables and let the caller work on them; then save what changed in their rows.

    They are locked in the order of their numbers. Those who watch them are told once the
    transaction has committed. An error takes everything back.

    Args:
        skip_locked: Leave out those that somebody else holds.
        most: Take no more, and the first ones in the order that the rows have.
    """
    with transaction.atomic():
        locked = rows.select_for_update(skip_locked=skip_locked, of=("self",))
        tables = list(locked.order_by("pk") if most is None else locked[:most])
        before = [_columns(table) for table in tables]
        yield tables
        for table, old in zip(tables, before, strict=True):
            changed = [name for name, value in _columns(table).items() if value != old.get(name)]
            if changed:
                table.save(update_fields=changed)
            ring(table.pk)


@contextmanager
def hold(table: Table) -> Iterator[Table]:
    """`held` for one table, as it is once it is locked."""
    with held(Table.objects.filter(pk=table.pk)) as [locked]:
        yield locked


@contextmanager
def hold_open(table: Table) -> Iterator[Table]:
    """`hold` for a table at which people play.

    Raises:
        TableClosed: nobody plays there any more.
    """
    with hold(table) as locked:
        check_open(locked)
        yield locked


def check_open(table: Table) -> None:
    """See that people play at a table.

    Raises:
        TableClosed: nobody does any more.
    """
    if table.closed_at is not None:
        raise TableClosed("This table is closed: its chips have gone home.")


def moment_at(tables: Iterable[Table], *, at: datetime) -> datetime:
    """When something happens at tables that the caller holds: after all that happened there.

    The doors read the clock before they wait for a table, so `at` may lie before what somebody else
    did there meanwhile. Whatever is kept in the order of time takes its time from here: then that
    order is the one in which chips moved.
    """
    known = list(tables)
    moment = max([at, *(_next_moment(table, at) for table in known)])
    for table in known:
        table.latest_at = moment
    return moment


def _next_moment(table: Table, at: datetime) -> datetime:
    """Online a worker does many things at one moment; with real cards each has its own."""
    latest = table.latest_at
    if latest is None or at > latest or (at == latest and table.mode == Mode.ONLINE):
        return at
    return latest + TICK


def _columns(table: Table) -> dict[str, Any]:
    """What was loaded of its row, by field."""
    loaded = table.get_deferred_fields()
    return {
        field.attname: getattr(table, field.attname)
        for field in table._meta.concrete_fields
        if field.attname not in loaded
    }
