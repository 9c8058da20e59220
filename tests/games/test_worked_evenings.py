"""The evenings of the sources, entered at tables of real cards: chips as counted by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine import PRESETS, ImpossibleOutcome, Ruleset
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Mode, Table
from games.play.by_hand import record_deal
from games.play.corrections import correct_results
from games.play.lineup import next_sitting
from games.seat_numbers import SeatNumber
from ledger.audit import check_books
from tests.games.factories import AT, again, outcome_of, stacks, table_of
from tests.games.worked_evenings import MISDEALT_AGAIN, SPOIL_FIVE, Night, PutRight, Worked
from tests.games.worked_pairs import IN_PAIRS
from tests.games.worked_points import ALONE

pytestmark = pytest.mark.django_db
NIGHTS = [*SPOIL_FIVE, *ALONE, *IN_PAIRS]


def hall_table(people: int, preset: str, **changes: Any) -> Table:
    house = Ruleset(preset, changes)
    return table_of(*(60,) * people, bots=False, house=house, mode=Mode.RECORDED)


def play(table: Table, evening: Sequence[Worked]) -> None:
    """Enter the deals in order; before and after each the chips are those of the hall."""
    for number, worked in enumerate(evening, start=1):
        first = SeatNumber(0) if number == 1 else None
        before = again(table)
        goes_in = sum(next_sitting(before).lineup(first).contributions)
        for seat in worked.cannot_win:
            said = {**worked.told, "kind": "won", "winner": seat}
            with pytest.raises(ImpossibleOutcome):
                record_deal(table, Result(**said), number=number, at=AT)
        deal = record_deal(
            table, Result(kind=worked.kind, dealer=first, **worked.told), number=number, at=AT
        )

        assert deal.seat_numbers[deal.dealer] == worked.dealer, number
        assert before.pool.balance + goes_in == worked.pool, number
        assert tuple(stacks(table)) == worked.stacks, number
        assert outcome_of(deal).scores == worked.scores, number
    assert list(check_books()) == []


def put_right(table: Table, wrong: PutRight) -> None:
    """Put right what was entered wrong, in one request."""
    corrections = [
        Correction(
            deal=number,
            version=1,
            result=Result(kind=kind, dealer=SeatNumber(0) if number == 1 else None, **told),
        )
        for number, (kind, told) in wrong.deals.items()
    ]
    player = table.seats.get(number=1).player_id
    correct_results(table, corrections, actor_id=player, reason="Read from paper", at=AT)


def name(night: Night) -> str:
    return f"{night.preset}-{night.people}"


@pytest.mark.parametrize("night", NIGHTS, ids=name)
def test_a_night(night: Night) -> None:
    """As it was entered, and once it is put right, as in the hall."""
    table = hall_table(night.people, night.preset, **night.changes)
    play(table, night.deals)

    put_right(table, night.put_right)

    after, wrong = again(table), night.put_right
    following = next_sitting(after).lineup()
    assert (tuple(stacks(table)), after.pool.balance) == (wrong.stacks, wrong.pool)
    assert following.numbers[following.dealer] == wrong.dealer
    assert outcome_of(table.deals.latest("number")).scores == wrong.scores
    assert list(check_books()) == []


def test_a_dealer_pays_and_deals_again() -> None:
    play(hall_table(5, "peel", misdeal="pay_and_redeal"), MISDEALT_AGAIN)


def test_every_preset_has_its_night() -> None:
    """And every one that has pairs has one of them."""
    assert {night.preset for night in NIGHTS} == PRESETS.keys()
    in_pairs = {night.preset for night in NIGHTS if night.people == 4}
    assert in_pairs >= {name for name in PRESETS if Ruleset(name).at(4).sides == "pairs"}


@pytest.mark.parametrize("night", [*SPOIL_FIVE, *ALONE, *IN_PAIRS[2:]], ids=name)
def test_a_night_has_a_misdeal_and_somebody_who_is_barred(night: Night) -> None:
    assert len(night.deals) == 6
    assert "misdeal" in {worked.kind for worked in night.deals}
    assert any("barred" in worked.told for worked in night.deals)
