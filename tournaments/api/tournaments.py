"""Tournaments over the API: announced, entered, left, started, followed."""

from typing import Any

from django.db.models import Case, F, Prefetch, QuerySet, Value, When
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from clubs.api.door import caller
from clubs.api.rules import RULES_DEEDS, wish_of
from clubs.api.updates import UpdatedFilters
from clubs.models import Member, Player
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, repeatable
from deploy.rest.preconditions import if_match, matched
from deploy.rest.rights import deeds_of
from deploy.rights import Deed
from tournaments.announcements import change_tournament, create_tournament, delete_tournament
from tournaments.api.admitting import ADMITTING_DEEDS, Admitting
from tournaments.api.corrections import CORRECTION_DEEDS, CorrectionsDoor
from tournaments.api.draws import DRAW_DEEDS, DrawsDoor
from tournaments.api.entrant_list import LIST_DEEDS, ListDoor
from tournaments.api.entrants import (
    EntryInput,
    SubstituteInput,
    TournamentCheckInInput,
    WithdrawalInput,
)
from tournaments.api.many import MANY_DEEDS, ManyDoor
from tournaments.api.papers import PAPER_DEEDS, PapersDoor
from tournaments.api.prizes import PrizeSerializer
from tournaments.api.scheduling import SCHEDULING_DEEDS, Scheduling
from tournaments.api.serializers import (
    AnnouncementInput,
    ResultSerializer,
    RoundSerializer,
    TournamentInput,
    TournamentSerializer,
    WholeTournamentSerializer,
)
from tournaments.awards import pay, told_prizes
from tournaments.entrant_list import states_of
from tournaments.entries import Joining, enter, withdraw
from tournaments.house_rules import TOURNAMENT_RULES
from tournaments.meetings import repeat_meetings
from tournaments.models import (
    Round,
    Stage,
    Tournament,
    TournamentStatus,
    with_counts,
)
from tournaments.results import results_of
from tournaments.rights import (
    ANNOUNCE,
    ANNOUNCE_DRAFT,
    CANCEL,
    CHANGE,
    CHECK_IN,
    CHECK_IN_ANOTHER,
    DELETE,
    ENTER,
    ENTER_ANOTHER,
    FINISH,
    OPEN,
    PAY,
    SEE,
    START,
    SUBSTITUTE,
    WITHDRAW,
    WITHDRAW_ANOTHER,
)
from tournaments.rounds import drawn_rounds
from tournaments.stopping import end_after_round
from tournaments.substitutes import substitute
from tournaments.tournaments import (
    announce,
    cancel,
    check_in,
    open_check_in,
    open_entries,
    start,
)

AFTER = OpenApiParameter(
    "round", int, description="As they were after this round; if you leave it out, as they are now."
)


class TournamentFilters(UpdatedFilters):
    club = filters.NumberFilter(field_name="club")
    status = filters.ChoiceFilter(choices=TournamentStatus.choices)


