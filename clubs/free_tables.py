"""Free tables of a club: who opens them, who may sit down, bots beside people, and rematches."""

import secrets
from datetime import datetime
from typing import Required, Unpack

from django.db import transaction

from clubs.chips import issue_chips
from clubs.errors import NotAllowed, NotInvited, NotMember, StillOpen, UnknownBot
from clubs.members import free_username, join_club, lock_joining
from clubs.models import ORGANISING, Access, Club, FreeTable, Member, Player, Role
from games.bots import BOTS
from games.engine import HouseRules
from games.models import Seat, Table, Terms
from games.sittings import let_back, send_home, sit_down
from games.tables import SeatPlan, open_table
from ledger.models import Account

CODE_BYTES = 6


class Plan(Terms, total=False):
    """How a free table is played; what is left out has the default of `games.tables.open_table`."""

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
    rules: HouseRules | None = None,
    pool: Account | None = None,
    at: datetime,
    **plan: Unpack[Plan],
) -> FreeTable:
    """Open a table at which nobody sits yet, by the club's house rules unless others are given.

    Args:
        pool: The pool that is carried over from another table. Source: RULES.md 7.7.

    Raises:
        NotMember: the host does not belong to the club, or is its guest.
        ImpossibleRules: the rules are not for so many seats.
    """
    if not _belongs(club, host):
        raise NotMember(
            f"Only members of {club} open tables there: ask an organiser to be made one."
        )
    table = open_table(
        club.book,
        rules=rules or club.rules,
        seats=[],
        pool=pool,
        is_public=access == Access.OPEN,
        at=at,
        **plan,
    )
    code = secrets.token_urlsafe(CODE_BYTES) if access == Access.INVITATION else ""
    return FreeTable.objects.create(club=club, table=table, host=host, access=access, code=code)


@transaction.atomic
def take_seat(free: FreeTable, *, player: Player, chips: int, code: str = "", at: datetime) -> Seat:
    """Sit down with chips of one's purse; whoever is new to the club becomes its guest.

    Raises:
        NotMember: the table is for members, and he is none or a guest.
        NotInvited: the table is by invitation, and the code is not the table's.
        GamesError: as in `games.sittings.sit_down`.
        Overdrawn: the purse does not hold the chips.
    """
    members = free.club.members.active().select_for_update()  # Nobody leaves the club meanwhile.
    member = members.filter(player=player).first()
    if member is None:  # He may be joining by another request right now.
        lock_joining(player)
        member = members.filter(player=player).first()
    is_host = player == free.host
    if free.access == Access.INVITATION and not is_host and code != free.code:
        raise NotInvited(
            "This table is by invitation: join it with its code, which its host knows."
        )
    if free.access == Access.MEMBERS and (member is None or member.role == Role.GUEST):
        raise NotMember(
            f"This table is for members of {free.club}: ask an organiser to be made one, or sit "
            "down at a table that is open to everybody."
        )
    if member is None:
        member = join_club(free.club, player=player, role=Role.GUEST, at=at)
    return sit_down(free.table, SeatPlan(player.pk, member.purse_id, chips), at=at)


def find_invitation(code: str) -> FreeTable:
    """The table of an invitation.

    Raises:
        NotInvited: there is none with this code.
    """
    invited = FreeTable.objects.filter(access=Access.INVITATION, code=code)
    free = invited.select_related("club", "table", "host").first()
    if free is None:
        raise NotInvited("No table has this code: ask who invited you for it.")
    return free


@transaction.atomic
def seat_bot(free: FreeTable, *, bot_level: str, chips: int, by: Player, at: datetime) -> Seat:
    """Let a bot of the club sit down; what its purse lacks, the club's bank issues.

    Raises:
        NotAllowed: neither an organiser, nor the host of a club that leaves it to hosts.
        UnknownBot: no bot plays at this level.
        GamesError: as in `games.sittings.sit_down`.
    """
    _check_may_seat_bots(free, by)
    if bot_level not in BOTS:
        raise UnknownBot(f"There is no bot {bot_level!r}: choose {' or '.join(sorted(BOTS))}.")
    club = Club.objects.select_for_update().get(pk=free.club_id)  # No bot sits at two tables.
    member = _free_bot(club, at=at)
    member.purse.refresh_from_db(fields=["balance"])
    missing = chips - member.purse.balance
    if missing > 0:
        key = f"bot:{member.pk}:table:{free.table_id}:{free.table.seats.count()}"
        memo = f"For a bot at {free}"
        issue_chips(member, chips=missing, key=key, actor=by, memo=memo, at=at)
    plan = SeatPlan(member.player_id, member.purse_id, chips, bot_level)
    return sit_down(free.table, plan, at=at)


