"""A night as links come to it, and its door: who may come in, who comes and goes."""

from typing import Any, Final

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, doer, link_of
from clubs.api.night_inputs import CheckInInput, CheckOutInput, WelcomeInput
from clubs.attendance import check_in, check_out, people_at_door, welcome
from clubs.models import Attendance
from clubs.rights import ADD_MEMBER, CHECK_IN, CHECK_OUT, LET_BOT_PLAY, SEE_DOOR, WELCOME
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rights import Roles, may

DOOR_DEEDS: Final = {
    "door": SEE_DOOR,
    "check_in": CHECK_IN,
    "check_out": CHECK_OUT,
    "welcome": WELCOME,
}


class AtDoorSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="member.player.name")

    class Meta:
        model = Attendance
        fields = ("member", "name", "answer", "checked_in_at")
        read_only_fields = fields


class DoorSerializer(serializers.Serializer):
    """Everybody who may come in, by name, and nothing of chips."""

    people = AtDoorSerializer(many=True)


class AtDoor(ClubDoor):
    """A viewset of nights to which people come by links, too."""

    def get_queryset(self) -> QuerySet:
        link = link_of(self.request)
        return super().get_queryset() if link is None else self.visible_to(link)

    def visible_to(self, player: Any) -> QuerySet:
        raise NotImplementedError

    def roles_at(self, row: Any) -> Roles:
        link = link_of(self.request)
        return super().roles_at(row) if link is None else link.roles_at_night(row.pk)

    @extend_schema(responses=DoorSerializer, filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def door(self, request: Request, pk: str) -> Response:
        """Show who may come in: everybody of the club, with their answer and whether they are here.

        For organisers, and for door links.
        """
        return Response(DoorSerializer({"people": people_at_door(self.get_object())}).data)

    @extend_schema(request=CheckInInput)
    @action(detail=True, methods=["post"], url_path="check-in")
    def check_in(self, request: Request, pk: str) -> Response:
        """Check people in. It is harmless to check somebody in twice."""
        night, given = self.get_object(), self.given(CheckInInput)
        if given["bot_level"]:
            self.ask(LET_BOT_PLAY, night)
        check_in(night, **given, by=doer(request), at=database_now())
        return self.answer_with(night)

    @extend_schema(request=WelcomeInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def welcome(self, request: Request, pk: str) -> Response:
        """Add somebody new by name and check them in, as a guest with the opening chips.

        Only callers who may add members can say that somebody `is_another`.
        """
        night, given = self.get_object(), self.given(WelcomeInput)
        may_add = may(self.roles_at(night), ADD_MEMBER)
        welcome(night, **given, may_add=may_add, by=doer(request), at=database_now())
        return self.answer_with(night)

    @extend_schema(request=CheckOutInput)
    @action(detail=True, methods=["post"], url_path="check-out")
    def check_out(self, request: Request, pk: str) -> Response:
        """Take back a check-in. People must then be seated again."""
        night = self.get_object()
        check_out(night, **self.given(CheckOutInput), by=doer(request), at=database_now())
        return self.answer_with(night)
