"""Fixtures of the tests with faults, and helpers whose assertions say what differed."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.conftest import COUNTED

pytest.register_assert_rewrite("tests.faults.followers", "tests.faults.hall")


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Given a line with what a test counted, it is among the last that the run prints."""
    return partial(record_property, COUNTED)
