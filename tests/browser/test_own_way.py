"""One stranger's whole way in a browser: from no login to a token that is revoked."""

from typing import Any

from clubs.invitations import invite
from clubs.members import walk_in
from clubs.models import Member, Role, Token
from deploy.rest.clock import database_now
from tests.browser.conftest import MakesVisitor
from tests.browser.signing_in import (
    PASSWORD,
    code_of,
    link_in_mail,
    signs_up,
    types_the_password_again,
)
from tests.clubs.factories import ClubFactory, owner_of


def test_a_stranger_becomes_a_member_with_a_guarded_login(
    visitor: MakesVisitor, settings: Any
) -> None:
    settings.SENDS_MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    stranger, program = visitor(None, "phone"), visitor().page.request
    club = ClubFactory.create(name="Knocknagoshel", opening_chips=27)
    con, at = walk_in(club, name="Con Healy", at=database_now()), database_now()
    _, code = invite(club, role=Role.MEMBER, member=con, by=owner_of(club), at=at)

    page = stranger.goes_to(f"/invited#{code}")
    signs_up(page)
    page = stranger.goes_to(link_in_mail(stranger))
    page.get_by_role("button", name="Yes, confirm it").click()
    page.get_by_text("holds 27 chips").wait_for()

    page = stranger.goes_to("/accounts/second-factor/")
    page.get_by_role("link", name="Set up").click()
    types_the_password_again(page)
    secret = page.get_by_label("Or type this key into the app").input_value()
    page.get_by_label("Type the code").fill(code_of(secret))
    page.get_by_role("button", name="Switch on").click()
    codes = page.locator("#codes").input_value().split()

    page = stranger.goes_to(f"/invited#{code}")
    page.get_by_role("button", name="Accept").click()
    page.get_by_text("You are in Knocknagoshel").wait_for()
    claimed = Member.objects.select_related("purse").get(player__email="con@example.com")
    assert (claimed.club, claimed.purse.balance) == (club, 27)

    page.context.clear_cookies()  # Another day: the password alone opens nothing.
    page = stranger.goes_to("/accounts/login/?next=/accounts/tokens/")
    page.get_by_label("User name or address").fill("con@example.com")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("The code that your app shows").fill(codes[0])
    page.keyboard.press("Enter")
    page.locator("h1", has_text="Your second factor, please").wait_for()  # Before a token.
    page.get_by_label("The code that your app shows").fill(codes[1])
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("What it is for").fill("My tablet")
    page.get_by_role("button", name="Make the token").click()
    token = page.get_by_label("The token").input_value()
    seen, headers = f"{stranger.address}/api/v1/clubs", {"Authorization": f"Token {token}"}
    assert program.get(seen, headers=headers).json()["results"][0]["name"] == "Knocknagoshel"
    page = stranger.goes_to("/accounts/tokens/")
    page.get_by_role("button", name="Revoke My tablet").click()
    page.get_by_text("The token is revoked").wait_for()

    assert program.get(seen, headers=headers).status == 401
    assert not Token.objects.exists()
