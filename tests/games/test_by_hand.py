"""Tables with real cards: results that are entered, what they move, and what is refused."""

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import HouseRules, ImpossibleOutcome, first_dealer
from games.engine.outcome import OutcomeKind
from games.errors import (
    DealRecorded,
    GamesError,
    NotDealtIn,
    NotRecorded,
    TableClosed,
    TablePlayedOut,
    TooFewPlayers,
    WrongDeal,
)
from games.evening.result import Result
from games.fairness.shuffle import shuffled_pack
from games.models import Deal, Mode, Table
from games.play.by_hand import record_deal
from games.play.taking_back import take_back
from games.seat_numbers import SeatNumber
from games.sight.moved_chips import chips_moved
from games.tables.closing import close_tables
from ledger.audit import check_books
from ledger.models import Transfer
from tests.clubs.factories import PlayerFactory
from tests.games.factories import (
    AT,
    STANDARD,
    again,
    later,
    outcome_of,
    purses,
    rules,
    stacks,
    table_of,
)
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db


def dealer_of(anchor: bytes, seats: int, house: HouseRules) -> int:
    return first_dealer(shuffled_pack(anchor), seats=seats, rules=house)


def hall_table(*chips: int, house: HouseRules = STANDARD, **options: Any) -> Table:
    """A table with real cards, of 20 chips each or of those given, at which seat 0 deals first."""
    options = {"mode": Mode.RECORDED} | options
    table = table_of(*(chips or (20,) * 5), bots=False, house=house, **options)
    return where_seat_0_deals_first(table)


def where_seat_0_deals_first(table: Table) -> Table:
    """The table, its anchor searched for, so that the cards say so."""
    anchors = (sha256(number.to_bytes(2)).digest() for number in count())
    sizes = range(2, table.seats.count() + 1)  # However many can pay.
    house = table.rules
    anchor = next(one for one in anchors if all(dealer_of(one, n, house) == 0 for n in sizes))
    Table.objects.filter(pk=table.pk).update(anchor=anchor)
    return again(table)


def record(table: Table, number: int, kind: OutcomeKind, **result: Any) -> Deal:
    return record_deal(table, Result(kind=kind, **result), number=number, at=AT)


def test_an_evening_of_real_cards() -> None:
    """RULES.md 7: the check of five players, with a jink by a seat that did not deal."""
    table = hall_table()

    record(table, 1, "spoilt")  # 12: each 2, seat 0 deals and puts in 2 more.
    assert stacks(table) == [16, 18, 18, 18, 18]
    record(table, 2, "spoilt")  # 19: each 1, and seat 1 the extra of 2.
    assert stacks(table) == [15, 15, 17, 17, 17]
    record(table, 3, "won", winner=4)  # 26 to seat 4, after each 1 and seat 2 the extra of 2.
    assert stacks(table) == [14, 14, 14, 16, 16 + 26]
    record(table, 4, "jinked", winner=0)  # A new pool of 12, and 2 from each of four.
    assert stacks(table) == [14 - 2 + 12 + 8, 10, 10, 10, 38]

    close_tables([table], at=AT)
    assert purses(table) == [32, 10, 10, 10, 38]
    assert check_books() == []


def test_more_people_cost_no_more_queries() -> None:
    tables = [hall_table(*(20,) * people) for people in (3, 8)]
    counts = []
    for table in tables:
        with CaptureQueriesContext(connection) as queries:
            record(table, 1, "jinked", winner=2)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_whoever_would_deal_anyway_may_be_named() -> None:
    """RULES.md 7.5: seat 1 is in turn and has no chip, so seat 2 deals, said or not.

    If seat 0 deals out of turn, seat 1 owes nothing and plays.
    """
    house = rules(new_pool="dealer", stake=2, dealer_extra=0, jink_bonus="none")
    deals = []
    for number, named in enumerate((None, 2, 0)):
        table = hall_table(20, 2, 20, house=house, name=f"Table {number}")
        record(table, 1, "won", winner=2)
        dealer = None if named is None else SeatNumber(named)
        deals.append(record(table, 2, "won", winner=0, dealer=dealer))

    assert [deal.seat_numbers for deal in deals] == [[0, 2], [0, 2], [0, 1, 2]]
    assert [deal.contributions for deal in deals] == [[0, 2], [0, 2], [2, 0, 0]]


def test_a_dealer_who_cannot_deal_is_refused_by_name() -> None:
    """RULES.md 7.5: and so is a dealer with whom nobody else could play."""
    house = rules(new_pool="dealer", stake=2, dealer_extra=0, jink_bonus="none")
    table = hall_table(20, 2, 20, house=house)
    record(table, 1, "won", winner=2)
    name = str(table.seats.get(number=1).player)

    with pytest.raises(NotDealtIn, match=f"^{name} cannot deal now"):
        record(table, 2, "spoilt", dealer=SeatNumber(1))
    with pytest.raises(NotDealtIn, match=r"^Seat number 7, at which nobody sits, cannot deal"):
        record(table, 2, "spoilt", dealer=SeatNumber(7))
    with pytest.raises(NotDealtIn, match=f"^{name} was not dealt in to this deal"):
        record(table, 2, "won", winner=SeatNumber(1))


