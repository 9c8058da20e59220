"""Names that people take for somebody's of the club: asked once, wherever somebody is added."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import bring_back, leave_club, walk_in
from clubs.models import Club, LinkPurpose, Member, Night
from clubs.turning_away import turn_away
from tests.clubs.callers import ORGANISER, Caller, callers_of
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.link_bearers import Bearer, given
from tests.names import ALIKE, SAME, UNLIKE, pairs

pytestmark = pytest.mark.django_db
TADHG, ASKED = "Tadhg O'Leary", "Tadhg O Leary"


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(opening_chips=30)


@pytest.fixture
def tadhg(club: Club) -> Member:
    return walk_in(club, name=TADHG, at=AT)


@pytest.fixture
def organiser(club: Club) -> Caller:
    return callers_of(club)[ORGANISER]


@pytest.fixture
def night(club: Club) -> Night:
    return open_night_with(club, guests(club, 2))


@pytest.fixture
def browser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


def add(caller: Caller, club: Club, name: str, **more: Any) -> Any:
    return caller.order("members", {"club": club.pk, "name": name, **more})


def called(club: Club, name: str) -> int:
    return club.members.filter(player__name=name).count()


@pytest.mark.parametrize(("name", "other"), pairs(ALIKE))
def test_a_program_is_asked_and_answers_once(
    club: Club, organiser: Caller, name: str, other: str
) -> None:
    known = walk_in(club, name=name, at=AT)

    asked = add(organiser, club, other)

    assert (asked.status_code, asked.data["code"]) == (409, "looks_like")
    assert (asked.data["looks_like"], asked.data["members"]) == ([name], [known.pk])
    assert name in asked.data["detail"]
    assert called(club, other) == 0
    assert add(organiser, club, other, is_another=True).status_code == 201
    assert called(club, other) == 1


@pytest.mark.parametrize(("name", "other"), pairs(SAME))
def test_the_same_name_is_nobody_else_s(
    club: Club, organiser: Caller, name: str, other: str
) -> None:
    walk_in(club, name=name, at=AT)

    answers = [add(organiser, club, other, is_another=said) for said in (False, True)]

    assert [one.json()["code"] for one in answers] == ["name_taken", "name_taken"]


@pytest.mark.parametrize(("name", "other"), pairs(UNLIKE))
def test_nothing_is_asked_of_another_name(
    club: Club, organiser: Caller, name: str, other: str
) -> None:
    walk_in(club, name=name, at=AT)

    assert add(organiser, club, other).status_code == 201


def test_people_of_other_clubs_look_like_nobody(club: Club, organiser: Caller) -> None:
    walk_in(ClubFactory.create(), name=TADHG, at=AT)

    assert add(organiser, club, ASKED).status_code == 201


def test_who_has_left_or_is_turned_away_is_named_as_such(
    club: Club, organiser: Caller, tadhg: Member
) -> None:
    leave_club(tadhg, redeems_purse=False, at=AT)
    assert f"{TADHG} (has left)" in add(organiser, club, ASKED).json()["detail"]
    bring_back(tadhg, at=AT)
    turn_away(tadhg, by=owner_of(club), reason="Loud", at=AT)

    assert f"{TADHG} (turned away)" in add(organiser, club, ASKED).json()["detail"]


def test_who_comes_back_is_asked_nothing(club: Club, tadhg: Member) -> None:
    """They have been in the list all along, and so has the other."""
    leave_club(tadhg, redeems_purse=False, at=AT)
    walk_in(club, name=ASKED, at=AT)

    assert bring_back(tadhg, at=AT).left_at is None


def test_a_list_says_who_looks_like_whom_and_adds_the_rest(
    club: Club, organiser: Caller, tadhg: Member
) -> None:
    people: list[dict[str, Any]] = [{"name": ASKED}, {"name": "Bríd Ní Shé"}]
    people += [{"name": "Brid Ni She"}, {"name": TADHG}, {"name": "Con"}]

    answer = organiser.order("members/add-many", {"club": club.pk, "members": people}).data

    told = [(one["code"], one["looks_like"]) for one in answer["results"]]
    assert told == [
        ("looks_like", [TADHG]),
        ("", []),
        ("looks_like", ["Bríd Ní Shé"]),  # Added one line above.
        ("name_taken", []),
        ("", []),
    ]
    again = [{**people[0], "is_another": True}, people[2]]
    answer = organiser.order("members/add-many", {"club": club.pk, "members": again}).data
    assert [one["code"] for one in answer["results"]] == ["", "looks_like"]
    assert called(club, ASKED) == 1


def test_the_door_asks_a_program(organiser: Caller, night: Night, tadhg: Member) -> None:
    asked = organiser.order(f"nights/{night.pk}/welcome", {"name": ASKED})
    body = {"name": ASKED, "is_another": True}
    done = organiser.order(f"nights/{night.pk}/welcome", body)

    assert (asked.status_code, asked.data["code"]) == (409, "looks_like")
    assert "say so" in asked.data["detail"]
    assert done.status_code == 200
    assert night.attendances.here().filter(member__player__name=ASKED).exists()


def test_a_link_sends_them_to_an_organiser(night: Night, tadhg: Member) -> None:
    helper = Bearer(given(night, LinkPurpose.DOOR)[1])

    for more in ({}, {"is_another": True}):
        asked = helper.order(f"nights/{night.pk}/welcome", {"name": ASKED, **more})
        assert (asked.status_code, asked.data["code"]) == (409, "looks_like")
        assert "ask an organiser" in asked.data["detail"]
    assert called(night.club, ASKED) == 0


def test_the_door_s_page_asks_and_one_tap_answers(
    browser: Client, night: Night, tadhg: Member
) -> None:
    address = reverse("desk-guest", args=[night.pk])

    page = browser.post(address, {"name": ASKED, "key": "1"}).content.decode()

    assert "looks like Tadhg O&#x27;Leary" in page
    button = re.search(r'<button name="(\w+)" value="(\w+)">It is somebody else', page)
    assert button is not None
    browser.post(address, {"name": ASKED, "key": "2", button[1]: button[2]})
    assert called(night.club, ASKED) == 1


def test_a_link_s_page_has_no_such_button(night: Night, tadhg: Member) -> None:
    helper = Client()
    helper.post(reverse("link"), {"secret": given(night, LinkPurpose.DOOR)[1]})
    form = {"name": ASKED, "key": "1", "is_another": "1"}

    page = helper.post(reverse("desk-guest", args=[night.pk]), form).content.decode()

    assert "ask an organiser to add them" in page
    assert '<button name="is_another"' not in page
    assert called(night.club, ASKED) == 0


def test_a_tap_that_waited_says_that_it_may_be_another(
    browser: Client, night: Night, tadhg: Member
) -> None:
    form = {"key": "k", "tablet": "t", "sent_as": owner_of(night.club).pk, "guest": ASKED}
    address = reverse("desk-waiting-tap", args=[night.pk])

    asked = browser.post(address, form).json()
    done = browser.post(address, {**form, "key": "l", "is_another": "1"}).json()

    assert asked["may_be_another"]
    assert TADHG in asked["refusal"]
    assert done == {"refusal": "", "may_be_another": False}
    assert called(night.club, ASKED) == 1


@pytest.mark.parametrize(("name", "other"), pairs(ALIKE))
def test_the_admin_asks_and_one_tap_answers(
    browser: Client, club: Club, name: str, other: str
) -> None:
    known = walk_in(club, name=name, at=AT)
    address, form = reverse("admin:clubs_member_add"), {"club": club.pk, "role": "member"}

    page = browser.post(address, {**form, "name": other}).content.decode()

    assert reverse("admin:clubs_member_change", args=[known.pk]) in page
    button = re.search(r'<button type="submit" name="(\w+)" value="(\w+)"[^>]*>\s*It is some', page)
    assert button is not None
    assert called(club, other) == 0
    browser.post(address, {**form, "name": other, button[1]: button[2]})
    assert called(club, other) == 1


def test_the_admin_asks_nothing_where_the_name_is_the_same(
    browser: Client, club: Club, tadhg: Member
) -> None:
    form = {"club": club.pk, "role": "member", "name": TADHG.upper()}

    page = browser.post(reverse("admin:clubs_member_add"), form).content.decode()

    assert "is already in the list" in page
    assert 'name="is_another"' not in page


class TestCorrectingAName:
    def test_of_oneself_is_asked_nothing(self, organiser: Caller, tadhg: Member) -> None:
        path = f"/api/v1/members/{tadhg.pk}/correct-name"

        answer = organiser.post(path, {"name": ASKED, "seen": TADHG}, format="json")

        assert answer.status_code == 200

    def test_to_somebody_else_s_is_asked_of_a_program(
        self, club: Club, organiser: Caller, tadhg: Member
    ) -> None:
        con = walk_in(club, name="Con", at=AT)
        path, body = f"/api/v1/members/{con.pk}/correct-name", {"name": ASKED, "seen": "Con"}

        asked = organiser.post(path, body, format="json")
        done = organiser.post(path, {**body, "is_another": True}, format="json")

        assert (asked.status_code, asked.data["looks_like"]) == (409, [TADHG])
        assert done.status_code == 200

    def test_to_somebody_else_s_is_asked_on_the_page(
        self, browser: Client, club: Club, tadhg: Member
    ) -> None:
        con = walk_in(club, name="Con", at=AT)
        address = f"{reverse('admin:clubs_member_name')}?member={con.pk}"
        form = {"name": ASKED, "seen": "Con"}

        page = browser.post(address, form).content.decode()

        assert 'name="is_another" value="1"' in page
        assert "is called" not in page
        assert called(club, "Con") == 1
        browser.post(address, {**form, "is_another": "1"})
        assert called(club, ASKED) == 1
