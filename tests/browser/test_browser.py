"""Whether there is a browser at all, without which no page is tested as people see it."""

import os

import pytest

from deploy.bench.browsers import HOW_TO_GET_IT, chromium

IS_NEEDED = "BROWSER_TESTS"
"""Set by `.ci/run`: then a missing browser is a failure."""


@pytest.mark.skipif(chromium() is None and not os.environ.get(IS_NEEDED), reason=HOW_TO_GET_IT)
def test_there_is_a_browser() -> None:
    assert chromium(), HOW_TO_GET_IT
