"""Many entries in one request, each with its own result."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import MOST_ID, ClubDoor, caller
from deploy.rest.clock import database_now
from deploy.rest.idempotency import DryRun, idempotent
from deploy.rest.serializers import LONGEST_NAME, StrictSerializer
from games.bots import BOT_CHOICES
from tournaments.formats.settings import MEMBERS
from tournaments.rights import ENTER_ANOTHER
from tournaments.together import MOST_ENTRIES, Asked, Entered, enter_many

MANY_DEEDS: Final = {"enter_many": ENTER_ANOTHER}


class AskedInput(StrictSerializer):
    """Somebody who is to play: the id of the member, or the name as the club has it."""

    member = serializers.IntegerField(min_value=1, max_value=MOST_ID, required=False)
    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    bot_level = serializers.ChoiceField(
        BOT_CHOICES, required=False, help_text="The bot that plays for them."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("member" in attrs) == ("name" in attrs):
            raise serializers.ValidationError("Give “member” or “name”, one of them.")
        return attrs


class OneOfManyInput(AskedInput):
    partners = serializers.ListField(
        child=AskedInput(),
        allow_empty=False,
        max_length=MEMBERS.most - 1,
        required=False,
        help_text="Who plays with them, where pairs or threes enter.",
    )

    def company(self, given: dict[str, Any]) -> list[Asked]:
        first = {name: given[name] for name in given if name != "partners"}
        return [Asked(**one) for one in (first, *given.get("partners", ()))]


class ManyInput(StrictSerializer):
    entries = serializers.ListField(
        child=OneOfManyInput(), allow_empty=False, max_length=MOST_ENTRIES
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only tell what would become of each. Nothing is done."
    )


class EnteredSerializer(serializers.Serializer):
    entry = serializers.SerializerMethodField(help_text="Its place in the request, from 0.")
    entrant = serializers.IntegerField(
        allow_null=True, help_text="Null if they are refused, and in a dry run."
    )
    name = serializers.CharField(help_text="Of all who were to play together.")
    admission = serializers.SerializerMethodField(
        help_text="Whether they are `in`, or are `waiting` for a place; empty if they are refused."
    )
    code = serializers.SerializerMethodField(
        help_text="The code of the refusal; empty if they have entered."
    )
    detail = serializers.SerializerMethodField(help_text="The same in words.")

    def get_entry(self, entered: Any) -> int:
        place: int = entered["entry"]
        return place

    def get_admission(self, entered: Any) -> str:
        return str(entered["of"].admission)

    def get_code(self, entered: Any) -> str:
        return entered["of"].refusal.code if entered["of"].refusal else ""

    def get_detail(self, entered: Any) -> str:
        return str(entered["of"].refusal or "")


class ManySerializer(serializers.Serializer):
    entered = serializers.IntegerField(help_text="How many have entered now, or would.")
    refused = serializers.IntegerField()
    results = EnteredSerializer(many=True, help_text="One for each entry, in their order.")


def _told(found: list[Entered]) -> Any:
    refused = sum(one.refusal is not None for one in found)
    results = [
        {"entry": place, "entrant": one.entrant, "name": one.name, "of": one}
        for place, one in enumerate(found)
    ]
    whole = {"entered": len(found) - refused, "refused": refused, "results": results}
    return ManySerializer(whole).data


class ManyDoor(ClubDoor):
    """A tournament that many enter at once."""

    @extend_schema(request=ManyInput, responses=ManySerializer)
    @action(detail=True, methods=["post"], url_path="enter-many")
    @idempotent
    def enter_many(self, request: Request, pk: str) -> Response:
        """Enter many members, each by id or name. Who cannot enter keeps nobody else out."""
        tournament, given = self.get_object(), self.given(ManyInput)
        is_rehearsal = given.get("dry_run", False)
        reader = OneOfManyInput()
        companies = [reader.company(one) for one in given["entries"]]
        at = database_now()
        by = caller(request).pk
        found = enter_many(tournament, companies, is_rehearsal=is_rehearsal, by=by, at=at)
        return (DryRun if is_rehearsal else Response)(_told(found))
