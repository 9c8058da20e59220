"""Tables from before there were policies keep what held there."""

import pytest
from django.core.management import call_command
from django.db import connection

from clubs.hosts import FREE_TABLE, NIGHT
from tests.games.factories import again, table_of
from tournaments.hosts import TOURNAMENT

BEFORE = "0017_plain_help"


def test_tables_from_before_say_what_held_there(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    kinds = (FREE_TABLE, NIGHT, TOURNAMENT)
    tables = [
        table_of(policies=kind, seats_limit=3 if kind == FREE_TABLE else None) for kind in kinds
    ]
    call_command("migrate", "games", BEFORE, verbosity=0)

    call_command("migrate", verbosity=0)

    assert [again(table).policies for table in tables] == list(kinds)
