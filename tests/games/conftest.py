"""What every test of the games may count on."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.games.twins import Stage


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> Iterator[None]:
    """The throttles begin anew."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Where deals are played with the cards that a test lays out."""
    stage = Stage()
    stage.set(monkeypatch)
    return stage
