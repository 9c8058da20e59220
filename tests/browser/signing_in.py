"""What people do in a browser to sign in, and to say who they are once more."""

import re

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from playwright.sync_api import Page

from deploy.rest.clock import database_now
from tests.browser.conftest import Visitor

PASSWORD = "five of hearts"
HALF_MINUTE = 30
SMALL = """[...document.querySelectorAll(
    "main :is(button, .button, .links a, .tick, select, textarea, input:not(.tick input))")]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 47.9)
    .map(one => one.outerHTML.slice(0, 100))"""


def signs_in(somebody: Visitor, name: str = "nora") -> Page:
    page = somebody.goes_to("/accounts/login/")
    page.get_by_label("User name or address").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    return page


def signs_up(page: Page) -> None:
    """From a page that offers it, as Con Healy."""
    page.get_by_role("link", name="Make a login").click()
    page.get_by_label("Your name").fill("Con Healy")
    page.get_by_label("Your e-mail address").fill("con@example.com")
    page.get_by_label("A password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Make the login").click()
    page.get_by_text("Open the link in the mail").wait_for()


def types_the_password_again(page: Page, password: str = PASSWORD) -> None:
    page.locator("h1", has_text="Your password, please").wait_for()
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Go on").click()


def looks_at(somebody: Visitor, name: str) -> None:
    """All can read what the page shows, and a thumb meets what it is to press."""
    somebody.check(name)
    somebody.complaints += [f"{name}: is small: {one}" for one in somebody.page.evaluate(SMALL)]


def code_of(secret: str) -> str:
    """What an app with this secret shows now."""
    return format_hotp_value(hotp_value(secret, int(database_now().timestamp()) // HALF_MINUTE))


def link_in_mail(somebody: Visitor) -> str:
    """Where the link in the last mail leads."""
    found = re.search(r"^https?://\S+$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found is not None
    return found[0].removeprefix(somebody.address)
