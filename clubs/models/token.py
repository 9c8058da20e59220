"""Tokens with which programs sign in; only their hashes are kept."""

from django.db import models
from knox.models import AbstractAuthToken


class Token(AbstractAuthToken):
    """A personal token, named by its owner."""

    name = models.CharField(max_length=100, blank=True)
