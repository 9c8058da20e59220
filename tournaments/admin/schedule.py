"""The steps of a tournament as buttons, those that stop it for a while, and its breaks."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminTextInputWidget

from clubs.admin.refusals import refusals_shown
from deploy.rest.clock import database_now
from tournaments.admin.refusals import ALL_REFUSALS
from tournaments.models import Tournament, TournamentStatus
from tournaments.pauses import pause, resume
from tournaments.rounds import end_break
from tournaments.steps import DEEDS_AT


def steps_of(tournament: Tournament) -> tuple[str, ...]:
    """The buttons of a tournament, the next step first."""
    if tournament.status != TournamentStatus.RUNNING:
        deeds = DEEDS_AT.get(TournamentStatus(tournament.status), ())
        return tuple(step.value for step in deeds)
    if tournament.paused_at is not None:
        return ("resume",)
    return ("end_break", "pause") if tournament.break_until is not None else ("pause",)


class Pausing:
    """Mixed into the admin of tournaments."""

    @admin.action(description="Pause")
    def pause(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        by = request.user.pk
        each_moved(
            request, tournaments, lambda one: pause(one, by=by, at=database_now()), "is paused"
        )

    @admin.action(description="Let it go on")
    def resume(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        by = request.user.pk
        each_moved(
            request, tournaments, lambda one: resume(one, by=by, at=database_now()), "goes on"
        )

    @admin.action(description="End the break")
    def end_break(self, request: HttpRequest, tournaments: QuerySet[Tournament]) -> None:
        by = request.user.pk
        each_moved(
            request, tournaments, lambda one: end_break(one, by=by, at=database_now()), "goes on"
        )


def each_moved(
    request: HttpRequest,
    tournaments: QuerySet[Tournament],
    step: Callable[[Tournament], Tournament],
    said: str = "",
) -> None:
    """Take a step with each tournament, and say so, or why not."""
    for tournament in tournaments:
        with refusals_shown(request, refusals=ALL_REFUSALS):
            moved = step(tournament)
            messages.success(request, f"{moved} {said or f'is {moved.get_status_display()}'}.")


class BreaksField(forms.CharField):
    """Breaks as `3: 15, 6: 20`: after round 3 for 15 minutes, after round 6 for 20."""

    def __init__(self, **options: Any) -> None:
        for of_json in ("encoder", "decoder"):
            options.pop(of_json, None)
        told = "After which round for how many minutes, such as 3: 15, 6: 20. Empty: none."
        widget = UnfoldAdminTextInputWidget
        super().__init__(**{**options, "required": False, "help_text": told, "widget": widget})

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return ", ".join(f"{one['after_round']}: {one['minutes']}" for one in value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial or []) != (data or ""))

    def to_python(self, value: Any) -> Any:
        breaks = []
        for part in (value or "").split(","):
            if not part.strip():
                continue
            words = [word.strip() for word in part.split(":")]
            if len(words) != 2 or not all(word.isdecimal() and len(word) < 6 for word in words):
                raise forms.ValidationError("Write a round and minutes, such as 3: 15.")
            breaks.append({"after_round": int(words[0]), "minutes": int(words[1])})
        return breaks
