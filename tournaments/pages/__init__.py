"""The pages of tournaments, and their addresses: doors like any other."""

from django.urls import path

from tournaments.pages.announcing import new_page
from tournaments.pages.board import board_page, screen_page
from tournaments.pages.desk import desk_page, log_page, now_page, standings_page, tables_page
from tournaments.pages.drafts import draft_page
from tournaments.pages.entrants import entrants_page, here_page, out_page, substitute_page
from tournaments.pages.steps import step_page

DESK = "admin/tournaments-desk/<int:pk>/"
ENTRANT = f"{DESK}entrants/<int:entrant_id>/"

addresses = [
    path("tournaments/<int:pk>/", board_page, name="board"),
    path("tournaments/<int:pk>/screen/", screen_page, name="board-screen"),
    path("admin/tournaments-desk/", now_page, name="tournaments-desk"),
    path("admin/tournaments-desk/new/", new_page, name="tournament-desk-new"),
    path(DESK, desk_page, name="tournament-desk"),
    path(f"{DESK}entrants/", entrants_page, name="tournament-desk-entrants"),
    path(f"{ENTRANT}here/", here_page, name="tournament-desk-here"),
    path(f"{ENTRANT}out/", out_page, name="tournament-desk-out"),
    path(f"{ENTRANT}substitute/", substitute_page, name="tournament-desk-substitute"),
    path(f"{DESK}tables/", tables_page, name="tournament-desk-tables"),
    path(f"{DESK}draw/", draft_page, name="tournament-desk-draw"),
    path(f"{DESK}standings/", standings_page, name="tournament-desk-standings"),
    path(f"{DESK}log/", log_page, name="tournament-desk-log"),
    path(f"{DESK}steps/<slug:step>/", step_page, name="tournament-desk-step"),
]

__all__ = ["addresses"]
