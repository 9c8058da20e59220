"""The sentences about house rules say what happens, beside whatever else the house plays."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.engine import HouseRules, Outcome, Place, after_misdeal, contributions, payout
from games.engine.sentences import sentences_by_option
from tests.engine.strategies import chances, random_rules

DEALER, SEATS = Place(1), 4


@pytest.mark.parametrize(
    ("options", "about", "sentence"),
    [
        # 1.3: the service cuts at the desk of a night and over its API, and nowhere else.
        (
            {"sides": "pairs", "partners_by": "cut"},
            "partners_by",
            "At a club night people cut for partners when the organiser asks",
        ),
        ({"sides": "pairs"}, "partners_by", "People agree on their partners;"),
        # 1.6: who deals after a misdeal pays, by the rest of the rules.
        ({}, "misdeal", "to the left, and the next dealer pays the extra."),
        ({"dealer_extra": 0}, "misdeal", "a misdeal passes the deal to the left."),
        ({"target": 25}, "misdeal", "a misdeal passes the deal to the left."),
        ({"topup": "dealer_only", "stake": 3}, "misdeal", "and the next dealer pays 3."),
        ({"misdeal": "pay_and_redeal"}, "misdeal", "may pay a second extra and deal again;"),
        ({"misdeal": "pay_and_redeal", "target": 45}, "misdeal", "misdeals may deal again;"),
        (
            {"misdeal": "forfeit_stake", "topup": "dealer_only"},
            "misdeal",
            "to the left, and the next dealer pays 2, and the side of whoever misdealt cannot win",
        ),
        # 4.5: a turned ace is refused for nothing where the dealer may.
        ({}, "unrobbed", "A side that has the ace and does not rob cannot win that deal."),
        ({"rob_with_ace": "may"}, "unrobbed", "and neither robs nor announces it cannot win"),
        ({"rob_turned_ace": "must"}, "unrobbed", ", or that does not take a turned ace, cannot"),
        (
            {"rob_with_ace": "off", "rob_turned_ace": "must"},
            "unrobbed",
            "A dealer's side that does not take a turned ace cannot win that deal.",
        ),
        (
            {"rob_with_ace": "off", "rob_turned_ace": "must", "unrobbed": "lowest_trump"},
            "unrobbed",
            "There is no penalty for not taking a turned ace.",
        ),
        ({"unrobbed": "both"}, "unrobbed", "that deal; it is also the lowest trump."),
        ({"unrobbed": "both", "rob_with_ace": "may"}, "unrobbed", "; unless announced, it is"),
        ({"unrobbed": "blocked"}, "unrobbed", "A player with the right to rob cannot decline."),
        ({"unrobbed": "blocked", "rob_with_ace": "may"}, "unrobbed", "either robs or announces"),
        # 7.1, 8.1: stakes are paid once a game for points, the extra once or with every deal.
        ({"target": 45, "stake": 3}, "stake", "The stake is 3 a game."),
        ({"target": 45}, "dealer_extra", "The dealer's extra is 2."),
        ({"target": 45}, "points_dealer_extra", "The first dealer of a game puts in the extra"),
        ({"target": 45}, "misdeal", "a misdeal passes the deal to the left."),
        (
            {"target": 45, "points_dealer_extra": "every_deal"},
            "points_dealer_extra",
            "The dealer of every deal puts in the extra.",
        ),
        (
            {"target": 45, "points_dealer_extra": "every_deal"},
            "misdeal",
            "to the left, and the next dealer pays the extra.",
        ),
        ({"topup": "dealer_only"}, "dealer_extra", "The dealer who opens a pool puts in an extra"),
        ({"new_pool": "dealer"}, "new_pool", "for each later one: the stake and the extra."),
        ({"new_pool": "dealer", "dealer_extra": 0}, "new_pool", "dealer alone for each later one."),
        # 6.1, 6.3.
        (
            {"tricks_to_win": "two_from_five"},
            "tricks_to_win",
            "Where five or more are dealt in, two tricks win it, and there is no jink.",
        ),
        ({"jink": False, "tricks_to_win": 4}, "jink", "There is no jink: the deal ends when it is"),
    ],
    ids=str,
)
def test_a_sentence_tells_what_happens_beside_the_other_options(
    options: dict[str, Any], about: str, sentence: str
) -> None:
    assert sentence in sentences_by_option(HouseRules(**options).options())[about]


@settings(max_examples=400, deadline=None)
@given(chances)
def test_the_sentences_tell_what_is_paid(chance: Random) -> None:
    """RULES.md 1.6, 7.1 to 7.4: whoever counts by the sentences pays what the engine asks."""
    rules = random_rules(chance)
    if rules.target is not None:
        return
    told = sentences_by_option(rules.options())
    stake = number(told["stake"])
    extra = number(told["dealer_extra"])

    full = rules.pool_max if rules.pool_max is not None else 10**6
    topup = read(told["topup"], extra)
    assert paid(rules, pool=full - 1, is_new=False) == topup
    if rules.pool_max is not None:
        assert paid(rules, pool=full, is_new=False) == read(told["pool_max"], extra)
    reader = (0, stake + extra) if "dealer alone" in told["new_pool"] else (stake, stake + extra)
    assert paid(rules, pool=0, is_new=True) == reader
    redeal = after_misdeal(rules, seats=SEATS, dealer=Place(0), pool=full - 1)
    price = re.search(r"the next dealer pays (the extra|\d+)", told["misdeal"])
    due = 0 if price is None else extra if price[1] == "the extra" else int(price[1])
    assert redeal.contributions == (0, due, 0, 0)
    if rules.jink:
        jinked = Outcome("jinked", (Place(0),), (5, 0, 0, 0))
        gains = payout(rules, jinked, dealer=DEALER, pool=0)
        also = extra if "and the dealer the extra" in told["jink_bonus"] else 0
        each = 1 if "one chip" in told["jink_bonus"] else number(told["jink_bonus"])
        assert gains[1:] == (-each - also, -each, -each)


def paid(rules: HouseRules, *, pool: int, is_new: bool) -> tuple[int, int]:
    """What everybody puts in before a deal after the first pool, and what the dealer does."""
    chips = contributions(
        rules, seats=SEATS, dealer=DEALER, pool=pool, is_new=is_new, is_first=False
    )
    assert chips[0] == chips[2] == chips[3]
    return chips[0], chips[1]


def read(sentence: str, extra: int) -> tuple[int, int]:
    """The same by what a sentence says."""
    everybody = number(sentence) if "everybody puts in" in sentence else 0
    if "the next dealer puts in" in sentence:
        return 0, number(sentence)
    if sentence.endswith("only the dealer: one chip."):
        return 0, 1
    return everybody, everybody + (extra if "the extra" in sentence else 0)


def number(sentence: str) -> int:
    """The last number in a sentence; 0 where it names none."""
    return int((re.findall(r"\d+", sentence) or ["0"])[-1])


@settings(max_examples=200, deadline=None)
@given(chances)
def test_no_sentence_speaks_of_what_the_house_does_not_have(chance: Random) -> None:
    rules = random_rules(chance)
    told = sentences_by_option(rules.options())
    everything = " ".join(told.values())

    assert "{" not in everything
    if rules.dealer_extra == 0:
        assert " extra" not in everything.replace("The dealer pays no extra.", "")
    if rules.target is not None:
        assert not re.search("jink|spoilt|new pool|later one", everything)
    if rules.sides == "individual":
        assert "plays together" not in everything
    if rules.rob_with_ace == "off":
        assert "announce" not in everything
