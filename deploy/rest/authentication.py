"""Ways in, and what callers came with, to be asked about again for many at once.

Tokens come in the header, as knox keeps them; bytes that are no text are no token.
"""

import binascii
from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import timedelta
from hmac import compare_digest
from typing import Any, NamedTuple, Protocol, cast

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import get_token_model
from knox.settings import CONSTANTS
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from deploy.rights import UNLIMITED, Person, Scope, Scopes

INVALID = "Invalid token."


_COUNTS = Q(expiry=None) | Q(expiry__gte=Now())
USE_IS_NOTED = timedelta(hours=1)
"""So often at most is it written when a token was last used."""

_NOTED_LONG_AGO = Q(last_used_at=None) | Q(last_used_at__lt=Now() - USE_IS_NOTED)
_IS_DUE = ExpressionWrapper(_NOTED_LONG_AGO, output_field=BooleanField())


class Way(Protocol):
    """A way in whose holders can be asked for again."""

    @staticmethod
    def holders(keys: Collection[Any]) -> dict[Any, Person]:
        """Who comes in by each of these now, in a constant number of statements.

        Args:
            keys: Of the rows that `Request.auth` gave.
        """


class Ticket(NamedTuple):
    """What somebody came with: the way in, and the key of its row."""

    way: type
    key: Any


def ticket_of(request: Request) -> Ticket:
    """With what a caller came who is known."""
    way = type(request.successful_authenticator)
    if way is SessionAuthentication:
        return Ticket(way, cast(Any, request._request).session.session_key)
    return Ticket(way, request.auth.pk)


def holders(tickets: Iterable[Ticket]) -> dict[Ticket, Person]:
    """Who comes in by each ticket now, of those that still stand; a few statements for all."""
    keys = defaultdict[type, set[Any]](set)
    for ticket in tickets:
        keys[ticket.way].add(ticket.key)
    found: dict[Ticket, Person] = {}
    for way, theirs in keys.items():
        ask = _in_session if way is SessionAuthentication else cast(Way, way).holders
        found |= {Ticket(way, key): person for key, person in ask(theirs).items()}
    return found


def _in_session(keys: Collection[str]) -> dict[str, Person]:
    """Who is signed in by these sessions, as Django's middleware finds them."""
    store = SessionStore()
    kept = store.model.objects.filter(session_key__in=keys, expire_date__gt=Now())
    said = {row.session_key: store.decode(row.session_data) for row in kept}
    users = get_user_model()._default_manager.in_bulk(
        {one[SESSION_KEY] for one in said.values() if SESSION_KEY in one}
    )
    known = {str(pk): user for pk, user in users.items()}
    found: dict[str, Person] = {}
    for key, one in said.items():
        user: Any = known.get(one.get(SESSION_KEY, ""))
        if user is not None and user.is_active:
            hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
            told = one.get(HASH_SESSION_KEY, "")
            if any(constant_time_compare(told, each) for each in hashes):
                found[key] = user
    return found


def is_token(auth: object) -> bool:
    """Whether `Request.auth` is a token, rather than a link or nothing."""
    return isinstance(auth, get_token_model())


def scopes_of(request: Request) -> Scopes:
    """What a caller may do: of their token what it is for, else whatever they themselves may."""
    token: Any = request.auth
    if not is_token(token):
        return UNLIMITED
    return frozenset(Scope(scope) for scope in token.scopes)


class Tokens(TokenAuthentication):
    """Asks one question a request; what has expired is forgotten by a sweep (`clubs.tasks`)."""

    def authenticate_credentials(self, token: bytes) -> Any:
        try:
            text = token.decode("ascii")
            digest = hash_token(text)
        except (UnicodeDecodeError, binascii.Error):
            raise AuthenticationFailed(INVALID) from None
        named = Q(token_key=text[: CONSTANTS.TOKEN_KEY_LENGTH])
        rows = get_token_model().objects.filter(_COUNTS, named).annotate(is_use_due=_IS_DUE)
        for found in rows.select_related("user"):
            if compare_digest(digest, found.digest):
                return self.validate_user(found)
        raise AuthenticationFailed(INVALID)

    def validate_user(self, auth_token: Any) -> Any:
        if not auth_token.still_stands:  # The password was changed since.
            raise AuthenticationFailed(INVALID)
        answer = super().validate_user(auth_token)
        if auth_token.is_use_due:  # Asked again in the statement: of many requests one writes.
            kept = get_token_model().objects.filter(_NOTED_LONG_AGO, pk=auth_token.pk)
            kept.update(last_used_at=Now())
        return answer

    @staticmethod
    def holders(keys: Collection[Any]) -> dict[Any, Person]:
        """As in `Way`."""
        readers = get_token_model().objects.filter(scopes__contains=[Scope.READ])
        kept = readers.filter(_COUNTS, pk__in=keys).select_related("user")
        return {one.pk: one.user for one in kept if one.user.is_active and one.still_stands}
