"""What the frame of the API itself refuses, each with its status."""

from typing import ClassVar

from django.db import OperationalError
from rest_framework.exceptions import APIException


class RestError(APIException):
    """The request was refused before anything was done."""

    code: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, message: str) -> None:
        super().__init__(message)


class IdempotencyKeyMissing(RestError):
    code = "idempotency_key_missing"
    title = "A request that moves chips must carry an Idempotency-Key."
    status_code = 400


class IdempotencyKeyMalformed(RestError):
    code = "idempotency_key_malformed"
    title = "An Idempotency-Key is a short text without spaces."
    status_code = 400


class IdempotencyKeyReused(RestError):
    code = "idempotency_key_reused"
    title = "The Idempotency-Key belongs to another request of yours."
    status_code = 422


class SecretShownOnce(RestError):
    code = "secret_shown_once"
    title = "Your first request with this key made it, and its secret is shown only once."
    status_code = 409

    def __init__(self, message: str, *, id: int | str) -> None:
        super().__init__(message)
        self.id = id


class StaleVersion(RestError):
    code = "stale_version"
    title = "Somebody has changed it since you looked."
    status_code = 412

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__(message)
        self.version = version


class ScopeMissing(RestError):
    code = "scope_missing"
    title = "Your token is not for this."
    status_code = 403

    def __init__(self, message: str, *, scope: str) -> None:
        super().__init__(message)
        self.scope = scope


class SecondFactorDemanded(RestError):
    code = "second_factor_demanded"
    title = "Whoever organises here needs a second factor."
    status_code = 403


class VersionMalformed(RestError):
    code = "version_malformed"
    title = "An If-Match is an ETag in its quotes."
    status_code = 400


class VersionMissing(RestError):
    code = "version_missing"
    title = "A change of what others may change too must carry an If-Match."
    status_code = 428


class CommitUnknown(OperationalError):
    """The line was lost while a transaction was being kept: nobody knows whether it was."""
