"""The house rules: options, presets and what is refused."""

import json
from typing import Any

import pytest

from games.engine import PACK, HouseRules, ImpossibleRules, Place, new_deal
from games.engine.house_rules import OPTIONS
from games.engine.presets import PRESETS
from games.engine.rulesets import CHOSEN_OPTIONS
from games.engine.sentences import SENTENCES
from games.engine.versions import VERSION

DEFAULTS = {
    "sides": "individual",
    "partners_by": "agreement",
    "first_dealer": "first_knave",
    "packets": "2-3",
    "misdeal": "lose_deal",
    "ranking": "irish",
    "fiving": False,
    "rob_turned_ace": "may",
    "rob_with_ace": "must",
    "hearts_ace_robs": True,
    "rob_timing": "at_turn",
    "unrobbed": "barred",
    "barred_points": "none",
    "plain_follow": "follow_or_trump",
    "void_play": "free",
    "renege_cards": "five_jack_ace",
    "ace_of_hearts_lead": "trump",
    "tricks_to_win": 3,
    "jink": True,
    "stake": 2,
    "dealer_extra": 2,
    "new_pool": "all",
    "reduced_stake": 1,
    "topup": "reduced",
    "pool_max": None,
    "jink_bonus": "payer_stake",
    "unclaimed_pool": "split",
    "opening_chips": 20,
    "target": None,
    "points_dealer_extra": "once",
    "best_trump_bonus": 0,
}


def test_the_defaults_are_those_in_bold() -> None:
    """RULES.md 1 to 8; the standard preset is nothing else (9)."""
    assert HouseRules().options() == DEFAULTS
    assert HouseRules.preset("standard") == HouseRules()


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("peel", {"ace_of_hearts_lead": "plain"}),
        (
            "wikipedia",
            {
                "rob_with_ace": "may",
                "hearts_ace_robs": False,
                "unrobbed": "both",
                "stake": 1,
                "dealer_extra": 0,
                "pool_max": 30,
                "jink_bonus": "flat",
                "misdeal": "forfeit_stake",
            },
        ),
        (
            "gamerules",
            {
                "rob_turned_ace": "must",
                "stake": 1,
                "dealer_extra": 1,
                "topup": "full",
                "jink_bonus": "winner_contribution",
                "first_dealer": "random",
            },
        ),
        (
            "hervey",
            {
                "void_play": "must_trump",
                "rob_with_ace": "may",
                "unrobbed": "none",
                "stake": 1,
                "dealer_extra": 0,
                "topup": "dealer_only",
                "pool_max": 20,
                "jink_bonus": "payer_contribution",
            },
        ),
        (
            "twenty_five",
            {
                "rob_with_ace": "may",
                "unrobbed": "none",
                "stake": 1,
                "dealer_extra": 0,
                "target": 25,
            },
        ),
        (
            "forty_five",
            {
                "rob_with_ace": "may",
                "unrobbed": "lowest_trump",
                "stake": 1,
                "dealer_extra": 0,
                "target": 45,
                "best_trump_bonus": 5,
            },
        ),
        ("family", {"ranking": "natural"}),
    ],
)
def test_the_presets(preset: str, differs: dict[str, Any]) -> None:
    """RULES.md 9."""
    assert HouseRules.preset(preset).options() == DEFAULTS | differs


@pytest.mark.parametrize("target", [25, 45])
@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("peel", {"points_dealer_extra": "every_deal"}),
        (
            "wikipedia",
            {"best_trump_bonus": 5, "unrobbed": "both", "barred_points": "cannot_go_out"},
        ),
    ],
)
def test_the_games_for_points_as_the_sources_tell_them(
    source: str, changes: dict[str, Any], target: int
) -> None:
    """RULES.md 9: the source with a target."""
    name = f"{source}_{'twenty' if target == 25 else 'forty'}_five"

    for seats in range(2, 11):
        usual = HouseRules.preset(source, seats).options()
        assert HouseRules.preset(name, seats).options() == usual | {"target": target} | changes


@pytest.mark.parametrize(("seats", "sides"), [(4, "pairs"), (5, "individual"), (10, "individual")])
def test_a_preset_may_depend_on_the_seats(seats: int, sides: str) -> None:
    """RULES.md 9: pairs at 4, 6, 8; else individual."""
    assert HouseRules.preset("wikipedia", seats).sides == sides


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(ImpossibleRules, match=r"no preset 'whist': choose standard, peel, "):
        HouseRules.preset("whist")


def test_on_off_and_none_are_understood() -> None:
    rules = HouseRules.from_json({"fiving": "on", "jink": "off", "pool_max": "none"})

    assert (rules.fiving, rules.jink, rules.pool_max) == (True, False, None)
    assert rules == HouseRules(fiving=True, jink=False)


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_survive_json(preset: str) -> None:
    rules = HouseRules.preset(preset)

    assert HouseRules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


def test_the_json_carries_its_version() -> None:
    assert HouseRules().to_json() == {"version": VERSION} | DEFAULTS


