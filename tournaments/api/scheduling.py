"""The schedule of a tournament over the API: breaks, pausing, and letting it go on."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import caller
from clubs.api.rules import RulesDoor
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, repeatable
from deploy.rest.serializers import StrictSerializer
from deploy.rights import Deed
from tournaments.clockwork import MOST_ROUNDS
from tournaments.models import MOST_BREAK_MINUTES, MOST_BREAKS
from tournaments.pauses import pause, resume
from tournaments.rights import PAUSE
from tournaments.rounds import end_break

SCHEDULING_DEEDS: dict[str, Deed | tuple[Deed, ...]] = dict.fromkeys(
    ("pause", "resume", "end_break"), PAUSE
)


class BreakInput(StrictSerializer):
    after_round = serializers.IntegerField(
        min_value=1, max_value=MOST_ROUNDS, help_text="Rounds count through all stages, from 1."
    )
    minutes = serializers.IntegerField(min_value=1, max_value=MOST_BREAK_MINUTES)


class BreaksInput(StrictSerializer):
    breaks = serializers.ListField(
        child=BreakInput(),
        max_length=MOST_BREAKS,
        required=False,
        help_text="After which rounds people rest, and for how many minutes.",
    )


class Scheduling(RulesDoor):
    """The doors through which an organiser stops a tournament for a while."""

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @repeatable
    def pause(self, request: Request, pk: str) -> Response:
        """Let everything rest: no card is played, no clock runs, and no round follows."""
        by = caller(request).pk
        return self.answer_with(pause(self.get_object(), by=by, at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @repeatable
    def resume(self, request: Request, pk: str) -> Response:
        """Let a paused tournament go on, with the time that was left to everybody."""
        by = caller(request).pk
        return self.answer_with(resume(self.get_object(), by=by, at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="end-break")
    @idempotent
    def end_break(self, request: Request, pk: str) -> Response:
        """End the break before its time: the next round is drawn."""
        by = caller(request).pk
        return self.answer_with(end_break(self.get_object(), by=by, at=database_now()))
