"""`manage.py test`: the tests, through pytest, which starts servers of its own."""

import sys

from django.core.management.base import BaseCommand

from deploy.checks import tests_pass


class Command(BaseCommand):
    help = (
        "Runs pytest, whole folders in several processes (-n0: in one); every argument is pytest's "
        "(manage.py test tests/ledger -k seal)."
    )
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """All arguments belong to pytest, its options included."""
        sys.exit(0 if tests_pass(argv[2:]) else 1)

    def handle(self, *args: object, **options: object) -> None:
        raise NotImplementedError("run from the command line, or call pytest")
