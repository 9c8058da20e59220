"""A night from its plan to its close."""

from datetime import UTC, datetime

import pytest

from clubs.chips import issue_chips
from clubs.clubs import open_club
from clubs.errors import NightFull, TooFewPlayers, WrongMoment
from clubs.members import walk_in
from clubs.models import Club, Night, NightStatus, Player
from clubs.nights import (
    check_in,
    close_night,
    open_night,
    open_tables,
    plan_night,
    seat_night,
)
from games.advance import advance_table
from games.bots import FIRST_BOT
from games.engine import HouseRules
from games.models import Mode
from ledger.errors import Overdrawn

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def club(db: None) -> Club:
    owner = Player.objects.create_user("nora", name="Nora Daly")
    return open_club("Ballyduff", owner=owner, rules=HouseRules.preset("standard"), at=AT)


@pytest.fixture
def night(club: Club) -> Night:
    """Open, with 23 members here and bots to play for them."""
    night = open_night(plan_night(club, starts_at=AT, mode=Mode.ONLINE, deals_limit=3))
    members = [*club.members.all(), *(walk_in(club, name=f"Guest {n}", at=AT) for n in range(22))]
    check_in(night, members, bot_level=FIRST_BOT, at=AT)
    return night


def purses(club: Club) -> int:
    return sum(member.purse.balance for member in club.members.select_related("purse"))


def test_a_night_of_bots_runs_to_its_close(night: Night) -> None:
    night = open_tables(seat_night(night), at=AT)
    sizes = [table.attendances.count() for table in night.tables.order_by("number")]
    tables = [one.table for one in night.tables.all() if one.table]
    for table in tables:
        while advance_table(table.pk, at=AT):
            pass
    night = close_night(night, at=AT)

    assert sizes == [5, 5, 5, 4, 4]
    assert night.status == NightStatus.CLOSED
    assert sum(table.deals.settled().count() for table in tables) == 15
    assert purses(night.club) == 23 * 20


def test_a_late_comer_opens_the_seating_again(night: Night) -> None:
    night = seat_night(night)
    check_in(night, [walk_in(night.club, name="Late Larry", at=AT)], at=AT)
    night.refresh_from_db()

    assert night.status == NightStatus.OPEN
    with pytest.raises(WrongMoment, match="seat the people first"):
        open_tables(night, at=AT)


def test_nobody_checks_in_beyond_the_capacity(club: Club) -> None:
    night = open_night(plan_night(club, starts_at=AT, capacity=1))
    check_in(night, club.members.all(), at=AT)

    with pytest.raises(NightFull, match="1 places"):
        check_in(night, [walk_in(club, name="One Too Many", at=AT)], at=AT)


def test_one_alone_cannot_be_seated(club: Club) -> None:
    night = open_night(plan_night(club, starts_at=AT))
    check_in(night, club.members.all(), at=AT)

    with pytest.raises(TooFewPlayers):
        seat_night(night)


def test_a_buy_in_that_a_purse_does_not_hold_opens_no_table(club: Club) -> None:
    night = open_night(plan_night(club, starts_at=AT, buy_in_chips=21))
    check_in(night, [*club.members.all(), walk_in(club, name="Pat", at=AT)], at=AT)

    with pytest.raises(Overdrawn, match="needs 21 chips and has 20"):
        open_tables(seat_night(night), at=AT)


def test_chips_are_issued_once_for_one_key(club: Club) -> None:
    member = club.members.get()
    for _ in range(2):
        issue_chips(member, chips=100, key="form:1", actor=member.player, at=AT)
    member.purse.refresh_from_db()

    assert member.purse.balance == 120


def test_two_of_the_same_name_are_two_players(club: Club) -> None:
    first, second = (walk_in(club, name="Mary O'Brien", at=AT) for _ in range(2))

    assert {first.player.username, second.player.username} == {"mary-obrien", "mary-obrien-2"}
