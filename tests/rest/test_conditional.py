"""Who asks again is told 304 where the answer is as it was, and never where it is another."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from clubs.models import Night
from clubs.nights import plan_night
from deploy.rest.throttles import LEFT, cache
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, guests, owner_of
from tests.conftest import copied_database
from tests.rest.description import PATHS
from tests.rest.world import World, make_world

READ = [path for path, methods in PATHS.items() if "get" in methods]
ASKED = {"/api/v1/history/export": "?table={tables}"}
NEVER_THE_SAME = {
    "/api/v1/accounts/{id}/statement": "tells until when it is",
    "/api/v1/accounts/{id}/statement.{ending}": "is sent line by line",
    "/api/v1/clubs/{id}/book.{ending}": "is sent line by line",
}
NOT_THERE = {
    "/api/v1/links/{id}": "nobody came by a link",
    "/api/v1/tables/{id}/proof": "the table is still open",
    "/api/v1/tables/{id}/results": "its cards are dealt online",
}


DEFAULTS = {
    path: {
        one["name"]: one["schema"]["default"]
        for one in PATHS[path]["get"].get("parameters", [])
        if "default" in one.get("schema", {})
    }
    for path in READ
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), copied_database():
        yield make_world()


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> None:
    cache.clear()


@pytest.fixture
def night() -> Night:
    return plan_night(ClubFactory.create(), at=AT, starts_at=AT)


def again(client: APIClient, address: str, tag: str, **options: Any) -> Any:
    return client.get(address, headers={"If-None-Match": tag}, **options)


@pytest.mark.parametrize("path", [path for path, known in DEFAULTS.items() if known])
def test_every_default_can_be_sent_as_generated_clients_do(world: World, path: str) -> None:
    answer = Caller(world.chief).get(world.address(path), DEFAULTS[path])

    assert answer.status_code == 200, answer.content


@pytest.mark.parametrize("path", READ)
def test_every_answer_that_is_read_is_told_once(world: World, path: str) -> None:
    chief = Caller(world.chief)
    address = world.address(path) + ASKED.get(path, "").format(**world.rows)

    first = chief.get(address)
    if path in NOT_THERE:
        assert first.status_code >= 400
        assert "ETag" not in first.headers
        return
    second = again(chief, address, first.headers.get("ETag", '"none"'))

    if path in NEVER_THE_SAME:
        assert second.status_code == 200
        return
    assert (first.status_code, second.status_code, second.content) == (200, 304, b"")
    assert second.headers["ETag"] == first.headers["ETag"]
    assert {LEFT, "X-Request-ID", "Cache-Control"} <= set(second.headers)
    assert "Content-Type" not in second.headers
    assert chief.head(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("path", READ)
def test_the_description_says_so(path: str) -> None:
    operation = PATHS[path]["get"]

    assert "If-None-Match" in {one["name"] for one in operation["parameters"]}
    assert "304" in operation["responses"]
    assert "ETag" in operation["responses"]["200"]["headers"]


@pytest.mark.django_db
def test_what_nobody_edited_changes_the_etag_but_not_the_version(night: Night) -> None:
    """The other way round an old If-Match is not in the way."""
    organiser, [guest] = Caller(owner_of(night.club)), guests(night.club, 1)
    address = f"/api/v1/nights/{night.pk}"
    saw = organiser.get(address).headers["ETag"]
    organiser.order(f"nights/{night.pk}/open")
    organiser.order(f"nights/{night.pk}/check-in", {"members": [guest.pk]})

    seen_again = again(organiser, address, saw)
    changed = organiser.change(f"nights/{night.pk}", {"venue": "Castle bar"}, seen=saw)

    assert (seen_again.status_code, seen_again.data["version"]) == (200, 1)
    assert seen_again.headers["ETag"] != saw
    assert (changed.status_code, changed.data["version"]) == (200, 2)
    assert again(organiser, address, changed.headers["ETag"]).status_code == 304


@pytest.mark.django_db
def test_a_list_changes_with_any_row_that_it_shows(night: Night) -> None:
    organiser = Caller(owner_of(night.club))
    plan_night(night.club, at=AT, starts_at=AT)
    address = "/api/v1/nights?limit=1"
    first = organiser.get(address)
    assert again(organiser, address, first.headers["ETag"]).status_code == 304
    assert first.data["next"] is not None  # Signed alike.

    plan_night(night.club, at=AT, starts_at=AT)

    assert again(organiser, address, first.headers["ETag"]).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("{tag}", 304),
        ('"other", {tag}', 304),
        ("W/{tag}", 304),  # RFC 9110 13.1.2: compared weakly.
        ("*", 304),
        ('"1"', 200),  # The version alone names what people edit, not the answer.
        ('W/"1"', 200),
        ('"other"', 200),
        ("", 200),
        ("{tag", 200),
        ("1", 200),
        ('"é"', 200),
    ],
)
def test_tags_are_compared(night: Night, sent: str, status: int) -> None:
    organiser, address = Caller(owner_of(night.club)), f"/api/v1/nights/{night.pk}"
    tag = organiser.get(address).headers["ETag"]

    answer = again(organiser, address, sent.replace("{tag}", tag).replace("{tag", tag[:-1]))

    assert answer.status_code == status


@pytest.mark.django_db
def test_orders_are_never_told_that_nothing_changed(night: Night) -> None:
    organiser = Caller(owner_of(night.club))
    headers = {"If-None-Match": "*", "If-Match": "*"}

    answer = organiser.patch(
        f"/api/v1/nights/{night.pk}", {"venue": "Castle bar"}, format="json", headers=headers
    )

    assert (answer.status_code, answer.data["venue"]) == (200, "Castle bar")


def test_people_who_see_something_else_have_another_etag(world: World) -> None:
    """Of the same deal somebody at the table sees their hand."""
    address = f"/api/v1/deals/{world.rows['deals']}"
    seat = Night.objects.get(pk=world.rows["nights"]).club.members.filter(role="guest")
    tags = {}
    for person in [world.chief, *(member.player for member in seat)]:
        cache.clear()
        answer = Caller(person).get(address)
        if answer.status_code == 200:
            tags[answer.headers["ETag"]] = answer.content

    assert len(tags) > 1
    assert len(set(tags.values())) == len(tags)


def test_nobody_can_compute_an_etag_of_cards_that_they_guess(world: World, settings: Any) -> None:
    chief, address = Caller(world.chief), f"/api/v1/deals/{world.rows['deals']}"
    before = chief.get(address)
    settings.SECRET_KEY = "another"
    after = chief.get(address)

    assert before.content == after.content
    assert before.headers["ETag"] != after.headers["ETag"]
