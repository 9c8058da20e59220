"""Every page of somebody's own login, asked for by anybody, filled in with nothing and nonsense."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse
from django.urls.resolvers import RegexPattern

from clubs.models import Player
from clubs.pages.accounts import addresses
from clubs.rights import KEEP_LOGIN, SEE_ONESELF
from deploy.rest.throttles import cache
from tests.clubs.devices import Device, post_credential
from tests.clubs.logins import PASSWORD, add_address, add_factor

ADD = "/accounts/second-factor/passkeys/add/"
GIVEN = {"pk": 7, "uidb36": "a", "key": "b-c", "token_key": "0ba9d0e8a16b782"}
NONSENSE = dict.fromkeys(
    ("login", "password", "password1", "password2", "oldpassword", "email", "name", "username"),
    "nonsense",
) | {"code": "nonsense", "credential": '{"id": 7}', "days": "-1", "scopes": "all", "end": "me"}


def address_of(page: URLPattern) -> str:
    pattern = page.pattern
    takes = pattern.regex.groupindex if isinstance(pattern, RegexPattern) else pattern.converters
    return reverse(page.name, kwargs={name: GIVEN[name] for name in takes})


PAGES = {address_of(page): page for page in addresses}


def add_own_passkey(nora: Player) -> None:
    browser, device = Client(), Device(nora)
    browser.force_login(nora)
    browser.post("/accounts/again/", {"password": PASSWORD})
    post_credential(browser, ADD, device.registers(browser), name="My phone")
    nora.second_factors().update(id=GIVEN["pk"])


def take_password(nora: Player) -> None:
    add_own_passkey(nora)
    nora.set_unusable_password()
    nora.save()


LOGINS: dict[str, Callable[[Player], Any]] = {
    "with a password": lambda _: None,
    "with an address to confirm": lambda nora: add_address(nora, verified=False),
    "with an app": add_factor,
    "with a passkey": add_own_passkey,
    "without a password": take_password,
}


@pytest.fixture
def nora(db: None) -> Player:
    cache.clear()
    return Player.objects.create_user("nora", password=PASSWORD, name="Nora Daly")


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_a_stranger_is_sent_to_the_sign_in_where_it_is_somebodys_own(address: str) -> None:
    deeds = PAGES[address].callback.deeds  # type: ignore[attr-defined]
    for way in ("GET", "POST"):
        answer = Client().generic(way, address)
        if {KEEP_LOGIN, SEE_ONESELF}.isdisjoint(deeds):
            assert answer.status_code < 500, way
        else:
            assert answer.status_code == 302, way
            assert answer.headers["Location"].startswith("/accounts/login/"), way


@pytest.mark.parametrize("is_asked_again", [False, True])
@pytest.mark.parametrize("login", LOGINS)
def test_nothing_that_somebody_sends_is_a_fault(
    nora: Player, login: str, is_asked_again: bool, settings: Any
) -> None:
    settings.ACCOUNT_REAUTHENTICATION_REQUIRED = is_asked_again
    LOGINS[login](nora)
    told = set()

    for address in PAGES:
        browser = Client()
        browser.force_login(nora)
        with transaction.atomic():
            told |= {
                browser.get(address).status_code,
                browser.post(address).status_code,
                browser.post(address, NONSENSE).status_code,
                browser.get(address, NONSENSE).status_code,
            }
            transaction.set_rollback(True)

    assert told <= {200, 302, 400, 404, 405}
