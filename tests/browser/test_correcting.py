"""The pages on which what was wrong in a tournament is put right."""

from typing import Any

from clubs.models import Club
from deploy.rest.clock import database_now
from tests.browser.conftest import MakesVisitor
from tests.browser.test_board import play_round
from tests.clubs.factories import ClubFactory, guests, owner_of
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Penalty, Tournament, TournamentDeed
from tournaments.tournaments import start

PLAN: dict[str, Any] = {
    "format": "swiss",
    "rounds_count": 2,
    "deals_a_round": 2,
    "starting_stack": 60,
    "table_size": 4,
}
WHY = "The paper at the table says something else"


def in_round_two(club: Club) -> Tournament:
    at = database_now()
    cup = create_tournament(club, name="Winter Cup", at=at, **PLAN)
    for member in guests(club, 8):
        enter(cup, member=member, bot_level="thumb", at=at)
    start(cup, at=at)
    play_round(cup)
    return cup


def test_what_was_wrong_is_put_right(visitor: MakesVisitor) -> None:
    club = ClubFactory.create()
    cup = in_round_two(club)
    somebody = visitor(owner_of(club))
    pages = f"/admin/tournaments/tournament/{cup.pk}"

    for page, given, button in (
        ("rounds/1/tables/1/correct", {}, "Correct table"),
        ("penalise", {"Points": "1.5"}, "Take points off"),
        ("rounds/2/tables/1/replay", {}, "again"),
        ("undo-draw", {}, "Undo"),
    ):
        shown = somebody.goes_to(f"{pages}/{page}/")
        somebody.check(f"{page.replace('/', '-')}")
        for label, words in {"Reason": WHY, **given}.items():
            shown.get_by_label(label).fill(words)
        shown.get_by_role("button", name=button).click()
    somebody.goes_to(f"{pages}/change/")
    somebody.check("corrections")

    assert Penalty.objects.get().reason == WHY
    assert TournamentDeed.objects.filter(reason=WHY).count() == 4
