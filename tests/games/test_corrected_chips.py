"""The chips of a correction: what a purse lacks is lent to it, and paid back first."""

from contextlib import suppress
from random import Random

import pytest

from clubs.table_kinds import NIGHT
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Mode, ResultEntry, Table
from games.play.by_hand import record_deal
from games.play.corrected_chips import Lending, PaidBack
from games.seat_numbers import SeatNumber
from games.tables.closing import close_tables
from games.tables.opening import SeatPlan, open_table
from ledger.audit import check_books
from ledger.books import close_accounts
from ledger.by_hand import Hand, draft_adjustment
from ledger.errors import Overdrawn
from ledger.lending import owed_by
from ledger.models import Account, Transfer
from ledger.posting import post_transfer
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import (
    AINE,
    BRID,
    CON,
    REASON,
    closed_after,
    corrections_of,
    fix,
    put_right,
    spend,
)
from tests.games.crowds import at_once
from tests.games.factories import again, later, purses


@pytest.mark.django_db
def test_what_a_purse_no_longer_holds_comes_from_the_corrections() -> None:
    """Aine owes 8 chips and holds 4; whoever looks after the books reads where the rest is."""
    table = closed_after({"kind": "won", "winner": AINE})
    aine = table.seats.get(number=AINE).purse
    spend(aine, 20)

    told = put_right(table, fix(1, "won", winner=BRID), at=later(90))

    assert (purses(table), corrections_of(table)) == ([0, 26, 18], -4)
    assert [(one.account, one.chips) for one in told.lending.missing] == [(aine, 4)]
    lent, moved = Transfer.objects.order_by("pk")[Transfer.objects.count() - 2 :]
    assert (lent.reason_id, moved.reason_id) == ("lent", "results_corrected")
    assert lent.memo == f"{table}, deal 1: {REASON} ({aine})"
    assert moved.memo == f"{table}, deal 1: {REASON}"  # Brid reads it too.
    assert check_books() == []


@pytest.mark.django_db
def test_a_purse_that_is_closed_takes_nothing() -> None:
    table = closed_after({"kind": "won", "winner": BRID})
    aine = table.seats.get(number=AINE).purse
    spend(aine, 16)
    close_accounts([aine], at=later(80))

    told = put_right(table, fix(1, "won", winner=AINE), at=later(90))

    assert (purses(table), corrections_of(table)) == ([0, 18, 18], 8)
    assert [(one.account, one.chips) for one in told.lending.missing] == [(aine, -8)]


@pytest.mark.django_db
def test_there_and_back_again_leaves_every_account_as_it_was() -> None:
    """Whatever the purse has spent or won meanwhile."""
    table = closed_after({"kind": "won", "winner": AINE})
    aine = table.seats.get(number=AINE).purse
    spend(aine, 20)
    put_right(table, fix(1, "won", winner=BRID), at=later(90))
    spend(aine, -7, "won elsewhere")
    assert (purses(table), corrections_of(table)) == ([7, 26, 18], -4)

    shown = put_right(
        table, fix(1, "won", version=2, winner=AINE), is_dry_run=True, at=later(91)
    ).lending
    told = put_right(table, fix(1, "won", version=2, winner=AINE), at=later(91)).lending

    assert (purses(table), corrections_of(table)) == ([4 + 7, 18, 18], 0)
    assert shown == told == Lending((), (PaidBack(aine, 4, left=0),))
    back = Transfer.objects.latest("pk")
    assert (back.reason_id, back.memo) == ("paid_back", f"{table}, deal 1: {REASON} ({aine})")
    assert (owed_by([aine.pk]), check_books()) == ({}, [])


@pytest.mark.django_db
def test_a_part_of_the_way_back_pays_a_part_back() -> None:
    """RULES.md 7.6: of the 8 chips of a deal that was spoilt after all Aine, who dealt, gets 2."""
    table = closed_after({"kind": "won", "winner": AINE})
    aine = table.seats.get(number=AINE).purse
    spend(aine, 20)
    put_right(table, fix(1, "won", winner=BRID), at=later(90))

    told = put_right(table, fix(1, "spoilt", version=2), at=later(91)).lending

    assert told.paid_back == (PaidBack(aine, 2, left=2),)
    assert (purses(table), corrections_of(table)) == ([0, 21, 21], -2)
    put_right(table, fix(1, "won", version=3, winner=AINE), at=later(92))
    assert (purses(table), corrections_of(table)) == ([4, 18, 18], 0)


