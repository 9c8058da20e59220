"""Deals that are over, players' records and ratings over the API."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, cast

from django.db.models import QuerySet
from django.db.models.functions import Now
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import (
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
    extend_schema_serializer,
)
from rest_framework import mixins, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from deploy.rest.rights import Deeds
from games.api.house_rules import HouseRulesField
from games.api.seats import AtTables
from games.api.serializers import DealSerializer, OutcomeSchema, PublicActionSchema, ViewSchema
from games.api.telling import told_until
from games.engine import PRESETS, RATED_AS, write_transcript
from games.models import Deal, Rating, Table
from games.models.deal import DealQuerySet
from games.records.record import record_of
from games.rights import SEE_OWN_RECORD, SEE_RECORD, WATCH, WATCH_OPEN
from games.sight.history import PastDeal, replay, tell
from games.sight.roles import may_hear_of, ratings_for

NOTATION = (200, "text/plain")
EXPORTED_AT_MOST = 500  # Deals: each is played again, which takes a millisecond.


@extend_schema_serializer(component_name="Transcript")
class TranscriptSchema(serializers.Serializer):
    """The transcript of a deal, as JSON."""

    rules = HouseRulesField()
    dealer = serializers.IntegerField()
    turn_up = serializers.CharField()
    hands = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_null=True)),
        help_text="As dealt; null for a card that the caller may not know.",
    )
    stock = serializers.ListField(child=serializers.CharField())
    scores = serializers.ListField(child=serializers.IntegerField())
    tricks = serializers.ListField(child=PublicActionSchema(many=True))
    outcome = OutcomeSchema(allow_null=True)


class PastDealSerializer(DealSerializer):
    """A deal that is over, with everything that the caller may know of it."""

    is_open = serializers.SerializerMethodField(
        help_text="True once the seeds are revealed and everybody may see every card."
    )
    place = serializers.SerializerMethodField(help_text="The caller's place in `seat_numbers`.")
    transcript = serializers.SerializerMethodField()
    notation = serializers.SerializerMethodField(help_text="The transcript as text.")

    class Meta(DealSerializer.Meta):
        fields = (*DealSerializer.Meta.fields, "is_open", "place", "transcript", "notation")
        read_only_fields = fields

    def to_representation(self, instance: PastDeal) -> Any:
        self._told = instance
        return super().to_representation(instance.deal)

    def get_is_open(self, _: Deal) -> bool:
        return self._told.is_open

    def get_place(self, _: Deal) -> int | None:
        return self._told.place

    @extend_schema_field(TranscriptSchema(allow_null=True))
    def get_transcript(self, _: Deal) -> dict[str, Any] | None:
        return self._told.transcript.to_json() if self._told.transcript else None

    def get_notation(self, _: Deal) -> str:
        return _notation([self._told])


class ReplaySerializer(PastDealSerializer):
    """A deal that is over, step by step."""

    views = serializers.SerializerMethodField(
        help_text="What the caller saw, before the first public action and after each."
    )

    class Meta(PastDealSerializer.Meta):
        fields = (*PastDealSerializer.Meta.fields, "views")
        read_only_fields = fields

    @extend_schema_field(ViewSchema(many=True))
    def get_views(self, _: Deal) -> list[dict[str, Any]]:
        return [shown.to_json() for shown in self._told.views]


class RecordSerializer(serializers.Serializer):
    """What a player has done by one preset of the rules, at tables that started from it."""

    preset = serializers.CharField()
    deals = serializers.IntegerField()
    wins = serializers.IntegerField()
    spoils = serializers.IntegerField(help_text="Deals that nobody won.")
    jinks = serializers.IntegerField()
    chips = serializers.IntegerField(help_text="Chips won, less chips put in.")
    rating = serializers.FloatField(
        allow_null=True, help_text="As in `/ratings`; some presets are rated together."
    )


@extend_schema_serializer(many=False)
class RecordsSerializer(serializers.Serializer):
    results = RecordSerializer(many=True)


class RatingSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="player.name")

    class Meta:
        model = Rating
        fields = ("player", "name", "preset", "points", "mu", "sigma", "deals_count")
        read_only_fields = fields


class Stretch(serializers.Serializer):
    """Which deals of a table, by their numbers."""

    first = serializers.IntegerField(min_value=1, max_value=10**9, required=False)
    last = serializers.IntegerField(min_value=1, max_value=10**9, required=False)

    def of(self, deals: QuerySet[Deal]) -> QuerySet[Deal]:
        """
        Raises:
            ValidationError: no such numbers, or more deals than are told at once.
        """
        self.is_valid(raise_exception=True)
        ends = {"first": "number__gte", "last": "number__lte"}
        deals = deals.filter(**{ends[name]: given for name, given in self.validated_data.items()})
        if (count := deals.count()) > EXPORTED_AT_MOST:
            raise serializers.ValidationError(
                f"These are {count} deals, and at most {EXPORTED_AT_MOST} are given at once. "
                f"Ask for them part by part: first=1&last={EXPORTED_AT_MOST}, and so on."
            )
        return deals


class HistoryFilters(filters.FilterSet):
    table = filters.NumberFilter(field_name="table")
    player = filters.NumberFilter(field_name="results__player", method="filter_player")
    since = filters.IsoDateTimeFilter(
        field_name="ended_at", lookup_expr="gte", help_text="Deals that ended then or later."
    )
    until = filters.IsoDateTimeFilter(
        field_name="ended_at", lookup_expr="lt", help_text="Deals that ended before this time."
    )

    def filter_player(self, deals: DealQuerySet, _: str, player: int) -> DealQuerySet:
        return deals.filter(results__player=player).at_once()


class HistoryViewSet(AtTables, viewsets.GenericViewSet):
    """Deals that are over, latest first: from your own seat until the seeds are revealed."""

    queryset = Deal.objects.all()
    serializer_class = PastDealSerializer
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = HistoryFilters
    deeds = {
        "list": (WATCH, WATCH_OPEN),
        "retrieve": (WATCH, WATCH_OPEN),
        "notation": (WATCH, WATCH_OPEN),
        "export": (WATCH, WATCH_OPEN),
    }

    @property
    def ordering(self) -> tuple[str, ...]:
        """The order of an index that finds them: asked by time, in the order of time."""
        is_by_time = self.request.query_params.keys() & {"since", "until"}
        return ("-ended_at", "-pk") if is_by_time else ("-pk",)

    def get_queryset(self) -> QuerySet[Deal]:
        deals = Deal.objects.over_for(self.request.user, at=Now())
        told = deals.defer(None).select_related("table").defer("table__sealed_tail")
        return told.prefetch_related("table__seats")

    def _told_until(self, table: Table) -> datetime | None:
        return told_until(table, self.request)

    def _tell(self, deals: Iterable[Deal]) -> Iterator[PastDeal]:
        return tell(deals, self.request.user.pk, told_until=self._told_until)

    def list(self, request: Request, *args: object, **kwargs: object) -> Response:
        """List deals that are over, latest first, each with its text in the engine's notation.

        Asked by `since` or `until`, they come in the order in which they ended.
        """
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        told = list(self._tell(page))
        return self.get_paginated_response(self.get_serializer(told, many=True).data)

    @extend_schema(responses=ReplaySerializer)
    def retrieve(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Show a deal step by step."""
        told = replay(self.get_object(), request.user.pk, told_until=self._told_until)
        return Response(ReplaySerializer(told, context=self.get_serializer_context()).data)

    @extend_schema(responses={NOTATION: str}, filters=False)
    @action(detail=True, filterset_class=None)
    def notation(self, request: Request, pk: str) -> HttpResponse:
        """Give the deal as a short text that can be read back and replayed."""
        return _text(self._tell([self.get_object()]))

    @extend_schema(
        responses={NOTATION: str},
        parameters=[OpenApiParameter("table", int, required=True), Stretch],
        filters=False,
    )
    @action(detail=False, pagination_class=None)
    def export(self, request: Request) -> HttpResponse:
        """Give the deals of a table that are over, in order, in the engine's notation."""
        number = request.query_params.get("table", "")
        if not number.isdecimal():
            raise serializers.ValidationError({"table": ["Say which table."]})
        table = get_object_or_404(Table.objects.visible_to(request.user), pk=int(number))
        deals = Stretch(data=request.query_params).of(self.get_queryset().filter(table=table))
        return _text(self._tell(deals.order_by("number")))


