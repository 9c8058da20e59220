"""Whoever plays: a person or a bot, and the user of Django's accounts."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models.functions import Now


class Player(AbstractBaseUser, PermissionsMixin):
    """A person or a bot; one who never logs in has no usable password."""

    username = models.CharField(
        max_length=150,
        unique=True,
        validators=[UnicodeUsernameValidator()],
        error_messages={"unique": "Another player has this user name."},
    )
    name = models.CharField(max_length=100, help_text="As it is called out in the hall.")
    email = models.EmailField(blank=True)
    is_bot = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False, help_text="May log in to the admin.")
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(db_default=Now())

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    def __str__(self) -> str:
        return self.name or self.username

    def books_left(self) -> models.QuerySet[Any, Any]:
        """The books of the clubs that he has left: his purse is kept, but he sees no table."""
        return self.memberships.exclude(left_at=None).values("club__book")
