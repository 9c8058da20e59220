"""Members over the API: joining, roles, leaving, and chips from and to the club's bank."""

from collections.abc import Callable

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from clubs.api.serializers import ChipsInput, GiftInput, MemberInput, MemberSerializer, RoleInput
from clubs.chips import give_chips, issue_chips, redeem_chips
from clubs.members import change_role, join_club, leave_club, walk_in
from clubs.models import Club, Member, Player, Role
from deploy.rest.clock import database_now
from deploy.rest.idempotency import HEADER, idempotent
from ledger.models import Transfer


class MemberFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="club")
    role = filters.ChoiceFilter(choices=Role.choices)
    is_active = filters.BooleanFilter(field_name="left_at", lookup_expr="isnull")
    name = filters.CharFilter(field_name="player__name", lookup_expr="icontains")


class MemberViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """The members of the caller's clubs, by name."""

    queryset = Member.objects.all()
    serializer_class = MemberSerializer
    filterset_class = MemberFilters
    for_members = frozenset({"give"})
    ordering = ("player__name", "pk")

    def visible_to(self, player: Player) -> QuerySet:
        clubs = Club.objects.visible_to(player)
        return Member.objects.filter(club__in=clubs).select_related("player", "club")

    @extend_schema(request=MemberInput, responses={201: MemberSerializer})
    @idempotent
    def create(self, request: Request) -> Response:
        """Let somebody join, with the club's opening chips in a purse of his own."""
        given, at = self.given(MemberInput), database_now()
        if "name" in given:
            member = walk_in(given["club"], name=given["name"], role=Role(given["role"]), at=at)
        else:
            player, role = given["username"], Role(given["role"])
            member = join_club(given["club"], player=player, role=role, at=at)
        return self.answer_with(member, status=201)

    @extend_schema(request=RoleInput, responses=MemberSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Give a member another role; owners and organisers are made by owners."""
        member, role = self.get_object(), Role(self.given(RoleInput)["role"])
        return self.answer_with(change_role(member, role, by=caller(request)))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, pk: str) -> Response:
        """Note that he has left the club; his purse stays."""
        return self.answer_with(leave_club(self.get_object(), at=database_now()))

    @extend_schema(request=ChipsInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def issue(self, request: Request, pk: str) -> Response:
        """Hand chips out of the club's bank to him."""
        return self._move(issue_chips)

    @extend_schema(request=ChipsInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def redeem(self, request: Request, pk: str) -> Response:
        """Take chips of his back into the club's bank."""
        return self._move(redeem_chips)

    @extend_schema(request=GiftInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def give(self, request: Request, pk: str) -> Response:
        """Give another member chips out of one's own purse, where the club allows it."""
        member, player = self.get_object(), caller(request)
        given = self.given(GiftInput)
        if member.player_id != player.pk:
            raise PermissionDenied("Members give what is theirs.")
        key = f"form:{player.pk}:{request.headers[HEADER].strip()}"
        give_chips(
            member,
            given["to"],
            chips=given["chips"],
            memo=given["memo"],
            key=key,
            actor=player,
            at=database_now(),
        )
        return self.answer_with(member)

    def _move(self, move: Callable[..., Transfer]) -> Response:
        member, player = self.get_object(), caller(self.request)
        key = f"form:{player.pk}:{self.request.headers[HEADER].strip()}"
        move(member, **self.given(ChipsInput), key=key, actor=player, at=database_now())
        return self.answer_with(member)
