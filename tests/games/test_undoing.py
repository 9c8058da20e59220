"""What was entered before counts again: results, totals, and chips that were brought."""

from typing import Any

import pytest

from games.errors import (
    NotRecorded,
    NotSeated,
    NotUndone,
    PlayedSince,
    ReasonMissing,
    StaleResult,
    StaleTotals,
    WrongDeal,
)
from games.evening.totals import Total, Totals
from games.models import Table
from games.play.by_hand import bring_more
from games.play.taking_back import take_back
from games.play.totals import enter_totals
from games.play.undoing import Made, bring_again, put_back_results, put_back_totals, take_back_more
from games.seat_numbers import SeatNumber
from games.tables.closing import close_tables
from ledger.models import Transfer
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import fix, forgotten, kinds, put_right, spend
from tests.games.factories import again, later, table_of
from tests.games.latecomers import AINE, BRID, CON, comes, enter, goes, stacks
from tests.games.test_by_hand import hall_table
from tests.games.test_returning import backs, check_adds_up, purse_of

pytestmark = pytest.mark.django_db


def puts_back(table: Table, seconds: float, *made: Made, **options: Any) -> list[Made]:
    actor = PlayerFactory.create().pk
    given: dict[str, Any] = {"actor_id": actor, "reason": "Undone", "at": later(seconds)}
    return put_back_results(again(table), made, **given | options)


def enters(table: Table, seconds: float, totals: Totals | None, version: int) -> None:
    actor = PlayerFactory.create().pk
    at = later(seconds)
    enter_totals(table, totals, version=version, actor_id=actor, reason="Counted", at=at)


def puts_totals_back(table: Table, seconds: float, version: int) -> int:
    actor = PlayerFactory.create().pk
    return put_back_totals(table, version, actor_id=actor, reason="Undone", at=later(seconds))


def brings(table: Table, seconds: float, number: SeatNumber, chips: int) -> None:
    seat = table.seats.select_related("purse").get(number=number)
    spend(seat.purse, -chips, key=f"handed out {seconds}")
    bring_more(table, player_id=seat.player_id, chips=chips, at=later(seconds))


def lies(table: Table) -> tuple[dict[int, int], int, list[str]]:
    return stacks(table), again(table).pool.balance, kinds(table)


def test_a_result_that_is_undone_is_struck_and_counts_again_when_that_is_undone() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "spoilt")
    before = lies(table)
    enter(table, 2, "jinked", winner=BRID)
    after = lies(table)

    made = [(2, 1)]
    for seconds in (3, 5):
        made = puts_back(table, seconds, *made)
        assert lies(table) == before
        check_adds_up(table)
        made = puts_back(table, seconds + 1, *made)
        assert lies(table) == after
        check_adds_up(table)

    assert made == [(2, 5)]


def test_what_counted_before_a_correction_counts_again() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=BRID, dealer=AINE)
    enter(table, 2, "won", winner=CON)
    before = lies(table)
    put_right(table, fix(1, "spoilt", dealer=CON), fix(2, "jinked", winner=AINE), at=later(3))

    assert puts_back(table, 4, (1, 2), (2, 2)) == [(1, 3), (2, 3)]

    assert lies(table) == before
    assert [deal.dealer for deal in table.deals.order_by("number")] == [0, 1]
    check_adds_up(table)


def test_a_deal_that_was_forgotten_is_taken_out_again() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=BRID)
    enter(table, 2, "spoilt")
    before = lies(table)
    put_right(table, forgotten(1, "won", winner=CON), at=later(3))
    entries = [(deal.number, deal.entries.count()) for deal in table.deals.order_by("number")]
    assert entries == [(1, 2), (2, 2), (3, 1)]

    made = puts_back(table, 4, *entries)

    assert lies(table) == before
    assert made == [(1, 3), (2, 3), (3, 2)]
    check_adds_up(table)


def test_a_deal_that_was_taken_back_stands_again_after_the_table_has_closed() -> None:
    table = hall_table(20, 20, 20)
    deal = enter(table, 1, "won", winner=BRID)
    take_back(deal, actor_id=PlayerFactory.create().pk, reason="Misread", at=later(2))
    close_tables([table], at=later(3))
    assert purse_of(table, BRID) == 20

    puts_back(table, 4, (1, 2))

    assert purse_of(table, BRID) == 26
    check_adds_up(table)


