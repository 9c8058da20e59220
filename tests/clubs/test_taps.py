"""Taps at the door: each is taken once, and one that waited gives way to what was noted since."""

from datetime import timedelta

import pytest

from clubs.attendance import answer_night
from clubs.errors import NameTaken, Overtaken, WrongMoment
from clubs.members import walk_in
from clubs.models import Answer, Club, Member, Night
from clubs.nights import close_night
from clubs.taps import Says, Sent, tap, tap_guest
from clubs.undoing import undo
from deploy.rights import Doer
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of

HERE, NOT_HERE = Says.HERE, Says.NOT_HERE
BEFORE, NOW, SINCE = AT, AT + timedelta(minutes=5), AT + timedelta(minutes=10)


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def night(club: Club) -> Night:
    return open_night_with(club, guests(club, 2))


@pytest.fixture
def con(club: Club) -> Member:
    return walk_in(club, name="Con", at=AT)


@pytest.fixture
def nora(club: Club) -> Doer:
    return Doer(owner_of(club).pk)


def is_here(night: Night, member: Member) -> bool:
    return night.attendances.here().filter(member=member).exists()


def waited(key: str, tablet: str = "hers") -> Sent:
    return Sent(key=key, tablet=tablet, made_at=NOW)


def test_a_tap_that_comes_again_is_taken_once(night: Night, con: Member, nora: Doer) -> None:
    tap(night, con, HERE, sent=waited("k"), by=nora, at=SINCE)
    tap(night, con, NOT_HERE, by=nora, at=SINCE)
    tap(night, con, HERE, sent=waited("k"), by=nora, at=SINCE)

    assert not is_here(night, con)
    assert night.deeds.count() == 2


def test_a_guest_who_comes_again_is_the_same(night: Night, nora: Doer) -> None:
    first = tap_guest(night, "Mick", sent=waited("k"), by=nora, at=SINCE)
    again = tap_guest(night, "Mick", sent=waited("k"), by=nora, at=SINCE)

    assert first == again
    with pytest.raises(NameTaken):
        tap_guest(night, "Mick", sent=waited("other"), by=nora, at=SINCE)


def test_the_order_of_arrival_counts_where_nobody_noted_the_opposite(
    night: Night, con: Member, nora: Doer
) -> None:
    tap(night, con, HERE, by=nora, at=BEFORE)
    tap(night, con, NOT_HERE, sent=waited("k"), by=nora, at=SINCE)

    assert not is_here(night, con)


def test_a_tap_that_was_overtaken_is_refused_and_says_by_whom(
    night: Night, con: Member, nora: Doer
) -> None:
    tap(night, con, HERE, by=nora, at=BEFORE)
    tap(night, con, NOT_HERE, by=nora, at=SINCE)

    name = owner_of(night.club).name
    with pytest.raises(Overtaken, match=f"at 20:10, {name} noted that Con is not here"):
        tap(night, con, HERE, sent=waited("k"), by=nora, at=SINCE)
    assert not is_here(night, con)


def test_an_undo_overtakes_a_tap(night: Night, con: Member, nora: Doer) -> None:
    tap(night, con, HERE, by=nora, at=BEFORE)
    undo(night, night.deeds.latest("number").number, by=nora, at=SINCE)

    with pytest.raises(Overtaken):
        tap(night, con, HERE, sent=waited("k"), by=nora, at=SINCE)


def test_what_says_the_same_overtakes_nothing(night: Night, con: Member, nora: Doer) -> None:
    tap(night, con, HERE, by=nora, at=SINCE)
    tap(night, con, HERE, sent=waited("k"), by=nora, at=SINCE)

    assert night.deeds.count() == 1


def test_an_answer_overtakes_nothing(night: Night, con: Member, nora: Doer) -> None:
    answer_night(night, con, Answer.MAYBE, by=nora, at=SINCE)
    tap(night, con, HERE, sent=waited("k"), by=nora, at=SINCE)

    assert is_here(night, con)


def test_a_tablets_own_taps_overtake_none_of_its_later_ones(
    night: Night, con: Member, nora: Doer
) -> None:
    for key, says in (("1", HERE), ("2", NOT_HERE), ("3", HERE), ("4", NOT_HERE)):
        tap(night, con, says, sent=waited(key), by=nora, at=SINCE)

    assert not is_here(night, con)
    assert night.deeds.count() == 4


def test_another_tablets_tap_overtakes(night: Night, con: Member, nora: Doer) -> None:
    tap(night, con, HERE, sent=waited("1"), by=nora, at=SINCE)

    with pytest.raises(Overtaken):
        tap(night, con, NOT_HERE, sent=waited("2", "theirs"), by=nora, at=SINCE)


def test_a_tap_that_was_taken_is_no_news_after_the_night(
    night: Night, con: Member, nora: Doer
) -> None:
    tap(night, con, HERE, sent=waited("k"), by=nora, at=SINCE)
    close_night(night, at=SINCE)

    tap(night, con, HERE, sent=waited("k"), by=nora, at=SINCE)
    with pytest.raises(WrongMoment):
        tap(night, con, NOT_HERE, sent=waited("other"), by=nora, at=SINCE)
