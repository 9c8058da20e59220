"""What somebody sees of a table is one answer, and whoever renders it asks for nothing more."""

import json
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.utils.encoders import JSONEncoder

from games.api.fairness import EntropySerializer
from games.api.serializers import WholeTableSerializer
from games.engine.versions import VERSION
from games.live.telling import public_table, whole_table
from games.models import Table
from games.play.advance import advance_table
from games.play.strings import commit_string
from games.sight.events import stand
from games.sight.strings import see_strings
from games.sight.tables import TableSight, see_public, see_table
from games.tables.closing import close_tables
from games.tables.stewarding import void_deal
from tests.games.factories import STANDARD, table_of
from tests.games.programs import get, players
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db
AT = datetime(2026, 3, 17, 20, 0, tzinfo=UTC)


@pytest.fixture
def table() -> Table:
    """Four people and their first deal."""
    table = table_of(100, 100, 100, 100, bots=False, at=AT)
    advance_table(table.pk, at=AT)
    return table


def seen(table: Table, player_id: int | None) -> TableSight:
    return see_table(Table.objects.with_seats().get(pk=table.pk), player_id, until=None)


def test_a_seat_sees_its_cards_and_a_spectator_none(table: Table) -> None:
    own, spectator = seen(table, players(table.deals.get())[0]).deal, seen(table, None).deal

    assert own is not None
    assert spectator is not None
    assert own.view is not None
    assert spectator.view is not None
    assert (len(own.view.hand), len(spectator.view.hand)) == (5, 0)


def test_the_rules_are_told_in_the_newest_version(table: Table) -> None:
    """Whatever is kept of them; what an older version lacks is as it was then."""
    kept = {name: table.rules_json[name] for name in table.rules_json if name != "new_pool"}
    del kept["version"]
    Table.objects.filter(pk=table.pk).update(rules_json=kept)

    told = get(f"tables/{table.pk}", players(table.deals.get())[0])

    assert told["house_rules"] == STANDARD.to_json()
    assert told["house_rules"]["version"] == VERSION


def test_before_the_first_deal_there_is_none() -> None:
    assert seen(table_of(100, 100, at=AT), None).deal is None


def test_before_it_was_dealt_a_deal_is_not_seen(table: Table) -> None:
    row = Table.objects.with_seats().get(pk=table.pk)

    sight = see_table(row, None, until=datetime(2026, 3, 17, 19, 59, tzinfo=UTC))

    assert sight.deal is None
    assert sight.table.pool.balance == 0


def test_somebody_who_sat_there_is_seen_when_the_table_has_closed(table: Table) -> None:
    void_deal(table.deals.get(), actor_id=players(table.deals.get())[0], reason="A phone", at=AT)
    table.seats.filter(number=3).update(cashed_chips=100)
    assert [seat.number for seat in seen(table, None).seats] == [0, 1, 2]

    table.seats.filter(number=3).update(cashed_chips=None)
    close_tables([table], at=AT)
    assert [seat.number for seat in seen(table, None).seats] == [0, 1, 2, 3]


def test_rendering_asks_the_database_nothing(table: Table) -> None:
    sight, standing = seen(table, players(table.deals.get())[0]), stand(table)
    public = see_public(Table.objects.with_seats().get(pk=table.pk), until=None)

    with CaptureQueriesContext(connection) as asked:
        WholeTableSerializer(sight).data  # noqa: B018 (rendered when it is asked for)
        public_table(public, standing)

    assert list(asked) == []


def test_rest_and_streams_tell_everybody_the_same(table: Table) -> None:
    for player in (*players(table.deals.get()), HolderFactory.create(is_superuser=True).pk):
        told = json.dumps(whole_table(seen(table, player)), cls=JSONEncoder)

        assert json.loads(told) == get(f"tables/{table.pk}", player)


def test_strings_are_rendered_as_they_were_read(table: Table) -> None:
    player = players(table.deals.get())[0]
    commit_string(table, player_id=player, commitment=sha256(b"a string").digest(), at=AT)
    sight = see_strings(Table.objects.get(pk=table.pk))

    with CaptureQueriesContext(connection) as asked:
        told = EntropySerializer(sight).data

    assert list(asked) == []
    assert [string["player"] for string in told["strings"]] == [player]
    assert told["entropy_phase"] == "committing"
