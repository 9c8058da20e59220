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
from collections.abc import Callable, Collection
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
from deploy.rights import Person
from deploy.unlocked import begins_anew
from ledger.models import Receipt

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
KEY_LENGTH = 200
KEY = re.compile(f"[!-~]{{1,{KEY_LENGTH}}}")
PASSWORD = "password"  # Its hash would be one that is quickly guessed.
UNANSWERED = 0  # The status of a receipt whose transaction has not ended: nobody else sees it.

Door = Callable[..., Response]


class DryRun(Response):
    """What would be, of an order that was not carried out: its key stays free for the order."""


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


def shown_once(
    put_away: str = "DELETE {path}/{id}", *, spent: Collection[str] = ()
) -> Callable[[Door], Door]:
    """As `repeatable`, for answers with a secret: only the `id` of what was made is kept.

    Args:
        put_away: The request that puts away what was made, where the secret was lost.
        spent: Fields that count once, so that a repetition comes with others.

    Raises:
        SecretShownOnce: this key has made it; the secret is told to nobody again.
    """

    def once(door: Door) -> Door:
        return takes_key(_if_keyed(door, _with_receipt(door, put_away=put_away, spent=spent)))

    return once


def takes_key(door: Door) -> Door:
    """Tell the schema of a key that may be left out."""
    door.needs_key = False  # type: ignore[attr-defined]
    return door


def _if_keyed(door: Door, once: Door) -> Door:
    @functools.wraps(door)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        return (once if HEADER in request.headers else door)(view, request, *args, **kwargs)

    return answer


def _with_receipt(door: Door, *, put_away: str = "", spent: Collection[str] = ()) -> Door:
    """
    Args:
        put_away: Of an answer with a secret, as in `shown_once`; so is `spent`.
    """

    @functools.wraps(door)
    @begins_anew
    @transaction.atomic
    def answer_once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        digest = _digest(request.data, apart_from={PASSWORD, *spent})
        asked = {"path": request.path, "digest": digest}
        receipt, is_new = Receipt.objects.get_or_create(
            **_owner(request, _key(request)), defaults=asked | {"status": UNANSWERED}
        )
        if not is_new:
            return _answer_again(receipt, asked, put_away=put_away)
        response = door(view, request, *args, **kwargs)
        if response.status_code >= 400 or isinstance(response, DryRun):
            transaction.set_rollback(True)
            return response
        receipt.status = response.status_code
        kept = {"id": response.data["id"]} if put_away else response.data
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


def _owner(request: Request, key: str) -> dict[str, Any]:
    """Whose the key is. A link's are its own: nobody gets its giver's answers by guessing a key."""
    person: object = request.user
    assert isinstance(person, Person), "the permissions let nobody else in"
    if person.link_id is not None:  # No key that somebody sends has a space in it.
        key = f"link {person.link_id} {hashlib.sha256(key.encode()).hexdigest()}"
    return {"actor_id": person.player_id, "key": key}


def _digest(body: object, *, apart_from: Collection[str]) -> str:
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name not in apart_from}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _answer_again(receipt: Receipt, asked: dict[str, str], *, put_away: str) -> Response:
    if (receipt.path, receipt.digest) != (asked["path"], asked["digest"]):
        raise IdempotencyKeyReused(
            "This key belongs to another request: a new order needs a new key."
        )
    if put_away:
        assert receipt.answer is not None
        made: int | str = receipt.answer["id"]
        raise SecretShownOnce(
            f"Your first request with this key made this, with the id {made}. Its secret was shown "
            "then, once, and is kept nowhere. If that answer did not reach you, send "
            f"{put_away.format(path=receipt.path, id=made)}, and ask again with a new key.",
            id=made,
        )
    return Response(receipt.answer, status=receipt.status, headers={REPLAYED: "true"})
