"""Accounts over the API: one's own, and those of the clubs that one runs."""

from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from clubs.api.files import a_file, in_lines, whole
from clubs.api.serializers import (
    AccountSerializer,
    EntrySerializer,
    MoveInput,
    TransferSerializer,
)
from clubs.api.transfers import whole_transfer
from clubs.chips import move_chips
from clubs.local_time import zone_of_book
from clubs.models import Member, Player
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rest.moments import EARLIEST
from deploy.rest.pagination import COUNT, COUNTING, LIMIT
from deploy.rights import Deed, Roles, books_as
from deploy.rows import few_of
from games.kinds import occasions
from ledger.declarations import declared_reasons
from ledger.kinds import AccountKind
from ledger.models import Account, AccountQuerySet
from ledger.rights import (
    MOVE_CHIPS,
    SEE_ACCOUNT,
    SEE_OWN_ACCOUNT,
)
from ledger.sheets import sheet, sheet_lines
from ledger.statements import Statement, statement, touching

LOOKING = ("list", "retrieve", "entries", "statement", "statement_file")
IN_LINES = {"csv": sheet, "ndjson": sheet_lines}


class AccountFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="book__club")
    kind = filters.ChoiceFilter(choices=[(kind.value, kind.sentence) for kind in AccountKind])
    holder = filters.NumberFilter(field_name="holder", method="filter_holder")
    is_open = filters.BooleanFilter(field_name="closed_at", lookup_expr="isnull")

    def filter_holder(self, accounts: AccountQuerySet, _: str, holder: int) -> AccountQuerySet:
        return accounts.filter(holder=holder).at_once()


