"""The log of a night over the API: what was done, undo, and chips handed out."""

from functools import partial
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import MOST_ID, MembersField, doer
from clubs.api.dry_runs import NIGHT_OR_REHEARSAL, RehearsingDoor
from clubs.evening_log import EveningLog
from clubs.handing_out import hand_out, take_back_chips
from clubs.models import DeedKind, NightDeed
from clubs.rights import HAND_OUT, SEE_DEEDS, UNDO, UNDO_RESULT
from clubs.undoing import undo
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rest.serializers import ChipsField
from deploy.rights import Deed
from games.api.stewarding import DryRunInput

LOG_DEEDS: Final[dict[str, Deed | tuple[Deed, ...]]] = {
    "log": SEE_DEEDS,
    "undo": (UNDO_RESULT, UNDO),
    "hand_out": HAND_OUT,
    "take_back_chips": HAND_OUT,
}


class NightDeedSerializer(serializers.ModelSerializer):
    kind = serializers.ChoiceField(DeedKind.choices)
    text = serializers.SerializerMethodField(help_text="What was done, in a sentence.")
    by_name = serializers.CharField(
        source="by.name", allow_null=True, default=None, help_text="Null: the program itself."
    )
    undoes = serializers.IntegerField(
        source="undoes.number", allow_null=True, default=None, help_text="The deed that it undoes."
    )
    undone_by = serializers.SerializerMethodField(help_text="The deed that undid it, if any.")
    why_not = serializers.SerializerMethodField(
        help_text="Why it cannot be undone, as far as the log knows. Empty: try it."
    )

    class Meta:
        model = NightDeed
        fields = (
            *("number", "kind", "text", "by", "by_name", "link", "at", "undoes", "undone_by"),
            "why_not",
        )
        read_only_fields = fields

    def get_text(self, deed: NightDeed) -> str:
        text: str = self.context["log"].text(deed.number)
        return text

    def get_undone_by(self, deed: NightDeed) -> int | None:
        number: int | None = self.context["log"].chains.undone_by(deed.number)
        return number

    def get_why_not(self, deed: NightDeed) -> str:
        by, at = self.context["by"], self.context["at"]
        return str(self.context["log"].refusal(deed.number, by=by, at=at) or "")


def telling(log: EveningLog, request: Request) -> dict[str, Any]:
    """What a `NightDeedSerializer` needs to know."""
    return {"log": log, "by": doer(request), "at": database_now()}


class UndoInput(DryRunInput):
    deed = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, help_text="Its number in the log of the night."
    )


class HandOutInput(DryRunInput):
    members = MembersField()
    chips = ChipsField(help_text="For each of them.")
    memo = serializers.CharField(max_length=500, allow_blank=True, default="")


class DeedsDoor(RehearsingDoor):
    """A night at whose address its log stands, too."""

    @extend_schema(responses=NightDeedSerializer(many=True), filters=False)
    @action(detail=True, url_path="deeds", filterset_class=None, ordering=("-number",))
    def log(self, request: Request, pk: str) -> Response:
        """What was done on this night, newest first."""
        night: Any = self.get_object()
        page = self.paginate_queryset(night.deeds.told())
        log = EveningLog(night)
        log.read(deed.number for deed in page or ())
        context = telling(log, request)
        told = NightDeedSerializer(page, many=True, context=context)
        return self.get_paginated_response(told.data)

    @extend_schema(request=UndoInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"])
    @idempotent
    def undo(self, request: Request, pk: str) -> Response:
        """Undo a deed of the log, or an undo. It is refused where a later deed stands on it.

        Scorers undo results of open tables.
        """
        night, given = self.get_object(), self.given(UndoInput)
        number, at = given["deed"], database_now()
        self.ask(EveningLog(night).right_to_undo(number), night)
        deed = partial(undo, night, number, by=doer(request), at=at)
        return self.carried_out(night, deed, dry_run=given["dry_run"])

    @extend_schema(request=HandOutInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="hand-out")
    @idempotent
    def hand_out(self, request: Request, pk: str) -> Response:
        """Hand out chips from the club's bank to people of this night: all of them, or nobody."""
        return self._exchange(request, hand_out)

    @extend_schema(request=HandOutInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="take-back-chips")
    @idempotent
    def take_back_chips(self, request: Request, pk: str) -> Response:
        """Take chips back into the club's bank from people of this night."""
        return self._exchange(request, take_back_chips)

    def _exchange(self, request: Request, way: Any) -> Response:
        night, given = self.get_object(), self.given(HandOutInput)
        members, dry_run = given.pop("members"), given.pop("dry_run")
        asked = {"key": self.order_key(), "by": doer(request), "at": database_now()}
        deed = partial(way, night, members, **given, **asked)
        return self.carried_out(night, deed, dry_run=dry_run)
