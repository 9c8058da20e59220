"""Twenty-five and Forty-five."""

from functools import partial
from random import Random

import pytest
from hypothesis import given, settings

from games.engine import (
    DealState,
    EngineError,
    HouseRules,
    Outcome,
    Place,
    contributions,
    payout,
    side_numbers,
    view,
)
from tests.engine import naive, naive_points
from tests.engine.strategies import chances, random_deal, random_play
from tests.engine.tables import after, deal, texts

HANDS = ("KC KH KS 2S TS", "2C 2H 5S 6S AS", "3C 3H QS 7S 8S")
TRICKS = ("KC 2C 3C", "KH 2H 3H", "KS 5S QS", "2S AS 7S", "6S 8S TS")
"""Hearts, clubs and spades are plain: seat 0 wins three, seat 1 the fourth and the fifth."""


def test_every_trick_scores_five_and_the_deal_is_played_out() -> None:
    """RULES.md 8.1: there is no claim after three tricks."""
    state = deal(*HANDS, turn_up="9D", preset="twenty_five")

    ended = after(state, *TRICKS)

    assert ended.outcome == Outcome("scored", (), (3, 2, 0), scores=(15, 10, 0))
    assert ended.outcome.carried_scores == (15, 10, 0)


def test_play_stops_at_the_trick_that_reaches_the_target() -> None:
    """RULES.md 8.3."""
    state = deal(*HANDS, turn_up="9D", preset="twenty_five", scores=(15, 20, 0))

    ended = after(state, *TRICKS[:2])

    assert ended.outcome == Outcome("won", (Place(0),), (2, 0, 0), scores=(25, 20, 0))
    assert ended.outcome.carried_scores == (0, 0, 0)


def test_all_five_tricks_win_the_game() -> None:
    """RULES.md 8.4."""
    hands = ("KC KH KS KD QD", "2C 2H 2S 3S 4S")
    state = deal(*hands, turn_up="9D", preset="forty_five", scores=(0, 40))

    ended = after(state, "KC 2C", "KH 2H", "KS 2S", "KD 3S", "QD 4S")

    assert ended.outcome is not None
    assert (ended.outcome.kind, ended.outcome.winners) == ("won", (0,))


TRUMPED = ("KC KH 2D 2S TS", "2C 2H 5S 6S AS", "3C 3H 3D 7S 8S")
TRUMP_TRICKS = ("KC 2C 3C", "KH 2H 3H", "2D 5S 3D", "7S 2S AS", "6S 8S TS")
"""The only trumps fall in the third trick, which seat 2 wins."""


def test_the_trick_with_the_best_trump_scores_ten() -> None:
    """RULES.md 8.2: told when the deal is over."""
    state = deal(*TRUMPED, turn_up="9D", preset="forty_five")
    before = after(state, *TRUMP_TRICKS[:4])
    assert view(before, None).bonus_trick is None

    ended = after(before, TRUMP_TRICKS[4])

    assert ended.outcome == Outcome("scored", (), (2, 2, 1), scores=(10, 10, 10), bonus_trick=2)
    assert view(ended, None).bonus_trick == 2


def test_the_bonus_counts_in_its_trick() -> None:
    """RULES.md 8.3: the tricks are walked in order, the first to reach the target wins."""
    state = deal(*TRUMPED, turn_up="9D", preset="forty_five", scores=(30, 40, 35))

    ended = after(state, *TRUMP_TRICKS)

    assert ended.outcome is not None
    assert ended.outcome.winners == (2,)
    assert ended.outcome.scores == (40, 40, 45)


def test_a_bonus_that_comes_after_the_end_of_the_game_is_not_named() -> None:
    """RULES.md 8.2, 8.3: seat 0 is out with the first trick, the best trump fell in the third."""
    state = deal(*TRUMPED, turn_up="9D", preset="forty_five", scores=(40, 0, 0))

    ended = after(state, *TRUMP_TRICKS)

    assert ended.outcome == Outcome(
        "won", (Place(0),), (2, 2, 1), scores=(45, 0, 0), bonus_trick=None
    )
    assert view(ended, None).bonus_trick is None


