"""What every door of the clubs has: who asks, what he may see, and what is for organisers."""

from typing import Any

from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.permissions import SAFE_METHODS, BasePermission, IsAuthenticated
from rest_framework.relations import PrimaryKeyRelatedField
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from clubs.models import Club, Member, Player


def caller(request: Request) -> Player:
    assert isinstance(request.user, Player)  # IsAuthenticated has seen to it.
    return request.user


class RunsTheClub(BasePermission):
    """Whoever may see a row may look at it; its club's organisers may change it.

    Who may not even see it is told that there is none.
    """

    message = "Only organisers of the club may do that."

    def has_object_permission(self, request: Request, view: APIView, obj: Any) -> bool:
        if request.method in SAFE_METHODS or getattr(view, "action", "") in getattr(
            view, "for_members", ()
        ):
            return True
        club = obj.pk if isinstance(obj, Club) else obj.club_id
        return Club.objects.run_by(caller(request)).filter(pk=club).exists()


class ClubDoor(GenericViewSet):
    """A viewset whose rows belong to clubs; a row that was changed is answered as a whole.

    Attributes:
        for_members: The actions that are not for organisers alone.
    """

    for_members: frozenset[str] = frozenset()
    permission_classes = [IsAuthenticated, RunsTheClub]
    filter_backends = [DjangoFilterBackend]

    def get_queryset(self) -> QuerySet:
        if getattr(self, "swagger_fake_view", False):
            return super().get_queryset()  # The schema is nobody's.
        return self.visible_to(caller(self.request))

    def visible_to(self, player: Player) -> QuerySet:
        raise NotImplementedError

    def given(self, kind: type[Serializer], **options: Any) -> dict[str, Any]:
        """The body of the request, which has to be of this kind."""
        context = self.get_serializer_context()
        shape = kind(data=self.request.data, context=context, **options)
        shape.is_valid(raise_exception=True)
        data: dict[str, Any] = shape.validated_data
        return data

    def answer_with(self, row: Any, status: int = 200) -> Response:
        """The row as it is now."""
        row = self.get_queryset().get(pk=row.pk)
        return Response(self.get_serializer(row).data, status=status)


class ClubField(PrimaryKeyRelatedField):
    """A club that the caller runs, by its id; no other club exists for him."""

    default_error_messages = {"does_not_exist": "You run no club {pk_value}."}

    def get_queryset(self) -> QuerySet[Club]:
        return Club.objects.run_by(caller(self.context["request"]))


class MemberField(PrimaryKeyRelatedField):
    """A member of a club that the caller runs, by his id."""

    default_error_messages = {"does_not_exist": "Your clubs have no member {pk_value}."}

    def get_queryset(self) -> QuerySet[Member]:
        clubs = Club.objects.run_by(caller(self.context["request"]))
        return Member.objects.active().filter(club__in=clubs).select_related("player")
