"""The pool: contributions and payouts."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

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
from games.engine.outcome import OutcomeKind
from games.engine.sides import side_members
from tests.engine.naive_pool import gained, paid_in
from tests.engine.strategies import chances, random_rules
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
        is_first=True,
    )

    assert list(chips) == case["contributions"]
    assert (before or 0) + sum(chips) == case["pool"]


EVENING = (("first", 4), ("spoilt", 0), ("spoilt", 1), ("later", 2), ("spoilt", 3))
"""Five people: a pool that is won at the third deal, and the next; what it is and who deals."""


@pytest.mark.parametrize(
    ("options", "pools"),
    [
        ({}, (12, 19, 26, 12, 19)),
        ({"stake": 3, "dealer_extra": 1}, (16, 22, 28, 16, 22)),
        ({"topup": "full"}, (12, 24, 36, 12, 24)),
        ({"topup": "dealer_only"}, (12, 14, 16, 12, 14)),
        ({"stake": 3, "dealer_extra": 1, "topup": "dealer_only"}, (16, 19, 22, 16, 19)),
        ({"new_pool": "dealer"}, (12, 19, 26, 4, 11)),
        ({"new_pool": "dealer", "topup": "dealer_only"}, (12, 14, 16, 4, 6)),
        ({"new_pool": "dealer", "stake": 3, "dealer_extra": 1}, (16, 22, 28, 4, 10)),
    ],
    ids=str,
)
def test_the_pools_of_an_evening(options: dict[str, Any], pools: tuple[int, ...]) -> None:
    """RULES.md 7.1, 7.2: the pool before each deal is played."""
    rules, pool, found = HouseRules(**options), 0, []
    for kind, dealer in EVENING:
        pool = 0 if kind == "later" else pool
        is_new = kind != "spoilt"
        pool += sum(
            contributions(
                rules,
                seats=5,
                dealer=Place(dealer),
                pool=pool,
                is_new=is_new,
                is_first=kind == "first",
            )
        )
        found.append(pool)

    assert tuple(found) == pools


def test_the_pool_after_wikipedia() -> None:
    """RULES.md 7.3, 9: a chip from each, then one of the dealer's into a full pool of 30."""
    rules, pool, pools = HouseRules.preset("wikipedia"), 0, []
    for deal in range(9):
        paid = contributions(
            rules, seats=5, dealer=Place(deal % 5), pool=pool, is_new=deal == 0, is_first=True
        )
        pool += sum(paid)
        pools.append(pool)

    assert pools == [5, 10, 15, 20, 25, 30, 31, 32, 33]


def test_a_later_pool_is_the_dealers_alone() -> None:
    """RULES.md 7.1, 7.7: a newcomer pays the stake all the same, a game for points ignores it."""
    rules = HouseRules(new_pool="dealer", stake=3, dealer_extra=1)
    later: Any = {"seats": 4, "dealer": Place(1), "pool": 0, "is_new": True, "is_first": False}

    assert contributions(rules, **later) == (0, 4, 0, 0)
    assert contributions(rules, **later, newcomers=(Place(3),)) == (0, 4, 0, 3)
    assert contributions(rules, **later, newcomers=(Place(1),)) == (0, 4, 0, 0)
    for_points = replace(rules, target=25)
    assert contributions(for_points, **later) == (3, 4, 3, 3)


def test_somebody_without_chips_is_not_short_where_the_dealer_opens_the_pool() -> None:
    """RULES.md 7.1, 7.5."""
    rules, stacks = HouseRules(new_pool="dealer"), (0, 1, 2)

    for dealer, short in ((0, (0,)), (1, (1,)), (2, ())):
        assert short == short_seats(
            rules, dealer=Place(dealer), pool=0, is_new=True, is_first=False, stacks=stacks
        )


@settings(max_examples=500, deadline=None)
@given(chances)
def test_what_is_paid_in_by_any_rules(chance: Random) -> None:
    """RULES.md 7.1 to 7.3, 7.7, 8.1: as somebody else read them."""
    rules = random_rules(chance)
    players, pool = chance.randrange(2, 11), chance.randrange(9)
    dealer, kind = chance.randrange(players), chance.choice(["first", "later", "spoilt"])
    newcomers = [one for one in range(players) if kind != "first" and chance.random() < 0.2]

    found = contributions(
        rules,
        seats=players,
        dealer=Place(dealer),
        pool=pool,
        is_new=kind != "spoilt",
        is_first=kind == "first",
        newcomers=[Place(one) for one in newcomers],
    )

    assert list(found) == paid_in(rules.options(), players, dealer, pool, kind, newcomers)


@pytest.mark.parametrize("case", CASES["jinks"], ids=str)
def test_printed_jinks(case: dict[str, Any]) -> None:
    """RULES.md 7.4."""
    stakes = {name: case[name] for name in ("stake", "dealer_extra") if name in case}
    rules = HouseRules(jink_bonus=case["jink_bonus"], **stakes)
    tricks = tuple(5 * (seat == case["winner"]) for seat in range(5))
    outcome = Outcome("jinked", winners=(case["winner"],), tricks=tricks)

    gains = payout(rules, outcome, dealer=case["dealer"], pool=case["pool"])

    assert list(gains) == case["gains"]


@settings(max_examples=500, deadline=None)
@given(chances)
def test_what_is_gained_by_any_rules(chance: Random) -> None:
    """RULES.md 7.4 to 7.6: as somebody else read them."""
    rules = random_rules(chance)
    seats = chance.choice(rules.numbers_playing)
    members = side_members(rules.sides, seats)[chance.randrange(seats)]
    dealer, pool = chance.randrange(seats), chance.randrange(30)
    stacks = [chance.randrange(8) for _ in range(seats)]
    kind: OutcomeKind = chance.choice(["won", "jinked"])
    outcome = Outcome(kind, winners=members, tricks=(0,) * seats)

    gains = payout(rules, outcome, dealer=Place(dealer), pool=pool, stacks=stacks)

    is_jink = kind == "jinked"
    assert list(gains) == gained(rules.options(), dealer, members, pool, stacks, is_jink=is_jink)


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

    stakes = contributions(
        rules, seats=3, dealer=Place(2), pool=0, is_new=True, is_first=True, stacks=(9, 1, 4)
    )
    gains = payout(rules, outcome, dealer=Place(2), pool=8, stacks=(6, 0, 3))

    assert stakes == (3, 1, 4)
    assert gains == (8 + 3, 0, -3)


def test_a_stack_below_the_contribution_is_short() -> None:
    """RULES.md 7.5: a dealer who has the stake but not the extra is not."""
    rules = HouseRules()

    assert short_seats(
        rules, dealer=Place(2), pool=0, is_new=True, is_first=True, stacks=(2, 1, 3)
    ) == (1,)
    assert short_seats(
        rules, dealer=Place(0), pool=8, is_new=False, is_first=True, stacks=(1, 0, 1)
    ) == (1,)


def test_a_newcomer_puts_in_the_stake() -> None:
    """RULES.md 7.7: whatever the pool holds, and the extra if they deal."""
    rules = HouseRules(pool_max=12)

    late = contributions(
        rules, seats=3, dealer=Place(0), pool=12, is_new=False, is_first=True, newcomers=(Place(1),)
    )
    dealing = contributions(
        rules, seats=3, dealer=Place(1), pool=12, is_new=False, is_first=True, newcomers=(Place(1),)
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

    assert contributions(rules, seats=3, dealer=Place(0), pool=9, is_new=True, is_first=True) == (
        4,
        2,
        2,
    )
