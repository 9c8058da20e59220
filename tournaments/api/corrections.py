"""Corrections of a tournament over the API, and the log in which they stand."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, caller
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rest.serializers import StrictSerializer
from deploy.rights import may
from games.engine import MOST_CHIPS
from tournaments.models import Tournament, TournamentDeedKind
from tournaments.models.deed import LONGEST_REASON
from tournaments.penalties import MOST_POINTS, lift_penalty, penalise
from tournaments.recalls import replay_table, undo_draw
from tournaments.result_corrections import Figures, correct_table
from tournaments.rights import CORRECT, DRAW, LOOK_AFTER, SEE
from tournaments.tournament_log import deeds_of, entrant_with, lines_of

CORRECTION_DEEDS: Final = {
    "log": SEE,
    "undo_draw": DRAW,
    "replay": CORRECT,
    "correct": CORRECT,
    "penalise": CORRECT,
    "lift_penalty": CORRECT,
}
MINE: Final = OpenApiParameter(
    "mine", bool, description="Only what concerns the caller's own entrant, or everybody."
)
MOST_NUMBER, MOST_ID, MOST_DEALS, MOST_LINE = 32_767, 2**63 - 1, 5_000, 2**31 - 1
AFTER: Final = OpenApiParameter(
    "after", int, description="Only lines with a higher number than this one."
)


class LogLineSerializer(serializers.Serializer):
    number = serializers.IntegerField(
        help_text="Counts the lines of the tournament from 1, without gaps."
    )
    kind = serializers.ChoiceField(TournamentDeedKind.choices)
    text = serializers.CharField(help_text="The whole of it in a sentence.")
    words = serializers.CharField(help_text="What was done.")
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="Who did it; empty if the program did it by itself.")
    reason = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    entrants = serializers.DictField(
        child=serializers.CharField(),
        help_text="Whom it concerns; empty if it concerns everybody who plays.",
    )
    before = serializers.DictField()
    after = serializers.DictField()


class ReasonInput(StrictSerializer):
    reason = serializers.CharField(
        max_length=LONGEST_REASON, help_text="Everybody in the tournament can read it."
    )


class UndoDrawInput(ReasonInput):
    voids_deals = serializers.BooleanField(
        default=False, help_text="Take back the deals that were played, too."
    )


class TableNamed(ReasonInput):
    round = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    table = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class SeatFiguresInput(StrictSerializer):
    """What you leave out stays as it is."""

    seat = serializers.IntegerField(min_value=0, max_value=9)
    chips = serializers.IntegerField(min_value=-MOST_CHIPS, max_value=MOST_CHIPS, required=False)
    deals_won = serializers.IntegerField(min_value=0, max_value=MOST_DEALS, required=False)
    tricks = serializers.IntegerField(min_value=0, max_value=MOST_DEALS, required=False)
    jinks = serializers.IntegerField(min_value=0, max_value=MOST_DEALS, required=False)


class CorrectTableInput(TableNamed):
    seats = serializers.ListField(child=SeatFiguresInput(), allow_empty=False, max_length=10)


class PenaltyInput(ReasonInput):
    entrant = serializers.IntegerField(min_value=1, max_value=MOST_ID)
    points = serializers.DecimalField(
        max_digits=9,
        decimal_places=2,
        max_value=MOST_POINTS,
        help_text="As they stand in the standings.",
    )


class LiftPenaltyInput(ReasonInput):
    penalty = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, help_text="Its number in the log."
    )


class CorrectionsDoor(ClubDoor):
    """A tournament in which something is put right."""

    @extend_schema(responses=LogLineSerializer(many=True), parameters=[MINE, AFTER], filters=False)
    @action(detail=True, filterset_class=None, ordering=("-number",))
    def log(self, request: Request, pk: str) -> Response:
        """List what happened, by whom and why, newest first. Nothing in it ever changes.

        Organisers alone read who was not let in.
        """
        tournament = self.get_object()
        entrant = None
        if request.query_params.get("mine") in ("true", "1"):
            own = entrant_with(tournament, caller(request).pk)
            entrant = own.pk if own else 0  # What concerns everybody concerns them, too.
        deeds = deeds_of(
            tournament,
            entrant=entrant,
            after=_after(request),
            tells_refusals=looks_after(request, tournament),
        )
        page = self.paginate_queryset(deeds) or []
        lines = LogLineSerializer(lines_of(tournament, page), many=True).data
        return self.get_paginated_response(lines)

    @extend_schema(request=UndoDrawInput)
    @action(detail=True, methods=["post"], url_path="undo-draw")
    @idempotent
    def undo_draw(self, request: Request, pk: str) -> Response:
        """Take the last draw back. The round is drawn again when somebody asks for it."""
        tournament, given = self.get_object(), self.given(UndoDrawInput)
        return self.answer_with(undo_draw(tournament, **given, **self._deed()))

    @extend_schema(request=TableNamed)
    @action(detail=True, methods=["post"])
    @idempotent
    def replay(self, request: Request, pk: str) -> Response:
        """Have a table of the last round played again. What was played there does not count."""
        tournament, given = self.get_object(), self.given(TableNamed)
        replay_table(tournament, **_named(given), **self._deed())
        return self.answer_with(tournament)

    @extend_schema(request=CorrectTableInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def correct(self, request: Request, pk: str) -> Response:
        """Put right what a table of a round came to. Standings and prizes follow."""
        tournament, given = self.get_object(), self.given(CorrectTableInput)
        figures = [Figures(**one) for one in given.pop("seats")]
        correct_table(tournament, figures, **_named(given), **self._deed())
        return self.answer_with(tournament)

    @extend_schema(request=PenaltyInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def penalise(self, request: Request, pk: str) -> Response:
        """Take points off an entrant. Standings and prizes follow."""
        tournament, given = self.get_object(), self.given(PenaltyInput)
        penalise(tournament, **given, **self._deed())
        return self.answer_with(tournament)

    @extend_schema(request=LiftPenaltyInput)
    @action(detail=True, methods=["post"], url_path="lift-penalty")
    @idempotent
    def lift_penalty(self, request: Request, pk: str) -> Response:
        """Give back the points of a penalty."""
        tournament, given = self.get_object(), self.given(LiftPenaltyInput)
        lift_penalty(tournament, **given, **self._deed())
        return self.answer_with(tournament)

    def _deed(self) -> dict[str, Any]:
        return {"by": caller(self.request).pk, "at": database_now()}


def looks_after(request: Request, tournament: Tournament) -> bool:
    """Tell whether the caller is an organiser of a tournament."""
    return may(caller(request).roles_in([tournament.club.book_id]), LOOK_AFTER)


def _after(request: Request) -> int:
    """Read after which line of the log somebody asks for more; 0 for all of it.

    Raises:
        ValidationError: it is no number of a line.
    """
    number = serializers.IntegerField(min_value=0, max_value=MOST_LINE)
    try:
        given: int = number.run_validation(request.query_params.get("after", "0"))
    except serializers.ValidationError as refusal:
        raise serializers.ValidationError({"after": refusal.detail}) from refusal
    return given


def _named(given: dict[str, Any]) -> dict[str, Any]:
    return {
        "round_number": given["round"],
        "table_number": given["table"],
        "reason": given["reason"],
    }
