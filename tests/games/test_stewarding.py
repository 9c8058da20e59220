"""What an organiser does at a table: pausing it, and taking a deal back."""

import json
from datetime import timedelta
from hashlib import sha256

import pytest

from clubs.table_kinds import FREE_TABLE
from games.clock import IDLE
from games.engine import Outcome, legal_actions
from games.errors import (
    DealOver,
    DealStandsBefore,
    PlayerGone,
    ReasonMissing,
    TableClosed,
    TablePaused,
)
from games.evening.result import Result
from games.models import Table
from games.play import advance
from games.play.acting import act
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from games.play.strings import commit_string, open_string
from games.play.taking_back import take_back
from games.seat_numbers import SeatNumber
from games.tables.closing import close_tables
from games.tables.stewarding import pause, resume, void_deal
from ledger.audit import check_books
from ledger.models import Transfer
from ledger.reasons import REVERSAL
from tests.clubs.factories import PlayerFactory
from tests.games.ears import Ear
from tests.games.factories import (
    AT,
    actor_of,
    again,
    anything,
    dealt,
    later,
    play_out,
    purses,
    stacks,
    state_of,
    table_of,
)
from tests.games.programs import get

pytestmark = pytest.mark.django_db
REASON = "A phone showed a hand"
TEXT = "five-of-hearts-knave-ace"


def test_a_paused_table_rests() -> None:
    deal = dealt(lambda state: state.phase == "play")
    player, text = actor_of(deal), str(legal_actions(state_of(deal))[0])
    due_at = again(deal.table).due_at
    assert due_at is not None
    pause(deal.table, at=later(20))
    pause(deal.table, at=later(30))

    assert advance_table(deal.table_id, at=later(10_000)) == 0
    with pytest.raises(TablePaused):
        act(deal.pk, player_id=player, ply=0, action=text, at=later(25))

    resume(deal.table, at=later(620))
    resume(deal.table, at=later(700))
    assert again(deal.table).due_at == due_at + timedelta(seconds=600)
    assert advance_table(deal.table_id, at=later(650)) == 0
    act(deal.pk, player_id=player, ply=0, action=text, at=later(650))


def test_no_turn_ends_while_the_table_is_paused() -> None:
    deal = dealt(anything)
    player = actor_of(deal)
    ear = Ear(deal.table_id, player)

    def shown() -> list[str | None]:
        ear.heard.clear()
        ear.listen()
        (heard,) = ear.heard
        told = json.loads(heard.partition(b"data: ")[2])["table"]["turn_ends_at"]
        rest = (get(path, player) for path in (f"deals/{deal.pk}", f"tables/{deal.table_id}"))
        return [told, *(seen.get("deal", seen)["turn_ends_at"] for seen in rest)]

    pause(deal.table, at=later(20))
    assert shown() == [None] * 3
    resume(deal.table, at=later(620))
    assert shown() == ["2026-11-20T20:11:00Z"] * 3


def test_a_paused_table_waits_for_company_as_long_as_any() -> None:
    table = table_of(100, policies=FREE_TABLE.policies, seats_limit=3)
    advance_table(table.pk, at=AT)
    pause(table, at=later(60))
    resume(table, at=later(3600))

    advance_table(table.pk, at=later(3600))
    assert again(table).closed_at is None
    assert again(table).due_at == later(3600 - 60) + IDLE
    advance_table(table.pk, at=later(3600 - 60) + IDLE)
    assert again(table).closed_at is not None


def test_no_string_comes_too_late_because_of_a_pause() -> None:
    """Half of the seconds for the strings had passed."""
    table = table_of(bots=False)
    player_id = table.seats.all()[0].player_id
    commit_string(table, player_id=player_id, commitment=sha256(TEXT.encode()).digest(), at=AT)
    advance_table(table.pk, at=AT)
    pause(table, at=later(5))
    resume(table, at=later(600))

    advance_table(table.pk, at=later(600))
    assert not table.deals.exists()
    open_string(table, player_id=player_id, text=TEXT, at=later(604))
    advance_table(table.pk, at=later(604))
    assert table.deals.get().entropy_round == 1


def test_what_was_done_before_the_pause_is_answered_again() -> None:
    deal = dealt(lambda state: state.phase == "play")
    player, text = actor_of(deal), str(legal_actions(state_of(deal))[0])
    act(deal.pk, player_id=player, ply=0, action=text, at=AT)
    pause(deal.table, at=AT)

    act(deal.pk, player_id=player, ply=0, action=text, at=AT)

    assert deal.actions.count() == 1


