"""Chairs between two others: nobody else changes their order, and past deals stay as they were."""

from collections.abc import Callable

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from games.errors import (
    AlreadySeated,
)
from games.models import Seat
from games.play.by_hand import upcoming
from games.play.differences import check_paid
from games.play.journal import evening_of, facts_of, slots_of
from games.seat_numbers import SeatNumber
from games.tables.hosting import seat_late
from games.tables.opening import SeatPlan
from ledger.audit import check_books
from tests.games.crowds import at_once
from tests.games.factories import again, later, outcome_of
from tests.games.fireside import guest
from tests.games.latecomers import AINE, BRID, CON, DAN, ENA, comes, enter, goes
from tests.games.test_by_hand import hall_table
from tests.lengths import part


@pytest.mark.django_db
def test_past_deals_name_the_same_people_after_somebody_has_come() -> None:
    table = hall_table(20, 20, 20)
    first = enter(table, 1, "won", winner=BRID)
    comes(table, 2, after=AINE)

    first.refresh_from_db()
    assert first.seat_numbers == [AINE, BRID, CON]
    assert [first.seat_numbers[place] for place in outcome_of(first).winners] == [BRID]
    assert [(seat.number, seat.place) for seat in table.seats.taken()] == [
        *((AINE, 0), (DAN, 1), (BRID, 2), (CON, 3)),
    ]


@pytest.mark.django_db
def test_whoever_comes_back_to_their_own_chair_sits_where_they_sat() -> None:
    table = hall_table(20, 20, 20, 20)
    gone = goes(table, 1, BRID)

    seat_late(table, SeatPlan(gone.player_id, gone.purse_id, 10), after=BRID, at=later(2))

    assert table.seats.taken().circle().numbers == (AINE, ENA, CON, DAN)


@pytest.mark.django_db
def test_without_a_wish_somebody_sits_to_the_right_of_all_who_came_before() -> None:
    table = hall_table(20, 20, 20)

    assert (comes(table, 1).place, comes(table, 2, after=CON).place) == (3, 3)
    assert table.seats.circle().numbers == (AINE, BRID, CON, ENA, DAN)


Wish = tuple[str, int]
WISHES = st.tuples(st.sampled_from(["comes", "goes", "deal"]), st.integers(0, 30))


@pytest.mark.django_db
@settings(max_examples=part(8, of=20), deadline=None)
@given(wishes=st.lists(WISHES, max_size=16))
def test_whoever_comes_or_goes_leaves_all_others_and_every_past_deal_in_order(
    wishes: list[Wish],
) -> None:
    """A list beside it says who sits where."""
    table = hall_table(30, 30, 30)
    beside = [int(number) for number in table.seats.circle().numbers]
    dealt: list[list[int]] = []
    for second, (wish, chance) in enumerate(wishes, start=1):
        here = [int(seat.number) for seat in table.seats.taken()]
        if wish == "comes" and len(here) < 10:
            after = beside[chance % len(beside)]
            seat = comes(table, second, after=SeatNumber(after))
            beside.insert(beside.index(after) + (after in here), int(seat.number))
        elif wish == "goes" and len(here) > 2:
            goes(table, second, SeatNumber(here[chance % len(here)]))
        elif wish == "deal" and (following := upcoming(again(table))) is not None:
            lineup = following.usual
            winner = lineup.numbers[chance % len(lineup.numbers)]
            enter(table, second, "won", winner=winner)
            dealt.append(sorted(map(int, lineup.numbers), key=beside.index))

        assert list(table.seats.circle().numbers) == beside
        assert [seat.place for seat in table.seats.order_by("place")] == list(range(len(beside)))
        rows = table.deals.order_by("number").values_list("seat_numbers", flat=True)
        assert list(rows) == dealt
        for numbers in dealt:
            assert sorted(numbers, key=beside.index) == numbers
    connection.check_constraints()
    facts = facts_of(again(table))
    check_paid(facts, evening_of(facts, slots_of(again(table))))
    assert check_books() == []


def test_of_two_organisers_who_seat_somebody_at_once_both_are_heard(own_database: str) -> None:
    """Both sit down to the left of Aine; the same person sits down once."""
    table = hall_table(20, 20, 20)
    first, second = guest(table.book, chips=20), guest(table.book, chips=20)

    def seat(plan: SeatPlan) -> Callable[[], Seat]:
        return lambda: seat_late(table, plan, after=AINE, at=later(1))

    answers = at_once([seat(first), seat(second), seat(first)])

    assert sum(isinstance(answer, AlreadySeated) for answer in answers) == 1
    numbers = table.seats.circle().numbers
    assert (numbers[0], set(numbers[1:3]), numbers[3:]) == (AINE, {DAN, ENA}, (BRID, CON))
    assert check_books() == []
