"""A tablet at which people check themselves in, opened by a link to the door."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.attendance import check_in
from clubs.members import walk_in
from clubs.models import Club, LinkPurpose, Member, Night
from clubs.nights import close_night, plan_night
from clubs.pages.self_check_in import MOST_FOUND
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with
from tests.clubs.link_bearers import given

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def night(club: Club) -> Night:
    return open_night_with(club, guests(club, 1))


@pytest.fixture
def aine(club: Club) -> Member:
    return walk_in(club, name="Áine Ní Shúilleabháin", at=AT)


@pytest.fixture
def tablet(night: Night) -> Client:
    browser = Client()
    browser.post(reverse("link"), {"secret": given(night, LinkPurpose.DOOR)[1]})
    return browser


def page(tablet: Client, night: Night, query: str = "") -> str:
    return tablet.get(reverse("desk-self", args=[night.pk]) + query).content.decode()


def press(tablet: Client, night: Night, **form: int) -> str:
    answer = tablet.post(reverse("desk-self", args=[night.pk]), form, follow=True)
    return str(answer.content.decode())


def is_here(night: Night, member: Member) -> bool:
    return night.attendances.here().filter(member=member).exists()


def test_somebody_checks_in_and_takes_it_back(tablet: Client, night: Night, aine: Member) -> None:
    welcome = press(tablet, night, **{"in": aine.pk})
    was_here = is_here(night, aine)
    press(tablet, night, out=aine.pk)

    assert "You are here, Áine Ní Shúilleabháin" in welcome
    assert was_here
    assert not is_here(night, aine)
    assert night.deeds.latest("number").link is not None


@pytest.mark.parametrize("text", ["ain", "aine shu", "ÁIN", "shúi"])
def test_three_letters_find_a_name(tablet: Client, night: Night, aine: Member, text: str) -> None:
    assert "Áine Ní Shúilleabháin" in page(tablet, night, f"?name={text}")


@pytest.mark.parametrize("query", ["", "?name=", "?name=ai", "?name=ine", "?here=0", "?here=x"])
def test_fewer_letters_tell_nobodys_name(
    tablet: Client, night: Night, aine: Member, query: str
) -> None:
    assert "Shúilleabháin" not in page(tablet, night, query)


def test_of_many_only_the_first_are_told(tablet: Client, night: Night, club: Club) -> None:
    guests(club, 2 * MOST_FOUND)

    found = page(tablet, night, "?name=gue")

    assert found.count('name="in"') == MOST_FOUND
    assert "Write more of your name" in found


def test_it_tells_no_chips_and_leads_nowhere_else(
    tablet: Client, night: Night, aine: Member
) -> None:
    texts = page(tablet, night, "?name=ain") + press(tablet, night, **{"in": aine.pk})

    assert "chip" not in texts.lower()
    assert "/admin/desk/" in texts
    assert texts.count("/admin/desk/") == texts.count(reverse("desk-self", args=[night.pk]))


def test_a_full_hall_sends_people_to_the_door(tablet: Client, night: Night, aine: Member) -> None:
    Night.objects.update(capacity=2)
    check_in(night, guests(night.club, 1), at=AT)
    address = reverse("desk-self", args=[night.pk])

    told = tablet.post(address, {"in": aine.pk}).content.decode()

    assert "has room for 2 people" in told
    assert "Ask the people at the door" in told
    assert not is_here(night, aine)


def test_nobody_checks_in_after_the_night(tablet: Client, night: Night, aine: Member) -> None:
    address = reverse("desk-self", args=[night.pk])
    before = tablet.get(address)
    close_night(night, at=AT)

    after = tablet.get(address)

    assert before.status_code == 200
    assert after.headers["Location"].startswith(reverse("account_login"))


def test_the_link_opens_no_other_night(tablet: Client, club: Club) -> None:
    other = plan_night(club, at=AT, starts_at=AT)

    assert tablet.get(reverse("desk-self", args=[other.pk])).status_code == 404
