"""Which migrations the code has that the database lacks, known without a graph of them."""

import pkgutil
from collections.abc import Iterable
from functools import cache

from django.apps import apps
from django.db.migrations.loader import MigrationLoader


def missing(applied: Iterable[str]) -> set[str]:
    """Those that are to be applied, each as app and name."""
    return set(known().difference(applied))


@cache
def known() -> frozenset[str]:
    """Every migration of the installed apps, by their files, which stay as they are."""
    found = set()
    for app in apps.get_app_configs():
        module, _ = MigrationLoader.migrations_module(app.label)
        assert module is not None  # No app goes without.
        folder = f"{app.path}/{module.rpartition('.')[2]}"
        names = (one.name for one in pkgutil.iter_modules([folder]) if not one.ispkg)
        found |= {f"{app.label}.{name}" for name in names if name[0] not in "_~"}
    return frozenset(found)
