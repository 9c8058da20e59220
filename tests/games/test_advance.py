"""Tables that are advanced: dealt, played, settled and closed, one step after the other."""

import pytest
from django.db import transaction

from clubs.table_kinds import FREE_TABLE, NIGHT
from games.bots import BOTS
from games.engine import HouseRules, Ruleset
from games.engine.versions import VERSION
from games.models import Action, Table
from games.play import advance
from games.play.advance import advance_table
from games.play.dealing import deal_out
from games.reasons import POOL_SHARED, STAKE, TOP_UP
from games.tables.opening import open_table
from ledger.audit import check_books
from ledger.models import Transfer
from tests.games.factories import (
    AT,
    again,
    one_step,
    outcome_of,
    plans,
    play_out,
    purses,
    rules,
    stacks,
    table_of,
)
from tests.ledger.factories import BookFactory
from tournaments.table_kinds import TOURNAMENT

pytestmark = pytest.mark.django_db


def test_bots_play_a_table_to_its_limit() -> None:
    table = play_out(table_of(deals_limit=12))

    assert table.closed_at == AT
    assert table.deals.settled().count() == 12
    assert sum(purses(table)) == 500
    assert purses(table) == [seat.cashed_chips for seat in table.seats.order_by("number")]
    assert check_books() == []


def test_bots_of_every_level_play_at_one_table() -> None:
    table = table_of(deals_limit=3)
    for number, level in enumerate(BOTS):
        table.seats.filter(number=number).update(bot_level=level)

    play_out(table)

    assert table.deals.settled().count() == 3
    assert not Action.objects.exclude(by=Action.By.BOT).exists()


def test_each_deal_is_paid_once_under_its_own_keys() -> None:
    table = play_out(table_of(deals_limit=6))

    keys = set(Transfer.objects.filter(book=table.book).values_list("key", flat=True))
    for deal in table.deals.all():
        assert f"deal:{deal.pk}:stakes" in keys
        assert (f"deal:{deal.pk}:pool" in keys) == outcome_of(deal).is_won


def test_the_deal_passes_to_the_left() -> None:
    """RULES.md 1.4."""
    table = play_out(table_of(deals_limit=7))

    first, *others = table.deals.order_by("number").values_list("dealer", flat=True)
    assert others == [(first + step) % 5 for step in range(1, 7)]


def test_a_call_takes_a_bounded_number_of_steps() -> None:
    table = table_of()

    assert advance_table(table.pk, at=AT) == table.deals.count() == advance.MOST_STEPS


def test_advancing_again_is_harmless() -> None:
    table = play_out(table_of(deals_limit=2))
    before = (Action.objects.count(), Transfer.objects.count(), purses(table))

    assert advance_table(table.pk, at=AT) == 0
    assert (Action.objects.count(), Transfer.objects.count(), purses(table)) == before


class Crash(Exception):
    """A worker's end, at any moment."""


@transaction.atomic
def die_in_a_step(table: Table) -> None:
    one_step(table, at=AT)
    raise Crash


