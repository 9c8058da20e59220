"""Chips in double entry: books, accounts and transfers that PostgreSQL itself keeps balanced."""

from pathlib import Path

from django.apps import AppConfig
from django.apps.registry import Apps
from django.db import connections
from django.db.models.signals import post_migrate

from ledger.declarations import write_reasons

APPLICATION_ROLE = "spoil_five_app"  # What the services run as; it may post, and look.
GRANTS = Path(__file__).parent / "grants.sql"


class LedgerConfig(AppConfig):
    name = "ledger"

    def ready(self) -> None:
        # Reasons are those of the apps that are installed, a role belongs to the cluster, and
        # grants cover every app's newest tables: none is a migration.
        post_migrate.connect(self.write, sender=self)
        post_migrate.connect(self.grant, sender=self)

    def grant(self, *, using: str, **options: object) -> None:
        with connections[using].cursor() as cursor:
            cursor.execute(GRANTS.read_text())

    def write(self, *, apps: Apps, using: str, **options: object) -> None:
        write_reasons(apps, using=using)
