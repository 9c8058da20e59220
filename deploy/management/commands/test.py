"""`manage.py test`: the tests, through pytest, which starts servers of its own."""

import os
import sys

from django.core.management.base import BaseCommand

from deploy.checks import IN_PARALLEL, TESTS, passes
from deploy.embedded.addresses import is_embedded


class Command(BaseCommand):
    help = (
        "Runs pytest in several processes (-n0: in one); every argument is pytest's "
        "(manage.py test tests/ledger -k seal)."
    )
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """All arguments belong to pytest, its options included."""
        several = IN_PARALLEL if is_embedded(os.environ) else ()  # Servers named by you are shared.
        sys.exit(0 if passes(*TESTS, *several, *argv[2:]) else 1)

    def handle(self, *args: object, **options: object) -> None:
        raise NotImplementedError("run from the command line, or call pytest")
