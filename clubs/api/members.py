"""Members over the API: joining, roles, leaving, and chips from and to the club's bank."""

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import caller, doer
from clubs.api.many_members import MANY_DEEDS, ManyMembersDoor
from clubs.api.member_corrections import CORRECTION_DEEDS, MemberCorrectionsDoor
from clubs.api.serializers import (
    ChipsInput,
    GiftInput,
    LeaveInput,
    MemberInput,
    MemberSerializer,
    RoleInput,
    TurnAwayInput,
)
from clubs.api.updates import UpdatedFilters
from clubs.chips import give_chips
from clubs.handing_out import exchange_wherever
from clubs.members import add_member, change_role, leave_club
from clubs.models import ORGANISING, Member, Player, Role
from clubs.rights import (
    ADD_MEMBER,
    CHANGE_OFFICE,
    CHANGE_ROLE,
    GIVE,
    GIVE_OF_OTHERS,
    ISSUE,
    LEAVE,
    LET_LEAVE,
    LET_OFFICER_LEAVE,
    READMIT,
    READMIT_OFFICER,
    REDEEM,
    SEE_MEMBER,
    SEE_OWN_MEMBER,
    TURN_AWAY,
    TURN_OFFICER_AWAY,
)
from clubs.turning_away import readmit_member, turn_away
from deploy.names import found
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rest.preconditions import if_match, matched
from deploy.rights import Deed
from ledger.by_hand import Direction


class MemberFilters(UpdatedFilters):
    club = filters.NumberFilter(field_name="club")
    role = filters.ChoiceFilter(choices=Role.choices)
    is_active = filters.BooleanFilter(method="filter_is_active")
    name = filters.CharFilter(
        method="filter_name",
        label="What somebody types: each word begins a part of the name, accents or not.",
    )

    def filter_name(self, members: QuerySet[Member], _: str, typed: str) -> QuerySet[Member]:
        return members.filter(found("player__name_parts", typed))

    def filter_is_active(
        self, members: QuerySet[Member], _: str, is_active: bool
    ) -> QuerySet[Member]:
        active = Member.objects.active().values("pk")
        return members.filter(pk__in=active) if is_active else members.exclude(pk__in=active)


class MemberViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, ManyMembersDoor, MemberCorrectionsDoor
):
    """The members of the caller's clubs, and the caller wherever they visit or have left."""

    queryset = Member.objects.all()
    serializer_class = MemberSerializer
    filterset_class = MemberFilters
    ordering = ("player__sort_name", "pk")
    deeds = {
        "list": (SEE_MEMBER, SEE_OWN_MEMBER),
        "retrieve": (SEE_MEMBER, SEE_OWN_MEMBER),
        "create": ADD_MEMBER,
        "partial_update": (CHANGE_ROLE, CHANGE_OFFICE),
        "leave": (LEAVE, LET_LEAVE, LET_OFFICER_LEAVE),
        "issue": ISSUE,
        "redeem": REDEEM,
        "give": (GIVE, GIVE_OF_OTHERS),
        "turn_away": (TURN_AWAY, TURN_OFFICER_AWAY),
        "readmit": (READMIT, READMIT_OFFICER),
        **MANY_DEEDS,
        **CORRECTION_DEEDS,
    }
    own_deeds = {"retrieve": SEE_OWN_MEMBER, "leave": LEAVE, "give": GIVE}
    others_deeds = {"leave": LET_LEAVE, "give": GIVE_OF_OTHERS}

    def visible_to(self, player: Player) -> QuerySet:
        members = Member.objects.told_to(player)
        if not self._is_copied():
            members = members.filter(claimed_by=None)
        if player.has_everywhere(SEE_MEMBER.sees):
            return members
        clubs = player.clubs_as(SEE_MEMBER.sees)
        return members.for_reasons(Q(player=player), *(Q(club=club) for club in clubs))

    def deed_at(self, row: Member) -> Deed:
        if self._is_own(row) and self.action in self.own_deeds:
            return self.own_deeds[self.action]
        deed = self.others_deeds.get(self.action) or super().deed_at(row)
        is_harmless = deed == READMIT and row.turned_away_at is None
        return deed if is_harmless else row.deed_on(deed)

    def seen_as(self, row: Member) -> Deed | None:
        return SEE_OWN_MEMBER if self._is_own(row) else None

    def _is_copied(self) -> bool:
        """Whether they ask what changed, and have to hear that a row is nobody's any more."""
        return self.action == "list" and bool(self.request.query_params.get("updated_since"))

    def _is_own(self, row: Member) -> bool:
        return row.player_id == caller(self.request).pk

    @extend_schema(request=MemberInput, responses={201: MemberSerializer})
    @idempotent
    def create(self, request: Request) -> Response:
        """Add somebody by name alone, with the opening chips in their own purse.

        To add a player who has a login, invite them: `POST /invitations`.
        """
        given = self.given(MemberInput)
        member = add_member(
            given["club"],
            name=given["name"],
            role=Role(given["role"]),
            is_another=given["is_another"],
            at=database_now(),
        )
        return self.answer_with(member, status=201)

    @extend_schema(request=RoleInput, responses=MemberSerializer)
    @if_match
    def partial_update(self, request: Request, pk: str) -> Response:
        """Give a member another role. Only owners can make owners and organisers.

        This is how a visitor is welcomed. They then get the opening chips.
        """
        member, role = self.get_object(), Role(self.given(RoleInput)["role"])
        if role in ORGANISING:
            self.ask(CHANGE_OFFICE, member)
        return self.answer_with(change_role(matched(request, member), role, at=database_now()))

    @extend_schema(request=LeaveInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def leave(self, request: Request, pk: str) -> Response:
        """Leave the club. An organiser can note that somebody else has left.

        The chips wait in the purse until they come back, or go to the bank.
        """
        member, player = self.get_object(), caller(request)
        redeems = self.given(LeaveInput)["purse"] == "redeem"
        leave_club(member, redeems_purse=redeems, by=player, at=database_now())
        return self.answer_with(member)

    @extend_schema(request=TurnAwayInput)
    @action(detail=True, methods=["post"], url_path="turn-away")
    @idempotent
    def turn_away(self, request: Request, pk: str) -> Response:
        """Shut somebody out of the whole club. They get up after the deal in play.

        This holds even if they leave and come back, until somebody readmits them.
        """
        member, reason = self.get_object(), self.given(TurnAwayInput)["reason"]
        turn_away(member, by=caller(request), reason=reason, at=database_now())
        return self.answer_with(member)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def readmit(self, request: Request, pk: str) -> Response:
        """Let somebody in again after they were turned away."""
        return self.answer_with(readmit_member(self.get_object()))

    @extend_schema(request=ChipsInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def issue(self, request: Request, pk: str) -> Response:
        """Hand out chips from the club's bank to a member."""
        return self._exchange(Direction.ISSUE)

    @extend_schema(request=ChipsInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def redeem(self, request: Request, pk: str) -> Response:
        """Take a member's chips back into the club's bank."""
        return self._exchange(Direction.REDEEM)

    @extend_schema(request=GiftInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def give(self, request: Request, pk: str) -> Response:
        """Give another member chips from your purse, if the club allows it."""
        member, player = self.get_object(), caller(request)
        given = self.given(GiftInput)
        give_chips(
            member,
            given["to"],
            chips=given["chips"],
            memo=given["memo"],
            key=self.order_key(),
            actor=player,
            at=database_now(),
        )
        return self.answer_with(member)

    def _exchange(self, direction: Direction) -> Response:
        member, given = self.get_object(), self.given(ChipsInput)
        key, by = self.order_key(), doer(self.request)
        exchange_wherever([member], direction, **given, key=key, by=by, at=database_now())
        return self.answer_with(member)