@transaction.atomic
def send_away(free: FreeTable, *, number: int, by: Player, at: datetime) -> Seat:
    """Let somebody, or a bot, get up: when the deal is over in which he is.

    He does not sit down there again, unless he is readmitted; a bot may.

    Raises:
        NotAllowed: only organisers send people away, and hosts their bots.
        NotSeated: nobody sits there.
    """
    seat = free.table.seats.taken().filter(number=number).first()
    if seat is not None and seat.bot_level:
        _check_may_seat_bots(free, by)
    elif not _organises(free.club, by):
        raise NotAllowed("Only organisers of the club send people away.")
    return send_home(free.table, player_id=seat.player_id if seat else 0, at=at)


def readmit(free: FreeTable, *, number: int, by: Player) -> Seat:
    """Let somebody sit down again who was sent away from this seat.

    Raises:
        NotAllowed: only organisers do.
        NotSeated: nobody was sent away from there.
        TableClosed: nobody plays there any more.
    """
    if not _organises(free.club, by):
        raise NotAllowed("Only organisers of the club let people back.")
    return let_back(free.table, number=number)


@transaction.atomic
def take_rematch(free: FreeTable, *, player: Player, chips: int, at: datetime) -> FreeTable:
    """Sit down at the table that follows a closed one, on its terms; the first to ask opens it.

    A pool that was carried over lies there. Source: RULES.md 7.7. Where that table has closed too,
    it is the one that follows it.

    Raises:
        StillOpen: the table has not closed.
        NotMember: he did not sit there.
        GamesError: as in `games.sittings.sit_down`.
        Overdrawn: the purse does not hold the chips.
    """
    free = FreeTable.objects.select_for_update(of=("self",)).select_related("table").get(pk=free.pk)
    if free.table.closed_at is None:
        raise StillOpen(f"{free} is still open: sit down there.")
    if not free.table.seats.filter(player=player).exists():
        raise NotMember(f"Only who sat at {free} asks for a rematch.")
    while (again := _rematch_of(free)) is not None and again.table.closed_at is not None:
        free = again
    if again is None:
        again = open_free_table(
            free.club,
            host=player if _belongs(free.club, player) else free.host,
            access=Access(free.access),
            rules=free.table.rules,
            pool=_carried_pool(free.table),
            at=at,
            **_plan(free.table),
        )
        again.rematch_of = free
        again.save(update_fields=["rematch_of"])
    take_seat(again, player=player, chips=chips, code=again.code, at=at)
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


def _free_bot(club: Club, *, at: datetime) -> Member:
    """A bot of the club that sits at no table, or a new one."""
    busy = Seat.objects.taken().filter(table__closed_at=None).values("player")
    bots = club.members.active().filter(player__is_bot=True)
    member = bots.exclude(player__in=busy).select_related("club", "purse").order_by("pk").first()
    if member is not None:
        return member
    number = club.members.filter(player__is_bot=True).count() + 1
    username = free_username(f"{club.slug} bot {number}")
    player = Player(username=username, name=f"Bot {number}", is_bot=True)
    player.set_unusable_password()
    player.save()
    return join_club(club, player=player, role=Role.GUEST, at=at)


def _check_may_seat_bots(free: FreeTable, by: Player) -> None:
    is_hosts_right = free.club.hosts_seat_bots and by == free.host
    if not (is_hosts_right and _belongs(free.club, by)) and not _organises(free.club, by):
        raise NotAllowed("Only organisers let bots come and go here: their chips are the club's.")


def _belongs(club: Club, player: Player) -> bool:
    return club.members.active().filter(player=player).exclude(role=Role.GUEST).exists()


def _organises(club: Club, player: Player) -> bool:
    organisers = club.members.active().filter(player=player, role__in=ORGANISING)
    return player.is_superuser or organisers.exists()
