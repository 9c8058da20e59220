"""What holds for every deal by any rules, found by playing at random."""

import pickle
from random import Random

from hypothesis import given, settings

from games.engine import (
    DealState,
    Place,
    Transcript,
    apply,
    contributions,
    is_public,
    legal_actions,
    new_deal,
    payout,
    read_transcript,
    side_numbers,
    view,
    write_transcript,
)
from games.engine.cards import FULL_PACK, card_set
from tests.engine.strategies import chances, random_deal, random_play
from tests.engine.tellings import for_so_many

MOST_ACTIONS = 5 * 10 + 10 + 4
"""Fifty cards, a decision of each seat about robbing, fiving and the choice to jink."""


def cards_somewhere(state: DealState) -> list[int]:
    """The sets of cards in every place where a card can be."""
    layout = state.layout
    turn_up = [] if layout.robbed_by is not None else [layout.turn_up]
    put_out = [] if layout.put_out is None else [layout.put_out]
    played = [card for trick in state.tricks for card in trick.cards]
    places = [turn_up, put_out, layout.stock, layout.put_aside, played, state.trick]
    return [*state.hands, *map(card_set, places)]


@settings(max_examples=400, deadline=None)
@given(chances)
def test_random_play_ends_well(chance: Random) -> None:
    """RULES.md 1 to 8."""
    states = list(random_play(random_deal(chance), chance))

    assert len(states) <= MOST_ACTIONS + 1
    for state in states[:-1]:
        assert legal_actions(state)
        assert state.outcome is None
    for state in states:
        places = cards_somewhere(state)
        assert sum(place.bit_count() for place in places) == 52
        assert sum(places) == FULL_PACK
    last = states[-1]
    assert legal_actions(last) == ()
    assert last.outcome is not None
    assert sum(last.outcome.tricks) == len(last.tricks)


@settings(max_examples=400, deadline=None)
@given(chances)
def test_at_most_one_side_wins_and_a_deal_is_spoilt_when_nobody_may(chance: Random) -> None:
    """RULES.md 4.6, 6."""
    *_, last = random_play(random_deal(chance), chance)
    outcome, rules = last.outcome, last.rules
    assert outcome is not None

    numbers = side_numbers(rules.sides, last.seats)
    assert len({numbers[seat] for seat in outcome.winners}) <= 1
    assert not set(outcome.winners) & set(outcome.barred)
    if rules.target is not None:
        assert outcome.kind in ("won", "scored")
        return
    needed = for_so_many(rules.options(), last.seats)["tricks_to_win"]
    entitled = {
        number
        for number in numbers
        if last.side_tricks[number] >= needed
        and number not in {numbers[seat] for seat in outcome.barred}
    }
    if outcome.kind in ("won", "jinked"):
        assert {numbers[seat] for seat in outcome.winners} == entitled
    else:
        assert (outcome.kind == "jink_failed") == bool(entitled)
        assert outcome.winners == ()
    if outcome.kind == "spoilt":
        is_taken = max(last.side_tricks) >= needed
        assert is_taken or len(last.tricks) == 5, "a certain spoil is played out"


@settings(max_examples=300, deadline=None)
@given(chances)
def test_chips_sum_to_zero_over_seats_and_pool(chance: Random) -> None:
    """RULES.md 7: several deals of one table, with stacks that may run out."""
    state = random_deal(chance)
    rules, seats = state.rules, state.seats
    stacks = [chance.randrange(12) for _ in range(seats)]
    total, pool, is_new, is_first = sum(stacks), 0, True, True
    for dealer in range(4):
        *_, last = random_play(random_deal_of(state, dealer % seats, chance), chance)
        paid = contributions(
            rules,
            seats=seats,
            dealer=Place(dealer % seats),
            pool=pool,
            is_new=is_new,
            is_first=is_first,
            stacks=stacks,
        )
        stacks = [stack - chips for stack, chips in zip(stacks, paid, strict=True)]
        pool += sum(paid)
        assert last.outcome is not None
        gains = payout(rules, last.outcome, dealer=Place(dealer % seats), pool=pool, stacks=stacks)
        stacks = [stack + chips for stack, chips in zip(stacks, gains, strict=True)]
        is_new = last.outcome.is_won
        is_first = is_first and not is_new
        pool -= sum(gains)

        assert pool == 0 if is_new else pool >= 0
        assert min(stacks) >= 0
        assert sum(stacks) + pool == total


@settings(max_examples=300, deadline=None)
@given(chances)
def test_the_text_of_a_deal_replays_to_the_same_state(chance: Random) -> None:
    states = list(random_play(random_deal(chance), chance))
    state = chance.choice(states)

    transcript = read_transcript(write_transcript(Transcript.of(state)))

    assert transcript == Transcript.of(state)
    assert transcript.replay() == state


@settings(max_examples=100, deadline=None)
@given(chances)
def test_applying_an_action_changes_no_state(chance: Random) -> None:
    *_, state, _ = random_play(random_deal(chance), chance)
    before = pickle.dumps(state)

    after = apply(state, chance.choice(legal_actions(state)))

    assert pickle.dumps(state) == before != pickle.dumps(after)


def random_deal_of(state: DealState, dealer: int, chance: Random) -> DealState:
    """A new deal at the same table."""
    layout = state.layout
    return new_deal(
        chance.sample(layout.pack, 52), seats=layout.seats, dealer=Place(dealer), rules=layout.rules
    )


@settings(max_examples=300, deadline=None)
@given(chances)
def test_a_silent_action_leaves_no_trace(chance: Random) -> None:
    """RULES.md 4.3, 4.4: only the one who took it, and whoever is next, see anything change."""
    for state in random_play(random_deal(chance), chance):
        for action in legal_actions(state):
            after = apply(state, action)
            unconcerned = {None, *range(state.seats)} - {state.to_act, after.to_act}
            if is_public(state, action):
                assert after.ply == state.ply + 1
                assert view(after, None) != view(state, None)
            else:
                assert all(view(after, seat) == view(state, seat) for seat in unconcerned | {None})
