"""Undoing that tables of real cards closed: they are open again exactly as they were."""

from datetime import timedelta
from typing import Any

import pytest

from games.errors import NotRecorded, PoolPlayedOn, PurseShort, ReopenedTooLate
from games.evening.totals import Total, Totals
from games.models import Table
from games.play.reopening import REOPENED_FOR, reopen_tables
from games.play.totals import enter_totals
from games.seat_numbers import SeatNumber
from games.tables.closing import close_tables
from games.tables.returning import close_unplayed
from ledger.models import Account
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import fix, put_right, spend
from tests.games.factories import again, later, rules, table_of
from tests.games.latecomers import AINE, BRID, CON, DAN, comes, enter, goes, stacks
from tests.games.test_by_hand import hall_table
from tests.games.test_returning import check_adds_up, opened_with, purse_of

pytestmark = pytest.mark.django_db


def closes(table: Table, seconds: float, **options: Any) -> None:
    close_tables([table], at=later(seconds), **options)


def opens(table: Table, seconds: float) -> Table:
    reopen_tables([table], at=later(seconds))
    return again(table)


def lies(table: Table) -> tuple[dict[int, int], int]:
    """Before everybody who sits there, and in the pool."""
    return stacks(table), again(table).pool.balance


def spoilt(**options: Any) -> Table:
    """Four sit there, one of them late and not dealt in, and there are chips in the pool."""
    table = hall_table(20, 20, 20, house=rules(**options))
    enter(table, 1, "spoilt")
    comes(table, 2)
    return table


@pytest.mark.parametrize("unclaimed_pool", ["split", "carry", "play_on"])
def test_a_table_is_open_again_exactly_as_it_was(unclaimed_pool: str) -> None:
    table = spoilt(unclaimed_pool=unclaimed_pool)
    before = lies(table)

    for seconds in (3, 5, 7):
        closes(table, seconds, may_play_on=False)
        check_adds_up(table)
        table = opens(table, seconds + 1)
        assert (table.closed_at, lies(table)) == (None, before)
        check_adds_up(table)

    put_right(table, fix(1, "won", winner=CON), at=later(9))
    enter(table, 10, "won", winner=DAN)
    closes(table, 11)
    put_right(again(table), fix(1, "spoilt", version=2), at=later(12))
    check_adds_up(table)


def test_those_who_had_left_before_stay_away() -> None:
    table = spoilt()
    goes(table, 3, BRID, may_wait=True)
    before = lies(table)
    closes(table, 4)

    table = opens(table, 5)

    assert lies(table) == before
    assert BRID not in before[0]
    check_adds_up(table)


def test_what_was_put_right_since_stays_put_right() -> None:
    table = spoilt()
    closes(table, 3)
    put_right(again(table), fix(1, "won", winner=CON), at=later(4))

    table = opens(table, 5)

    assert lies(table) == ({AINE: 16, BRID: 18, CON: 26, DAN: 20}, 0)
    check_adds_up(table)


def test_totals_that_were_entered_stand_again() -> None:
    table = hall_table(20, 20, 20)
    won = {AINE: Total(2, 30), BRID: Total(0, 10), CON: Total(0, 18)}
    totals = Totals(deals=3, of_seats=won, pool=2)
    enter_totals(table, totals, version=0, actor_id=PlayerFactory.create().pk, at=later(1))
    before = lies(table)
    closes(table, 2)

    table = opens(table, 3)

    assert lies(table) == before == ({AINE: 30, BRID: 10, CON: 18}, 2)
    check_adds_up(table)


def test_all_open_again_or_none_does() -> None:
    tables = [spoilt(), spoilt()]
    close_tables(tables, at=later(3))
    poor = tables[1].seats.get(number=CON)
    taken, left = poor.cashed_chips or 0, purse_of(tables[1], CON)
    spend(poor.purse, left - taken + 3)

    with pytest.raises(PurseShort, match=f"took {taken} chips home .* has {taken - 3} now: 3 more"):
        reopen_tables(tables, at=later(4))
    assert again(tables[0]).closed_at == later(3)

    spend(poor.purse, -3, key="handed out")
    assert reopen_tables(tables, at=later(5)) == tables
    assert reopen_tables(tables, at=later(6)) == []
    for table in tables:
        check_adds_up(table)


def test_a_pool_that_another_table_has_is_not_taken_from_it() -> None:
    table = spoilt(unclaimed_pool="carry")
    closes(table, 3)
    pool = Account.objects.get(pk=table.pool_id)
    other = opened_with(table, pool, "carry")

    with pytest.raises(PoolPlayedOn, match="another table has it"):
        opens(table, 4)

    close_unplayed([other], at=later(5))
    table = opens(table, 6)
    check_adds_up(table)
    with pytest.raises(PoolPlayedOn):  # The other way round it is the same.
        opens(other, 7)
    closes(table, 8)
    opens(other, 9)
    enter(other, 10, "won", winner=BRID)
    check_adds_up(other)


def test_an_opening_that_was_undone_is_done_again() -> None:
    table = hall_table(20, 20, 20)
    for seconds in (1, 3):
        close_unplayed([table], at=later(seconds))
        table = opens(table, seconds + 1)

    assert (table.is_taken_back, lies(table)) == (False, ({AINE: 20, BRID: 20, CON: 20}, 0))
    enter(table, 5, "won", winner=SeatNumber(1))
    closes(table, 6)
    put_right(again(table), fix(1, "won", winner=CON), at=later(7))
    check_adds_up(table)


def test_after_twelve_hours_a_table_stays_closed() -> None:
    table = spoilt()
    closes(table, 3)

    with pytest.raises(ReopenedTooLate, match="more than 12 hours ago"):
        reopen_tables([table], at=later(4) + REOPENED_FOR)
    reopen_tables([table], at=later(3) + timedelta(hours=12))


def test_cards_that_were_dealt_online_stay_shown() -> None:
    table = table_of(50, 50, 50, bots=False)
    close_unplayed([table], at=later(1))

    with pytest.raises(NotRecorded, match="closed for good"):
        opens(table, 2)
