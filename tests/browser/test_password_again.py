"""The page that asks for the password before chips are moved by hand, in a browser."""

from typing import Any

from django.urls import reverse

from clubs.members import join_club, walk_in
from clubs.models import Player, Role
from deploy.rest.clock import database_now
from tests.browser.conftest import MakesVisitor
from tests.clubs.factories import ClubFactory


def test_the_password_leads_on_to_the_form(visitor: MakesVisitor, settings: Any) -> None:
    settings.PASSWORD_AGAIN_MINUTES = 15
    club, at = ClubFactory.create(), database_now()
    nora = Player.objects.create_user("nora", password="five of hearts", name="Nora Daly")
    join_club(club, player=nora, role=Role.ORGANISER, at=at)
    con = walk_in(club, name="Con Healy", at=at)
    organiser = visitor(nora)

    address = reverse("admin:ledger_account_by_hand", args=["issue"])
    page = organiser.goes_to(f"{address}?row={con.purse_id}")
    page.fill("#password", "four of hearts")
    page.keyboard.press("Enter")
    page.get_by_text("The password is wrong").wait_for()
    organiser.check("password-again")
    page.fill("#password", "five of hearts")
    page.keyboard.press("Enter")
    page.locator("[name=chips]").wait_for()

    assert page.url.endswith(f"?row={con.purse_id}")
