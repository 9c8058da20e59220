"""The pool: contributions and payouts."""

from typing import Any

import pytest

from games.engine import (
    HouseRules,
    Outcome,
    Place,
    PoolNotWon,
    contributions,
    payout,
    shares,
    short_seats,
    unclaimed_pool,
)
from tests.engine.tables import CASES


@pytest.mark.parametrize("case", CASES["contributions"], ids=str)
def test_printed_contributions(case: dict[str, Any]) -> None:
    """RULES.md 7.1 to 7.3."""
    before = case["pool_before"]

    chips = contributions(
        HouseRules(**case["options"]),
        seats=case["players"],
        dealer=case["dealer"],
        pool=before or 0,
        is_new=before is None,
    )

    assert list(chips) == case["contributions"]
    assert (before or 0) + sum(chips) == case["pool"]


@pytest.mark.parametrize("case", CASES["jinks"], ids=str)
def test_printed_jinks(case: dict[str, Any]) -> None:
    """RULES.md 7.4."""
    stakes = {name: case[name] for name in ("stake", "dealer_extra") if name in case}
    rules = HouseRules(jink_bonus=case["jink_bonus"], **stakes)
    tricks = tuple(5 * (seat == case["winner"]) for seat in range(5))
    outcome = Outcome("jinked", winners=(case["winner"],), tricks=tricks)

    gains = payout(rules, outcome, dealer=case["dealer"], pool=case["pool"])

    assert list(gains) == case["gains"]


@pytest.mark.parametrize("kind", ["spoilt", "jink_failed"])
def test_a_spoilt_deal_pays_nobody(kind: Any) -> None:
    """RULES.md 7.2: the pool stays."""
    outcome = Outcome(kind, winners=(), tricks=(2, 2, 1))

    assert payout(HouseRules(), outcome, dealer=Place(0), pool=9) == (0, 0, 0)


def test_the_winner_takes_the_pool() -> None:
    """RULES.md 7.4."""
    outcome = Outcome("won", winners=(Place(1),), tricks=(1, 3, 0))

    assert payout(HouseRules(), outcome, dealer=Place(0), pool=8) == (0, 8, 0)


def test_nobody_pays_more_than_their_stack() -> None:
    """RULES.md 7.5: the rest of a jink is not owed."""
    rules = HouseRules(stake=3, dealer_extra=2, jink_bonus="payer_contribution")
    outcome = Outcome("jinked", winners=(Place(0),), tricks=(5, 0, 0))

    stakes = contributions(rules, seats=3, dealer=Place(2), pool=0, is_new=True, stacks=(9, 1, 4))
    gains = payout(rules, outcome, dealer=Place(2), pool=8, stacks=(6, 0, 3))

    assert stakes == (3, 1, 4)
    assert gains == (8 + 3, 0, -3)


def test_a_stack_below_the_contribution_is_short() -> None:
    """RULES.md 7.5: a dealer who has the stake but not the extra is not."""
    rules = HouseRules()

    assert short_seats(rules, dealer=Place(2), pool=0, is_new=True, stacks=(2, 1, 3)) == (1,)
    assert short_seats(rules, dealer=Place(0), pool=8, is_new=False, stacks=(1, 0, 1)) == (1,)


def test_a_newcomer_puts_in_the_stake() -> None:
    """RULES.md 7.7: whatever the pool holds, and the extra if they deal."""
    rules = HouseRules(pool_max=12)

    late = contributions(
        rules, seats=3, dealer=Place(0), pool=12, is_new=False, newcomers=(Place(1),)
    )
    dealing = contributions(
        rules, seats=3, dealer=Place(1), pool=12, is_new=False, newcomers=(Place(1),)
    )

    assert late == (2, 2, 0)
    assert dealing == (0, 4, 0)


def test_a_side_shares_and_odd_chips_go_round_from_the_dealers_left() -> None:
    """RULES.md 7.6: to members of that side."""
    assert shares(11, (Place(0), Place(1), Place(3)), seats=5, dealer=Place(1)) == (4, 3, 0, 4, 0)
    assert shares(11, (Place(0), Place(1), Place(3)), seats=5, dealer=Place(0)) == (3, 4, 0, 4, 0)


def test_a_jink_is_paid_once_to_the_side() -> None:
    """RULES.md 7.4, 7.6."""
    rules = HouseRules(sides="pairs", jink_bonus="winner_contribution")
    outcome = Outcome("jinked", winners=(Place(1), Place(3)), tricks=(0, 3, 0, 2))

    assert payout(rules, outcome, dealer=Place(3), pool=11) == (-4, 10, -4, 9)
    assert payout(rules, outcome, dealer=Place(0), pool=11) == (-2, 8, -2, 7)


@pytest.mark.parametrize(("handling", "chips"), [("split", (2, 3, 2)), ("carry", (0, 0, 0))])
def test_an_unclaimed_pool(handling: Any, chips: tuple[int, ...]) -> None:
    """RULES.md 7.7."""
    rules = HouseRules(unclaimed_pool=handling)

    assert unclaimed_pool(rules, pool=7, seats=3, dealer=Place(0)) == chips


def test_a_house_may_play_on_until_the_pool_is_won() -> None:
    """RULES.md 7.7."""
    rules = HouseRules(unclaimed_pool="play_on")

    with pytest.raises(PoolNotWon, match=r"^Rule 7\.7: "):
        unclaimed_pool(rules, pool=7, seats=3, dealer=Place(0))
    assert unclaimed_pool(rules, pool=0, seats=3, dealer=Place(0)) == (0, 0, 0)


def test_a_carried_pool_is_opened_with_new_stakes_on_top() -> None:
    """RULES.md 7.7, 7.3: whatever it holds."""
    rules = HouseRules(unclaimed_pool="carry", pool_max=5)

    assert contributions(rules, seats=3, dealer=Place(0), pool=9, is_new=True) == (4, 2, 2)
