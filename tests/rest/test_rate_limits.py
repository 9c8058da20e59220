"""Answers tell how many requests are left, by the throttle that counted them."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from deploy.rest.throttles import LEFT, POLICY, ByAddress, ByPerson
from tests.clubs.factories import PlayerFactory

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


def test_requests_that_are_not_counted_tell_nothing() -> None:
    answer = APIClient().get("/api/v1/clubs")

    assert answer.status_code == 401
    assert LEFT not in answer.headers
