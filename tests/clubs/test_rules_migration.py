"""The upgrade: rules of one column become first revisions, and the same is played as before."""

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from clubs.draws import seat_night
from clubs.models import Club, MadeFor, Night
from clubs.nights import plan_night
from games.engine import Ruleset
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with
from tests.tournaments.cups import announce
from tournaments.models import Tournament


def sql(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall()) if cursor.description else []


def rules_of(table: str, pk: int) -> dict[str, Any]:
    [[text]] = sql(f"SELECT rules_json FROM {table} WHERE id = %s", pk)
    return dict(json.loads(text))


def test_back_and_forth(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    club = ClubFactory.create(rules=Ruleset("wikipedia", {"stake": 3}), opening_chips=50)
    follows, other = (plan_night(club, at=AT, starts_at=AT) for _ in range(2))
    seated = seat_night(open_night_with(club, guests(club, 3)))
    cup, shield = announce(club), announce(club)
    monkeypatch.delitem(connection.settings_dict["OPTIONS"], "assume_role")
    connection.close()

    call_command("migrate", "clubs", "0003_versions", verbosity=0)
    before = rules_of("clubs_club", club.pk)
    for table, pk in (("clubs_night", other.pk), ("tournaments_tournament", shield.pk)):
        rules = json.dumps({**rules_of(table, pk), "stake": 7})
        sql(f"UPDATE {table} SET rules_json = %s WHERE id = %s", rules, pk)
    call_command("migrate", verbosity=0)

    assert (before["stake"], before["opening_chips"]) == (3, 50)
    club = Club.objects.get(pk=club.pk)
    first = club.house_rules
    assert (first.number, first.made_for, first.by) == (1, MadeFor.CLUB, None)
    assert first.preset == "wikipedia"
    assert first.changes == {"stake": 3, "sides": "individual"}  # As four people played before.
    assert club.rules.at(4).options() == before
    assert Night.objects.get(pk=follows.pk).house_rules is None
    assert Night.objects.get(pk=seated.pk).house_rules == first
    own = Night.objects.get(pk=other.pk)
    assert (own.has_own_rules, own.rules.at(5).stake) == (True, 7)
    assert Tournament.objects.get(pk=cup.pk).house_rules == first
    assert Tournament.objects.get(pk=shield.pk).rules.at(5).stake == 7
    numbers = club.rules_revisions.order_by("number").values_list("number", "made_for")
    assert list(numbers) == [(1, "club"), (2, "night"), (3, "tournament")]
