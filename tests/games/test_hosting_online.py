"""Online people come and go between two deals; who is dealt in goes when the deal is over."""

import pytest

from games.fairness.proof import check_proof
from games.play.advance import advance_table
from games.seat_numbers import SeatNumber
from games.sight.revealing import reveal
from games.tables.hosting import seat_late
from ledger.audit import check_books
from tests.games.factories import again, later, plans, rules, table_of
from tests.games.fireside import chips_of, finish, run
from tests.games.latecomers import AINE, BRID, CON, DAN, ENA, comes, goes


@pytest.mark.django_db
def test_online_whoever_comes_is_dealt_in_after_the_deal_in_play() -> None:
    """RULES.md 7.7: they sit between the dealer and the eldest hand, and deal next."""
    table = table_of(50, 50, 50, bots=False)
    deal = run(table)
    assert deal is not None
    dealer = deal.seat_numbers[deal.dealer]

    late = comes(table, 0, after=dealer)
    assert run(table) == deal
    finish(deal)

    second = table.deals.get(number=2)
    assert second.seat_numbers == list(table.seats.circle().numbers)
    assert second.seat_numbers[second.dealer] == late.number
    assert chips_of(late) == (80, 16)


@pytest.mark.django_db
def test_online_whoever_leaves_goes_when_the_deal_is_over_and_may_come_back() -> None:
    """A substitute sits down in their chair while a bot plays the deal out for them."""
    table = table_of(50, 50, 50, 50, bots=False, house=rules(sides="pairs"))
    deal = run(table)
    assert deal is not None
    leaver = goes(table, 0, CON, may_wait=True)
    assert goes(table, 0, CON).is_leaving  # Said again it is harmless.
    assert chips_of(leaver)[1]

    comes(table, 0, after=CON)
    finish(deal)

    assert table.deals.get(number=2).seat_numbers == [AINE, BRID, ENA, DAN]
    assert chips_of(leaver)[1] == 0
    assert check_books() == []


@pytest.mark.django_db
def test_online_a_table_waits_for_somebody_who_lets_it_be_played_again() -> None:
    table = table_of(50, 50, 50, 50, house=rules(sides="pairs"), bots=False)
    deal = run(table)
    assert deal is not None
    goes(table, 0, BRID, may_wait=True)
    finish(deal)
    assert table.deals.count() == 1
    assert again(table).due_at is None

    comes(table, 1, after=BRID)

    assert run(table, 1) is not None


@pytest.mark.django_db
def test_bots_play_an_evening_at_which_people_come_and_go_and_its_proof_is_right() -> None:
    table = table_of(100, 100, 100, deals_limit=9, bot_seconds=1)
    seconds = 0
    for number in range(1, 7):
        while not table.deals.filter(number=number).exists():
            seconds += 1
            advance_table(table.pk, at=later(seconds))
        before = [list(deal.seat_numbers) for deal in table.deals.order_by("number")]
        [plan] = plans(table.book, 60, bots=True)
        seat_late(table, plan, after=SeatNumber(number % 3), at=later(seconds))
        if number % 2 == 0:
            goes(table, seconds, table.seats.taken()[number % 4].number)
        kept = [list(deal.seat_numbers) for deal in table.deals.order_by("number")]
        assert kept == before

    while (table := again(table)).closed_at is None:
        seconds += 1
        advance_table(table.pk, at=later(seconds))

    assert table.closed_at is not None
    proof = reveal(table)
    assert proof["seats"] != sorted(proof["seats"])
    assert check_proof(proof) == []
    assert check_books() == []
