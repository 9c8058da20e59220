"""People's own logins in a browser: made, confirmed, guarded by a second factor, looked after."""

import re
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.test import RequestFactory

from clubs.accounts.addresses import is_confirmed
from clubs.invitations import invite
from clubs.members import join_club, walk_in
from clubs.models import Member, Player, Role, Token
from deploy.paths import PROJECT_DIR
from deploy.rest.clock import database_now
from tests.browser.conftest import MakesVisitor
from tests.browser.signing_in import (
    PASSWORD,
    code_of,
    link_in_mail,
    looks_at,
    signs_in,
    signs_up,
    types_the_password_again,
)
from tests.clubs.factories import ClubFactory, owner_of

SECRET = "JBSWY3DPEHPK3PXP"
MAILS = sorted(
    str(path.relative_to(PROJECT_DIR / "deploy/templates")).removesuffix("_subject.txt")
    for path in PROJECT_DIR.glob("deploy/templates/*/email/*_subject.txt")
)


@pytest.fixture(autouse=True)
def _mails_are_sent(settings: Any) -> None:
    settings.SENDS_MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.MFA_TOTP_TOLERANCE = 1  # A test may run slowly past the end of a half minute.


def test_a_stranger_with_an_invitation_makes_a_login_and_claims_their_row(
    visitor: MakesVisitor, settings: Any
) -> None:
    settings.SIGN_UP = "invited"
    club, at = ClubFactory.create(name="Knocknagoshel", opening_chips=27), database_now()
    con = walk_in(club, name="Con Healy", at=at)
    owner = owner_of(club)
    _, code = invite(club, role=Role.MEMBER, member=con, by=owner, at=at)
    guest = visitor(None, "phone")

    page = guest.goes_to("/accounts/sign-up/")
    page.get_by_text("You need an invitation").wait_for()
    looks_at(guest, "sign-up-closed")
    page = guest.goes_to(f"/invited#{code}")
    page.locator("h1", has_text="Knocknagoshel").wait_for()
    looks_at(guest, "invited-with-sign-up")
    page.get_by_role("link", name="Make a login").click()
    page.get_by_label("Your name").fill("Con Healy")
    page.get_by_label("Your e-mail address").fill("con@example.com")
    page.get_by_label("A password", exact=True).fill("con")
    page.get_by_role("button", name="Make the login").click()
    page.get_by_text("too short").wait_for()
    looks_at(guest, "sign-up-refused")
    page.get_by_label("A password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Make the login").click()
    page.get_by_text("Open the link in the mail").wait_for()
    looks_at(guest, "sign-up-mail-sent")
    page = guest.goes_to(link_in_mail(guest))
    looks_at(guest, "sign-up-confirm")
    page.get_by_role("button", name="Yes, confirm it").click()
    page.get_by_text("holds 27 chips").wait_for()
    looks_at(guest, "invited-after-sign-up")
    page.get_by_role("button", name="Accept").click()
    page.get_by_text("You are in Knocknagoshel").wait_for()

    claimed = Member.objects.select_related("purse").get(player__email="con@example.com")
    assert (claimed.club, claimed.purse.balance) == (club, 27)
    assert is_confirmed(claimed.player)


