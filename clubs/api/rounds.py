"""Rounds of a night over the API: drawn, repaired, opened, and ended."""

from functools import partial
from typing import Final

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import doer
from clubs.api.dry_runs import NIGHT_OR_REHEARSAL, RehearsingDoor
from clubs.api.night_inputs import NextRoundInput, RoundInput, SeatingInput
from clubs.draws import repair_rounds, seat_night
from clubs.rights import END_ROUND, NEXT_ROUND, OPEN_TABLES, REPAIR_ROUNDS, SEAT_NIGHT
from clubs.rounds import end_round, next_round, open_tables
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent, repeatable
from games.api.stewarding import DryRunInput

ROUND_DEEDS: Final = {
    "seat": SEAT_NIGHT,
    "repair": REPAIR_ROUNDS,
    "open_tables": OPEN_TABLES,
    "end_round": END_ROUND,
    "next_round": NEXT_ROUND,
}


class RoundsDoor(RehearsingDoor):
    """A night whose rounds are drawn and played."""

    @extend_schema(request=SeatingInput)
    @action(detail=True, methods=["post"])
    @repeatable
    def seat(self, request: Request, pk: str) -> Response:
        """Draw the next round for the people who are here, or several rounds ahead.

        Send it again for another draw. While a round is played, the ones after it are drawn.
        """
        night, given = self.get_object(), self.given(SeatingInput)
        return self.answer_with(seat_night(night, **given, by=doer(request), at=database_now()))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @repeatable
    def repair(self, request: Request, pk: str) -> Response:
        """Give those who came a place in the rounds that are drawn, and close gaps of those gone.

        For each person who came, at most two people change table.
        """
        night = self.get_object()
        return self.answer_with(repair_rounds(night, by=doer(request), at=database_now()))

    @extend_schema(request=DryRunInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="open-tables")
    @idempotent
    def open_tables(self, request: Request, pk: str) -> Response:
        """Open every table. Each player's chips go from their purse to their seat."""
        night, given = self.get_object(), self.given(DryRunInput)
        return self.carried_out(
            night, partial(open_tables, night, by=doer(request), at=database_now()), **given
        )

    @extend_schema(request=RoundInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="end-round")
    @idempotent
    def end_round(self, request: Request, pk: str) -> Response:
        """Close the tables of a round. Chips go home, and everybody stays for the next one."""
        night, given = self.get_object(), self.given(RoundInput)
        number, dry_run = given.pop("round"), given.pop("dry_run")
        deed = partial(
            end_round, night, number=number, by=doer(request), at=database_now(), **given
        )
        return self.carried_out(night, deed, dry_run=dry_run)

    @extend_schema(request=NextRoundInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="next-round")
    @idempotent
    def next_round(self, request: Request, pk: str) -> Response:
        """End a round, seat everybody who is here again, and open the tables of the next round.

        If somebody does not have what they bring, all of it is refused with `no_chips`, and
        `short` tells who. Hand chips out to them, or name them in `leave_out`.
        """
        night, given = self.get_object(), self.given(NextRoundInput)
        number, dry_run = given.pop("round"), given.pop("dry_run")
        deed = partial(
            next_round, night, number=number, by=doer(request), at=database_now(), **given
        )
        return self.carried_out(night, deed, dry_run=dry_run)