def test_only_the_newest_entry_is_undone() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=BRID)
    put_right(table, fix(1, "won", winner=CON), at=later(2))

    with pytest.raises(StaleResult, match="entry 2 by now, not 1") as refusal:
        puts_back(table, 3, (1, 1))
    assert refusal.value.version == 2
    with pytest.raises(WrongDeal, match="no deal 5"):
        puts_back(table, 3, (5, 1))
    with pytest.raises(ReasonMissing):
        puts_back(table, 3, (1, 2), reason=" ")


def test_totals_that_are_undone_stand_again_as_they_were_counted() -> None:
    """They are those of before the chips that were brought since."""
    table = hall_table(20, 20, 20)
    first = Totals(deals=2, of_seats={AINE: Total(2, 30), BRID: Total(0, 10), CON: Total(0, 20)})
    enters(table, 1, first, 0)
    brings(table, 2, CON, 5)
    before = lies(table)
    second = Totals(deals=2, of_seats={AINE: Total(1, 20), BRID: Total(1, 20), CON: Total(0, 25)})
    enters(table, 3, second, 1)
    after = lies(table)

    assert puts_totals_back(table, 4, 2) == 3
    assert lies(table) == before
    check_adds_up(table)
    assert puts_totals_back(table, 5, 3) == 4
    assert lies(table) == after
    check_adds_up(table)
    with pytest.raises(StaleTotals, match="entry 4 by now, not 3"):
        puts_totals_back(table, 6, 3)
    puts_totals_back(table, 6, 4)
    take_back_more(table, CON, 5, at=later(7))
    check_adds_up(table)


def test_all_that_was_entered_for_a_deal_is_undone_in_turn() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=BRID)
    put_right(table, fix(1, "won", winner=CON), at=later(2))
    put_right(table, fix(1, "spoilt", version=2), at=later(3))

    assert puts_back(table, 4, (1, 3)) == [(1, 4)]
    assert puts_back(table, 5, (1, 2)) == [(1, 5)]
    with pytest.raises(StaleResult):
        puts_back(table, 6, (1, 3))
    assert puts_back(table, 7, (1, 1)) == [(1, 6)]
    assert kinds(table) == []
    check_adds_up(table)
    for version, winner in ((6, BRID), (5, CON)):  # And done again, in turn.
        puts_back(table, 8, (1, version))
        assert stacks(table)[winner] > 20
        check_adds_up(table)
    puts_back(table, 10, (1, 4))
    assert kinds(table) == ["spoilt"]


def test_all_totals_that_were_entered_are_undone_in_turn() -> None:
    table = hall_table(20, 20, 20)
    for version, chips in enumerate((30, 25)):
        rest = 60 - chips
        told = {AINE: Total(1, chips), BRID: Total(0, rest), CON: Total(0, 0)}
        enters(table, version + 1, Totals(deals=2, of_seats=told), version)

    puts_totals_back(table, 3, 2)
    assert stacks(table)[AINE] == 30
    puts_totals_back(table, 4, 1)
    assert stacks(table)[AINE] == 20
    check_adds_up(table)


def test_the_first_totals_are_taken_back() -> None:
    table = hall_table(20, 20, 20)
    totals = Totals(deals=2, of_seats={AINE: Total(2, 30), BRID: Total(0, 10), CON: Total(0, 20)})
    enters(table, 1, totals, 0)

    puts_totals_back(table, 2, 1)

    assert stacks(table) == dict.fromkeys((AINE, BRID, CON), 20)
    check_adds_up(table)
    puts_totals_back(table, 3, 2)
    assert stacks(table) == {AINE: 30, BRID: 10, CON: 20}


def test_chips_that_were_brought_go_back_as_though_they_had_not_come() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=BRID)
    held = stacks(table)

    for seconds in (2, 4):
        brings(table, seconds, AINE, 7)
        check_adds_up(table)
        seat = take_back_more(table, AINE, 7, at=later(seconds + 1))
        check_adds_up(table)

    assert stacks(table) == held
    assert (seat.bought_chips, seat.buy_ins_count) == (20, 5)
    assert Transfer.objects.filter(reason="brought_taken_back").count() == 2
    put_right(table, fix(1, "won", winner=CON), at=later(6))
    check_adds_up(table)


