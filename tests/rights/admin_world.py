"""What the admin's pages need beside the world of the API: something that each form can change."""

from datetime import timedelta
from typing import Any

from clubs.attendance import check_out
from clubs.draws import seat_night
from clubs.members import join_club, leave_club, walk_in
from clubs.models import Access, Club, Member, Night, Player, Role
from clubs.nights import plan_night
from clubs.rounds import open_tables
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from games.models import Mode
from games.tables.sittings import send_home
from games.tables.stewarding import pause
from ledger.models import Entry
from tests.clubs.factories import AT, PlayerFactory, guests, open_night_with
from tests.rights.world import World, make_world
from tests.tournaments.cups import play_round
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.pauses import pause as pause_tournament
from tournaments.rounds import advance_round
from tournaments.tournaments import start

LATER = AT + timedelta(days=9999)
GOING = ("running", "paused", "resting")


def make_admin_world() -> World:
    """The world of the API, and in `rows` what is planned, open, seated, played and paid for."""
    world = make_world()
    club = world.club
    world.rows |= {"nights": _nights(club), "cups": _cups(club)}
    rows = _people(club)
    world.members |= rows
    others = world.tables["free, members"]
    pause(others, at=AT)
    world.rows["paused"] = others.pk
    world.rows["sent home"] = _sent_home(world)
    world.rows["last deal"] = world.tables["night"].deals.latest("number").pk
    world.rows["entry"] = Entry.objects.get(
        account=world.rows["other purse"], transfer=world.rows["other transfer"]
    ).pk
    world.rows["seat"] = world.tables["free, open"].seats.get(
        player=world.members["other"].player_id
    )
    return world


def _nights(club: Club) -> dict[str, Night]:
    """One night at each of its stages, of people of its own; the last with real cards."""
    nights = {"planned": plan_night(club, at=AT, starts_at=AT)}
    for stage in ("open", "seated", "playing"):
        here = guests(club, 3)
        nights[stage] = open_night_with(club, here, mode=Mode.RECORDED, buy_in_chips=5)
        if stage != "open":
            nights[stage] = seat_night(nights[stage])
    nights["playing"] = open_tables(nights["playing"], at=AT)
    nights["stale"] = _one_has_gone(club)
    return nights


def _one_has_gone(club: Club) -> Night:
    """A night with a round that was drawn for more people."""
    first, *others = guests(club, 4)
    night = seat_night(open_night_with(club, [first, *others], buy_in_chips=5))
    check_out(night, first)
    return night


def _cups(club: Club) -> dict[str, Any]:
    cups = {
        name: create_tournament(
            club,
            name=name,
            entry_chips=1,
            rounds_count=1,
            deals_a_round=1,
            starting_stack=20,
            is_draft=name == "draft",
            opens_at=LATER if name == "announced" else None,
            payout_minutes=60,
            breaks=[{"after_round": 1, "minutes": 60}] if name == "resting" else (),
            draw_minutes=60 * (name == "drawn"),
            at=AT,
        )
        for name in ("entered", "new", "draft", "announced", "finished", "drawn", *GOING)
    }
    for member in guests(club, 2):
        for name in ("finished", "drawn", *GOING):
            enter(cups[name], member=member, bot_level=FIRST_BOT, at=AT)
    for name in ("finished", "drawn", *GOING):
        start(cups[name], at=AT)
    pause_tournament(cups["paused"], at=AT)
    for name in ("finished", "resting"):
        advance_round(play_round(cups[name]), at=database_now())
    entrants = [enter(cups["entered"], member=one, at=AT) for one in guests(club, 2)]
    return {**cups, "entrant": entrants[0].pk}


def _people(club: Club) -> dict[str, Member]:
    """Somebody who sits nowhere; rows to be claimed; officers who may go."""
    officer = walk_in(club, name="Walk-in who runs nights", role=Role.ORGANISER, at=AT)
    return {
        "idle": join_club(club, player=PlayerFactory.create(), at=AT),
        "idle officer": _officer(club, PlayerFactory.create()),
        "walk-in officer": officer,
        "gone": leave_club(walk_in(club, name="Walk-in who left", at=AT), at=AT),
    }


def _officer(club: Club, player: Player) -> Member:
    return join_club(club, player=player, role=Role.ORGANISER, at=AT)


def _sent_home(world: World) -> int:
    """The seat of somebody who was sent home and may be let back."""
    table = world.tables["free, invitation"]
    number = table.seats.get(player=world.people["seated"]).number
    seat = send_home(table, number=number, at=AT)
    assert seat.is_sent_away
    assert world.free[Access.INVITATION].table == table
    return seat.pk
