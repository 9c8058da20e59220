"""Tables over the API."""

from typing import cast

from django.db.models import Prefetch, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from games.api.serializers import ProofSchema, TableSerializer, WholeTableSerializer
from games.deals import come_back
from games.models import Mode, Seat, Table
from games.revealing import reveal


class TableFilters(filters.FilterSet):
    mode = filters.ChoiceFilter(choices=Mode.choices)
    is_open = filters.BooleanFilter(field_name="closed_at", lookup_expr="isnull")
    player = filters.NumberFilter(field_name="seats__player")


class TableViewSet(viewsets.ReadOnlyModelViewSet):
    """The tables that the caller may watch, latest first."""

    queryset = Table.objects.all()
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = TableFilters

    def get_queryset(self) -> QuerySet[Table]:
        tables = Table.objects.visible_to(self.request.user).select_related("pool")
        if self.action == "list":
            return tables
        seats = Seat.objects.select_related("player", "stack").order_by("number")
        return tables.prefetch_related(Prefetch("seats", seats))

    def get_serializer_class(self) -> type[Serializer]:
        return TableSerializer if self.action == "list" else WholeTableSerializer

    @extend_schema(responses=ProofSchema)
    @action(detail=True)
    def proof(self, request: Request, pk: str) -> Response:
        """The seeds and actions of a closed table, from which every deal can be recomputed."""
        return Response(reveal(self.get_object()))

    @extend_schema(request=None, responses=WholeTableSerializer)
    @action(detail=True, methods=["post"])
    def back(self, request: Request, pk: str) -> Response:
        """Say that the caller is here again, after his clock ran out."""
        come_back(self.get_object(), player_id=cast(int, request.user.pk))
        return Response(self.get_serializer(self.get_object()).data)
