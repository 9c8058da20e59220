"""Servers for a benchmark: nothing of it stays in anybody's data."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.test.utils import override_settings

from deploy.database.throwaway import throwaway_database
from deploy.embedded.addresses import environment, is_embedded, socket_directory
from deploy.embedded.servers import servers

DATABASE = "spoil_five_bench"


@contextlib.contextmanager
def scratch_servers(*apps: str) -> Iterator[None]:
    """The default database, for us and our children, is a new one that is dropped afterwards.

    On servers of its own, whose commits wait for the disk, unless DATABASE_URL names one; its user
    must be a superuser then, and REDIS_URL's messages are the benchmark's.

    Args:
        apps: Those of peers, whose tables are made beside ours.
    """
    with contextlib.ExitStack() as stack:
        connections.close_all()
        stack.callback(connection.settings_dict.update, dict(connection.settings_dict))
        addresses = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
        if is_embedded(os.environ):
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="spoil-five-bench-")))
            stack.enter_context(servers(folder))
            connection.settings_dict["HOST"] = str(socket_directory(folder))
            addresses = {name: environment(folder)[name] for name in addresses}
        url = urlsplit(addresses["DATABASE_URL"])._replace(path=f"/{DATABASE}")
        addresses["DATABASE_URL"] = url.geturl()
        stack.enter_context(patch.dict(os.environ, addresses | {"PAUSES_BETWEEN_DEALS": "false"}))
        stack.enter_context(override_settings(PAUSES_BETWEEN_DEALS=False))
        stack.enter_context(throwaway_database(DATABASE))
        if apps:  # Loading them anew empties the admin.
            installed = override_settings(INSTALLED_APPS=[*settings.INSTALLED_APPS, *apps])
            stack.enter_context(installed)
        call_command("migrate", verbosity=0)
        yield
