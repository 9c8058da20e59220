"""The demo's club: 23 members, two of them people with a login, each with chips to play with."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from clubs.chips import exchange_chips
from clubs.clubs import open_club
from clubs.members import join_club, walk_in
from clubs.models import Club, Member, Player
from games.engine import Ruleset
from ledger.by_hand import Direction

CLUB_NAME = "Ballyduff Spoil Five Club"
RULES_NAME = "Ballyduff rules"
ORGANISER_NAME, PLAYER_NAME = "Nora Daly", "Con Sheehan"
OTHER_NAMES = (
    *("Páidí Keane", "Bríd Ní Shé", "Donal Lynch", "Máire Fitzgerald", "Tadhg O'Leary"),
    *("Siobhán Moriarty", "Mossie Walsh", "Eileen Kelliher", "Jerry Stack", "Peg Mulvihill"),
    *("Kathleen Griffin", "Batt Dillane", "Denis Hannon", "Joan Nolan", "Timmy Scanlon"),
    *("Rita Buckley", "Mick Enright", "Áine Carmody", "Pat Joe Relihan", "Bridie Costello"),
    "Ned Hartnett",
)
ISSUED_CHIPS = 100


@dataclass(frozen=True)
class Login:
    """With what a person of the demo signs in."""

    username: str
    password: str
    can: str


@dataclass(frozen=True)
class DemoClub:
    club: Club
    members: list[Member]
    logins: list[Login]


@transaction.atomic
def open_demo_club(*, at: datetime) -> DemoClub:
    """Every demo has a club of its own, so that one demo finds nothing of another's."""
    count = Club.objects.filter(name__startswith=CLUB_NAME).count()
    suffix = f"-{count + 1}" if count else ""
    organiser, first = _person(ORGANISER_NAME, f"nora{suffix}", "runs the club in the admin", True)
    player, second = _person(PLAYER_NAME, f"con{suffix}", "plays", False)
    club = open_club(
        f"{CLUB_NAME} {count + 1}" if count else CLUB_NAME,
        owner=organiser,
        rules=Ruleset(),
        rules_name=RULES_NAME,
        at=at,
    )
    join_club(club, player=player, at=at)
    for name in OTHER_NAMES:
        walk_in(club, name=name, at=at)
    members = list(club.members.select_related("player", "club__book").order_by("pk"))
    for member in members:
        key = f"demo:{member.pk}"
        memo = "For the demo"
        exchange_chips(
            member, Direction.ISSUE, chips=ISSUED_CHIPS, key=key, actor=organiser, memo=memo, at=at
        )
    return DemoClub(club, members, [first, second])


def _person(name: str, username: str, can: str, is_organiser: bool) -> tuple[Player, Login]:
    password = secrets.token_urlsafe(9)
    player = Player.objects.create_user(username, password=password, name=name)
    player.is_superuser = is_organiser
    player.save(update_fields=["is_superuser"])
    return player, Login(username, password, can)
