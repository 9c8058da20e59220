"""Versions, pages and limits: what every list and every change has in common."""

from typing import Any

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


def test_a_page_forth_and_back(member: APIClient) -> None:
    book = BookFactory.create()
    for name in ("Third", "Fourth", "Fifth"):
        purse(book, name=name)

    def page(address: str) -> tuple[list[str], Any]:
        answer = member.get(address).json()
        return [one["name"] for one in answer["results"]], answer

    first, answer = page("/api/v1/accounts?limit=2")
    second, answer = page(answer["next"])
    third, last = page(answer["next"])
    assert len({*first, *second, *third}) == 5
    assert last["next"] is None
    assert page(last["previous"])[0] == second
    assert page(answer["previous"])[0] == first
