"""Signing in with a password: one count of failures for every way in.

A name and an address together are blocked after a few failures. An address alone is bounded. A name
alone is only slowed down, or a stranger could lock anybody out. Somebody who has signed in from an
address before is spared what others did at it, or to their name.
"""

import logging
import math
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Greatest, Lower
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from clubs.errors import TooManyTries
from clubs.models import Player, SignInCount, Token
from clubs.models.token import password_digest

WINDOW = timedelta(minutes=15)  # From the first failure; then it is counted anew.
MOST_OF_PAIR = 10
MOST_OF_ADDRESS = 100  # A hall full of people may stand behind one address.
MANY_OF_NAME = 30
SLOWLY = timedelta(seconds=2)  # Between two tries at a name with many failures.
KNOWN_FOR = timedelta(days=180)
HASH_LENGTH = 16
OWN_SESSION = "own session"  # Instead of an address: somebody who guesses there sits at it already.

logger = logging.getLogger(__name__)


def sign_in(
    request: HttpRequest | None, *, username: str, password: str, address: str, at: datetime
) -> Player | None:
    """The player with this name and password, or None; the same work for a name that nobody has.

    A confirmed address stands for the user name, and capitals do not matter. Nobody signs in as a
    bot.

    It is counted as a failure before the password is looked at, so that many tries at once gain
    nothing, and taken back where it was none.

    Raises:
        TooManyTries: not now; the password was not looked at.
    """
    name = as_typed(username)
    digests = _digests(name, address)
    try:
        _admit(digests, at=at)
    except TooManyTries:
        _log_failure(digests, address, "sign_in_refused")
        raise
    name, kept = _kept_of(name)
    player = authenticate(request, username=name, password=password)
    if not isinstance(player, Player) or player.is_bot:
        _log_failure(digests, address, "sign_in_failed")
        return None
    if kept is not None and kept != player.password:  # The same one, hashed as is done today.
        under = Token.objects.filter(user=player, password_digest=password_digest(kept))
        under.update(password_digest=password_digest(player.password))
    _take_back(digests, at=at)
    return player


def _log_failure(digests: Sequence[str], address: str, event: str) -> None:
    """Tell in one line, with the request's id, what a guard needs to ban: who is meant stands there
    as a keyed hash, and the address where the operator wants it.
    """
    *_, of_name = digests
    told = {"name_hash": of_name[:HASH_LENGTH]}
    if settings.LOG_ADDRESSES:
        told["address"] = address
    logger.warning(event, extra=told)


def as_typed(username: str) -> str:
    """The name that is meant, as Django's own forms read it."""
    return unicodedata.normalize("NFKC", username).strip()


def _kept_of(typed: str) -> tuple[str, str | None]:
    """The user name and password as they are kept for what was typed, in whatever capitals; with
    no password where nobody has that name, nor has confirmed that address.
    """
    players = Player.objects.alias(low=Lower("username")).values_list("username", "password")
    kept = players.filter(low=Lower(Value(typed))).first()
    if kept is None and "@" in typed:
        confirmed = EmailAddress.objects.filter(email=typed.lower(), verified=True)
        kept = players.filter(pk__in=confirmed.values("user")).first()
    return kept or (typed, None)


def forget_tries(*, at: datetime) -> int:
    """Delete counts that no longer say anything; how many they were."""
    old = SignInCount.objects.filter(tried_at__lt=at - WINDOW).exclude(known_at__gte=at - KNOWN_FOR)
    return old.delete()[0]


@transaction.atomic
def _admit(digests: Sequence[str], *, at: datetime) -> None:
    new = [SignInCount(digest=digest, since=at, tried_at=at) for digest in sorted(digests)]
    SignInCount.objects.bulk_create(new, ignore_conflicts=True)
    counts = _lock(digests)
    for count in counts:
        if count.since + WINDOW <= at:
            count.failures, count.since = 0, at
    wait = _wait(*counts, at=at)
    if wait > timedelta(0):
        seconds = math.ceil(wait.total_seconds())
        raise TooManyTries(
            f"Too many wrong passwords: try again in {seconds} seconds.", wait=seconds
        )
    for count in counts:
        count.failures, count.tried_at = count.failures + 1, at
    SignInCount.objects.bulk_update(counts, ["failures", "since", "tried_at"])


def _wait(
    pair: SignInCount, of_address: SignInCount, of_name: SignInCount, *, at: datetime
) -> timedelta:
    """How long until the next try."""
    if pair.failures >= MOST_OF_PAIR:
        return pair.since + WINDOW - at
    if pair.known_at is not None and pair.known_at > at - KNOWN_FOR:
        return timedelta(0)
    if of_address.failures >= MOST_OF_ADDRESS:
        return of_address.since + WINDOW - at
    if of_name.failures >= MANY_OF_NAME:
        return of_name.tried_at + SLOWLY - at
    return timedelta(0)


@transaction.atomic
def _take_back(digests: Sequence[str], *, at: datetime) -> None:
    """The password was right: the pair starts from 0, and is known from now on."""
    pair, *others = _lock(digests)
    SignInCount.objects.filter(pk=pair.pk).update(failures=0, known_at=at)
    SignInCount.objects.filter(pk__in=[other.pk for other in others]).update(
        failures=Greatest(F("failures") - 1, 0)
    )


def _lock(digests: Sequence[str]) -> list[SignInCount]:
    """The counts in this order, locked in one that all keep to."""
    rows = SignInCount.objects.filter(pk__in=digests).order_by("pk").select_for_update()
    found = {row.pk: row for row in rows}
    return [found[digest] for digest in digests]


def _digests(name: str, address: str) -> tuple[str, str, str]:
    """Of the pair, of the address, of the name: nobody reads names and addresses in the rows."""
    name = name.casefold()
    parts = (("pair", name, address), ("address", address), ("name", name))
    pair, of_address, of_name = (
        salted_hmac("clubs.signing_in", "\0".join(part), algorithm="sha256").hexdigest()
        for part in parts
    )
    return pair, of_address, of_name
