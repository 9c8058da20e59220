"""Tournaments over the API: announced, entered, left, started, followed."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from clubs.api.door import caller
from clubs.api.rules import RULES_DEEDS, RulesDoor, wish_of
from clubs.models import Member, Player
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, repeatable
from deploy.rest.preconditions import if_match, matched
from deploy.rest.rights import deeds_of
from deploy.rights import Deed
from tournaments.announcements import change_tournament, create_tournament, delete_tournament
from tournaments.api.serializers import (
    AnnouncementInput,
    EntryInput,
    ResultSerializer,
    RoundSerializer,
    TournamentInput,
    TournamentSerializer,
    WholeTournamentSerializer,
    WithdrawalInput,
)
from tournaments.entries import enter, withdraw
from tournaments.house_rules import TOURNAMENT_RULES
from tournaments.meetings import repeat_meetings
from tournaments.models import Entrant, Tournament, TournamentStatus
from tournaments.results import results_of
from tournaments.rights import (
    ANNOUNCE,
    CANCEL,
    CHANGE,
    DELETE,
    ENTER,
    ENTER_ANOTHER,
    SEE,
    START,
    WITHDRAW,
    WITHDRAW_ANOTHER,
)
from tournaments.rounds import drawn_rounds
from tournaments.tournaments import cancel, start


class TournamentFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="club")
    status = filters.ChoiceFilter(choices=TournamentStatus.choices)


@extend_schema(responses=WholeTournamentSerializer)
class TournamentViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, RulesDoor):
    """The tournaments of the caller's clubs, latest first."""

    queryset = Tournament.objects.all()
    filterset_class = TournamentFilters
    ordering = ("-pk",)
    holder = TOURNAMENT_RULES
    deeds = {
        **RULES_DEEDS,
        "list": SEE,
        "retrieve": SEE,
        "rounds": SEE,
        "standings": SEE,
        "create": ANNOUNCE,
        "partial_update": CHANGE,
        "destroy": DELETE,
        "enter": (ENTER, ENTER_ANOTHER),
        "withdraw": (WITHDRAW, WITHDRAW_ANOTHER),
        "start": START,
        "cancel": CANCEL,
    }

    def deed_at(self, row: Tournament) -> Deed:
        deeds = deeds_of(self, self.action)
        return deeds[-1] if self.names("member") else deeds[0]

    def get_serializer_class(self) -> type[Serializer]:
        return TournamentSerializer if self.action == "list" else WholeTournamentSerializer

    def visible_to(self, player: Player) -> QuerySet:
        tournaments = Tournament.objects.visible_to(player).with_counts().select_related("fund")
        if self.action == "list":
            return tournaments
        entrants = Entrant.objects.playing().select_related("member__player").order_by("pk")
        return tournaments.select_related("club__house_rules", "house_rules__by").prefetch_related(
            Prefetch("entrants", entrants, to_attr="entrants_in")
        )

    @extend_schema(responses=TournamentSerializer(many=True))
    def list(self, request: Request) -> Response:
        return super().list(request)

    @extend_schema(request=TournamentInput, responses={201: WholeTournamentSerializer})
    @repeatable
    def create(self, request: Request) -> Response:
        """Announce a tournament. Members can enter at once."""
        given = self.given(TournamentInput)
        rules = wish_of(given)
        tournament = create_tournament(**given, rules=rules, by=caller(request), at=database_now())
        return self.answer_with(tournament, status=201)

    @extend_schema(request=AnnouncementInput)
    @if_match
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change the announcement. Once somebody has entered, only its name and its start."""
        tournament, changes = self.get_object(), self.given(AnnouncementInput, partial=True)
        tournament = matched(request, tournament)
        return self.answer_with(change_tournament(tournament, **changes, at=database_now()))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete the announcement, if nobody has entered."""
        delete_tournament(self.get_object(), at=database_now())
        return Response(status=204)

    @extend_schema(request=EntryInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def enter(self, request: Request, pk: str) -> Response:
        """Enter: the fee goes from the member's purse into the fund."""
        tournament, given = self.get_object(), self.given(EntryInput)
        member, bot_level = self._member(tournament, given), given.get("bot_level", "")
        enter(tournament, member=member, bot_level=bot_level, at=database_now())
        return self.answer_with(tournament)

    @extend_schema(request=WithdrawalInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def withdraw(self, request: Request, pk: str) -> Response:
        """Withdraw. Before the start the fee comes back; later there are no more rounds for you."""
        tournament = self.get_object()
        member = self._member(tournament, self.given(WithdrawalInput))
        withdraw(tournament, member=member, at=database_now())
        return self.answer_with(tournament)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def start(self, request: Request, pk: str) -> Response:
        """Close the entries and open the first round. The others follow by themselves."""
        return self.answer_with(start(self.get_object(), at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def cancel(self, request: Request, pk: str) -> Response:
        """Cancel a tournament before its start. All fees go back."""
        return self.answer_with(cancel(self.get_object(), at=database_now()))

    @extend_schema(responses=RoundSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def rounds(self, request: Request, pk: str) -> Response:
        """List the rounds: who sat where, the chips that they won or lost, and who meets again."""
        rounds = list(drawn_rounds(self.get_object()))
        context = {"meets_again": repeat_meetings(rounds)}
        return Response(RoundSerializer(rounds, many=True, context=context).data)

    @extend_schema(responses=ResultSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def standings(self, request: Request, pk: str) -> Response:
        """Rank everybody after the rounds that are over, with their prizes at the end."""
        return Response(ResultSerializer(results_of(self.get_object()), many=True).data)

    def _member(self, tournament: Tournament, given: dict[str, Any]) -> Member:
        """Whom an order is about: the member named, or the caller."""
        if "member" in given:
            named: Member = given["member"]
            return named
        mine = tournament.club.members.belonging()
        return get_object_or_404(mine, player=caller(self.request))
