"""Deals over the API: what one sees of them, and what one does."""

import threading
from functools import partial
from typing import Any, cast

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from deploy.rest.clock import Clock, database_now
from deploy.rest.idempotency import idempotent
from deploy.rights import may
from games.api.fairness import CardProofSerializer
from games.api.seats import AtTables
from games.api.serializers import (
    ActionInput,
    ActionSerializer,
    DealSerializer,
    SeenDealSerializer,
    TakeBackInput,
)
from games.api.telling import told_until
from games.errors import NotSeated
from games.models import Deal
from games.models.deal import DealQuerySet
from games.play.acting import act
from games.play.taking_back import take_back
from games.rights import PLAY, VOID, WATCH, WATCH_OPEN
from games.sight.card_proofs import prove_cards
from games.sight.deals import see, told_actions
from games.sight.delay import deal_as_of
from games.tasks import hint


class Kept(threading.local):
    """A serializer made once a thread: to make it takes longer than to use it."""

    def __init__(self) -> None:
        self.deal = SeenDealSerializer()


kept = Kept()


class DealFilters(filters.FilterSet):
    table = filters.NumberFilter(field_name="table")
    is_over = filters.BooleanFilter(method="filter_is_over")

    def filter_is_over(self, deals: DealQuerySet, _: str, is_over: bool) -> DealQuerySet:
        known = deals.over_to if is_over else deals.going_on_to
        return known(self.request.user, at=Now())


class DealViewSet(AtTables, viewsets.ReadOnlyModelViewSet):
    """The deals of the tables that the caller may watch, latest first."""

    queryset = Deal.objects.all()
    filter_backends = (filters.DjangoFilterBackend,)
    filterset_class = DealFilters
    deeds = {
        "list": (WATCH, WATCH_OPEN),
        "retrieve": (WATCH, WATCH_OPEN),
        "actions": (WATCH, WATCH_OPEN),
        "cards": (WATCH, WATCH_OPEN),
        "act": PLAY,
        "take_back": VOID,
    }

    def get_queryset(self) -> QuerySet[Deal]:
        if self.action == "list":
            deals = Deal.objects.dealt_for(self.request.user, at=Now())
            return deals.select_related("table")
        # One deal is read by its key alone; at its row `check_object_permissions` asks who sees it.
        deals = Deal.objects.defer(None).select_related("table").defer("table__sealed_tail")
        if self.action == "retrieve":
            deals = deals.with_texts().prefetch_related("table__seats")
        return deals

    def check_object_permissions(self, request: Request, obj: Deal) -> None:
        """Ask the matrix, once the caller is told that it was dealt; who takes it back knows.

        Raises:
            Http404: they are not told yet.
        """
        knows = self.action == "take_back" and may(self.roles_at(obj), VOID)
        until = None if knows else told_until(obj.table, request)
        if until is not None and obj.dealt_at > until:
            raise Http404
        super().check_object_permissions(request, obj)

    def get_serializer_class(self) -> type[Serializer]:
        return DealSerializer if self.action == "list" else SeenDealSerializer

    def paginate_queryset(self, queryset: Any) -> Any:
        """A page of rows as the caller is told of them."""
        page = super().paginate_queryset(queryset)
        return page and [deal_as_of(deal, told_until(deal.table, self.request)) for deal in page]

    def retrieve(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Show a deal with the caller's own view of it."""
        deal = self.get_object()
        sight = see(deal, request.user.pk, until=told_until(deal.table, self.request))
        return Response(kept.deal.to_representation(sight))

    @extend_schema(responses=ActionSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def actions(self, request: Request, pk: str) -> Response:
        """List the actions of the deal that everybody has seen."""
        deal = self.get_object()
        told = told_actions(deal, request.user.pk, until=told_until(deal.table, self.request))
        return Response(ActionSerializer(told, many=True).data)

    @extend_schema(responses=CardProofSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def cards(self, request: Request, pk: str) -> Response:
        """Prove that the cards that the caller has seen match the deal's `cards_root`."""
        deal = self.get_object()
        proofs = prove_cards(deal, request.user.pk, until=told_until(deal.table, self.request))
        return Response(CardProofSerializer(proofs, many=True).data)

    @extend_schema(request=ActionInput, responses=SeenDealSerializer)
    @actions.mapping.post
    def act(self, request: Request, pk: str) -> Response:
        """Act from your seat. The answer is your new view. It is harmless to repeat an action.

        A `ply` that is no longer the deal's is refused with the current one.
        """
        given = ActionInput(data=request.data)
        if not given.is_valid() or not pk.isdecimal():
            self.get_object()  # What is not there is told first.
            raise ValidationError(given.errors)
        player_id = cast(int, request.user.pk)  # Strangers come no further than the permissions.
        try:
            sight = act(int(pk), player_id=player_id, **given.validated_data, at=Clock())
        except NotSeated:
            self.get_object()  # Only people without a seat are asked what else they are there.
            raise
        table = sight.deal.table
        if table.due_at is not None and table.due_at <= table.read_at:
            transaction.on_commit(partial(hint, table.pk))
        return Response(kept.deal.to_representation(sight))

    @extend_schema(request=TakeBackInput, responses=DealSerializer)
    @action(detail=True, methods=["post"], url_path="take-back")
    @idempotent
    def take_back(self, request: Request, pk: str) -> Response:
        """Take a deal back with every chip that it moved. Online it is the last one of its table.

        It stays on the record with who and why. Again it is harmless.
        """
        deal = self.get_object()
        given = TakeBackInput(data=request.data)
        given.is_valid(raise_exception=True)
        actor_id = cast(int, request.user.pk)
        take_back(deal, actor_id=actor_id, **given.validated_data, at=database_now())
        transaction.on_commit(partial(hint, deal.table_id))
        return Response(DealSerializer(self.get_queryset().get(pk=deal.pk)).data)
