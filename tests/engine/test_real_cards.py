"""Tables with real cards."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.engine import (
    HouseRules,
    ImpossibleOutcome,
    Place,
    Redeal,
    after_misdeal,
    payout,
    recorded_outcome,
)
from tests.engine.naive_pool import paid_after_misdeal
from tests.engine.strategies import chances, random_rules


@pytest.mark.parametrize(
    ("misdeal", "pays_again", "redeal"),
    [
        ("lose_deal", False, Redeal(Place(0), (2, 0, 0))),
        ("pay_and_redeal", True, Redeal(Place(2), (0, 0, 2))),
        ("pay_and_redeal", False, Redeal(Place(0), (2, 0, 0))),
        ("forfeit_stake", False, Redeal(Place(0), (0, 0, 0), barred=(Place(2),))),
    ],
)
def test_a_misdeal(misdeal: Any, pays_again: bool, redeal: Redeal) -> None:
    """RULES.md 1.6: the last of three seats misdealt; what was paid stays."""
    rules = HouseRules(misdeal=misdeal)

    assert after_misdeal(rules, seats=3, dealer=Place(2), pays_again=pays_again) == redeal
    misdealt = recorded_outcome(rules, "misdeal", seats=3)
    assert payout(rules, misdealt, dealer=Place(2), pool=8) == (0, 0, 0)


@pytest.mark.parametrize(
    ("options", "pool", "chips"),
    [
        ({"topup": "dealer_only", "stake": 3}, 15, 3),  # The dealer puts in the stake, no extra,
        ({"topup": "dealer_only", "stake": 3, "pool_max": 15}, 15, 0),  # and nothing at the limit,
        ({"topup": "dealer_only", "stake": 3, "pool_max": 16}, 15, 3),
        ({"topup": "dealer_only", "stake": 3, "misdeal": "forfeit_stake"}, 15, 3),
        ({"topup": "dealer_only", "stake": 3, "target": 25}, 15, 0),
        ({"target": 25, "points_dealer_extra": "every_deal"}, 15, 2),  # Each dealer pays the extra,
        ({"target": 25, "points_dealer_extra": "every_deal", "misdeal": "forfeit_stake"}, 15, 0),
        ({"pool_max": 15}, 15, 2),  # Otherwise the extra is due whatever the pool holds,
        ({"pool_max": 15, "dealer_extra": 0}, 15, 0),  # and no chip stands for it,
        ({"pool_max": 15, "topup": "full"}, 15, 2),
        ({"pool_max": 15, "misdeal": "forfeit_stake"}, 15, 0),  # where the bar is the price, none.
    ],
    ids=str,
)
def test_what_the_next_dealer_puts_in_after_a_misdeal(
    options: dict[str, Any], pool: int, chips: int
) -> None:
    """RULES.md 1.6, 7.2, 7.3."""
    redeal = after_misdeal(HouseRules(**options), seats=3, dealer=Place(2), pool=pool)

    assert redeal.contributions == (chips, 0, 0)


def test_dealing_again_under_dealer_only_costs_the_stake() -> None:
    """RULES.md 1.6, 7.2."""
    rules = HouseRules(topup="dealer_only", stake=3, misdeal="pay_and_redeal")

    redeal = after_misdeal(rules, seats=3, dealer=Place(2), pool=9, pays_again=True)

    assert redeal == Redeal(Place(2), (0, 0, 3))


@settings(max_examples=300, deadline=None)
@given(chances)
def test_what_a_misdeal_costs_by_any_rules(chance: Random) -> None:
    """RULES.md 1.6, 7.2, 7.3: as somebody else read them."""
    rules = random_rules(chance)
    players = chance.choice(rules.numbers_playing)
    pool = chance.randrange(9)
    dealer = chance.randrange(players)
    pays_again = rules.misdeal == "pay_and_redeal" and chance.random() < 0.5

    redeal = after_misdeal(
        rules, seats=players, dealer=Place(dealer), pool=pool, pays_again=pays_again
    )

    deals_now = dealer if pays_again else (dealer + 1) % players
    assert redeal.dealer == deals_now
    paid = paid_after_misdeal(rules.options(), players, deals_now, pool)
    assert list(redeal.contributions) == paid


def test_a_short_dealer_pays_what_they_have() -> None:
    """RULES.md 1.6, 7.5."""
    redeal = after_misdeal(HouseRules(), seats=3, dealer=Place(2), stacks=(1, 5, 5))

    assert redeal.contributions == (1, 0, 0)


def test_a_misdeal_costs_nothing_in_a_game_for_points() -> None:
    """RULES.md 1.6, 8.1: stakes are paid once a game, the extra by its first dealer."""
    rules = HouseRules(target=25)

    assert after_misdeal(rules, seats=3, dealer=Place(2)) == Redeal(Place(0), (0, 0, 0))


def test_only_some_houses_let_the_dealer_try_again() -> None:
    """RULES.md 1.6."""
    with pytest.raises(ImpossibleOutcome, match=r"^Rule 1\.6: "):
        after_misdeal(HouseRules(), seats=3, dealer=Place(2), pays_again=True)
