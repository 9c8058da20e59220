"""Text goes over the line as gzip; Django's own adds bytes at random, so that no length tells what
a page says (BREACH). A proxy would not, and leaves alone what is compressed already.

Streams (`games.live`) answer beside all middleware, and go over the line as they are.
"""

import re
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXT: Final = re.compile(
    r"text/|image/svg|application/(?:[\w.-]+\+)?(?:json|javascript|yaml|xml|manifest)\b"
)
"""Fonts, pictures and PDF files are compressed in themselves."""

PART: Final = "Content-Range"


class Compression(GZipMiddleware):
    """Middleware around all that answer, files among them."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """An ETag stays as it is: it names the answer, however its bytes are packed."""
        tag = response.headers.get("ETag")
        if gains(response):
            response = super().process_response(request, response)
        if tag:
            response.headers["ETag"] = tag
        return response


def gains(response: HttpResponseBase) -> bool:
    """Whether it is a whole text; an answer without a body has none that could be compressed."""
    is_whole = response.status_code != HTTPStatus.NOT_MODIFIED and PART not in response.headers
    return is_whole and TEXT.match(response.headers.get("Content-Type", "")) is not None
