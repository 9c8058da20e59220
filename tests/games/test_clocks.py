"""Deadlines: who is acted for, when, and what the others can tell from it."""

from datetime import datetime, timedelta

import pytest

from games.bots import FIRST_BOT
from games.engine import Action, legal_actions
from games.models import Action as Row
from games.models import Deal, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.sight.folding import dealt_in
from games.sight.turns import turn_ends_at
from games.tables.sittings import come_back
from tests.games.factories import (
    AT,
    TURN_SECONDS,
    actor_of,
    again,
    anything,
    dealt,
    later,
    rules,
    state_of,
    table_of,
)
from tournaments.table_kinds import TOURNAMENT

pytestmark = pytest.mark.django_db


def fresh(deal: Deal) -> Table:
    return again(deal.table)


def seen_end(deal: Deal) -> datetime | None:
    deal.table = fresh(deal)
    return turn_ends_at(deal.table, dealt_in(deal), state_of(deal))


def act_next(deal: Deal, *, seconds: float = 0) -> None:
    state = state_of(deal)
    text = str(legal_actions(state)[0])
    act(deal.pk, player_id=actor_of(deal), ply=state.ply, action=text, at=later(seconds))


def test_a_person_has_their_time_and_a_second_of_grace() -> None:
    deal = dealt(anything)

    assert seen_end(deal) == later(TURN_SECONDS)
    assert advance_table(deal.table_id, at=later(TURN_SECONDS + 0.9)) == 0
    assert advance_table(deal.table_id, at=later(TURN_SECONDS + 1)) == 1
    assert {row.by for row in deal.actions.all()} == {"clock"}


def test_somebody_who_ran_out_of_time_is_away_and_played_at_once() -> None:
    deal = dealt(anything)
    late = actor_of(deal)
    advance_table(deal.table_id, at=later(61))
    assert deal.table.seats.get(player=late).is_away

    while state_of(deal).outcome is None and actor_of(deal) != late:
        act_next(deal, seconds=70)
        advance_table(deal.table_id, at=later(70))

    mine = deal.actions.filter(place=deal.actions.order_by("sequence")[0].place)
    assert state_of(deal).outcome is not None or mine.count() > 1
    assert {row.by for row in mine} == {"clock"}
    assert deal.table.seats.filter(is_away=True).count() == 1


def test_somebody_who_acts_is_back() -> None:
    deal = dealt(anything)
    seat = deal.table.seats.get(player=actor_of(deal))
    deal.table.seats.filter(pk=seat.pk).update(is_away=True)

    act_next(deal)

    seat.refresh_from_db()
    assert not seat.is_away


def test_somebody_who_says_so_is_back() -> None:
    deal = dealt(anything)
    player = actor_of(deal)
    deal.table.seats.filter(player=player).update(is_away=True)

    assert not come_back(deal.table, player_id=player).is_away
    assert not deal.table.seats.get(player=player).is_away


def test_a_bot_takes_its_time_and_no_more_for_other_cards() -> None:
    table = table_of(bot_seconds=2)
    advance_table(table.pk, at=AT)
    table.refresh_from_db()

    assert table.due_at is not None
    assert later(1) <= table.due_at <= later(3)
    assert not table.is_clock_running
    advance_table(table.pk, at=later(3))
    assert table.deals.get().actions.filter(is_public=True).count() == 1


def asked_in_silence(deal: Deal) -> int:
    """How many seats were asked about robbing by now."""
    return deal.actions.filter(is_public=False).count()


def test_in_the_round_of_robbing_no_decline_moves_the_time_that_is_seen() -> None:
    """RULES.md 4.3: before_lead. One turn of time for all who are asked, one for the lead."""
    deal = dealt(
        lambda state: state.phase == "rob" and state.layout.ace_holder is None,
        house=rules(rob_timing="before_lead"),
    )
    ends = {seen_end(deal)}
    for second in range(1, 6):
        act(deal.pk, player_id=actor_of(deal), ply=0, action="decline", at=later(10 * second))
        ends.add(seen_end(deal))

    assert asked_in_silence(deal) == 5
    assert ends == {later(2 * TURN_SECONDS)}
    assert fresh(deal).due_at == later(2 * TURN_SECONDS + 1)


def test_the_clock_answers_for_all_who_were_asked_and_nobody_is_away_for_it() -> None:
    """RULES.md 4.3: whoever is asked in silence has all the time that others left them."""
    deal = dealt(
        lambda state: state.phase == "rob" and state.layout.ace_holder is None,
        house=rules(rob_timing="before_lead"),
    )

    advance_table(deal.table_id, at=later(TURN_SECONDS + 1))

    assert asked_in_silence(deal) == 5
    assert not deal.table.seats.filter(is_away=True).exists()
    assert not deal.actions.filter(is_public=True).exists()
    assert seen_end(deal) == later(2 * TURN_SECONDS)


