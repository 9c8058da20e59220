"""Free tables over the API: opening one, sitting down, and all that one does between deals."""

from django.db.models import Count, Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from clubs.free_tables import (
    find_invitation,
    open_free_table,
    readmit,
    seat_bot,
    send_away,
    take_rematch,
    take_seat,
)
from clubs.models import Access, Club, FreeTable, Player
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rest.serializers import StrictSerializer
from games.api.telling import told_until
from games.api.terms import TermsInput
from games.bots import BOT_CHOICES, FIRST_BOT
from games.delay import table_as_of
from games.engine import HouseRules
from games.engine.presets import PRESETS
from games.sittings import get_up, sit_out, top_up

MOST_CHIPS = 1_000_000


class OwnClubField(serializers.PrimaryKeyRelatedField):
    """A club that the caller belongs to."""

    default_error_messages = {"does_not_exist": "You belong to no club {pk_value}."}

    def get_queryset(self) -> QuerySet[Club]:
        return Club.objects.visible_to(caller(self.context["request"]))


class FreeTableInput(TermsInput):
    club = OwnClubField()
    name = serializers.CharField(max_length=100)
    access = serializers.ChoiceField(Access.choices, default=Access.MEMBERS)
    seats_limit = serializers.IntegerField(min_value=2, max_value=10, default=5)
    preset = serializers.ChoiceField(
        list(PRESETS), required=False, help_text="The club's own house rules, where left out."
    )
    house_rules = serializers.DictField(
        default=dict, help_text="Options that differ from those, by their names."
    )
    bot_seconds = serializers.FloatField(min_value=0, max_value=30, default=1.5)
    deals_limit = serializers.IntegerField(
        min_value=1, max_value=900, allow_null=True, default=None
    )


class BuyInInput(StrictSerializer):
    chips = serializers.IntegerField(min_value=1, max_value=MOST_CHIPS)


class InvitationInput(BuyInInput):
    code = serializers.CharField(max_length=16)


class BotInput(BuyInInput):
    bot_level = serializers.ChoiceField(BOT_CHOICES, default=FIRST_BOT)


class SeatNumberInput(StrictSerializer):
    seat = serializers.IntegerField(min_value=0, help_text="The number of the seat.")


class FreeTableSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="table.name")
    status = serializers.CharField(source="table.status")
    seats_limit = serializers.IntegerField(source="table.seats_limit")
    people = serializers.IntegerField(source="people_count")
    bots = serializers.IntegerField(source="bots_count")
    pool = serializers.SerializerMethodField(help_text="In chips.")
    is_paused = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField(help_text="For its host alone.")

    class Meta:
        model = FreeTable
        fields = (
            *("id", "club", "table", "host", "name", "access", "status", "seats_limit"),
            *("people", "bots", "pool", "is_paused", "code", "rematch_of"),
        )
        read_only_fields = fields

    def get_is_paused(self, free: FreeTable) -> bool:
        return free.table.paused_at is not None

    def get_pool(self, free: FreeTable) -> int:
        until = told_until(free.table, self.context["request"])
        chips: int = table_as_of(free.table, until).pool.balance
        return chips

    def get_code(self, free: FreeTable) -> str | None:
        is_host = free.host_id == self.context["request"].user.pk
        return free.code if is_host and free.code else None


class FreeTableFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="club")
    access = filters.ChoiceFilter(choices=Access.choices)
    is_open = filters.BooleanFilter(field_name="table__closed_at", lookup_expr="isnull")


