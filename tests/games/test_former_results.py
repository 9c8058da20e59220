"""Results from before entries were kept get theirs, as the deals and the ledger tell them."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from games.evening.result import Result
from games.models import Deal, ResultEntry, Table
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.games.factories import AT, STANDARD, later, rules, table_of

pytestmark = pytest.mark.django_db
write_entries = import_module("games.migrations.0005_former_results").write_entries
date_by_deal = import_module("games.migrations.0019_entries_in_time").date_by_deal


def enter(table: Table, number: int, **told: Any) -> Deal:
    return record_deal(table, Result(**told), number=number, at=later(number))


def undate() -> None:
    """No entry needs to say when its deal was dealt, and none does."""
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_resultentry ALTER dealt_at DROP NOT NULL")
        cursor.execute("UPDATE games_resultentry SET dealt_at = NULL")


def forget() -> list[tuple[list[int], list[int]]]:
    """No entry is kept, nor what deals moved; what stood in the deals."""
    known = list(Deal.objects.order_by("pk").values_list("contributions", "gains"))
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute("DELETE FROM games_resultentry")
    undate()
    Deal.objects.update(contributions=[], gains=[])
    return known


def test_what_was_entered_is_entered_again() -> None:
    table = table_of(20, 20, 20, bots=False, mode="recorded", house=rules(misdeal="forfeit_stake"))
    told: list[dict[str, Any]] = [
        {"kind": "spoilt", "barred": {SeatNumber(1): "revoked"}},
        {"kind": "misdeal"},
        {"kind": "spoilt"},
        {"kind": "won", "winner": SeatNumber(2)},
    ]
    for number, one in enumerate(told, start=1):
        enter(table, number, **one)
    entered = list(ResultEntry.objects.order_by("pk").values_list("result_json", "seat_numbers"))
    known = forget()

    write_entries(apps, None)

    entries = ResultEntry.objects.order_by("deal")
    assert list(entries.values_list("result_json", "seat_numbers")) == entered
    assert list(Deal.objects.order_by("pk").values_list("contributions", "gains")) == known
    assert {(entry.version, entry.by) for entry in entries} == {(1, None)}


def test_a_deal_that_was_taken_back_was_struck() -> None:
    """The deal after it was dealt by somebody whom its number alone does not tell."""
    table = table_of(20, 20, 20, bots=False, mode="recorded", house=STANDARD)
    enter(table, 1, kind="spoilt")
    struck = enter(table, 2, kind="spoilt")
    third = enter(table, 3, kind="jinked", winner=SeatNumber(0))
    actor = table.seats.all()[0].player_id
    forget()
    Deal.objects.filter(pk=struck.pk).update(
        voided_at=AT, voided_by=actor, void_reason="Two aces", settled_at=later(2)
    )

    write_entries(apps, None)

    again = struck.entries.get(version=2)
    assert (again.result, again.by_id, again.reason) == (None, actor, "Two aces")
    told = third.entries.get().result
    assert told is not None
    struck.refresh_from_db()
    assert (struck.contributions, struck.gains) == ([0] * 3, [0] * 3)
    assert told.dealer == third.seat_numbers[third.dealer]


def test_a_game_for_points_keeps_its_scores() -> None:
    house = rules(target=25, jink=False)
    table = table_of(20, 20, bots=False, mode="recorded", house=house)
    enter(table, 1, kind="scored", tricks={SeatNumber(0): 3, SeatNumber(1): 2})
    forget()

    write_entries(apps, None)

    assert ResultEntry.objects.get().result == Result(kind="scored", scores={0: 15, 1: 10})  # type: ignore[dict-item]


def test_entries_from_before_they_were_dated_are_of_the_time_of_their_deal() -> None:
    table = table_of(20, 20, 20, bots=False, mode="recorded", house=STANDARD)
    for number in (1, 2):
        enter(table, number, kind="spoilt")
    undate()

    date_by_deal(apps, None)

    dated = ResultEntry.objects.order_by("deal").values_list("dealt_at", flat=True)
    assert list(dated) == [later(1), later(2)]
