"""What organisers put right about a member: a name, a note, and that they are back."""

from typing import Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor, IsAnotherField
from clubs.member_names import correct_name
from clubs.members import bring_back
from clubs.models.club import LONGEST_NOTE
from clubs.notes import write_note
from clubs.rights import CORRECT_NAME, LET_BACK, LOOK_AFTER_MEMBER
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent
from deploy.rest.serializers import LONGEST_NAME, StrictSerializer

CORRECTION_DEEDS: Final = {
    "correct_name": CORRECT_NAME,
    "write_note": LOOK_AFTER_MEMBER,
    "bring_back": LET_BACK,
}


class NameInput(StrictSerializer):
    name = serializers.CharField(max_length=LONGEST_NAME)
    seen = serializers.CharField(max_length=LONGEST_NAME, help_text="The name that is corrected.")
    is_another = IsAnotherField()


class NoteInput(StrictSerializer):
    note = serializers.CharField(
        max_length=LONGEST_NOTE, allow_blank=True, help_text="Empty: the note is wiped."
    )
    seen = serializers.CharField(
        max_length=LONGEST_NOTE, allow_blank=True, help_text="The note that it replaces."
    )


class MemberCorrectionsDoor(ClubDoor):
    """The members of a club, about whom organisers put something right.

    Two who do it at once do not undo each other: each says what they saw.
    """

    @extend_schema(request=NameInput)
    @action(detail=True, methods=["post"], url_path="correct-name")
    def correct_name(self, request: Request, pk: str) -> Response:
        """Correct the name of somebody without a login, wherever it is shown. For organisers."""
        member, given = self.get_object(), self.given(NameInput)
        return self.answer_with(
            correct_name(member, given["name"], seen=given["seen"], is_another=given["is_another"])
        )

    @extend_schema(request=NoteInput)
    @action(detail=True, methods=["post"], url_path="note")
    def write_note(self, request: Request, pk: str) -> Response:
        """Write a note on a member for the people at the door. For organisers, who alone read it.

        It stays until somebody wipes it.
        """
        member, given = self.get_object(), self.given(NoteInput)
        return self.answer_with(write_note(member, given["note"], instead_of=given["seen"]))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="bring-back")
    @idempotent
    def bring_back(self, request: Request, pk: str) -> Response:
        """Take somebody without a login back who has left. Their purse has waited for them."""
        return self.answer_with(bring_back(self.get_object(), at=database_now()))
