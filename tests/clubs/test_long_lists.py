"""Lists of the admin count, show and search so far and no further."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.attendance import check_in
from clubs.models import Club, Night
from clubs.nights import open_night, plan_night
from ledger.admin import lists
from ledger.admin.lists import BoundedPaginator, search
from tests.clubs.factories import AT, ClubFactory, guests

pytestmark = pytest.mark.django_db

COLUMNS = ("venue", "club__name", "attendances__member__player__name")
NIGHTS = reverse("admin:clubs_night_changelist")


@pytest.fixture
def club() -> Club:
    """With a night in the barn at which two people are, and three nights in the hall."""
    club = ClubFactory.create(name="Kilflynn")
    night = open_night(plan_night(club, at=AT, starts_at=AT, venue="Old barn"))
    check_in(night, guests(club, 2), at=AT)
    for day in range(1, 4):
        plan_night(club, at=AT, starts_at=AT + timedelta(days=day), venue="Parish hall")
    return club


@pytest.mark.parametrize(
    ("term", "venues"),
    [
        ("barn", ["Old barn"]),
        ("HALL parish", ["Parish hall"] * 3),
        ("guest", ["Old barn"]),  # Once, although both people there have that name.
        ("guest old kilflynn", ["Old barn"]),
        ("guest hall", []),
        ('"old barn"', ["Old barn"]),
        ('"barn old"', []),
        ("kilflynn", ["Old barn"] + ["Parish hall"] * 3),
        ("", ["Old barn"] + ["Parish hall"] * 3),
        ("nowhere", []),
    ],
)
def test_every_word_stands_in_a_column(club: Club, term: str, venues: list[str]) -> None:
    found = search(Night.objects.all(), COLUMNS, term)

    assert sorted(found.values_list("venue", flat=True)) == venues


def test_a_search_looks_at_the_newest_rows_alone(club: Club) -> None:
    nights = Night.objects.all()
    venues = [
        sorted(search(nights, COLUMNS, "kilflynn", newest=newest).values_list("venue", flat=True))
        for newest in (3, 4)
    ]

    assert venues == [["Parish hall"] * 3, ["Old barn"] + ["Parish hall"] * 3]


def test_a_page_says_how_far_a_search_looks(club: Club, admin_client: Client) -> None:
    pages = [
        admin_client.get(reverse(f"admin:clubs_{name}_changelist")).content.decode()
        for name in ("night", "member")
    ]

    assert ["Looks at the newest 500 rows" in page for page in pages] == [True, False]


def test_no_more_rows_are_counted_than_are_listed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = Night.objects.order_by("pk")
    few = BoundedPaginator(rows, 50)
    whole = (few.count, few.has_more)
    monkeypatch.setattr(lists, "MOST_LISTED", 3)
    with CaptureQueriesContext(connection) as asked:
        many = BoundedPaginator(rows, 50)
        told = (many.count, many.has_more)

    assert whole == (4, False)
    assert told == (3, True)
    assert "LIMIT 4" in asked[0]["sql"]
    assert len(asked) == 1


def test_a_list_says_that_there_are_more(
    club: Club, admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = admin_client.get(NIGHTS).content.decode()
    monkeypatch.setattr(lists, "MOST_LISTED", 3)
    cut = admin_client.get(NIGHTS).content.decode()

    assert "There are more than" not in whole
    assert "There are more than 3. Search or filter to find the others." in cut
