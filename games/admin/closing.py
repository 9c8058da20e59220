"""What goes home is shown before tables are closed, for that cannot be undone."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse

from deploy.rest.clock import database_now
from games.admin.steward import told
from games.errors import GamesError
from games.models import Table
from games.tables.cashing import stakes_back
from games.tables.closing import check_between_deals, close_tables

POOLS = {
    "split": "what is in the {pools} is shared out",
    "carry": "what is in the {pools} waits for the next table",
    "play_on": "every pool has to be won before",
}


def going_home(tables: Iterable[tuple[str, Table]]) -> tuple[str, list[str]]:
    """What goes home from these open tables of one kind of rules, and who has which chips.

    Args:
        tables: Each with the name by which it is called, its pool selected.

    Raises:
        DealInPlay: at one of them, so that none can be closed.
    """
    tables = list(tables)
    check_between_deals(table for _, table in tables)
    lines, total, houses, pools = [], 0, 0, ""
    for name, table in tables:
        pools = table.rules.unclaimed_pool
        seats = list(table.seats.taken().select_related("player", "stack"))
        back = sum(stakes_back(table, seats).values())
        shared = (table.pool.balance - back) * (pools == "split")
        total += back + shared + sum(seat.stack.balance for seat in seats)
        houses += back
        people = ", ".join(f"{seat.player} {seat.stack.balance}" for seat in seats)
        lines.append(f"{name}, {table.pool.balance} in the pool: {people or 'nobody sits there'}")
    if not lines:
        return "No table is open: no chips move.", []
    count = len(lines)
    sentence = POOLS[pools].format(pools=f"pool{pluralize(count)}")
    if houses:
        sentence += f", but for {houses} that bots take back to the house purse"
    return f"{total} chips go home from {count} table{pluralize(count)}; {sentence}.", lines


def closing_page(
    request: HttpRequest, tables: Sequence[Table], context: dict[str, Any]
) -> HttpResponse:
    """Show what closing these tables moves, and close them when the person says so."""
    if request.method == "POST":
        with told(request):
            closed = close_tables(tables, at=database_now())
            tell_closed(request, [table for table in tables if table not in closed])
            if closed:
                names = ", ".join(map(str, closed))
                messages.success(request, f"Closed, and all chips went home: {names}.")
        return redirect("admin:games_table_changelist")
    sections = [_section(table) for table in tables]
    context |= {
        "title": "Close tables",
        "label": "Close for good" * all(is_ready for *_, is_ready in sections),
        "back": reverse("admin:games_table_changelist"),
        "sections": [section for *section, _ in sections],
    }
    return render(request, "games/confirm.html", context)


def _section(table: Table) -> tuple[Table, str, list[str], bool]:
    """What closing this table moves, and whether it may be closed now."""
    if table.closed_at is not None:
        return table, "This table is closed already: nothing is left to do.", [], True
    try:
        return table, *going_home([(str(table), table)]), True
    except GamesError as refusal:
        return table, str(refusal), [], False


def tell_closed(request: HttpRequest, tables: Sequence[Table]) -> None:
    """Say which tables were closed before anybody asked."""
    if tables:
        names = ", ".join(map(str, tables))
        messages.warning(request, f"Already closed, so nothing was done: {names}.")
