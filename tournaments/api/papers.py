"""A tournament to take away: its document, and its standings and results as files."""

import json
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.accounts import NDJSON, AnyFile
from clubs.api.door import ClubDoor
from deploy.rest.clock import database_now
from tournaments.api.serializers import TournamentInput
from tournaments.documents import document_of
from tournaments.models import Tournament
from tournaments.rights import ANNOUNCE, SEE
from tournaments.sheets import Sheet, results_sheet, standings_sheet

PAPER_DEEDS: Final = {"document": ANNOUNCE, "standings_file": SEE, "results_file": SEE}
FILES: Final = {"csv": "text/csv; charset=utf-8", "json": "application/json", "ndjson": NDJSON}
ENDING: Final = OpenApiParameter("ending", str, OpenApiParameter.PATH, enum=[*FILES])
IN_FILES: Final = {(200, kind.split(";")[0]): OpenApiTypes.STR for kind in FILES.values()}


def a_file(name: str) -> Callable[[Any], Any]:
    """An address that ends in .csv, .json or .ndjson."""
    return action(
        detail=True,
        url_path=rf"{name}\.(?P<ending>csv|json|ndjson)",
        renderer_classes=[AnyFile],
        filterset_class=None,
        pagination_class=None,
    )


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

    @extend_schema(
        operation_id="tournaments_standings_file",
        responses=IN_FILES,
        parameters=[ENDING],
        filters=False,
    )
    @a_file("standings")
    def standings_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """The standings as CSV, JSON or NDJSON, with every measure, also those that do not rank."""
        return _file(self.get_object(), "standings", standings_sheet, ending)

    @extend_schema(
        operation_id="tournaments_results_file",
        responses=IN_FILES,
        parameters=[ENDING],
        filters=False,
    )
    @a_file("results")
    def results_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """What everybody made of each round, and the byes, as CSV, JSON or NDJSON."""
        return _file(self.get_object(), "results", results_sheet, ending)


def _file(
    tournament: Tournament, what: str, sheet_of: Callable[[Tournament], Sheet], ending: str
) -> HttpResponse:
    sheet = sheet_of(tournament)
    name = f'attachment; filename="tournament-{tournament.pk}-{what}.{ending}"'
    options: Any = {"content_type": FILES[ending], "headers": {"Content-Disposition": name}}
    if ending == "json":
        return HttpResponse(json.dumps(sheet.json(), ensure_ascii=False), **options)
    told = sheet.csv() if ending == "csv" else sheet.ndjson()
    return HttpResponse("".join(told), **options)
