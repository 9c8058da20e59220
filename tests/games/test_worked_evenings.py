"""The evenings of the sources, entered at tables of real cards: chips as counted by hand."""

from collections.abc import Sequence

import pytest

from games.engine import PRESETS, Ruleset
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Mode, Table
from games.play.by_hand import record_deal
from games.play.corrections import correct_results
from games.play.lineup import next_sitting
from games.seat_numbers import SeatNumber
from ledger.audit import check_books
from tests.games.factories import AT, again, outcome_of, stacks, table_of
from tests.games.worked_evenings import ALONE, IN_PAIRS, MISDEALT_AGAIN, POINTS, Worked

pytestmark = pytest.mark.django_db


def hall_table(people: int, preset: str, **changes: str) -> Table:
    house = Ruleset(preset, changes)
    return table_of(*(60,) * people, bots=False, house=house, mode=Mode.RECORDED)


def play(table: Table, evening: Sequence[Worked]) -> None:
    """Enter the deals in order; before and after each the chips are those of the hall."""
    for number, worked in enumerate(evening, start=1):
        first = SeatNumber(0) if number == 1 else None
        before = again(table)
        lineup = next_sitting(before).lineup(first)
        goes_in = sum(lineup.contributions)
        deal = record_deal(
            table, Result(kind=worked.kind, dealer=first, **worked.told), number=number, at=AT
        )

        assert deal.seat_numbers[deal.dealer] == worked.dealer, number
        assert before.pool.balance + goes_in == worked.pool, number
        assert tuple(stacks(table)) == worked.stacks, number
        assert outcome_of(deal).scores == worked.scores, number
    assert list(check_books()) == []


@pytest.mark.parametrize("preset", ALONE)
def test_an_evening_of_spoil_five(preset: str) -> None:
    """The last result is wrong, and is put right as in the hall."""
    evening, corrected = ALONE[preset]
    table = hall_table(5, preset)
    play(table, evening)

    seat_1_won = Correction(deal=6, version=1, result=Result(kind="won", winner=SeatNumber(1)))
    player = table.seats.get(number=1).player_id
    correct_results(table, [seat_1_won], actor_id=player, reason="It was seat 1", at=AT)

    assert tuple(stacks(table)) == corrected
    assert next_sitting(again(table)).lineup().dealer == 1
    assert list(check_books()) == []


def test_a_dealer_pays_and_deals_again() -> None:
    play(hall_table(5, "peel", misdeal="pay_and_redeal"), MISDEALT_AGAIN)


@pytest.mark.parametrize("preset", POINTS)
def test_a_game_for_points(preset: str) -> None:
    people, evening = POINTS[preset]
    play(hall_table(people, preset), evening)


@pytest.mark.parametrize("preset", IN_PAIRS)
def test_a_game_for_points_in_pairs(preset: str) -> None:
    play(hall_table(4, preset, sides="pairs"), IN_PAIRS[preset])


def test_every_preset_has_its_evening() -> None:
    assert ALONE.keys() | POINTS.keys() == PRESETS.keys()
