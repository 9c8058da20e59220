"""Requests that move chips may be sent again: the first answer is kept and given again.

The receipt is written in the transaction of the effect. Refusals are not kept, since they have no
effect. A second request with the same key waits for the first one's transaction.
"""

import functools
import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.db import transaction
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from deploy.rest.errors import (
    IdempotencyKeyMalformed,
    IdempotencyKeyMissing,
    IdempotencyKeyReused,
)
from ledger.models import Receipt

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
KEY_LENGTH = 200
KEY = re.compile(f"[!-~]{{1,{KEY_LENGTH}}}")
UNANSWERED = 0  # The status of a receipt whose transaction has not ended: nobody else sees it.

Door = Callable[..., Response]


def idempotent(door: Door) -> Door:
    """Make a POST of a viewset safe to repeat; it stands below `@action`, next to the method.

    Raises:
        IdempotencyKeyMissing: the request has no key.
        IdempotencyKeyMalformed: it is too long, or has signs that no key has.
        IdempotencyKeyReused: the caller's key belongs to another path or body.
    """

    @functools.wraps(door)
    @transaction.atomic
    def answer_once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        asked = {"path": request.path, "digest": _digest(request.data)}
        receipt, is_new = Receipt.objects.get_or_create(
            actor_id=request.user.pk, key=_key(request), defaults=asked | {"status": UNANSWERED}
        )
        if not is_new:
            return _answer_again(receipt, asked)
        response = door(view, request, *args, **kwargs)
        if response.status_code >= 400:
            transaction.set_rollback(True)
            return response
        receipt.status = response.status_code
        receipt.answer = json.loads(JSONRenderer().render(response.data) or b"null")
        receipt.save(update_fields=["status", "answer"])
        return response

    answer_once.is_idempotent = True  # type: ignore[attr-defined]  # For the schema.
    return answer_once


def _key(request: Request) -> str:
    key = request.headers.get(HEADER, "")
    if not key.strip():
        raise IdempotencyKeyMissing(
            f"Send a new {HEADER} with each order, such as a UUID, and the same one when you"
            " repeat the order."
        )
    if not KEY.fullmatch(key):
        raise IdempotencyKeyMalformed(
            f"An {HEADER} is 1 to {KEY_LENGTH} letters, digits and signs of ASCII without a"
            f" blank, such as a UUID; this one has {len(key)} characters."
        )
    return key


def _digest(body: object) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _answer_again(receipt: Receipt, asked: dict[str, str]) -> Response:
    if (receipt.path, receipt.digest) != (asked["path"], asked["digest"]):
        raise IdempotencyKeyReused(
            f"The key {receipt.key} belongs to another request: a new order needs a new key."
        )
    return Response(receipt.answer, status=receipt.status, headers={REPLAYED: "true"})
