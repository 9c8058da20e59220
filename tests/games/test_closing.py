"""What closing tables moves is worked out in one place: to be shown, and to be posted."""

from typing import Literal

import pytest

from games.engine import EngineError
from games.errors import DealInPlay
from games.evening.result import Result
from games.models import Mode, Table
from games.play.by_hand import record_deal
from games.tables.closing import close_tables, draft_closings
from ledger.models import Account
from tests.games.factories import AT, again, anything, dealt, rules, table_of

pytestmark = pytest.mark.django_db


def spoilt(unclaimed_pool: Literal["split", "carry", "play_on"]) -> Table:
    """Five at a table with real cards, with chips in the pool."""
    house = rules(unclaimed_pool=unclaimed_pool)
    table = table_of(20, 20, 20, 20, 20, bots=False, house=house, mode=Mode.RECORDED)
    record_deal(table, Result(kind="spoilt"), number=1, at=AT)
    return again(table)


def held(table: Table) -> dict[int, int]:
    accounts = Account.objects.filter(book=table.book_id)
    return dict(accounts.values_list("pk", "balance"))


@pytest.mark.parametrize(("unclaimed_pool", "left"), [("split", 0), ("carry", 12)])
def test_what_is_shown_is_what_is_moved(
    unclaimed_pool: Literal["split", "carry"], left: int
) -> None:
    table = spoilt(unclaimed_pool)
    [closing] = draft_closings([table])
    before, gains = held(table), closing.gains
    close_tables([table], at=AT)
    after = held(table)

    stacks = {seat.stack_id for seat in closing.seats}
    assert {pk: after[pk] - before[pk] for pk in after if after[pk] != before[pk]} == gains | {
        pk: -before[pk] for pk in stacks
    }
    assert closing.home_chips == 100 - left
    assert closing.pool_left == after[table.pool_id] == left
    assert closing.house_chips == 0


def test_a_draft_moves_nothing() -> None:
    table = spoilt("split")
    before = held(table)

    draft_closings([table])

    assert held(table) == before
    assert again(table).closed_at is None
    assert not table.seats.exclude(cashed_chips=None).exists()


def test_a_draft_refuses_what_closing_would() -> None:
    with pytest.raises(EngineError, match="until the pool of 12 is won"):
        draft_closings([spoilt("play_on")])
    with pytest.raises(DealInPlay):
        draft_closings([dealt(anything).table])
