"""Nights over the API: planned, answered, opened, checked in, seated, played, closed."""

from django.db.models import Count, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from clubs.api.door import caller
from clubs.api.night_serializers import (
    AnotherTableInput,
    AnswerInput,
    CheckInInput,
    CheckOutInput,
    JoinInput,
    LeaveTableInput,
    MoveToInput,
    NightInput,
    NightSerializer,
    PlanInput,
    RoundInput,
    SeatingInput,
    TopUpInput,
    WelcomeInput,
    WholeNightSerializer,
)
from clubs.api.partners import PARTNER_DEEDS, PartnersDoor
from clubs.api.rules import RULES_DEEDS, RulesDoor
from clubs.api.wishes import WISH_DEEDS, WishesDoor
from clubs.attendance import answer_night, check_in, check_out, welcome
from clubs.draws import repair_rounds, seat_night
from clubs.house_rules import NIGHT_RULES
from clubs.models import (
    Answer,
    Attendance,
    Night,
    NightPlace,
    NightRound,
    NightStatus,
    NightTable,
    Player,
    current_round,
)
from clubs.nights import change_night, close_night, open_night, plan_night
from clubs.places import (
    bring_chips,
    join_table,
    leave_table,
    move_player,
    open_another_table,
)
from clubs.rights import (
    ANSWER_NIGHT,
    BRING_FOR,
    CHANGE_NIGHT,
    CHANGE_RULES,
    CHECK_IN,
    CHECK_OUT,
    CLOSE_NIGHT,
    END_ROUND,
    NEXT_ROUND,
    OPEN_NIGHT,
    OPEN_TABLES,
    PLAN_NIGHT,
    REPAIR_ROUNDS,
    SEAT_NIGHT,
    SEAT_PEOPLE,
    SEE_NIGHT,
    WELCOME,
)
from clubs.rounds import end_round, next_round, open_tables
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, repeatable
from deploy.rest.preconditions import if_match, matched
from deploy.rest.rights import refuse_unless


class NightFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="club")
    status = filters.ChoiceFilter(choices=NightStatus.choices)
    since = filters.IsoDateTimeFilter(field_name="starts_at", lookup_expr="gte")
    until = filters.IsoDateTimeFilter(field_name="starts_at", lookup_expr="lt")