@pytest.mark.usefixtures("later_version")
def test_what_an_older_version_lacks_has_the_value_it_had_then() -> None:
    """Rules that name no version are of the first; somebody who asks means today."""
    for of_the_first in ({}, {"version": 1}, {"stake": 4}):
        assert not HouseRules.from_json(of_the_first).hearts_ace_robs
    assert HouseRules.from_json({"hearts_ace_robs": True}).hearts_ace_robs
    assert HouseRules.from_json({"version": 2}).hearts_ace_robs
    assert HouseRules.made_today({}).hearts_ace_robs
    assert not HouseRules.made_today({"version": 1}).hearts_ace_robs
    assert HouseRules().to_json()["version"] == 2


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (VERSION + 1, "are of version 2, and this service knows versions up to 1: update the"),
        (0, "version may be 1, not 0"),
        (True, "version may be 1, not True"),
        ("1", "version may be 1, not '1'"),
        (None, "version may be 1, not None"),
    ],
)
def test_a_version_that_nobody_knows_is_refused(version: Any, message: str) -> None:
    for read in (HouseRules.from_json, HouseRules.made_today):
        with pytest.raises(ImpossibleRules, match=message):
            read({"version": version})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"void_play": "always"}, r"Rule 5\.3: void_play may be 'free' or 'must_trump'"),
        ({"fiving": 1}, r"Rule 3: fiving may be off or on"),
        ({"tricks_to_win": 5}, r"Rule 6\.1: tricks_to_win may be 3, 2, 'two_from_five' or 4"),
        ({"tricks_to_win": True}, r"Rule 6\.1"),
        ({"stake": -1}, r"Rule 7\.1: stake may be a whole number"),
        ({"stake": 1.5}, r"Rule 7\.1"),
        ({"pool_max": "much"}, r"Rule 7\.3: pool_max may be none or a whole number"),
        ({"target": 30}, r"Rule 8\.1: target may be 25, 45 or none"),
        ({"best_trump_bonus": 3}, r"Rule 8\.2: best_trump_bonus may be 0 or 5, not 3"),
        ({"trumps": "H"}, r"no option trumps"),
        ({"rob_with_ace": "must", "unrobbed": "none"}, r"Rule 4\.5: .*choose rob_with_ace 'may'"),
        ({"tricks_to_win": 2}, r"Rule 6\.3: .*turn jink off, or .* 3 or 'two_from_five'"),
        (
            {"tricks_to_win": 4, "jink": False, "sides": "threes"},
            r"Rule 6\.1: four tricks to win are for three players only",
        ),
        (
            {"tricks_to_win": 4, "jink": False, "fiving": True},
            r"Rule 3: fiving needs exactly two sides",
        ),
    ],
    ids=str,
)
def test_impossible_rules_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ImpossibleRules, match=message):
        HouseRules.from_json(options)


@pytest.mark.parametrize(
    ("options", "seats", "message"),
    [
        ({}, 11, r"Rule 1\.1: from 2 to 10 can play"),
        ({"sides": "pairs"}, 5, r"Rule 1\.2: .* for 4, 6, 8 or 10 players\.$"),
        ({"sides": "threes"}, 4, r"Rule 1\.2: .* for 6 or 9 players\.$"),
        ({"sides": "two_sides"}, 2, r"Rule 1\.2: .* for 4, 6, 8 or 10 players\.$"),
        ({"fiving": True}, 3, r"Rule 3: .* for 2 players\.$"),
        ({"fiving": True, "sides": "threes"}, 9, r"Rule 3: .* for 6 players\.$"),
        (
            {"tricks_to_win": 2, "jink": False},
            4,
            r"Rule 6\.1: .* for 5, 6, 7, 8, 9 or 10 players\.$",
        ),
        ({"tricks_to_win": 4, "jink": False}, 4, r"Rule 6\.1: .* for 3 players\.$"),
    ],
    ids=str,
)
def test_rules_that_this_number_cannot_form(
    options: dict[str, Any], seats: int, message: str
) -> None:
    """The message names the rule and says what would work."""
    rules = HouseRules.from_json(options)

    with pytest.raises(ImpossibleRules, match=message):
        new_deal(PACK, seats=seats, dealer=Place(0), rules=rules)


def test_a_game_for_points_does_not_mind_options_of_the_pool() -> None:
    """RULES.md 8.1: jink and tricks_to_win mean nothing."""
    rules = HouseRules(target=25, tricks_to_win=4, jink=True)

    assert new_deal(PACK, seats=5, dealer=Place(0), rules=rules).to_act is not None


def test_every_value_has_its_sentence() -> None:
    """The sentences name no value that is none, and no number goes without."""
    assert SENTENCES.keys() == CHOSEN_OPTIONS.keys() == OPTIONS.keys()
    for name, option in CHOSEN_OPTIONS.items():
        spoken = {value for value in SENTENCES[name] if not option.is_number or value is None}
        spoken -= {"number"}
        is_counted = "number" in SENTENCES[name]
        assert spoken <= set(option.values), name
        assert is_counted or spoken == set(option.values), name
        assert option.is_number <= is_counted, name


def test_the_description_is_plain_english() -> None:
    told = HouseRules.preset("hervey").describe()

    assert "A player who cannot follow must trump if they can." in told
    assert (
        "After a spoilt deal or a misdeal the next dealer puts in 1, and nobody else pays." in told
    )
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in told)


def test_house_rules_that_are_no_options_at_all_are_refused() -> None:
    rules: Any = ["peel"]

    with pytest.raises(ImpossibleRules, match="options by name"):
        HouseRules.from_json(rules)


def test_what_means_nothing_is_not_described() -> None:
    """RULES.md 2.2, 8.1."""
    told = " ".join(HouseRules.preset("forty_five").describe())

    assert "45 points, or all five tricks of a deal, win" in told
    assert "jink" not in told
    assert "spoilt" not in told
    assert "asked in order" not in " ".join(
        HouseRules(rob_with_ace="off", rob_timing="before_lead").describe()
    )
    assert "lower trump" not in " ".join(HouseRules.preset("family").describe())
