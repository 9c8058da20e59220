"""Tournaments over the API: announced, entered, left, started, followed."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from clubs.api.door import ClubDoor, caller
from clubs.models import Member, Player
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from tournaments.api.serializers import (
    EntryInput,
    ResultSerializer,
    RoundSerializer,
    TournamentInput,
    TournamentSerializer,
    WholeTournamentSerializer,
    WithdrawalInput,
)
from tournaments.awards import results_of
from tournaments.errors import NotMember
from tournaments.models import Entrant, Tournament, TournamentStatus
from tournaments.rounds import drawn_rounds
from tournaments.tournaments import cancel, create_tournament, enter, start, withdraw


class TournamentFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="club")
    status = filters.ChoiceFilter(choices=TournamentStatus.choices)


@extend_schema(responses=WholeTournamentSerializer)
class TournamentViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """The tournaments of the caller's clubs, latest first."""

    queryset = Tournament.objects.all()
    filterset_class = TournamentFilters
    ordering = ("-pk",)

    def get_serializer_class(self) -> type[Serializer]:
        return TournamentSerializer if self.action == "list" else WholeTournamentSerializer

    def visible_to(self, player: Player) -> QuerySet:
        tournaments = Tournament.objects.visible_to(player).with_counts().select_related("fund")
        if self.action == "list":
            return tournaments
        entrants = Entrant.objects.playing().select_related("member__player").order_by("pk")
        return tournaments.select_related("club").prefetch_related(
            Prefetch("entrants", entrants, to_attr="entrants_in")
        )

    @extend_schema(responses=TournamentSerializer(many=True))
    def list(self, request: Request) -> Response:
        return super().list(request)

    @extend_schema(request=TournamentInput, responses={201: WholeTournamentSerializer})
    def create(self, request: Request) -> Response:
        """Announce a tournament under the club's house rules; members may enter at once."""
        tournament = create_tournament(**self.given(TournamentInput), at=database_now())
        return self.answer_with(tournament, status=201)

    @extend_schema(request=EntryInput)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    @idempotent
    def enter(self, request: Request, pk: str) -> Response:
        """Enter: the fee goes from the member's purse into the fund."""
        tournament, given = self.get_object(), self.given(EntryInput)
        member, bot_level = self._member(tournament, given), given.get("bot_level", "")
        enter(tournament, member=member, bot_level=bot_level, at=database_now())
        return self.answer_with(tournament)

    @extend_schema(request=WithdrawalInput)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    @idempotent
    def withdraw(self, request: Request, pk: str) -> Response:
        """Leave: before the start the fee comes back; later one is drawn no more."""
        tournament = self.get_object()
        member = self._member(tournament, self.given(WithdrawalInput))
        withdraw(tournament, member=member, at=database_now())
        return self.answer_with(tournament)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def start(self, request: Request, pk: str) -> Response:
        """Close the entries and open the first round; the others follow by themselves."""
        return self.answer_with(start(self.get_object(), at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def cancel(self, request: Request, pk: str) -> Response:
        """Call it off before the start; all fees go back."""
        return self.answer_with(cancel(self.get_object(), at=database_now()))

    @extend_schema(responses=RoundSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def rounds(self, request: Request, pk: str) -> Response:
        """Each round with its draw: who sat where, and what he made of it."""
        return Response(RoundSerializer(drawn_rounds(self.get_object()), many=True).data)

    @extend_schema(responses=ResultSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def standings(self, request: Request, pk: str) -> Response:
        """Everybody's rank after the rounds that are over, and what he won at the end."""
        return Response(ResultSerializer(results_of(self.get_object()), many=True).data)

    def _member(self, tournament: Tournament, given: dict[str, Any]) -> Member:
        """Whom an order is about: the member named, or the caller."""
        if "member" in given:
            named: Member = given["member"]
            return named
        mine = tournament.club.members.active().filter(player=caller(self.request)).first()
        if mine is None:
            raise NotMember(f"You are no member of {tournament.club}: ask to join it first.")
        return mine
