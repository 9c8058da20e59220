"""The engine against the naive one: every two-card case, every two-card trick, counted deals."""

from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.engine import (
    PACK,
    DealState,
    HouseRules,
    Suit,
    apply,
    legal_actions,
    legal_cards,
    trick_winner,
)
from games.engine.following import duties_of
from tests.engine import naive
from tests.engine.strategies import chances, random_deal, random_play
from tests.engine.tables import deal

TEXTS = [str(card) for card in PACK]
FOLLOWING = {
    "plain_follow": ("follow_or_trump", "strict"),
    "void_play": ("free", "must_trump"),
    "renege_cards": ("five_jack_ace", "five_only", "none"),
    "ace_of_hearts_lead": ("trump", "plain"),
}


@cache
def naive_answers(
    led: int, trumps: str, demoted: bool, options: tuple[tuple[str, str], ...]
) -> list[int]:
    """What the naive engine lets each two-card hand play, as sets of bits."""
    answers = []
    for first, second in combinations([n for n in range(52) if n != led], 2):
        hand = [TEXTS[first], TEXTS[second]]
        allowed = naive.legal(hand, TEXTS[led], trumps, dict(options), demoted)
        bits = sum(1 << n for n in (first, second) if TEXTS[n] in allowed)
        answers.append(bits)
    return answers


