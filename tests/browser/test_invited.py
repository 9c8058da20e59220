"""An invitation by link, from the organiser's page to the tap that accepts it, in a browser."""

from clubs.members import walk_in
from clubs.models import Member, Player
from deploy.rest.clock import database_now
from tests.browser.conftest import MakesVisitor
from tests.clubs.factories import ClubFactory, owner_of


def test_a_guest_takes_over_their_row(visitor: MakesVisitor) -> None:
    club = ClubFactory.create(name="Knocknagoshel", opening_chips=27)
    con = walk_in(club, name="Con Healy", at=database_now())
    Player.objects.create_user("nora", password="five of hearts", name="Nora Daly")
    organiser = visitor(owner_of(club))

    page = organiser.goes_to(f"/admin/clubs/member/{con.pk}/change/")
    page.get_by_text("Invite to claim this row with a login").first.click()
    page.locator("#link").wait_for()
    organiser.check("invitation-made")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")

    guest = visitor(None, "phone")
    page = guest.goes_to(link.removeprefix(guest.address))
    page.locator("h1", has_text="Knocknagoshel").wait_for()
    assert "#" not in page.url
    guest.check("invited-stranger")
    page.get_by_role("link", name="Sign in").click()
    page.fill("[name=login]", "nora")
    page.fill("[name=password]", "five of hearts")
    page.keyboard.press("Enter")
    page.get_by_text("holds 27 chips").wait_for()
    guest.check("invited")
    guest.tap("button[name=accept]")
    page.get_by_text("Your purse holds 27 chips").wait_for()
    guest.check("invited-accepted")

    assert guest.taps == 1
    assert Member.objects.get(player__username="nora").club == club
