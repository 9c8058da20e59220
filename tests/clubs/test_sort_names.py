"""Names stand in the order in which people look for them, and in the same one everywhere."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.arrivals import door_of
from clubs.attendance import check_in, people_at_door
from clubs.draws import seat_night
from clubs.members import join_club, walk_in
from clubs.models import Club, Night, Player, Role
from clubs.papers import expected_at, papers_of
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, open_night_with
from tests.tournaments.cups import announce
from tournaments.entries import enter

pytestmark = pytest.mark.django_db

SORTED = (
    "Aideen Walsh",
    "Áine Ní Bhriain",
    "AINE NI BHRIAIN II",
    "Áine O'Brien",
    "Aine Ó Brien II",
    "Aine Odlum",
    "Brian Mac Cárthaigh",
    "Brian McCarthy",
    "Brian MacDermott",
    "Brian Madden",
    "con kelly",
    "Con Kelly II",
    "Éamon Ryan",
    "Mary Kate Shea",
    "Mary-Kate Sheehan",
    "Søren Ørsted",
    "Zoë Groß",
)


@pytest.fixture
def club() -> Club:
    """Its owner is the first by name; they joined in another order."""
    made: Club = ClubFactory.create(owner=PlayerFactory.create(name=SORTED[0]))
    for name in sorted(SORTED[1:], key=lambda name: name[::-1]):
        walk_in(made, name=name, role=Role.MEMBER, at=AT)
    return made


@pytest.fixture
def night(club: Club) -> Night:
    return open_night_with(club, list(club.members.order_by("pk")), buy_in_chips=1)


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(Player.objects.get(name=SORTED[0]))
    return client


def listed(page: str) -> list[str]:
    """Our names in the order in which a page has them first."""
    text = page.replace("&#x27;", "'")
    return sorted(
        (name for name in SORTED if name in text),
        key=lambda name: re.search(rf">\s*{re.escape(name)}\s*<", text).start(),  # type: ignore[union-attr]
    )


def test_the_database_sorts_them(club: Club) -> None:
    names = club.members.order_by("player__sort_name").values_list("player__name", flat=True)

    assert tuple(names) == SORTED


def test_the_door_does(night: Night) -> None:
    night.attendances.update(checked_in_at=None, answered_at=AT)

    assert tuple(one.name for one in door_of(night).missing) == SORTED
    assert tuple(str(one) for one in people_at_door(night)) == SORTED


def test_papers_do(night: Night) -> None:
    drawn = seat_night(night, seed=1)

    assert expected_at(night) == SORTED
    assert tuple(turn.name for turn in papers_of(drawn).turns) == SORTED


def test_two_of_one_name_sign_in_on_two_lines(club: Club, night: Night) -> None:
    namesake = join_club(club, player=PlayerFactory.create(name=SORTED[0]), at=AT)
    check_in(night, [namesake], at=AT)

    assert expected_at(night)[:2] == (SORTED[0], SORTED[0])


def test_lists_of_the_admin_do(organiser: Client, club: Club) -> None:
    cup = announce(club)
    for member in club.members.order_by("pk"):
        enter(cup, member=member, at=AT)
    members = organiser.get(reverse("admin:clubs_member_changelist")).content.decode()
    purses = organiser.get(f"{reverse('admin:ledger_account_changelist')}?kind__exact=purse")
    found: Any = purses.context["cl"].result_list
    entries = organiser.get(reverse("admin:tournaments_tournament_entries", args=[cup.pk]))

    assert tuple(listed(members)) == SORTED
    assert [str(one.holder) for one in found if one.book_id == club.book_id and one.holder][
        : len(SORTED)
    ] == list(SORTED)
    assert [str(one) for one in entries.context["entrants"]] == list(SORTED)


def test_the_api_does_page_by_page(club: Club) -> None:
    caller = APIClient()
    caller.force_authenticate(Player.objects.get(name=SORTED[0]))
    names, address = [], f"/api/v1/members?club={club.pk}&limit=5"
    while address:
        answer = caller.get(address).json()
        names += [one["player"]["name"] for one in answer["results"]]
        address = answer["next"]

    assert tuple(names) == SORTED


def test_a_name_that_is_changed_is_sorted_anew(club: Club) -> None:
    player = Player.objects.get(name="Zoë Groß")
    Player.objects.filter(pk=player.pk).update(name="Abe Groß")
    player.refresh_from_db()

    assert player.sort_name == "abe gross"