def test_a_bot_that_refuses_in_silence_takes_no_longer_than_one_that_has_no_right() -> None:
    """RULES.md 4.4: its two decisions come in one run."""
    deal = dealt(
        lambda state: (
            Action.parse("decline") in legal_actions(state) and not state.layout.is_ace_turned
        ),
        house=rules(rob_with_ace="may"),
        bot_seconds=5,
    )
    deal.table.seats.filter(player=actor_of(deal)).update(bot_level=FIRST_BOT)
    Table.objects.filter(pk=deal.table_id).update(due_at=AT, is_clock_running=False)
    act(deal.pk, player_id=actor_of(deal), ply=0, action="decline", at=AT)

    advance_table(deal.table_id, at=AT)

    assert deal.actions.filter(is_public=True, by="bot").count() == 1


def bank_of(deal: Deal, place: int) -> float:
    seat = deal.table.seats.get(number=deal.seat_numbers[place])
    return seat.bank_seconds


def test_a_bank_is_used_after_the_turn_and_before_the_clock() -> None:
    deal = dealt(lambda state: state.phase == "play", time_bank_seconds=30)
    first = state_of(deal).to_act or 0

    assert seen_end(deal) == later(TURN_SECONDS + 30)
    assert advance_table(deal.table_id, at=later(TURN_SECONDS + 25)) == 0
    act_next(deal, seconds=TURN_SECONDS + 25)

    assert bank_of(deal, first) == 5
    assert not deal.table.seats.filter(is_away=True).exists()
    assert seen_end(deal) == later(2 * TURN_SECONDS + 25 + 30)  # The next seat has all of its time.


def test_somebody_who_acts_within_their_turn_keeps_their_bank() -> None:
    deal = dealt(lambda state: state.phase == "play", time_bank_seconds=30)
    first = state_of(deal).to_act or 0

    act_next(deal, seconds=TURN_SECONDS)

    assert bank_of(deal, first) == 30


def test_when_the_bank_is_empty_the_clock_acts() -> None:
    deal = dealt(lambda state: state.phase == "play", time_bank_seconds=30)
    first = state_of(deal).to_act or 0

    assert advance_table(deal.table_id, at=later(TURN_SECONDS + 30.9)) == 0
    assert advance_table(deal.table_id, at=later(TURN_SECONDS + 31)) == 1

    assert bank_of(deal, first) == 0
    assert deal.table.seats.filter(is_away=True).count() == 1


def test_no_bank_is_used_in_the_silent_round_of_robbing() -> None:
    """RULES.md 4.3: whoever is asked has one turn; the time that is seen is the leader's."""
    deal = dealt(
        lambda state: state.phase == "rob" and state.layout.ace_holder is None,
        house=rules(rob_timing="before_lead"),
        time_bank_seconds=30,
    )

    advance_table(deal.table_id, at=later(TURN_SECONDS + 1))

    assert asked_in_silence(deal) == 5
    assert seen_end(deal) == later(2 * TURN_SECONDS + 30)
    assert [bank_of(deal, place) for place in range(5)] == [30] * 5
    assert fresh(deal).due_at == later(2 * TURN_SECONDS + 31)


def test_a_silent_decision_brings_nobody_back() -> None:
    """RULES.md 4.4: else the others saw from it that there was something to decide."""
    deal = dealt(
        lambda state: (
            Action.parse("decline") in legal_actions(state) and not state.layout.is_ace_turned
        ),
        house=rules(rob_with_ace="may"),
    )
    seat = deal.table.seats.get(player=actor_of(deal))
    deal.table.seats.filter(pk=seat.pk).update(is_away=True)

    act(deal.pk, player_id=seat.player_id, ply=0, action="decline", at=later(1))
    seat.refresh_from_db()
    assert seat.is_away
    act_next(deal, seconds=2)
    seat.refresh_from_db()
    assert not seat.is_away


def test_somebody_who_is_away_stays_so_in_the_next_deal_and_is_never_waited_for() -> None:
    table = table_of(bots=False, deals_limit=2, policies=TOURNAMENT.policies)
    table.seats.update(is_away=True)

    while advance_table(table.pk, at=AT):
        pass

    assert again(table).closed_at == AT
    assert {row.by for row in Row.objects.all()} == {"clock"}


def test_a_seat_with_one_card_takes_as_long_as_another() -> None:
    """A bot's delay is drawn anew for each action that is seen, the last card's too."""
    table = table_of(bot_seconds=2, deals_limit=1)
    at = AT
    while again(table).closed_at is None:
        before = Row.objects.filter(is_public=True).count()
        advance_table(table.pk, at=at)
        due_at = again(table).due_at
        if due_at is None:
            break
        deal = table.deals.get()
        if deal.ended_at is None and Row.objects.filter(is_public=True).count() > before:
            assert timedelta(seconds=1) <= due_at - at <= timedelta(seconds=3)
        at = max(at, due_at)

    assert table.deals.get().actions.filter(is_public=True).count() >= 15
