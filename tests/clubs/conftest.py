"""Which helpers tell their failed assertions in full."""

import pytest

pytest.register_assert_rewrite("tests.clubs.offers", "tests.clubs.walking")