def test_a_deal_with_real_cards_has_no_pack_and_no_actions() -> None:
    deal = record(hall_table(), 1, "won", winner=2)

    assert deal.is_recorded
    assert deal.settled_at is not None
    assert not deal.actions.exists()


def test_the_same_result_entered_again_is_harmless() -> None:
    table = hall_table()
    first = record(table, 1, "won", winner=2, tricks={2: 3, 4: 1})
    before = Transfer.objects.count()

    assert record(table, 1, "won", winner=2, tricks={2: 3, 4: 1}) == first
    assert Transfer.objects.count() == before
    with pytest.raises(DealRecorded):
        record(table, 1, "won", winner=3)
    with pytest.raises(DealRecorded):
        record(table, 1, "spoilt")


def test_the_entry_of_a_deal_is_kept_with_whoever_entered_it() -> None:
    table = hall_table(20, 20, 20)
    scorer = HolderFactory.create()
    told = Result(kind="spoilt", barred={SeatNumber(2): "revoked"})

    deal = record_deal(table, told, number=1, actor_id=scorer.pk, at=later(5))

    entry = deal.entries.get()
    assert (entry.version, entry.by, entry.at, entry.reason) == (1, scorer, later(5), "")
    assert (entry.seat_numbers, entry.result) == ([0, 1, 2], told)
    with pytest.raises(DealRecorded, match=str(scorer)):
        record(table, 1, "spoilt")


def test_a_deal_keeps_what_everybody_put_in_and_gained() -> None:
    """RULES.md 7.1, 7.4: seat 0 deals and puts in the extra; seat 2 jinks."""
    deal = record(hall_table(20, 20, 20), 1, "jinked", winner=2)

    assert (deal.contributions, deal.gains) == ([4, 2, 2], [-2, -2, 8 + 4])
    assert list(chips_moved([deal]).values()) == [-6, -4, 10]


def test_the_first_dealer_is_named_as_the_cards_of_the_hall_fell() -> None:
    """RULES.md 1.4: and the deal passes on from there."""
    table = hall_table(20, 20, 20)

    first = record(table, 1, "spoilt", dealer=SeatNumber(1))

    assert (first.dealer, first.contributions) == (1, [2, 4, 2])
    assert record(table, 2, "spoilt").dealer == 2
    with pytest.raises(NotDealtIn):
        record(table, 3, "spoilt", dealer=SeatNumber(7))
    assert record(table, 3, "spoilt", dealer=SeatNumber(1)).contributions == [1, 3, 1]


def test_the_dealer_alone_opens_a_later_pool_where_the_house_has_it() -> None:
    """RULES.md 7.1: per table; a pool that was taken back was never won."""
    table = hall_table(house=rules(new_pool="dealer"))
    won = record(table, 1, "won", winner=4)
    assert stacks(table) == [16, 18, 18, 18, 30]
    take_back(won, actor_id=PlayerFactory.create().pk, reason="It was seat 3.", at=AT)
    record(table, 1, "won", winner=3)
    assert stacks(table) == [16, 18, 18, 30, 18]

    second = record(table, 2, "won", winner=0)

    assert second.is_new_pool
    assert stacks(table) == [16 + 4, 18 - 4, 18, 30, 18]


def test_the_newcomers_of_a_later_pool_pay_the_stake() -> None:
    """RULES.md 7.1, 7.7: somebody was not dealt in before."""
    table = hall_table(20, 20, 20, house=rules(new_pool="dealer"))
    table.seats.filter(number=2).update(is_sitting_out=True)
    record(table, 1, "won", winner=1)
    table.seats.update(is_sitting_out=False)

    record(table, 2, "won", winner=0)

    assert stacks(table) == [16 + 6, 18 + 6 - 4, 20 - 2]


def test_a_short_stack_pays_what_it_has_for_a_jink() -> None:
    """RULES.md 7.5: table stakes; the rest is not owed."""
    table = hall_table(20, 20, 3)

    record(table, 1, "jinked", winner=0)

    assert stacks(table) == [20 - 4 + 8 + 2 + 1, 16, 0]


def test_somebody_who_cannot_pay_sits_out_and_the_deal_passes_by() -> None:
    """RULES.md 7.5."""
    table = hall_table(20, 1, 20, 20)
    record(table, 1, "won", winner=2)

    deal = record(table, 2, "won", winner=3)

    assert deal.seat_numbers == [0, 2, 3]
    assert deal.seat_numbers[deal.dealer] == 2
    with pytest.raises(NotDealtIn):
        record(table, 3, "won", winner=1)


