"""Tables from before there were policies keep what held there."""

import pytest
from django.core.management import call_command
from django.db import connection

from clubs.table_kinds import FREE_TABLE, NIGHT
from tests.games.factories import again, table_of
from tournaments.table_kinds import TOURNAMENT

BEFORE = "0017_plain_help"


def test_tables_from_before_say_what_held_there(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    decided = [kind.policies for kind in (FREE_TABLE, NIGHT, TOURNAMENT)]
    tables = [
        table_of(policies=policies, seats_limit=3 if policies.may_come_and_go else None)
        for policies in decided
    ]
    call_command("migrate", "games", BEFORE, verbosity=0)

    call_command("migrate", verbosity=0)

    rows = [again(table) for table in tables]
    assert [table.policies for table in rows] == decided
    assert [table.club_book_id for table in rows] == [table.book_id for table in tables]