@extend_schema(responses=FreeTableSerializer)
class FreeTableViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """The lobby: free tables at which the caller may sit down or look on, latest first.

    Its `table` is played and watched at `/tables/{table}`.
    """

    queryset = FreeTable.objects.all()
    serializer_class = FreeTableSerializer
    filterset_class = FreeTableFilters
    for_members = frozenset(
        {"sit", "leave", "sit_out", "top_up", "seat_bot", "send_away", "let_back", "rematch"}
    )
    ordering = ("-pk",)

    def visible_to(self, player: Player) -> QuerySet:
        return self._counted(FreeTable.objects.visible_to(player))

    def _counted(self, tables: QuerySet) -> QuerySet:
        seated = Q(table__seats__isnull=False, table__seats__cashed_chips=None)
        return tables.select_related("table__pool", "club", "host").annotate(
            people_count=Count("table__seats", filter=seated & Q(table__seats__bot_level="")),
            bots_count=Count("table__seats", filter=seated & ~Q(table__seats__bot_level="")),
        )

    def answer_with(self, row: FreeTable, status: int = 200) -> Response:
        """Whoever was invited may not see it otherwise."""
        row = self._counted(FreeTable.objects.all()).get(pk=row.pk)
        return Response(self.get_serializer(row).data, status=status)

    @extend_schema(responses=FreeTableSerializer(many=True))
    def list(self, request: Request) -> Response:
        return super().list(request)

    @extend_schema(request=FreeTableInput, responses={201: FreeTableSerializer})
    @idempotent
    def create(self, request: Request) -> Response:
        """Open a free table in a club of the caller's; nobody sits there yet."""
        given = self.given(FreeTableInput)
        preset, options = given.pop("preset", None), given.pop("house_rules")
        base = HouseRules.preset(preset) if preset else given["club"].rules
        rules = HouseRules.from_json({**base.to_json(), **options})
        access = Access(given.pop("access"))
        club, host = given.pop("club"), caller(request)
        free = open_free_table(
            club, host=host, access=access, rules=rules, at=database_now(), **given
        )
        return self.answer_with(free, status=201)

    @extend_schema(request=BuyInInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def sit(self, request: Request, pk: str) -> Response:
        """Sit down with so many chips; a bot gives its place up. Dealt in from the next deal on."""
        free = self.get_object()
        chips = self.given(BuyInInput)["chips"]
        take_seat(free, player=caller(request), chips=chips, at=database_now())
        return self.answer_with(free)

    @extend_schema(request=InvitationInput)
    @action(detail=False, methods=["post"])
    @idempotent
    def join(self, request: Request) -> Response:
        """Sit down by invitation, at the table whose code it is."""
        given = self.given(InvitationInput)
        free = find_invitation(given["code"])
        take_seat(free, player=caller(request), at=database_now(), **given)
        return self.answer_with(free)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def leave(self, request: Request, pk: str) -> Response:
        """Get up: at once, or when the deal is over; a bot plays for the caller meanwhile."""
        free = self.get_object()
        get_up(free.table, player_id=caller(request).pk, at=database_now())
        return self.answer_with(free)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="sit-out")
    def sit_out(self, request: Request, pk: str) -> Response:
        """Be dealt in no more, until `POST /tables/{table}/back`."""
        free = self.get_object()
        sit_out(free.table, player_id=caller(request).pk, at=database_now())
        return self.answer_with(free)

    @extend_schema(request=BuyInInput)
    @action(detail=True, methods=["post"], url_path="top-up")
    @idempotent
    def top_up(self, request: Request, pk: str) -> Response:
        """Bring more chips: at once, or before the next deal."""
        free, chips = self.get_object(), self.given(BuyInInput)["chips"]
        top_up(free.table, player_id=caller(request).pk, chips=chips, at=database_now())
        return self.answer_with(free)

    @extend_schema(request=BotInput)
    @action(detail=True, methods=["post"], url_path="seat-bot")
    @idempotent
    def seat_bot(self, request: Request, pk: str) -> Response:
        """Let a bot sit down; the club's bank issues what its purse lacks."""
        free, given = self.get_object(), self.given(BotInput)
        seat_bot(free, by=caller(request), at=database_now(), **given)
        return self.answer_with(free)

    @extend_schema(request=SeatNumberInput)
    @action(detail=True, methods=["post"], url_path="send-away")
    @idempotent
    def send_away(self, request: Request, pk: str) -> Response:
        """Let a bot, or somebody, get up when his deal is over; he does not sit down again."""
        free, number = self.get_object(), self.given(SeatNumberInput)["seat"]
        send_away(free, number=number, by=caller(request), at=database_now())
        return self.answer_with(free)

    @extend_schema(request=SeatNumberInput)
    @action(detail=True, methods=["post"], url_path="let-back")
    @idempotent
    def let_back(self, request: Request, pk: str) -> Response:
        """Let whoever was sent away from a seat sit down again."""
        free, number = self.get_object(), self.given(SeatNumberInput)["seat"]
        readmit(free, number=number, by=caller(request))
        return self.answer_with(free)

    @extend_schema(request=BuyInInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def rematch(self, request: Request, pk: str) -> Response:
        """Sit down at the table that follows this closed one; answers with it."""
        free, chips = self.get_object(), self.given(BuyInInput)["chips"]
        again = take_rematch(free, player=caller(request), chips=chips, at=database_now())
        return self.answer_with(again)
