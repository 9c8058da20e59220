"""The pages of clubs, and their addresses: doors like any other."""

from django.urls import path

from clubs.pages.accounts import addresses as accounts
from clubs.pages.correcting import deal_page
from clubs.pages.desk import desk_page, step_page, tonight_page
from clubs.pages.door import chips_page, door_page, guest_page, note_page
from clubs.pages.entered import entered_page
from clubs.pages.front import front_page
from clubs.pages.hall import hall_page
from clubs.pages.health import health_page
from clubs.pages.invited import invited_page
from clubs.pages.link import link_page
from clubs.pages.log import log_of_night
from clubs.pages.money import money_page
from clubs.pages.papers import paper_page
from clubs.pages.phones import phone_page
from clubs.pages.results import results_page, table_page
from clubs.pages.room import room_page
from clubs.pages.self_check_in import self_check_in_page
from clubs.pages.statements import homecomings_page, journal_of_night, statement_file
from clubs.pages.taps import waiting_tap_page, worker_page
from clubs.pages.tools import tools_page
from clubs.pages.totals import totals_page

NIGHT = "admin/desk/<int:pk>/"
TABLE = f"{NIGHT}results/<int:round_number>/<int:number>/"

addresses = [
    path("", front_page, name="home"),
    *accounts,
    path("link", link_page, name="link"),
    path("invited", invited_page, name="invited"),
    path("hall/<int:pk>/", hall_page, name="hall"),
    path("admin/desk/", tonight_page, name="desk-tonight"),
    path(NIGHT, desk_page, name="desk"),
    path(f"{NIGHT}steps/<slug:step>/", step_page, name="desk-step"),
    path(f"{NIGHT}door/", door_page, name="desk-door"),
    path(f"{NIGHT}door/guest/", guest_page, name="desk-guest"),
    path(f"{NIGHT}door/self/", self_check_in_page, name="desk-self"),
    path(f"{NIGHT}door/waiting/", waiting_tap_page, name="desk-waiting-tap"),
    path(f"{NIGHT}door/worker.js", worker_page, name="desk-door-worker"),
    path(f"{NIGHT}door/chips/<int:member_id>/", chips_page, name="desk-chips"),
    path(f"{NIGHT}door/note/<int:member_id>/", note_page, name="desk-note"),
    path(f"{NIGHT}room/", room_page, name="desk-room"),
    path(f"{NIGHT}results/", results_page, name="desk-results"),
    path(TABLE, table_page, name="desk-table"),
    path(f"{TABLE}deals/<int:deal_number>/", deal_page, name="desk-deal"),
    path(f"{TABLE}entered/", entered_page, name="desk-entered"),
    path(f"{TABLE}phone/", phone_page, name="desk-phone"),
    path(f"{TABLE}totals/", totals_page, name="desk-totals"),
    path(f"{NIGHT}money/", money_page, name="desk-money"),
    path(f"{NIGHT}money/journal/", journal_of_night, name="desk-journal"),
    path(f"{NIGHT}money/home/", homecomings_page, name="desk-home"),
    path(
        f"{NIGHT}money/statements/<int:member_id>.<slug:ending>",
        statement_file,
        name="desk-statement",
    ),
    path(f"{NIGHT}health/", health_page, name="desk-health"),
    path(f"{NIGHT}tools/", tools_page, name="desk-tools"),
    path(f"{NIGHT}papers/<slug:paper>/", paper_page, name="desk-paper"),
    path(f"{NIGHT}log/", log_of_night, name="desk-log"),
]

__all__ = ["addresses"]