class Period(serializers.Serializer):
    since = serializers.DateTimeField(
        default=EARLIEST, help_text="Entries recorded after this time."
    )
    until = serializers.DateTimeField(
        required=False, help_text="Entries recorded at this time or before."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "until" in attrs and attrs["since"] > attrs["until"]:
            raise serializers.ValidationError({"since": ["It must not be later than until."]})
        return attrs

    def stated(self, account: Account) -> Statement:
        self.is_valid(raise_exception=True)
        given = self.validated_data
        until = given.get("until") or database_now()
        zone = zone_of_book(account.book_id) or ZoneInfo("UTC")
        return statement(account, since=given["since"], until=until, zone=zone)


class Lines(Period):
    """Which lines of a statement; opening and closing balance are those of the whole period."""

    reason = serializers.ChoiceField([str(reason) for reason in declared_reasons()], required=False)

    def get_fields(self) -> dict[str, serializers.Field]:
        """Also what tables are part of: `night`, `tournament`."""
        asked = {
            name: serializers.IntegerField(required=False, help_text=occasion.accounts_are)
            for name, occasion in occasions().items()
        }
        return super().get_fields() | asked

    def chosen(self, stated: Statement) -> QuerySet:
        given, lines = self.validated_data, stated.lines
        if "reason" in given:
            lines = lines.filter(transfer__reason=given["reason"])
        for name, occasion in occasions().items():
            if name in given:
                accounts = Account.objects.filter(occasion.accounts(given[name]))
                lines = touching(lines, accounts)
        return lines


class AccountViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """The caller's accounts, and every account of the clubs that they run."""

    queryset = Account.objects.all()
    serializer_class = AccountSerializer
    filterset_class = AccountFilters
    ordering: tuple[str, ...] = ("-pk",)
    deeds = {
        **dict.fromkeys(LOOKING, (SEE_ACCOUNT, SEE_OWN_ACCOUNT)),
        "transfer": MOVE_CHIPS,
    }

    def deed_at(self, row: Account) -> Deed:
        is_own_to_see = self.action in LOOKING and self._is_own(row)
        return SEE_OWN_ACCOUNT if is_own_to_see else super().deed_at(row)

    def seen_as(self, row: Account) -> Deed | None:
        return SEE_OWN_ACCOUNT if self._is_own(row) else None

    def roles_at(self, row: Account) -> Roles:
        return caller(self.request).roles_in([row.book_id])

    def _is_own(self, row: Account) -> bool:
        """Theirs, or that of a row or a seat which they have claimed."""
        player = caller(self.request)
        seats = Q(seat__player=player) | Q(former_stack__seat__player=player)
        claimed = Q(member__claimed_by__player=player) | seats
        rows = Account.objects.filter(claimed, pk=row.pk)
        return row.holder_id == player.pk or rows.exists()

    def visible_to(self, player: Player) -> QuerySet:
        accounts = Account.objects.select_related("book__club")
        if player.has_everywhere(SEE_ACCOUNT.sees):
            return accounts
        claimed = [Member.objects.filter(claimed_by__player=player)]
        return accounts.for_reasons(
            Q(holder=player),
            Q(pk__in=few_of(claimed, "purse")),
            Q(holder__in=few_of(claimed, "player"), kind=AccountKind.STACK),
            *(Q(book=book) for book in books_as(player, SEE_ACCOUNT.sees)),
        )

    @extend_schema(parameters=[Lines], responses=EntrySerializer(many=True), filters=False)
    @action(detail=True, ordering=("-seq",), filterset_class=None)
    def entries(self, request: Request, pk: str) -> Response:
        """What the account gained and gave, in plain words, latest first."""
        asked = Lines(data=request.query_params)
        page = self.paginate_queryset(asked.chosen(asked.stated(self.get_object())))
        return self.get_paginated_response(EntrySerializer(page, many=True).data)

    @extend_schema(
        parameters=[
            Lines,
            OpenApiParameter("cursor", str),
            OpenApiParameter("limit", LIMIT),
            OpenApiParameter(COUNT, bool, description=COUNTING),
        ],
        responses=inline_serializer(
            "Statement",
            {
                "account": AccountSerializer(),
                "since": serializers.DateTimeField(),
                "until": serializers.DateTimeField(),
                "opening_chips": serializers.IntegerField(),
                "closing_chips": serializers.IntegerField(),
                "next": serializers.URLField(allow_null=True),
                "previous": serializers.URLField(allow_null=True),
                "count": serializers.IntegerField(required=False),
                "results": EntrySerializer(many=True),
            },
        ),
        filters=False,
    )
    @action(detail=True, ordering=("seq",), filterset_class=None)
    def statement(self, request: Request, pk: str) -> Response:
        """Give the opening balance, each line in plain words, and the closing balance."""
        account, asked = self.get_object(), Lines(data=request.query_params)
        stated = asked.stated(account)
        page = self.paginate_queryset(asked.chosen(stated))
        answer = self.get_paginated_response(EntrySerializer(page, many=True).data)
        head = {
            "account": self.get_serializer(account).data,
            "since": stated.since,
            "until": stated.until,
            "opening_chips": stated.opening_chips,
            "closing_chips": stated.closing_chips,
        }
        return Response({**head, **answer.data})

    @a_file(
        "statement",
        *("csv", "ndjson", "pdf", "svg"),
        operation_id="accounts_statement_file",
        parameters=[Period],
        told=OpenApiTypes.BINARY,
    )
    def statement_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """The statement as CSV or NDJSON, as a PDF, or as a chart of the balance (SVG)."""
        account = self.get_object()  # Python reads "7\n" as its number, too.
        stated = Period(data=request.query_params).stated(account)
        name = f"account-{account.pk}"
        if lines := IN_LINES.get(ending):
            return in_lines(lines(stated), name=name, ending=ending)
        return whole(_drawn(stated, ending), name=name, ending=ending)

    @extend_schema(request=MoveInput, responses={201: TransferSerializer})
    @action(detail=True, methods=["post"])
    @idempotent
    def transfer(self, request: Request, pk: str) -> Response:
        """Move chips from a purse to another of the club, or to the corrections, with a reason."""
        account, player = self.get_object(), caller(request)
        given = self.given(MoveInput)
        moved = move_chips(
            account,
            given["to"],
            chips=given["chips"],
            memo=given["memo"],
            key=self.order_key(),
            actor=player,
            at=database_now(),
        )
        return Response(whole_transfer(moved), status=201)


def _drawn(stated: Statement, ending: str) -> bytes:
    """Draw it as a PDF or as a chart; their libraries take a third of a second to import."""
    if ending == "pdf":
        from ledger.papers import paper

        return paper(stated)
    from ledger.charts import chart

    return chart(stated)
