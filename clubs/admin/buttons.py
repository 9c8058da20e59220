"""What a row is ready for, as buttons at the top of its page: actions of the list, for one row."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string


class Buttons:
    """Mixed into an admin that shows the field `next_step`, read-only.

    A pressed button first saves what was changed in the form.
    """

    def buttons(self, row: Any) -> Sequence[str]:
        """The names of the actions that make sense for this row now, the likeliest first."""
        raise NotImplementedError

    @admin.display(description="Next")
    def next_step(self, row: Any) -> str:
        buttons = [(name, getattr(self, name).short_description) for name in self.buttons(row)]
        if not buttons:
            return "There is nothing left to do."
        return render_to_string(
            "clubs/buttons.html", {"form": f"{row._meta.model_name}_form", "buttons": buttons}
        )

    def response_change(self, request: HttpRequest, obj: Model) -> HttpResponse:
        for name in self.buttons(obj):
            if f"do_{name}" in request.POST:
                rows = self.get_queryset(request).filter(pk=obj.pk)  # type: ignore[attr-defined]
                self.ask(request, name, rows)  # type: ignore[attr-defined]
                answer: HttpResponse | None = getattr(self, name)(request, rows)
                return answer or redirect(request.get_full_path())
        return super().response_change(request, obj)  # type: ignore[misc]
