"""Versions, pages and limits: what every list and every change has in common."""

import pytest
from rest_framework.test import APIClient

from ledger.models import Account
from tests.ledger.factories import BookFactory, purse
from tests.rest.conftest import DOORS

pytestmark = pytest.mark.urls(DOORS)


@pytest.fixture
def account(as_owner: None) -> Account:
    """A row with a version; only the owner may lock it, as services may other rows."""
    return purse(BookFactory.create(), chips=5)


def test_an_answer_with_one_row_tells_its_version(member: APIClient, account: Account) -> None:
    assert member.get(f"/api/v1/accounts/{account.pk}").headers["ETag"] == '"1"'
    assert "ETag" not in member.get("/api/v1/accounts").headers


@pytest.mark.parametrize("wanted", ['"1"', '"0", "1"', "*"])
def test_a_change_of_what_was_seen(member: APIClient, account: Account, wanted: str) -> None:
    answer = member.patch(f"/api/v1/accounts/{account.pk}", {}, headers={"If-Match": wanted})

    assert answer.status_code == 200
    assert answer.headers["ETag"] == '"1"'


@pytest.mark.parametrize("wanted", ['"0"', 'W/"1"'])  # A weak tag never matches (RFC 9110).
def test_a_change_of_what_is_no_more(member: APIClient, account: Account, wanted: str) -> None:
    answer = member.patch(f"/api/v1/accounts/{account.pk}", {}, headers={"If-Match": wanted})

    assert answer.status_code == 412
    assert answer.json()["code"] == "stale_version"
    assert answer.json()["version"] == 1
    assert "ETag" not in answer.headers


def test_a_change_that_does_not_say_of_what(member: APIClient, account: Account) -> None:
    answer = member.patch(f"/api/v1/accounts/{account.pk}", {})

    assert answer.status_code == 428
    assert answer.json()["code"] == "version_missing"


def test_a_new_row_moves_nobodys_page(member: APIClient) -> None:
    book = BookFactory.create()  # Has two accounts.
    purse(book, name="Third")

    first = member.get("/api/v1/accounts", {"limit": 2}).json()
    purse(book, name="Fourth")
    second = member.get(first["next"]).json()

    assert first["results"][0]["name"] == "Third"
    assert len(first["results"]) == 2
    assert len(second["results"]) == 1
    assert second["next"] is None


def test_a_broken_cursor_is_refused(member: APIClient) -> None:
    assert member.get("/api/v1/accounts", {"cursor": "x"}).status_code == 404


def test_guesses_at_one_password_are_counted(client: APIClient) -> None:
    def sign_in(name: object) -> int:
        status: int = client.post("/api/v1/sign-ins", {"username": name}).status_code
        return status

    assert [sign_in("nora") for _ in range(11)] == [204] * 10 + [429]
    assert sign_in("sean") == 204
    assert sign_in(["nora"]) == 204  # No name at all: the door itself refuses it.
