"""Totals of a table with real cards: one balanced transfer, instead of deals."""

from typing import Any

import pytest

from games.circle import Circle
from games.errors import (
    CorrectedTooLate,
    DealsEntered,
    GamesError,
    NotRecorded,
    ReasonMissing,
    StaleTotals,
    TableClosed,
    TotalsEntered,
    TotalsImpossible,
    WrongDeal,
)
from games.evening.totals import Total, Totals
from games.models import Mode, Table, TotalsEntry
from games.play.by_hand import bring_more, upcoming
from games.play.corrections import Corrected
from games.play.record_keeping import has_totals
from games.play.totals import enter_totals
from games.records.record import record_of
from games.records.results import count_deals
from games.seat_numbers import SeatNumber
from games.tables.closing import close_tables
from ledger.audit import check_books
from ledger.books import open_account
from ledger.kinds import AccountKind
from ledger.models import Entry, Transfer
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import REASON, fix, put_right, spend
from tests.games.factories import AT, again, later, purses, rules, stacks, table_of
from tests.games.latecomers import comes
from tests.games.test_by_hand import hall_table, record

pytestmark = pytest.mark.django_db


def totals(*lines: tuple[int, int], deals: int = 10, pool: int = 0) -> Totals:
    """Of each seat the deals it won, and its chips."""
    seats = {SeatNumber(number): Total(*line) for number, line in enumerate(lines)}
    return Totals(deals=deals, of_seats=seats, pool=pool)


def enter(table: Table, told: Totals | None, **options: Any) -> Corrected:
    given: dict[str, Any] = {"version": 0, "actor_id": PlayerFactory.create().pk, "at": AT}
    return enter_totals(table, told, **given | options)


def test_one_transfer_brings_everybody_to_the_chips_that_were_counted() -> None:
    table = hall_table(20, 20, 20)

    told = enter(table, totals((3, 24), (1, 11), (2, 25)))

    assert stacks(table) == [24, 11, 25]
    assert [(one.before, one.after) for one in told.changes] == [(20, 24), (20, 11), (20, 25)]
    [moved] = Transfer.objects.filter(reason="totals")
    legs = Entry.objects.filter(transfer=moved).values_list("chips", flat=True)
    assert sorted(legs) == [-9, 4, 5]
    assert check_books() == []


def test_totals_count_in_the_records_of_those_who_sat_there() -> None:
    table = hall_table(20, 20, 20)
    enter(table, totals((3, 24), (1, 11), (2, 25), deals=8))
    seat = table.seats.get(number=1)

    [record_] = record_of(seat.player_id)

    assert (record_.deals, record_.wins, record_.spoils, record_.chips) == (8, 1, 2, -9)


def test_deals_and_totals_of_two_evenings_add_up() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "won", winner=SeatNumber(0), dealer=SeatNumber(0))
    count_deals()
    seat = table.seats.select_related("purse", "player").get(number=0)
    other = hall_table(20, 20, 20)
    purse = open_account(
        other.book, kind=AccountKind.PURSE, name="Another", holder_id=seat.player_id
    )
    other.seats.filter(number=0).update(player=seat.player, purse=purse)
    enter(other, totals((3, 24), (1, 11), (2, 25), deals=8))

    [record_] = record_of(seat.player_id)

    assert (record_.deals, record_.wins, record_.chips) == (9, 4, 4 + 4)


def test_partners_win_together() -> None:
    """Four people in pairs: seats 0 and 2 against 1 and 3. RULES.md 1.2."""
    table = hall_table(10, 10, 10, 10, house=rules(sides="pairs"))
    with pytest.raises(TotalsImpossible, match="Partners win their deals together") as refused:
        enter(table, totals((3, 10), (1, 10), (2, 10), (1, 10)))
    assert refused.value.seats == (2,)

    enter(table, totals((5, 14), (4, 6), (5, 14), (4, 6), deals=9))

    [told] = record_of(table.seats.get(number=3).player_id)
    assert (told.wins, told.spoils) == (4, 0)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            totals((3, 24), (1, 11), (2, 24)),
            "60 are at the table, and you counted 59; 1 is",
        ),
        (totals((3, 24), (1, 11), (2, 26)), "61; 1 too many"),
        (totals((3, 24), (1, 11), (2, 24), pool=2), "61; 1 too many"),
        (totals((3, 49), (1, 11)), "everybody. Not told: "),
        (
            totals((3, 24), (1, 11), (2, 25), (0, 0)),
            "Seat number 3, at which nobody sits, has no chips to count",
        ),
        (totals((3, 24), (1, 11), (2, 25), deals=5), "6 deals were won, and you entered 5"),
    ],
)
def test_totals_that_cannot_be_are_refused(told: Totals, words: str) -> None:
    table = hall_table(20, 20, 20)

    with pytest.raises(TotalsImpossible, match=words):
        enter(table, told)

    assert (stacks(table), TotalsEntry.objects.count()) == ([20, 20, 20], 0)


def test_what_still_lies_in_the_pool_is_shared_when_the_table_closes() -> None:
    table = hall_table(20, 20, 20)
    enter(table, totals((3, 24), (1, 11), (2, 19), pool=6))

    close_tables([again(table)], at=later(60))

    assert [seat.cashed_chips for seat in again(table).seats.order_by("number")] == [26, 13, 21]
    assert check_books() == []