def test_after_a_misdeal_the_next_deals_and_pays_alone() -> None:
    """RULES.md 1.6: lose_deal."""
    table = hall_table(house=rules(misdeal="lose_deal"))
    record(table, 1, "misdeal")
    assert stacks(table) == [16, 18, 18, 18, 18]

    deal = record(table, 2, "won", winner=3)

    assert deal.seat_numbers[deal.dealer] == 1
    assert stacks(table) == [16, 16, 18, 18 + 14, 18]
    assert not deal.is_new_pool
    assert record(table, 3, "spoilt").is_new_pool


def test_the_dealer_may_pay_again_and_deal_again() -> None:
    """RULES.md 1.6: pay_and_redeal."""
    table = hall_table(house=rules(misdeal="pay_and_redeal"))
    record(table, 1, "misdeal", is_dealt_again=True)

    deal = record(table, 2, "spoilt")

    assert deal.seat_numbers[deal.dealer] == 0
    assert stacks(table) == [14, 18, 18, 18, 18]


def test_dealing_again_is_refused_where_the_house_does_not_have_it() -> None:
    """RULES.md 1.6."""
    table = hall_table()

    with pytest.raises(ImpossibleOutcome, match=r"1\.6"):
        record(table, 1, "misdeal", is_dealt_again=True)
    assert not table.deals.exists()


def test_somebody_who_misdealt_cannot_win_where_they_forfeit() -> None:
    """RULES.md 1.6: forfeit_stake."""
    table = hall_table(house=rules(misdeal="forfeit_stake"))
    record(table, 1, "misdeal")

    with pytest.raises(ImpossibleOutcome, match=r"4\.6"):
        record(table, 2, "won", winner=0)
    deal = record(table, 2, "won", winner=1)
    assert outcome_of(deal).barred == (0,)
    assert record(table, 2, "won", winner=1) == deal
    assert stacks(table) == [16, 18 + 12, 18, 18, 18]


def test_two_misdeals_running_bar_both_who_misdealt() -> None:
    """RULES.md 1.6: and one that was taken back bars nobody."""
    table = hall_table(house=rules(misdeal="forfeit_stake"))
    record(table, 1, "misdeal")
    second = record(table, 2, "misdeal")
    assert outcome_of(second).barred == (0,)
    for barred in (0, 1):
        with pytest.raises(ImpossibleOutcome, match=r"4\.6"):
            record(table, 3, "won", winner=barred)

    third = record(table, 3, "spoilt")

    assert outcome_of(third).barred == (0, 1)
    assert record(table, 3, "spoilt") == third
    assert outcome_of(record(table, 4, "won", winner=0)).barred == ()


def test_a_misdeal_that_was_none_is_taken_back_and_bars_nobody() -> None:
    """RULES.md 1.6."""
    table = hall_table(house=rules(misdeal="forfeit_stake"))
    record(table, 1, "misdeal")
    second = record(table, 2, "misdeal")
    take_back(second, actor_id=PlayerFactory.create().pk, reason="It was none.", at=AT)

    again = record(table, 2, "spoilt")

    assert (again.dealer, outcome_of(again).barred) == (1, (0,))
    assert record(table, 2, "spoilt") == again
    assert stacks(table) == [16, 18, 18, 18, 18]


def test_misdeals_do_not_count_as_deals() -> None:
    table = hall_table(deals_limit=1)
    record(table, 1, "misdeal")
    record(table, 2, "spoilt")

    with pytest.raises(TablePlayedOut):
        record(table, 3, "spoilt")


def test_a_game_for_points_carries_its_scores() -> None:
    """RULES.md 8.1: stakes once a game, the scores from deal to deal."""
    table = hall_table(20, 20, house=HouseRules.preset("twenty_five"))
    record(table, 1, "scored", scores={0: 15, 1: 10}, tricks={0: 3, 1: 2})

    second = record(table, 2, "won", winner=0, scores={0: 25, 1: 15}, tricks={0: 2, 1: 1})

    assert second.scores == [15, 10]
    assert not second.is_new_pool
    assert stacks(table) == [21, 19]
    third = record(table, 3, "scored", scores={0: 10, 1: 15})
    assert (third.scores, third.is_new_pool) == ([0, 0], True)


def online(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(mode=Mode.ONLINE)


def closed(table: Table) -> None:
    close_tables([table], at=AT)


def broke(table: Table) -> None:
    table.seats.exclude(number=0).delete()


def untouched(table: Table) -> None:
    pass


@pytest.mark.parametrize(
    ("prepare", "number", "error"),
    [
        (online, 1, NotRecorded),
        (closed, 1, TableClosed),
        (untouched, 2, WrongDeal),
        (broke, 1, TooFewPlayers),
    ],
)
def test_refusals(prepare: Callable[[Table], None], number: int, error: type[GamesError]) -> None:
    table = hall_table()
    prepare(table)

    with pytest.raises(error):
        record(table, number, "spoilt")
    assert not table.deals.exists()
