"""Clubs with members, and nights of them."""

from collections.abc import Sequence as Many
from datetime import UTC, datetime

from factory.base import Factory
from factory.declarations import Sequence, SubFactory
from factory.django import DjangoModelFactory

from clubs.attendance import check_in
from clubs.clubs import open_club
from clubs.members import walk_in
from clubs.models import Club, Member, Night, Player
from clubs.nights import open_night, plan_night
from games.engine import HouseRules

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
    rules = HouseRules.preset("standard")
    at = AT


def owner_of(club: Club) -> Player:
    return club.members.order_by("pk").select_related("player")[0].player


def guests(club: Club, count: int) -> list[Member]:
    return [walk_in(club, name=f"Guest {number}", at=AT) for number in range(count)]


def open_night_with(club: Club, members: Many[Member], **plan: object) -> Night:
    """A night that is open, with these members here."""
    night = open_night(plan_night(club, at=AT, starts_at=AT, **plan))  # type: ignore[arg-type]
    check_in(night, members, at=AT)
    night.refresh_from_db()
    return night
