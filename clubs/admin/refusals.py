"""Refusals of use cases, shown to the person on the next page."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from clubs.errors import ClubsError
from deploy.unlocked import begins_anew
from games.admin import refusals as games

REFUSALS = (ClubsError, *games.REFUSALS)
refusals_shown = partial(games.refusals_shown, refusals=REFUSALS)


class Telling:
    """Mixed into an admin whose forms and buttons call use cases."""

    refusals: tuple[type[Exception], ...] = REFUSALS

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            give = begins_anew(super().changeform_view)  # type: ignore[misc]
            answer: HttpResponse = give(request, object_id, form_url, extra_context)
            return answer
        except self.refusals as refusal:  # Its transaction has been rolled back.
            messages.error(request, str(refusal))
            return redirect(request.get_full_path())
