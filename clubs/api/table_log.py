"""The log of a table of a night over the API: what was entered there, and its undo."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from clubs.api.deeds import NightDeedSerializer, telling
from clubs.api.door import MOST_ID, doer
from clubs.evening_log import EveningLog
from clubs.models import Night
from clubs.rights import SEE_ENTERED, UNDO_AT_CLOSED_TABLE, UNDO_AT_TABLE
from clubs.undoing import undo_at_table
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rest.serializers import StrictSerializer
from deploy.rights import Deed
from games.api.seats import AtTables
from games.models import Table


class UndoAtTableInput(StrictSerializer):
    deed = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ID,
        allow_null=True,
        default=None,
        help_text="Its number in the log of the night. Null: what was entered last and counts.",
    )


class TableLogViewSet(AtTables, GenericViewSet):
    """A table of a night at whose address the log of what was entered there stands, too."""

    queryset = Table.objects.filter(night_table__isnull=False)
    serializer_class = NightDeedSerializer
    ordering = ("-number",)
    deeds = {"log": SEE_ENTERED, "undo": (UNDO_AT_TABLE, UNDO_AT_CLOSED_TABLE)}

    def deed_at(self, row: Any) -> Deed:
        if self.action == "undo" and row.closed_at is not None:
            return UNDO_AT_CLOSED_TABLE
        return super().deed_at(row)

    @extend_schema(responses=NightDeedSerializer(many=True), filters=False)
    @action(detail=True, url_path="deeds")
    def log(self, request: Request, pk: str) -> Response:
        """What was entered at a table of a night, and what of it was undone; newest first.

        For scorers, and for their links.
        """
        table = self.get_object()
        log = EveningLog(_night_of(table))
        deeds = log.night.deeds.told().filter(number__in=log.entered_at(table))
        page = self.paginate_queryset(deeds)
        log.read(deed.number for deed in page or ())
        told = NightDeedSerializer(page, many=True, context=telling(log, request))
        return self.get_paginated_response(told.data)

    @extend_schema(request=UndoAtTableInput, responses=NightDeedSerializer)
    @action(detail=True, methods=["post"])
    @idempotent
    def undo(self, request: Request, pk: str) -> Response:
        """Undo what was entered at a table of a night, or such an undo; the deed that does it.

        By a link you undo what was done by the same link. Once the table has closed, organisers
        undo its results.
        """
        table = self.get_object()
        given = UndoAtTableInput(data=request.data)
        given.is_valid(raise_exception=True)
        deed = undo_at_table(
            table.night_table,
            given.validated_data["deed"],
            may_be_closed=table.closed_at is not None,
            by=doer(request),
            at=database_now(),
        )
        told = deed.night.deeds.told().get(pk=deed.pk)
        log = EveningLog(deed.night)
        log.read([told.number])
        context = telling(log, request)
        return Response(NightDeedSerializer(told, context=context).data)


def _night_of(table: Table) -> Night:
    night: Night = table.night_table.round.night
    return night
