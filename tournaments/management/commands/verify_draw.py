"""`manage.py verify_draw`: draws a round again, and says whether it is the draw that was played."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.draw_documents import verified
from tournaments.models import Tournament
from tournaments.publications import differing_rows, document_of, published_draw


class Command(BaseCommand):
    help = (
        "Draw a round again from its seed and its inputs, from the database or from a document "
        "that the API gave, and list what was moved by hand; exit with 1, every fault on a line of "
        "its own, if it is another draw."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", type=int, nargs="?", help="the id of the tournament")
        parser.add_argument("round", type=int, nargs="?", help="its round; else the newest")
        parser.add_argument(
            "--document",
            metavar="FILE",
            type=Path,
            help="an answer of /api/v1/tournaments/ID/draw, instead of the two numbers",
        )

    def handle(
        self,
        *args: object,
        tournament: int | None,
        round: int | None,
        document: Path | None,
        **options: object,
    ) -> None:
        if (document is None) == (tournament is None):
            raise CommandError("Name a tournament and a round, or a document, but not both.")
        if tournament is not None:
            given, faults = _from_rows(tournament, round)
        else:
            assert document is not None
            given, faults = _read(document), []
        verdict = verified(given)
        if faults := [*verdict.faults, *faults]:
            raise CommandError("\n".join(faults))
        self.stdout.write(
            f"{given.get('name')}, round {given.get('round')}, draw {given.get('draw')}: it "
            f"follows from seed {given['seed']} and its inputs. Repeat meetings: "
            f"{given['repeat_meetings']}."
        )
        self.stdout.write(f"Moves by hand: {len(verdict.moves)}.")
        for move in verdict.moves:
            self.stdout.write(f"- {move}")


def _from_rows(tournament_id: int, round: int | None) -> tuple[dict[str, Any], list[str]]:
    """The document of a draw, and what does not stand so in the rows."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise CommandError(f"There is no tournament {tournament_id}.")
    draw = published_draw(tournament, round_number=round)
    if draw is None:
        raise CommandError(f"No such draw of {tournament} is published.")
    return document_of(draw), differing_rows(draw)


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"There is no document in {path}: {error}") from error
    if not isinstance(document, dict):
        raise CommandError(f"There is no document of a draw in {path}.")
    return document
