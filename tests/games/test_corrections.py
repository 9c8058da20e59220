"""Results of real cards that are put right: the chips lie as if they had been entered so."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from clubs.table_kinds import NIGHT
from games.engine import HouseRules
from games.errors import (
    CorrectedTooLate,
    EntryImpossible,
    GamesError,
    NotRecorded,
    PaidOtherwise,
    PoolPlayedOn,
    ReasonMissing,
    StaleResult,
    TableClosed,
    WrongDeal,
)
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Mode, ResultEntry, Table
from games.play.by_hand import bring_more, record_deal
from games.play.corrections import Corrected, correct_results
from games.play.lineup import next_lineup
from games.seat_numbers import SeatNumber
from games.sight.moved_chips import chips_moved
from games.tables.closing import close_tables
from games.tables.holding import hold_open
from games.tables.opening import open_table
from games.tables.sittings import give_up_seat
from ledger.audit import check_books
from ledger.books import close_accounts
from ledger.errors import Overdrawn
from ledger.models import Account, Transfer
from ledger.posting import Posting, post_transfer
from ledger.reasons import REDEEM
from tests.clubs.factories import PlayerFactory
from tests.games.crowds import at_once
from tests.games.factories import (
    AT,
    STANDARD,
    again,
    later,
    outcome_of,
    plans,
    purses,
    rules,
    stacks,
    table_of,
)
from tests.games.test_by_hand import hall_table, record
from tests.ledger.factories import BookFactory

REASON = "Read from the paper of the hall"
AINE, BRID, CON, DAN, ENA = map(SeatNumber, range(5))


def fix(deal: int, kind: Any = None, *, version: int = 1, **told: Any) -> Correction:
    """What is to count for a deal; without a kind it is struck."""
    extra = {name: told.pop(name) for name in ("seats", "is_forgotten") if name in told}
    result = None if kind is None else Result(kind=kind, **told)
    return Correction(deal=deal, version=version, result=result, **extra)


def forgotten(before: int, kind: Any, *, version: int = 1, **told: Any) -> Correction:
    return fix(before, kind, version=version, is_forgotten=True, **told)


def put_right(table: Table, *corrections: Correction, **options: Any) -> Corrected:
    actor = PlayerFactory.create()
    given: dict[str, Any] = {"actor_id": actor.pk, "reason": REASON, "at": AT} | options
    return correct_results(table, corrections, **given)


def kinds(table: Table) -> list[str]:
    return [outcome_of(deal).kind for deal in table.deals.standing().order_by("number")]


@pytest.mark.django_db
def test_the_evening_that_was_entered_wrong_in_three_places() -> None:
    """Six deals of five people by the standard rules, 60 chips each; counted by hand.

    RULES.md 1.6, 6.3, 7.1 to 7.4.

    deal           what goes in           how it ended                 Aine Brid Con Dan Ena pool
    1  Con deals   2 each, Con 2 more     spoilt                         58   58  56  58  58   12
    2  Dan deals   1 each, Dan 2 more     Brid jinks: 19, and 2 of each  55   84  53  53  55    0
    3  Ena deals   2 each, Ena 2 more     Aine wins 12                   65   82  51  51  51    0
    4  Aine deals  2 each, Aine 2 more    a jink fails                   61   80  49  49  49   12
    5  Brid deals  1 each, Brid 2 more    misdeal                        60   77  48  48  48   19
    6  Con deals   2 chips of Con alone   Ena wins 21                    60   77  46  48  69    0
    Then Dan deals: 2 each, and 2 more.
    """
    table = hall_table(60, 60, 60, 60, 60)
    record(table, 1, "spoilt", dealer=CON)
    record(table, 2, "jinked", winner=BRID)
    record(table, 3, "won", winner=AINE)
    record(table, 4, "jinked", winner=AINE)  # It failed.
    record(table, 5, "spoilt")  # It was a misdeal.
    record(table, 6, "won", winner=DAN)  # Ena won.
    assert stacks(table) != [60, 77, 46, 48, 69]
    before = Transfer.objects.count()

    put_right(table, fix(4, "jink_failed"), fix(5, "misdeal"), fix(6, "won", winner=ENA))

    assert stacks(table) == [60, 77, 46, 48, 69]
    assert Transfer.objects.count() == before + 1
    sixth = table.deals.get(number=6)
    assert sixth.seat_numbers[sixth.dealer] == CON
    assert sixth.contributions == [0, 0, 2, 0, 0]
    upcoming = next_lineup(again(table))
    assert upcoming.numbers[upcoming.dealer] == DAN
    assert upcoming.contributions == (2, 2, 2, 4, 2)
    assert check_books() == []


@pytest.mark.django_db
def test_the_entries_stay_and_the_newest_counts() -> None:
    table = hall_table(20, 20, 20)
    deal = record(table, 1, "won", winner=AINE)
    record(table, 2, "spoilt")
    scorer = PlayerFactory.create()

    put_right(table, fix(1, "won", winner=BRID), actor_id=scorer.pk, at=later(60))

    first, second = deal.entries.order_by("version")
    assert (first.result, second.result) == (
        Result(kind="won", winner=AINE),
        Result(kind="won", winner=BRID),
    )
    assert (second.by, second.at, second.reason) == (scorer, later(60), REASON)
    assert table.deals.get(number=2).entries.count() == 1
    assert stacks(table) == [16 - 2, 18 + 8 - 4, 18 - 2]
    transfer = Transfer.objects.get(reason="results_corrected")
    assert (transfer.actor, transfer.effective_at) == (scorer, later(60))
    assert transfer.memo == f"{table}, deal 1: {REASON}"
    assert sorted(transfer.entries.values_list("chips", flat=True)) == [-8, 8]


@pytest.mark.django_db
def test_what_a_deal_moved_is_told_as_it_stands() -> None:
    table = hall_table(20, 20, 20)
    deal = record(table, 1, "spoilt")
    record(table, 2, "won", winner=CON)

    put_right(table, fix(1, "won", winner=BRID))

    moved = [list(chips_moved([one]).values()) for one in table.deals.order_by("number")]
    assert moved == [[-4, 6, -2], [-2, -4, 6]]
    assert table.deals.get(number=2).is_new_pool
    deal.refresh_from_db()
    assert outcome_of(deal).winners == (1,)


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
def test_the_number_of_the_last_deal_is_entered_again() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt")
    put_right(table, fix(1))
    assert stacks(table) == [20, 20, 20]
    assert next_lineup(again(table)).number == 1

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
def test_who_was_dealt_in_may_have_been_wrong() -> None:
    """RULES.md 7.7: whoever comes later puts in the stake at their first deal."""
    table = hall_table(20, 20, 20, 20)
    record(table, 1, "spoilt")
    record(table, 2, "spoilt")

    put_right(table, fix(1, "spoilt", seats=(AINE, BRID, CON)))

    assert stacks(table) == [20 - 4 - 1, 20 - 2 - 3, 20 - 2 - 1, 20 - 2]


@pytest.mark.django_db
def test_a_later_deal_that_becomes_impossible_is_put_right_together() -> None:
    """RULES.md 1.6, 4.6: who misdealt cannot win the deal after it."""
    table = hall_table(house=rules(misdeal="forfeit_stake"))
    record(table, 1, "spoilt")
    record(table, 2, "won", winner=AINE)
    before = stacks(table)

    with pytest.raises(EntryImpossible, match=r"^Deal 2: Rule 4\.6: ") as refusal:
        put_right(table, fix(1, "misdeal"))

    assert (refusal.value.deal, refusal.value.rule) == (2, "4.6")
    assert (stacks(table), kinds(table)) == (before, ["spoilt", "won"])
    put_right(table, fix(1, "misdeal"), fix(2, "won", winner=BRID))
    assert kinds(table) == ["misdeal", "won"]


@pytest.mark.django_db
def test_scores_follow_and_with_them_who_got_out() -> None:
    """RULES.md 8.1: Aine had 15 after the first deal and not 5, so the second took her to 25."""
    table = hall_table(20, 20, 20, house=HouseRules.preset("twenty_five"))
    record(table, 1, "scored", tricks={AINE: 1, BRID: 3, CON: 1})
    record(table, 2, "scored", tricks={AINE: 2, BRID: 2, CON: 1})
    record(table, 3, "scored", tricks={AINE: 3, BRID: 2})
    assert stacks(table) == [18, 21, 18]

    put_right(table, fix(1, "scored", tricks={AINE: 3, BRID: 1, CON: 1}))

    assert stacks(table) == [21, 18, 18]
    second, third = table.deals.filter(number__gt=1).order_by("number")
    assert (second.scores, outcome_of(second).scores) == ([15, 5, 5], (25, 15, 10))
    assert (outcome_of(second).winners, third.scores) == ((0,), [0, 0, 0])


@pytest.mark.django_db
def test_nothing_moves_in_a_dry_run() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "won", winner=AINE)
    before = Transfer.objects.count(), ResultEntry.objects.count(), stacks(table)

    told = put_right(table, fix(1, "spoilt"), is_dry_run=True)

    assert [(one.before, one.after) for one in told.changes] == [(24, 16), (18, 18), (18, 18)]
    assert (told.pool_before, told.pool_after, told.deals) == (0, 8, (1,))
    assert before == (Transfer.objects.count(), ResultEntry.objects.count(), stacks(table))


@pytest.mark.django_db
def test_what_is_so_already_is_no_entry() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "won", winner=AINE)
    before = Transfer.objects.count()

    told = put_right(table, fix(1, "won", winner=AINE))

    assert (told.deals, ResultEntry.objects.count(), Transfer.objects.count()) == ((), 1, before)


@pytest.mark.django_db
def test_what_moves_no_chip_is_an_entry_without_a_transfer() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt")
    before = Transfer.objects.count()

    put_right(table, fix(1, "jink_failed"))

    assert (kinds(table), Transfer.objects.count()) == (["jink_failed"], before)


@pytest.mark.django_db
def test_a_stack_gives_no_more_than_it_holds() -> None:
    """RULES.md 7.5: Con has 1 chip before the second deal, not 3, and none for the second jink."""
    table = hall_table(20, 20, 5)
    record(table, 1, "won", winner=AINE)
    record(table, 2, "jinked", winner=BRID)
    assert stacks(table) == [24 - 2 - 2, 18 - 4 + 8 + 2 + 1, 3 - 2 - 1]

    put_right(table, fix(1, "jinked", winner=AINE))

    assert stacks(table) == [16 + 8 + 4 - 2 - 2, 18 - 2 - 4 + 7 + 2, 3 - 2 - 1]
    assert table.deals.get(number=2).contributions == [2, 4, 1]


def closed_after(*told: dict[str, Any], chips: int = 20, **options: Any) -> Table:
    """A table of three that has closed after these deals, of which Aine dealt the first."""
    table = hall_table(chips, chips, chips, house=rules(**options))
    for number, one in enumerate(told, start=1):
        record(table, number, **one)
    close_tables([table], at=later(60))
    return again(table)


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
def test_what_a_purse_no_longer_holds_comes_from_the_corrections() -> None:
    """Aine owes 8 chips and holds 4; whoever looks after the books reads where the rest is."""
    table = closed_after({"kind": "won", "winner": AINE})
    aine = table.seats.get(number=AINE).purse
    spend(aine, 20)

    told = put_right(table, fix(1, "won", winner=BRID), at=later(90))

    corrections = Account.objects.get(book=table.book_id, kind="correction")
    assert (purses(table), corrections.balance) == ([0, 26, 18], -4)
    assert [(one.account, one.chips) for one in told.missing] == [(aine, 4)]
    lent, moved = Transfer.objects.filter(reason="results_corrected").order_by("pk")
    assert lent.memo == f"{table}, deal 1: {REASON} (4 chips that {aine} no longer held)"
    assert moved.memo == f"{table}, deal 1: {REASON}"  # Brid reads it too.
    assert check_books() == []


@pytest.mark.django_db
def test_a_purse_that_is_closed_takes_nothing() -> None:
    table = closed_after({"kind": "won", "winner": BRID})
    aine = table.seats.get(number=AINE).purse
    spend(aine, 16)
    close_accounts([aine], at=later(80))

    told = put_right(table, fix(1, "won", winner=AINE), at=later(90))

    corrections = Account.objects.get(book=table.book_id, kind="correction")
    assert (purses(table), corrections.balance) == ([0, 18, 18], 8)
    assert [(one.account, one.chips) for one in told.missing] == [(aine, -8)]


def spend(purse: Account, chips: int) -> None:
    bank = Account.objects.get(book=purse.book_id, kind="bank")
    legs = {purse.pk: -chips, bank.pk: chips}
    spent = Posting(book_id=purse.book_id, reason=REDEEM, key=f"spent:{purse.pk}", legs=legs)
    post_transfer(spent, at=later(70))


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
    with pytest.raises(EntryImpossible, match="Nobody sat in seat 0"):
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
    ("corrections", "options", "error"),
    [
        ([fix(1, "spoilt", version=0)], {}, StaleResult),
        ([fix(1, "spoilt", version=2)], {}, StaleResult),
        ([fix(3, "spoilt")], {}, StaleResult),
        ([fix(4, "spoilt", version=0)], {}, WrongDeal),
        ([fix(3, version=0)], {}, WrongDeal),
        ([fix(1, "spoilt"), fix(1, "misdeal")], {}, WrongDeal),
        ([fix(1, "won")], {}, EntryImpossible),
        ([fix(1, "won", winner=SeatNumber(7))], {}, EntryImpossible),
        ([fix(1, "spoilt", seats=(AINE,))], {}, EntryImpossible),
        ([fix(1, "spoilt", seats=(AINE, BRID, SeatNumber(9)))], {}, EntryImpossible),
        ([fix(1, "spoilt")], {"reason": " "}, ReasonMissing),
        ([fix(1, "spoilt")], {"reason": "a\nb"}, ReasonMissing),
        ([fix(1, "spoilt")], {"may_be_closed": False}, TableClosed),
        ([fix(1, "spoilt")], {"at": later(31 * 24 * 3600)}, CorrectedTooLate),
    ],
    ids=str,
)
def test_refusals(
    corrections: list[Correction], options: dict[str, Any], error: type[GamesError]
) -> None:
    table = closed_after({"kind": "won", "winner": AINE}, {"kind": "won", "winner": AINE})

    with pytest.raises(error):
        put_right(table, *corrections, **{"at": later(90)} | options)
    assert ResultEntry.objects.count() == 2
    assert purses(table) == [24 - 2 + 8, 18 - 4, 18 - 2]


@pytest.mark.django_db
def test_a_stale_correction_is_told_the_entry_that_counts() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt")
    put_right(table, fix(1, "won", winner=AINE))

    with pytest.raises(StaleResult) as refusal:
        put_right(table, fix(1, "won", winner=BRID))

    assert (refusal.value.deal, refusal.value.version) == (1, 2)


@pytest.mark.django_db
def test_cards_that_were_dealt_online_are_not_put_right() -> None:
    with pytest.raises(NotRecorded):
        put_right(table_of(), fix(1, "spoilt"))


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


def test_of_two_corrections_at_once_one_counts(own_database: str) -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "won", winner=AINE)
    actor = PlayerFactory.create().pk

    def to(winner: SeatNumber) -> Callable[[], Corrected]:
        right = fix(1, "won", winner=winner)
        return lambda: put_right(table, right, actor_id=actor)

    answers = at_once([to(BRID), to(CON), to(BRID), to(CON)])

    assert sum(isinstance(answer, Corrected) for answer in answers) == 1
    assert sum(isinstance(answer, StaleResult) for answer in answers) == 3
    assert sorted(stacks(table)) == [16, 18, 26]
    assert (ResultEntry.objects.count(), check_books()) == (2, [])


def test_a_deal_is_entered_while_another_is_put_right(own_database: str) -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "won", winner=AINE)
    actor = PlayerFactory.create().pk

    def enters() -> object:
        return record_deal(table, Result(kind="won", winner=CON), number=2, at=later(5))

    def corrects() -> object:
        return put_right(table, fix(1, "won", winner=BRID), actor_id=actor, at=later(5))

    at_once([enters, corrects])

    assert stacks(table) == [16 - 2, 18 + 8 - 4, 18 - 2 + 8]
    put_right(table, fix(2, "spoilt"), actor_id=actor, at=later(6))  # The chips lie as they should.
    assert check_books() == []


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

    corrections = Account.objects.get(book=table.book_id, kind="correction")
    assert purses(table)[1:] == [26, 18]
    assert (purses(table)[0], corrections.balance) in {(0, -4), (16, 0)}
    assert check_books() == []


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
