"""`manage.py rooms`: how many rooms each app has, and how many arrows lead from one to another."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.rooms import houses, lines


class Command(BaseCommand):
    help = "Counts the imports between the rooms of each app, and those that lead upwards."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("package", nargs="?", help="tell the rooms of this one, such as games")

    def handle(self, *args: Any, **options: Any) -> None:
        found = houses()
        package = options["package"]
        names = [house.package for house in found]
        if package is not None and package not in names:
            raise CommandError(f"Name one of {', '.join(names)}.")
        for house in found:
            if package in (None, house.package):
                for line in lines(house, is_whole=package is not None):
                    self.stdout.write(line)
