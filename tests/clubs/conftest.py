"""A club with one caller of each kind, and which helpers tell their failed assertions in full."""

import pytest

from clubs.models import Club
from tests.clubs.callers import ORGANISER, Caller, callers_of
from tests.clubs.factories import ClubFactory

pytest.register_assert_rewrite("tests.clubs.offers", "tests.clubs.walking")


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def callers(club: Club) -> dict[str, Caller]:
    return callers_of(club)


@pytest.fixture
def organiser(callers: dict[str, Caller]) -> Caller:
    return callers[ORGANISER]
