"""Requests whose label cannot crash them: Django decodes an address by the charset of the body.

A label with a charset that is no text, or that cannot be read, ends in a crash before any view or
middleware. Here the label is only read; who answers asks `is_utf_8`.
"""

import codecs
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest
from django.utils.http import parse_header_parameters

UTF_8 = "utf-8"
UNREADABLE = {"charset": ""}


class _Labelled(HttpRequest):
    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """As Django does, but an address stays UTF-8 whatever the body is."""
        try:
            label = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except ValueError:
            label = "", UNREADABLE
        self.content_type, self.content_params = label


class WebRequest(_Labelled, WSGIRequest):
    pass


class StreamRequest(_Labelled, ASGIRequest):
    pass


class WebHandler(WSGIHandler):
    """Django's door for ordinary views."""

    request_class = WebRequest


def is_utf_8(request: HttpRequest) -> bool:
    """Whether the body is labelled as UTF-8, or not at all."""
    charset = (request.content_params or {}).get("charset", UTF_8)
    try:
        return codecs.lookup(charset).name == UTF_8
    except (LookupError, ValueError):
        return False
