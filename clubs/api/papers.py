"""A club and a night to take away: their people, and the book, as files."""

from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import ClubDoor
from clubs.api.files import LINES, a_file, in_lines, lines_of, sheet_file
from clubs.rights import LOOK_AFTER_MEMBER
from clubs.sheets import members_sheet, people_sheet
from ledger.beancount import journal
from ledger.kinds import AccountKind
from ledger.rights import SEE_ACCOUNT, SEE_BOOK
from ledger.sheets import book_sheet
from ledger.statements import trial_balance

CLUB_PAPER_DEEDS: Final = {
    "members_file": LOOK_AFTER_MEMBER,
    "book": SEE_BOOK,
    "book_file": SEE_BOOK,
}
NIGHT_PAPER_DEEDS: Final = {"people_file": SEE_ACCOUNT}
HELD: Final = [kind for kind in AccountKind if kind != AccountKind.BANK]


class HeldSerializer(serializers.Serializer):
    kind = serializers.ChoiceField([(kind.value, kind.value) for kind in HELD])
    chips = serializers.IntegerField(help_text="In all open accounts of this kind.")


class BookSerializer(serializers.Serializer):
    """Where the chips of a club are. What is held sums to what is in issue."""

    issued_chips = serializers.IntegerField(help_text="What the bank gave out and has not back.")
    held = HeldSerializer(many=True)


class ClubPapersDoor(ClubDoor):
    """Clubs, of which organisers take lists away."""

    filterset_class: Any = None  # So that an action can go without.

    @a_file("members", *LINES, operation_id="clubs_members_file")
    def members_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """Everybody who is or was a member, as CSV or NDJSON. For organisers."""
        club = self.get_object()
        return sheet_file(members_sheet(club), name=f"club-{club.pk}-members", ending=ending)

    @extend_schema(responses=BookSerializer, filters=False)
    @action(detail=True, pagination_class=None, filterset_class=None)
    def book(self, request: Request, pk: str) -> Response:
        """Show where the chips of the club are. For organisers."""
        chips = trial_balance(self.get_object().book)
        held = [{"kind": kind, "chips": chips[kind]} for kind in HELD]
        told = {"issued_chips": -chips[AccountKind.BANK], "held": held}
        return Response(BookSerializer(told).data)

    @a_file("book", *LINES, "beancount", operation_id="clubs_book_file")
    def book_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """Every transfer of the club, leg by leg: as CSV, NDJSON or a journal for beancount."""
        book = self.get_object().book
        lines = (
            (f"{line}\n" for line in journal(book))
            if ending == "beancount"
            else lines_of(book_sheet(book), ending)
        )
        return in_lines(lines, name=f"book-{book.pk}", ending=ending)


class NightPapersDoor(ClubDoor):
    """Nights, of which organisers take a list away."""

    filterset_class: Any = None

    @a_file("people", *LINES, operation_id="nights_people_file")
    def people_file(self, request: Request, pk: str, ending: str) -> HttpResponse:
        """Who answered, came and played, with their chips, as CSV or NDJSON. For organisers."""
        night = self.get_object()
        return sheet_file(people_sheet(night), name=f"night-{night.pk}-people", ending=ending)
