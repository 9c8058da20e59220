"""The upgrade: what a tournament plays becomes its first stage, and can be carried back.

Who plays as an entrant becomes a row, too.
"""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from games.bots import FIRST_BOT
from games.models import Table
from games.play.advance import advance_table
from tests.clubs.factories import AT, ClubFactory, guests
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Round, Stage, Tournament, TournamentStatus
from tournaments.rounds import advance_round
from tournaments.tournaments import start


def sql(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def test_back_and_forth(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    club = ClubFactory.create()
    open_one, running = (
        create_tournament(
            club, name=name, rounds_count=2, deals_a_round=1, starting_stack=stack, at=AT
        )
        for name, stack in (("Open", 20), ("Running", 30))
    )
    for member in guests(club, 4):
        enter(running, member=member, bot_level=FIRST_BOT, at=AT)
    start(running, at=AT)
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    connection.close()

    call_command("migrate", "tournaments", "0004_what_lives", verbosity=0)
    told = "id, format, starting_stack, rounds_count, deals_a_round, table_size"
    old = sql(f"SELECT {told} FROM tournaments_tournament ORDER BY id")
    members = dict(sql("SELECT id, member_id FROM tournaments_entrant"))
    call_command("migrate", verbosity=0)

    first = "random_rotation"
    assert old == [(open_one.pk, first, 20, 2, 1, 5), (running.pk, first, 30, 2, 1, 5)]
    stages = {stage.tournament_id: stage for stage in Stage.objects.all()}
    assert set(stages) == {open_one.pk, running.pk}
    assert (stages[running.pk].starting_stack, stages[running.pk].number) == (30, 1)
    assert stages[open_one.pk].started_at is None
    assert stages[running.pk].started_at == Round.objects.get().started_at
    assert Round.objects.get().stage == stages[running.pk]
    for entrant in running.entrants.all():
        [one] = entrant.members.all()
        assert one.member_id == members[entrant.pk]
        assert [seat.member for seat in entrant.seats.all()] == [one]
    while drawn := Round.objects.filter(finished_at=None).first():  # It plays on.
        for table in Table.objects.open():
            while advance_table(table.pk, at=AT):
                pass
        advance_round(drawn, at=AT)
    assert Tournament.objects.get(pk=running.pk).status == TournamentStatus.PAID