def concerning(led: int, trumps: str, options: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The options that the naive engine looks at for this lead, the others at their first value.

    It only spares asking it the same again: were an option left out that matters, the engine
    would differ from it.
    """
    order = naive.trump_order(trumps, options, demoted=False)
    is_ace = TEXTS[led] == "AH" and trumps != "H" and options["ranking"] != "natural"
    is_plain = TEXTS[led] not in order or (is_ace and options["ace_of_hearts_lead"] == "plain")
    kept = {"plain_follow", "void_play"} if is_plain else {"renege_cards"}
    if is_ace:
        kept.add("ace_of_hearts_lead")
    first = {name: values[0] for name, values in FOLLOWING.items()}
    chosen = {name: options[name] for name in kept}
    return tuple(sorted((first | chosen | {"ranking": options["ranking"]}).items()))


@pytest.mark.parametrize("is_demoted", [False, True], ids=["", "demoted"])
@pytest.mark.parametrize("ranking", ["irish", "five_cards", "natural"])
def test_all_two_card_cases(ranking: Any, is_demoted: bool) -> None:
    """RULES.md 5.2 to 5.6: 265,200 cases for each of 24 combinations."""
    compared = 0
    for values in product(*FOLLOWING.values()):
        options: dict[str, Any] = dict(zip(FOLLOWING, values, strict=True)) | {"ranking": ranking}
        rules = HouseRules.from_json(options)
        for trumps, led in product(Suit, range(52)):
            duty = duties_of(rules, trumps, is_ace_demoted=is_demoted)[led]
            others = [1 << n for n in range(52) if n != led]
            answers = [duty.legal(one | other) for one, other in combinations(others, 2)]

            relevant = concerning(led, str(trumps), options)
            expected = naive_answers(led, str(trumps), is_demoted, relevant)
            assert answers == expected, (options, trumps, TEXTS[led])
            compared += len(answers)

    assert compared == 24 * 265_200


def test_all_two_card_cases_through_the_public_function() -> None:
    """RULES.md 5, as under the standard preset."""
    rules = HouseRules()
    options = tuple(sorted({**{k: v[0] for k, v in FOLLOWING.items()}, "ranking": "irish"}.items()))
    for trumps, led in product(Suit, PACK):
        hands = combinations([card for card in PACK if card != led], 2)
        answers = [
            sum(card.bit for card in legal_cards(hand, led=led, trumps=trumps, rules=rules))
            for hand in hands
        ]

        assert answers == naive_answers(led.index, str(trumps), False, options)


@pytest.mark.parametrize("ranking", ["irish", "five_cards", "natural"])
def test_all_two_card_tricks(ranking: Any) -> None:
    """RULES.md 2.3: 10,608 tricks."""
    rules = HouseRules(ranking=ranking)
    compared = 0
    for trumps in Suit:
        for trick in permutations(PACK, 2):
            found = trick_winner(trick, trumps=trumps, rules=rules)

            expected = naive.winner([str(card) for card in trick], str(trumps), rules.to_json())
            assert found == expected, (trumps, trick)
            compared += 1

    assert compared == 10_608


DEALS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    # Two hands, the turn-up and the house rules.
    "one suit": ("KC QC JC 2C 8C", "3C 4C 6C 7C 9C", "TC", {}),
    "two suits": ("KC QC KD QD JD", "3C 4C TD 9D 8D", "9S", {}),
    "every privilege": ("5S JS AH KC 2D", "KS QS 2S 3C 4D", "9S", {}),
    "the five alone": ("5S JS AH KC 2D", "KS QS 2S 3C 4D", "9S", {"renege_cards": "five_only"}),
    "no reneging": ("5S JS AH KC 2D", "KS QS 2S 3C 4D", "9S", {"renege_cards": "none"}),
    "robbing": ("AS KC KD QC QD", "2S 3S 3C 4C TD", "9S", {}),
    "a demoted ace": (
        "AS KC KD QC 5S",
        "2S 3S 3C 4C TD",
        "9S",
        {"rob_with_ace": "may", "unrobbed": "lowest_trump"},
    ),
    "the ace of hearts robs": (
        "AH KC KD QC 5H",
        "2H 3H 3C 4C TD",
        "9H",
        {"rob_with_ace": "may", "unrobbed": "lowest_trump"},
    ),
    "the ace of hearts has no right": (
        "AH KC KD QC 5H",
        "2H 3H 3C 4C TD",
        "9H",
        {"rob_with_ace": "may", "unrobbed": "lowest_trump", "hearts_ace_robs": "off"},
    ),
    "wikipedia to the letter": (
        "AS KC KD QC 5S",
        "2S 3S 3C 4C TD",
        "9S",
        HouseRules.preset("wikipedia").options(),
    ),
    "a blocked refusal": (
        "2S 3S 3C 4C TD",
        "AS KC KD QC 5S",
        "9S",
        {"rob_with_ace": "may", "unrobbed": "blocked"},
    ),
    "strict": ("5S KC QC KD QD", "AH 3C 4C TD 9D", "9S", {"plain_follow": "strict"}),
    "must trump": ("5S KC QC KD QD", "AH 3C 4C TH 9H", "9S", {"void_play": "must_trump"}),
    "a plain ace of hearts": (
        "AH KH QC KD QD",
        "5S 2H 3H TD 9D",
        "9S",
        {"ace_of_hearts_lead": "plain"},
    ),
    "natural": ("AH KH QC KD QD", "5S 2H 3H TD 9D", "9S", {"ranking": "natural"}),
    "no jink": ("KC QC KD QD KH", "3C 4C TD 9D 2H", "9S", {"jink": False}),
}
COUNTS = {
    "one suit": 16_272,
    "two suits": 2_016,
    "every privilege": 4_932,
    "the five alone": 4_332,
    "no reneging": 4_320,
    "robbing": 18_720,
    "a demoted ace": 21_456,
    "the ace of hearts robs": 21_328,
    "the ace of hearts has no right": 3_740,
    "wikipedia to the letter": 20_568,
    "a blocked refusal": 24_324,
    "strict": 696,
    "must trump": 1_324,
    "a plain ace of hearts": 4_420,
    "natural": 3_696,
    "no jink": 216,
}
"""How many ways there are to play each of them out, counted by the naive engine."""


@pytest.mark.parametrize("name", DEALS)
def test_counted_lines_of_play(name: str) -> None:
    """RULES.md 4 to 6: the same lines of play, action by action, as the naive engine finds."""
    first, second, turn_up, options = DEALS[name]
    state = deal(first, second, turn_up=turn_up, **options)

    found = lines_of_play(state, "")

    expected = list(naive.plays([first.split(), second.split()], 0, turn_up, state.rules.to_json()))
    assert len(found) == len(set(found)) == COUNTS[name]
    assert sorted(found) == sorted(expected)


def lines_of_play(state: DealState, text: str) -> list[str]:
    """Every way to play a deal out, each as one text of actions and its end."""
    if state.outcome is not None:
        return [text + state.outcome.kind]
    return [
        line
        for action in legal_actions(state)
        for line in lines_of_play(apply(state, action), f"{text}{state.to_act} {action}, ")
    ]


@settings(max_examples=400, deadline=None)
@given(chances)
def test_whole_deals_of_any_size(chance: Random) -> None:
    """RULES.md 2, 4.5, 5: every turn of play by any rules, and every trick."""
    states = list(random_play(random_deal(chance), chance))
    for state in states:
        if state.phase == "play" and state.trick:
            assert state.to_act is not None
            hand = [str(card) for card in state.hand(state.to_act)]
            allowed = naive.legal(hand, str(state.trick[0]), *naive_terms(state))
            assert [str(action) for action in legal_actions(state)] == [
                f"play {card}" for card in allowed
            ]
    last = states[-1]
    for trick in last.tricks:
        best = naive.winner([str(card) for card in trick.cards], *naive_terms(last))
        assert trick.winner == (trick.leader + best) % last.seats


def naive_terms(state: DealState) -> tuple[str, dict[str, Any], bool]:
    """Trumps, options and whether the ace is demoted, for the naive engine."""
    return str(state.trumps), state.rules.to_json(), state.layout.is_ace_demoted
