"""Answers tell how many requests are left, by the throttle that counted them."""

import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.nights import plan_night
from deploy.rest.throttles import LEFT, POLICY, ByAddress, ByPerson, Counted, cache
from deploy.urls import api
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def counts_begin_anew() -> None:
    cache.clear()


def told(answer: Any) -> tuple[int, int]:
    """How many are left, and in how many seconds there is one more."""
    [numbers] = re.findall(r'^"[a-z]+";r=(\d+);t=(\d+)$', answer.headers[LEFT])
    left, wait = map(int, numbers)
    assert 0 < wait <= 60
    return left, wait


def left(answer: Any) -> int:
    return told(answer)[0]


def test_a_person_sees_each_request_counted() -> None:
    client = APIClient()
    client.force_authenticate(PlayerFactory.create())
    most, seconds = ByPerson().num_requests, ByPerson().duration

    first, second = client.get("/api/v1/clubs"), client.get("/api/v1/members/0")

    assert first.headers[POLICY] == f'"person";q={most};w={seconds}'
    assert (left(first), left(second)) == (most - 1, most - 2)
    assert second.status_code == 404  # A refusal counts as well.


def test_a_stranger_who_has_none_left_is_told_when_there_is_one() -> None:
    client = APIClient()
    most = ByAddress().num_requests

    answers = [client.post("/api/v1/links/enter", {"secret": "x"}) for _ in range(most + 1)]

    assert [left(one) for one in answers] == [*range(most - 1, -1, -1), 0]
    assert answers[-1].status_code == 429
    assert told(answers[-1])[1] == int(answers[-1].headers["Retry-After"])


def test_who_is_refused_was_counted_before() -> None:
    """Whatever the reason: nobody said who they are, the token is none, they may not."""
    night = plan_night(ClubFactory.create(), at=AT, starts_at=AT)
    [guest] = guests(night.club, 1)
    nobody, guesser, player = APIClient(), APIClient(), APIClient()
    guesser.credentials(HTTP_AUTHORIZATION="Token 0123456789abcdef")
    player.force_authenticate(guest.player)

    refused = [
        nobody.get("/api/v1/clubs"),
        guesser.get("/api/v1/clubs"),
        player.post(f"/api/v1/nights/{night.pk}/open"),
        player.post("/api/v1/clubs/0/rules/preview"),
    ]

    assert [one.status_code for one in refused] == [401, 401, 403, 404]
    by_address, by_person = ByAddress().num_requests, ByPerson().num_requests
    assert [left(one) for one in refused] == [
        by_address - 1,
        by_address - 2,  # From the same address.
        by_person - 1,
        by_person - 2,
    ]


def test_who_guesses_at_tokens_is_told_to_wait() -> None:
    guesser = APIClient()
    guesser.credentials(HTTP_AUTHORIZATION="Token 0123456789abcdef")

    answers = [guesser.get("/api/v1/clubs") for _ in range(ByAddress().num_requests + 1)]

    assert {one.status_code for one in answers[:-1]} == {401}
    assert (answers[-1].status_code, answers[-1].data["code"]) == (429, "throttled")


@pytest.mark.parametrize("door", sorted({kind.__name__ for _, kind, _ in api.registry}))
def test_every_door_counts_first(door: str) -> None:
    [kind] = {kind for _, kind, _ in api.registry if kind.__name__ == door}

    assert issubclass(kind, Counted)


def test_what_reaches_no_door_is_not_counted() -> None:
    assert LEFT not in APIClient().get("/api/v1/clubs?bogus=1").headers
    assert LEFT not in APIClient().get("/api/v1/nowhere").headers
