"""`manage.py lint`: every check but the tests."""

import sys

from django.core.management.base import BaseCommand

from deploy.checks import CHECKS, passes


class Command(BaseCommand):
    help = "Runs format, lint, types and import contracts; exits 1 when one is broken."
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        broken = [check[0] for check in CHECKS if not passes(*check)]
        if broken:
            sys.exit(1)