def test_an_app_guards_the_login(visitor: MakesVisitor, nora: Player) -> None:
    owner = visitor(None, "phone")
    page = signs_in(owner)
    page.get_by_role("link", name="Your login").click()
    looks_at(owner, "own-login")
    page.get_by_role("link", name="Switch it on").click()
    looks_at(owner, "second-factor-off")
    page.get_by_role("link", name="Set up").click()
    types_the_password_again(page)
    secret = page.get_by_label("Or type this key into the app").input_value()
    assert page.locator("img.qr").evaluate("image => image.naturalWidth") > 0
    page.get_by_label("Type the code").fill("000000")
    page.get_by_role("button", name="Switch on").click()
    page.get_by_text("The code is wrong").wait_for()
    looks_at(owner, "app-refused")
    assert page.get_by_label("Or type this key into the app").input_value() == secret
    page.get_by_label("Type the code").fill(code_of(secret))
    page.get_by_role("button", name="Switch on").click()
    codes = page.locator("#codes").input_value().split()
    looks_at(owner, "recovery-codes")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").split() == codes
    page.get_by_role("link", name="I have them").click()
    page.get_by_text("10 are left").wait_for()
    looks_at(owner, "second-factor-on")
    owner.goes_to("/accounts/second-factor/codes/")
    assert page.locator("#codes").count() == 0  # They were shown once.
    looks_at(owner, "recovery-codes-again")

    page = owner.goes_to("/accounts/")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("You are signed out").wait_for()
    page = signs_in(owner, "nora@example.com")
    page.locator("h1", has_text="Your second factor").wait_for()
    page.get_by_label("The code that your app shows").fill("000000")
    page.keyboard.press("Enter")
    page.get_by_text("The code is wrong").wait_for()
    looks_at(owner, "code-refused")
    page.get_by_label("The code that your app shows").fill(code_of(secret))
    page.keyboard.press("Enter")
    page.get_by_text("You are signed in as Nora Daly").wait_for()

    page = owner.goes_to("/accounts/logout/")
    looks_at(owner, "sign-out")
    page.get_by_role("button", name="Sign out").click()
    page = signs_in(owner)
    page.get_by_label("The code that your app shows").fill(codes[0])
    page.keyboard.press("Enter")
    page.get_by_text("You are signed in as Nora Daly").wait_for()
    page = owner.goes_to("/accounts/second-factor/")
    page.get_by_text("9 are left").wait_for()
    page.get_by_role("link", name="Switch off").click()
    page.locator("h1", has_text="Your second factor, please").wait_for()
    looks_at(owner, "code-again")
    page.get_by_label("The code that your app shows").fill(codes[1])
    page.get_by_role("button", name="Go on").click()
    looks_at(owner, "app-off")
    page.get_by_role("button", name="Switch it off").click()
    page.get_by_text("The app is switched off").wait_for()

    assert not nora.has_second_factor()
    told = [one.subject for one in mail.outbox]
    assert told == ["An app for codes was set up", "Your app for codes was switched off"]


def test_a_token_is_made_used_and_revoked(visitor: MakesVisitor, nora: Player) -> None:
    owner = visitor(None, "phone")
    page = signs_in(owner)
    page.get_by_text("You are signed in").wait_for()

    page = owner.goes_to("/accounts/tokens/")
    types_the_password_again(page)
    page.get_by_label("What it is for").fill("My tablet")
    page.get_by_label("How long").select_option(label="A week")
    page.get_by_role("button", name="Make the token").click()
    text = page.get_by_label("The token").input_value()
    looks_at(owner, "token-made")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == text
    program = visitor().page.request
    seen = f"{owner.address}/api/v1/clubs"
    with_token = {"Authorization": f"Token {text}"}
    assert program.get(seen).status == 401
    assert program.get(seen, headers=with_token).status == 200
    page = owner.goes_to("/accounts/tokens/")
    assert text not in page.content()
    page.get_by_role("button", name="Revoke My tablet").click()
    page.get_by_text("The token is revoked").wait_for()
    looks_at(owner, "tokens")

    assert program.get(seen, headers=with_token).status == 401
    assert not Token.objects.filter(user=nora).exists()


def test_a_session_elsewhere_is_ended(visitor: MakesVisitor, nora: Player) -> None:
    elsewhere, another, here = (
        visitor(None, "phone"),
        visitor(None, "phone"),
        visitor(None, "phone"),
    )
    for one in (elsewhere, another, here):
        signs_in(one).get_by_text("You are signed in as Nora Daly").wait_for()

    page = here.goes_to("/accounts/sessions/")
    looks_at(here, "sessions")
    assert page.get_by_text("Chrome on Linux").count() == 3
    page.get_by_role("button", name="Sign out: Chrome on Linux").last.click()
    page.get_by_text("That session has ended").wait_for()
    assert page.get_by_text("Chrome on Linux").count() == 2
    elsewhere.goes_to("/accounts/").get_by_label("User name or address").wait_for()
    another.goes_to("/accounts/").locator("h1", has_text="Your login").wait_for()
    page.get_by_role("button", name="Sign out everywhere else").click()
    page.get_by_text("You are signed out everywhere else").wait_for()
    another.goes_to("/accounts/").get_by_label("User name or address").wait_for()
    here.goes_to("/accounts/").locator("h1", has_text="Your login").wait_for()


