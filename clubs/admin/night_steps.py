"""What a night goes through: for the nights ticked in the list, and on the page of one night."""

from collections.abc import Callable

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from clubs.admin.buttons import Buttons
from clubs.admin.confirm import asked_first
from clubs.admin.permissions import doer
from clubs.admin.refusals import refusals_shown
from clubs.draws import repair_rounds, seat_night
from clubs.models import Night, NightStatus
from clubs.nights import open_night
from deploy.rest.clock import database_now

NEXT_STEPS = {
    NightStatus.PLANNED: ("open", "cancel"),
    NightStatus.OPEN: ("seat", "cancel"),
    NightStatus.SEATED: ("open_tables", "seat", "cancel"),
    NightStatus.PLAYING: ("next_round", "end_round", "close", "cancel"),
    NightStatus.CLOSED: (),
}


class NightSteps(Buttons):
    """The steps of an evening, each an action and a button."""

    def buttons(self, row: Night) -> tuple[str, ...]:
        """Where a round is drawn, and somebody came or went, it is repaired sooner than redrawn."""
        steps = NEXT_STEPS[NightStatus(row.status)]
        is_stale = row.status == NightStatus.OPEN and row.rounds.drafted().exists()
        return ("repair", *steps) if is_stale else steps

    @admin.action(description="Open for check-in")
    def open(self, request: HttpRequest, nights: QuerySet[Night]) -> None:
        self._each(request, nights, open_night, "is open: people may check in")

    @admin.action(description="Seat the people who are here")
    def seat(self, request: HttpRequest, nights: QuerySet[Night]) -> None:
        self._each(request, nights, seat_night, "is seated")

    @admin.action(description="Seat those who came too")
    def repair(self, request: HttpRequest, nights: QuerySet[Night]) -> None:
        self._each(request, nights, repair_rounds, "is seated, and others stay where they can")

    @admin.action(description="Open tables")
    def open_tables(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("open-tables", nights)

    @admin.action(description="Next round")
    def next_round(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("next-round", nights)

    @admin.action(description="End round")
    def end_round(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("end-round", nights)

    @admin.action(description="Close night")
    def close(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("close", nights)

    @admin.action(description="Cancel night")
    def cancel(self, request: HttpRequest, nights: QuerySet[Night]) -> HttpResponse:
        return asked_first("cancel", nights)

    def _each(
        self,
        request: HttpRequest,
        nights: QuerySet[Night],
        do: Callable[..., Night],
        done: str,
    ) -> None:
        for night in nights:
            with refusals_shown(request):
                messages.success(
                    request, f"{do(night, by=doer(request), at=database_now())} {done}."
                )
