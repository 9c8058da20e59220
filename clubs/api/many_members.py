"""Many members in one request, each with what became of them."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, ClubField, IsAnotherField
from clubs.errors import LooksLike
from clubs.many_members import MOST_ADDED, Added, Newcomer, add_many
from clubs.models import ADDED, Role
from clubs.rights import ADD_MEMBER
from deploy.rest.clock import database_now
from deploy.rest.idempotency import DryRun, idempotent
from deploy.rest.serializers import LONGEST_NAME, StrictSerializer

MANY_DEEDS: Final = {"add_many": ADD_MEMBER}


class OneOfManyMembersInput(StrictSerializer):
    name = serializers.CharField(max_length=LONGEST_NAME)
    role = serializers.ChoiceField(ADDED, default=Role.MEMBER)
    is_another = IsAnotherField()


class ManyMembersInput(StrictSerializer):
    """People without a login."""

    club = ClubField(deed=ADD_MEMBER)
    members = serializers.ListField(
        child=OneOfManyMembersInput(), allow_empty=False, max_length=MOST_ADDED
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only tell what would become of each. Nothing is done."
    )


class AddedSerializer(serializers.Serializer):
    member = serializers.IntegerField(
        allow_null=True, help_text="Null for who is refused, and in a dry run."
    )
    name = serializers.CharField()
    code = serializers.SerializerMethodField(
        help_text="Empty: they have been added. Else why they have not."
    )
    detail = serializers.SerializerMethodField(help_text="The same in words.")
    looks_like = serializers.SerializerMethodField(
        help_text="With the code `looks_like`: the names of those whom it may be. Else empty."
    )

    def get_code(self, added: Added) -> str:
        return added.refusal.code if added.refusal else ""

    def get_detail(self, added: Added) -> str:
        return str(added.refusal or "")

    def get_looks_like(self, added: Added) -> list[str]:
        return added.refusal.looks_like if isinstance(added.refusal, LooksLike) else []


class ManyMembersSerializer(serializers.Serializer):
    added = serializers.IntegerField(help_text="How many have been added now, or would be.")
    refused = serializers.IntegerField()
    results = AddedSerializer(many=True, help_text="One for each person, in their order.")


def _told(found: list[Added]) -> Any:
    refused = sum(one.refusal is not None for one in found)
    whole = {"added": len(found) - refused, "refused": refused, "results": found}
    return ManyMembersSerializer(whole).data


class ManyMembersDoor(ClubDoor):
    """The members of a club, of whom many are added at once."""

    @extend_schema(request=ManyMembersInput, responses=ManyMembersSerializer)
    @action(detail=False, methods=["post"], url_path="add-many")
    @idempotent
    def add_many(self, request: Request) -> Response:
        """Add many people by name. Who cannot be added keeps nobody else out.

        Each gets the opening chips in a purse of their own. Somebody who looks like a member is not
        added unless you say that they are another.
        """
        given = self.given(ManyMembersInput)
        people = [
            Newcomer(one["name"], Role(one["role"]), one["is_another"]) for one in given["members"]
        ]
        is_rehearsal, at = given.get("dry_run", False), database_now()
        found = add_many(given["club"], people, is_rehearsal=is_rehearsal, at=at)
        return (DryRun if is_rehearsal else Response)(_told(found))
