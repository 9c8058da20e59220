"""Clubs with members, and nights of them."""

from collections.abc import Sequence as Many
from datetime import UTC, datetime
from typing import Any

from factory.base import Factory
from factory.declarations import Sequence, SubFactory
from factory.django import DjangoModelFactory

from clubs.attendance import check_in
from clubs.clubs import open_club
from clubs.house_rules import change_night_rules
from clubs.models import Club, Member, Night, NightPlace, Player
from clubs.nights import open_night, plan_night
from games.engine import Ruleset
from tests.clubs.arriving import arrive

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


class PlayerFactory(DjangoModelFactory[Player]):
    class Meta:
        model = Player

    username = Sequence(lambda number: f"player-{number}")
    name = Sequence(lambda number: f"Player {number}")


class ClubFactory(Factory[Club]):
    class Meta:
        model = open_club

    name = Sequence(lambda number: f"Club {number}")
    owner = SubFactory(PlayerFactory)
    rules = Ruleset()
    at = AT


def owner_of(club: Club) -> Player:
    first: Member = club.members.order_by("pk").select_related("player")[0]
    return first.player


def guests(club: Club, count: int) -> list[Member]:
    return arrive(club, [f"Guest {number}" for number in range(count)], at=AT)


def with_options(night: Night, **options: Any) -> Night:
    """A night by its club's rules but for these options."""
    if not options:
        return night
    return change_night_rules(night, by=owner_of(night.club), options=options, at=AT)


def open_night_with(
    club: Club, members: Many[Member], *, options: dict[str, Any] | None = None, **plan: object
) -> Night:
    """A night that is open, with these members here; by the club's rules but for these options."""
    planned = plan_night(club, at=AT, starts_at=AT, **plan)  # type: ignore[arg-type]
    night = open_night(with_options(planned, **(options or {})))
    check_in(night, members, at=AT)
    night.refresh_from_db()
    return night


def companies_of(night: Night, number: int = 1) -> list[frozenset[int]]:
    """Which members were drawn together in a round, table by table."""
    places = NightPlace.objects.filter(round__night=night, round__number=number)
    tables: dict[int, set[int]] = {}
    for table, member in places.values_list("table__number", "attendance__member"):
        tables.setdefault(table, set()).add(member)
    return [frozenset(tables[table]) for table in sorted(tables)]
