"""What a correction moves: between stacks, and once they have gone home between purses."""

from dataclasses import replace
from typing import Any

import pytest

from clubs.table_kinds import NIGHT
from games.errors import (
    EntryImpossible,
    PaidOtherwise,
    PoolPlayedOn,
)
from games.evening.result import Result
from games.models import Mode, Table
from games.play.by_hand import bring_more, record_deal
from games.tables.holding import hold_open
from games.tables.opening import open_table
from games.tables.sittings import give_up_seat
from ledger.audit import check_books
from ledger.models import Account
from ledger.posting import Posting, post_transfer
from ledger.reasons import REDEEM
from tests.games.corrected_halls import AINE, BRID, CON, DAN, closed_after, fix, put_right
from tests.games.factories import (
    AT,
    STANDARD,
    again,
    later,
    plans,
    purses,
    stacks,
)
from tests.games.test_by_hand import hall_table, record
from tests.ledger.factories import BookFactory


@pytest.mark.django_db
def test_after_the_close_the_difference_goes_to_the_purses() -> None:
    table = closed_after({"kind": "won", "winner": AINE})
    assert purses(table) == [24, 18, 18]

    told = put_right(table, fix(1, "won", winner=BRID), at=later(90))

    assert purses(table) == [16, 26, 18]
    assert [(one.before, one.after) for one in told.changes] == [(24, 16), (18, 26), (18, 18)]
    homes = table.seats.order_by("number").values_list("cashed_chips", flat=True)
    assert list(homes) == [16, 26, 18]
    assert check_books() == []


@pytest.mark.django_db
def test_a_pool_that_was_shared_out_is_won_after_all() -> None:
    """RULES.md 7.6, 7.7: of 8 chips Aine, who dealt, had 2 and the others 3 each."""
    table = closed_after({"kind": "spoilt"})
    assert purses(table) == [18, 21, 21]

    put_right(table, fix(1, "won", winner=AINE), at=later(90))

    assert purses(table) == [24, 18, 18]
    put_right(table, fix(1, "spoilt", version=2, dealer=BRID), at=later(91))
    assert purses(table) == [18 + 3, 16 + 2, 18 + 3]  # Now Brid dealt, and paid the extra.


@pytest.mark.django_db
def test_a_pool_that_was_carried_over_is_another_one() -> None:
    """RULES.md 7.7: as long as nobody has played for it."""
    table = closed_after({"kind": "spoilt"}, unclaimed_pool="carry")
    assert (purses(table), table.pool.balance) == ([16, 18, 18], 8)

    put_right(table, fix(1, "won", winner=CON), at=later(90))
    assert (purses(table), again(table).pool.balance) == ([16, 18, 26], 0)

    put_right(table, fix(1, "spoilt", version=2), at=later(91))
    assert (purses(table), again(table).pool.balance) == ([16, 18, 18], 8)


@pytest.mark.django_db
def test_where_no_pool_was_left_there_is_one_again() -> None:
    """The account of the pool was closed when it was empty: the chips wait in a new one."""
    table = closed_after({"kind": "won", "winner": CON}, unclaimed_pool="carry")
    assert table.pool.closed_at is not None

    put_right(table, fix(1, "spoilt"), at=later(90))

    assert (purses(table), again(table).pool.balance) == ([16, 18, 18], 8)
    put_right(table, fix(1, "won", version=2, winner=CON), at=later(91))
    assert (purses(table), again(table).pool.balance) == ([16, 18, 26], 0)
    assert check_books() == []


def next_table(table: Table) -> Table:
    """Another table of the club, which opens with the pool of this one."""
    return open_table(
        table.book,
        rules=table.rules,
        policies=NIGHT.policies,
        seats=plans(table.book, 20, 20, 20, bots=False),
        name="Table 2",
        mode=Mode.RECORDED,
        pool=again(table).pool,
        at=later(100),
    )


