"""A database that is away, full, out of connections or out of time is told in words, with 503.

What PostgreSQL ended was taken back, so that it may be tried again. Where the line was lost while
a transaction was being kept, nobody knows: the same key then tells what happened.
"""

import logging
import sys
from collections.abc import Callable
from typing import Final

import psycopg
from django.db import Error as DatabaseFault
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from deploy.rest.errors import CommitUnknown
from deploy.rest.problem_types import AWAY, BUSY, UNKNOWN, ProblemType
from deploy.rest.problems import API, refuse
from deploy.rest.problems import handle_500 as handle_our_fault

AGAIN_SECONDS: Final = 5
LOCK_NOT_AVAILABLE, DEADLOCK, IDLE_IN_TRANSACTION = "55P03", "40P01", "25P03"
CANCELED: Final = "57014"
"""A statement that took longer than `statement_timeout`."""

TIME_OUTS: Final = frozenset({LOCK_NOT_AVAILABLE, DEADLOCK, IDLE_IN_TRANSACTION, CANCELED})
CLASSES: Final = ("08", "53", "57")
"""A line that broke; no room, memory or connection left; a server that goes down or comes up."""

SAME_KEY = "Ask again with the same Idempotency-Key: the answer says what happened."
LOOK_FIRST = "Look whether it was done before you do it again."

logger = logging.getLogger(__name__)


class Outages:
    """Middleware that answers 503 for what the database could not do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return answer_to(request, error)


def handle_500(request: HttpRequest) -> HttpResponse:
    """The answer where a middleware failed: an outage, or else a fault of ours."""
    error = sys.exc_info()[1]
    answer = answer_to(request, error) if error else None
    return answer or handle_our_fault(request)


def answer_to(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    """The answer to an outage, and its line in the log; None for any other error."""
    kind = outage_of(error)
    if kind is None:
        return None
    first_line = str(error).partition("\n")[0]
    logger.warning("%s: %s: %s", kind.code, request.path, first_line)
    advice = "Try again in a moment."
    if kind is UNKNOWN:
        advice = SAME_KEY if request.path.startswith(API) else LOOK_FIRST
    answer = refuse(request, kind, f"{kind.title} {advice}")
    answer["Retry-After"] = str(AGAIN_SECONDS)
    return answer


def outage_of(error: BaseException) -> ProblemType | None:
    """The kind of outage that an error tells of, by the SQLSTATE that PostgreSQL gave, if any."""
    if isinstance(error, CommitUnknown):
        return UNKNOWN
    if not isinstance(error, DatabaseFault):
        return None
    cause = error.__cause__
    state = cause.sqlstate if isinstance(cause, psycopg.Error) else None
    if state is None:  # No server answered.
        return AWAY if isinstance(error, OperationalError | InterfaceError) else None
    if state in TIME_OUTS:
        return BUSY
    return AWAY if state.startswith(CLASSES) else None
