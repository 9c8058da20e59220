"""Ledgers that are measured beside each other, and the database in which they are."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.test.utils import override_settings

from deploy.embedded.addresses import is_embedded, socket_directory
from deploy.embedded.servers import servers

SCRATCH = "spoil_five_bench"
PURSE_CHIPS = 10**8


class Contestant(Protocol):
    """One way to keep books; its accounts are known by their place."""

    name: str

    def open(self, accounts: int) -> None:
        """Make so many accounts of PURSE_CHIPS each."""

    def post(self, legs: Mapping[int, int]) -> None:
        """Commit one transfer: chips that each account gains, in all 0."""


@contextlib.contextmanager
def scratch_database() -> Iterator[None]:
    """The default database is a new one with our tables and hordak's, dropped afterwards.

    On a server of its own, whose commits wait for the disk, unless DATABASE_URL names one; its
    user must be a superuser.
    """
    before = dict(connection.settings_dict)
    apps = [*settings.INSTALLED_APPS, "mptt", "hordak"]
    with contextlib.ExitStack() as stack:
        connections.close_all()
        stack.callback(connection.settings_dict.update, before)
        if is_embedded(os.environ):
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="spoil-five-bench-")))
            stack.enter_context(servers(folder))
            connection.settings_dict["HOST"] = str(socket_directory(folder))
        _outside(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        _outside(f"CREATE DATABASE {SCRATCH}")
        stack.callback(_outside, f"DROP DATABASE {SCRATCH} WITH (FORCE)")
        connection.settings_dict["NAME"] = SCRATCH
        stack.callback(connections.close_all)
        with override_settings(INSTALLED_APPS=apps):
            call_command("migrate", verbosity=0)
            yield


def _outside(statement: str) -> None:
    """Run it in the database that every server has."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)
