"""The early plugin: a PostgreSQL and a Valkey for the whole run, in a temporary folder.

With DATABASE_URL and REDIS_URL set the tests use those servers. Under xdist every worker has
servers of its own: roles belong to a whole PostgreSQL, and a broker is wiped as a whole.
"""

import atexit
import contextlib
import os
import tempfile
from pathlib import Path

from deploy.embedded.addresses import environment, is_embedded
from deploy.embedded.servers import servers

_servers = contextlib.ExitStack()
atexit.register(_servers.close)

if is_embedded(os.environ):
    _folder = Path(_servers.enter_context(tempfile.TemporaryDirectory(prefix="spoil-five-tests-")))
    os.environ["SPOIL_FIVE_DATA"] = str(_folder)
    _servers.enter_context(servers(_folder, is_durable=False))
    os.environ |= environment(_folder)
os.environ.setdefault("SECRET_KEY", "only for tests")
os.environ.setdefault("SEED_KEYS", "A" * 43 + "=")
