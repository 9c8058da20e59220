"""Lists of what is over are asked for by time: from `since` on, before `until`, in any zone."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from urllib.parse import quote

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from clubs.models import Player
from deploy.rest.throttles import cache
from games.models import Deal
from ledger.models import Transfer
from tests.clubs.factories import AT, ClubFactory, owner_of
from tests.conftest import copied_database
from tests.rest.world import World, bots_at_play, make_world

DAY = timedelta(days=1)
ENDED = [AT + 2 * DAY, AT, AT + DAY]
"""When the deals of the club ended, by their numbers: not in their order."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """With three deals of its club that are over, and one of another club."""
    with django_db_blocker.unblock(), copied_database():
        made = make_world()
        for _ in ENDED[1:]:
            bots_at_play(made.club)
        bots_at_play(ClubFactory.create())
        for deal, ended_at in zip(deals_of(made), ENDED, strict=True):
            Deal.objects.filter(pk=deal).update(ended_at=ended_at, settled_at=ended_at)
        yield made


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> None:
    cache.clear()


def deals_of(world: World) -> list[int]:
    over = Deal.objects.exclude(ended_at=None).filter(club_book=world.club.book_id)
    return list(over.order_by("pk").values_list("pk", flat=True))


def listed(player: Player, address: str) -> list[int]:
    """By their pages of one row."""
    client, found = APIClient(), []
    client.force_authenticate(player)
    following = f"/api/v1/{address}&limit=1"
    while following:
        answer = client.get(following)
        assert answer.status_code == 200, answer.text
        found += [one["id"] for one in answer.json()["results"]]
        following = answer.json()["next"]
    return found


def told(moment: datetime, zone: str = "Z") -> str:
    shifted = moment if zone == "Z" else moment + timedelta(hours=int(zone[:3]))
    return quote(f"{shifted:%Y-%m-%dT%H:%M:%S.%f}{zone}")


@pytest.mark.parametrize("zone", ["Z", "+01:00", "-05:00"])
def test_history_of_a_time(world: World, zone: str) -> None:
    late, early, between = deals_of(world)
    one, two = told(AT + DAY, zone), told(AT + 2 * DAY, zone)

    for who in (world.owner, world.chief):
        assert listed(who, f"history?since={one}&until={two}") == [between]
        assert listed(who, f"history?since={two}") == [late]
        assert early in listed(who, f"history?until={one}")
        assert listed(who, f"history?since={one}") == [late, between]


def test_history_of_a_time_is_a_part_of_the_whole(world: World) -> None:
    """Every deal is in one of two parts that meet, for everybody who sees it."""
    for who in (world.owner, world.chief, world.outsider):
        whole = listed(who, "history?")
        middle = told(AT + DAY)
        parts = [listed(who, f"history?until={middle}"), listed(who, f"history?since={middle}")]

        assert sorted([*parts[0], *parts[1]]) == sorted(whole)


def test_history_of_a_time_at_a_table_or_of_a_player(world: World) -> None:
    late, _, between = deals_of(world)
    deal = Deal.objects.get(pk=between)
    player = deal.table.seats.all()[0].player_id
    since = told(AT + DAY)

    assert listed(world.owner, f"history?table={deal.table_id}&since={since}") == [between]
    assert set(listed(world.owner, f"history?player={player}&since={since}")) <= {between, late}
    assert between in listed(world.owner, f"history?player={player}&since={since}")
    assert listed(world.owner, f"history?table={deal.table_id}&until={since}") == []


def test_transfers_of_a_time(world: World) -> None:
    of_club = Transfer.objects.filter(book=world.club.book_id).order_by("-pk")
    whole = listed(world.owner, "transfers?")
    assert whole == list(of_club.values_list("pk", flat=True))
    first, middle, last = of_club[len(whole) - 1], of_club[len(whole) // 2], of_club[0]

    for moment in (first.recorded_at, middle.recorded_at, last.recorded_at):
        since = listed(world.owner, f"transfers?since={told(moment)}")
        until = listed(world.owner, f"transfers?until={told(moment)}")
        assert since + until == whole
        assert {one.recorded_at >= moment for one in of_club.filter(pk__in=since)} == {True}
    nothing = f"since={told(first.recorded_at)}&until={told(first.recorded_at)}"
    assert listed(world.owner, f"transfers?{nothing}") == []
    one = f"since={told(middle.recorded_at)}&until={told(of_club[len(whole) // 2 - 1].recorded_at)}"
    assert listed(world.owner, f"transfers?{one}") == [middle.pk]


def test_transfers_by_club_and_reason(world: World) -> None:
    chief, club = world.chief, world.club
    of_club = set(Transfer.objects.filter(book=club.book_id).values_list("pk", flat=True))

    assert set(listed(chief, f"transfers?club={club.pk}")) == of_club
    assert set(listed(chief, "transfers?")) > of_club
    reason = Transfer.objects.get(pk=listed(world.owner, "transfers?")[0]).reason_id
    found = listed(world.owner, f"transfers?reason={reason}")
    assert found == list(
        Transfer.objects.filter(pk__in=of_club, reason=reason)
        .order_by("-pk")
        .values_list("pk", flat=True)
    )
    assert len(found) < len(of_club)


def test_transfers_are_for_organisers(world: World) -> None:
    guest = world.club.members.filter(role="guest")[0].player
    for nobody in (world.outsider, guest, owner_of(ClubFactory.create())):
        assert listed(nobody, f"transfers?club={world.club.pk}") == []


def test_a_moment_is_bisected_to_the_transfer(world: World) -> None:
    """Whatever gaps the numbers have."""
    stamped = list(Transfer.objects.order_by("pk").values_list("pk", "recorded_at"))
    stamped = [one for one, after in pairwise(stamped) if one[1] < after[1]]
    with connection.cursor() as cursor:
        for number, recorded_at in stamped:
            moment = recorded_at + timedelta(microseconds=1)
            cursor.execute("SELECT ledger_transfers_before(%s)", [moment])
            [found] = cursor.fetchone() or (None,)
            newest = Transfer.objects.filter(pk__lte=found).latest("pk")
            assert newest.pk == number


@pytest.mark.parametrize("address", ["history", "transfers"])
@pytest.mark.parametrize("name", ["since", "until"])
@pytest.mark.parametrize("bad", ["yesterday", "2027-02-30", "", "1899-01-01T00:00:00Z"])
def test_a_moment_that_is_none_is_refused_by_name(
    world: World, address: str, name: str, bad: str
) -> None:
    client = APIClient()
    client.force_authenticate(world.owner)

    answer = client.get(f"/api/v1/{address}?{name}={bad}")

    assert answer.status_code == 400
    assert answer.json()["errors"].keys() == {name}
