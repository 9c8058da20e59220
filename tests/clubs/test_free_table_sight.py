"""What somebody sees of a free table in the lobby: its pool no sooner than its cards."""

import pytest
from django.db import connection
from django.db.models import Value
from django.test.utils import CaptureQueriesContext

from clubs.api.free_table_serializers import FreeTableSerializer
from clubs.free_tables import open_free_table, see_free_table, take_seat
from clubs.members import join_club
from clubs.models import Access, Club, FreeTable
from deploy.rest.clock import database_now
from games.play.advance import advance_table
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, PlayerFactory


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def people(club: Club) -> list[Caller]:
    """The host, another who sits there, and a third who looks on."""
    callers = [Caller(PlayerFactory.create()) for _ in range(3)]
    for caller in callers:
        join_club(club, player=caller.player, at=AT)
    return callers


@pytest.fixture
def free(club: Club, people: list[Caller]) -> FreeTable:
    """Delayed for spectators, and just dealt."""
    now = database_now()
    free = open_free_table(
        club,
        host=people[0].player,
        access=Access.OPEN,
        at=now,
        name="Fireside",
        seats_limit=5,
        spectator_delay_seconds=60,
    )
    for caller in people[:2]:
        take_seat(free, player=caller.player, chips=15, at=now)
    advance_table(free.table_id, at=now)
    return free


def test_a_spectator_reads_of_the_pool_as_late_as_of_the_cards(
    free: FreeTable, people: list[Caller]
) -> None:
    host, _, spectator = people

    for caller, has_chips in ((host, True), (spectator, False)):
        whole = caller.get(f"/api/v1/free-tables/{free.pk}").json()
        [listed] = caller.get("/api/v1/free-tables").json()["results"]
        assert (whole["pool"] > 0, listed["pool"] > 0) == (has_chips, has_chips)


def test_the_code_is_for_the_host_alone(free: FreeTable, people: list[Caller]) -> None:
    free.code = "a code"
    host, member, _ = people

    assert see_free_table(free, host.player.pk, until=None).code == "a code"
    assert see_free_table(free, member.player.pk, until=None).code is None


def test_rendering_asks_the_database_nothing(free: FreeTable, people: list[Caller]) -> None:
    rows = FreeTable.objects.select_related("table__pool")
    counted = rows.annotate(people_count=Value(2), bots_count=Value(0))
    sight = see_free_table(counted.get(pk=free.pk), people[2].player.pk, until=database_now())

    with CaptureQueriesContext(connection) as asked:
        told = FreeTableSerializer(sight).data

    assert list(asked) == []
    assert told["people"] == 2
