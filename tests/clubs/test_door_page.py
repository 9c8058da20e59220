"""The door: what a tablet may keep, what it sends later, what somebody with a link sees."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import walk_in
from clubs.models import Club, LinkPurpose, Member, Night, Player
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.link_bearers import given

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def owner(club: Club) -> Player:
    return owner_of(club)


@pytest.fixture
def organiser(owner: Player, client: Client) -> Client:
    client.force_login(owner)
    return client


@pytest.fixture
def con(club: Club) -> Member:
    return walk_in(club, name="Con", at=AT)


@pytest.fixture
def night(club: Club) -> Night:
    return open_night_with(club, guests(club, 2))


@pytest.fixture
def helper(night: Night) -> Client:
    """Somebody with a link to the door."""
    browser = Client()
    browser.post(reverse("link"), {"secret": given(night, LinkPurpose.DOOR)[1]})
    return browser


def at(night: Night, page: str) -> str:
    return reverse(page, args=[night.pk])


def here(night: Night) -> set[str]:
    return {str(one) for one in night.attendances.here()}


def send(client: Client, night: Night, **form: Any) -> Any:
    answer = client.post(at(night, "desk-waiting-tap"), {"key": "k", "tablet": "t", **form})
    return answer.json()


def test_what_a_tablet_keeps_has_names_and_no_chips(
    organiser: Client, night: Night, con: Member
) -> None:
    shown = organiser.get(at(night, "desk-door")).content.decode()
    kept = organiser.get(at(night, "desk-door") + "?kept").content.decode()

    assert "chips</span>" in shown
    assert "Con" in kept
    assert "chips</span>" not in kept
    assert 'id="numbers"' not in kept
    assert "Hand out" not in kept


def test_somebody_with_a_link_sees_no_chips(helper: Client, night: Night, con: Member) -> None:
    page = helper.get(at(night, "desk-door")).content.decode()
    answer = helper.post(at(night, "desk-door"), {"in": con.pk}, headers={"HX-Request": "true"})

    assert "Con" in page
    assert "chips</span>" not in page
    assert "Con" in here(night)
    assert "chips</span>" not in answer.content.decode()


def test_a_tap_that_waited_is_its_persons_deed(
    organiser: Client, owner: Player, night: Night, con: Member
) -> None:
    told = send(organiser, night, sent_as=owner.pk, **{"in": con.pk})

    assert told == {"refusal": ""}
    assert night.deeds.latest("number").by == owner
    assert "Con" in here(night)


def test_a_tap_of_somebody_else_is_not_taken_in_silence(
    organiser: Client, owner: Player, night: Night, con: Member
) -> None:
    told = send(organiser, night, sent_as=con.player_id, **{"in": con.pk})

    assert told == {"other": str(owner.pk), "name": owner.name}
    assert "Con" not in here(night)


def test_a_guest_who_waited_is_welcomed_once(
    organiser: Client, owner: Player, night: Night
) -> None:
    told = [send(organiser, night, sent_as=owner.pk, guest="Mick") for _ in range(2)]

    assert told == [{"refusal": "", "may_be_another": False}] * 2
    assert "Mick" in here(night)


def test_a_refusal_is_told_with_its_reason(
    organiser: Client, owner: Player, night: Night, con: Member
) -> None:
    told = send(organiser, night, sent_as=owner.pk, guest="Con")

    assert "Con is already in the list" in told["refusal"]


@pytest.mark.parametrize("waited", ["0", "9" * 18, "-5", "soon", ""])
def test_however_long_a_tap_says_that_it_waited_it_is_read(
    organiser: Client, owner: Player, night: Night, con: Member, waited: str
) -> None:
    told = send(organiser, night, sent_as=owner.pk, waited_ms=waited, **{"in": con.pk})

    assert told == {"refusal": ""}


def test_nobody_who_is_signed_out_sends_a_tap(client: Client, night: Night, con: Member) -> None:
    answer = client.post(at(night, "desk-waiting-tap"), {"in": con.pk, "sent_as": "1"})

    assert answer.status_code == 302
    assert "Con" not in here(night)


def test_the_service_worker_stands_where_it_reaches_no_other_page(
    organiser: Client, night: Night
) -> None:
    answer = organiser.get(at(night, "desk-door-worker"))

    assert answer.headers["Content-Type"] == "text/javascript"
    assert "Service-Worker-Allowed" not in answer.headers
    assert at(night, "desk-door-worker").startswith(at(night, "desk-door"))
