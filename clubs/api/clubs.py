"""Clubs over the API."""

from django.db.models import OuterRef, QuerySet, Subquery
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from clubs.api.serializers import ClubInput, ClubSerializer
from clubs.clubs import open_club
from clubs.models import Club, Member, Player
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from games.engine import HouseRules


class ClubViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ClubDoor):
    """The clubs that the caller belongs to."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer
    ordering = ("name", "pk")

    def visible_to(self, player: Player) -> QuerySet:
        mine = Member.objects.active().filter(player=player, club=OuterRef("pk"))
        role = Subquery(mine.values("role")[:1])
        return Club.objects.visible_to(player).annotate(my_role=role)

    @extend_schema(request=ClubInput, responses={201: ClubSerializer})
    @idempotent
    def create(self, request: Request) -> Response:
        """Open a club, with a book of chips; the caller owns it. For staff."""
        player = caller(request)
        if not player.is_staff:
            raise PermissionDenied("Clubs are opened by whoever runs the service.")
        given = self.given(ClubInput)
        preset = HouseRules.preset(given.pop("preset")).to_json()
        rules = HouseRules.from_json({**preset, **given.pop("house_rules")})
        club = open_club(**given, owner=player, rules=rules, at=database_now())
        return self.answer_with(club, status=201)
