"""Accounts over the API: one's own, and those of the clubs that one runs."""

from datetime import UTC, datetime

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor
from clubs.api.serializers import AccountSerializer, EntrySerializer
from clubs.models import Club, Player
from deploy.rest.clock import database_now
from ledger.kinds import AccountKind
from ledger.models import Account
from ledger.statements import statement

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class AccountFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="book__club")
    kind = filters.ChoiceFilter(choices=[(kind.value, kind.sentence) for kind in AccountKind])
    holder = filters.NumberFilter(field_name="holder")
    is_open = filters.BooleanFilter(field_name="closed_at", lookup_expr="isnull")


class Period(serializers.Serializer):
    since = serializers.DateTimeField(default=LONG_AGO)
    until = serializers.DateTimeField(required=False)


class AccountViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """The caller's accounts, and every account of the clubs that he runs."""

    queryset = Account.objects.all()
    serializer_class = AccountSerializer
    filterset_class = AccountFilters
    ordering: tuple[str, ...] = ("-pk",)

    def visible_to(self, player: Player) -> QuerySet:
        clubs = Club.objects.run_by(player)
        mine = Account.objects.filter(Q(holder=player) | Q(book__club__in=clubs))
        every = Account.objects.all() if player.is_superuser else mine.distinct()
        return every.select_related("book__club")

    @extend_schema(parameters=[Period], responses=EntrySerializer(many=True), filters=False)
    @action(detail=True, ordering=("-seq",), filterset_class=None)
    def entries(self, request: Request, pk: str) -> Response:
        """What the account gained and gave, in plain words, latest first."""
        account = self.get_object()
        period = Period(data=request.query_params)
        period.is_valid(raise_exception=True)
        given = {"until": database_now(), **period.validated_data}
        page = self.paginate_queryset(statement(account, **given).lines)
        return self.get_paginated_response(EntrySerializer(page, many=True).data)
