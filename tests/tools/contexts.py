"""Coverage by test: `coverage run -m pytest -p tests.tools.contexts`."""

from collections.abc import Iterator

import coverage
import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note lines under the name of the test, those too that only its arranging reaches."""
    measured = coverage.Coverage.current()
    assert measured is not None, "Run it under coverage."
    measured.switch_context(item.nodeid)
    return (yield)
