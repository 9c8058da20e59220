"""The chips of a night at its desk, without a script: every tap is a form, and moves chips once."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.errors import NoTable
from clubs.evening_log import EveningLog
from clubs.handing_out import hand_out, join_with_chips, take_back_chips
from clubs.holdings import holdings
from clubs.models import Club, Member, Night
from clubs.nights import close_night
from clubs.rounds import open_tables
from clubs.undoing import undo
from deploy.rights import Doer
from ledger.errors import KeyReused
from tests.clubs.factories import AT, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db

BUY_IN = 20


@pytest.fixture
def members(club: Club) -> list[Member]:
    """Four guests with 20 chips each."""
    return guests(club, 4)


@pytest.fixture
def night(club: Club, members: list[Member]) -> Night:
    """The first has 5 chips left, the second 12."""
    night = open_night_with(club, members, buy_in_chips=BUY_IN)
    for member, chips in zip(members, (15, 8), strict=False):
        take_back_chips(night, [member], chips=chips, key=f"{member.pk}", by=by(night), at=AT)
    return night


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


def by(night: Night) -> Doer:
    return Doer(owner_of(night.club).pk)


def purses(members: list[Member]) -> list[int]:
    for member in members:
        member.purse.refresh_from_db()
    return [member.purse.balance for member in members]


def tap(client: Client, night: Night, **form: object) -> str:
    answer = client.post(reverse("desk-money", args=[night.pk]), {"key": "k", **form}, follow=True)
    return str(answer.content.decode())


def look(client: Client, night: Night, page: str = "desk-money", **sent: str | int) -> str:
    return str(client.get(reverse(page, args=[night.pk]), sent).content.decode())


def test_who_is_short_is_told_with_what_is_lacking(organiser: Client, night: Night) -> None:
    page = look(organiser, night)

    assert "has 5, lacks 15" in page
    assert "has 12, lacks 8" in page
    assert "Hand out what is lacking: 23 chips to 2 people" in page


def test_one_tap_hands_out_what_all_lack_in_one_deed(
    organiser: Client, night: Night, members: list[Member]
) -> None:
    before = night.deeds.count()
    page = tap(organiser, night, fill="all")

    assert purses(members) == [20, 20, 20, 20]
    assert night.deeds.count() == before + 1
    assert "23 chips that were lacking were handed out to Guest 0 and Guest 1." in page
    assert "Short for the next round" not in page


def test_what_was_lacking_goes_back_when_it_is_undone(
    organiser: Client, night: Night, members: list[Member]
) -> None:
    tap(organiser, night, fill="all")
    tap(organiser, night, undo=night.deeds.latest("number").number)

    assert purses(members) == [5, 12, 20, 20]


def test_one_person_or_those_who_are_picked_get_what_they_lack(
    organiser: Client, night: Night, members: list[Member]
) -> None:
    tap(organiser, night, fill=members[0].pk)
    assert purses(members) == [20, 12, 20, 20]

    tap(organiser, night, fill="picked", key="l", who=[members[1].pk, members[2].pk])
    assert purses(members) == [20, 20, 20, 20]


def test_nobody_gets_what_they_do_not_lack(
    organiser: Client, night: Night, members: list[Member]
) -> None:
    before = night.deeds.count()

    page = tap(organiser, night, fill="picked", who=[members[2].pk])

    assert "No chips had to move." in page
    assert night.deeds.count() == before


def test_what_lies_on_a_table_is_not_lacking(club: Club, members: list[Member]) -> None:
    night = open_night_with(club, members, buy_in_chips=BUY_IN)
    night = open_tables(seat_night(night), at=AT)
    [late] = guests(club, 1)
    check_in(night, [late], at=AT)
    take_back_chips(night, [late], chips=20, key="x", by=by(night), at=AT)

    found = {one.name: (one.purse, one.stack, one.lacks) for one in holdings(night)}

    assert found["Guest 0"] == (0, 20, 0) or found["Guest 1"] == (0, 20, 0)
    assert [one.lacks for one in holdings(night, [late.pk])] == [20]


def test_without_a_buy_in_those_are_short_who_have_nothing(
    club: Club, members: list[Member]
) -> None:
    night = open_night_with(club, members)
    take_back_chips(night, members[:1], chips=20, key="x", by=by(night), at=AT)
    take_back_chips(night, members[1:2], chips=19, key="x", by=by(night), at=AT)

    lacking = [one.lacks for one in holdings(night)]

    assert lacking == [club.opening_chips, 0, 0, 0]


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({"give": "20"}, [25, 32, 20, 20]),
        ({"give": "", "chips": "7"}, [12, 19, 20, 20]),
        ({"take": "", "chips": "5"}, [0, 7, 20, 20]),
    ],
)
def test_chips_go_to_those_who_are_picked_and_come_from_them(
    organiser: Client, night: Night, members: list[Member], form: dict[str, str], after: list[int]
) -> None:
    tap(organiser, night, who=[one.pk for one in members[:2]], **form)

    assert purses(members) == after


def test_an_order_that_comes_twice_moves_chips_and_is_noted_once(
    organiser: Client, night: Night, members: list[Member]
) -> None:
    before = night.deeds.count()
    for _ in range(2):
        tap(organiser, night, who=[members[2].pk], take="", chips=20)

    assert purses(members)[2] == 0
    assert night.deeds.count() == before + 1


def test_another_order_under_the_same_key_is_refused_in_words(
    organiser: Client, night: Night, members: list[Member]
) -> None:
    tap(organiser, night, who=[members[2].pk], give="", chips=1)
    page = tap(organiser, night, who=[members[2].pk], give="", chips=2)

    assert "Look at the chips here, then tap again." in page
    assert 'name="key" value="k"' not in page
    assert purses(members)[2] == 21


def test_an_order_that_names_one_person_more_moves_only_their_chips(
    night: Night, members: list[Member]
) -> None:
    for people in (members[2:3], members[2:]):
        hand_out(night, people, chips=5, key="one", by=by(night), at=AT)

    assert purses(members) == [5, 12, 25, 25]
    undo(night, night.deeds.latest("number").number, by=by(night), at=AT)
    assert purses(members) == [5, 12, 25, 20]
    with pytest.raises(KeyReused):
        hand_out(night, members[2:3], chips=6, key="one", by=by(night), at=AT)


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"give": "", "chips": ""}, "whole number from 1"),
        ({"give": "", "chips": "9" * 12}, "whole number from 1"),
        ({"take": "", "chips": "6"}, "has 5 chips, so 6 cannot be taken back"),
    ],
)
def test_a_refusal_keeps_who_was_picked_and_what_was_written(
    organiser: Client, night: Night, members: list[Member], form: dict[str, str], why: str
) -> None:
    page = tap(organiser, night, who=[members[0].pk], **form)

    assert why in re.sub(r"\s+", " ", page)
    assert f'id="who-{members[0].pk}" checked' in page
    assert f'placeholder="Chips" value="{form["chips"][:10]}"' in page
    assert 'name="key" value="k"' in page


def test_nobody_is_picked(organiser: Client, night: Night, members: list[Member]) -> None:
    page = tap(organiser, night, give="20")

    assert "Pick somebody first." in page
    assert purses(members) == [5, 12, 20, 20]


@pytest.mark.parametrize(
    "sent", [{}, {"give": "1", "who": "x"}, {"give": "1", "who": "9" * 18}, {"undo": "x"}]
)
def test_a_tap_on_nobody_finds_nobody(
    organiser: Client, night: Night, sent: dict[str, str]
) -> None:
    assert organiser.post(reverse("desk-money", args=[night.pk]), sent).status_code == 404


def test_a_closed_night_hands_out_nothing_and_says_so(
    organiser: Client, night: Night, members: list[Member]
) -> None:
    close_night(night, at=AT)

    page = tap(organiser, night, who=[members[0].pk], give="20")

    assert "is closed: plan another one." in page
    assert purses(members)[0] == 5


def test_who_is_picked_stays_picked_when_the_page_is_read_again(
    organiser: Client, night: Night, members: list[Member]
) -> None:
    page = look(organiser, night, who=members[1].pk, chips=3, key="mine")

    assert f'id="who-{members[1].pk}" checked' in page
    assert page.count(" checked") == 1
    assert 'name="key" value="mine"' in page


def test_a_late_comer_is_handed_what_they_lack_and_sits_down_in_one_deed(
    club: Club, members: list[Member]
) -> None:
    night = open_tables(seat_night(open_night_with(club, members, buy_in_chips=BUY_IN)), at=AT)
    late = guests(club, 1)
    check_in(night, late, at=AT)
    take_back_chips(night, late, chips=14, key="x", by=by(night), at=AT)

    join_with_chips(night, late, number=1, key="late", by=by(night), at=AT)

    [sat] = holdings(night, [late[0].pk])
    deed = night.deeds.latest("number")
    assert (sat.purse, sat.stack, sat.table) == (0, BUY_IN, 1)
    assert EveningLog(night).text(deed.number) == (
        f"{late[0]} sat down at table 1, handed 14 chips"
    )
    undo(night, deed.number, by=by(night), at=AT)
    [gone] = holdings(night, [late[0].pk])
    assert (gone.purse, gone.stack, gone.lacks) == (6, 0, 14)


def test_a_late_comer_who_is_refused_the_chair_gets_no_chips(
    club: Club, members: list[Member]
) -> None:
    night = open_tables(seat_night(open_night_with(club, members, buy_in_chips=BUY_IN)), at=AT)
    late = guests(club, 1)
    check_in(night, late, at=AT)
    take_back_chips(night, late, chips=14, key="x", by=by(night), at=AT)

    with pytest.raises(NoTable):
        join_with_chips(night, late, number=7, key="late", by=by(night), at=AT)

    assert purses(late) == [6]