@pytest.mark.django_db
def test_chips_from_another_table_pay_back_too() -> None:
    """And there and back again at both, in whatever order, leaves all as it was."""
    table = closed_after({"kind": "won", "winner": AINE})
    other = played_again(table, 4)
    aine = table.seats.get(number=AINE).purse
    spend(aine, 18)
    before = purses(table)
    assert before == [24 - 4 - 18, 18 - 2, 18 + 6]
    put_right(table, fix(1, "won", winner=BRID), at=later(110))
    assert (purses(table), corrections_of(table)) == ([0, 16 + 8, 24], -6)

    told = put_right(other, fix(1, "won", winner=AINE, dealer=AINE), at=later(111))

    assert told.lending.paid_back == (PaidBack(aine, 6, left=0),)
    assert (purses(table), corrections_of(table)) == ([2, 24, 24 - 8], 0)
    put_right(table, fix(1, "won", version=2, winner=AINE), at=later(112))
    put_right(other, fix(1, "won", version=2, winner=CON, dealer=AINE), at=later(113))
    assert (purses(table), corrections_of(table)) == (before, 0)


def played_again(table: Table, chips: int) -> Table:
    """The same three brought these chips each to a second table; Aine dealt, and Con won."""
    seats = [
        SeatPlan(seat.player_id, seat.purse_id, chips) for seat in table.seats.order_by("number")
    ]
    other = open_table(
        table.book,
        rules=table.rules,
        policies=NIGHT.policies,
        seats=seats,
        name="Table 2",
        mode=Mode.RECORDED,
        at=later(80),
    )
    told = Result(kind="won", winner=CON, dealer=AINE)
    record_deal(other, told, number=1, at=later(81))
    close_tables([other], at=later(85))
    return again(other)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(8))
def test_many_corrections_at_two_tables_owe_what_the_purses_lack(seed: int) -> None:
    """Three people, who also spend and win: a purse less its debt is what was counted beside it.

    Once every result is as it was first, so is every account.
    """
    chance = Random(seed)
    first = closed_after({"kind": "won", "winner": AINE})
    tables = [first, played_again(first, 6)]
    counted = purses(first)
    for step in range(25):
        if chance.random() < 0.4:
            seat = chance.randrange(3)
            purse = first.seats.get(number=seat).purse
            chips = chance.choice((-5, -2, purse.balance // 2 or -1, purse.balance or -1))
            spend(purse, chips, f"step {step}")
            counted[seat] -= chips
        else:
            changes = put_right(*_any_result(tables, chance), at=later(100 + step)).changes
            for seat, change in enumerate(changes):
                counted[seat] += change.after - change.before
        owed = owed_by(first.seats.values_list("purse", flat=True))
        debts = [owed.get(seat.purse_id, 0) for seat in first.seats.order_by("number")]
        lies = [chips - debt for chips, debt in zip(purses(first), debts, strict=True)]
        assert (lies, sum(debts)) == (counted, -corrections_of(first)), step
    assert check_books() == []


def _any_result(tables: list[Table], chance: Random) -> tuple[Table, Correction]:
    table = chance.choice(tables)
    version = ResultEntry.objects.filter(deal__table=table).count()
    kind = chance.choice(("won", "won", "jinked", "spoilt"))
    told = {} if kind == "spoilt" else {"winner": SeatNumber(chance.randrange(3))}
    return table, fix(1, kind, version=version, dealer=AINE, **told)


@pytest.mark.django_db
def test_what_somebody_paid_by_hand_is_not_paid_back_again() -> None:
    table = closed_after({"kind": "won", "winner": AINE})
    aine = table.seats.get(number=AINE).purse
    spend(aine, 20)
    put_right(table, fix(1, "won", winner=BRID), at=later(90))
    spend(aine, -5, "won elsewhere")
    hand = Hand(key="by hand", actor_id=PlayerFactory.create().pk, memo="Aine came with 3")
    corrections = Account.objects.get(book=table.book_id, kind="correction")
    post_transfer(draft_adjustment(aine, corrections, chips=3, hand=hand), at=later(91))

    told = put_right(table, fix(1, "won", version=2, winner=AINE), at=later(92)).lending

    assert told.paid_back == (PaidBack(aine, 1, left=0),)
    assert (purses(table), corrections_of(table)) == ([4 + 5, 18, 18], 0)


def test_chips_that_are_spent_meanwhile_come_from_the_corrections(own_database: str) -> None:
    """Aine spends 20 of 24 while 8 are put right: the second of both finds what is left."""
    table = closed_after({"kind": "won", "winner": AINE})
    aine = table.seats.get(number=AINE).purse
    actor = PlayerFactory.create().pk

    def spends() -> None:
        with suppress(Overdrawn):
            spend(aine, 20)

    def corrects() -> None:
        put_right(table, fix(1, "won", winner=BRID), actor_id=actor, at=later(90))

    at_once([spends, corrects])

    assert purses(table)[1:] == [26, 18]
    assert (purses(table)[0], corrections_of(table)) in {(0, -4), (16, 0)}
    assert check_books() == []