@extend_schema(responses=WholeNightSerializer)
class NightViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, PartnersDoor, WishesDoor, RulesDoor
):
    """The nights of the caller's clubs, latest first."""

    queryset = Night.objects.all()
    filterset_class = NightFilters
    ordering = ("-starts_at", "-pk")
    holder = NIGHT_RULES
    deeds = {
        **RULES_DEEDS,
        **PARTNER_DEEDS,
        **WISH_DEEDS,
        "list": SEE_NIGHT,
        "retrieve": SEE_NIGHT,
        "create": PLAN_NIGHT,
        "partial_update": CHANGE_NIGHT,
        "answer": ANSWER_NIGHT,
        "open": OPEN_NIGHT,
        "check_in": CHECK_IN,
        "check_out": CHECK_OUT,
        "welcome": WELCOME,
        "seat": SEAT_NIGHT,
        "repair": REPAIR_ROUNDS,
        "open_tables": OPEN_TABLES,
        "end_round": END_ROUND,
        "next_round": NEXT_ROUND,
        "join": SEAT_PEOPLE,
        "another_table": SEAT_PEOPLE,
        "leave_table": SEAT_PEOPLE,
        "move": SEAT_PEOPLE,
        "bring_chips": BRING_FOR,
        "close": CLOSE_NIGHT,
    }

    def get_serializer_class(self) -> type[Serializer]:
        return NightSerializer if self.action == "list" else WholeNightSerializer

    def visible_to(self, player: Player) -> QuerySet:
        here = Count("attendances", filter=Q(attendances__checked_in_at__isnull=False))
        nights = Night.objects.visible_to(player).annotate(here_count=here)
        if self.action == "list":
            return nights
        people = Attendance.objects.select_related("member__player")
        whole = nights.annotate(current_round=current_round())
        return whole.select_related("club__house_rules__by", "house_rules__by").prefetch_related(
            Prefetch("attendances", people.order_by("member__player__name", "pk")),
            Prefetch("rounds", NightRound.objects.order_by("number")),
            Prefetch("rounds__tables", NightTable.objects.order_by("number")),
            Prefetch("rounds__tables__places", NightPlace.objects.told().round_the_tables()),
        )

    @extend_schema(responses=NightSerializer(many=True))
    def list(self, request: Request) -> Response:
        return super().list(request)

    @extend_schema(request=NightInput, responses={201: WholeNightSerializer})
    @repeatable
    def create(self, request: Request) -> Response:
        """Plan a night. It follows the club's house rules unless you send `rules` of its own."""
        given = self.given(NightInput)
        if "rules" in given:
            refuse_unless(self.roles_at(given["club"]), CHANGE_RULES)
        night = plan_night(**given, by=caller(request), at=database_now())
        return self.answer_with(night, status=201)

    @extend_schema(request=PlanInput)
    @if_match
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change the plan of a night before people are seated."""
        night, plan = self.get_object(), self.given(PlanInput, partial=True)
        return self.answer_with(change_night(matched(request, night), **plan, at=database_now()))

    @extend_schema(request=AnswerInput)
    @action(detail=True, methods=["post"])
    def answer(self, request: Request, pk: str) -> Response:
        """Say whether you plan to come. If the night is full, you wait for a free place."""
        night, answer = self.get_object(), Answer(self.given(AnswerInput)["answer"])
        members = night.club.members.belonging()
        member = get_object_or_404(members, player=caller(request))
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
        """Check people in. It is harmless to check somebody in twice."""
        night, given = self.get_object(), self.given(CheckInInput)
        check_in(night, given["members"], bot_level=given["bot_level"], at=database_now())
        return self.answer_with(night)

    @extend_schema(request=WelcomeInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def welcome(self, request: Request, pk: str) -> Response:
        """Add somebody new by name and check them in, as a guest with the opening chips."""
        night = self.get_object()
        welcome(night, self.given(WelcomeInput)["name"], at=database_now())
        return self.answer_with(night)

    @extend_schema(request=CheckOutInput)
    @action(detail=True, methods=["post"], url_path="check-out")
    def check_out(self, request: Request, pk: str) -> Response:
        """Take back a check-in. People must then be seated again."""
        night = self.get_object()
        check_out(night, self.given(CheckOutInput)["member"])
        return self.answer_with(night)

    @extend_schema(request=SeatingInput)
    @action(detail=True, methods=["post"])
    @repeatable
    def seat(self, request: Request, pk: str) -> Response:
        """Draw the next round for the people who are here, or several rounds ahead.

        Send it again for another draw. While a round is played, the ones after it are drawn.
        """
        return self.answer_with(seat_night(self.get_object(), **self.given(SeatingInput)))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @repeatable
    def repair(self, request: Request, pk: str) -> Response:
        """Give those who came a place in the rounds that are drawn, and close gaps of those gone.

        For each person who came, at most two people change table.
        """
        return self.answer_with(repair_rounds(self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="open-tables")
    @idempotent
    def open_tables(self, request: Request, pk: str) -> Response:
        """Open every table. Each player's chips go from their purse to their seat."""
        return self.answer_with(open_tables(self.get_object(), at=database_now()))

    @extend_schema(request=RoundInput)
    @action(detail=True, methods=["post"], url_path="end-round")
    @idempotent
    def end_round(self, request: Request, pk: str) -> Response:
        """Close the tables of a round. Chips go home, and everybody stays for the next one."""
        night, number = self.get_object(), self.given(RoundInput)["round"]
        return self.answer_with(end_round(night, number=number, at=database_now()))

    @extend_schema(request=RoundInput)
    @action(detail=True, methods=["post"], url_path="next-round")
    @idempotent
    def next_round(self, request: Request, pk: str) -> Response:
        """End a round, seat everybody who is here again, and open the tables of the next round."""
        night, number = self.get_object(), self.given(RoundInput)["round"]
        return self.answer_with(next_round(night, number=number, at=database_now()))

    @extend_schema(request=JoinInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def join(self, request: Request, pk: str) -> Response:
        """Seat people who came late at an open table, with the buy-in of the night.

        They pay the stake at their first deal. If that number cannot play by the rules,
        nobody is seated, and `possible` tells which numbers can.
        """
        night, given = self.get_object(), self.given(JoinInput)
        number, members = given.pop("table"), given.pop("members")
        return self.answer_with(
            join_table(night, members, number=number, at=database_now(), **given)
        )

    @extend_schema(request=AnotherTableInput)
    @action(detail=True, methods=["post"], url_path="another-table")
    @idempotent
    def another_table(self, request: Request, pk: str) -> Response:
        """Open one more table in this round, for people who wait."""
        night, given = self.get_object(), self.given(AnotherTableInput)
        return self.answer_with(open_another_table(night, at=database_now(), **given))

    @extend_schema(request=LeaveTableInput)
    @action(detail=True, methods=["post"], url_path="leave-table")
    @idempotent
    def leave_table(self, request: Request, pk: str) -> Response:
        """Let people leave their tables with their chips. They may come back.

        In a deal that is played online they go when it is over.
        """
        night, given = self.get_object(), self.given(LeaveTableInput)
        return self.answer_with(leave_table(night, at=database_now(), **given))

    @extend_schema(request=MoveToInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def move(self, request: Request, pk: str) -> Response:
        """Move somebody to another table of this round, with what lies before them."""
        night, given = self.get_object(), self.given(MoveToInput)
        number, member = given.pop("table"), given.pop("member")
        return self.answer_with(
            move_player(night, member, number=number, at=database_now(), **given)
        )

    @extend_schema(request=TopUpInput)
    @action(detail=True, methods=["post"], url_path="bring-chips")
    @idempotent
    def bring_chips(self, request: Request, pk: str) -> Response:
        """Bring more chips to somebody's seat at a table of real cards, between two deals."""
        night, given = self.get_object(), self.given(TopUpInput)
        bring_chips(night, by=caller(request), at=database_now(), **given)
        return self.answer_with(night)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def close(self, request: Request, pk: str) -> Response:
        """Close every table and the night. All chips go home."""
        return self.answer_with(close_night(self.get_object(), at=database_now()))
