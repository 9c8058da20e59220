"""A side that is not whole plays no deal: the table waits, or the rest sits out (RULES.md 1.8)."""

from dataclasses import replace

import pytest

from clubs.table_kinds import FREE_TABLE, NIGHT
from games.errors import SideNotWhole
from games.evening.result import Result
from games.models import Mode, Table
from games.play.ahead import ahead_of
from games.play.by_hand import bring_more, record_deal, upcoming
from games.play.held_up import held_up
from games.policies import Policies, WhenSideBroken, WhenTooFew
from games.seat_numbers import SeatNumber
from games.tables.hosting import seat_late, take_home
from games.tables.opening import open_table
from tests.games.factories import AT, again, later, rules, table_of
from tests.games.fireside import guest, run
from tests.ledger.factories import BookFactory
from tournaments.table_kinds import TOURNAMENT

pytestmark = pytest.mark.django_db

PAIRS = rules(sides="pairs")
SITS_OUT = replace(NIGHT.policies, when_side_broken=WhenSideBroken.SIT_OUT)


def test_the_kinds_of_table_choose() -> None:
    assert NIGHT.policies.when_side_broken == WhenSideBroken.WAIT
    assert FREE_TABLE.policies.when_side_broken == WhenSideBroken.SIT_OUT
    assert TOURNAMENT.policies.when_side_broken == WhenSideBroken.SIT_OUT


def hall(*chips: int, policies: Policies = NIGHT.policies) -> Table:
    """Real cards: of six in pairs 0 and 3, 1 and 4, and 2 and 5 are partners."""
    book = BookFactory.create()
    seats = [guest(book, chips=some) for some in chips]
    return open_table(
        book,
        rules=PAIRS,
        policies=policies,
        seats=seats,
        name="Table 1",
        mode=Mode.RECORDED,
        at=AT,
    )


def missing(table: Table) -> tuple[list[int], list[int]]:
    """The people missing, and those who wait for them."""
    found = held_up(again(table))
    ahead = ahead_of([again(table)])[table.pk].held_up
    assert (found and found.missing, found and found.waiting) == (
        ahead and ahead.missing,
        ahead and ahead.waiting,
    )
    return (
        [one.number for one in found.missing] if found else [],
        [one.number for one in found.waiting] if found else [],
    )


def enters(table: Table, number: int, winner: int) -> list[int]:
    result = Result(kind="won", winner=SeatNumber(winner), dealer=SeatNumber(0))
    return list(record_deal(again(table), result, number=number, at=later(number)).seat_numbers)


def goes(table: Table, *numbers: int) -> None:
    for number in numbers:
        seat = table.seats.get(number=number)
        take_home(again(table), player_id=seat.player_id, may_wait=True, at=later(50))


def test_real_cards_wait_for_somebody_who_is_short() -> None:
    table = hall(20, 1, 20, 20, 20, 20)
    name = str(table.seats.get(number=1).player)

    assert missing(table) == ([1], [4])
    assert upcoming(table) is None
    with pytest.raises(SideNotWhole, match=f"without {name}.* Seat somebody in their") as refused:
        enters(table, 1, winner=0)
    assert refused.value.missing == [name]
    assert refused.value.offers == ["substitute", "sit_out", "move"]

    bring_more(table, player_id=table.seats.get(number=1).player_id, chips=9, at=later(1))
    assert missing(table) == ([], [])
    assert enters(table, 1, winner=0) == [0, 1, 2, 3, 4, 5]


def test_real_cards_where_the_rest_of_the_side_sits_out() -> None:
    table = hall(20, 1, 20, 20, 20, 20, policies=SITS_OUT)

    assert missing(table) == ([], [])
    assert enters(table, 1, winner=0) == [0, 2, 3, 5]


def test_nobody_is_missing_where_both_partners_are_short() -> None:
    table = hall(20, 1, 20, 20, 0, 20)

    assert missing(table) == ([], [])
    assert enters(table, 1, winner=0) == [0, 2, 3, 5]


def test_nobody_is_missing_where_one_has_gone_and_the_other_is_short() -> None:
    table = hall(20, 20, 20, 20, 1, 20)
    goes(table, 1)

    assert missing(table) == ([], [])
    assert enters(table, 1, winner=0) == [0, 2, 3, 5]


