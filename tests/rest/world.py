"""A world with something behind every address of the API."""

from dataclasses import dataclass

from clubs.draws import seat_night
from clubs.free_tables import Plan, open_free_table, take_seat
from clubs.invitations import invite
from clubs.members import join_club
from clubs.models import Access, Club, Member, Night, Player, Role
from clubs.nights import plan_night
from clubs.rounds import open_tables
from clubs.tokens import make_token
from games.bots import FIRST_BOT
from games.models import Deal, Mode, Table
from games.play.advance import advance_table
from games.records.results import count_deals
from ledger.models import Account, Transfer
from tests.clubs.factories import (
    AT,
    ClubFactory,
    PlayerFactory,
    guests,
    open_night_with,
    owner_of,
)
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Tournament
from tournaments.tournaments import start

PEOPLE = 4


@dataclass(frozen=True)
class World:
    """Who asks, and by its first word in an address a row that there is."""

    chief: Player
    owner: Player
    player: Player
    outsider: Player
    club: Club
    rows: dict[str, int | str]

    def address(self, path: str) -> str:
        """The path of an operation with its row's id."""
        collection = path.split("/")[3]
        path = path.replace("{ending}", "csv")
        for name in ("{id}", "{token_key}"):
            if name in path:
                path = path.replace(name, str(self.rows[collection]))
        return path


def make_world(*, role: Role = Role.OWNER, is_superuser: bool = True) -> World:
    """A club with a night at a table and a tournament, and somebody who has no part in them.

    Args:
        role: Of the chief, who has a part in all of it.
    """
    chief, club = PlayerFactory.create(is_superuser=is_superuser), ClubFactory.create()
    member = join_club(club, player=chief, role=role, at=AT)
    free = fireside(club, chief)
    night = evening(club, member)
    tournament = cup(club)
    token, _ = make_token(chief, name="laptop", days=1)
    deal = Deal.objects.earliest("pk")
    over = bots_at_play(club)
    rows: dict[str, int | str] = {
        "accounts": Account.objects.filter(kind="purse").earliest("pk").pk,
        "clubs": club.pk,
        "deals": deal.pk,
        "free-tables": free,
        "history": over.pk,
        "records": over.table.seats.all()[0].player_id,
        "links": "current",
        "members": member.pk,
        "invitations": invite(club, role=Role.MEMBER, by=owner_of(club), at=AT)[0].pk,
        "nights": night.pk,
        "second-factor": "current",
        "sessions": "current",
        "tables": deal.table_id,
        "tokens": token.token_key,
        "tournaments": tournament.pk,
        "transfers": Transfer.objects.filter(book=club.book_id).earliest("pk").pk,
    }
    plain = club.members.order_by("pk")[2].player
    return World(chief, owner_of(club), plain, PlayerFactory.create(), club, rows)


def evening(club: Club, *members: Member) -> Night:
    """A night with a table at which a deal is on, and one that is planned."""
    night = open_night_with(club, [*members, *guests(club, PEOPLE)], mode=Mode.ONLINE)
    open_tables(seat_night(night), at=AT)
    for table in Table.objects.filter(night_table__round__night=night):
        advance_table(table.pk, at=AT)
    plan_night(club, at=AT, starts_at=AT)
    return night


def bots_at_play(club: Club) -> Deal:
    """A deal that is over and counted."""
    night = open_night_with(club, guests(club, PEOPLE), mode=Mode.ONLINE, deals_limit=1)
    night.attendances.update(bot_level=FIRST_BOT)
    table = open_tables(seat_night(night), at=AT).rounds.tables().get().table
    assert table is not None
    while advance_table(table.pk, at=AT):
        pass
    count_deals()
    return table.deals.get()


def fireside(club: Club, host: Player) -> int:
    """A free table of the club, at which its host sits."""
    terms: Plan = {"name": "Fireside", "seats_limit": 5}
    free = open_free_table(club, host=host, access=Access.MEMBERS, at=AT, **terms)
    take_seat(free, player=host, chips=10, at=AT)
    return free.pk


def cup(club: Club) -> Tournament:
    """A tournament in its first round."""
    tournament = create_tournament(
        club,
        name="Cup",
        rounds_count=1,
        deals_a_round=1,
        starting_stack=20,
        table_size=PEOPLE,
        at=AT,
    )
    for member in club.members.order_by("-pk")[:PEOPLE]:
        enter(tournament, member=member, at=AT)
    return start(tournament, at=AT)
