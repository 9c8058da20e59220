"""What every test of the games may count on."""

from collections.abc import Iterator

import pytest

from clubs.table_kinds import FREE_TABLE
from deploy.rest.throttles import cache
from games.models import Table
from games.tables.opening import open_table
from ledger.models import Book
from tests.games.factories import AT, STANDARD, TURN_SECONDS
from tests.games.twins import Stage
from tests.ledger.factories import BookFactory


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


@pytest.fixture
def book() -> Book:
    return BookFactory.create()


@pytest.fixture
def table(book: Book) -> Table:
    """A free table at which nobody sits yet."""
    return open_table(
        book,
        rules=STANDARD,
        seats=[],
        name="Fireside",
        turn_seconds=TURN_SECONDS,
        policies=FREE_TABLE.policies,
        seats_limit=3,
        at=AT,
    )
