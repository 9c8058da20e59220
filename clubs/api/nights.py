"""Nights over the API: planned, answered, opened, closed."""

from functools import partial

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from clubs.api.at_door import DOOR_DEEDS, AtDoor
from clubs.api.deeds import LOG_DEEDS, DeedsDoor
from clubs.api.door import caller, doer
from clubs.api.dry_runs import NIGHT_OR_REHEARSAL
from clubs.api.links import LINK_DEEDS, LinksDoor
from clubs.api.night_inputs import AnswerInput, NightInput, PlanInput
from clubs.api.night_serializers import NightSerializer, WholeNightSerializer
from clubs.api.papers import NIGHT_PAPER_DEEDS, NightPapersDoor
from clubs.api.partners import PARTNER_DEEDS, PartnersDoor
from clubs.api.places import PLACE_DEEDS, PlacesDoor
from clubs.api.plans import PLAN_DEEDS, PlansDoor
from clubs.api.rounds import ROUND_DEEDS, RoundsDoor
from clubs.api.rules import RULES_DEEDS, RulesDoor
from clubs.api.updates import UpdatedFilters
from clubs.api.wishes import WISH_DEEDS, WishesDoor
from clubs.attendance import answer_night
from clubs.house_rules import NIGHT_RULES
from clubs.models import (
    Answer,
    Attendance,
    LinkUser,
    Night,
    NightPlace,
    NightRound,
    NightStatus,
    NightTable,
    Player,
    current_round,
)
from clubs.nights import cancel_night, change_night, close_night, open_night, plan_night
from clubs.rights import (
    ANSWER_NIGHT,
    CANCEL_NIGHT,
    CHANGE_NIGHT,
    CHANGE_RULES,
    CHECK_IN,
    CLOSE_NIGHT,
    OPEN_NIGHT,
    PLAN_NIGHT,
    SEE_NIGHT,
)
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, repeatable
from deploy.rest.preconditions import if_match, matched
from deploy.rest.rights import refuse_unless
from deploy.rights import Deed
from games.api.stewarding import ClosingInput, DryRunInput


class NightFilters(UpdatedFilters):
    club = filters.NumberFilter(field_name="club")
    status = filters.ChoiceFilter(choices=NightStatus.choices)
    since = filters.IsoDateTimeFilter(field_name="starts_at", lookup_expr="gte")
    until = filters.IsoDateTimeFilter(field_name="starts_at", lookup_expr="lt")


@extend_schema(responses=WholeNightSerializer)
class NightViewSet(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    AtDoor,
    DeedsDoor,
    LinksDoor,
    NightPapersDoor,
    PartnersDoor,
    PlacesDoor,
    PlansDoor,
    RoundsDoor,
    WishesDoor,
    RulesDoor,
):
    """The nights of the caller's clubs, latest first."""

    queryset = Night.objects.all()
    filterset_class = NightFilters
    ordering = ("-starts_at", "-pk")
    holder = NIGHT_RULES
    deeds = {
        **RULES_DEEDS,
        **NIGHT_PAPER_DEEDS,
        **PARTNER_DEEDS,
        **WISH_DEEDS,
        **PLAN_DEEDS,
        **LOG_DEEDS,
        **LINK_DEEDS,
        **DOOR_DEEDS,
        **ROUND_DEEDS,
        **PLACE_DEEDS,
        "list": SEE_NIGHT,
        "retrieve": SEE_NIGHT,
        "create": PLAN_NIGHT,
        "partial_update": CHANGE_NIGHT,
        "answer": (ANSWER_NIGHT, CHECK_IN),
        "open": OPEN_NIGHT,
        "close": CLOSE_NIGHT,
        "cancel": CANCEL_NIGHT,
    }

    def deed_at(self, row: Night) -> Deed:
        if self.action == "answer" and self.names("member"):
            return CHECK_IN
        return super().deed_at(row)

    def get_serializer_class(self) -> type[Serializer]:
        return NightSerializer if self.action == "list" else WholeNightSerializer

    def visible_to(self, player: Player | LinkUser) -> QuerySet:
        nights = Night.objects.visible_to(player).with_here_count()
        if self.action == "list":
            return nights
        people = Attendance.objects.select_related("member__player")
        whole = nights.annotate(current_round=current_round())
        return whole.select_related("club__house_rules__by", "house_rules__by").prefetch_related(
            Prefetch("attendances", people.order_by("member__player__sort_name", "pk")),
            Prefetch("rounds", NightRound.objects.standing().order_by("number")),
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
            refuse_unless(self.roles_at(given["club"]), CHANGE_RULES, scopes=self.scopes)
        night = plan_night(**given, by=caller(request), at=database_now())
        return self.answer_with(night, status=201)

    @extend_schema(request=PlanInput)
    @if_match
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change the plan of a night before people are seated."""
        night, plan = self.get_object(), self.given(PlanInput, partial=True)
        night = change_night(matched(request, night), **plan, by=doer(request), at=database_now())
        return self.answer_with(night)

    @extend_schema(request=AnswerInput)
    @action(detail=True, methods=["post"])
    def answer(self, request: Request, pk: str) -> Response:
        """Say whether you plan to come. If the night is full, you wait for a free place.

        People at the door can say it for any `member`.
        """
        night, given = self.get_object(), self.given(AnswerInput)
        member = given.get("member") or get_object_or_404(
            night.club.members.belonging(), player=caller(request)
        )
        answer = Answer(given["answer"])
        answer_night(night, member, answer, by=doer(request), at=database_now())
        return self.answer_with(night)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, pk: str) -> Response:
        """Let people check in."""
        night = self.get_object()
        return self.answer_with(open_night(night, by=doer(request), at=database_now()))

    @extend_schema(request=ClosingInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"])
    @idempotent
    def close(self, request: Request, pk: str) -> Response:
        """Close every table and the night. All chips go home."""
        night, given = self.get_object(), self.given(ClosingInput)
        dry_run = given.pop("dry_run")
        deed = partial(close_night, night, by=doer(request), at=database_now(), **given)
        return self.carried_out(night, deed, dry_run=dry_run)

    @extend_schema(request=DryRunInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"])
    @idempotent
    def cancel(self, request: Request, pk: str) -> Response:
        """Cancel a night at any time before it closes.

        A deal in play is void, and its stakes go back. Every pool that nobody won is shared out,
        whatever the house rules say. All chips go home. What was won before stays won.
        """
        night, given = self.get_object(), self.given(DryRunInput)
        deed = partial(cancel_night, night, by=doer(request), at=database_now())
        return self.carried_out(night, deed, dry_run=given["dry_run"])
