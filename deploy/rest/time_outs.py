"""What PostgreSQL cut off because it took too long is told in words, and may be tried again."""

import logging
from collections.abc import Callable

import psycopg
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

from deploy.rest.problem_types import BUSY
from deploy.rest.problems import refuse

AGAIN_SECONDS = 5
CUT_OFF = (
    psycopg.errors.QueryCanceled,  # statement_timeout
    psycopg.errors.LockNotAvailable,  # lock_timeout
    psycopg.errors.DeadlockDetected,
    psycopg.errors.IdleInTransactionSessionTimeout,
)

logger = logging.getLogger(__name__)


class TimeOuts:
    """Answers 503 for a transaction that PostgreSQL ended and took back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not (isinstance(error, OperationalError) and isinstance(error.__cause__, CUT_OFF)):
            return None
        logger.warning("cut off: %s: %s", request.path, error.__cause__.diag.message_primary)
        answer = refuse(request, BUSY, f"{BUSY.title} Try again in a moment.")
        answer["Retry-After"] = str(AGAIN_SECONDS)
        return answer
