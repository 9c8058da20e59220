"""The open tables of the round that is played, as they are called in the hall."""

from collections.abc import Iterable

from django.db.models import Count, Q

from clubs.errors import NoTable
from clubs.models import Night, NightTable
from games.models import Table


def tables_at_play(night: Night) -> list[NightTable]:
    """Those that have not closed, the shortest first; each with `people`, how many stay there."""
    staying = Q(table__seats__cashed_chips=None, table__seats__is_leaving=False)
    tables = night.rounds.playing().tables().filter(table__closed_at=None, table__isnull=False)
    counted = tables.annotate(people=Count("table__seats", filter=staying))
    told = counted.select_related("table", "round").defer("table__sealed_tail")
    return list(told.order_by("people", "number"))


def shortest(night: Night, joining: int) -> NightTable:
    """The shortest table that can play with this number more; if none can, the shortest of all.

    Raises:
        NoTable: no table is open any more.
    """
    tables = tables_at_play(night)
    if not tables:
        raise NoTable(f"No table of {night} is open any more: open another one.")
    able = [
        table
        for table in tables
        if opened(table).rules.refusal(table.people + joining) is None  # type: ignore[attr-defined]
    ]
    return [*able, *tables][0]


def numbered(night: Night, number: int) -> NightTable:
    """The table of this number.

    Raises:
        NoTable: it is not open.
    """
    for table in tables_at_play(night):
        if table.number == number:
            return table
    raise NoTable(f"Table {number} of {night} is not open: choose another one.")


def lock_tables(tables: Iterable[NightTable]) -> None:
    """All of them at once, in the order in which everybody locks them."""
    rows = Table.objects.filter(night_table__in=list(tables))
    list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk"))


def opened(table: NightTable) -> Table:
    """The games' table of a table that is, or was, played at."""
    assert table.table is not None, "it is a table of a round that is played"
    return table.table
