"""A side is who it was formed of, whoever else drops out or sits down (RULES.md 1.8)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubs.table_kinds import NIGHT
from games.engine import HouseRules, Outcome, Place
from games.errors import EntryImpossible, NotDealtIn, SideNotWhole
from games.evening.result import Result
from games.evening.sides import (
    Sides,
    missing_partners,
    sides_formed,
    vacant_side,
    whole_sides,
    wrongly_paired,
)
from games.evening.slots import Correction
from games.models import Deal, Mode, Seat, Table
from games.play.by_hand import bring_more, record_deal, upcoming
from games.play.corrections import correct_results
from games.play.lineup import next_sitting
from games.policies import Policies, WhenSideBroken
from games.seat_numbers import SeatNumber
from games.tables.hosting import seat_late, take_home
from games.tables.opening import open_table
from tests.games.factories import AT, again, later, rules, stacks, table_of
from tests.games.fireside import guest
from tests.ledger.factories import BookFactory

PAIRS = rules(sides="pairs")
TWO_SIDES = rules(sides="two_sides")
THREES = rules(sides="threes")


def of(*sides: int | None) -> dict[SeatNumber, int]:
    """The side of each seat, from seat 0 on."""
    return {SeatNumber(one): side for one, side in enumerate(sides) if side is not None}


def numbers(*seats: int) -> tuple[SeatNumber, ...]:
    return tuple(map(SeatNumber, seats))


def dealt_in(
    house: HouseRules, sides: Mapping[SeatNumber, int], able: Iterable[int], there: Iterable[int]
) -> tuple[int, ...]:
    return whole_sides(house, Sides(sides, numbers(*there)), numbers(*able))


@pytest.mark.parametrize(
    ("house", "sides", "able", "there", "found"),
    [
        (PAIRS, of(0, 1, 2, 0, 1, 2), range(6), range(6), range(6)),
        # One of a pair is short of chips: the other sits out, and the rest plays.
        (PAIRS, of(0, 1, 2, 0, 1, 2), [0, 2, 3, 4, 5], range(6), [0, 2, 3, 5]),
        # One each of two pairs: one pair is left, who play alone.
        (PAIRS, of(0, 1, 2, 0, 1, 2), [0, 3, 4, 5], range(6), []),
        (PAIRS, of(0, 1, 2, 0, 1, 2), [0, 3, 4, 5], [0, 3, 4, 5], []),
        # A newcomer sits where the partner sat who has gone home.
        (PAIRS, of(0, 1, 0, 1, None), [0, 1, 4, 3], [0, 1, 4, 3], [0, 1, 4, 3]),
        # A newcomer takes nobody's place whose partner is there.
        (PAIRS, of(0, 1, 0, 1, None), [0, 1, 4, 3], [0, 1, 2, 3, 4], []),
        # Two newcomers who sit opposite are a pair; side by side they wait.
        (PAIRS, of(0, 1, 0, 1, None, None), [0, 1, 4, 2, 3, 5], range(6), [0, 1, 4, 2, 3, 5]),
        (PAIRS, of(0, 1, 0, 1, None, None), range(6), range(6), range(4)),
        (PAIRS, {}, range(4), range(4), range(4)),
        (PAIRS, {}, range(5), range(5), []),
        (THREES, of(0, 1, 2, 0, 1, 2, 0, 1, 2), [0, 2, 3, 4, 5, 6, 7, 8], range(9),
         [0, 2, 3, 5, 6, 8]),
        (TWO_SIDES, of(0, 1, 0, 1), [0, 1, 2], range(4), []),
        (TWO_SIDES, of(0, 1, 0, 1, 0, 1), [0, 3, 4, 5], [0, 3, 4, 5], [0, 3, 4, 5]),
        # Those who stay do not sit alternately.
        (TWO_SIDES, of(0, 1, 0, 1, 0, 1), [0, 2, 3, 5], [0, 2, 3, 5], []),
        (rules(), of(0, 1, 2), [0, 2], range(3), [0, 2]),
    ],
)  # fmt: skip
def test_who_is_dealt_in(
    house: HouseRules,
    sides: dict[SeatNumber, int],
    able: Iterable[int],
    there: Iterable[int],
    found: Iterable[int],
) -> None:
    assert dealt_in(house, sides, able, there) == tuple(found)


@pytest.mark.parametrize(
    ("house", "sides", "able", "there", "missing"),
    [
        (PAIRS, of(0, 1, 2, 0, 1, 2), range(6), range(6), []),
        (PAIRS, of(0, 1, 2, 0, 1, 2), [0, 2, 3, 4, 5], range(6), [1]),
        (PAIRS, of(0, 1, 2, 0, 1, 2), [0, 3, 4, 5], [0, 3, 4, 5], [1, 2]),
        # A whole side that is out is missed by nobody.
        (PAIRS, of(0, 1, 2, 0, 1, 2), [0, 2, 3, 5], range(6), []),
        # Whoever took the place of somebody is missing, and not that one.
        (PAIRS, of(0, 1, 0, 1, 0), [0, 1, 3], [0, 1, 3], [4]),
        (PAIRS, of(0, 1, 0, 1, 0), [0, 1, 3, 4], [0, 1, 3, 4], []),
        # A newcomer without a side keeps nobody waiting.
        (PAIRS, of(0, 1, 0, 1, None), range(5), range(5), []),
        (THREES, of(0, 1, 2, 0, 1, 2, 0, 1, 2), [0, 2, 3, 5, 6, 8, 7], range(9), [1, 4]),
        (TWO_SIDES, of(0, 1, 0, 1, 0, 1), [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [5]),
        (TWO_SIDES, of(0, 1, 0, 1, 0, 1), [0, 1, 2, 3], [0, 1, 2, 3], []),
        (rules(), of(0, 1, 2), [0, 2], range(3), []),
    ],
)
def test_who_is_missing(
    house: HouseRules,
    sides: dict[SeatNumber, int],
    able: Iterable[int],
    there: Iterable[int],
    missing: Iterable[int],
) -> None:
    found = missing_partners(house, Sides(sides, numbers(*there)), numbers(*able))

    assert found == tuple(missing)


def test_new_sides_take_new_numbers() -> None:
    known = Sides(of(0, 1, 0, 1), numbers(*range(6)))

    formed = sides_formed(PAIRS, known, numbers(0, 1, 4, 2, 3, 5))

    assert formed == {0: 0, 1: 1, 4: 2, 2: 0, 3: 1, 5: 2}


def test_who_is_paired_wrongly() -> None:
    sides = of(0, 1, 2, 0, 1, 2)

    assert wrongly_paired(PAIRS, sides, numbers(0, 1, 3, 4)) == ()
    assert wrongly_paired(PAIRS, sides, numbers(0, 3, 4, 5)) == (0, 4)
    assert wrongly_paired(PAIRS, of(0, None, None, 0), numbers(0, 1, 2, 3)) == (0, 3)
    assert wrongly_paired(rules(), sides, numbers(0, 3, 4, 5)) == ()


def test_the_place_that_is_vacant() -> None:
    assert vacant_side(PAIRS, [0, 1, 1], [0, 1]) == 0
    assert vacant_side(PAIRS, [0, 0, 1, 1], [0, 1]) is None
    assert vacant_side(TWO_SIDES, [0, 1, 0], [1]) == 1
    assert vacant_side(TWO_SIDES, [0, 1, 0, 1], [1]) is None


pytestmark = pytest.mark.django_db


SITS_OUT = replace(NIGHT.policies, when_side_broken=WhenSideBroken.SIT_OUT)


def hall(*chips: int, house: HouseRules = PAIRS, policies: Policies = NIGHT.policies) -> Table:
    """A table with real cards: of six in pairs 0 and 3, 1 and 4, and 2 and 5 are partners."""
    book = BookFactory.create()
    return open_table(
        book,
        rules=house,
        policies=policies,
        seats=[guest(book, chips=some) for some in chips or (20,) * 6],
        name="Table 1",
        mode=Mode.RECORDED,
        at=AT,
    )


def seat(table: Table, number: int) -> Seat:
    return Seat.objects.select_related("stack", "player").get(table=table, number=number)


def enters(table: Table, number: int, **told: object) -> Deal:
    return record_deal(table, Result(**told), number=number, at=later(number))  # type: ignore[arg-type]


def test_the_sides_of_a_table_are_rows_from_its_opening() -> None:
    assert [one.side for one in hall().seats.order_by("number")] == [0, 1, 2, 0, 1, 2]
    assert {one.side for one in table_of().seats.all()} == {None}


def one_and_two_are_broke(policies: Policies = NIGHT.policies) -> Table:
    """After one spoilt deal, to which all gave their stake."""
    table = hall(20, 2, 2, 20, 20, 20, policies=policies)
    enters(table, 1, kind="spoilt", dealer=SeatNumber(0))
    assert [one.number for one in table.seats.all() if one.stack.balance == 0] == [1, 2]
    return again(table)


@pytest.mark.parametrize("policies", [NIGHT.policies, SITS_OUT])
def test_partners_stay_partners_when_two_of_different_pairs_are_broke(policies: Policies) -> None:
    """With them 4 and 5 sit out, and one pair alone is no deal."""
    table = one_and_two_are_broke(policies)

    assert upcoming(table) is None
    lineup = next_sitting(table).lineup()
    assert (lineup.numbers, lineup.waiting) == ((), (0, 3, 4, 5))
    assert lineup.missing == (1, 2)
    with pytest.raises(SideNotWhole, match="deals no cards without"):
        enters(table, 2, kind="won", winner=SeatNumber(0))


def test_whoever_brings_chips_plays_with_their_partner_again() -> None:
    table = one_and_two_are_broke(SITS_OUT)
    bring_more(table, player_id=seat(table, 1).player_id, chips=10, at=later(2))

    before = stacks(table)
    deal = enters(table, 2, kind="won", winner=SeatNumber(0))

    assert deal.seat_numbers == [0, 1, 3, 4]
    won = [after - was for after, was in zip(stacks(table), before, strict=True)]
    assert [chips > 0 for chips in won] == [True, False, False, True, False, False]
    assert won[5] == 0
    call_command("check_sides", stdout=StringIO())


def test_a_substitute_plays_with_the_partner_of_whom_they_replace() -> None:
    table = hall()
    enters(table, 1, kind="spoilt", dealer=SeatNumber(0))
    gone = seat(table, 2)
    take_home(table, player_id=gone.player_id, may_wait=True, at=later(2))
    newcomer = seat_late(table, guest(table.book, chips=20), after=gone.number, at=later(3))

    assert newcomer.side == 2
    deal = enters(table, 2, kind="won", winner=newcomer.number)
    assert set(deal.seat_numbers) == {0, 1, 3, 4, 5, 6}
    assert deal.outcome is not None
    assert {deal.seat_numbers[place] for place in deal.outcome.winners} == {5, 6}


def test_one_of_each_of_two_pairs_leaves() -> None:
    table = hall()
    enters(table, 1, kind="spoilt", dealer=SeatNumber(0))
    for number in (1, 2):
        take_home(table, player_id=seat(table, number).player_id, may_wait=True, at=later(2))

    assert upcoming(again(table)) is None


def test_whoever_sits_down_alone_waits_for_a_partner() -> None:
    table = hall(20, 20, 20, 20)
    late = seat_late(table, guest(table.book, chips=20), may_wait=True, at=later(1))

    deal = enters(table, 1, kind="won", winner=SeatNumber(0), dealer=SeatNumber(0))
    assert deal.seat_numbers == [0, 1, 2, 3]
    other = seat_late(table, guest(table.book, chips=20), after=SeatNumber(1), at=later(2))
    deal = enters(table, 2, kind="spoilt")
    assert deal.seat_numbers == [0, 1, other.number, 2, 3, late.number]
    assert {seat(table, one.number).side for one in (late, other)} == {2}


def test_the_score_is_that_of_the_side() -> None:
    """One of each of two pairs leaves in Twenty-five: nobody scores for another side."""
    house = HouseRules.from_json(HouseRules.preset("twenty_five").to_json() | {"sides": "pairs"})
    table = hall(house=house)
    tricks = {SeatNumber(0): 3, SeatNumber(1): 1, SeatNumber(2): 1}
    enters(table, 1, kind="scored", tricks=tricks, dealer=SeatNumber(0))
    gone = seat(table, 3)
    take_home(table, player_id=gone.player_id, may_wait=True, at=later(2))
    newcomer = seat_late(table, guest(table.book, chips=20), after=gone.number, at=later(3))

    following = upcoming(again(table))

    assert following is not None
    scores = dict(zip(following.usual.numbers, following.usual.scores, strict=True))
    assert scores == {0: 15, 1: 5, 2: 5, newcomer.number: 15, 4: 5, 5: 5}


def test_a_misdeal_of_which_too_few_are_left_is_void() -> None:
    """RULES.md 1.6: the next deal is an ordinary one, and what was paid stays in the pool."""
    table = hall(20, 20, house=rules())
    enters(table, 1, kind="misdeal", dealer=SeatNumber(0))
    paid = again(table).pool.balance
    take_home(table, player_id=seat(table, 0).player_id, may_wait=True, at=later(2))
    for number in range(2):
        seat_late(table, guest(table.book, chips=20), may_wait=True, at=later(3 + number))

    following = upcoming(again(table))

    assert following is not None
    assert following.usual.numbers == (1, 2, 3)
    assert paid > 0
    dues = dict(zip(following.usual.numbers, following.usual.contributions, strict=True))
    dealer = following.usual.numbers[following.usual.dealer]
    assert dues[SeatNumber(1)] == 1 + 2 * (dealer == 1)  # The top-up, which a misdeal forgives.


def test_a_correction_parts_no_partners() -> None:
    table = hall()
    enters(table, 1, kind="spoilt", dealer=SeatNumber(0))
    wrong = Correction(
        deal=1,
        version=1,
        result=Result(kind="won", winner=SeatNumber(0), dealer=SeatNumber(0)),
        seats=numbers(0, 3, 4, 5),
    )

    with pytest.raises((EntryImpossible, NotDealtIn), match="the partners of"):
        correct_results(
            table, [wrong], actor_id=seat(table, 0).player_id, reason="Wrong", at=later(9)
        )


def test_deals_of_others_than_the_sides_are_named() -> None:
    table = hall()
    deal = enters(table, 1, kind="won", winner=SeatNumber(0), dealer=SeatNumber(0))
    won = Outcome("won", (Place(0), Place(2)), (0,) * 4)
    Deal.objects.filter(pk=deal.pk).update(seat_numbers=[0, 3, 4, 5], outcome_json=won.to_json())

    said = StringIO()
    with pytest.raises(CommandError, match="1 deals were not played"):
        call_command("check_sides", stdout=said)
    assert f"Deal 1 of {table}" in said.getvalue()