def test_a_late_comer_who_is_in_the_totals_has_a_share_of_the_pool() -> None:
    table = hall_table(20, 20)
    comes(table, 1)
    enter(again(table), totals((3, 24), (1, 11), (2, 19), pool=6), at=later(2))
    close_tables([again(table)], at=later(60))
    assert [seat.cashed_chips for seat in again(table).seats.order_by("number")] == [26, 13, 21]

    right = totals((3, 24), (1, 11), (2, 16), pool=9)
    told = enter(again(table), right, version=1, reason=REASON, at=later(80))

    assert [one.after for one in told.changes] == [27, 14, 19]
    assert check_books() == []


def test_totals_are_put_right_and_taken_back() -> None:
    table = hall_table(20, 20, 20)
    enter(table, totals((3, 24), (1, 11), (2, 25)))

    enter(table, totals((3, 25), (1, 11), (2, 24)), version=1, reason=REASON)
    assert stacks(table) == [25, 11, 24]
    enter(table, None, version=2, reason="We keep deals")

    assert (stacks(table), has_totals(table), check_books()) == ([20, 20, 20], False, [])
    record(table, 1, "won", winner=SeatNumber(0), dealer=SeatNumber(0))
    assert record_of(table.seats.get(number=1).player_id) == []


def test_a_dry_run_and_the_same_totals_again_move_nothing() -> None:
    table = hall_table(20, 20, 20)
    told = totals((3, 24), (1, 11), (2, 25))
    shown = enter(table, told, is_dry_run=True)
    assert ([one.after for one in shown.changes], stacks(table)) == ([24, 11, 25], [20, 20, 20])
    enter(table, told)
    before = Transfer.objects.count()

    enter(table, told, version=1, reason=REASON)

    assert (Transfer.objects.count(), TotalsEntry.objects.count()) == (before, 1)


def test_chips_brought_after_the_count_lie_on_top_of_it() -> None:
    table = hall_table(20, 20, 20)
    enter(table, totals((3, 24), (1, 11), (2, 25)))
    seat = table.seats.select_related("purse").get(number=1)
    spend(seat.purse, -5)
    bring_more(table, player_id=seat.player_id, chips=5, at=later(5))

    enter(table, totals((3, 24), (1, 15), (2, 26)), version=1, reason=REASON, at=later(6))

    assert (stacks(table), check_books()) == ([24, 15, 26], [])


def test_totals_of_a_closed_table_move_the_purses() -> None:
    """Who has spent the chips meanwhile borrows them from the corrections."""
    table = hall_table(20, 20, 20)
    enter(table, totals((3, 24), (1, 11), (2, 25)))
    close_tables([again(table)], at=later(60))
    [*_, third] = [seat.purse for seat in table.seats.select_related("purse").order_by("number")]
    spend(third, 25)

    right = totals((3, 24), (1, 16), (2, 20))
    told = enter(again(table), right, version=1, reason=REASON, at=later(80))

    assert [one.chips for one in told.lending.missing] == [5]
    assert purses(table) == [24, 16, 0]
    assert check_books() == []


def test_a_table_has_deals_or_totals() -> None:
    table = hall_table(20, 20, 20)
    record(table, 1, "spoilt", dealer=SeatNumber(0))
    with pytest.raises(DealsEntered, match="A deal is entered"):
        enter(table, totals((3, 24), (1, 11), (2, 25)))
    put_right(table, fix(1))
    assert upcoming(again(table)) is not None
    enter(again(table), totals((3, 24), (1, 11), (2, 25)))

    with pytest.raises(TotalsEntered):
        record(table, 1, "spoilt")
    with pytest.raises(TotalsEntered):
        put_right(table, fix(1, "spoilt", version=2))
    assert upcoming(again(table)) is None


GOOD = totals((3, 24), (1, 11), (2, 25))


@pytest.mark.parametrize(
    ("error", "told", "options"),
    [
        (StaleTotals, GOOD, {"version": 2, "reason": REASON}),
        (ReasonMissing, totals((3, 25), (1, 11), (2, 24)), {"version": 1}),
        (ReasonMissing, None, {"version": 1, "reason": " "}),
        (CorrectedTooLate, None, {"version": 1, "reason": REASON, "at": later(3600 * 24 * 31)}),
        (TableClosed, None, {"version": 1, "reason": REASON, "may_be_closed": False}),
    ],
)
def test_what_is_refused_changes_nothing(
    error: type[GamesError], told: Totals | None, options: dict[str, Any]
) -> None:
    table = hall_table(20, 20, 20)
    enter(table, GOOD)
    close_tables([again(table)], at=later(60))
    before = purses(table)

    with pytest.raises(error):
        enter(table, told, **options)

    assert (purses(table), TotalsEntry.objects.count()) == (before, 1)


def test_a_reason_of_the_first_totals_is_looked_at_too() -> None:
    with pytest.raises(ReasonMissing, match="direction of the text"):
        enter(hall_table(20, 20, 20), GOOD, reason="Paper\u202e")


def test_there_is_nothing_to_take_back_nor_to_count_online() -> None:
    with pytest.raises(WrongDeal, match="no totals to take back"):
        enter(hall_table(20, 20), None)
    online = table_of(20, 20, 20)
    assert online.mode == Mode.ONLINE
    with pytest.raises(NotRecorded):
        enter(online, GOOD)


def test_totals_are_written_round_the_table() -> None:
    """A seat between two others has a higher number."""
    circle = Circle((SeatNumber(0), SeatNumber(2), SeatNumber(1)))
    told = totals((3, 24), (1, 11), (2, 25)).around(circle)

    assert told.to_json()["of_seats"] == [[0, 3, 24], [2, 2, 25], [1, 1, 11]]
    assert Totals.from_json(told.to_json()) == told
    assert list(Totals.from_json(told.to_json()).of_seats) == [0, 2, 1]
