"""What somebody is to a table, and whose play they may hear of."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, Q

from deploy.rights import Role, Roles
from deploy.rows import each_once
from games.models import Rating, Seat, Table
from games.models.results import RatingQuerySet

User = AbstractBaseUser | AnonymousUser


def roles_at_table(person: Any, table: Table, roles: Roles) -> Roles:
    """These roles in its club, and "seated" for people who have or had a seat there.

    A club that turns somebody away bars them from its tables too.
    """
    if Role.TURNED_AWAY in roles:
        return roles
    return roles | {Role.SEATED} if _has_sat(person, table) else roles


def _has_sat(person: Any, table: Table) -> bool:
    if is_prefetched(table, "seats"):
        return any(seat.player_id == person.pk for seat in table.seats.all())
    return Seat.objects.filter(table=table, player=person.pk).exists()


def is_prefetched(row: Model, name: str) -> bool:
    """Whether the rows of this relation were read with it."""
    return name in getattr(row, "_prefetched_objects_cache", {})


def may_hear_of(person: User, player_id: int) -> bool:
    """Whether it is themselves, or somebody who sat at a table that they may watch."""
    return (
        person.pk == player_id or Seat.objects.visible_to(person).filter(player=player_id).exists()
    )


def ratings_for(person: User) -> RatingQuerySet:
    """The ratings of all who sat at tables that they may watch, with their names."""
    public, *own = Seat.objects.visible_to(person).by_reason()
    sat, of_clubs = own[:1], own[1:]
    few = [part.values("player") for part in (public, *sat)]
    many = [each_once(part, "player") for part in of_clubs]  # Evenings of the same people.
    seen = Rating.objects.for_reasons(*(Q(player__in=players) for players in (*few, *many)))
    named: RatingQuerySet = seen.select_related("player")
    return named
