"""The body of a request before any view looks at it: its text, its length, and how much is read.

A body that came in chunks has its length here: `deploy.web_threads` read all of it.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from deploy.rest.problem_types import TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
from deploy.rest.problems import API, refuse
from deploy.rest.requests import is_utf_8

MOST_BYTES = 16 * 1024
"""What a door of the API reads, unless `reads` says otherwise: a hundred times a usual order."""

SEND_UTF_8 = "Send the body in UTF-8, with `charset=utf-8` or no charset in Content-Type."

Door = TypeVar("Door", bound=Callable[..., Any])


def reads(most_bytes: int) -> Callable[[Door], Door]:
    """Say how long the body of a door may be; it stands next to the method."""

    def mark(door: Door) -> Door:
        door.most_bytes = most_bytes  # type: ignore[attr-defined]  # Read by `most_of`.
        return door

    return mark


class Bodies:
    """Middleware that stands before all that reads a body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, _args: object, _kwargs: object
    ) -> HttpResponse | None:
        if not is_utf_8(request):
            return refuse(request, UNSUPPORTED_MEDIA_TYPE, SEND_UTF_8)
        most = most_of(view, request)
        if int(request.META.get("CONTENT_LENGTH") or 0) > most:
            detail = f"This address reads {most} bytes at most: send less at a time."
            return refuse(request, TOO_LARGE, detail)
        return None


def most_of(view: Any, request: HttpRequest) -> int:
    """How many bytes the view reads at most; forms of the pages as much as Django reads."""
    if not request.path.startswith(API):
        most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return most
    actions: dict[str, str] = getattr(view, "actions", None) or {}
    door = getattr(getattr(view, "cls", None), actions.get(str(request.method).lower(), ""), None)
    return getattr(door, "most_bytes", MOST_BYTES)
