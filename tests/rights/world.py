"""The world that is walked: one person for each role, and something behind every address."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import make_password

from clubs.by_link import cookie_of
from clubs.chips import exchange_chips
from clubs.draws import seat_night
from clubs.free_tables import open_free_table, seat_bot, take_seat
from clubs.invitations import invite
from clubs.links import give_link
from clubs.log import Note, add
from clubs.members import join_club, leave_club, walk_in
from clubs.models import Access, Club, DeedKind, FreeTable, LinkPurpose, Member, Night, Player, Role
from clubs.rounds import open_tables
from clubs.tokens import make_token
from clubs.turning_away import turn_away
from clubs.visitors import visit
from deploy.rest.clock import database_now
from deploy.rights import PROGRAM, Doer
from games.bots import FIRST_BOT
from games.models import Deal, Mode, Seat, Table
from games.play.advance import advance_table
from games.records.results import count_deals
from ledger.by_hand import Direction
from ledger.models import Account, Transfer
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, open_night_with, owner_of
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.tournaments import start

ROLES = (
    *("anonymous", "stranger", "visitor", "guest", "member", "seated", "host", "scorer"),
    *("organiser", "owner", "organiser_elsewhere", "left", "turned_away", "operator"),
)
LINKS = ("scorer_link", "door_link", "hall_link")
PASSWORD = "five of hearts"
NOBODY = 10**9
DAY = timedelta(days=1)
BUY_IN = 20  # So much that no deal costs anybody their seat.


@dataclass
class World:
    """Who asks, and what there is; `tables` by their kind as the hand-made table calls it."""

    club: Club
    elsewhere: Club
    people: dict[str, Any] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    free: dict[str, FreeTable] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    rows: dict[str, Any] = field(default_factory=dict)

    def own(self, role: str) -> int:
        """The member's row of whoever has the role, or a number of nobody."""
        return self.members[role].pk if role in self.members else NOBODY

    def own_purse(self, role: str) -> int:
        return self.members[role].purse_id if role in self.members else NOBODY

    def own_stack(self, role: str) -> int:
        seats = Seat.objects.filter(player=self.people[role]) if self.people[role] else None
        seat = seats.order_by("pk").last() if seats is not None else None
        return seat.stack_id if seat else NOBODY

    def own_transfer(self, role: str) -> int:
        mine = Transfer.objects.filter(key=f"walk:{role}").first()
        return mine.pk if mine else NOBODY


def make_world() -> World:
    club, elsewhere = ClubFactory.create(rules_name="Our rules"), ClubFactory.create()
    Club.objects.update(allows_gifts=True, opening_chips=10 * BUY_IN)
    world = World(Club.objects.get(pk=club.pk), elsewhere)
    _gather(world)
    world.tables["night"] = _evening(world)
    world.tables["tournament"] = _cup(world)
    for access in Access:
        _fireside(world, access)
    for table in world.tables.values():
        _play_a_deal(table)
    assert not Table.objects.exclude(closed_at=None).exists(), "Streams tell of none that closed."
    count_deals()
    _leave(world)
    _note_rows(world)
    _give_codes(world)
    _give_links(world)
    return world


def _gather(world: World) -> None:
    club, people, members = world.club, world.people, world.members
    for role in ROLES:
        people[role] = PlayerFactory.create(is_superuser=role == "operator")
        _give_password(people[role])
    people["anonymous"] = None
    people["owner"] = owner_of(club)
    _give_password(people["owner"])
    members["owner"] = club.members.get()
    people["organiser_elsewhere"] = owner_of(world.elsewhere)
    _give_password(people["organiser_elsewhere"])
    offices = {"seated": Role.MEMBER, "host": Role.MEMBER, "left": Role.MEMBER}
    for role in ("guest", "member", "seated", "host", "scorer", "organiser", "left", "turned_away"):
        office = offices.get(role) or Role("organiser" if role == "turned_away" else role)
        members[role] = join_club(club, player=people[role], role=office, at=AT)
    others = {
        "other": Role.MEMBER,
        "second owner": Role.OWNER,
        "gone": Role.MEMBER,
        "barred": Role.MEMBER,
        "barred officer": Role.ORGANISER,
    }
    for name, office in others.items():
        members[name] = join_club(club, player=PlayerFactory.create(), role=office, at=AT)
    members["walk-in"] = walk_in(club, name="Con of the hill", at=AT)
    members["foreign"] = join_club(world.elsewhere, player=PlayerFactory.create(), at=AT)


def _give_password(person: Player) -> None:
    """One that they can type."""
    person.password = make_password(PASSWORD)
    person.save(update_fields=["password"])


def _evening(world: World) -> Table:
    here = [world.members["seated"], *guests(world.club, 3)]
    night = open_night_with(world.club, here, mode=Mode.ONLINE, buy_in_chips=BUY_IN)
    night.attendances.update(bot_level=FIRST_BOT)
    table = open_tables(seat_night(night), at=AT).rounds.tables().get().table
    assert table is not None
    world.rows["night"], world.rows["night player"] = night.pk, here[1].player_id
    world.rows["night deeds"] = {
        what: add(night.pk, kind, Note(), by=PROGRAM, at=AT).number
        for what, kind in (("a draw", DeedKind.DRAW), ("a result", DeedKind.RESULT))
    }
    return table


