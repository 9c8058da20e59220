"""What organisers do at a table over the API: pause it, close it, and send somebody home."""

from functools import partial
from typing import Any, Final

from django.db import transaction
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from deploy.rest.clock import database_now
from deploy.rest.idempotency import DryRun, idempotent
from deploy.rest.serializers import StrictSerializer
from games.api.seats import AtTables
from games.api.serializers import WholeTableSerializer
from games.models import Seat, Table
from games.rights import CLOSE, PAUSE, SEND_HOME
from games.seat_numbers import SeatNumber
from games.sight.tables import see_table
from games.tables.closing import Closing, close_tables, draft_closings
from games.tables.sittings import let_back, send_home
from games.tables.stewarding import pause, resume
from games.tasks import hint

MOST_SEAT: Final = 32_767  # Numbers are never used again at a table; the column takes no more.
STEWARD_DEEDS: Final = {
    "pause": PAUSE,
    "resume": PAUSE,
    "close": CLOSE,
    "send_home": SEND_HOME,
    "let_back": SEND_HOME,
}


class SeatNumberInput(StrictSerializer):
    seat = serializers.IntegerField(
        min_value=0, max_value=MOST_SEAT, help_text="The number of the seat."
    )


class DryRunInput(StrictSerializer):
    dry_run = serializers.BooleanField(
        default=False,
        help_text="Only tell what would be: who sits where, and whose chips move. The key stays "
        "free for the order itself.",
    )


class ClosingInput(DryRunInput):
    split = serializers.BooleanField(
        default=False,
        help_text="Share out a pool for which the house rules would play on until it is won.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """As `games.tables.closing.close_tables` takes it."""
        attrs["may_play_on"] = not attrs.pop("split")
        return attrs


class TakenHomeSerializer(serializers.ModelSerializer):
    seat = serializers.IntegerField(source="number")
    name = serializers.CharField(source="player.name")
    chips = serializers.IntegerField(
        source="cashed_chips", help_text="Their stack, with their share of the pool."
    )

    class Meta:
        model = Seat
        fields = ("seat", "player", "name", "chips")
        read_only_fields = fields


class TableClosingSerializer(serializers.Serializer):
    """What closing a table would move. Nothing is done."""

    home = TakenHomeSerializer(many=True, source="seats", help_text="What each would take home.")
    home_chips = serializers.IntegerField(help_text="All of these together.")
    house_chips = serializers.IntegerField(
        help_text="Those of the pool that bots put in, which go back to the house purse."
    )
    pool_left = serializers.IntegerField(help_text="What would wait for another table.")


TABLE_OR_CLOSING: Final = PolymorphicProxySerializer(
    component_name="TableOrClosing",
    serializers=[WholeTableSerializer, TableClosingSerializer],
    resource_type_field_name=None,
)


class StewardDoor(AtTables, viewsets.GenericViewSet):
    """Tables of which organisers take care.

    They are told what is so now, also where spectators are told later: it is their own deed.
    """

    @extend_schema(request=None, responses=WholeTableSerializer)
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, pk: str) -> Response:
        """Pause a table: nothing is dealt, nobody acts, and nobody's time runs."""
        return self._told_now(pause(self.get_object(), at=database_now()))

    @extend_schema(request=None, responses=WholeTableSerializer)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, pk: str) -> Response:
        """Let a paused table go on. The player with the turn has the time that was left."""
        table = resume(self.get_object(), at=database_now())
        transaction.on_commit(partial(hint, table.pk))
        return self._told_now(table)

    @extend_schema(request=ClosingInput, responses=TABLE_OR_CLOSING)
    @action(detail=True, methods=["post"])
    @idempotent
    def close(self, request: Request, pk: str) -> Response:
        """Close a table: the pool is shared by the house rules, and all chips go home."""
        table, given = self.get_object(), self._given(ClosingInput)
        if given.pop("dry_run"):
            return DryRun(TableClosingSerializer(_drafted(table, **given)).data)
        close_tables([table], **given, at=database_now())
        return self._told_now(table)

    @extend_schema(request=SeatNumberInput, responses=WholeTableSerializer)
    @action(detail=True, methods=["post"], url_path="send-home")
    @idempotent
    def send_home(self, request: Request, pk: str) -> Response:
        """Let somebody get up from a free table or a table of a night, after the deal in play.

        They cannot sit down there again before somebody lets them back.
        """
        table, number = self.get_object(), SeatNumber(self._given(SeatNumberInput)["seat"])
        send_home(table, number=number, at=database_now())
        return self._told_now(table)

    @extend_schema(request=SeatNumberInput, responses=WholeTableSerializer)
    @action(detail=True, methods=["post"], url_path="let-back")
    @idempotent
    def let_back(self, request: Request, pk: str) -> Response:
        """Let somebody sit down again who was sent home from this seat."""
        table, number = self.get_object(), SeatNumber(self._given(SeatNumberInput)["seat"])
        let_back(table, number=number)
        return self._told_now(table)

    def _given(self, kind: type[StrictSerializer]) -> dict[str, Any]:
        given = kind(data=self.request.data)
        given.is_valid(raise_exception=True)
        data: dict[str, Any] = given.validated_data
        return data

    def _told_now(self, table: Table) -> Response:
        table = self.get_queryset().get(pk=table.pk)
        sight = see_table(table, self.request.user.pk, until=None)
        return Response(WholeTableSerializer(sight).data)


def _drafted(table: Table, *, may_play_on: bool) -> Closing:
    """What closing it would move: nothing, where it is closed already."""
    if table.closed_at is not None:
        return Closing(table, seats=[], postings=[])
    [closing] = draft_closings([table], may_play_on=may_play_on)
    return closing
