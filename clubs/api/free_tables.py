"""Free tables over the API: opening one, sitting down, and all that one does between deals."""

import functools
from collections.abc import Callable
from typing import Any

from django.db.models import OuterRef, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from clubs.api.free_table_serializers import (
    BotInput,
    BuyInInput,
    FreeTableInput,
    FreeTableSerializer,
    InvitationInput,
)
from clubs.api.rules import wish_of
from clubs.free_tables import (
    FreeTableSight,
    find_invitation,
    open_free_table,
    readmit,
    seat_bot,
    see_free_table,
    send_away,
    take_rematch,
    take_seat,
)
from clubs.house_rules import rules_for_table
from clubs.models import Access, FreeTable, Player
from clubs.rights import (
    BRING,
    JOIN,
    LEAVE_SEAT,
    LET_BACK,
    OPEN_FREE_TABLE,
    SEAT_BOT,
    SEAT_CLUBS_BOT,
    SEE_FREE_TABLE,
    SEE_OPEN_TABLE,
    SEND_AWAY,
    SIT,
    SIT_AT_OPEN,
    SIT_OUT,
    SIT_WITHOUT_CODE,
)
from clubs.visitors import visit
from deploy.rest.clock import database_now
from deploy.rest.idempotency import HEADER, idempotent
from deploy.rights import MEMBERS, Deed, Role, Roles, may
from deploy.rows import count_of
from games.api.stewarding import SeatNumberInput
from games.api.telling import told_until
from games.models import Seat
from games.sight.roles import roles_at_table
from games.tables.sittings import bring_chips, get_up, sit_out

SITTING = {
    Access.OPEN: SIT_AT_OPEN,
    Access.MEMBERS: SIT,
    Access.INVITATION: SIT_WITHOUT_CODE,
}

SeatDoor = Callable[..., Response]


def arriving(door: SeatDoor) -> SeatDoor:
    """Let the caller arrive before the order itself, so that a refusal leaves them a visitor.

    It stands above `@idempotent`, which takes everything back that belongs to a refused order.
    """

    @functools.wraps(door)
    def arrive_first(view: "FreeTableViewSet", request: Request, **kwargs: str) -> Response:
        if HEADER in request.headers:
            view.arrive()
        return door(view, request, **kwargs)

    return arrive_first


class FreeTableFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="club")
    access = filters.ChoiceFilter(choices=Access.choices)
    is_open = filters.BooleanFilter(field_name="table__closed_at", lookup_expr="isnull")


