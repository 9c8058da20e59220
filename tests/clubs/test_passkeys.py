"""Passkeys: what their owners do with one alone, and what no device would send."""

import json
from typing import Any, Final

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache as counts
from django.test import Client

from clubs.models import Player
from deploy.rest.throttles import cache
from tests.clubs.devices import Device, post_credential
from tests.clubs.logins import PASSWORD, add_address

pytestmark = pytest.mark.django_db

ADD: Final = "/accounts/second-factor/passkeys/add/"
AGAIN: Final = "/accounts/again/passkey/"
FACTOR: Final = "/accounts/code/"
SIGN_IN: Final = "/accounts/passkey/"

ODD_PARTS: Final[tuple[Any, ...]] = (None, 7, "AA", "a\0b", "", [[]], {"id": "AA"}, "_" * 200)
"""Instead of what a device sends."""


@pytest.fixture(autouse=True)
def quick() -> None:
    cache.clear()


@pytest.fixture
def nora() -> Player:
    nora = Player.objects.create_user("nora", password=PASSWORD, name="Nora")
    add_address(nora)
    return nora


@pytest.fixture
def device(nora: Player) -> Device:
    """It holds a passkey of hers."""
    browser, device = with_the_password(), Device(nora)
    post_credential(browser, ADD, device.registers(browser), name="My phone", passwordless="on")
    assert nora.authenticator_set.filter(type=Authenticator.Type.WEBAUTHN).exists()
    return device


def with_the_password() -> Client:
    browser = Client()
    browser.post("/accounts/login/", {"login": "nora", "password": PASSWORD})
    browser.post("/accounts/again/", {"password": PASSWORD})
    return browser


def with_the_passkey(device: Device) -> Client:
    browser = Client()
    post_credential(browser, SIGN_IN, device.signs(browser, SIGN_IN))
    assert browser.get("/api/v1/sessions/current").status_code == 200
    return browser


def said(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_login_without_a_password_sets_one_after_its_passkey(
    nora: Player, device: Device
) -> None:
    nora.set_unusable_password()
    nora.save()
    browser, elsewhere = with_the_passkey(device), with_the_passkey(device)
    new = {"password1": "nine of spades", "password2": "nine of spades"}

    asked = browser.get("/accounts/password/", follow=True)
    stolen = browser.post("/accounts/password/set/", new)
    kept = str(dict(browser.session))
    nora.refresh_from_db()
    assert not nora.has_usable_password()
    post_credential(browser, AGAIN, device.signs(browser, AGAIN))
    page = browser.get("/accounts/password/set/")
    done = browser.post("/accounts/password/set/", new)

    assert "/accounts/again/" in asked.redirect_chain[-1][0]
    assert stolen.headers["Location"] == "/accounts/password/set/", "where it is asked again"
    assert "spades" not in kept
    assert "Your login has no password." in said(page)
    assert done.headers["Location"] == "/accounts/"
    assert "Your password is set." in said(browser.get("/accounts/"))
    nora.refresh_from_db()
    assert nora.check_password("nine of spades")
    assert mail.outbox[-1].subject == "A password was set for your login"
    assert browser.get("/api/v1/sessions/current").status_code == 200
    assert elsewhere.get("/api/v1/sessions/current").status_code == 401


def test_whoever_has_a_password_is_led_to_the_page_that_changes_it(nora: Player) -> None:
    answer = with_the_password().get("/accounts/password/set/")

    assert answer.headers["Location"] == "/accounts/password/"


def odd_credentials(genuine: dict[str, Any]) -> list[str]:
    """What the form holds: no JSON, JSON of any shape, and a genuine answer that was damaged."""
    damaged = [{**genuine, name: odd} for name in genuine for odd in ODD_PARTS]
    damaged += [{key: genuine[key] for key in genuine if key != name} for name in genuine]
    parts = genuine["response"]
    damaged += [
        {**genuine, "response": {**parts, name: odd}} for name in parts for odd in ODD_PARTS
    ]
    damaged += [
        {**genuine, "response": {key: parts[key] for key in parts if key != name}} for name in parts
    ]
    shapes = [json.dumps(one) for one in [*ODD_PARTS, [], *damaged]]
    kept = json.dumps({**genuine, "more": "?"})
    in_it = [kept.replace('"?"', odd) for odd in ('"\\u0000"', '"\\ud800"', "NaN", "9" * 5000)]
    return ["", "no JSON", "9" * 5000, "[" * 100_000, *shapes, *in_it]


def test_no_odd_passkey_is_added(nora: Player) -> None:
    browser, device = with_the_password(), Device(nora)
    genuine = device.registers(browser)

    for odd in odd_credentials(genuine):
        page = browser.post(ADD, {"credential": odd, "name": "x"})

        assert page.status_code == 200, odd[:300]
        assert "That passkey did not work." in said(page), odd[:300]

    assert not nora.authenticator_set.exists()


@pytest.mark.parametrize("page", [SIGN_IN, AGAIN, FACTOR])
def test_no_odd_passkey_answers(nora: Player, device: Device, page: str) -> None:
    """Nor one of another device, that says it is hers."""
    browser = with_the_passkey(device) if page == AGAIN else Client()
    if page == FACTOR:
        browser.post("/accounts/login/", {"login": "nora", "password": PASSWORD})
    foreign = Device(nora).signs(browser, page)

    for odd in [json.dumps(foreign), *odd_credentials(foreign)]:
        counts.clear()  # Each is the first try.
        answer = browser.post(page, {"credential": odd}, follow=True)

        assert answer.status_code == 200, odd[:300]
        assert "That passkey did not work." in said(answer), odd[:300]
