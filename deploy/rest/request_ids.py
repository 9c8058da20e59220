"""An id for each request, in its log lines, its answer and its problem document."""

from typing import TYPE_CHECKING

import structlog
from django_structlog.middlewares import RequestMiddleware

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


class RequestIds(RequestMiddleware):
    """Binds the id for the log, and tells it to the caller."""

    def handle_response(self, request: "HttpRequest", response: "HttpResponse") -> None:
        response["X-Request-ID"] = request_id()
        super().handle_response(request, response)


def request_id() -> str:
    """The id of the request that is being answered; empty outside one."""
    found: str = structlog.contextvars.get_contextvars().get("request_id", "")
    return found
