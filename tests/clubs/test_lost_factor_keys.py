"""The keys of second factors are lost: nobody is locked out for good, and nobody reads a fault."""

from typing import Any

import pytest
from allauth.account.internal.flows.login import record_authentication
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import Player
from deploy.rest.throttles import cache
from tests.clubs.logins import PASSWORD, SECRET, add_factor, shown

API = "/api/v1"
LOST = "The service has lost the key to your second factor"
BOTH = ("SECOND_FACTOR_KEYS", "SECRET_KEY")


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    settings.MFA_TOTP_PERIOD = 24 * 60 * 60
    cache.clear()


@pytest.fixture
def nora(db: None) -> Player:
    return Player.objects.create_superuser("nora", password=PASSWORD, name="Nora Daly")


@pytest.fixture
def recovery(nora: Player) -> list[str]:
    """The recovery codes of an app that was set up under the keys of before."""
    return add_factor(nora)


def lose(settings: Any, *names: str) -> None:
    for name in names:
        new = Fernet.generate_key().decode()
        setattr(settings, name, new if name == "SECRET_KEY" else [new])


def by_api(code: str) -> Any:
    client = APIClient()
    sent = {"username": "nora", "password": PASSWORD, "code": code}
    return client, client.post(f"{API}/sessions", sent)


def by_page(code: str) -> tuple[Client, str]:
    browser = Client()
    browser.post("/accounts/login/", {"login": "nora", "password": PASSWORD})
    answer = browser.post("/accounts/code/", {"code": code}, follow=True)
    assert answer.status_code == 200
    return browser, answer.content.decode()


def is_in(client: Any) -> bool:
    status: int = client.get(f"{API}/sessions/current").status_code
    return status == 200


def test_keys_of_cards_that_are_lost_lock_nobody_out(
    nora: Player, recovery: list[str], settings: Any
) -> None:
    lose(settings, "SEED_KEYS")

    client, _ = by_api(shown())
    browser, _ = by_page(recovery[0])

    assert is_in(client)
    assert is_in(browser)


def test_the_codes_of_an_app_say_that_its_key_is_lost(
    nora: Player, recovery: list[str], settings: Any
) -> None:
    lose(settings, "SECOND_FACTOR_KEYS")

    client, answer = by_api(shown())
    browser, page = by_page(shown())

    assert (answer.status_code, answer.json()["code"]) == (409, "second_factor_lost")
    assert LOST in answer.json()["detail"]
    assert LOST in page
    assert "Use a recovery code or a passkey" in page
    assert not is_in(client)
    assert not is_in(browser)


@pytest.mark.parametrize("way", [by_api, by_page])
def test_recovery_codes_still_count_once_and_wrong_ones_do_not(
    nora: Player, recovery: list[str], settings: Any, way: Any
) -> None:
    lose(settings, "SECOND_FACTOR_KEYS")

    assert is_in(way(recovery[0])[0])
    assert not is_in(way(recovery[0])[0])
    assert not is_in(way("00000000")[0])


def test_whoever_came_by_a_recovery_code_sets_up_their_app_anew(
    nora: Player, recovery: list[str], settings: Any
) -> None:
    lose(settings, "SECOND_FACTOR_KEYS")
    client, _ = by_api(recovery[0])

    left = client.get(f"{API}/second-factor/current").json()["recovery_codes_left"]
    off = client.post(f"{API}/second-factor/switch-off", {"code": recovery[1]})
    begun = client.post(f"{API}/second-factor", {"password": PASSWORD}).json()
    on = client.post(f"{API}/second-factor/switch-on", {"code": shown(begun["secret"])})

    assert left == 9
    assert (off.status_code, on.status_code) == (204, 200)
    assert is_in(by_api(shown(begun["secret"], later=1))[0])


def test_another_secret_key_changes_no_code(
    nora: Player, recovery: list[str], settings: Any
) -> None:
    lose(settings, "SECRET_KEY")

    assert is_in(by_api(shown())[0])
    assert is_in(by_api(recovery[0])[0])


def test_with_both_keys_lost_every_page_says_it_and_the_operator_helps(
    nora: Player, recovery: list[str], settings: Any
) -> None:
    lose(settings, *BOTH)
    browser = Client()
    browser.force_login(nora)
    shown_a_passkey = HttpRequest()
    shown_a_passkey.session = browser.session
    record_authentication(shown_a_passkey, nora, method="mfa", reauthenticated=True)
    shown_a_passkey.session.save()
    index = browser.get("/accounts/second-factor/")
    renewed = browser.get(reverse("mfa_generate_recovery_codes"), follow=True)
    refused = by_api(recovery[0])[1]

    call_command("reset_second_factor", "nora")

    assert "0 are left" in index.content.decode()
    assert LOST in renewed.content.decode()
    assert refused.json()["code"] == "second_factor_lost"
    client = APIClient()
    named = {"username": "nora", "password": PASSWORD}
    assert client.post(f"{API}/sessions", named).status_code == 201


def test_an_older_key_behind_the_new_one_opens_what_it_sealed(
    nora: Player, recovery: list[str], settings: Any
) -> None:
    settings.SECOND_FACTOR_KEYS = [Fernet.generate_key().decode(), *settings.SECOND_FACTOR_KEYS]

    assert is_in(by_api(shown())[0])


def test_an_app_opens_by_its_own_key_alone(nora: Player, recovery: list[str]) -> None:
    """With SECRET_KEY somebody would have the codes of every app."""
    app, codes = nora.authenticator_set.order_by("pk")

    assert "." not in app.data["secret"]
    assert codes.data["seed"].count(".") == 1
    assert SECRET not in str(app.data)
