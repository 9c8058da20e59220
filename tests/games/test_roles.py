"""What somebody is to a table, and whose play they may hear of."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser

from deploy.rights import Role
from games.models import Rating, Table
from games.sight.roles import may_hear_of, ratings_for, roles_at_table
from tests.games.factories import table_of
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return table_of(20, 20, 20)


def players(table: Table) -> list[int]:
    return list(table.seats.order_by("number").values_list("player", flat=True))


def test_people_with_a_seat_are_seated_also_after_they_got_up(table: Table) -> None:
    first = get_user_model().objects.get(pk=players(table)[0])
    member = frozenset({Role.MEMBER})

    assert roles_at_table(first, table, member) == {Role.MEMBER, Role.SEATED}
    table.seats.update(cashed_chips=20)
    assert roles_at_table(first, table, member) == {Role.MEMBER, Role.SEATED}
    assert roles_at_table(HolderFactory.create(), table, member) == member


def test_somebody_who_was_turned_away_is_that_and_no_more(table: Table) -> None:
    first = get_user_model().objects.get(pk=players(table)[0])
    turned_away = frozenset({Role.TURNED_AWAY})

    assert roles_at_table(first, table, turned_away) == turned_away


def test_people_hear_of_themselves_and_of_those_whose_tables_they_may_watch(table: Table) -> None:
    first, second, _ = players(table)
    person, stranger = get_user_model().objects.get(pk=first), HolderFactory.create()
    for player in (first, second):
        Rating.objects.create(player_id=player, preset="standard", mu=25, sigma=8, points=1)

    assert may_hear_of(person, second)
    assert {rating.player_id for rating in ratings_for(person)} == {first, second}
    assert may_hear_of(stranger, stranger.pk)
    assert not may_hear_of(stranger, second)
    for nobody in (stranger, AnonymousUser()):
        assert not ratings_for(nobody).exists()
    Table.objects.update(is_public=True)
    assert may_hear_of(stranger, second)
    assert ratings_for(stranger).count() == 2
