"""Things that a test cannot do without, and that a machine may lack.

Such a test is skipped, and the last lines of the run say why. `.ci/run` says what it needs: there
the test fails instead.
"""

import os
from typing import Final, NoReturn

import pytest

BROWSER: Final = "BROWSER_TESTS"
NETWORK: Final = "NETWORK_TESTS"


def is_needed(what: str) -> bool:
    return bool(os.environ.get(what))


def do_without(what: str, reason: str) -> NoReturn:
    """Skip this test, or fail where it is needed."""
    if is_needed(what):
        pytest.fail(f"{reason} {what} is set.")
    pytest.skip(reason)
