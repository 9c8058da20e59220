"""Writes the migrations anew, as long as no version is released."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from deploy.checks import passes
from deploy.database.baseline import write_mark, write_rows


class Command(BaseCommand):
    help = "Write the migrations of rows anew from the models, until the first version is tagged."

    def handle(self, *args: Any, **options: Any) -> None:
        _set_right(*write_rows())
        _set_right(write_mark())
        self.stdout.write("Now the schema that they make: python3 manage.py schema")


def _set_right(*files: Path) -> None:
    names = [str(file) for file in files]
    passes("ruff", "check", "--fix", "-q", *names)
    passes("ruff", "format", "-q", *names)