def test_only_what_was_brought_last_goes_back() -> None:
    table = hall_table(20, 20, 20)
    with pytest.raises(NotUndone):  # They sat down with it.
        take_back_more(table, AINE, 20, at=later(1))
    brings(table, 2, AINE, 5)
    brings(table, 3, AINE, 7)
    with pytest.raises(NotUndone, match="did not bring 5 chips"):
        take_back_more(table, AINE, 5, at=later(4))
    take_back_more(table, AINE, 7, at=later(4))
    take_back_more(table, AINE, 5, at=later(5))
    check_adds_up(table)


def test_deals_that_read_the_same_have_their_own_time_again() -> None:
    """A forgotten one before them moves them on; undone, each is where it was."""
    table = hall_table(20, 20, 20)
    enter(table, 1, "spoilt")
    brings(table, 2, AINE, 5)
    enter(table, 3, "spoilt")
    corrected = put_right(table, forgotten(1, "spoilt"), at=later(4))

    assert corrected.deals == (2, 3)
    puts_back(table, 5, (2, 2), (3, 1))

    standing = table.deals.standing().order_by("number")
    assert [deal.dealt_at for deal in standing] == [later(1), later(3)]
    check_adds_up(table)


def test_chips_that_are_brought_again_lay_there_all_the_time() -> None:
    table = hall_table(20, 20, 20)
    brings(table, 1, AINE, 5)
    deal = enter(table, 2, "won", winner=BRID)
    puts_back(table, 3, (deal.number, 1))
    take_back_more(table, AINE, 5, at=later(4))
    with pytest.raises(NotUndone, match="did not take 4 chips back"):
        bring_again(table, AINE, 4, at=later(5))

    bring_again(table, AINE, 5, at=later(5))
    puts_back(table, 6, (deal.number, 2))
    check_adds_up(table)
    with pytest.raises(PlayedSince, match="played deal 1"):
        take_back_more(table, AINE, 5, at=later(7))
    with pytest.raises(NotUndone):
        bring_again(table, AINE, 5, at=later(7))


def test_chips_that_are_brought_again_after_other_deals_are_brought_now() -> None:
    """Else those deals would have been played with them."""
    table = hall_table(20, 20, 20)
    brings(table, 1, AINE, 5)
    take_back_more(table, AINE, 5, at=later(2))
    enter(table, 3, "won", winner=BRID)

    bring_again(table, AINE, 5, at=later(4))
    check_adds_up(table)
    take_back_more(table, AINE, 5, at=later(5))
    check_adds_up(table)


def test_chips_that_were_played_for_or_counted_stay() -> None:
    table = hall_table(20, 20, 20)
    brings(table, 1, AINE, 5)
    deal = enter(table, 2, "won", winner=BRID)
    with pytest.raises(PlayedSince, match="played deal 1"):
        take_back_more(table, AINE, 5, at=later(3))

    puts_back(table, 4, (deal.number, 1))
    held = {AINE: Total(0, 25), BRID: Total(0, 20), CON: Total(0, 20)}
    enters(table, 5, Totals(deals=1, of_seats=held), 0)
    with pytest.raises(PlayedSince, match="in the totals"):
        take_back_more(table, AINE, 5, at=later(6))

    puts_totals_back(table, 7, 1)
    take_back_more(table, AINE, 5, at=later(8))
    check_adds_up(table)


def test_nothing_is_taken_back_from_somebody_who_is_gone_or_plays_online() -> None:
    table = hall_table(20, 20, 20)
    comes(table, 1)
    backs(table, 2, SeatNumber(3))
    with pytest.raises(NotSeated, match="Nobody sits in seat 4"):
        take_back_more(table, SeatNumber(3), 20, at=later(3))
    goes(table, 4, CON, may_wait=True)
    with pytest.raises(NotRecorded):
        take_back_more(table_of(20, 20, bots=False), AINE, 20, at=later(5))
