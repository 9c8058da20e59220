"""The kinds of problem that the API may answer with, each with a page of its own.

An app's errors are problems by the table `PROBLEMS` of the settings: from the dotted name of a
class to the status of its subclasses; the nearest class listed decides. Each class has its `code`
and its `title`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Protocol, cast

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


class AppError(Protocol):
    """What every error of an app carries, the engine's included."""

    code: ClassVar[str]
    title: ClassVar[str]


MALFORMED = ProblemType("malformed", 400, "The body is not valid JSON.")
INVALID = ProblemType("invalid", 400, "Some fields are missing or wrong.")
BAD_REQUEST = ProblemType("bad_request", 400, "The request cannot be understood.")
NOT_AUTHENTICATED = ProblemType("not_authenticated", 401, "The request does not say who you are.")
AUTHENTICATION_FAILED = ProblemType(
    "authentication_failed", 401, "The token or the password is wrong or has expired."
)
PERMISSION_DENIED = ProblemType("permission_denied", 403, "You may not do that.")
NOT_FOUND = ProblemType("not_found", 404, "It does not exist, or you cannot see it.")
METHOD_NOT_ALLOWED = ProblemType(
    "method_not_allowed", 405, "This address does not allow this method."
)
NOT_ACCEPTABLE = ProblemType("not_acceptable", 406, "The API answers in JSON only.")
ADDRESS_TOO_LONG = ProblemType("address_too_long", 414, "The address is too long.")
TOO_LARGE = ProblemType("too_large", 413, "The body is too large.")
UNSUPPORTED_MEDIA_TYPE = ProblemType("unsupported_media_type", 415, "The API reads JSON only.")
THROTTLED = ProblemType("throttled", 429, "Too many requests; Retry-After says how long to wait.")
BUSY = ProblemType("busy", 503, "The service is too busy: nothing was done.")
AWAY = ProblemType("database_away", 503, "The database is away: nothing was done.")
UNKNOWN = ProblemType("outcome_unknown", 503, "It is not known whether this was done.")
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
WITHOUT_EXCEPTION = (ADDRESS_TOO_LONG, BAD_REQUEST, TOO_LARGE, BUSY, AWAY, UNKNOWN, SERVER_ERROR)


def problem_type(kind: type[Exception]) -> ProblemType | None:
    """What the API makes of an exception; None where it is nobody's fault but ours."""
    for base in kind.__mro__:
        if base in FRAMEWORK:
            return FRAMEWORK[base]
    if issubclass(kind, RestError):
        return ProblemType(kind.code, kind.status_code, kind.title)
    statuses = _statuses()
    for base in kind.__mro__:
        if base in statuses:
            own = cast(type[AppError], kind)
            return ProblemType(own.code, statuses[base], own.title)
    return None


def problem_types() -> list[ProblemType]:
    """Every problem that has a page, in the order of their codes."""
    bases: list[type[Exception]] = [RestError, *_statuses()]
    named = [problem_type(kind) for base in bases for kind in _family(base)]
    every = {*FRAMEWORK.values(), *WITHOUT_EXCEPTION, *(kind for kind in named if kind)}
    return sorted(every, key=lambda kind: (kind.code, kind.status, kind.title))


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
