"""`manage.py verify_deal`: recomputes the deals of a table whose seeds are revealed."""

import json
import os
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.errors import GamesError
from games.fairness.proof import check_proof, silences
from games.models import Table
from games.sight.revealing import reveal

TOKEN = "SPOIL_FIVE_TOKEN"


class Command(BaseCommand):
    help = (
        "Recompute seeds, packs, dealers and outcomes of a table whose seeds are revealed, from "
        "the database or from a proof that the API gave; exit with 1, every fault on a line of "
        "its own, if anything is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("table", type=int, nargs="?", help="the id of the table")
        source.add_argument(
            "--proof",
            metavar="FILE_OR_URL",
            help=f"an answer of /api/v1/tables/ID/proof, or its address (token: ${TOKEN})",
        )
        parser.add_argument("--deal", type=int, metavar="NUMBER", help="check only this deal")
        parser.add_argument("--anchor", metavar="HEX", help="the anchor that you noted yourself")

    def handle(
        self,
        *args: object,
        table: int | None,
        proof: str | None,
        deal: int | None,
        anchor: str | None,
        **options: object,
    ) -> None:
        given = _read(proof) if proof else _reveal(table)
        faults = check_proof(given, number=deal)
        if anchor is not None and given.get("anchor") != anchor.lower():
            faults.insert(0, "The anchor is not the one that you noted.")
        if faults:
            raise CommandError("\n".join(faults))
        for silence in silences(given):
            self.stdout.write(f"Note: {silence}")
        checked = f"deal {deal}" if deal else f"{len(given['deals'])} deals"
        self.stdout.write(
            f"Table {given['table']}, {checked}. The seeds match anchor {given['anchor']}. "
            "The packs match the seeds and strings. Every deal ended as its cards say."
        )


def _reveal(table_id: int | None) -> dict[str, Any]:
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        raise CommandError(f"There is no table {table_id}.")
    try:
        return reveal(table)
    except GamesError as error:
        raise CommandError(str(error)) from error


def _read(source: str) -> dict[str, Any]:
    """The proof in a file or at an address.

    Raises:
        CommandError: it cannot be read, is no JSON object, or holds why there is no proof.
    """
    try:
        text = _fetch(source) if source.startswith(("http://", "https://")) else _open(source)
        proof = json.loads(text)
    except HTTPError as error:
        raise CommandError(f"There is no proof in {source}: {_reason(error)}") from error
    except (URLError, OSError, ValueError) as error:
        raise CommandError(f"There is no proof in {source}: {error}") from error
    if not isinstance(proof, dict):
        raise CommandError(f"There is no proof in {source}.")
    if detail := _detail(proof):
        raise CommandError(f"There is no proof in {source}: {detail}")
    return proof


def _open(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def _fetch(address: str) -> str:
    token = os.environ.get(TOKEN)
    headers = {"Accept": "application/json"} | (
        {"Authorization": f"Token {token}"} if token else {}
    )
    with urlopen(Request(address, headers=headers), timeout=30) as answer:
        text: str = answer.read().decode()
    return text


def _reason(error: HTTPError) -> str:
    """What the service says of its refusal, and what helps."""
    try:
        detail = _detail(json.loads(error.read()))
    except ValueError:
        detail = None
    hint = f" The variable {TOKEN} has to hold your token." if error.code == 401 else ""
    return f"{detail or error}{hint}"


def _detail(document: Any) -> str | None:
    """The words of a problem document; None if it is something else, as a proof."""
    if not isinstance(document, dict) or "deals" in document:
        return None
    return document.get("detail")
