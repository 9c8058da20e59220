"""The upgrade: the one seating of a night becomes its first round, and can be carried back."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from clubs.draws import seat_night
from clubs.models import Club, Night, NightPlace
from clubs.nights import close_night
from clubs.rounds import open_tables
from games.models import Table
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with


def seatings() -> list[Any]:
    """Who sits where at which table of which night, before there were rounds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT laid.night_id, laid.number, laid.table_id, seated.member_id, seated.seat"
            " FROM clubs_attendance AS seated"
            " JOIN clubs_nighttable AS laid ON laid.id = seated.night_table_id ORDER BY 1, 2, 5"
        )
        return list(cursor.fetchall())


def places() -> list[Any]:
    found = NightPlace.objects.told().round_the_tables().order_by("round__night", "table__number")
    told = [
        (one.round_id, one.table.table_id, one.attendance.member_id, one.number) for one in found
    ]
    return sorted(told, key=lambda one: str(one[1:]))


def night_of(club: Club) -> Night:
    return seat_night(open_night_with(club, guests(club, 4), table_size=2))


def test_back_and_forth(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    club = ClubFactory.create()
    seated, playing, closed, called_off = (night_of(club) for _ in range(4))
    for night in (playing, closed):
        open_tables(night, at=AT)
    for night in (closed, called_off):
        close_night(night, at=AT)
    before, tables = places(), Table.objects.count()
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    connection.close()

    call_command("migrate", "clubs", "0004_rules_revisions", verbosity=0)
    old = seatings()
    call_command("migrate", verbosity=0)

    assert len(old) == 12
    assert {row[0] for row in old} == {one.pk for one in (seated, playing, closed)}
    rounds = {
        night.pk: (night.rounds.get().status, night.rounds.get().finished_at)
        for night in (seated, playing, closed)
    }
    assert list(rounds.values()) == [
        ("drafted", None),
        ("playing", None),
        ("finished", AT),
    ]
    assert not called_off.rounds.exists()  # Closing forgets what was drawn and not played.
    assert [row[1:] for row in places()] == [row[1:] for row in before]
    assert Table.objects.filter(night_table__isnull=False).count() == tables == 4
    for one in NightPlace.objects.told().exclude(seat=None):
        assert one.seat is not None
        assert (one.seat.player_id, one.place) == (one.attendance.member.player_id, None)
