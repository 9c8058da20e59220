"""Tokens with which programs sign in; only their hashes are kept."""

from collections.abc import Iterable
from hashlib import sha256

from django.contrib.postgres.fields import ArrayField
from django.db import models
from knox.models import AbstractAuthToken

from deploy.rights import Scope

USUAL = (Scope.READ, Scope.PLAY)
"""What a token is for if nobody says so."""


def usual_scopes() -> list[str]:
    return in_order(USUAL)


def in_order(scopes: Iterable[Scope]) -> list[str]:
    """As they are kept: whoever may do something may look at it, so each goes with `read`."""
    named = {Scope.READ, *scopes}
    return [scope.value for scope in Scope if scope in named]


class Token(AbstractAuthToken):
    """A personal token, named by its owner; it ends with the password that it was made under."""

    name = models.CharField(max_length=100, blank=True)
    scopes = ArrayField(
        models.CharField(max_length=20, choices=[(one.value, one.value) for one in Scope]),
        default=usual_scopes,
        help_text="What it may be used for.",
    )
    last_used_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="Within an hour: it is written once an hour at most.",
    )
    password_digest = models.CharField(max_length=64, editable=False)

    @property
    def still_stands(self) -> bool:
        """Whether its owner's password is the one that it was made under."""
        digest: str = self.password_digest
        return digest == password_digest(self.user.password)


def password_digest(kept: str) -> str:
    """What a token remembers of a password, as it is kept with the player (salted and hashed)."""
    return sha256(kept.encode()).hexdigest()
