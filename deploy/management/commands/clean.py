"""`manage.py clean`: throw the embedded servers' data away."""

import os
import shutil

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.embedded import postgres
from deploy.embedded.addresses import data_directory
from deploy.embedded.servers import is_in_use


class Command(BaseCommand):
    help = "Removes the data directory: the embedded database and its keys. Asks first."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: object, yes: bool, **options: object) -> None:
        data = data_directory(os.environ)
        if not data.exists():
            self.stdout.write(f"{data} is not there: nothing to remove.")
            return
        if is_in_use(data):
            raise CommandError(f"A command uses the servers of {data}: stop that command first.")
        if not yes and input(f"Remove {data} with everything in it? [y/N] ").lower() != "y":
            raise CommandError("Nothing was removed.")
        shutil.rmtree(data)
        postgres.remove_outside_cluster(data)
        self.stdout.write(f"{data} is removed.")
