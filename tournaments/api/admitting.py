"""Admission over the API: who has asked is answered, and who withdrew comes back."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import caller
from clubs.api.rules import RulesDoor
from clubs.models import Member
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, repeatable
from deploy.rights import Deed
from tournaments.admission import approve, refuse, undo_withdrawal
from tournaments.api.entrants import ApprovalInput, RefusalInput, WithdrawalUndoInput
from tournaments.models import Tournament
from tournaments.rights import ADMIT, ENTER, ENTER_ANOTHER

ADMITTING_DEEDS: dict[str, Deed | tuple[Deed, ...]] = {
    "approve": ADMIT,
    "refuse": ADMIT,
    "undo_withdrawal": (ENTER, ENTER_ANOTHER),
}


class Admitting(RulesDoor):
    """The doors through which an organiser answers, and people come back."""

    def member_meant(self, tournament: Tournament, given: dict[str, Any]) -> Member:
        """Whom an order is about: the member named, or the caller."""
        raise NotImplementedError

    @extend_schema(request=ApprovalInput)
    @action(detail=True, methods=["post"])
    @repeatable
    def approve(self, request: Request, pk: str) -> Response:
        """Let in somebody who has asked. If there is no place, they wait for one."""
        tournament = self.get_object()
        given = self.given(ApprovalInput)
        approve(tournament, **given, by=caller(request).pk, at=database_now())
        return self.answer_with(tournament)

    @extend_schema(request=RefusalInput)
    @action(detail=True, methods=["post"])
    @idempotent
    def refuse(self, request: Request, pk: str) -> Response:
        """Let nobody in who has asked: their fee goes back, and they read the reason."""
        tournament = self.get_object()
        given = self.given(RefusalInput)
        refuse(tournament, **given, by=caller(request).pk, at=database_now())
        return self.answer_with(tournament)

    @extend_schema(request=WithdrawalUndoInput)
    @action(detail=True, methods=["post"], url_path="undo-withdrawal")
    @idempotent
    def undo_withdrawal(self, request: Request, pk: str) -> Response:
        """Come back after a withdrawal, until the start: to a place, or to the waiting list."""
        tournament = self.get_object()
        member = self.member_meant(tournament, self.given(WithdrawalUndoInput))
        undo_withdrawal(tournament, member=member, by=caller(request).pk, at=database_now())
        return self.answer_with(tournament)