def _cup(world: World) -> Table:
    cup = create_tournament(
        world.club, name="Cup", rounds_count=2, deals_a_round=5, starting_stack=20, at=AT
    )
    for member in [world.members["seated"], *guests(world.club, 3)]:
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    start(cup, at=AT)
    world.rows["tournament"] = cup.pk
    table: Table = Table.objects.get(round_table__round__tournament=cup)
    return table


def _fireside(world: World, access: Access) -> None:
    host, club = world.people["host"], world.club
    assert host is not None
    free = open_free_table(club, host=host, access=access, name=access, seats_limit=6, at=AT)
    take_seat(free, player=world.people["seated"], chips=BUY_IN, at=AT)
    take_seat(free, player=world.members["other"].player, chips=BUY_IN, at=AT)
    if access == Access.OPEN:
        visitor = visit(free, player=world.people["visitor"], at=AT)
        world.members["visitor"] = visitor
        world.rows["second visitor"] = visit(free, player=PlayerFactory.create(), at=AT).pk
        exchange_chips(visitor, Direction.ISSUE, chips=2 * BUY_IN, key="visitor", actor=host, at=AT)
        take_seat(free, player=world.people["visitor"], chips=BUY_IN, at=AT)
    seat_bot(free, bot_level=FIRST_BOT, at=AT)
    world.free[access] = free
    world.tables[f"free, {access}"] = free.table


def _play_a_deal(table: Table) -> None:
    """Whoever plays themselves lets the clock act for them."""
    for minute in range(400):
        if Deal.objects.filter(table=table, settled_at__isnull=False).exists():
            return
        advance_table(table.pk, at=AT + minute * timedelta(seconds=31))
    raise AssertionError(f"{table} plays no deal to its end")


def _leave(world: World) -> None:
    owner = world.people["owner"]
    for name, member in list(world.members.items()):
        member = Member.objects.get(pk=member.pk)
        if member.club_id == world.club.pk and name in ROLES:
            exchange_chips(member, Direction.ISSUE, chips=5, key=f"walk:{name}", actor=owner, at=AT)
        if name in ("left", "gone"):
            leave_club(member, at=AT)
        if name in ("turned_away", "barred", "barred officer"):
            turn_away(member, by=owner, reason="Loud", at=AT)


def _note_rows(world: World) -> None:
    book, other = world.club.book_id, world.members["other"]
    exchange_chips(
        other, Direction.ISSUE, chips=5, key="walk:other", actor=world.people["owner"], at=AT
    )
    seats = Seat.objects.filter(table=world.tables["free, open"])
    world.rows |= {
        "open seat player": world.members["other"].player_id,
        "person": dict.fromkeys(Access, 0),
        "bot": {
            access: free.table.seats.exclude(bot_level="").get().number
            for access, free in world.free.items()
        },
        "other purse": other.purse_id,
        "bank": Account.objects.get(book=book, kind="bank").pk,
        "pool": world.tables["free, open"].pool_id,
        "foreign purse": world.members["foreign"].purse_id,
        "other transfer": Transfer.objects.get(key="walk:other").pk,
        "play transfer": Transfer.objects.filter(
            entries__account__in=seats.filter(player=other.player_id).values("stack"),
            reason="buy_in",
        )
        .earliest("pk")
        .pk,
        "deals": {
            kind: table.deals.settled().earliest("pk").pk for kind, table in world.tables.items()
        },
    }


def _give_codes(world: World) -> None:
    """A token to each, and the invitation that they find or do not."""
    known = {role: person for role, person in world.people.items() if person is not None}
    known["other token"] = world.members["other"].player
    made = {name: make_token(person, name="walk", days=1) for name, person in known.items()}
    world.rows["tokens"] = {name: text for name, (_, text) in made.items()}
    world.rows["token keys"] = {name: token.token_key for name, (token, _) in made.items()}
    invitation, world.rows["code"] = invite(
        world.club, role=Role.MEMBER, days=90, by=world.people["owner"], at=database_now()
    )
    world.rows["invitation"] = invitation.pk


def _give_links(world: World) -> None:
    """The cookie of each, and the secret of the last; a scorer's is for the first table."""
    night, by = Night.objects.get(pk=world.rows["night"]), Doer(world.people["owner"].pk)
    world.rows["cookies"] = {}
    for name in LINKS:
        purpose = LinkPurpose(name.removesuffix("_link"))
        number = 1 if purpose == LinkPurpose.SCORER else None
        now = database_now()
        link, world.rows["secret"] = give_link(
            night, purpose=purpose, table_number=number, expires_at=now + DAY, by=by, at=now
        )
        world.people[name] = None
        world.rows["cookies"][name] = cookie_of(link)
        world.rows["link"] = link.pk
