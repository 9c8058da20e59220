"""People at a table: what they may do, when, and what a repeated request does."""

import pytest

from games.engine import Action, IllegalAction, Unreadable, legal_actions
from games.errors import DealOver, NotSeated, NotYourTurn, StalePly
from games.models import Deal
from games.play.acting import act
from games.play.advance import advance_table
from tests.games.factories import (
    AT,
    actor_of,
    anything,
    dealt,
    later,
    play_out,
    rules,
    state_of,
)

pytestmark = pytest.mark.django_db


def first_choice(deal: Deal) -> str:
    return str(legal_actions(state_of(deal))[0])


def act_next(deal: Deal, *, at_seconds: float = 0) -> Deal:
    """The player with the turn does the first thing that they may do."""
    text, ply = first_choice(deal), state_of(deal).ply
    return act(deal.pk, player_id=actor_of(deal), ply=ply, action=text, at=later(at_seconds)).deal


def test_a_deal_is_its_pack_and_its_actions() -> None:
    deal = dealt(anything)
    texts = []
    while state_of(deal).outcome is None:
        texts.append(first_choice(deal))
        deal = act_next(deal)

    assert list(deal.actions.order_by("sequence").values_list("text", flat=True)) == texts
    assert deal.outcome == state_of(deal).outcome
    assert deal.ended_at == AT
    assert play_out(deal.table).closed_at == AT


def test_the_same_action_again_is_harmless() -> None:
    deal = dealt(anything)
    player, text = actor_of(deal), first_choice(deal)
    act(deal.pk, player_id=player, ply=0, action=text, at=AT)

    act(deal.pk, player_id=player, ply=0, action=text, at=AT)

    assert deal.actions.count() == 1


def test_the_last_action_again_is_harmless_when_the_deal_is_over() -> None:
    deal = dealt(anything)
    while state_of(deal).outcome is None:
        last = (actor_of(deal), state_of(deal).ply, first_choice(deal))
        act_next(deal)

    player, ply, text = last
    assert act(deal.pk, player_id=player, ply=ply, action=text, at=AT).deal.ended_at == AT
    with pytest.raises(DealOver):
        act(deal.pk, player_id=player, ply=ply + 1, action=text, at=AT)


def test_a_stale_ply_is_refused_with_the_current_one() -> None:
    deal = dealt(lambda state: state.phase == "play")
    player = actor_of(deal)
    act_next(deal)

    with pytest.raises(StalePly) as refusal:
        act(deal.pk, player_id=player, ply=0, action=first_choice(deal), at=AT)
    assert refusal.value.ply == 1


def test_another_seat_is_to_act() -> None:
    deal = dealt(anything)
    others = deal.table.seats.exclude(player=actor_of(deal))

    with pytest.raises(NotYourTurn):
        act(deal.pk, player_id=others[0].player_id, ply=0, action=first_choice(deal), at=AT)


def test_a_stranger_has_no_seat() -> None:
    deal, elsewhere = dealt(anything), dealt(anything)

    with pytest.raises(NotSeated):
        act(deal.pk, player_id=actor_of(elsewhere), ply=0, action="play 5H", at=AT)


@pytest.mark.parametrize(("text", "error"), [("claim", IllegalAction), ("fold", Unreadable)])
def test_what_the_rules_forbid_leaves_nothing(text: str, error: type[Exception]) -> None:
    deal = dealt(lambda state: state.phase == "play")

    with pytest.raises(error):
        act(deal.pk, player_id=actor_of(deal), ply=0, action=text, at=AT)
    assert not deal.actions.exists()


MAY_DECLINE = rules(rob_with_ace="may")


def test_a_silent_refusal_moves_nothing_that_others_see() -> None:
    """RULES.md 4.4."""
    deal = dealt(
        lambda state: (
            Action.parse("decline") in legal_actions(state) and not state.layout.is_ace_turned
        ),
        house=MAY_DECLINE,
    )
    player = actor_of(deal)
    before = type(deal.table).objects.get(pk=deal.table_id)

    act(deal.pk, player_id=player, ply=0, action="decline", at=later(10))

    after = type(deal.table).objects.get(pk=deal.table_id)
    assert state_of(deal).ply == 0
    assert (after.due_at, after.turn_began_at) == (before.due_at, before.turn_began_at)
    row = deal.actions.get()
    assert not row.is_public
    assert str(row) == "a silent decision"
    assert actor_of(deal) == player


def test_bots_take_over_from_a_person_at_once() -> None:
    """A person leads, and the four bots follow in one run."""
    deal = dealt(lambda state: state.phase == "play")
    table, player = deal.table, actor_of(deal)
    table.seats.exclude(player=player).update(bot_level="thumb")

    act_next(deal)
    advance_table(table.pk, at=AT)

    assert deal.actions.filter(by="bot").count() >= 4
    assert state_of(deal).outcome is not None or actor_of(deal) == player
