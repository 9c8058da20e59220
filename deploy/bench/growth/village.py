"""A small club that really plays: everything that is copied afterwards was written by use cases.

An evening has about 24 deals: two tables of a night, a cup of eight, and a table of two.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from clubs.attendance import check_in
from clubs.chips import exchange_chips
from clubs.clubs import open_club
from clubs.draws import seat_night
from clubs.free_tables import Plan, open_free_table, take_seat
from clubs.members import join_club, walk_in
from clubs.models import Access, Club, Member, Night, Player, Role
from clubs.nights import close_night, open_night, plan_night
from clubs.rounds import open_tables
from games.bots import FIRST_BOT, choose
from games.engine import Ruleset
from games.models import Mode, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.records.results import count_deals
from games.sight.deals import see
from games.tables.closing import close_tables
from ledger.by_hand import Direction
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Tournament
from tournaments.rounds import advance_round
from tournaments.tournaments import start

PLAYERS: Final = 20
PURSE: Final = 1_000_000  # Nobody is ever short, however often an evening is copied.
DAY: Final = timedelta(days=1)
FIRESIDE_DEALS: Final = 4
A_DAY: Final = 86_400
"""Seconds of a turn that does not run out while somebody measures."""


@dataclass(frozen=True)
class Village:
    """A club, and who asks.

    Attributes:
        owner: Who sees all of their club, and nothing else.
        member: Who sat at a table in every evening.
    """

    club: Club
    owner: Player
    member: Player

    @property
    def members(self) -> list[Member]:
        return list(self.club.members.select_related("player", "purse", "club").order_by("pk"))


def found(name: str, *, at: datetime) -> Village:
    """A club with twenty players, who have chips."""
    owner, member = (
        Player.objects.create(username=f"{word}-{name}".lower(), name=f"{word} of {name}")
        for word in ("Owner", "Member")
    )
    club = open_club(name, owner=owner, rules=Ruleset(), at=at)
    join_club(club, player=member, role=Role.MEMBER, at=at)
    for number in range(PLAYERS - 2):
        walk_in(club, name=f"Player {number} of {name}", at=at)
    village = Village(club, owner, member)
    for one in village.members:
        exchange_chips(one, Direction.ISSUE, chips=PURSE, key=f"purse:{one.pk}", actor=owner, at=at)
    return village


def play_evening(village: Village, *, at: datetime) -> None:
    """A night of bots, a free table and a tournament, from their beginning to their end."""
    night = open_night(
        plan_night(village.club, at=at, starts_at=at, mode=Mode.ONLINE, deals_limit=7)
    )
    check_in(night, village.members[:12], bot_level=FIRST_BOT, at=at)
    night = open_tables(seat_night(night, seed=1), at=at)
    _play_out(Table.objects.filter(night_table__round__night=night), at=at)
    if Night.objects.get(pk=night.pk).status != "closed":
        close_night(night, at=at)
    _play_cup(village, at=at)
    _play_by_hand(_sit_together(village, at=at, deals_limit=FIRESIDE_DEALS), at=at)
    while count_deals():
        pass


def open_table(village: Village, *, at: datetime) -> None:
    """A table that everybody sees, with a deal in which somebody is waited for."""
    advance_table(_sit_together(village, at=at).pk, at=at)


def _sit_together(village: Village, *, at: datetime, deals_limit: int | None = None) -> Table:
    plan: Plan = {
        "name": "Fireside",
        "seats_limit": 3,
        "deals_limit": deals_limit,
        "turn_seconds": A_DAY,
    }
    host, access = village.owner, Access.OPEN
    free = open_free_table(village.club, host=host, access=access, at=at, **plan)
    for player in (village.owner, village.member):
        take_seat(free, player=player, chips=100, at=at)
    return free.table


def _play_cup(village: Village, *, at: datetime) -> None:
    cup = create_tournament(
        village.club,
        name="Cup",
        rounds_count=2,
        deals_a_round=2,
        starting_stack=60,
        entry_chips=20,
        table_size=4,
        at=at,
    )
    for member in village.members[:8]:
        enter(cup, member=member, bot_level=FIRST_BOT, at=at)
    start(cup, at=at)
    while drawn := Tournament.objects.get(pk=cup.pk).rounds.filter(finished_at=None).first():
        _play_out(Table.objects.filter(round_table__round=drawn), at=at)
        advance_round(drawn, at=at)


def _play_by_hand(table: Table, *, at: datetime) -> None:
    """Until it closes; its people act as a bot would. No free table deals to bots alone."""
    while Table.objects.open().filter(pk=table.pk).exists():
        if advance_table(table.pk, at=at):
            continue
        deal = table.deals.select_related("table").get(settled_at=None)
        for seat in table.seats.taken():
            told = see(deal, seat.player_id, until=None).view
            if told is not None and told.legal:
                chosen = str(choose(told.to_json(), table.rules, FIRST_BOT))
                act(deal.pk, player_id=seat.player_id, ply=told.ply, action=chosen, at=at)
                break
        at += timedelta(seconds=1)


def _play_out(tables: Iterable[Table], *, at: datetime) -> None:
    """Until nothing is due, by a clock that leaps to what is due next."""
    for table in tables:
        now = at
        while advance_table(table.pk, at=now):
            now += timedelta(seconds=1)
        if table.pk in Table.objects.open().values_list("pk", flat=True):
            close_tables([table], at=now)