def test_a_forgotten_password_is_set_anew(visitor: MakesVisitor, nora: Player) -> None:
    owner = visitor(None, "phone")

    page = owner.goes_to("/accounts/login/")
    looks_at(owner, "sign-in")
    page.get_by_label("User name or address").fill("nora")
    page.get_by_label("Password", exact=True).fill("four of hearts")
    page.keyboard.press("Enter")
    page.get_by_text("is wrong").wait_for()
    looks_at(owner, "sign-in-refused")
    page.get_by_role("link", name="Forgotten your password?").click()
    looks_at(owner, "forgotten")
    page.get_by_label("Your e-mail address").fill("nora@example.com")
    page.get_by_role("button", name="Send the mail").click()
    page.locator("h1", has_text="Look into your mails").wait_for()
    looks_at(owner, "forgotten-sent")
    link = link_in_mail(owner)
    page = owner.goes_to(link)
    page.get_by_label("The new password", exact=True).fill("knave of trumps")
    page.get_by_label("The new password once more", exact=True).fill("knave of clubs")
    page.keyboard.press("Enter")
    page.get_by_text("same password").wait_for()
    looks_at(owner, "forgotten-new")
    page.get_by_label("The new password", exact=True).fill("knave of trumps")
    page.get_by_label("The new password once more", exact=True).fill("knave of trumps")
    page.get_by_role("button", name="Set the password").click()
    page.get_by_text("Your password is changed").wait_for()
    looks_at(owner, "forgotten-done")
    owner.goes_to(link).get_by_text("used or too old").wait_for()
    looks_at(owner, "forgotten-again")

    nora.refresh_from_db()
    assert nora.check_password("knave of trumps")


def test_password_and_address_are_changed(visitor: MakesVisitor, nora: Player) -> None:
    owner = visitor(None, "phone")
    page = signs_in(owner)
    page.get_by_role("link", name="Your login").click()

    page.get_by_role("link", name="Change the password").click()
    looks_at(owner, "password")
    page.get_by_label("Your password", exact=True).fill("four of hearts")
    page.get_by_label("The new password", exact=True).fill("knave of trumps")
    page.get_by_label("The new password once more", exact=True).fill("knave of trumps")
    page.get_by_role("button", name="Change the password").click()
    page.get_by_text("This is not your password").wait_for()
    looks_at(owner, "password-refused")
    page.get_by_label("Your password", exact=True).fill(PASSWORD)
    page.get_by_label("The new password", exact=True).fill("knave of trumps")
    page.get_by_label("The new password once more", exact=True).fill("knave of trumps")
    page.get_by_role("button", name="Change the password").click()
    page.get_by_text("Your password is changed").wait_for()

    page = owner.goes_to("/accounts/address/")
    page.get_by_label("Another address").fill("daly@example.com")
    page.get_by_role("button", name="Change the address").click()
    types_the_password_again(page, "knave of trumps")
    page.get_by_text("not confirmed yet").wait_for()
    looks_at(owner, "address")
    page = owner.goes_to(link_in_mail(owner))
    page.get_by_role("button", name="Yes, confirm it").click()
    page.get_by_text("daly@example.com is confirmed").wait_for()

    assert list(EmailAddress.objects.filter(user=nora).values_list("email", "verified")) == [
        ("daly@example.com", True)
    ]