def test_without_a_trump_there_is_no_bonus() -> None:
    """RULES.md 8.2."""
    ended = after(deal(*HANDS, turn_up="9D", preset="forty_five"), *TRICKS)

    assert ended.outcome is not None
    assert ended.outcome.bonus_trick is None
    assert ended.outcome.scores == (15, 10, 0)


def test_the_bonus_of_the_five_is_told_at_once() -> None:
    """RULES.md 8.3."""
    hands = (TRUMPED[0], TRUMPED[1], TRUMPED[2].replace("3D", "5D"))
    state = deal(*hands, turn_up="9D", preset="forty_five")

    told = view(after(state, *TRUMP_TRICKS[:2], "2D 5S 5D"), None)

    assert told.bonus_trick == 2


@pytest.mark.parametrize(
    ("declined", "told"),
    [(False, 0), (True, None)],
)
def test_in_natural_the_bonus_of_the_ace_is_told_at_once(declined: bool, told: int | None) -> None:
    """RULES.md 8.3: unless it is demoted, and not the highest trump."""
    state = deal(
        "AD KC KH 2S 3S", "2C 2H 5S 6S AS", turn_up="9D", preset="forty_five", ranking="natural"
    )

    state = after(state, "decline" if declined else "announce", "AD 2C")

    assert view(state, None).bonus_trick == told


BARRED = ("AD KC KH KS 2S", "2C 2H 3S 4S 5S", "3C 3H QS 7S 8S")
BARRED_TRICKS = ("AD 2C 3C", "KC 2H 3H", "KH 3S QS", "KS 4S 7S", "2S 5S 8S")


def test_a_barred_side_scores_nothing() -> None:
    """RULES.md 4.6, 8.2: and its bonus is lost."""
    state = deal(*BARRED, turn_up="9D", preset="forty_five", unrobbed="barred", scores=(40, 0, 0))

    ended = after(state, "decline", *BARRED_TRICKS)

    assert ended.outcome == Outcome(
        "scored", (), (5, 0, 0), barred=(Place(0),), scores=(40, 0, 0), bonus_trick=None
    )


def test_a_barred_side_may_stop_five_short() -> None:
    """RULES.md 4.6, 8.4: not even five tricks win it the game."""
    state = deal(
        *BARRED,
        turn_up="9D",
        preset="forty_five",
        unrobbed="barred",
        barred_points="cannot_go_out",
        scores=(30, 0, 0),
    )

    ended = after(state, "decline", *BARRED_TRICKS)

    assert ended.outcome is not None
    assert (ended.outcome.kind, ended.outcome.scores) == ("scored", (40, 0, 0))


@pytest.mark.parametrize("refusal", ["decline", "announce"])
def test_after_wikipedia_somebody_who_fails_to_rob_cannot_go_out(refusal: str) -> None:
    """RULES.md 4.5, 4.6, 9: nor does their ace score the bonus, best trump or lowest."""
    state = deal(*BARRED, turn_up="9D", preset="wikipedia_twenty_five", scores=(10, 0, 0))

    ended = after(state, refusal, *BARRED_TRICKS)

    assert ended.outcome == Outcome(
        "scored", (), (5, 0, 0), barred=(Place(0),), scores=(20, 0, 0), bonus_trick=None
    )


@settings(max_examples=600, deadline=None)
@given(chances)
def test_deals_for_points_by_any_rules(chance: Random) -> None:
    """RULES.md 4.6, 8: as somebody else read them."""
    *_, last = random_play(random_deal_for_points(chance), chance)
    outcome, layout, options = last.outcome, last.layout, last.rules.options()
    assert outcome is not None
    sides = side_numbers(last.rules.sides, last.seats)
    order = naive.trump_order(str(last.trumps), options, layout.is_ace_demoted)

    counted = naive_points.count(
        options,
        [(trick.winner, texts(trick.cards)) for trick in last.tricks],
        sides,
        {sides[place] for place in outcome.barred},
        layout.scores,
        order,
    )

    winners = tuple(seat for seat, side in enumerate(sides) if side == counted.winner)
    assert (outcome.kind, outcome.winners) == ("won" if winners else "scored", winners)
    assert (list(outcome.scores), outcome.bonus_trick) == (counted.scores, counted.bonus_trick)


