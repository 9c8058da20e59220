"""Writes the matrix of rights into the docs; a test compares it."""

from typing import Any

from django.core.management.base import BaseCommand

from deploy.matrix import page
from deploy.paths import PROJECT_DIR
from deploy.urls import api, pages

PAGE = PROJECT_DIR / "docs" / "rights.md"


class Command(BaseCommand):
    help = "Write docs/rights.md: who may do what, through which doors."

    def handle(self, *args: Any, **options: Any) -> None:
        PAGE.write_text(page([*api.urls, *pages]))
