"""What somebody is to a table, and whose play they may hear of."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from deploy.rights import Role, Roles
from games.models import Rating, Seat, Table

User = AbstractBaseUser | AnonymousUser


def roles_at_table(person: Any, table: Table, roles: Roles) -> Roles:
    """These roles in its club, and "seated" for people who have or had a seat there.

    A club that turns somebody away bars them from its tables too.
    """
    if Role.TURNED_AWAY in roles:
        return roles
    sat = Seat.objects.filter(table=table, player=person.pk).exists()
    return roles | {Role.SEATED} if sat else roles


def may_hear_of(person: User, player_id: int) -> bool:
    """Whether it is themselves, or somebody who sat at a table that they may watch."""
    return person.pk == player_id or _seats(person).filter(player=player_id).exists()


def ratings_for(person: User) -> QuerySet[Rating]:
    """The ratings of all who sat at tables that they may watch, with their names."""
    players = _seats(person).values("player")
    return Rating.objects.filter(player__in=players).select_related("player")


def _seats(person: User) -> QuerySet[Seat]:
    return Seat.objects.filter(table__in=Table.objects.visible_to(person))
