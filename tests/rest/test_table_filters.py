"""Lists of tables by their club, their night, their tournament."""

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker
from rest_framework.test import APIClient

from clubs.models import Player
from deploy.rest.throttles import cache
from games.models import Table
from tests.clubs.factories import ClubFactory
from tests.conftest import copied_database
from tests.rest.world import World, cup, evening, make_world
from tournaments.models import Tournament


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """With another club, which has a night and a tournament, too."""
    with django_db_blocker.unblock(), copied_database():
        made = make_world()
        other = ClubFactory.create()
        evening(other)
        cup(other)
        yield made


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> None:
    cache.clear()


def listed(player: Player, query: str) -> set[int]:
    client = APIClient()
    client.force_authenticate(player)
    answer = client.get(f"/api/v1/tables?limit=200&{query}")
    assert answer.status_code == 200, answer.text
    return {one["id"] for one in answer.json()["results"]}


def test_each_filter_lists_its_own_tables_and_no_others(world: World) -> None:
    night, club = world.rows["nights"], world.club
    cup_of_club = Tournament.objects.get(pk=world.rows["tournaments"])
    wanted = {
        f"club={club.pk}": Table.objects.filter(club_book=club.book_id),
        f"night={night}": Table.objects.filter(night_table__round__night=night),
        f"tournament={cup_of_club.pk}": Table.objects.filter(
            round_table__round__tournament=cup_of_club
        ),
    }
    every = Table.objects.count()
    for query, tables in wanted.items():
        ids = set(tables.values_list("pk", flat=True))
        assert 0 < len(ids) < every, query
        assert listed(world.chief, query) == ids, query
        assert listed(world.owner, query) == ids, query


def test_filters_show_nobody_a_table_that_they_may_not_watch(world: World) -> None:
    for query in (f"club={world.club.pk}", f"night={world.rows['nights']}"):
        assert listed(world.outsider, query) == set()


def test_filters_are_taken_together(world: World) -> None:
    night = world.rows["nights"]
    others = ClubFactory.create().pk

    assert listed(world.chief, f"night={night}&club={others}") == set()
    assert listed(world.chief, f"night={night}&is_open=false") == set()
    assert listed(world.chief, f"night={night}&is_open=true") == listed(
        world.chief, f"night={night}"
    )
