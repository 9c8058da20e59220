"""What the frame of the API itself refuses, each with its status."""

from rest_framework.exceptions import APIException


class RestError(APIException):
    """The request was refused before anything was done."""

    def __init__(self, message: str) -> None:
        super().__init__(message)


class IdempotencyKeyMissing(RestError):
    """A request that moves chips must carry an Idempotency-Key."""

    status_code = 400


class IdempotencyKeyMalformed(RestError):
    """An Idempotency-Key is a short word without blanks."""

    status_code = 400


class IdempotencyKeyReused(RestError):
    """The Idempotency-Key belongs to another request of yours."""

    status_code = 422


class StaleVersion(RestError):
    """Somebody changed the row since you looked."""

    status_code = 412

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__(message)
        self.version = version


class VersionMissing(RestError):
    """A change of a row that others may change too must carry If-Match."""

    status_code = 428