@pytest.mark.django_db
def test_a_pool_that_another_table_has_played_for_stands() -> None:
    table = closed_after(
        {"kind": "won", "winner": BRID}, {"kind": "spoilt"}, unclaimed_pool="carry"
    )
    other = next_table(table)
    put_right(table, fix(2, "jink_failed"), at=later(110))
    record(other, 1, "won", winner=AINE)

    with pytest.raises(PoolPlayedOn):
        put_right(table, fix(2, "won", version=2, winner=AINE), at=later(120))

    put_right(table, fix(1, "won", winner=CON), at=later(120))  # The pool is what it was.
    assert purses(table)[1:] == [18 - 4, 18 + 8 - 2]


@pytest.mark.django_db
def test_a_table_that_took_a_pool_over_is_put_right_with_it() -> None:
    table = closed_after({"kind": "spoilt"}, unclaimed_pool="carry")
    other = next_table(table)
    first = record(other, 1, "won", winner=AINE)
    assert sorted(first.gains) == [0, 0, 8 + 8]

    put_right(other, fix(1, "won", winner=BRID), at=later(120))

    gains = table_gains(other)
    assert gains == [0, 16, 0]


def table_gains(table: Table) -> list[int]:
    return list(table.deals.get().gains)


@pytest.mark.django_db
def test_somebody_who_went_home_early_is_paid_at_home() -> None:
    table = hall_table(20, 20, 20, 20)
    record(table, 1, "won", winner=AINE)
    with hold_open(table) as held:
        give_up_seat(held, player_id=table.seats.get(number=AINE).player_id, at=later(5))
    record_deal(table, Result(kind="spoilt"), number=2, at=later(6))
    assert stacks(table) == [0, 18 - 4, 18 - 2, 18 - 2]

    put_right(table, fix(1, "won", winner=DAN), at=later(7))

    assert (purses(table)[0], stacks(table)) == (26 - 10, [0, 14, 16, 16 + 10])
    with pytest.raises(EntryImpossible, match=r"Holder .* did not sit at the table then"):
        put_right(table, fix(2, "spoilt", seats=(AINE, BRID, CON, DAN)), at=later(8))


@pytest.mark.django_db
def test_chips_that_were_brought_in_between_stay_in_between() -> None:
    """RULES.md 7.5: Con has 1 chip at the second deal, and brings more only after it."""
    book = BookFactory.create()
    seats = [
        replace(plan, chips=chips)
        for plan, chips in zip(plans(book, 50, 50, 50, bots=False), (20, 20, 5), strict=True)
    ]
    table = open_table(
        book,
        rules=STANDARD,
        policies=NIGHT.policies,
        seats=seats,
        name="Hall",
        mode=Mode.RECORDED,
        at=AT,
    )
    con = seats[CON].player_id
    record_deal(table, Result(kind="won", winner=AINE, dealer=AINE), number=1, at=later(1))
    record_deal(table, Result(kind="won", winner=AINE), number=2, at=later(2))
    bring_more(table, player_id=con, chips=10, at=later(3))
    record_deal(table, Result(kind="won", winner=AINE), number=3, at=later(4))
    assert table.deals.get(number=2).contributions == [2, 4, 2]

    put_right(table, fix(1, "jinked", winner=AINE, dealer=AINE), at=later(5))

    assert [deal.contributions for deal in table.deals.order_by("number")] == [
        *([4, 2, 2], [2, 4, 1], [2, 2, 4]),
    ]
    assert stacks(table) == [28 - 2 + 7 - 2 + 8, 16 - 4 - 2, 10 - 4]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("alter", "where"),
    [
        (lambda table: table.deals.update(contributions=[3, 2, 2]), "deal 1"),
        (lambda table: table.deals.update(gains=[0, 0, 1]), "deal 1"),
        (lambda table: spend_stack(table), "the chips of"),
    ],
)
def test_what_was_paid_by_other_rules_is_left_alone(alter: Any, where: str) -> None:
    """An upgrade may have changed a ruling: today's engine would pay otherwise."""
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt")
    alter(table)

    with pytest.raises(PaidOtherwise, match=where):
        put_right(table, fix(1, "won", winner=AINE))


def spend_stack(table: Table) -> None:
    bank = Account.objects.get(book=table.book_id, kind="bank")
    legs = {table.seats.get(number=BRID).stack_id: -1, bank.pk: 1}
    post_transfer(Posting(book_id=table.book_id, reason=REDEEM, key="odd", legs=legs), at=AT)
