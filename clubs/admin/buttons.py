"""The actions of a list are buttons below the form of one row too."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


class Buttons:
    """Mixed into an admin: `buttons` names what a row is ready for, among its `actions`.

    A pressed button first saves what was changed in the form.
    """

    def buttons(self, row: Any) -> set[str]:
        """The names of the actions that make sense for this row now."""
        raise NotImplementedError

    def get_actions_submit_line(self, request: HttpRequest, object_id: int) -> list[Any]:
        row = self.get_object(request, str(object_id))  # type: ignore[attr-defined]
        wanted = self.buttons(row) if row is not None else set()
        return [
            button
            for button in super().get_actions_submit_line(request, object_id)  # type: ignore[misc]
            if button.path in wanted
        ]

    def response_change(self, request: HttpRequest, obj: Model) -> HttpResponse:
        for button in self.get_actions_submit_line(request, obj.pk):
            if button.action_name in request.POST:
                rows = self.get_queryset(request).filter(pk=obj.pk)  # type: ignore[attr-defined]
                answer: HttpResponse | None = button.method(request, rows)
                return answer or redirect(request.get_full_path())
        return super().response_change(request, obj)  # type: ignore[misc]
