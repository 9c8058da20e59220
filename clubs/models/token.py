"""Tokens with which programs sign in; only their hashes are kept."""

from hashlib import sha256

from django.db import models
from knox.models import AbstractAuthToken


class Token(AbstractAuthToken):
    """A personal token, named by its owner; it ends with the password that it was made under."""

    name = models.CharField(max_length=100, blank=True)
    password_digest = models.CharField(max_length=64, editable=False)

    @property
    def still_stands(self) -> bool:
        """Whether its owner's password is the one that it was made under."""
        digest: str = self.password_digest
        return digest == password_digest(self.user.password)


def password_digest(kept: str) -> str:
    """What a token remembers of a password, as it is kept with the player (salted and hashed)."""
    return sha256(kept.encode()).hexdigest()
