"""A worker's side of a message: what Celery calls a request."""

from typing import Any

from celery.worker import request


class Request(request.Request):
    """One whose failed acknowledgement ends the connection, which the worker then makes anew.

    Celery only logs it and goes on, while the message takes one of the worker's slots for
    ever: after a broker that was silent for a while, a worker with no slot left does nothing.
    """

    def __init__(self, message: Any, **options: Any) -> None:
        super().__init__(message, **options | {"connection_errors": ()})
