"""A session makes nothing that outlives it without being asked again who sits there."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from clubs.models import Player, SignInCount, Token
from clubs.tokens import make_token
from deploy.rest.throttles import cache
from deploy.rights import Scope
from tests.clubs.logins import PASSWORD, add_factor, add_passkey, shown

API = "/api/v1"
TOKENS = f"{API}/tokens"
YEAR = {"name": "mine", "days": 365, "scopes": ["organise"]}


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    settings.MFA_TOTP_PERIOD = 24 * 60 * 60
    cache.clear()


@pytest.fixture
def nora(db: None) -> Player:
    return Player.objects.create_user("nora", password=PASSWORD, name="Nora Daly")


def stolen(player: Player) -> APIClient:
    """A browser of theirs, at which somebody else sits."""
    browser = APIClient()
    browser.force_login(player)
    return browser


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def test_a_session_alone_makes_no_token(nora: Player) -> None:
    answer = stolen(nora).post(TOKENS, YEAR)

    assert told(answer) == (400, "invalid")
    assert answer.json()["errors"] == {
        "password": ["A token takes your password, from a session too."]
    }
    assert not Token.objects.exists()


@pytest.mark.parametrize("who", [{}, {"username": "nora"}], ids=["password", "name too"])
def test_the_password_again_makes_one(nora: Player, who: dict[str, str]) -> None:
    answer = stolen(nora).post(TOKENS, {**YEAR, **who, "password": PASSWORD})

    assert answer.status_code == 201
    assert Token.objects.get().user == nora


def test_a_wrong_password_makes_none_and_is_counted(nora: Player) -> None:
    answer = stolen(nora).post(TOKENS, {**YEAR, "password": "guess"})

    assert told(answer) == (403, "permission_denied")
    assert "The password is wrong" in answer.json()["detail"]
    assert SignInCount.objects.filter(failures=1).exists()
    assert not Token.objects.exists()


@pytest.mark.parametrize(
    "sent", [{}, {"password": PASSWORD}, {"username": "nora", "password": PASSWORD}]
)
def test_with_a_second_factor_it_takes_a_code(nora: Player, sent: dict[str, str]) -> None:
    add_factor(nora)
    browser = stolen(nora)

    refused = browser.post(TOKENS, {**YEAR, **sent})
    wrong = browser.post(TOKENS, {**YEAR, **sent, "code": "000000"})
    made = browser.post(TOKENS, {**YEAR, **sent, "code": shown()})

    assert told(refused) == (403, "second_factor_needed")
    assert "send the `code`" in refused.json()["detail"]
    assert told(wrong) == (400, "wrong_code")
    assert made.status_code == 201
    assert Token.objects.count() == 1


def test_a_token_for_chips_takes_both(nora: Player) -> None:
    add_factor(nora)
    browser, body = stolen(nora), {**YEAR, "scopes": ["treasurer"]}

    without = browser.post(TOKENS, {**body, "code": shown()})
    guessed = browser.post(TOKENS, {**body, "code": shown(), "password": "guess"})
    made = browser.post(TOKENS, {**body, "code": shown(), "password": PASSWORD})

    assert told(without) == (400, "invalid")
    assert told(guessed) == (403, "permission_denied")
    assert made.status_code == 201


def test_a_recovery_code_answers_for_a_passkey(nora: Player) -> None:
    recovery, *_ = add_passkey(nora)

    assert stolen(nora).post(TOKENS, {**YEAR, "code": recovery}).status_code == 201


def test_a_session_makes_no_token_of_somebody_elses(nora: Player) -> None:
    con = Player.objects.create_user("con", password="another one", name="Con")

    made = stolen(nora).post(TOKENS, {**YEAR, "username": "con", "password": "another one"})

    assert made.status_code == 201
    assert Token.objects.get().user == con


@pytest.mark.parametrize("has_factor", [False, True])
@pytest.mark.parametrize(
    "page",
    [
        "/accounts/tokens/",
        "/accounts/second-factor/app/",
        "/accounts/second-factor/passkeys/add/",
        "/accounts/second-factor/codes/new/",
    ],
)
def test_every_page_that_makes_what_lasts_asks_again(
    nora: Player, page: str, has_factor: bool
) -> None:
    if has_factor:
        add_passkey(nora) if "app" in page else add_factor(nora)
    browser = Client()
    browser.force_login(nora)

    for answer in (browser.get(page), browser.post(page, {"name": "mine"})):
        assert answer.status_code == 302, page
        assert answer.headers["Location"].startswith("/accounts/again/"), page


def test_another_address_is_asked_for_again(nora: Player) -> None:
    browser = Client()
    browser.force_login(nora)
    new = {"action_add": "", "email": "thief@example.org"}

    answer = browser.post("/accounts/address/", new)

    assert answer.headers["Location"].startswith("/accounts/again/")
    assert not nora.emailaddress_set.exists()


def test_a_repetition_with_the_next_code_tells_of_the_token_that_was_made(nora: Player) -> None:
    add_factor(nora)
    browser, key = stolen(nora), {"Idempotency-Key": "one-token"}

    made = browser.post(TOKENS, {**YEAR, "code": shown()}, headers=key)
    again = browser.post(TOKENS, {**YEAR, "code": shown(later=1)}, headers=key)

    assert (made.status_code, told(again)) == (201, (409, "secret_shown_once"))
    assert again.json()["id"] == made.json()["id"]


def test_signing_out_everywhere_by_page_ends_tokens_and_says_so(nora: Player) -> None:
    other, here = stolen(nora), Client()
    here.force_login(nora)
    _, text = make_token(nora, name="laptop", days=1, scopes=Scope)
    program = APIClient(headers={"Authorization": f"Token {text}"})

    before = here.get("/accounts/sessions/").content.decode()
    after = here.post("/accounts/sessions/", {"others": "1"}, follow=True).content.decode()

    assert "Your 1 token for programs ends as well" in before
    assert "all your tokens have ended" in after
    assert "Sign out everywhere else" not in after
    assert program.get(f"{API}/clubs").status_code == 401
    assert other.get(f"{API}/sessions/current").status_code == 401
    assert here.get(f"{API}/sessions/current").status_code == 200


def test_signing_out_everywhere_by_the_api_says_what_has_ended(nora: Player) -> None:
    client, named = APIClient(), {"username": "nora", "password": PASSWORD}
    for browser in (APIClient(), APIClient(), client):
        browser.post(f"{API}/sessions", named)
    make_token(nora, name="laptop", days=1)

    answer = client.post(f"{TOKENS}/revoke-all")

    assert (answer.status_code, answer.json()) == (200, {"sessions": 2, "tokens": 1})
    assert not Token.objects.exists()
    assert client.get(f"{API}/sessions/current").status_code == 200
