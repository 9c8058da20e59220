"""The kinds of problem that the API may answer with, each with a page of its own.

An app's errors are problems by the table `PROBLEMS` of the settings: from the dotted name of a
class to the status of its subclasses; the nearest class listed decides. The name of the error is
the code, the first sentence of its docstring the title.
"""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string
from rest_framework import exceptions

from deploy.rest.errors import RestError

PAGES = "/api/problems/"


@dataclass(frozen=True)
class ProblemType:
    """A kind of problem: what a program tells apart by `code`, and a person reads as `title`."""

    code: str
    status: int
    title: str

    @property
    def slug(self) -> str:
        return self.code.replace("_", "-")

    @property
    def page(self) -> str:
        return PAGES + self.slug


MALFORMED = ProblemType("malformed", 400, "The body is not JSON that can be read.")
INVALID = ProblemType("invalid", 400, "The request does not have the shape that the schema asks.")
BAD_REQUEST = ProblemType("bad_request", 400, "The request cannot be understood.")
NOT_AUTHENTICATED = ProblemType("not_authenticated", 401, "The request does not say who you are.")
AUTHENTICATION_FAILED = ProblemType(
    "authentication_failed", 401, "The token or the password is not right, or no longer."
)
PERMISSION_DENIED = ProblemType("permission_denied", 403, "You may not do that.")
NOT_FOUND = ProblemType("not_found", 404, "There is no such thing, or it is not yours to see.")
METHOD_NOT_ALLOWED = ProblemType("method_not_allowed", 405, "The address has no such method.")
NOT_ACCEPTABLE = ProblemType("not_acceptable", 406, "The API answers in JSON only.")
TOO_LARGE = ProblemType("too_large", 413, "The body is too large.")
UNSUPPORTED_MEDIA_TYPE = ProblemType("unsupported_media_type", 415, "The API reads JSON only.")
THROTTLED = ProblemType("throttled", 429, "Too many requests; Retry-After says how long to wait.")
SERVER_ERROR = ProblemType("server_error", 500, "The service made a mistake, and nothing was done.")

FRAMEWORK: dict[type[Exception], ProblemType] = {
    exceptions.ParseError: MALFORMED,
    exceptions.ValidationError: INVALID,
    exceptions.NotAuthenticated: NOT_AUTHENTICATED,
    exceptions.AuthenticationFailed: AUTHENTICATION_FAILED,
    exceptions.PermissionDenied: PERMISSION_DENIED,
    exceptions.NotFound: NOT_FOUND,
    exceptions.MethodNotAllowed: METHOD_NOT_ALLOWED,
    exceptions.NotAcceptable: NOT_ACCEPTABLE,
    exceptions.UnsupportedMediaType: UNSUPPORTED_MEDIA_TYPE,
    exceptions.Throttled: THROTTLED,
}
WITHOUT_EXCEPTION = (BAD_REQUEST, TOO_LARGE, SERVER_ERROR)


def problem_type(kind: type[Exception]) -> ProblemType | None:
    """What the API makes of an exception; None where it is nobody's fault but ours."""
    for base in kind.__mro__:
        if base in FRAMEWORK:
            return FRAMEWORK[base]
    if issubclass(kind, RestError):
        return _named(kind, kind.status_code)
    statuses = _statuses()
    for base in kind.__mro__:
        if base in statuses:
            return _named(kind, statuses[base])
    return None


def problem_types() -> list[ProblemType]:
    """Every problem that has a page, in the order of their codes."""
    bases: list[type[Exception]] = [RestError, *_statuses()]
    named = [problem_type(kind) for base in bases for kind in _family(base)]
    every = {*FRAMEWORK.values(), *WITHOUT_EXCEPTION, *(kind for kind in named if kind)}
    return sorted(every, key=lambda kind: kind.code)


@cache
def _statuses() -> dict[type[Exception], int]:
    return {import_string(name): status for name, status in settings.PROBLEMS.items()}


def _family(base: type[Exception]) -> Iterator[type[Exception]]:
    """The class, unless it is only the base of others, and all below it."""
    below = base.__subclasses__()
    if not below:
        yield base
    for kind in below:
        yield kind
        if kind.__subclasses__():
            yield from _family(kind)


def _named(kind: type[Exception], status: int) -> ProblemType:
    words = re.findall("[A-Z][a-z0-9]*", kind.__name__)
    sentence = (inspect.getdoc(kind) or kind.__name__).split("\n\n")[0]
    return ProblemType("_".join(words).lower(), status, " ".join(sentence.split()))
