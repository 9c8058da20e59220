"""A test skips what the machine lacks, and fails where it is needed."""

import pytest

from tests.needs import NETWORK, do_without


def test_a_test_that_cannot_run_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NETWORK, raising=False)

    with pytest.raises(pytest.skip.Exception, match="No line"):
        do_without(NETWORK, "No line.")


def test_where_it_is_needed_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NETWORK, "needed")

    with pytest.raises(pytest.fail.Exception, match=r"No line\. NETWORK_TESTS is set"):
        do_without(NETWORK, "No line.")
