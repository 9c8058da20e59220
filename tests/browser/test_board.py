"""The board of a tournament in a real browser: phone, tablet, and the wall of a hall."""

from clubs.models import Club
from deploy.rest.clock import database_now
from games.models import Table
from games.play.advance import advance_table
from tests.browser.conftest import MakesVisitor
from tests.clubs.factories import ClubFactory, guests
from tests.tournaments.cups import announce
from tournaments.announcements import change_tournament
from tournaments.entries import enter
from tournaments.models import Tournament
from tournaments.rounds import advance_round
from tournaments.tournaments import start


def running(people: int) -> Tournament:
    at, club = database_now(), ClubFactory.create()
    assert isinstance(club, Club)
    cup = announce(club)
    change_tournament(cup, is_public=True, at=at)
    for member in guests(club, people):
        enter(cup, member=member, bot_level="thumb", at=at)
    return start(cup, at=at)


def play_round(cup: Tournament) -> None:
    for table in Table.objects.filter(round_table__round__tournament=cup).open():
        while advance_table(table.pk, at=database_now()):
            pass
    advance_round(cup.rounds.get(finished_at=None), at=database_now())


def test_everybody_follows_a_tournament(live_visitor: MakesVisitor) -> None:
    cup = running(16)
    play_round(cup)
    stranger = live_visitor(None)
    page = stranger.goes_to(f"/tournaments/{cup.pk}/")
    stranger.check("board")

    play_round(cup)
    page.locator("h2", has_text="Round 3 of 4").wait_for()  # Nobody loads the page again.

    for _ in range(2):
        play_round(cup)
    page.locator("h2", has_text="Final standings").wait_for()
    stranger.check("board-over")


def test_the_wall_shows_tables_then_standings(live_visitor: MakesVisitor) -> None:
    cup = running(16)
    wall = live_visitor(None)
    page = wall.goes_to(f"/tournaments/{cup.pk}/screen/")
    wall.check("board-screen")

    for _ in range(4):
        play_round(cup)
    page.locator(".standings li").nth(15).wait_for()
    wall.check("board-screen-over")
