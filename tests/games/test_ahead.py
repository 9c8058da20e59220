"""What comes next at several tables, as each of them by itself would say."""

from typing import Any

import pytest

from games.evening.result import Result
from games.models import Table
from games.play.ahead import ahead_of
from games.play.by_hand import record_deal, upcoming
from games.seat_numbers import SeatNumber
from tests.clubs.factories import AT
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db

WON = Result(kind="won", winner=SeatNumber(1))
RULES: list[dict[str, Any]] = [
    {},
    {"misdeal": "forfeit_stake"},
    {"new_pool": "dealer", "stake": 1},
    {"target": 25, "jink": False},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_next_deal_is_the_one_that_may_be_entered(rules: dict[str, Any]) -> None:
    hall = Hall(4, **rules)
    results = [WON, Result(kind="misdeal"), Result(kind="misdeal"), Result(kind="spoilt")]
    if "target" in rules:
        results = [
            Result(kind="scored", tricks={SeatNumber(0): 3, SeatNumber(1): 2}),
            Result(kind="misdeal"),
        ]
    for number, result in enumerate(results, start=1):
        record_deal(hall.table, result, number=number, at=AT)
        table = Table.objects.select_related("pool").get(pk=hall.table.pk)

        following, found = upcoming(table), ahead_of([table])[table.pk]

        assert following is not None
        assert found.next == following.usual
        assert found.last == table.deals.get(number=number)


def test_any_number_of_tables_takes_the_same_queries(
    django_assert_num_queries: Any,
) -> None:
    tables = [Table.objects.select_related("pool").get(pk=Hall(3).table.pk) for _ in range(3)]
    for table in tables[:2]:
        record_deal(table, WON, number=1, at=AT)

    for count in (1, 3):
        with django_assert_num_queries(5):
            ahead_of(tables[:count])


def test_nothing_comes_next_where_the_table_is_closed() -> None:
    hall = Hall(3)
    Table.objects.filter(pk=hall.table.pk).update(closed_at=AT)

    found = ahead_of([Table.objects.select_related("pool").get(pk=hall.table.pk)])

    assert found[hall.table.pk].next is None
