"""A tournament to take away: its document, and its standings, results and log as files."""

import json
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from clubs.api.files import a_file, sheet_file, whole
from deploy.rest.clock import database_now
from ledger.sheets import Sheet
from tournaments.api.corrections import looks_after
from tournaments.api.serializers import TournamentInput
from tournaments.documents import document_of
from tournaments.models import Tournament
from tournaments.rights import ANNOUNCE, SEE
from tournaments.sheets import (
    entrants_sheet,
    log_sheet,
    prizes_sheet,
    results_sheet,
    standings_sheet,
)

PAPER_DEEDS: Final = {
    "document": ANNOUNCE,
    "entrants_file": SEE,
    "standings_file": SEE,
    "results_file": SEE,
    "prizes_file": SEE,
    "log_file": SEE,
}
ENDINGS: Final = ("csv", "json", "ndjson")


class PapersDoor(ClubDoor):
    """A viewset of tournaments."""

    filterset_class: Any = None  # So that an action can go without.

    @extend_schema(responses=TournamentInput, filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def document(self, request: Request, pk: str) -> Response:
        """Tell all that was announced, as `POST /tournaments` takes it: send it to have another.

        Moments that have passed are left out.
        """
        return Response(document_of(self.get_object(), at=database_now()))

    @a_file("entrants", *ENDINGS, operation_id="tournaments_entrants_file")
    def entrants_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """The list of entrants as CSV, JSON or NDJSON: everybody who played as one has a row."""
        tournament = self.get_object()
        return _file(tournament, "entrants", entrants_sheet(tournament, caller(request)), ending)

    @a_file("standings", *ENDINGS, operation_id="tournaments_standings_file")
    def standings_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """The standings as CSV, JSON or NDJSON, with every measure, also those that do not rank."""
        tournament = self.get_object()
        return _file(tournament, "standings", standings_sheet(tournament), ending)

    @a_file("results", *ENDINGS, operation_id="tournaments_results_file")
    def results_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """What everybody made of each round, and the byes, as CSV, JSON or NDJSON."""
        tournament = self.get_object()
        return _file(tournament, "results", results_sheet(tournament), ending)

    @a_file("prizes", *ENDINGS, operation_id="tournaments_prizes_file")
    def prizes_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """The prizes as CSV, JSON or NDJSON, as they are proposed or as they were paid."""
        tournament = self.get_object()
        return _file(tournament, "prizes", prizes_sheet(tournament), ending)

    @a_file("log", *ENDINGS, operation_id="tournaments_log_file")
    def log_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """The log as CSV, JSON or NDJSON, the first line first."""
        tournament = self.get_object()
        sheet = log_sheet(tournament, tells_refusals=looks_after(request, tournament))
        return _file(tournament, "log", sheet, ending)


def _file(tournament: Tournament, what: str, sheet: Sheet, ending: str) -> HttpResponse:
    name = f"tournament-{tournament.pk}-{what}"
    if ending == "json":
        return whole(json.dumps(sheet.json(), ensure_ascii=False), name=name, ending=ending)
    return sheet_file(sheet, name=name, ending=ending)
