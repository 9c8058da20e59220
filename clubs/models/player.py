"""Players: people and bots, and the users of Django's accounts."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models.functions import Lower, Now

from clubs.rights import ENTER_ADMIN
from deploy.names import NameField
from deploy.rest.versions import Versioned
from deploy.rights import Role, Roles, may

STRANGERS = frozenset({Role.STRANGER})


class PlayerManager(UserManager["Player"]):
    """An operator may enter the admin because of what they are: there is no tick for it."""

    use_in_migrations = False

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "Player":
        return self.create_user(username, email, password, **{**fields, "is_superuser": True})

    def create_user(
        self, username: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "Player":
        if not username:
            raise ValueError("A player needs a user name.")
        player = self.model(
            username=self.model.normalize_username(username),
            email=self.normalize_email(email),
            **fields,
        )
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin, Versioned):
    """A person or a bot; one who never logs in has no usable password."""

    username = models.CharField(
        max_length=150,
        unique=True,
        validators=[UnicodeUsernameValidator()],
        error_messages={"unique": "Another player has this user name."},
    )
    name = NameField(max_length=100, help_text="As it is called out in the hall.")
    email = models.EmailField(blank=True)
    is_bot = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(db_default=Now())

    session_salt = models.CharField(max_length=32, blank=True, default="", editable=False)

    objects = PlayerManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="clubs_player_username",
                violation_error_message="Another player has this user name, with other capitals.",
            ),
        ]

    def get_session_auth_hash(self) -> str:
        """What every session of theirs carries: another password or salt ends them all."""
        return super().get_session_auth_hash() + self.session_salt

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same under the secret keys of before."""
        for old in super().get_session_auth_fallback_hash():
            yield old + self.session_salt

    def __str__(self) -> str:
        return self.name or self.username

    @property
    def is_staff(self) -> bool:
        """Whether they enter the admin, as Django and its login form call it."""
        return may(self.roles_anywhere(), ENTER_ADMIN)

    def roles_in(self, books: Iterable[int]) -> Roles:
        """What they are in the clubs with these books; a stranger where they are nothing."""
        return self._roles(self.memberships.filter(club__book__in=books)) or STRANGERS

    def roles_anywhere(self) -> Roles:
        """What they are in any club, and a stranger in all others."""
        roles = self._roles(self.memberships.all())
        return roles if self.is_superuser else roles | STRANGERS

    def has_everywhere(self, roles: Roles) -> bool:
        """Whether they have one of these roles wherever it is, as operators have theirs."""
        return self.is_superuser and Role.OPERATOR in roles

    def books_as(self, roles: Roles) -> models.QuerySet[Any, Any]:
        """The books of the clubs in which they have one of these roles, as a query."""
        return self.memberships.having(roles).values("club__book")

    def _roles(self, members: Iterable[Any]) -> Roles:
        roles = {member.right for member in members}
        return frozenset(roles | {Role.OPERATOR} if self.is_superuser else roles)
