"""What goes home is shown before tables are closed, for that cannot be undone."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.defaultfilters import pluralize
from django.urls import reverse

from deploy.rest.clock import database_now
from games.admin.refusals import refusals_shown
from games.engine import EngineError
from games.errors import GamesError
from games.models import Table
from games.tables.closing import Closing, close_tables, draft_closings
from ledger.admin import Section, asking_page

POOLS = {
    "split": "what is in the {pools} is shared out",
    "carry": "what is in the {pools} waits for the next table",
    "play_on": "every pool is won",
}


def words_of(closings: Sequence[Closing]) -> str:
    """What goes home from these tables, all of one kind of rules, in one sentence."""
    if not closings:
        return "No table is open: no chips move."
    count = len(closings)
    pools = POOLS[closings[0].table.rules.unclaimed_pool].format(pools=f"pool{pluralize(count)}")
    if houses := sum(closing.house_chips for closing in closings):
        pools += f", but for {houses} that bots take back to the house purse"
    total = sum(closing.home_chips for closing in closings)
    return f"{total} chips go home from {count} table{pluralize(count)}; {pools}."


def section_of(name: str, closing: Closing, words: str = "") -> Section:
    """What each takes home from a table, a share of the pool included, and to which purse."""
    people = ", ".join(f"{seat.player} {seat.cashed_chips}" for seat in closing.seats)
    lies = f"{closing.table.pool.balance} in the pool."
    taken = f"They take home: {people}." if people else "Nobody sits there."
    return Section(name, " ".join(filter(None, [words, lies, taken])), closing.gains)


def closing_page(
    request: HttpRequest, tables: Sequence[Table], context: dict[str, Any]
) -> HttpResponse:
    """Show what closing these tables moves, and close them when the person says so."""
    back = reverse("admin:games_table_changelist")
    if request.method == "POST":
        with refusals_shown(request):
            closed = close_tables(tables, at=database_now())
            tell_closed(request, [table for table in tables if table not in closed])
            if closed:
                names = ", ".join(map(str, closed))
                messages.success(request, f"Closed, and all chips went home: {names}.")
        return redirect(back)
    sections, is_ready = [], True
    for table in tables:
        try:
            sections.append(_section(table))
        except (GamesError, EngineError) as refusal:
            sections.append(Section(str(table), str(refusal)))
            is_ready = False  # All of them are closed, or none.
    label = "Close for good" if is_ready else ""
    return asking_page(
        request, context, title="Close tables", sections=sections, label=label, back=back
    )


def _section(table: Table) -> Section:
    if table.closed_at is not None:
        return Section(str(table), "This table is already closed: there is nothing left to do.")
    [closing] = draft_closings([table])
    return section_of(str(table), closing, words_of([closing]))


def tell_closed(request: HttpRequest, tables: Sequence[Table]) -> None:
    """Say which tables were closed before anybody asked."""
    if tables:
        names = ", ".join(map(str, tables))
        messages.warning(request, f"Already closed, so nothing was done: {names}.")
