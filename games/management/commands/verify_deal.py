"""`manage.py verify_deal`: recomputes every deal of a table that has closed."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.errors import GamesError
from games.models import Table
from games.proof import check_proof
from games.revealing import reveal


class Command(BaseCommand):
    help = (
        "Recompute the seeds, packs, dealers and outcomes of a closed table, from the database or "
        "from a proof that the API gave; exit with 1 and the first fault if one is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("table", type=int, nargs="?", help="the id of the table")
        source.add_argument(
            "--proof", type=Path, metavar="FILE", help="an answer of /api/v1/tables/ID/proof"
        )

    def handle(
        self, *args: object, table: int | None, proof: Path | None, **options: object
    ) -> None:
        given = json.loads(proof.read_text()) if proof else self._reveal(table)
        faults = check_proof(given)
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise CommandError(f"{faults[0]}{more}")
        self.stdout.write(
            f"Table {given['table']}: {len(given['deals'])} deals come from seeds to which the "
            f"anchor {given['anchor']} committed, and ended as their cards say."
        )

    def _reveal(self, table_id: int | None) -> dict[str, Any]:
        table = Table.objects.filter(pk=table_id).first()
        if table is None:
            raise CommandError(f"There is no table {table_id}.")
        try:
            return reveal(table)
        except GamesError as error:
            raise CommandError(str(error)) from error
