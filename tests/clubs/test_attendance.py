"""Who means to come, who is here, and the queue at the door."""

from collections.abc import Callable

import pytest

from clubs.attendance import answer_night, check_in, check_out, welcome
from clubs.draws import seat_night
from clubs.errors import (
    NameTaken,
    NightFull,
    NotMember,
    NotPerson,
    StillSeated,
    UnknownBot,
    WrongMoment,
)
from clubs.models import Answer, Club, Member, Night, NightStatus, Player, Role
from clubs.nights import close_night, plan_night
from clubs.rounds import open_tables
from tests.clubs.factories import AT, ClubFactory, companies_of, guests, open_night_with


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


def answers(night: Night) -> dict[Member, str]:
    return {one.member: one.answer for one in night.attendances.select_related("member__player")}


def check_in_one(night: Night, member: Member) -> None:
    check_in(night, [member], at=AT)


def answer_one(night: Night, member: Member) -> None:
    answer_night(night, member, Answer.GOING, at=AT)


def test_a_place_given_up_goes_to_whoever_waits_longest(club: Club) -> None:
    night = plan_night(club, at=AT, starts_at=AT, capacity=2)
    first, second, third, fourth = guests(club, 4)
    for member in (first, second, third, fourth):
        answer_night(night, member, Answer.GOING, at=AT)
    before = answers(night)
    answer_night(night, first, Answer.NO, at=AT)

    assert [before[member] for member in (third, fourth)] == [Answer.WAITING, Answer.WAITING]
    assert answers(night) == {
        first: Answer.NO,
        second: Answer.GOING,
        third: Answer.GOING,
        fourth: Answer.WAITING,
    }


def test_asking_again_does_not_lose_the_place_in_the_queue(club: Club) -> None:
    night = plan_night(club, at=AT, starts_at=AT, capacity=2)
    first, second, third, fourth = guests(club, 4)
    for member in (first, second, third, fourth, third):
        answer_night(night, member, Answer.GOING, at=AT)
    answer_night(night, second, Answer.MAYBE, at=AT)

    assert answers(night)[third] == Answer.GOING


def test_a_walk_in_is_a_guest_with_chips_and_is_here(club: Club) -> None:
    night = open_night_with(club, [])
    attendance = welcome(night, "  Mary   O'Brien ", at=AT)
    attendance.member.purse.refresh_from_db()

    assert str(attendance) == "Mary O'Brien"
    assert attendance.member.role == Role.GUEST
    assert attendance.member.purse.balance == 20
    assert not attendance.member.player.has_usable_password()
    assert night.attendances.here().get() == attendance


def test_a_second_tap_makes_nobody_twice(club: Club) -> None:
    night = open_night_with(club, [])
    welcome(night, "Mary O'Brien", at=AT)

    with pytest.raises(NameTaken, match="tells the two apart"):
        welcome(night, "mary o'brien", at=AT)
    assert night.attendances.here().count() == 1


def test_a_full_hall_takes_nobody_and_makes_no_guest(club: Club) -> None:
    night = open_night_with(club, guests(club, 2), capacity=2)

    with pytest.raises(NightFull, match="raise its capacity"):
        welcome(night, "One Too Many", at=AT)
    assert not club.members.filter(player__name="One Too Many").exists()


def test_checking_in_again_changes_nothing(club: Club) -> None:
    members = guests(club, 2)
    night = open_night_with(club, members)
    seat_night(night)
    check_in(night, members, at=AT)
    night.refresh_from_db()

    assert night.status == NightStatus.SEATED


def test_somebody_who_goes_home_is_not_seated(club: Club) -> None:
    first, *others = guests(club, 3)
    night = seat_night(open_night_with(club, [first, *others]))
    check_out(night, first)
    night.refresh_from_db()
    was_reopened = night.status == NightStatus.OPEN
    seat_night(night)

    assert was_reopened
    assert companies_of(night) == [frozenset(one.pk for one in others)]


def test_somebody_who_comes_when_tables_are_open_waits(club: Club) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 2))), at=AT)
    late = welcome(night, "Late Larry", at=AT)
    night.refresh_from_db()

    assert night.status == NightStatus.PLAYING
    assert late in night.attendances.here()
    assert not late.places.exists()


def test_nobody_comes_when_the_night_is_over(club: Club) -> None:
    night = close_night(open_night_with(club, guests(club, 2)), at=AT)

    with pytest.raises(WrongMoment, match="plan another one"):
        welcome(night, "Late Larry", at=AT)


def test_somebody_at_an_open_table_is_not_checked_out(club: Club) -> None:
    first, second = guests(club, 2)
    night = open_tables(seat_night(open_night_with(club, [first, second])), at=AT)
    late = welcome(night, "Late Larry", at=AT)
    check_out(night, late.member)

    with pytest.raises(StillSeated, match="Guest 0 sits at Table 1: end the round, or let them"):
        check_out(night, first)
    assert {one.member for one in night.attendances.here()} == {first, second}


def test_another_clubs_member_is_not_checked_in(club: Club) -> None:
    stranger = ClubFactory.create().members.get()

    with pytest.raises(NotMember, match="invite or welcome them first"):
        open_night_with(club, [stranger])


def test_a_bot_that_there_is_not(club: Club) -> None:
    night = open_night_with(club, [])

    with pytest.raises(UnknownBot, match="choose thumb"):
        check_in(night, guests(club, 1), bot_level="genius", at=AT)


@pytest.mark.parametrize("note", [check_in_one, answer_one])
def test_a_bot_comes_to_no_night(club: Club, note: Callable[..., object]) -> None:
    [bot] = guests(club, 1)
    Player.objects.filter(pk=bot.player_id).update(is_bot=True)
    bot.refresh_from_db()
    night = open_night_with(club, [])

    with pytest.raises(NotPerson, match="is a bot, and bots sit at free tables only"):
        note(night, bot)
    assert not night.attendances.exists()
    assert bot not in club.members.people()