class RecordViewSet(Deeds, viewsets.GenericViewSet):
    """What players have done, preset by preset."""

    deeds = {"list": SEE_OWN_RECORD, "retrieve": (SEE_RECORD, SEE_OWN_RECORD)}
    queryset = Rating.objects.none()
    serializer_class = RecordsSerializer
    lookup_value_regex = r"\d{1,18}"
    pagination_class = None

    @extend_schema(operation_id="records_mine", responses=RecordsSerializer)
    def list(self, request: Request) -> Response:
        """Show the caller's own record."""
        return self._record(cast(int, request.user.pk))

    @extend_schema(
        operation_id="records_retrieve",
        responses=RecordsSerializer,
        parameters=[OpenApiParameter("id", int, OpenApiParameter.PATH)],
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show the record of a player from a table that the caller may watch."""
        if not may_hear_of(request.user, int(pk)):
            raise Http404
        return self._record(int(pk))

    def _record(self, player_id: int) -> Response:
        return Response(self.get_serializer({"results": record_of(player_id)}).data)


class RatingFilters(filters.FilterSet):
    preset = filters.ChoiceFilter(
        choices=[(name, name) for name in PRESETS],
        method="rated_as",
        help_text="Some presets are rated together, under the name of one of them.",
    )

    def rated_as(self, ratings: QuerySet[Rating], _: str, preset: str) -> QuerySet[Rating]:
        return ratings.filter(preset=RATED_AS[preset])


class RatingViewSet(Deeds, mixins.ListModelMixin, viewsets.GenericViewSet):
    """Ratings of the players at tables that the caller may watch, the strongest first."""

    queryset = Rating.objects.all()
    serializer_class = RatingSerializer
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = RatingFilters
    ordering = ("-points", "-pk")
    deeds = {"list": SEE_RECORD}

    def get_queryset(self) -> QuerySet[Rating]:
        return ratings_for(self.request.user)


def _text(told: Iterable[PastDeal]) -> HttpResponse:
    return HttpResponse(_notation(told), content_type="text/plain; charset=utf-8")


def _notation(told: Iterable[PastDeal]) -> str:
    """The transcripts as text, an empty line between two."""
    return "\n".join(write_transcript(one.transcript) for one in told if one.transcript is not None)
