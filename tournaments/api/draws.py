"""Draws over the API: looked at, changed by hand, drawn again, confirmed, and their documents."""

from collections.abc import Iterable
from typing import Any, Final

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, repeatable
from deploy.rights import may
from tournaments.api.draw_serializers import (
    DrawDocumentSerializer,
    MovedDrawSerializer,
    MoveInDrawInput,
    RoundDrawSerializer,
    SeenDrawInput,
)
from tournaments.draw_documents import Move, Swap
from tournaments.draws import confirm_draw, draw_again, move_in_draw
from tournaments.models import RoundDraw, Tournament
from tournaments.publications import document_of, published_draw
from tournaments.rights import DRAW, LOOK_AFTER, SEE

DRAW_DEEDS: Final = {
    "draws": SEE,
    "draw": SEE,
    "draw_again": DRAW,
    "move_in_draw": DRAW,
    "confirm_draw": DRAW,
}
ROUND: Final = OpenApiParameter(
    "round", int, description="Its number in the tournament; if you leave it out, the newest."
)


class DrawsDoor(ClubDoor):
    """A tournament whose rounds are drawn."""

    @extend_schema(responses=RoundDrawSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def draws(self, request: Request, pk: str) -> Response:
        """List the draws, newest first. Organisers see drafts and replaced ones, too."""
        tournament = self.get_object()
        draws = tournament.draws.select_related("stage").order_by("-round_number", "-number")
        if not may(self.roles_at(tournament), LOOK_AFTER):
            draws = draws.published()
        return Response(_told(tournament, draws))

    @extend_schema(responses=DrawDocumentSerializer, parameters=[ROUND], filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def draw(self, request: Request, pk: str) -> Response:
        """Show the document of a published draw, with which anybody can draw again."""
        number = request.query_params.get("round")
        draw = published_draw(self.get_object(), round_number=int(number) if number else None)
        if draw is None:
            raise Http404
        return Response(document_of(draw))

    @extend_schema(request=SeenDrawInput, responses=RoundDrawSerializer(many=True), filters=False)
    @action(detail=True, methods=["post"], url_path="draw-again", pagination_class=None)
    @idempotent
    def draw_again(self, request: Request, pk: str) -> Response:
        """Draw the round that waits once more. All draws of a round are kept and counted."""
        tournament, given = self.get_object(), self.given(SeenDrawInput)
        draw = draw_again(
            tournament, seen=given.get("draw"), by=caller(request).pk, at=database_now()
        )
        return Response(_told(tournament, [] if draw is None else [draw]))

    @extend_schema(request=MoveInDrawInput, responses=MovedDrawSerializer)
    @action(detail=True, methods=["post"], url_path="move-in-draw")
    @repeatable
    def move_in_draw(self, request: Request, pk: str) -> Response:
        """Let two entrants change places in the draw that waits, or send one to another table."""
        tournament, given = self.get_object(), self.given(MoveInDrawInput)
        entrant = given["entrant"]
        move = Swap(entrant, given["other"]) if "other" in given else None
        changed = move_in_draw(
            tournament,
            move or Move(entrant, given["to_table"]),
            seen=given.get("draw"),
            by=caller(request).pk,
            at=database_now(),
        )
        [told] = _told(tournament, [changed.draft])
        return Response(
            {"repeats_before": changed.before, "repeats_after": changed.after, "draw": told}
        )

    @extend_schema(request=SeenDrawInput, responses=RoundDrawSerializer)
    @action(detail=True, methods=["post"], url_path="confirm-draw")
    @idempotent
    def confirm_draw(self, request: Request, pk: str) -> Response:
        """Publish the draw that waits: its seats are given, and its tables open."""
        tournament, given = self.get_object(), self.given(SeenDrawInput)
        draw = confirm_draw(
            tournament, seen=given.get("draw"), by=caller(request).pk, at=database_now()
        )
        [told] = _told(tournament, [draw])
        return Response(told)


def _told(tournament: Tournament, draws: Iterable[RoundDraw]) -> Any:
    names = {one.pk: str(one) for one in tournament.entrants.named()}
    return RoundDrawSerializer(list(draws), many=True, context={"names": names}).data
