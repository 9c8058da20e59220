"""Nights over the API: planned, answered, opened, checked in, seated, played, closed."""

from django.db.models import Count, Prefetch, Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from clubs.api.door import ClubDoor, caller
from clubs.api.serializers import (
    AnswerInput,
    CheckInInput,
    CheckOutInput,
    NightInput,
    NightSerializer,
    PlanInput,
    WelcomeInput,
    WholeNightSerializer,
)
from clubs.attendance import answer_night, check_in, check_out, welcome
from clubs.errors import NotMember
from clubs.models import Answer, Attendance, Night, NightStatus, NightTable, Player
from clubs.nights import (
    change_night,
    close_night,
    open_night,
    open_tables,
    plan_night,
    seat_night,
)
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent


class NightFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="club")
    status = filters.ChoiceFilter(choices=NightStatus.choices)
    since = filters.IsoDateTimeFilter(field_name="starts_at", lookup_expr="gte")
    until = filters.IsoDateTimeFilter(field_name="starts_at", lookup_expr="lt")


@extend_schema(responses=WholeNightSerializer)
class NightViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """The nights of the caller's clubs, latest first."""

    queryset = Night.objects.all()
    filterset_class = NightFilters
    for_members = frozenset({"answer"})
    ordering = ("-starts_at", "-pk")

    def get_serializer_class(self) -> type[Serializer]:
        return NightSerializer if self.action == "list" else WholeNightSerializer

    def visible_to(self, player: Player) -> QuerySet:
        here = Count("attendances", filter=Q(attendances__checked_in_at__isnull=False))
        nights = Night.objects.visible_to(player).annotate(here_count=here)
        if self.action == "list":
            return nights
        people = Attendance.objects.select_related("member__player", "night_table")
        return nights.select_related("club").prefetch_related(
            Prefetch("attendances", people.order_by("member__player__name", "pk")),
            Prefetch("tables", NightTable.objects.order_by("number")),
        )

    @extend_schema(responses=NightSerializer(many=True))
    def list(self, request: Request) -> Response:
        return super().list(request)

    @extend_schema(request=NightInput, responses={201: WholeNightSerializer})
    def create(self, request: Request) -> Response:
        """Plan a night, with the club's house rules."""
        return self.answer_with(plan_night(**self.given(NightInput)), status=201)

    @extend_schema(request=PlanInput)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Plan it otherwise, before people are seated."""
        return self.answer_with(
            change_night(self.get_object(), **self.given(PlanInput, partial=True))
        )

    @extend_schema(request=AnswerInput)
    @action(detail=True, methods=["post"])
    def answer(self, request: Request, pk: str) -> Response:
        """Say whether the caller means to come; where it is full, he waits for a place."""
        night, answer = self.get_object(), Answer(self.given(AnswerInput)["answer"])
        member = night.club.members.active().filter(player=caller(request)).first()
        if member is None:
            raise NotMember(f"You are no member of {night.club}: ask to join it first.")
        answer_night(night, member, answer, at=database_now())
        return self.answer_with(night)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, pk: str) -> Response:
        """Let people check in."""
        return self.answer_with(open_night(self.get_object()))

    @extend_schema(request=CheckInInput)
    @action(detail=True, methods=["post"], url_path="check-in")
    def check_in(self, request: Request, pk: str) -> Response:
        """Note who is here; whoever was noted before stays as he is."""
        night, given = self.get_object(), self.given(CheckInInput)
        check_in(night, given["members"], bot_level=given["bot_level"], at=database_now())
        return self.answer_with(night)

    @extend_schema(request=WelcomeInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def welcome(self, request: Request, pk: str) -> Response:
        """Check in somebody new, known by name alone: a guest, with the opening chips."""
        night = self.get_object()
        welcome(night, self.given(WelcomeInput)["name"], at=database_now())
        return self.answer_with(night)

    @extend_schema(request=CheckOutInput)
    @action(detail=True, methods=["post"], url_path="check-out")
    def check_out(self, request: Request, pk: str) -> Response:
        """Take back a check-in; a seating has to be laid again."""
        night = self.get_object()
        check_out(night, self.given(CheckOutInput)["member"])
        return self.answer_with(night)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def seat(self, request: Request, pk: str) -> Response:
        """Lay the tables for whoever is here; again: lay them anew."""
        return self.answer_with(seat_night(self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="open-tables")
    @idempotent
    def open_tables(self, request: Request, pk: str) -> Response:
        """Open every table; each player's chips go from his purse to his seat."""
        return self.answer_with(open_tables(self.get_object(), at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def close(self, request: Request, pk: str) -> Response:
        """Close every table and the night; all chips go home."""
        return self.answer_with(close_night(self.get_object(), at=database_now()))
