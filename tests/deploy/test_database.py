"""Which PostgreSQL the service works with."""

import os
import subprocess
import sys

from deploy.database import OLDEST_VERSION
from deploy.database.base import DatabaseFeatures
from deploy.paths import PROJECT_DIR

TOO_OLD = """
import sys
from deploy.database.base import DatabaseFeatures
DatabaseFeatures.minimum_database_version = (99,)
sys.argv = ["manage.py", "migrate"]
import manage
manage.main()
"""


def test_a_server_that_is_too_old_is_refused_in_one_line() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", TOO_OLD],
        cwd=PROJECT_DIR,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )

    [line] = answer.stderr.splitlines()
    assert answer.returncode == 1
    assert line.startswith("PostgreSQL 99 or later is required (found ")


def test_the_guide_promises_the_version_that_is_asked_for() -> None:
    assert DatabaseFeatures.minimum_database_version == (OLDEST_VERSION,)
    guide = (PROJECT_DIR / "docs" / "operator.md").read_text()
    assert f"PostgreSQL {OLDEST_VERSION} or newer" in guide
