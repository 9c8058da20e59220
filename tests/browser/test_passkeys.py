"""Passkeys in a browser: a device that holds them, and one that does not."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator

from clubs.models import Player
from tests.browser.conftest import MakesVisitor, Visitor
from tests.browser.signing_in import looks_at, signs_in, types_the_password_again


@pytest.fixture
def with_a_device(visitor: MakesVisitor, address: str) -> Iterator[Visitor]:
    """Somebody whose device holds passkeys; they came by a name, since a number has none."""
    somebody = visitor(None, "phone", is_dark=True)
    named = Visitor(somebody.page.context.new_page(), address.replace("127.0.0.1", "localhost"))
    device = named.page.context.new_cdp_session(named.page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield named
    assert named.complaints == []


def test_a_passkey_signs_in_by_itself(with_a_device: Visitor, nora: Player) -> None:
    owner = with_a_device
    page = signs_in(owner)
    page.get_by_text("You are signed in").wait_for()
    page = owner.goes_to("/accounts/second-factor/")
    page.get_by_role("link", name="Add one").click()
    types_the_password_again(page)
    looks_at(owner, "passkey-add")
    page.get_by_label("What you call it").fill("My phone")
    page.get_by_role("button", name="Add it").click()
    page.locator("#codes").wait_for()  # A passkey comes with recovery codes, too.
    page = owner.goes_to("/accounts/second-factor/passkeys/")
    page.get_by_text("Signs you in by itself").wait_for()
    looks_at(owner, "passkeys")
    page.get_by_role("link", name="Rename My phone").click()
    looks_at(owner, "passkey-rename")
    page.get_by_label("What you call it").fill("The old phone")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("The old phone").wait_for()

    page = owner.goes_to("/accounts/")
    page.get_by_role("button", name="Sign out").click()
    page = owner.goes_to("/accounts/login/?next=/accounts/second-factor/passkeys/")
    page.get_by_role("button", name="Sign in with a passkey").wait_for()
    looks_at(owner, "sign-in-with-passkey")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.locator("h1", has_text="Passkeys").wait_for()

    page.context.clear_cookies()
    page = signs_in(owner)
    page.get_by_role("button", name="Use a passkey").wait_for()
    looks_at(owner, "code-or-passkey")
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_text("You are signed in").wait_for()

    page = owner.goes_to("/accounts/second-factor/passkeys/")
    page.get_by_role("link", name="Remove The old phone").click()
    page.get_by_role("button", name="Use the passkey").click()
    page.locator("h1", has_text="Remove The old phone?").wait_for()
    looks_at(owner, "passkey-remove")
    page.get_by_role("button", name="Remove it").click()
    page.get_by_text("The passkey is removed").wait_for()
    assert not Authenticator.objects.filter(user=nora).exists()


def adds_a_passkey(owner: Visitor) -> None:
    page = signs_in(owner)
    page.get_by_text("You are signed in").wait_for()
    page = owner.goes_to("/accounts/second-factor/passkeys/add/")
    types_the_password_again(page)
    page.get_by_role("button", name="Add it").click()
    page.locator("#codes").wait_for()


def test_a_passkey_answers_for_a_session_that_was_left_open(
    with_a_device: Visitor, nora: Player, settings: Any
) -> None:
    owner = with_a_device
    adds_a_passkey(owner)

    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0  # All that was shown is long ago.
    page = owner.goes_to("/accounts/again/passkey/?next=/accounts/")
    looks_at(owner, "passkey-again")
    page.get_by_role("button", name="Use the passkey").click()

    page.locator("h1", has_text="Your login").wait_for()


def test_whoever_has_a_passkey_alone_sets_a_password(with_a_device: Visitor, nora: Player) -> None:
    owner = with_a_device
    adds_a_passkey(owner)
    nora.set_unusable_password()
    nora.save()

    page = owner.goes_to("/accounts/login/?next=/accounts/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("link", name="Set a password").click()
    page.get_by_role("button", name="Use the passkey").click()
    page.get_by_text("Your login has no password.").wait_for()
    looks_at(owner, "password-set")
    page.get_by_label("The password", exact=True).fill("nine of spades")
    page.get_by_label("The password once more", exact=True).fill("nine of spades")
    page.get_by_role("button", name="Set the password").click()
    page.get_by_text("password is set").wait_for()
    looks_at(owner, "password-was-set")

    nora.refresh_from_db()
    assert nora.check_password("nine of spades")


def test_a_device_without_the_passkey_says_so(with_a_device: Visitor, nora: Player) -> None:
    page = with_a_device.goes_to("/accounts/login/")

    page.get_by_role("button", name="Sign in with a passkey").click()

    page.get_by_text("Nothing came of it").wait_for()
    looks_at(with_a_device, "sign-in-without-passkey")


def test_no_passkeys_where_the_service_has_no_name(visitor: MakesVisitor, nora: Player) -> None:
    owner = visitor(None)
    page = signs_in(owner)
    page.get_by_text("You are signed in").wait_for()

    page = owner.goes_to("/accounts/second-factor/")
    assert page.get_by_text("Passkeys").count() == 0
    owner.goes_to("/accounts/second-factor/passkeys/add/")
    types_the_password_again(page)
    page.get_by_text("belongs to a name").wait_for()
    looks_at(owner, "passkey-without-name")
    page.context.clear_cookies()
    page = owner.goes_to("/accounts/login/")
    assert page.get_by_text("passkey").count() == 0