@extend_schema(responses=FreeTableSerializer)
class FreeTableViewSet(mixins.ListModelMixin, ClubDoor):
    """The lobby: free tables where the caller can sit down or watch, latest first.

    Its `table` is played and watched at `/tables/{table}`.
    """

    queryset = FreeTable.objects.all()
    serializer_class = FreeTableSerializer
    filterset_class = FreeTableFilters
    ordering = ("-pk",)
    deeds = {
        "list": (SEE_FREE_TABLE, SEE_OPEN_TABLE),
        "retrieve": (SEE_FREE_TABLE, SEE_OPEN_TABLE),
        "create": OPEN_FREE_TABLE,
        "sit": tuple(SITTING.values()),
        "join": (JOIN, SEE_OPEN_TABLE),
        "rematch": tuple(SITTING.values()),
        "leave": LEAVE_SEAT,
        "sit_out": SIT_OUT,
        "bring_chips": BRING,
        "seat_bot": (SEAT_BOT, SEAT_CLUBS_BOT),
        "send_away": (SEAT_BOT, SEAT_CLUBS_BOT, SEND_AWAY),
        "let_back": LET_BACK,
    }

    def visible_to(self, player: Player) -> QuerySet:
        return self._counted(FreeTable.objects.visible_to(player))

    def deed_at(self, row: FreeTable) -> Deed:
        if self.action == "retrieve":
            return self.seen_as(row)
        if self.action in ("sit", "rematch"):
            return SITTING[Access(row.access)]
        if self.action in ("seat_bot", "send_away"):
            return SEAT_BOT if row.club.hosts_seat_bots else SEAT_CLUBS_BOT
        return super().deed_at(row)

    def seen_as(self, row: FreeTable) -> Deed:
        return SEE_OPEN_TABLE if row.access == Access.OPEN else SEE_FREE_TABLE

    def roles_at(self, row: FreeTable) -> Roles:
        player = caller(self.request)
        roles = roles_at_table(player, row.table, super().roles_at(row))
        is_host = row.host_id == player.pk and not roles.isdisjoint(MEMBERS)
        return roles | {Role.HOST} if is_host else roles

    def _invited(self, code: str) -> FreeTable:
        free = find_invitation(code)
        self.ask(JOIN, free)
        return free

    def _counted(self, tables: QuerySet) -> QuerySet:
        seats = Seat.objects.taken().filter(table=OuterRef("table"))
        return tables.select_related("table__pool", "club", "host").annotate(
            people_count=count_of(seats.filter(bot_level=""), "table"),
            bots_count=count_of(seats.exclude(bot_level=""), "table"),
        )

    def answer_with(self, row: FreeTable, status: int = 200) -> Response:
        """People who were invited may not see it otherwise."""
        row = self._counted(FreeTable.objects.all()).get(pk=row.pk)
        return Response(self.get_serializer(self._seen(row)).data, status=status)

    def paginate_queryset(self, queryset: Any) -> Any:
        """A page of rows as the caller sees them."""
        page = super().paginate_queryset(queryset)
        return page and [self._seen(free) for free in page]

    def _seen(self, free: FreeTable) -> FreeTableSight:
        until = told_until(free.table, self.request)
        return see_free_table(free, caller(self.request).pk, until=until)

    def arrive(self) -> None:
        """A stranger becomes a visitor, if the request can be read."""
        if self.action == "join":
            free = self._invited(self.given(InvitationInput)["code"])
        else:
            free = self.get_object()
            self.given(BuyInInput)
        if free.table.closed_at is None:
            visit(free, player=caller(self.request), at=database_now())

    @extend_schema(responses=FreeTableSerializer(many=True))
    def list(self, request: Request) -> Response:
        return super().list(request)

    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a free table where the caller can sit down or watch."""
        return Response(self.get_serializer(self._seen(self.get_object())).data)

    @extend_schema(request=FreeTableInput, responses={201: FreeTableSerializer})
    @idempotent
    def create(self, request: Request) -> Response:
        """Open a free table in one of the caller's clubs. Nobody sits there yet."""
        given = self.given(FreeTableInput)
        access = Access(given.pop("access"))
        club, host = given.pop("club"), caller(request)
        rules = rules_for_table(club, **wish_of(given))
        free = open_free_table(
            club, host=host, access=access, rules=rules, at=database_now(), **given
        )
        return self.answer_with(free, status=201)

    @extend_schema(request=BuyInInput)
    @action(detail=True, methods=["post"])
    @arriving
    @idempotent
    def sit(self, request: Request, pk: str) -> Response:
        """Sit down with these chips; a bot gives up its seat. You are dealt in from the next deal.

        A stranger becomes a visitor of the club, whose purse is empty
        until an organiser welcomes them.
        """
        free = self.get_object()
        chips = self.given(BuyInInput)["chips"]
        take_seat(free, player=caller(request), chips=chips, at=database_now())
        return self.answer_with(free)

    @extend_schema(request=InvitationInput)
    @action(detail=False, methods=["post"])
    @arriving
    @idempotent
    def join(self, request: Request) -> Response:
        """Sit down by invitation, at the table with this code."""
        given = self.given(InvitationInput)
        free = self._invited(given["code"])
        take_seat(free, player=caller(request), chips=given["chips"], at=database_now())
        return self.answer_with(free)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def leave(self, request: Request, pk: str) -> Response:
        """Get up: at once, or after the deal. Until then a bot plays for you."""
        free = self.get_object()
        get_up(free.table, player_id=caller(request).pk, at=database_now())
        return self.answer_with(free)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="sit-out")
    def sit_out(self, request: Request, pk: str) -> Response:
        """Stop being dealt in, until `POST /tables/{table}/back`."""
        free = self.get_object()
        sit_out(free.table, player_id=caller(request).pk)
        return self.answer_with(free)

    @extend_schema(request=BuyInInput)
    @action(detail=True, methods=["post"], url_path="bring-chips")
    @idempotent
    def bring_chips(self, request: Request, pk: str) -> Response:
        """Bring more chips: at once, or before the next deal."""
        free, chips = self.get_object(), self.given(BuyInInput)["chips"]
        bring_chips(free.table, player_id=caller(request).pk, chips=chips, at=database_now())
        return self.answer_with(free)

    @extend_schema(request=BotInput)
    @action(detail=True, methods=["post"], url_path="seat-bot")
    @idempotent
    def seat_bot(self, request: Request, pk: str) -> Response:
        """Let a bot sit down with the club's buy-in for bots, from its house purse."""
        free, given = self.get_object(), self.given(BotInput)
        is_hosts = not may(self.roles_at(free), SEAT_CLUBS_BOT)
        seat_bot(free, is_host_limited=is_hosts, at=database_now(), **given)
        return self.answer_with(free)

    @extend_schema(request=SeatNumberInput)
    @action(detail=True, methods=["post"], url_path="send-away")
    @idempotent
    def send_away(self, request: Request, pk: str) -> Response:
        """Make a bot or a player get up after their deal. They cannot sit down again."""
        free, number = self.get_object(), self.given(SeatNumberInput)["seat"]
        if not free.table.seats.taken().filter(number=number).exclude(bot_level="").exists():
            self.ask(SEND_AWAY, free)
        send_away(free, number=number, at=database_now())
        return self.answer_with(free)

    @extend_schema(request=SeatNumberInput)
    @action(detail=True, methods=["post"], url_path="let-back")
    @idempotent
    def let_back(self, request: Request, pk: str) -> Response:
        """Let a player sit down again after they were sent away."""
        free, number = self.get_object(), self.given(SeatNumberInput)["seat"]
        readmit(free, number=number)
        return self.answer_with(free)

    @extend_schema(request=BuyInInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def rematch(self, request: Request, pk: str) -> Response:
        """Sit down at the table that follows this closed one. The answer is that table."""
        free, chips = self.get_object(), self.given(BuyInInput)["chips"]
        again = take_rematch(free, player=caller(request), chips=chips, at=database_now())
        return self.answer_with(again)
