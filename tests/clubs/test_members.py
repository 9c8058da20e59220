"""Roles in a club, and leaving it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from clubs.attendance import check_out
from clubs.clubs import open_club
from clubs.errors import AlreadyMember, LastOwner, NameTaken, StillPlaying
from clubs.free_tables import open_free_table, take_seat
from clubs.members import change_role, join_club, leave_club, walk_in
from clubs.models import Access, Club, Member, Role
from clubs.nights import close_night
from games.engine import Ruleset
from tests.clubs.callers import ORGANISER, callers_of
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, open_night_with, owner_of
from tests.ledger.crowds import at_once


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


def test_a_new_member_is_given_the_opening_chips(club: Club) -> None:
    """RULES.md 7.8."""
    member = join_club(club, player=PlayerFactory.create(), at=AT)
    member.purse.refresh_from_db()

    assert member.purse.balance == 20


def test_somebody_who_comes_back_finds_their_purse_and_is_given_nothing(club: Club) -> None:
    player = PlayerFactory.create()
    first = leave_club(join_club(club, player=player, at=AT), at=AT)
    again = join_club(club, player=player, at=AT)
    again.purse.refresh_from_db()

    assert again.pk == first.pk
    assert again.left_at is None
    assert again.purse.balance == 20


def test_a_member_cannot_join_again(club: Club) -> None:
    with pytest.raises(AlreadyMember):
        join_club(club, player=owner_of(club), at=AT)


def test_an_owner_makes_organisers(club: Club) -> None:
    [guest] = guests(club, 1)

    assert change_role(guest, Role.ORGANISER, at=AT).role == Role.ORGANISER


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER])
def test_an_organiser_makes_none(club: Club, role: Role) -> None:
    organiser = callers_of(club)[ORGANISER]
    [guest] = guests(club, 1)
    owner = club.members.get(role=Role.OWNER)

    def ask_for(member: Member, wanted: Role) -> Any:
        return organiser.change(f"members/{member.pk}", {"role": wanted})

    answer = ask_for(guest, role)
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    assert "ask an owner" in answer.json()["detail"]
    assert ask_for(owner, Role.MEMBER).status_code == 403
    assert ask_for(guest, Role.SCORER).json()["role"] == Role.SCORER


def test_the_last_owner_stays(club: Club) -> None:
    owner = club.members.get()

    with pytest.raises(LastOwner, match="make somebody else an owner first"):
        change_role(owner, Role.MEMBER, at=AT)
    with pytest.raises(LastOwner):
        leave_club(owner, at=AT)


def test_an_owner_goes_when_another_remains(club: Club) -> None:
    owner, [second] = club.members.get(), guests(club, 1)
    change_role(second, Role.OWNER, at=AT)

    assert leave_club(owner, at=AT).left_at == AT


def test_somebody_who_is_checked_in_leaves_only_when_the_night_is_over(club: Club) -> None:
    first, second = guests(club, 2)
    night = open_night_with(club, [first, second])

    with pytest.raises(StillPlaying):
        leave_club(first, at=AT)
    check_out(night, first)
    assert leave_club(first, at=AT).left_at == AT
    close_night(night, at=AT)
    assert leave_club(second, at=AT).left_at == AT


def test_nobody_leaves_the_club_while_they_sit_down(own_database: str) -> None:
    """Their membership is held until they sit, and then they are playing."""
    club = ClubFactory.create()
    [member] = guests(club, 1)
    change_role(member, Role.MEMBER, at=AT)
    free = open_free_table(
        club, host=owner_of(club), access=Access.MEMBERS, name="Fireside", seats_limit=5, at=AT
    )

    def leave() -> str:
        with transaction.atomic():
            connection.cursor().execute("SET LOCAL lock_timeout = '100ms'")
            leave_club(member, at=AT)
        return "left"

    def refused() -> str:
        try:
            return leave()
        except OperationalError:
            return "had to wait"
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as other:
        take_seat(free, player=member.player, chips=10, at=AT)
        assert other.submit(refused).result() == "had to wait"
    with pytest.raises(StillPlaying, match="get up"):
        leave_club(member, at=AT)


def test_many_of_one_name_come_in_at_once(own_database: str) -> None:
    club = ClubFactory.create()

    members = at_once([lambda: walk_in(club, name="Mary Ellen", at=AT) for _ in range(6)])

    assert len({member.pk for member in members if isinstance(member, Member)}) == 6


def test_of_many_clubs_of_one_name_one_is_opened(own_database: str) -> None:
    owner, rules = PlayerFactory.create(), Ruleset()

    def opens() -> Club | NameTaken:
        try:
            return open_club("Twins", owner=owner, rules=rules, at=AT)
        except NameTaken as refusal:
            return refusal

    answers = at_once([opens] * 5)

    assert sum(isinstance(answer, Club) for answer in answers) == 1
    assert sum(isinstance(answer, NameTaken) for answer in answers) == 4