def test_a_crash_at_any_step_loses_nothing_and_pays_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every step is run, undone as if the worker had died before its commit, and run again."""
    table = table_of(deals_limit=3)
    monkeypatch.setattr(advance, "play_through", deal_out)
    steps = 0
    while True:
        with pytest.raises(Crash):
            die_in_a_step(table)
        if not one_step(table, at=AT):
            break
        steps += 1

    assert steps == 3 * 3 + 1  # Dealt, played, settled, three times; closed.
    assert sum(purses(table)) == 500
    assert Transfer.objects.filter(reason__in=[STAKE, TOP_UP]).count() == 3
    assert check_books() == []


@pytest.mark.parametrize("deals_limit", [1, 4])
def test_an_unclaimed_pool_is_shared_when_the_table_closes(deals_limit: int) -> None:
    """RULES.md 7.7: split."""
    table = play_out(table_of(deals_limit=deals_limit))

    assert table.pool.balance == 0
    assert table.pool.closed_at == AT
    assert sum(purses(table)) == 500


def test_somebody_who_cannot_pay_sits_out() -> None:
    """RULES.md 7.5, at a free table: one chip is below the stake."""
    table = table_of(100, 1, 100, 100)
    one_step(table, at=AT)

    assert table.deals.get().seat_numbers == [0, 2, 3]
    assert stacks(table)[1] == 1


def test_a_table_with_one_able_seat_closes_itself() -> None:
    """RULES.md 7.5: everybody else has less than the stake."""
    table = play_out(table_of(100, 1, 1))

    assert table.closed_at == AT
    assert not table.deals.exists()
    assert purses(table) == [100, 1, 1]


def test_in_a_tournament_a_short_stack_plays_for_what_it_has() -> None:
    """RULES.md 7.5."""
    table = table_of(100, 1, 100, policies=TOURNAMENT.policies, bot_seconds=1)
    one_step(table, at=AT)

    assert table.deals.get().seat_numbers == [0, 1, 2]
    assert stacks(table)[1] == 0


def test_a_table_waits_where_the_sides_no_longer_form() -> None:
    """RULES.md 7.5: three cannot play in pairs."""
    table = play_out(table_of(100, 100, 100, 1, house=rules(sides="pairs")))

    assert table.closed_at is None
    assert table.due_at is None
    assert not table.deals.exists()


def test_a_pool_is_played_on_for() -> None:
    """RULES.md 7.7: play_on. Beyond its limit the table plays until somebody has won."""
    table = play_out(table_of(deals_limit=1, house=rules(unclaimed_pool="play_on")))

    *spoilt, won = table.deals.order_by("number")
    assert not any(outcome_of(deal).is_won for deal in spoilt)
    assert outcome_of(won).is_won
    assert table.closed_at == AT
    assert not Transfer.objects.filter(reason=POOL_SHARED).exists()


def test_a_pool_is_carried_to_the_next_table() -> None:
    """RULES.md 7.7: carry. The new stakes come on top of what was carried."""
    house = rules(unclaimed_pool="carry")
    closed = (play_out(table_of(deals_limit=1, house=house)) for _ in range(100))
    table = next(one for one in closed if one.pool.balance)
    assert table.pool.closed_at is None
    assert table.pool.balance == 12

    seats = plans(table.book, 50, 50, 50, bots=True)
    other = open_table(
        table.book,
        rules=house,
        policies=NIGHT.policies,
        seats=seats,
        name="Table 2",
        pool=table.pool,
        bot_seconds=1,
        at=AT,
    )
    one_step(other, at=AT)

    table.pool.refresh_from_db()
    assert table.pool.balance == 12 + 3 * 2 + 2
    assert other.deals.get().is_new_pool


@pytest.mark.parametrize(("preset", "target"), [("twenty_five", 25), ("forty_five", 45)])
def test_bots_play_games_for_points(preset: str, target: int) -> None:
    """RULES.md 8.1: scores are carried, and a new game begins when one is won."""
    table = play_out(table_of(deals_limit=12, house=HouseRules.preset(preset)))

    before = None
    for deal in table.deals.order_by("number"):
        expected = [0] * 5 if before is None else list(outcome_of(before).carried_scores)
        assert deal.scores == expected
        assert deal.is_new_pool == (before is None or outcome_of(before).is_won)
        if outcome_of(deal).is_won and 5 not in outcome_of(deal).tricks:  # RULES.md 8.4.
            assert max(outcome_of(deal).scores) >= target
        before = deal
    stakes = Transfer.objects.filter(reason__in=[STAKE, TOP_UP])
    assert stakes.count() == table.deals.filter(is_new_pool=True).count()


@pytest.mark.parametrize(
    ("people", "seats_limit", "sides"),
    [(4, None, "pairs"), (5, None, "individual"), (0, 6, "pairs"), (0, 7, "individual")],
)
def test_a_set_of_rules_becomes_those_of_the_number_at_the_table(
    people: int, seats_limit: int | None, sides: str
) -> None:
    """RULES.md 9: wikipedia has pairs at 4, 6, 8; at a free table its seats are counted."""
    chosen = Ruleset("wikipedia", {"stake": 3})
    policies = FREE_TABLE.policies if seats_limit else NIGHT.policies
    book = BookFactory.create()

    table = open_table(
        book,
        rules=chosen,
        policies=policies,
        seats=plans(book, *(20,) * people, bots=False) if people else [],
        name="Hall",
        seats_limit=seats_limit,
        at=AT,
    )

    table = again(table)
    assert (table.rules.sides, table.rules.stake, table.preset) == (sides, 3, "wikipedia")
    assert table.rules_json["version"] == VERSION


@pytest.mark.parametrize("preset", ["peel", "wikipedia", "gamerules", "hervey", "family"])
def test_bots_play_every_preset(preset: str) -> None:
    """RULES.md 9; with four, where wikipedia plays in pairs."""
    house = HouseRules.preset(preset, seats=4)
    table = play_out(table_of(60, 60, 60, 60, deals_limit=8, house=house))

    assert table.closed_at == AT
    assert table.deals.settled().count() == 8
    assert check_books() == []
