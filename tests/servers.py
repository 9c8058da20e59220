"""The early plugin: a PostgreSQL and a Valkey for the whole run, in a temporary folder.

With DATABASE_URL and REDIS_URL set the tests use those servers. Under xdist every worker has
servers of its own: roles belong to a whole PostgreSQL, and a broker is wiped as a whole.
"""

import atexit
import contextlib
import os
import tempfile
from pathlib import Path

import pytest

from deploy.embedded.addresses import environment, is_embedded, keep_keys
from deploy.embedded.servers import servers

_running = contextlib.ExitStack()
atexit.register(_running.close)
_folder: Path | None = None

if is_embedded(os.environ):
    _folder = Path(_running.enter_context(tempfile.TemporaryDirectory(prefix="spoil-five-tests-")))
    keep_keys(_folder)
    os.environ["SPOIL_FIVE_DATA"] = str(_folder)
    os.environ |= environment(_folder)
os.environ.setdefault("SECRET_KEY", "only for tests")
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
os.environ.setdefault("PAUSES_BETWEEN_DEALS", "false")
os.environ.setdefault("SEED_KEYS", "A" * 43 + "=")
os.environ.setdefault("SECOND_FACTOR_KEYS", "B" * 42 + "A=")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Start the servers, on a copy of the cluster that is kept; Django is loaded by now."""
    from tests.templates import kept_cluster

    if _folder is None or config.option.collectonly:
        return
    kept = kept_cluster()
    if not _hands_out_tests(config):
        kept.copy(to=_folder)
        _running.enter_context(servers(_folder, is_durable=False))


def _hands_out_tests(config: pytest.Config) -> bool:
    """Return True if workers run the tests, each with servers of its own."""
    return config.option.dist != "no" and not hasattr(config, "workerinput")