def test_a_deal_in_play_is_taken_back() -> None:
    deal = dealt(anything)
    table = again(deal.table)
    assert table.pool.balance == 12
    player = actor_of(deal)
    by = PlayerFactory.create()

    deal = void_deal(deal, actor_id=by.pk, reason=REASON, at=later(5))
    assert void_deal(deal, actor_id=by.pk, reason="again", at=later(6)).void_reason == REASON

    assert stacks(table) == [100] * 5
    assert again(table).pool.balance == 0
    with pytest.raises(DealOver):
        act(deal.pk, player_id=player, ply=0, action="play 5H", at=later(7))
    reversal = Transfer.objects.get(reason=REVERSAL)
    assert (reversal.memo, reversal.actor_id) == (REASON, by.pk)
    assert check_books() == []

    advance_table(table.pk, at=later(8))
    second = table.deals.get(number=2)
    assert second.is_new_pool  # As if the first had never been.
    assert second.dealer == (deal.dealer + 1) % 5
    assert again(table).pool.balance == 12


def test_a_deal_is_taken_back_that_has_ended_a_moment_later() -> None:
    """Whoever takes it back read the clock, then waited for the last card."""
    deal = dealt(anything)
    outcome = Outcome(kind="spoilt", winners=(), tricks=(1,) * 5).to_json()
    deal.table.deals.update(ended_at=later(5), outcome_json=outcome)

    voided = void_deal(deal, actor_id=PlayerFactory.create().pk, reason=REASON, at=later(4))

    assert voided.settled_at == later(5)


def test_a_settled_deal_is_taken_back_with_its_pool() -> None:
    """Every deal of the table is played all the same."""
    table = table_of(deals_limit=advance.MOST_STEPS + 1)
    advance_table(table.pk, at=AT)
    pause(table, at=AT)
    last = table.deals.order_by("-number")[0]
    by = PlayerFactory.create()

    for deal in table.deals.order_by("-number"):
        void_deal(deal, actor_id=by.pk, reason=REASON, at=AT)

    assert stacks(table) == [100] * 5
    resume(table, at=AT)
    table = play_out(table)
    assert table.closed_at is not None
    assert table.deals.counted().count() == advance.MOST_STEPS + 1
    assert table.deals.count() == advance.MOST_STEPS + 1 + last.number
    assert sum(purses(table)) == 500


def test_what_is_taken_back_during_a_pause_lets_the_table_go_on_at_once() -> None:
    deal = dealt(anything)
    pause(deal.table, at=later(0))
    void_deal(deal, actor_id=PlayerFactory.create().pk, reason=REASON, at=later(540))
    resume(deal.table, at=later(600))

    assert again(deal.table).due_at == later(600)
    assert advance_table(deal.table_id, at=later(600))
    assert deal.table.deals.count() == 2


def test_a_deal_stands_once_somebody_has_gone_home_with_their_chips() -> None:
    deal = dealt(anything)
    deal.table.seats.filter(number=0).update(cashed_chips=100)

    with pytest.raises(PlayerGone):
        void_deal(deal, actor_id=PlayerFactory.create().pk, reason=REASON, at=AT)


def test_a_result_that_was_taken_back_is_entered_again() -> None:
    """Nothing of it is left in the pool; a misdeal that was none counts for nothing."""
    table = table_of(mode="recorded")
    entered = record_deal(table, Result(kind="spoilt"), number=1, at=AT)
    by = PlayerFactory.create()
    for _ in range(2):
        assert take_back(entered, actor_id=by.pk, reason=REASON, at=AT).void_reason == REASON

    again = record_deal(table, Result(kind="won", winner=SeatNumber(2)), number=1, at=AT)

    assert again.is_new_pool
    assert stacks(table)[2] == 100 - (4 if again.dealer == 2 else 2) + 12


def test_online_a_deal_is_taken_back_by_the_same_call() -> None:
    deal = dealt(anything)

    take_back(deal, actor_id=PlayerFactory.create().pk, reason=REASON, at=later(5))

    deal.refresh_from_db()
    assert deal.voided_at == later(5)


def test_only_the_last_deal_is_taken_back() -> None:
    table = table_of()
    while table.deals.count() < 2:
        advance_table(table.pk, at=AT)
    with pytest.raises(DealStandsBefore):
        void_deal(table.deals.get(number=1), actor_id=1, reason=REASON, at=AT)


def test_a_deal_is_not_taken_back_without_a_reason() -> None:
    with pytest.raises(ReasonMissing):
        void_deal(dealt(anything), actor_id=1, reason=" ", at=AT)


def test_a_table_that_closes_while_it_is_paused_is_paused_no_more() -> None:
    table = table_of()
    pause(table, at=AT)
    close_tables([table], at=later(5))

    assert again(table).paused_at is None


def test_nothing_is_done_at_a_closed_table() -> None:
    table = play_out(table_of(deals_limit=1))
    deal = table.deals.get()
    for refused in (
        lambda: pause(table, at=AT),
        lambda: void_deal(deal, actor_id=1, reason=REASON, at=AT),
    ):
        with pytest.raises(TableClosed):
            refused()
    assert Table.objects.open().count() == 0