def test_a_smaller_top_up_that_they_have_is_enough() -> None:
    """Two chips are the stake, and one is the top-up."""
    table = hall(20, 3, 20, 20, 20, 20)
    record_deal(table, Result(kind="spoilt", dealer=SeatNumber(0)), number=1, at=later(1))

    assert again(table).seats.get(number=1).stack.balance == 1
    assert missing(table) == ([], [])
    assert enters(table, 2, winner=0) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("policies", [NIGHT.policies, SITS_OUT])
def test_a_table_says_for_whom_it_waits_where_one_side_is_left(policies: Policies) -> None:
    table = hall(20, 20, 20, 20, 20, 20, policies=policies)
    goes(table, 1, 2)

    assert missing(table) == ([1, 2], [4, 5])
    with pytest.raises(SideNotWhole):
        enters(table, 1, winner=0)


def test_a_substitute_lets_the_table_go_on() -> None:
    table = hall(20, 20, 20, 20)
    goes(table, 2)
    assert missing(table) == ([2], [0])

    seat_late(again(table), guest(table.book, chips=20), after=SeatNumber(2), at=later(60))

    assert missing(table) == ([], [])
    assert enters(table, 1, winner=0) == [0, 1, 4, 3]


def test_a_side_that_leaves_is_missed_by_nobody() -> None:
    table = hall(20, 20, 20, 20, 20, 20)
    goes(table, 1)
    assert missing(table) == ([1], [4])

    goes(table, 4)

    assert missing(table) == ([], [])
    assert enters(table, 1, winner=0) == [0, 2, 3, 5]


def test_a_newcomer_without_a_partner_holds_nobody_up() -> None:
    table = hall(20, 20, 20, 20)
    seat_late(table, guest(table.book, chips=20), may_wait=True, at=later(1))

    assert enters(table, 1, winner=0) == [0, 1, 2, 3]


def online(policies: Policies, *chips: int) -> Table:
    return table_of(*chips, bots=False, policies=policies, house=PAIRS, deals_limit=3)


@pytest.mark.parametrize("bots", [False, True])
def test_online_a_table_waits_without_a_deal(bots: bool) -> None:
    table = table_of(100, 1, 100, 100, 100, 100, bots=bots, house=PAIRS)

    run(table)

    assert not table.deals.exists()
    assert (again(table).closed_at, again(table).due_at) == (None, None)
    found = held_up(again(table))
    assert found is not None
    assert [one.number for one in found.missing] == [1]


def test_online_a_waiting_table_goes_on_with_a_substitute() -> None:
    table = online(NIGHT.policies, 100, 1, 100, 100, 100, 100)
    run(table)
    goes(table, 1)
    run(table, 55)
    seat_late(again(table), guest(table.book, chips=50), after=SeatNumber(1), at=later(60))

    deal = run(table, 60)

    assert deal is not None
    assert deal.seat_numbers == [0, 6, 2, 3, 4, 5]


def test_online_the_rest_of_the_side_sits_out() -> None:
    deal = run(online(SITS_OUT, 100, 1, 100, 100, 100, 100))

    assert deal is not None
    assert deal.seat_numbers == [0, 2, 3, 5]


@pytest.mark.parametrize(
    ("when_too_few", "is_open", "is_due"),
    [
        (WhenTooFew.WAIT, True, True),
        (WhenTooFew.REST, True, False),
        (WhenTooFew.CLOSE, False, False),
    ],
)
def test_what_a_table_does_with_one_side_that_is_whole(
    when_too_few: WhenTooFew, is_open: bool, is_due: bool
) -> None:
    table = online(replace(SITS_OUT, when_too_few=when_too_few), 100, 1, 1, 100, 100, 100)

    run(table)

    assert not table.deals.exists()
    assert (again(table).closed_at is None, again(table).due_at is not None) == (is_open, is_due)
    found = held_up(again(table))
    assert [one.number for one in found.missing] == [1, 2] if found else not is_open


def test_a_table_that_waits_for_a_partner_does_not_close() -> None:
    """Whatever it does where too few can play: they may still come."""
    policies = replace(NIGHT.policies, when_too_few=WhenTooFew.CLOSE)
    table = online(policies, 100, 1, 1, 100, 100, 100)

    run(table)

    assert again(table).closed_at is None


def test_a_free_table_that_waits_for_a_partner_closes_after_a_while() -> None:
    """A table that closes, as it does where nobody can be dealt to."""
    policies = replace(NIGHT.policies, when_too_few=WhenTooFew.WAIT)
    table = online(policies, 100, 1, 100, 100, 100, 100)

    run(table)

    assert again(table).closed_at is None
    assert again(table).due_at is not None
