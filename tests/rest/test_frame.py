"""Pages: what every list has in common."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.ledger.factories import BookFactory, purse
from tests.rest.conftest import DOORS

pytestmark = pytest.mark.urls(DOORS)


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
