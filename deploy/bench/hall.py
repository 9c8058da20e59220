"""A hall for benchmarks and tests: tables at which programs with logins and bots sit together."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from clubs.chips import exchange_chips
from clubs.clubs import open_club
from clubs.members import join_club
from clubs.models import Club, Player
from clubs.table_kinds import NIGHT
from clubs.tokens import make_token
from games.bots import FIRST_BOT
from games.engine import Ruleset
from games.models import Table
from games.tables.opening import SeatPlan, open_table
from ledger.by_hand import Direction

SEATS = 5
CHIPS = 5000  # More than anybody loses in an evening.


@dataclass(frozen=True)
class Hall:
    club: Club
    tables: list[Table]
    tokens: dict[int, str]
    """For every person who plays, by the number of their player."""


@transaction.atomic
def open_hall(
    *,
    tables: int,
    people: int,
    deals_limit: int | None,
    turn_seconds: int = 60,
    bot_seconds: float = 0,
    at: datetime,
) -> Hall:
    """Tables of five by the standard rules, with this number of people and bots beside them."""
    owner = Player.objects.create(username=f"host-{at.timestamp()}", name="Host")
    rules = Ruleset()
    club = open_club(f"Hall {at.isoformat()}", owner=owner, rules=rules, at=at)
    tokens: dict[int, str] = {}
    opened: list[Table] = []
    for number in range(tables):
        plans = []
        for seat in range(SEATS):
            name = f"Guest {number}-{seat}"
            player = Player.objects.create(username=f"{club.slug}-{number}-{seat}", name=name)
            member = join_club(club, player=player, at=at)
            exchange_chips(
                member,
                Direction.ISSUE,
                chips=CHIPS,
                key=f"hall:{member.pk}",
                actor=owner,
                memo="",
                at=at,
            )
            level = "" if seat < people else FIRST_BOT
            if not level:
                tokens[player.pk] = make_token(player, name="hall", days=1)[1]
            plans.append(SeatPlan(player.pk, member.purse_id, CHIPS, level))
        opened.append(
            open_table(
                club.book,
                rules=rules,
                policies=NIGHT.policies,
                seats=plans,
                name=f"Table {number + 1}",
                deals_limit=deals_limit,
                turn_seconds=turn_seconds,
                bot_seconds=bot_seconds,
                at=at,
            )
        )
    return Hall(club, opened, tokens)
