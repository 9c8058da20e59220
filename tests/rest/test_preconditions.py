"""Two programs change the same row: the second is told, at every PATCH that there is."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.response import Response

from clubs.models import Club, Night
from clubs.nights import change_night, plan_night
from deploy.rest.throttles import cache
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, guests, owner_of
from tests.conftest import copied_database
from tests.games.crowds import at_once, in_a_thread, somebody_waits, wait_for
from tests.rest.description import DOCUMENT, EVERY, PATHS
from tests.rest.world import World, make_world
from tests.tournaments.cups import announce

LATER = "2090-01-08T20:00:00Z"
PATCHES = [path for method, path in EVERY if method == "patch"]
UNCONDITIONAL: dict[str, str] = {}
"""Each PATCH that needs no If-Match, and why a lost change does no harm there."""

GOOD: dict[str, dict[str, Any]] = {
    "/api/v1/clubs/{id}": {"allows_gifts": True},
    "/api/v1/members/{id}": {"role": "scorer"},
    "/api/v1/nights/{id}": {"venue": "Parish hall"},
    "/api/v1/tournaments/{id}": {"name": "Shield"},
    **{
        f"/api/v1/{rows}/{{id}}/rules": {"options": {"stake": 3}}
        for rows in ("clubs", "nights", "tournaments")
    },
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """With rows that may still be changed."""
    with django_db_blocker.unblock(), copied_database():
        world = make_world()
        world.rows["members"] = guests(world.club, 1)[0].pk
        world.rows["nights"] = plan_night(world.club, at=AT, starts_at=AT).pk
        world.rows["tournaments"] = announce(world.club).pk
        yield world


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> None:
    cache.clear()


@pytest.fixture
def night() -> Night:
    return plan_night(ClubFactory.create(), at=AT, starts_at=AT, venue="Parish hall")


@pytest.fixture
def organiser(night: Night) -> Caller:
    return Caller(owner_of(night.club))


def version_in(answer: Response) -> int:
    """As its ETag begins."""
    return int(answer.headers["ETag"].strip('"').split("-")[0])


def change(caller: Caller, night: Night, seen: str | None, **plan: Any) -> Response:
    """As a program that sends this If-Match."""
    headers = {} if seen is None else {"If-Match": seen}
    return caller.patch(f"/api/v1/nights/{night.pk}", plan, format="json", headers=headers)


@pytest.mark.parametrize("path", [path for path in PATCHES if path not in UNCONDITIONAL])
def test_every_patch_changes_only_what_its_caller_has_seen(world: World, path: str) -> None:
    owner, row = Caller(world.owner), world.address(path).removeprefix("/api/v1/")
    with transaction.atomic():
        before = owner.get(f"/api/v1/{row}")
        blind = owner.patch(f"/api/v1/{row}", GOOD[path], format="json")
        stale = owner.change(row, GOOD[path], seen='"99"')
        untouched = owner.get(f"/api/v1/{row}")
        done = owner.change(row, GOOD[path], seen=before.headers["ETag"])
        again = owner.change(row, GOOD[path], seen=before.headers["ETag"])
        transaction.set_rollback(True)

    assert (blind.status_code, blind.data["code"]) == (428, "version_missing")
    assert (stale.status_code, stale.data["code"]) == (412, "stale_version")
    assert untouched.data == before.data
    assert (done.status_code, again.status_code) == (200, 412)
    assert version_in(done) == version_in(again) == before.data["version"] + 1


def test_the_exceptions_are_there() -> None:
    assert set(UNCONDITIONAL) <= set(PATCHES)


@pytest.mark.parametrize("path", PATCHES)
def test_the_description_says_so(path: str) -> None:
    operation = PATHS[path]["patch"]
    needed = {one["name"] for one in operation["parameters"] if one.get("required")}

    assert ("If-Match" in needed) == (path not in UNCONDITIONAL)
    assert ({"412", "428"} <= operation["responses"].keys()) == (path not in UNCONDITIONAL)
    assert "ETag" in PATHS[path]["get"]["responses"]["200"]["headers"]


@pytest.mark.parametrize("path", PATCHES)
def test_a_change_of_nothing_is_refused_where_a_field_is_needed(world: World, path: str) -> None:
    row = world.address(path).removeprefix("/api/v1/")
    body = PATHS[path]["patch"]["requestBody"]
    shape = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    with transaction.atomic():
        answer = Caller(world.owner).change(row, {}, seen="*")
        transaction.set_rollback(True)

    needed = DOCUMENT["components"]["schemas"][shape].get("required", [])
    assert body.get("required", False) == bool(needed)
    assert answer.status_code == (400 if needed else 200)
    assert not needed or list(answer.data["errors"]) == needed


@pytest.mark.django_db
@pytest.mark.parametrize(
    "seen", ['"1"', '"1-c0ffee"', ' "1" ', '"9", "1"', ',"1",', 'W/"1", "1"', "*"]
)
def test_a_change_of_what_was_seen(organiser: Caller, night: Night, seen: str) -> None:
    """RFC 9110 13.1.1: one of the tags is enough, and `*` is whatever is there."""
    answer = change(organiser, night, seen, venue="Castle bar")

    assert (answer.status_code, answer.data["venue"]) == (200, "Castle bar")
    assert (answer.data["version"], version_in(answer)) == (2, 2)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "seen", ['"2"', '"2-c0ffee"', '"1-"', '"01"', '"0", "11"', 'W/"1"', '""', '"*"']
)
def test_a_change_of_what_is_no_more(organiser: Caller, night: Night, seen: str) -> None:
    """RFC 9110 8.8.3.2: a weak tag is equal to none."""
    answer = change(organiser, night, seen, venue="Castle bar")

    assert (answer.status_code, answer.data["code"]) == (412, "stale_version")
    assert (answer.data["version"], answer.headers["ETag"]) == (1, '"1"')
    assert 'then send If-Match: "1".' in answer.data["detail"]
    night.refresh_from_db()
    assert night.venue == "Parish hall"


@pytest.mark.django_db
@pytest.mark.parametrize("seen", ["1", '"1', "'1'", '"1" "2"', "*, *", 'w/"1"', '"\t"', "null"])
def test_a_tag_without_its_quotes_is_explained(organiser: Caller, night: Night, seen: str) -> None:
    answer = change(organiser, night, seen, venue="Castle bar")

    assert (answer.status_code, answer.data["code"]) == (400, "version_malformed")
    assert 'such as "7"' in answer.data["detail"]


@pytest.mark.django_db
@pytest.mark.parametrize("seen", [None, "", " "])
def test_a_change_that_does_not_say_of_what(
    organiser: Caller, night: Night, seen: str | None
) -> None:
    answer = change(organiser, night, seen, venue="Castle bar")

    assert (answer.status_code, answer.data["code"]) == (428, "version_missing")
    assert 'If-Match: "7"' in answer.data["detail"]


@pytest.mark.django_db
def test_what_is_refused_anyway_is_refused_for_that(organiser: Caller, night: Night) -> None:
    """RFC 9110 13.2.1: the precondition comes last."""
    [guest] = guests(night.club, 1)
    stranger = owner_of(ClubFactory.create())

    assert change(organiser, night, None, table_size=99).status_code == 400
    assert change(Caller(guest.player), night, None, venue="Mine").status_code == 403
    assert change(Caller(stranger), night, None, venue="Mine").status_code == 404


@pytest.mark.django_db
def test_a_row_tells_its_version_and_no_other_answer_does(organiser: Caller, night: Night) -> None:
    planned = organiser.order("nights", {"club": night.club_id, "starts_at": LATER})
    opened = organiser.order(f"nights/{night.pk}/open")
    listed = organiser.get("/api/v1/nights")

    assert version_in(planned) == 1
    assert version_in(organiser.get(f"/api/v1/clubs/{night.club_id}")) == 1
    assert "ETag" not in opened.headers  # Of another address.
    assert listed.headers["ETag"].startswith('W/"')
    assert {one["version"] for one in listed.data["results"]} == {1}


@pytest.mark.django_db
def test_a_refused_change_leaves_the_version(organiser: Caller, night: Night) -> None:
    answer = change(organiser, night, '"1"', starts_at="2001-01-01T20:00:00Z", venue="Castle bar")

    assert (answer.status_code, answer.data["code"]) == (409, "not_possible")
    night.refresh_from_db()
    assert (night.venue, night.version) == ("Parish hall", 1)


def test_of_many_at_once_one_changes_it_and_the_others_are_told(own_database: str) -> None:
    """Real threads, each with a connection of its own."""
    club: Club = ClubFactory.create()
    night = plan_night(club, at=AT, starts_at=AT)
    owner = owner_of(club)
    callers = [Caller(owner) for _ in range(4)]

    answers: list[Any] = at_once(
        [
            lambda caller=caller, number=number: change(  # type: ignore[misc]
                caller, night, '"1"', venue=f"Hall {number}"
            )
            for number, caller in enumerate(callers)
        ]
    )

    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]
    [done] = [answer.data for answer in answers if answer.status_code == 200]
    night.refresh_from_db()
    assert (night.venue, night.version) == (done["venue"], 2)


def test_a_change_waits_for_the_one_that_came_first(own_database: str) -> None:
    """What it compares is what is there once the other has ended, not what was there before."""
    club: Club = ClubFactory.create()
    night = plan_night(club, at=AT, starts_at=AT)
    caller = Caller(owner_of(club))

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            change_night(night, at=AT, venue="First")
            second = threads.submit(
                in_a_thread, lambda: change(caller, night, '"1"', venue="Second")
            )
            wait_for(somebody_waits)
        answer = second.result(timeout=30)

    night.refresh_from_db()
    assert (answer.status_code, night.venue) == (412, "First")
