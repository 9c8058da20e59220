"""The body of a request as JSON that can be kept, looked up and given back."""

from collections.abc import Mapping
from math import isfinite
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

DEEPEST = 20  # No door asks for more than four.
TOO_DEEP = f"The body nests lists and objects more than {DEEPEST} deep."
HALF = "The body has half of a surrogate pair, such as \\ud800, which is not a character."
BEYOND = "The body has a number that is too large."


class SoundJSON(JSONParser):
    """Reads UTF-8 alone, and refuses what Python's reader takes but nothing after it can bear."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        context = {**(parser_context or {}), "encoding": "utf-8"}
        try:
            body = super().parse(stream, media_type, context)
        except RecursionError:
            raise ParseError(TOO_DEEP) from None
        _check(body)
        return body


def _check(body: Any) -> None:
    """Level by level, so that no depth is too much to look at."""
    level, depth = [body], 0
    while level:
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += [*value, *value.values()]
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str):
                _check_text(value)
            elif isinstance(value, float) and not isfinite(value):
                raise ParseError(BEYOND)
        if depth == DEEPEST and any(isinstance(value, dict | list) for value in level):
            raise ParseError(TOO_DEEP)
        level, depth = inner, depth + 1


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ParseError(HALF) from None