def test_a_session_that_was_left_open_asks_who_it_is(visitor: MakesVisitor, nora: Player) -> None:
    owner = visitor(nora, "phone")  # Nobody typed a password in this session.

    page = owner.goes_to("/accounts/tokens/")
    looks_at(owner, "password-again-own")
    page.get_by_label("Password", exact=True).fill("four of hearts")
    page.keyboard.press("Enter")
    page.get_by_text("The password is wrong").wait_for()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.locator("h1", has_text="Tokens for programs").wait_for()

    TOTP.activate(nora, SECRET)
    page.context.clear_cookies()
    guarded = visitor(nora, "phone")
    page = guarded.goes_to("/accounts/tokens/")
    looks_at(guarded, "code-again-own")
    page.get_by_label("The code that your app shows").fill(code_of(SECRET))
    page.keyboard.press("Enter")
    page.locator("h1", has_text="Tokens for programs").wait_for()


def test_an_organiser_is_led_to_the_second_factor(
    visitor: MakesVisitor, nora: Player, settings: Any
) -> None:
    settings.SECOND_FACTOR_DEMANDED = True
    join_club(ClubFactory.create(), player=nora, role=Role.ORGANISER, at=database_now())
    organiser = visitor(None, "phone")

    page = signs_in(organiser)
    page.get_by_text("switch on a second factor first").wait_for()
    looks_at(organiser, "second-factor-demanded")

    assert page.url.endswith("/accounts/second-factor/")


def test_everything_but_passkeys_works_without_scripts(
    visitor: MakesVisitor, nora: Player, settings: Any
) -> None:
    settings.SIGN_UP = "open"
    somebody = visitor(None, "phone", runs_scripts=False)

    page = somebody.goes_to("/")
    signs_up(page)
    page = signs_in(somebody)
    page.get_by_text("You are signed in as Nora Daly").wait_for()

    assert page.get_by_role("button", name="Show").count() == 0


@pytest.mark.parametrize("backend", ["locmem", "console", "dummy"])
def test_the_other_pages(visitor: MakesVisitor, nora: Player, backend: str, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    settings.SIGN_UP = "closed"
    somebody = visitor(None, "phone")
    for path in ("closed", "sign-up", "confirm", "confirm/nonsense", "forgotten", "forgotten/sent"):
        somebody.goes_to(f"/accounts/{path}/")
        looks_at(somebody, f"other-{path.replace('/', '-')}-{backend}")
    page = somebody.goes_to("/")
    assert page.get_by_role("link", name="Make a login").count() == 0

    EmailAddress.objects.all().delete()
    Player.objects.update(email="")
    TOTP.activate(nora, SECRET)
    signed_in = visitor(nora, "phone")
    page = signed_in.goes_to("/accounts/address/")
    page.get_by_text("no address").wait_for()
    looks_at(signed_in, f"other-address-{backend}")
    page = signed_in.goes_to("/accounts/second-factor/codes/new/")
    page.get_by_label("The code that your app shows").fill(code_of(SECRET))
    page.keyboard.press("Enter")
    page.locator("h1", has_text="Make new recovery codes?").wait_for()
    looks_at(signed_in, f"other-new-codes-{backend}")


@pytest.mark.parametrize("name", MAILS)
@pytest.mark.django_db
def test_every_mail_is_plain_text_in_our_words(name: str, rf: RequestFactory) -> None:
    told = {
        "activate_url": "https://cards.example/accounts/confirm/key/",
        "current_site": {"domain": "cards.example"},
        "deleted_email": "old@example.com",
        "email": "o'daly@example.com",
        "from_email": "old@example.com",
        "ip": "192.0.2.7",
        "password_reset_url": "https://cards.example/accounts/forgotten/key/",
        "request": (request := rf.get("/")),
        "signup_url": "https://cards.example/accounts/sign-up/",
        "timestamp": database_now(),
        "to_email": "o'daly@example.com",
        "user_agent": "<b>Firefox/1</b> (Linux)",
        "username": "o'daly",
    }
    with request_context(request):
        made = get_adapter().render_mail(name, "o'daly@example.com", told)

    assert getattr(made, "alternatives", []) == []
    text = f"{made.subject}\n{made.body}"
    assert not re.search(r"&#|<|  |\n\n\n|[Aa]ccount(?!s/)|[Ee]mail|[Vv]erif", text), text
    assert made.body.endswith("Spoil Five\ncards.example")
