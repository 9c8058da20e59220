"""Places at the open tables of a night over the API: people come late, move, leave, bring chips."""

from functools import partial
from typing import Final

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import doer
from clubs.api.dry_runs import NIGHT_OR_REHEARSAL, RehearsingDoor
from clubs.api.night_inputs import (
    AnotherTableInput,
    BreakUpInput,
    JoinInput,
    LeaveTableInput,
    MoveToInput,
    TopUpInput,
)
from clubs.breaking_up import Placing, break_up
from clubs.places import (
    bring_chips,
    join_table,
    leave_table,
    move_player,
    open_another_table,
)
from clubs.rights import BREAK_UP, BRING_FOR, SEAT_PEOPLE
from deploy.rest.clock import database_now
from deploy.rest.idempotency import idempotent

PLACE_DEEDS: Final = {
    "join": SEAT_PEOPLE,
    "another_table": SEAT_PEOPLE,
    "leave_table": SEAT_PEOPLE,
    "move": SEAT_PEOPLE,
    "break_up": BREAK_UP,
    "bring_chips": BRING_FOR,
}


class PlacesDoor(RehearsingDoor):
    """A night at whose open tables people come and go."""

    @extend_schema(request=JoinInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"])
    @idempotent
    def join(self, request: Request, pk: str) -> Response:
        """Seat people who came late at an open table, with the buy-in of the night.

        They pay the stake at their first deal. If that number cannot play by the rules,
        nobody is seated, and `possible` tells which numbers can.
        """
        night, given = self.get_object(), self.given(JoinInput)
        number, dry_run = given.pop("table"), given.pop("dry_run")
        deed = partial(
            join_table, night, number=number, by=doer(request), at=database_now(), **given
        )
        return self.carried_out(night, deed, dry_run=dry_run)

    @extend_schema(request=AnotherTableInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="another-table")
    @idempotent
    def another_table(self, request: Request, pk: str) -> Response:
        """Open one more table in this round, for people who wait."""
        night, given = self.get_object(), self.given(AnotherTableInput)
        dry_run = given.pop("dry_run")
        deed = partial(open_another_table, night, by=doer(request), at=database_now(), **given)
        return self.carried_out(night, deed, dry_run=dry_run)

    @extend_schema(request=LeaveTableInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="leave-table")
    @idempotent
    def leave_table(self, request: Request, pk: str) -> Response:
        """Let people leave their tables with their chips. They may come back.

        In a deal that is played online they go when it is over.
        """
        night, given = self.get_object(), self.given(LeaveTableInput)
        dry_run = given.pop("dry_run")
        deed = partial(leave_table, night, by=doer(request), at=database_now(), **given)
        return self.carried_out(night, deed, dry_run=dry_run)

    @extend_schema(request=MoveToInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"])
    @idempotent
    def move(self, request: Request, pk: str) -> Response:
        """Move somebody to another table of this round, with what lies before them."""
        night, given = self.get_object(), self.given(MoveToInput)
        number, dry_run = given.pop("table"), given.pop("dry_run")
        deed = partial(
            move_player, night, number=number, by=doer(request), at=database_now(), **given
        )
        return self.carried_out(night, deed, dry_run=dry_run)

    @extend_schema(request=BreakUpInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="break-up")
    @idempotent
    def break_up(self, request: Request, pk: str) -> Response:
        """Close a table between two deals, and seat its people at the other tables.

        Each brings what they took from it. Partners stay together. Who finds no chair waits. What
        the house rules leave in the pool goes to the table that takes most of the people.
        """
        night, given = self.get_object(), self.given(BreakUpInput)
        number, dry_run = given.pop("table"), given.pop("dry_run")
        places = [Placing(**place) for place in given.pop("places")]
        deed = partial(
            break_up,
            night,
            number=number,
            places=places,
            by=doer(request),
            at=database_now(),
            **given,
        )
        return self.carried_out(night, deed, dry_run=dry_run)

    @extend_schema(request=TopUpInput, responses=NIGHT_OR_REHEARSAL)
    @action(detail=True, methods=["post"], url_path="bring-chips")
    @idempotent
    def bring_chips(self, request: Request, pk: str) -> Response:
        """Bring more chips to somebody's seat at a table of real cards, between two deals."""
        night, given = self.get_object(), self.given(TopUpInput)
        dry_run = given.pop("dry_run")
        deed = partial(bring_chips, night, by=doer(request), at=database_now(), **given)
        return self.carried_out(night, deed, dry_run=dry_run)
