"""Transfers over the API: those of the clubs that one runs, and taking one back."""

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from clubs.api.serializers import ReversalInput, TransferSerializer
from clubs.models import Club, Player
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rights import Deed, Roles, books_as
from ledger.declarations import reason_choices
from ledger.models import Transfer, TransferQuerySet
from ledger.reversals import reverse_by_hand
from ledger.rights import REVERSE, SEE_OWN_TRANSFER, SEE_TRANSFER


class TransferFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="book__club")
    reason = filters.ChoiceFilter(choices=reason_choices())
    since = filters.IsoDateTimeFilter(
        method="filter_since", help_text="Transfers recorded at this time or later."
    )
    until = filters.IsoDateTimeFilter(
        method="filter_until", help_text="Transfers recorded before this time."
    )

    def filter_since(self, rows: TransferQuerySet, _: str, moment: datetime) -> TransferQuerySet:
        return rows.recorded_since(moment)

    def filter_until(self, rows: TransferQuerySet, _: str, moment: datetime) -> TransferQuerySet:
        return rows.recorded_until(moment)


class TransferViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """Transfers in the caller's accounts, and in the clubs that they run."""

    queryset = Transfer.objects.all()
    serializer_class = TransferSerializer
    filterset_class = TransferFilters
    deeds = {
        "list": SEE_TRANSFER,
        "retrieve": (SEE_TRANSFER, SEE_OWN_TRANSFER),
        "reverse": REVERSE,
    }

    def deed_at(self, row: Transfer) -> Deed:
        seen_as = self.seen_as(row) if self.action == "retrieve" else None
        return seen_as or super().deed_at(row)

    def seen_as(self, row: Transfer) -> Deed | None:
        player = caller(self.request)
        claimed = Q(account__member__claimed_by__player=player)
        mine = row.entries.filter(Q(account__holder=player) | claimed)
        return SEE_OWN_TRANSFER if mine.exists() else None

    def roles_at(self, row: Transfer) -> Roles:
        return caller(self.request).roles_in([row.book_id])

    def list(self, request: Request, *args: object, **kwargs: object) -> Response:
        """List the transfers of the clubs that you run, latest first.

        Those of one account, such as your own purse, are its `entries`.
        """
        return super().list(request, *args, **kwargs)

    def visible_to(self, player: Player) -> QuerySet:
        if self.action == "list":
            return self._of_clubs_run_by(player).prefetch_related("entries")
        clubs = Club.objects.of(player, SEE_TRANSFER.sees)
        claimed = Q(entries__account__member__claimed_by__player=player)
        mine = Q(entries__account__holder=player) | claimed | Q(book__club__in=clubs)
        every = Transfer.objects.all()
        sees_all = player.has_everywhere(SEE_TRANSFER.sees)
        rows = every if sees_all else every.filter(mine).distinct()
        return rows.prefetch_related("entries")

    def _of_clubs_run_by(self, player: Player) -> TransferQuerySet:
        if player.has_everywhere(SEE_TRANSFER.sees):
            return Transfer.objects.all()
        books = books_as(player, SEE_TRANSFER.sees)
        return Transfer.objects.for_reasons(*(Q(book=book) for book in books))

    @extend_schema(request=ReversalInput, responses={201: TransferSerializer})
    @action(detail=True, methods=["post"])
    @idempotent
    def reverse(self, request: Request, pk: str) -> Response:
        """Take back a transfer by hand, once. Spent chips come from the corrections."""
        transfer, player = self.get_object(), caller(request)
        memo = self.given(ReversalInput)["memo"]
        back = reverse_by_hand(transfer, actor_id=player.pk, memo=memo, at=database_now())
        return Response(whole_transfer(back), status=201)


def whole_transfer(transfer: Transfer) -> dict[str, Any]:
    """All of it, its legs too: people who moved chips may see all that they moved."""
    row = Transfer.objects.prefetch_related("entries").get(pk=transfer.pk)
    answer: dict[str, Any] = TransferSerializer(row).data
    return answer
