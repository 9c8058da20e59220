"""Requests may be sent again: the first answer is kept and given again.

Where chips move a key is required, where something else is made it may be left out. Answers with
secrets in them, such as a new token, are never kept: the second is told what the first made. The
receipt is written in the transaction of
the effect. Refusals are not kept, since they have no effect. A second request with the same key
waits for the first one's transaction.
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
    SecretShownOnce,
)
from ledger.models import Receipt

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
KEY_LENGTH = 200
KEY = re.compile(f"[!-~]{{1,{KEY_LENGTH}}}")
PASSWORD = "password"  # Its hash would be one that is quickly guessed.
UNANSWERED = 0  # The status of a receipt whose transaction has not ended: nobody else sees it.

Door = Callable[..., Response]


def idempotent(door: Door) -> Door:
    """Make a POST of a viewset safe to repeat; it stands below `@action`, next to the method.

    Raises:
        IdempotencyKeyMissing: the request has no key.
        IdempotencyKeyMalformed: it is too long, or has signs that no key has.
        IdempotencyKeyReused: the caller's key belongs to another path or body.
    """
    answer_once = _with_receipt(door)
    answer_once.needs_key = True  # type: ignore[attr-defined]  # For the schema.
    return answer_once


def repeatable(door: Door) -> Door:
    """As `idempotent`, where no chips move: who sends no key repeats at their own risk."""
    return takes_key(_if_keyed(door, _with_receipt(door)))


def shown_once(door: Door) -> Door:
    """As `repeatable`, for answers with a secret: only the `id` of what was made is kept.

    Raises:
        SecretShownOnce: this key has made it; the secret is told to nobody again.
    """
    return takes_key(_if_keyed(door, _with_receipt(door, shows_secret=True)))


def takes_key(door: Door) -> Door:
    """Tell the schema of a key that may be left out."""
    door.needs_key = False  # type: ignore[attr-defined]
    return door


def _if_keyed(door: Door, once: Door) -> Door:
    @functools.wraps(door)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        return (once if HEADER in request.headers else door)(view, request, *args, **kwargs)

    return answer


def _with_receipt(door: Door, *, shows_secret: bool = False) -> Door:
    @functools.wraps(door)
    @transaction.atomic
    def answer_once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        asked = {"path": request.path, "digest": _digest(request.data)}
        receipt, is_new = Receipt.objects.get_or_create(
            actor_id=request.user.pk, key=_key(request), defaults=asked | {"status": UNANSWERED}
        )
        if not is_new:
            return _answer_again(receipt, asked, shows_secret=shows_secret)
        response = door(view, request, *args, **kwargs)
        if response.status_code >= 400:
            transaction.set_rollback(True)
            return response
        receipt.status = response.status_code
        kept = {"id": response.data["id"]} if shows_secret else response.data
        receipt.answer = json.loads(JSONRenderer().render(kept) or b"null")
        receipt.save(update_fields=["status", "answer"])
        return response

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
            f"An {HEADER} has 1 to {KEY_LENGTH} visible ASCII characters and no space, such as a"
            f" UUID; this one has {len(key)} characters."
        )
    return key


def _digest(body: object) -> str:
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name != PASSWORD}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _answer_again(receipt: Receipt, asked: dict[str, str], *, shows_secret: bool) -> Response:
    if (receipt.path, receipt.digest) != (asked["path"], asked["digest"]):
        raise IdempotencyKeyReused(
            f"The key {receipt.key} belongs to another request: a new order needs a new key."
        )
    if shows_secret:
        assert receipt.answer is not None
        made: int | str = receipt.answer["id"]
        raise SecretShownOnce(
            f"Your first request with this key made {receipt.path}/{made}. Its secret was shown "
            "then, once, and is kept nowhere. If that answer did not reach you, delete what was "
            "made and ask again with a new key.",
            id=made,
        )
    return Response(receipt.answer, status=receipt.status, headers={REPLAYED: "true"})
