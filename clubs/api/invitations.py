"""Invitations over the API: made and withdrawn by organisers, accepted by any player."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, ClubField, MemberField, caller
from clubs.api.serializers import MemberSerializer
from clubs.by_invitation import link_of
from clubs.invitations import DAYS, accept_invitation, invite, inviting, withdraw_invitation
from clubs.models import Club, Invitation, Member, Player, Role
from clubs.rights import (
    ACCEPT_INVITATION,
    INVITE,
    INVITE_OFFICER,
    SEE_INVITATION,
    WITHDRAW_INVITATION,
)
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, shown_once
from deploy.rest.rights import refuse_unless
from deploy.rest.serializers import StrictSerializer

LONGEST_DAYS = 90
LONGEST_CODE = 64


class InvitationSerializer(serializers.ModelSerializer):
    class Meta:
        model = Invitation
        fields: tuple[str, ...] = (
            *("id", "club", "role", "member", "created_at", "created_by", "expires_at"),
            *("accepted_at", "accepted_by", "withdrawn_at"),
        )
        read_only_fields = fields


class MadeInvitationSerializer(InvitationSerializer):
    code = serializers.CharField(help_text="Shown only once: we keep only its hash.")
    link = serializers.CharField(
        help_text="A page on which somebody who signs in accepts it with one tap. It has the code "
        "in it, so it is shown only once, too."
    )

    class Meta(InvitationSerializer.Meta):
        fields = (*InvitationSerializer.Meta.fields, "code", "link")


class NewInvitationInput(StrictSerializer):
    """Without `member`, the code adds a member. With it, the code claims that member's row."""

    club = ClubField(deed=INVITE)
    role = serializers.ChoiceField(
        [role for role in Role if role != Role.VISITOR],
        required=False,
        help_text="If you leave it out: the role of the member named, or `member`.",
    )
    member = MemberField(required=False, help_text="Somebody who has never logged in.")
    days = serializers.IntegerField(min_value=1, max_value=LONGEST_DAYS, default=DAYS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        member: Member | None = attrs.get("member")
        if member is not None and member.club_id != attrs["club"].pk:
            raise NotFound("There is no such member in your club.")
        attrs["role"] = Role(attrs.get("role") or (member.role if member else Role.MEMBER))
        return attrs


class AcceptInput(StrictSerializer):
    code = serializers.CharField(max_length=LONGEST_CODE)


class InvitationFilters(filters.FilterSet):
    club = filters.NumberFilter(field_name="club")
    is_open = filters.BooleanFilter(method="filter_is_open")

    def filter_is_open(
        self, invitations: QuerySet[Invitation], _: str, is_open: bool
    ) -> QuerySet[Invitation]:
        still = Invitation.objects.open(database_now()).values("pk")
        return invitations.filter(pk__in=still) if is_open else invitations.exclude(pk__in=still)


class InvitationViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """The invitations to the clubs that the caller runs, latest first."""

    queryset = Invitation.objects.all()
    serializer_class = InvitationSerializer
    filterset_class = InvitationFilters
    ordering = ("-pk",)
    deeds = {
        "list": SEE_INVITATION,
        "retrieve": SEE_INVITATION,
        "create": (INVITE, INVITE_OFFICER),
        "destroy": WITHDRAW_INVITATION,
        "accept": ACCEPT_INVITATION,
    }

    def visible_to(self, player: Player) -> QuerySet:
        return Invitation.objects.filter(club__in=Club.objects.of(player, SEE_INVITATION.sees))

    @extend_schema(request=NewInvitationInput, responses={201: MadeInvitationSerializer})
    @shown_once()
    def create(self, request: Request) -> Response:
        """Make an invitation. The answer has its code and its link, never shown again."""
        given = self.given(NewInvitationInput)
        club, by = given.pop("club"), caller(request)
        deed = inviting(given["role"], given.get("member"))
        refuse_unless(by.roles_in([club.book_id]), deed, scopes=self.scopes)
        invitation, code = invite(club, **given, by=by, at=database_now())
        told = {"code": code, "link": link_of(request, code)}
        return Response({**self.get_serializer(invitation).data, **told}, status=201)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Withdraw an invitation: nobody can accept it any more."""
        withdraw_invitation(self.get_object(), at=database_now())
        return Response(status=204)

    @extend_schema(request=AcceptInput, responses=MemberSerializer)
    @action(detail=False, methods=["post"])
    @idempotent
    def accept(self, request: Request) -> Response:
        """Accept an invitation by its code. The caller becomes a member of the club."""
        player = caller(request)
        member = accept_invitation(
            self.given(AcceptInput)["code"], player=player, at=database_now()
        )
        row = Member.objects.told_to(player).get(pk=member.pk)
        return Response(MemberSerializer(row, context=self.get_serializer_context()).data)
