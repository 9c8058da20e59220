"""Chips that are handed out elsewhere while somebody is here stand in the night's log, too."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member, Night
from clubs.nights import close_night
from clubs.undoing import undo
from deploy.rights import Doer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def members(club: Club) -> list[Member]:
    """Two with 20 chips each, of whom the first is here."""
    return guests(club, 2)


@pytest.fixture
def night(club: Club, members: list[Member]) -> Night:
    return open_night_with(club, members[:1])


def told(night: Night) -> list[tuple[str, list[int], int]]:
    deeds = night.deeds.order_by("number")
    return [(deed.kind, deed.told["people"], deed.told["chips"]) for deed in deeds]


def purses(members: list[Member]) -> list[int]:
    for member in members:
        member.purse.refresh_from_db()
    return [member.purse.balance for member in members]


def test_over_the_api_and_it_can_be_undone(club: Club, night: Night, members: list[Member]) -> None:
    owner = Caller(owner_of(club))
    for number, member in enumerate(members):
        owner.order(f"members/{member.pk}/issue", {"chips": 5}, key=f"out-{number}")
        owner.order(f"members/{member.pk}/redeem", {"chips": 2}, key=f"back-{number}")

    here = [members[0].pk]
    assert purses(members) == [23, 23]
    assert told(night) == [("hand_out", here, 5), ("take_back", here, 2)]
    undo(night, 2, by=Doer(owner_of(club).pk), at=AT)
    assert purses(members) == [25, 23]


def test_in_the_list_of_members(
    client: Client, club: Club, night: Night, members: list[Member]
) -> None:
    client.force_login(owner_of(club))
    which = "&".join(f"member={member.pk}" for member in members)
    form = {"way": "issue", "chips": 30, "memo": "New Year", "order": uuid.uuid4(), "post": "1"}
    for _ in range(2):
        client.post(f"{reverse('admin:clubs_member_chips')}?{which}", form)

    assert purses(members) == [50, 50]
    assert told(night) == [("hand_out", [members[0].pk], 30)]


def test_of_a_night_that_is_over_nothing_is_told(
    club: Club, night: Night, members: list[Member]
) -> None:
    close_night(night, at=AT)

    Caller(owner_of(club)).order(f"members/{members[0].pk}/issue", {"chips": 5})

    assert purses(members) == [25, 20]
    assert told(night) == []
