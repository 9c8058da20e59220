"""Players: people and bots, and the users of Django's accounts."""

import functools
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models.functions import Lower, Now

from clubs.rights import ENTER_ADMIN
from deploy.names import NameField
from deploy.rest.versions import Versioned
from deploy.rights import OPERATORS, ORGANISERS, Role, Roles, may

STRANGERS = frozenset({Role.STRANGER})
LONGEST_NAME = 100


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

    def read_roles(self, players: Iterable["Player"]) -> None:
        """Read what these are in their clubs, so that nobody has to be asked one by one."""
        factors = ["authenticator_set"] if settings.SECOND_FACTOR_DEMANDED else []
        models.prefetch_related_objects([*players], "memberships__club", *factors)


class Player(AbstractBaseUser, PermissionsMixin, Versioned):
    """A person or a bot; one who never logs in has no usable password."""

    username = models.CharField(
        max_length=150,
        unique=True,
        validators=[UnicodeUsernameValidator()],
        error_messages={"unique": "Another player has this user name."},
    )
    name = NameField(max_length=LONGEST_NAME, help_text="As it is called out in the hall.")
    sort_name = models.GeneratedField(
        expression=models.Func(models.F("name"), function="clubs_sort_name"),
        output_field=models.TextField(db_collation="C"),
        db_persist=True,
    )
    """By which every list of people is sorted; PostgreSQL writes it."""

    name_parts = models.GeneratedField(
        expression=models.Func(models.F("name"), function="clubs_name_parts"),
        output_field=models.TextField(db_collation="C"),
        db_persist=True,
    )
    """By which people are found and compared (`deploy.names.parts`); PostgreSQL writes it."""

    email = models.EmailField(blank=True)
    is_bot = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(db_default=Now())

    signed_up_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When they made this login by themselves; empty where somebody added them.",
    )
    session_salt = models.CharField(max_length=32, blank=True, default="", editable=False)

    objects = PlayerManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        indexes = [models.Index(name="clubs_player_by_name", fields=["sort_name", "id"])]
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
        return may(self._offices(self.memberships.all()), ENTER_ADMIN)

    def has_second_factor(self) -> bool:
        """Whether a password alone opens nothing of theirs."""
        return self.second_factors().exists()

    def has_app(self) -> bool:
        """Whether an app shows codes of theirs."""
        return self.second_factors().filter(type="totp").exists()

    def second_factors(self) -> models.QuerySet[Any]:
        """Their app and their passkeys; recovery codes alone are none."""
        factors: models.QuerySet[Any] = self.authenticator_set.exclude(type="recovery_codes")
        return factors

    def is_short_of_factor(self) -> bool:
        """Whether they organise, and have to switch on a second factor first."""
        if not settings.SECOND_FACTOR_DEMANDED:
            return False
        offices = self._offices(self.memberships.all())
        return not ORGANISERS.isdisjoint(offices) and not self.has_second_factor()

    @property
    def player_id(self) -> int:
        """The player who answers for what they do: themselves."""
        own: int = self.pk
        return own

    @property
    def link_id(self) -> None:
        """They have signed in, and did not come by a link."""
        return None

    def roles_in(self, books: Iterable[int]) -> Roles:
        """What they are in the clubs with these books; a stranger where they are nothing."""
        if self._has_read_roles:
            wanted = set(books)
            here = [member for member in self._members() if member.club.book_id in wanted]
            return self._roles(here) or STRANGERS
        return self._roles(self.memberships.filter(club__book__in=books)) or STRANGERS

    def roles_anywhere(self) -> Roles:
        """What they are in any club, and a stranger in all others."""
        roles = self._roles(self.memberships.all())
        return roles if Role.OPERATOR in roles else roles | STRANGERS

    def has_everywhere(self, roles: Roles) -> bool:
        """Whether they have one of these roles wherever it is, as operators have theirs."""
        return Role.OPERATOR in roles and Role.OPERATOR in self._roles([])

    def clubs_as(self, roles: Roles) -> list[int]:
        """The clubs in which they have one of these roles."""
        held = self.held_for(roles)
        return [member.club_id for member in self.memberships.all() if member.right in held]

    def held_for(self, roles: Roles) -> Roles:
        """The roles of members by which they count as one of these; who lacks a factor, as one."""
        if ORGANISERS.isdisjoint(roles) or not self._lacks_factor:
            return roles
        return roles | ORGANISERS if Role.MEMBER in roles else roles - ORGANISERS

    def roles_by_book(self) -> dict[int, Roles]:
        return {member.club.book_id: self._roles([member]) for member in self._members()}

    def roles_at_table(self, table_id: int, book: int) -> Roles:
        """What they are to a table, apart from sitting there: what they are in its club."""
        return self.roles_in([book])

    def tables_lent(self, roles: Roles) -> None:
        """Nothing is lent to them: they see what their own roles see."""

    @property
    def _has_read_roles(self) -> bool:
        return "memberships" in getattr(self, "_prefetched_objects_cache", {})

    def _members(self) -> Iterable[Any]:
        """What they are in each club; of the rows that were read before, if they were."""
        theirs = self.memberships.all()
        return theirs if self._has_read_roles else theirs.select_related("club")

    def _offices(self, members: Iterable[Any]) -> Roles:
        """Their roles by these rows, whatever factors they have."""
        roles = {member.right for member in members}
        return frozenset(roles | {Role.OPERATOR} if self.is_superuser else roles)

    def _roles(self, members: Iterable[Any]) -> Roles:
        """As whom they count: without the demanded factor an organiser is a member like others."""
        offices = self._offices(members)
        if ORGANISERS.isdisjoint(offices) or not self._lacks_factor:
            return offices
        in_clubs = offices & (ORGANISERS - OPERATORS)
        return (offices - ORGANISERS) | ({Role.MEMBER} if in_clubs else frozenset())

    @functools.cached_property
    def _lacks_factor(self) -> bool:
        """Tell whether organisers need a second factor, and they have none; asked once."""
        if not settings.SECOND_FACTOR_DEMANDED:
            return False
        if "authenticator_set" in getattr(self, "_prefetched_objects_cache", {}):
            return all(one.type == "recovery_codes" for one in self.authenticator_set.all())
        return not self.has_second_factor()
