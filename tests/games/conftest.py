"""What every test of the games may count on."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> Iterator[None]:
    """The throttles begin anew."""
    cache.clear()
    yield
    cache.clear()