@extend_schema(responses=WholeTournamentSerializer)
class TournamentViewSet(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    ManyDoor,
    ListDoor,
    PapersDoor,
    Admitting,
    DrawsDoor,
    CorrectionsDoor,
    Scheduling,
):
    """The tournaments of the caller's clubs, latest first."""

    queryset = Tournament.objects.all()
    filterset_class = TournamentFilters
    ordering = ("-pk",)
    holder = TOURNAMENT_RULES
    deeds = {
        **RULES_DEEDS,
        **ADMITTING_DEEDS,
        **MANY_DEEDS,
        **LIST_DEEDS,
        **PAPER_DEEDS,
        **SCHEDULING_DEEDS,
        **DRAW_DEEDS,
        **CORRECTION_DEEDS,
        "list": SEE,
        "retrieve": SEE,
        "rounds": SEE,
        "standings": SEE,
        "create": ANNOUNCE,
        "partial_update": CHANGE,
        "destroy": DELETE,
        "enter": (ENTER, ENTER_ANOTHER),
        "withdraw": (WITHDRAW, WITHDRAW_ANOTHER),
        "substitute": SUBSTITUTE,
        "announce": ANNOUNCE_DRAFT,
        "open": OPEN,
        "open_check_in": OPEN,
        "check_in": (CHECK_IN, CHECK_IN_ANOTHER),
        "pay": PAY,
        "prizes": SEE,
        "start": START,
        "finish": FINISH,
        "cancel": CANCEL,
    }

    def deed_at(self, row: Tournament) -> Deed:
        deeds = deeds_of(self, self.action)
        return deeds[-1] if self.names("member") else deeds[0]

    def get_serializer_class(self) -> type[Serializer]:
        return TournamentSerializer if self.action == "list" else WholeTournamentSerializer

    def visible_to(self, player: Player) -> QuerySet:
        tournaments = with_counts(Tournament.objects.visible_to(player)).select_related("fund")
        stages = Stage.objects.order_by("number")
        tournaments = tournaments.prefetch_related(
            Prefetch("stages", stages, to_attr="stages_in_order")
        )
        if self.action == "list":
            return tournaments
        tournaments = tournaments.annotate(shown_code=_code_for(player))
        return tournaments.select_related("club__house_rules", "house_rules__by")

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
        """Change the announcement. What may change when is told in the guide for organisers."""
        tournament, changes = self.get_object(), self.given(AnnouncementInput, partial=True)
        tournament = matched(request, tournament)
        by, at = caller(request).pk, database_now()
        return self.answer_with(change_tournament(tournament, **changes, by=by, at=at))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete the announcement, if nobody has entered."""
        delete_tournament(self.get_object(), at=database_now())
        return Response(status=204)

    @extend_schema(request=EntryInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def enter(self, request: Request, pk: str) -> Response:
        """Enter: the fee goes from the member's purse into the fund.

        Where there is no place, they wait for one (`entrants`). Whoever names no member enters by
        themselves: the conditions hold, and it may need an organiser's approval.
        """
        tournament, given = self.get_object(), self.given(EntryInput)
        member, bot_level = self.member_meant(tournament, given), given.get("bot_level", "")
        partners = [Joining(**partner) for partner in given.get("partners", ())]
        enter(
            tournament,
            member=member,
            bot_level=bot_level,
            partners=partners,
            code=None if "member" in given else given.get("code", ""),
            by=caller(request).pk,
            at=database_now(),
        )
        return self.answer_with(tournament)

    @extend_schema(request=WithdrawalInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def withdraw(self, request: Request, pk: str) -> Response:
        """Withdraw. Before the start the fee comes back; later there are no more rounds for you."""
        tournament = self.get_object()
        member = self.member_meant(tournament, self.given(WithdrawalInput))
        withdraw(tournament, member=member, by=caller(request).pk, at=database_now())
        return self.answer_with(tournament)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @repeatable
    def announce(self, request: Request, pk: str) -> Response:
        """Announce a draft. Members can enter at once, or from `opens_at` on."""
        return self.answer_with(announce(self.get_object(), at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @repeatable
    def open(self, request: Request, pk: str) -> Response:
        """Open an announced tournament for entries now."""
        return self.answer_with(open_entries(self.get_object()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="open-check-in")
    @repeatable
    def open_check_in(self, request: Request, pk: str) -> Response:
        """Begin the check-in. Whoever has not checked in by the start is let go."""
        return self.answer_with(open_check_in(self.get_object()))

    @extend_schema(request=TournamentCheckInInput)
    @action(detail=True, methods=["post"], url_path="check-in")
    @repeatable
    def check_in(self, request: Request, pk: str) -> Response:
        """Say that somebody is here, with those who play with them."""
        tournament = self.get_object()
        member = self.member_meant(tournament, self.given(TournamentCheckInInput))
        check_in(tournament, member=member, by=caller(request).pk, at=database_now())
        return self.answer_with(tournament)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def pay(self, request: Request, pk: str) -> Response:
        """Pay the prizes as they are proposed."""
        return self.answer_with(pay(self.get_object(), by=caller(request).pk, at=database_now()))

    @extend_schema(responses=PrizeSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def prizes(self, request: Request, pk: str) -> Response:
        """List the prizes, as they are proposed after the last round or as they were paid."""
        return Response(PrizeSerializer(told_prizes(self.get_object()), many=True).data)

    @extend_schema(request=SubstituteInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def substitute(self, request: Request, pk: str) -> Response:
        """Let somebody else play for a member from now on. The entrant keeps what it has scored."""
        tournament, given = self.get_object(), self.given(SubstituteInput)
        comer = Joining(given["substitute"], given.get("bot_level", ""))
        substitute(
            tournament,
            member=given["member"],
            comer=comer,
            by=caller(request).pk,
            at=database_now(),
        )
        return self.answer_with(tournament)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def start(self, request: Request, pk: str) -> Response:
        """Close the entries and open the first round. The others follow by themselves."""
        by = caller(request).pk
        return self.answer_with(start(self.get_object(), by=by, at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def cancel(self, request: Request, pk: str) -> Response:
        """Cancel a tournament before its end. All fees go back.

        While it runs, deals in play are void, and its tables close.
        """
        by = caller(request).pk
        return self.answer_with(cancel(self.get_object(), by=by, at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @idempotent
    def finish(self, request: Request, pk: str) -> Response:
        """End a tournament after the round in play, or at once between two rounds.

        Nothing more is drawn. The standings are the last ones, and prizes follow them.
        """
        by = caller(request).pk
        return self.answer_with(end_after_round(self.get_object(), by=by, at=database_now()))

    @extend_schema(responses=RoundSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def rounds(self, request: Request, pk: str) -> Response:
        """List the rounds: who sat where, the chips that they won or lost, and who meets again."""
        rounds = list(drawn_rounds(self.get_object()))
        context = {"meets_again": repeat_meetings(rounds)}
        return Response(RoundSerializer(rounds, many=True, context=context).data)

    @extend_schema(responses=ResultSerializer(many=True), parameters=[AFTER], filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def standings(self, request: Request, pk: str) -> Response:
        """Rank everybody after the rounds that are over, with their prizes at the end."""
        tournament, number = self.get_object(), request.query_params.get("round")
        over = Round.objects.filter(tournament=tournament, finished_at__isnull=False)
        after = get_object_or_404(over.select_related("stage"), number=number) if number else None
        lines, context = results_of(tournament, after=after), {"states": states_of(tournament)}
        return Response(ResultSerializer(lines, many=True, context=context).data)

    def member_meant(self, tournament: Tournament, given: dict[str, Any]) -> Member:
        """Whom an order is about: the member named, or the caller."""
        if "member" in given:
            named: Member = given["member"]
            return named
        mine = tournament.club.members.belonging()
        return get_object_or_404(mine, player=caller(self.request))


def _code_for(player: Player) -> Case | F:
    """The invitation code for those who run the tournament, and nothing for others."""
    code = F("invitation_code")
    if player.has_everywhere(CHANGE.may):
        return code
    return Case(When(club__in=player.clubs_as(CHANGE.may), then=code), default=Value(""))
