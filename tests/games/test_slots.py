"""The numbers of deals of real cards: struck, taken again, and moved on by a forgotten deal."""

import pytest

from games.play.lineup import next_sitting
from ledger.audit import check_books
from tests.games.corrected_halls import AINE, BRID, CON, REASON, fix, forgotten, kinds, put_right
from tests.games.factories import (
    again,
    stacks,
)
from tests.games.test_by_hand import hall_table, record


@pytest.mark.django_db
def test_a_deal_that_was_struck_was_never_there() -> None:
    """And what follows is dealt by others; its number is free in the middle of the evening."""
    table = hall_table(20, 20, 20)
    record(table, 1, "won", winner=AINE)
    struck = record(table, 2, "won", winner=AINE)
    record(table, 3, "won", winner=AINE)
    assert stacks(table) == [20 - 8 + 24, 12, 12]

    put_right(table, fix(2))

    assert stacks(table) == [20 - 6 + 16, 20 - 6, 20 - 4]
    assert [deal.dealer for deal in table.deals.standing().order_by("number")] == [0, 1]
    struck.refresh_from_db()
    assert (struck.void_reason, struck.gains) == (REASON, [0, 0, 0])
    put_right(table, fix(2, "won", version=2, winner=AINE))
    assert stacks(table) == [20 - 8 + 24, 12, 12]
    assert struck.entries.count() == 3


@pytest.mark.django_db
def test_the_first_deal_keeps_its_dealer_until_a_correction_names_another() -> None:
    """RULES.md 1.4: only the cards of the hall said who it was."""
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt", dealer=CON)
    assert stacks(table) == [18, 18, 16]

    put_right(table, fix(1, "won", winner=AINE))

    first = table.deals.get(number=1)
    assert (first.seat_numbers[first.dealer], stacks(table)) == (CON, [26, 18, 16])
    put_right(table, fix(1, "won", version=2, winner=AINE, dealer=BRID))
    first.refresh_from_db()
    assert (first.seat_numbers[first.dealer], stacks(table)) == (BRID, [26, 16, 18])


@pytest.mark.django_db
def test_the_number_of_the_last_deal_is_entered_again() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt")
    put_right(table, fix(1))
    assert stacks(table) == [20, 20, 20]
    assert next_sitting(again(table)).lineup().number == 1

    deal = record(table, 1, "won", winner=CON)

    assert stacks(table) == [16, 18, 26]
    assert (deal.voided_at, deal.entries.count()) == (None, 3)
    put_right(table, fix(1, "won", version=3, winner=BRID))
    assert stacks(table) == [16, 26, 18]
    assert check_books() == []


@pytest.mark.django_db
def test_a_forgotten_deal_is_put_in_between() -> None:
    """Those that follow move on by one, each with an entry that says so."""
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt")
    record(table, 2, "won", winner=CON)

    corrected = put_right(table, forgotten(2, "jink_failed"))

    assert corrected.deals == (2, 3)
    assert kinds(table) == ["spoilt", "jink_failed", "won"]
    assert [deal.entries.count() for deal in table.deals.order_by("number")] == [1, 2, 1]
    assert [deal.dealer for deal in table.deals.order_by("number")] == [0, 1, 2]
    assert stacks(table) == [20 - 4 - 1 - 1, 20 - 2 - 3 - 1, 20 - 2 - 1 - 3 + 18]


@pytest.mark.django_db
def test_a_deal_is_added_at_the_end() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt")

    put_right(table, fix(2, "won", version=0, winner=CON))

    assert kinds(table) == ["spoilt", "won"]
    assert stacks(table) == [15, 15, 17 + 13]


@pytest.mark.django_db
def test_a_forgotten_deal_takes_the_next_free_number() -> None:
    """Those after the free number stay where they are."""
    table = hall_table(20, 20, 20)
    for number in (1, 2, 3, 4):
        record(table, number, "won", winner=AINE)
    put_right(table, fix(3))

    corrected = put_right(table, forgotten(2, "spoilt"))

    assert corrected.deals == (2, 3)
    assert kinds(table) == ["won", "spoilt", "won", "won"]
    assert [deal.entries.count() for deal in table.deals.order_by("number")] == [1, 2, 3, 1]
