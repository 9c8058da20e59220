"""The board of a tournament: open to everybody where its organiser allows, else to its club."""

from collections.abc import Callable
from functools import wraps
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.hall_screens import best_columns, most_tables
from clubs.models import Player
from deploy.rest.pages import PageRequest, View, sign_in_first, stands_for
from tournaments.boards import board_of, mark_of
from tournaments.models import Tournament
from tournaments.pages.streams import stream_of
from tournaments.promises import leavers_told
from tournaments.rights import SEE_BOARD
from tournaments.waits import told_wait

BOARD, BOARD_NOW = "tournaments/pages/board.html", "tournaments/pages/board_now.html"
SCREEN, SCREEN_NOW = "tournaments/pages/screen.html", "tournaments/pages/screen_now.html"
LINES_BESIDE_NAMES = 2  # Of a table on the screen: its number, and what came of it.


def _of_board(view: Callable[[PageRequest, Tournament], HttpResponse]) -> View:
    """A page for people who may read a board; times are told by the clocks of the club's hall."""

    @stands_for(SEE_BOARD)
    @require_safe
    @wraps(view)
    def page(request: PageRequest, pk: int) -> HttpResponse:
        tournament = Tournament.objects.select_related("club").filter(pk=pk).first()
        if tournament is None or tournament.is_hidden:
            if not isinstance(request.user, Player):
                return sign_in_first(request)
            seen = Tournament.objects.visible_to(request.user)
            tournament = get_object_or_404(seen.select_related("club"), pk=pk)
        with timezone.override(ZoneInfo(tournament.club.time_zone)):
            return view(request, tournament)

    return page


@_of_board
def board_page(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Rounds, tables and standings, or the part of them that the page reads again if it changed."""
    mark = mark_of(tournament)
    if request.htmx and request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    shown = stream_of(tournament)  # First, so that nothing is missed after the board is read.
    shown |= {"tournament": tournament, "board": board_of(tournament), "mark": mark}
    shown["waits_for"] = told_wait(tournament)
    shown["leavers_told"] = leavers_told(tournament)
    return render(request, BOARD_NOW if request.htmx else BOARD, shown)


@_of_board
def screen_page(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """The same for the wall of a hall: the tables of this round, else the standings."""
    shown = stream_of(tournament)
    board = board_of(tournament)
    shown |= {"tournament": tournament, "board": board}
    shown["waits_for"] = told_wait(tournament)
    if board.round:
        tables = board.round.tables
        lines = LINES_BESIDE_NAMES + max(len(table.seats) for table in tables)
        most = most_tables(lines)
        shown |= {
            "lines": lines,
            "columns": best_columns(min(len(tables), most), lines),
            "pages": [tables[first : first + most] for first in range(0, len(tables), most)],
        }
    return render(request, SCREEN_NOW if request.htmx else SCREEN, shown)
