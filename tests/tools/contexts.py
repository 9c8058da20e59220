"""Coverage by test: `PYTEST_PLUGINS=tests.tools.contexts pytest`, in one process or several."""

import os
import sys
from collections.abc import Iterator

import coverage
import pytest

APPS = ["clubs", "deploy", "games", "ledger", "tournaments"]

# Begins before Django is loaded, so that what a module does on import counts as reached.
measured = coverage.Coverage(data_suffix=True, branch=True, source=APPS)
measured.start()
tracer = sys.gettrace()
if "PYTEST_XDIST_WORKER" in os.environ:
    del os.environ["PYTEST_PLUGINS"]  # A test may start pytest in a folder without this module.


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note lines under the name of the test, those too that only its arranging reaches."""
    if sys.gettrace() is not tracer:  # A browser's greenlets take it away.
        measured.stop()
        measured.start()
    measured.switch_context(item.nodeid)
    return (yield)


def pytest_unconfigure() -> None:
    measured.stop()
    measured.save()
