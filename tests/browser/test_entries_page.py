"""The page of a tournament's entries: who asks, who waits for a place, and who has withdrawn."""

from clubs.models import Club
from deploy.rest.clock import database_now
from tests.browser.conftest import MakesVisitor
from tests.clubs.factories import ClubFactory, guests, owner_of
from tournaments.announcements import create_tournament
from tournaments.entries import enter, withdraw
from tournaments.models import Tournament


def cup(club: Club) -> Tournament:
    """Two are in, one waits for a place, one asks, one has withdrawn."""
    at = database_now()
    tournament = create_tournament(
        club,
        name="Christmas Cup",
        format="rotation",
        rounds_count=3,
        deals_a_round=5,
        starting_stack=60,
        entry_chips=5,
        capacity=2,
        needs_approval=True,
        breaks=[{"after_round": 1, "minutes": 15}],
        at=at,
    )
    gone, *members, asking = guests(club, 5)
    for member in (gone, *members):
        enter(tournament, member=member, at=at)
    withdraw(tournament, member=gone, at=at)
    enter(tournament, member=asking, code="", at=at)
    return tournament


def test_the_page_of_entries(visitor: MakesVisitor) -> None:
    club = ClubFactory.create()
    tournament = cup(club)
    somebody = visitor(owner_of(club))

    page = somebody.goes_to(f"/admin/tournaments/tournament/{tournament.pk}/entries/")
    somebody.check("entries")
    page.get_by_label("Why not").fill("It is for beginners.")
    page.get_by_role("button", name="refuse them").press("Enter")
    page.get_by_text("not let in, and the fee went back").wait_for()
    page.get_by_role("button", name="in again").press("Enter")
    page.get_by_text("waits for a place").first.wait_for()
    somebody.goes_to(f"/admin/tournaments/tournament/{tournament.pk}/change/")
    somebody.check("tournament")

    assert not tournament.entrants.exclude(refusal="").filter(withdrawn_at=None).exists()
    assert tournament.entrants.waiting().count() == 2