def random_deal_for_points(chance: Random) -> DealState:
    while True:
        state = random_deal(chance)
        if state.rules.target is not None:
            return state


def test_partners_score_together() -> None:
    """RULES.md 1.2, 8.1."""
    hands = ("KC KH KS 2S 3S", "2C 2H 5S 6S AS", "3C 3H QS 7S 8S", "4C 4H 9S TS 4S")
    state = deal(*hands, turn_up="9D", preset="twenty_five", sides="pairs", scores=(10, 0, 10, 0))

    ended = after(state, "KC 2C 3C 4C", "KH 2H 3H 4H", "KS 5S QS 4S")

    assert ended.outcome == Outcome(
        "won", (Place(0), Place(2)), (3, 0, 0, 0), scores=(25, 0, 25, 0)
    )


def test_stakes_are_paid_once_a_game() -> None:
    """RULES.md 8.1: the extra by its first dealer; the side that gets out takes them."""
    rules = HouseRules(target=25, stake=3, dealer_extra=2)

    first = contributions(rules, seats=3, dealer=Place(2), pool=0, is_new=True, is_first=True)
    later = contributions(rules, seats=3, dealer=Place(0), pool=11, is_new=False, is_first=True)
    late = contributions(
        rules, seats=3, dealer=Place(1), pool=11, is_new=False, is_first=True, newcomers=(Place(1),)
    )

    assert (first, later, late) == ((3, 3, 5), (0, 0, 0), (0, 3, 0))
    won = Outcome("won", (Place(0),), (2, 0, 0), scores=(25, 0, 0))
    scored = Outcome("scored", (), (2, 2, 1), scores=(10, 10, 5))
    assert payout(rules, won, dealer=Place(2), pool=11) == (11, 0, 0)
    assert payout(rules, scored, dealer=Place(2), pool=11) == (0, 0, 0)


def test_the_dealer_of_every_deal_puts_in_the_extra() -> None:
    """RULES.md 8.1 (P): whoever gets out of a game of seven deals takes 3 stakes and 7 extras."""
    rules = HouseRules(target=45, stake=3, dealer_extra=2, points_dealer_extra="every_deal")
    stacks, pool = [20, 20, 20], 0

    for number in range(7):
        paid = contributions(
            rules,
            seats=3,
            dealer=Place(number % 3),
            pool=pool,
            is_new=number == 0,
            is_first=True,
            stacks=stacks,
        )
        stacks, pool = [had - put for had, put in zip(stacks, paid, strict=True)], pool + sum(paid)

    assert pool == 3 * 3 + 7 * 2
    assert stacks == [20 - 3 - 3 * 2, 20 - 3 - 2 * 2, 20 - 3 - 2 * 2]
    late = partial(
        contributions,
        rules,
        seats=3,
        dealer=Place(1),
        pool=pool,
        is_new=False,
        is_first=True,
        newcomers=(Place(1),),
    )
    assert late() == (0, 5, 0)
    assert late(stacks=(9, 4, 9)) == (0, 4, 0)


@pytest.mark.parametrize(
    ("preset", "scores"),
    [("standard", (0, 5)), ("twenty_five", (0, 25)), ("twenty_five", (0, 5, 10))],
)
def test_impossible_scores_are_refused(preset: str, scores: tuple[int, ...]) -> None:
    """RULES.md 8.1."""
    with pytest.raises(EngineError, match=r"^Rule 8\.1: "):
        deal("", "", turn_up="9D", preset=preset, scores=scores)
