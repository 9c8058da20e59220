"""A night that was called off reads so wherever nights are listed, and counts as none."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.draws import seat_night
from clubs.evening_log import EveningLog
from clubs.memory import memory_of
from clubs.models import Club, Night
from clubs.nights import close_night, plan_night
from clubs.rounds import open_tables
from clubs.wishes import wishes_of
from deploy.rest.clock import database_now
from deploy.rights import Doer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def called_off(club: Club) -> Night:
    now = database_now()
    night = plan_night(club, at=now, starts_at=now)
    return close_night(night, by=Doer(owner_of(club).pk), at=now)


@pytest.fixture
def played(club: Club) -> Night:
    night = open_tables(seat_night(open_night_with(club, guests(club, 4))), at=AT)
    return close_night(night, by=Doer(owner_of(club).pk), at=AT)


def look(client: Client, club: Club, page: str, *args: object) -> str:
    client.force_login(owner_of(club))
    return str(client.get(reverse(page, args=args)).content.decode())


@pytest.mark.parametrize("page", ["desk", "hall", "admin:clubs_night_change"])
def test_its_pages_say_so(client: Client, club: Club, called_off: Night, page: str) -> None:
    client.force_login(owner_of(club))
    shown = client.get(reverse(page, args=[called_off.pk]), follow=True).content.decode()

    assert "cancelled" in shown
    assert "standings" not in shown


def test_one_that_was_played_is_closed(client: Client, club: Club, played: Night) -> None:
    shown = client.get(reverse("desk", args=[played.pk]), follow=True).content.decode()

    assert "cancelled" not in shown + look(client, club, "admin:clubs_night_changelist")


def test_the_list_of_nights_says_so(client: Client, club: Club, called_off: Night) -> None:
    assert "cancelled" in look(client, club, "admin:clubs_night_changelist")


def test_programs_read_so(organiser: Caller, called_off: Night, played: Night) -> None:
    answer: Any = organiser.get("/api/v1/nights")

    told = {one["id"]: (one["status"], one["is_cancelled"]) for one in answer.data["results"]}
    assert told == {called_off.pk: ("closed", True), played.pk: ("closed", False)}


def test_the_log_says_so(called_off: Night, played: Night) -> None:
    words = [
        EveningLog(night).text(night.deeds.latest("number").number)
        for night in (called_off, played)
    ]

    assert words == ["The night was cancelled", "The night was closed"]


def test_today_tells_how_the_last_one_went_that_took_place(
    client: Client, club: Club, called_off: Night
) -> None:
    assert "How it went" not in look(client, club, "admin:index")


def test_it_takes_no_place_among_the_nights_that_are_remembered(
    monkeypatch: pytest.MonkeyPatch, club: Club, played: Night, called_off: Night
) -> None:
    monkeypatch.setattr("clubs.memory.NIGHTS_REMEMBERED", 1)
    night = open_night_with(club, guests(club, 4))

    assert len(memory_of(night, [], wishes_of(night)).nights) == 1
