"""A door link welcomes people to free places, or as many as were set with it; and then no more."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.test import Client

from clubs.links import WELCOMES
from clubs.models import LinkPurpose, Night, NightLink
from clubs.undoing import undo
from deploy.rights import Doer
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.link_bearers import Bearer
from tests.ledger.crowds import at_once

API = "/api/v1"


def night_with(people: int, capacity: int | None) -> Night:
    club = ClubFactory.create(opening_chips=100)
    night = open_night_with(club, guests(club, people), capacity=capacity)
    Night.objects.update(starts_at=Now())  # Else its links would have expired.
    return night


def organiser(night: Night) -> Client:
    browser = Client()
    browser.force_login(owner_of(night.club))
    return browser


def given(night: Night, **terms: Any) -> Any:
    sent = {"purpose": "door", **terms}
    made = organiser(night).post(
        f"{API}/nights/{night.pk}/links", sent, content_type="application/json"
    )
    return made.json()


def welcome(browser: Bearer, night: Night, name: str) -> tuple[int, str]:
    answer: Any = browser.order(f"nights/{night.pk}/welcome", {"name": name}, key=f"key-{name}")
    return answer.status_code, answer.json().get("code", "")


def left(night: Night) -> list[int | None]:
    listed = organiser(night).get(f"{API}/nights/{night.pk}/links").json()["links"]
    return [one["welcomes_left"] for one in listed]


DONE, SPENT, FULL = (200, ""), (409, "link_spent"), (409, "night_full")


@pytest.mark.django_db
def test_without_a_capacity_it_welcomes_the_number_that_was_set_with_it() -> None:
    night = night_with(2, None)
    link = given(night, most_welcomes=2)
    browser = Bearer(link["secret"])

    told = [welcome(browser, night, name) for name in ("Nora", "Con", "Maura")]

    assert (link["most_welcomes"], link["welcomes_left"]) == (2, 2)
    assert told == [DONE, DONE, SPENT]
    assert left(night) == [0]
    assert browser.ask("links/current").data["welcomes_left"] == 0
    assert not night.club.members.filter(player__name="Maura").exists()


@pytest.mark.django_db
def test_it_says_what_to_do_and_an_organiser_still_welcomes() -> None:
    night = night_with(2, None)
    browser = Bearer(given(night, most_welcomes=1)["secret"])
    welcome(browser, night, "Nora")

    refused = browser.order(f"nights/{night.pk}/welcome", {"name": "Con"}).data["detail"]
    page = browser.post(
        f"/admin/desk/{night.pk}/door/guest/",
        {"name": "Con"},
        headers={"X-CSRFToken": browser.cookies["csrftoken"].value},
        format="multipart",
        follow=True,
    )
    by_organiser = organiser(night).post(f"/admin/desk/{night.pk}/door/guest/", {"name": "Con"})

    assert refused.startswith(
        "This link may welcome 1 new people, and has done so: ask an organiser"
    )
    assert "ask an organiser to welcome them" in page.content.decode()
    assert by_organiser.status_code == 302
    assert night.club.members.filter(player__name="Con").count() == 1


@pytest.mark.django_db
def test_it_is_twenty_if_nobody_says_how_many() -> None:
    night = night_with(2, None)

    assert given(night)["most_welcomes"] == WELCOMES == 20
    assert given(night, purpose="hall")["most_welcomes"] is None
    assert given(night, purpose="hall", most_welcomes=3)["code"] == "link_impossible"
    assert given(night, most_welcomes=0)["code"] == "invalid"
    assert given(night, most_welcomes=1001)["code"] == "invalid"
    assert left(night) == [None, 20]


@pytest.mark.django_db
def test_with_a_capacity_it_gives_away_the_free_places_and_none_twice() -> None:
    """Else somebody could welcome and check out for ever, with opening chips for each."""
    night = night_with(2, 4)
    browser = Bearer(given(night, most_welcomes=1)["secret"])

    first = [welcome(browser, night, "Nora"), welcome(browser, night, "Con")]
    full = welcome(browser, night, "Maura")
    nora = night.club.members.get(player__name="Nora")
    browser.order(f"nights/{night.pk}/check-out", {"member": nora.pk})
    emptied = welcome(browser, night, "Maura")

    assert first == [DONE, DONE]
    assert full == FULL
    assert emptied == SPENT
    assert left(night) == [0]


@pytest.mark.django_db
def test_another_link_to_a_night_with_a_capacity_has_no_places_of_its_own() -> None:
    night = night_with(2, 4)
    browsers = [Bearer(given(night)["secret"]) for _ in range(2)]
    welcome(browsers[0], night, "Nora")

    assert left(night) == [1, 1]


@pytest.mark.django_db
def test_a_welcome_that_was_undone_counts_no_more() -> None:
    night = night_with(2, None)
    browser = Bearer(given(night, most_welcomes=1)["secret"])
    welcome(browser, night, "Nora")
    deed = night.deeds.get(kind="welcome")

    undo(night, deed.number, by=Doer(owner_of(night.club).pk), at=AT)

    assert left(night) == [1]
    assert welcome(browser, night, "Con") == DONE


def test_two_at_once_for_the_last_place(own_database: str) -> None:
    night = night_with(2, None)
    secret = given(night, most_welcomes=1)["secret"]
    browsers = [Bearer(secret) for _ in range(4)]
    calls = [
        lambda one=one, name=name: welcome(one, night, name)
        for one, name in zip(browsers, ("Nora", "Con", "Maura", "Tadhg"), strict=True)
    ]

    told = at_once(calls)

    assert sorted(told) == sorted([DONE, SPENT, SPENT, SPENT])  # type: ignore[type-var]
    assert night.attendances.here().count() == 3


@pytest.mark.django_db
def test_the_desk_sets_and_shows_it() -> None:
    night, bounded = night_with(2, None), night_with(2, 4)
    desk = organiser(night)
    address = f"/admin/desk/{night.pk}/tools/"

    page = desk.get(address).content.decode()
    made = desk.post(address, {"purpose": "door", "most_welcomes": "7"}).content.decode()
    wrong = desk.post(address, {"purpose": "door", "most_welcomes": "many"}, follow=True)
    other = organiser(bounded).get(f"/admin/desk/{bounded.pk}/tools/").content.decode()

    assert 'name="most_welcomes" type="number"' in page
    assert 'value="20"' in page
    assert "may welcome 7 more people" in made
    assert "A door link may welcome 1 to 1000 people" in wrong.content.decode()
    assert NightLink.objects.get(night=night).most_welcomes == 7
    assert "most_welcomes" not in other


@pytest.mark.django_db
def test_the_database_keeps_a_number_with_door_links_alone() -> None:
    night = night_with(2, None)
    given(night)
    for change in ({"most_welcomes": None}, {"purpose": LinkPurpose.HALL}, {"most_welcomes": 0}):
        with pytest.raises(IntegrityError, match="clubs_link_welcomes"), transaction.atomic():
            NightLink.objects.update(**change)
