"""Results of real cards that are put right: the chips lie as if they had been entered so."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import HouseRules
from games.errors import (
    CorrectedTooLate,
    EntryImpossible,
    GamesError,
    NotRecorded,
    ReasonMissing,
    StaleResult,
    TableClosed,
    WrongDeal,
)
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import ResultEntry
from games.play.by_hand import record_deal
from games.play.corrections import Corrected
from games.play.lineup import next_sitting
from games.seat_numbers import SeatNumber
from games.sight.moved_chips import chips_moved
from ledger.audit import check_books
from ledger.models import Transfer
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import (
    AINE,
    BRID,
    CON,
    DAN,
    ENA,
    REASON,
    closed_after,
    fix,
    kinds,
    put_right,
)
from tests.games.crowds import at_once
from tests.games.factories import (
    again,
    later,
    outcome_of,
    purses,
    rules,
    stacks,
    table_of,
)
from tests.games.test_by_hand import hall_table, record


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
    upcoming = next_sitting(again(table)).lineup()
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

    with pytest.raises(EntryImpossible, match=r"^Deal 2: A barred side cannot win") as refusal:
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
