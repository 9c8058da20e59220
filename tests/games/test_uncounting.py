"""A deal that is taken back after it was counted leaves records and ratings again."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection

from clubs.table_kinds import NIGHT
from games.engine import HouseRules
from games.engine.outcome import OutcomeKind
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Deal, DealResult, Mode, Rating, Table
from games.play.by_hand import record_deal
from games.play.corrections import correct_results
from games.play.taking_back import take_back as take_back_deal
from games.records.record import record_of
from games.records.results import count_deals, uncount_deals
from games.seat_numbers import SeatNumber
from games.tables.opening import open_table
from games.tasks import count_deals as sweep
from tests.games.factories import AT, STANDARD, plans
from tests.ledger.factories import BookFactory

pytestmark = pytest.mark.django_db
Belief = tuple[float, float, float, int]


def tables_of_four(*houses: HouseRules) -> list[Table]:
    """Tables of the same players, with real cards: who wins is entered by hand."""
    book = BookFactory.create()
    everything = plans(book, *(20 * len(houses),) * 4, bots=False)
    seats = [replace(plan, chips=20) for plan in everything]
    return [
        open_table(
            book,
            rules=house,
            policies=NIGHT.policies,
            seats=seats,
            name="Hall",
            mode=Mode.RECORDED,
            at=AT,
        )
        for house in houses
    ]


def table_of_four() -> Table:
    return tables_of_four(STANDARD)[0]


def record(table: Table, kind: OutcomeKind, **result: Any) -> Deal:
    """How the next deal of a table has ended."""
    number = table.deals.count() + 1
    return record_deal(table, number=number, result=Result(kind=kind, **result), at=AT)


def won_by(table: Table, winner: int) -> Deal:
    return record(table, "won", winner=winner)


def take_back(deal: Deal) -> None:
    actor = deal.table.seats.order_by("number")[0].player_id
    take_back_deal(deal, actor_id=actor, reason="Two aces", at=AT)


def beliefs() -> dict[int, Belief]:
    """What is believed of each player."""
    return {
        row.player_id: (row.mu, row.sigma, row.points, row.deals_count)
        for row in Rating.objects.all()
    }


def test_ratings_stand_again_where_they_stood() -> None:
    table = table_of_four()
    won_by(table, 0)
    count_deals()
    before = beliefs()
    deal = won_by(table, 1)
    count_deals()
    assert beliefs() != before

    take_back(deal)

    assert uncount_deals() == 1
    after = beliefs()
    assert {player: pytest.approx(belief) for player, belief in before.items()} == after
    assert [record_of(player)[0].deals for player in after] == [1] * 4
    assert DealResult.objects.count() == 4


def test_nobody_is_rated_who_has_played_no_other_deal() -> None:
    deal = won_by(table_of_four(), 2)
    count_deals()
    take_back(deal)

    assert uncount_deals() == 1

    assert not Rating.objects.exists()
    assert not DealResult.objects.exists()


def test_it_is_done_once() -> None:
    table = table_of_four()
    won_by(table, 0)
    deal = won_by(table, 1)
    count_deals()
    take_back(deal)
    uncount_deals()
    left = beliefs()

    assert (uncount_deals(), count_deals(), uncount_deals()) == (0, 0, 0)

    assert beliefs() == left


def test_records_forget_it_before_the_sweep_comes() -> None:
    table = table_of_four()
    won_by(table, 0)
    deal = won_by(table, 0)
    count_deals()

    take_back(deal)

    assert [record_of(player)[0].deals for player in beliefs()] == [1] * 4


def test_several_may_be_taken_back_at_once() -> None:
    table = table_of_four()
    won_by(table, 3)
    count_deals()
    before = beliefs()
    second, third = won_by(table, 0), won_by(table, 1)
    count_deals()
    take_back(third)
    take_back(second)

    assert [uncount_deals(1), uncount_deals(1), uncount_deals(1)] == [1, 1, 0]

    assert {player: pytest.approx(belief) for player, belief in before.items()} == beliefs()


def test_a_deal_in_between_keeps_about_what_it_moved() -> None:
    """It was judged by what was believed then: nearly what it would have moved by itself."""
    table, other = tables_of_four(STANDARD, STANDARD)
    deal = won_by(table, 1)
    count_deals()
    alone = list(Rating.objects.order_by("player"))
    won_by(other, 1)
    count_deals()

    take_back(deal)

    assert uncount_deals() == 1
    for row, near in zip(Rating.objects.order_by("player"), alone, strict=True):
        assert math.isfinite(row.mu)
        assert row.mu == pytest.approx(near.mu, rel=0.03)
        assert row.sigma == pytest.approx(near.sigma, rel=0.03)
        assert row.points == row.mu - 3 * row.sigma
        assert row.deals_count == 1


def test_a_deal_that_rated_nobody_leaves_ratings_alone() -> None:
    """RULES.md 8.1: the game for points goes on after it."""
    won, scored = tables_of_four(HouseRules.preset("forty_five"), HouseRules.preset("forty_five"))
    record(won, "won", winner=0, tricks={0: 5})
    deal = record(scored, "scored", tricks={0: 3, 1: 2})
    count_deals()
    before = beliefs()
    assert set(deal.results.values_list("kind", "mu_gain")) == {("scored", None)}

    take_back(deal)

    assert uncount_deals() == 1
    assert beliefs() == before
    assert not deal.results.exists()


def put_right(deal: Deal, winner: int) -> None:
    correct_results(
        deal.table,
        [
            Correction(
                deal=deal.number,
                version=deal.entries.count(),
                result=Result(kind="won", winner=SeatNumber(winner), dealer=SeatNumber(1)),
            )
        ],
        actor_id=deal.table.seats.order_by("number")[0].player_id,
        reason="Another won",
        at=AT,
    )


def test_a_result_that_was_put_right_is_counted_again() -> None:
    """As if it had been entered so: the same as at a table of others."""
    table, other = table_of_four(), table_of_four()
    deal = record(table, "won", winner=0, dealer=1)
    record(other, "won", winner=2, dealer=1)
    sweep()
    rivals = list(other.seats.order_by("number").values_list("player", flat=True))
    players = list(table.seats.order_by("number").values_list("player", flat=True))

    put_right(deal, 2)
    assert [record_of(player) for player in players] == [[]] * 4
    sweep()

    after = beliefs()
    assert [after[player] for player in players] == [pytest.approx(after[one]) for one in rivals]
    assert [record_of(player) for player in players] == [record_of(one) for one in rivals]
    assert DealResult.objects.count() == 8
    assert not Deal.objects.counted_in_vain().exists()


def test_a_result_that_was_not_counted_yet_is_counted_once_as_it_stands() -> None:
    deal = won_by(table_of_four(), 0)

    put_right(deal, 2)
    sweep()

    assert uncount_deals() == 0
    assert list(DealResult.objects.filter(is_winner=True).values_list("place", flat=True)) == [2]


def test_the_sweep_takes_back_before_it_counts() -> None:
    """A deal that is counted in the same sweep is judged as if the other had never been."""
    table, other = tables_of_four(STANDARD, STANDARD)
    deal = won_by(table, 0)
    sweep()
    before = beliefs()
    take_back(deal)
    won_by(other, 0)

    sweep()

    assert beliefs() == before


def test_what_waits_for_the_sweep_is_found_by_an_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plans = [
            json.loads(waiting.order_by("settled_at").explain(format="json"))
            for waiting in (Deal.objects.uncounted(), Deal.objects.counted_in_vain())
        ]

    assert "games_deal_uncounted" in str(plans[0])
    assert "games_deal_counted_in_vain" in str(plans[1])
