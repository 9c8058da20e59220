"""Free tables of a club: who opens them, who may sit down, bots beside people, and rematches."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Required, Unpack

from django.db import transaction

from clubs.errors import HousePurseEmpty, NotInvited, NotMember, StillOpen, UnknownBot
from clubs.house import check_limits, check_losses
from clubs.house_bots import free_bot
from clubs.models import Access, Club, FreeTable, Player
from clubs.rights import OPEN_FREE_TABLE
from clubs.table_kinds import FREE_TABLE
from clubs.visitors import check_welcomed, visit
from deploy.rights import may
from games.bots import BOTS
from games.engine import Ruleset
from games.models import Seat, Table, Terms
from games.seat_numbers import SeatNumber
from games.sight.delay import pool_as_of
from games.tables.opening import SeatPlan, open_table
from games.tables.sittings import let_back, send_home, sit_down
from ledger.errors import Overdrawn
from ledger.models import Account

CODE_BYTES = 6


class Plan(Terms, total=False):
    """How a free table is played; what is left out is as in `games.tables.opening.open_table`."""

    name: Required[str]
    seats_limit: Required[int]
    bot_seconds: float
    deals_limit: int | None


@transaction.atomic
def open_free_table(
    club: Club,
    *,
    host: Player,
    access: Access,
    rules: Ruleset | None = None,
    pool: Account | None = None,
    at: datetime,
    **plan: Unpack[Plan],
) -> FreeTable:
    """Open a table at which nobody sits yet, by the club's house rules unless others are given.

    Args:
        rules: A set of rules becomes the house rules of a table with this number of seats.
        pool: The pool that is carried over from another table. Source: RULES.md 7.7.

    Raises:
        ImpossibleRules: the rules are not for this number of seats.
    """
    table = open_table(
        club.book,
        rules=rules or club.rules,
        policies=replace(FREE_TABLE.policies, is_public=access == Access.OPEN),
        seats=[],
        pool=pool,
        bot_rebuys=club.bot_rebuys,
        at=at,
        **plan,
    )
    code = secrets.token_urlsafe(CODE_BYTES) if access == Access.INVITATION else ""
    return FreeTable.objects.create(club=club, table=table, host=host, access=access, code=code)


@dataclass(frozen=True)
class FreeTableSight:
    """What somebody sees of a free table before they sit down there.

    Attributes:
        pool_chips: What lay in the pool at the moment up to which they are told.
        code: The invitation, for the host alone.
    """

    free: FreeTable
    pool_chips: int
    code: str | None


def see_free_table(free: FreeTable, player_id: int, *, until: datetime | None) -> FreeTableSight:
    """A free table as a player sees it in the lobby.

    Args:
        until: Until when they are told what happened (`games.sight.delay.shown_until`).
    """
    code = free.code if free.host_id == player_id else ""
    return FreeTableSight(free, pool_as_of(free.table, until), code or None)


@transaction.atomic
def take_seat(free: FreeTable, *, player: Player, chips: int, at: datetime) -> Seat:
    """Sit down with chips from a purse; people from outside sit down as visitors.

    Raises:
        NotMember, TurnedAway: as in `clubs.visitors.visit`.
        NotWelcomed: as in `clubs.visitors.check_welcomed`.
        GamesError: as in `games.tables.sittings.sit_down`.
        Overdrawn: the purse does not hold the chips.
    """
    member = visit(free, player=player, at=at)
    check_welcomed(member, chips=chips)
    return sit_down(free.table, SeatPlan(player.pk, member.purse_id, chips), at=at)


def find_invitation(code: str) -> FreeTable:
    """The table of an invitation.

    Raises:
        NotInvited: there is none with this code.
    """
    invited = FreeTable.objects.filter(access=Access.INVITATION, code=code)
    free = invited.select_related("club", "table", "host").first()
    if free is None:
        raise NotInvited("No table has this code: ask the person who invited you.")
    return free


@transaction.atomic
def seat_bot(
    free: FreeTable, *, bot_level: str, is_host_limited: bool = True, at: datetime
) -> Seat:
    """Let a bot of the club sit down, with chips of the house purse.

    Args:
        is_host_limited: Whether what bots have lost at this host's tables is a limit. An organiser
            may go on.

    Raises:
        UnknownBot: no bot plays at this level.
        TooDear: a deal may cost more there than the club lets its bots play for.
        TooMuchLost: bots have lost too much at this host's tables.
        HousePurseEmpty: it does not hold what a bot brings.
        GamesError: as in `games.tables.sittings.sit_down`.
    """
    if bot_level not in BOTS:
        raise UnknownBot(f"There is no bot {bot_level!r}: choose {' or '.join(sorted(BOTS))}.")
    # No bot sits at two tables; people may join the club meanwhile, who hold chips already.
    club = Club.objects.select_for_update(no_key=True).get(pk=free.club_id)
    check_limits(club, free.table.rules)
    if is_host_limited:
        check_losses(club, free.host, at=at)
    plan = SeatPlan(
        player_id=free_bot(club).player_id,
        purse_id=club.house_purse_id,
        chips=club.bot_buy_in_chips,
        bot_level=bot_level,
        is_house=True,
    )
    try:
        return sit_down(free.table, plan, at=at)
    except Overdrawn as refusal:
        raise HousePurseEmpty(
            f"The house purse of {club} holds {refusal.available} chips, and a bot brings "
            f"{plan.chips}: ask an organiser to fill it."
        ) from refusal


@transaction.atomic
def send_away(free: FreeTable, *, number: SeatNumber, at: datetime) -> Seat:
    """Let somebody, or a bot, get up: when the deal is over in which they are.

    They do not sit down there again, unless they are readmitted; a bot may.

    Raises:
        NotSeated: nobody sits there.
    """
    return send_home(free.table, number=number, at=at)


def readmit(free: FreeTable, *, number: SeatNumber) -> Seat:
    """Let a player sit down again after they were sent away from this seat.

    Raises:
        NotSeated: nobody was sent away from there.
        TableClosed: nobody plays there any more.
    """
    return let_back(free.table, number=number)


@transaction.atomic
def take_rematch(free: FreeTable, *, player: Player, chips: int, at: datetime) -> FreeTable:
    """Sit down at the table that follows a closed one, on its terms; the first to ask opens it.

    A pool that was carried over lies there. Source: RULES.md 7.7. Where that table has closed too,
    it is the one that follows it.

    Raises:
        StillOpen: the table has not closed.
        NotMember: they did not sit there.
        GamesError: as in `games.tables.sittings.sit_down`.
        Overdrawn: the purse does not hold the chips.
    """
    free = FreeTable.objects.select_for_update(of=("self",)).select_related("table").get(pk=free.pk)
    if free.table.closed_at is None:
        raise StillOpen(f"{free} is still open: sit down there.")
    if not free.table.seats.filter(player=player).exists():
        raise NotMember(f"Only players from {free} can ask for a rematch.")
    while (again := _rematch_of(free)) is not None and again.table.closed_at is not None:
        free = again
    if again is None:
        again = open_free_table(
            free.club,
            host=player if _may_host(free.club, player) else free.host,
            access=Access(free.access),
            rules=Ruleset.of(free.table.rules, free.table.preset),
            pool=_carried_pool(free.table),
            at=at,
            **_plan(free.table),
        )
        again.rematch_of = free
        again.save(update_fields=["rematch_of"])
    take_seat(again, player=player, chips=chips, at=at)
    return again


def _rematch_of(free: FreeTable) -> FreeTable | None:
    rows = FreeTable.objects.select_for_update(of=("self",)).select_related("table")
    return rows.filter(rematch_of=free).first()


def _carried_pool(table: Table) -> Account | None:
    """What was not shared when the table closed, unless another table has opened with it."""
    pool = table.pool
    is_left = pool.balance > 0 and not Table.objects.open().filter(pool=pool).exists()
    return pool if is_left else None


def _plan(table: Table) -> Plan:
    assert table.seats_limit is not None
    return {
        "name": table.name,
        "seats_limit": table.seats_limit,
        "bot_seconds": table.bot_seconds,
        "deals_limit": table.deals_limit,
        **table.terms,
    }


def _may_host(club: Club, player: Player) -> bool:
    """Whether the next table can be theirs; the one before stays with its host otherwise."""
    return may(player.roles_in([club.book_id]), OPEN_FREE_TABLE)
