"""Sets of rules as hosts choose them: a preset, changes, and the number at the table."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.engine import (
    PRESET_NAMES,
    PRESET_SENTENCES,
    PRESETS,
    HouseRules,
    ImpossibleRules,
    Ruleset,
    differences,
    other_changes,
)
from games.engine.versions import VERSION
from tests.engine.strategies import chances, random_rules


def test_a_preset_without_changes_is_the_preset() -> None:
    for preset in PRESETS:
        for players in range(2, 11):
            assert Ruleset(preset).at(players) == HouseRules.preset(preset, players)


@pytest.mark.parametrize(
    ("players", "sides"),
    [(2, "individual"), (4, "pairs"), (5, "individual"), (6, "pairs"), (8, "pairs")],
)
def test_the_number_at_the_table_decides_about_pairs(players: int, sides: str) -> None:
    """RULES.md 9: wikipedia has pairs at 4, 6, 8."""
    rules = Ruleset("wikipedia", {"stake": 3}).at(players)

    assert (rules.sides, rules.stake) == (sides, 3)


@pytest.mark.parametrize("sides", ["individual", "two_sides"])
def test_whoever_names_the_sides_gets_them_at_every_table(sides: str) -> None:
    """RULES.md 9: also where they name what the preset has without pairs."""
    rules = Ruleset("wikipedia", {"sides": sides})

    assert rules.changes == {"sides": sides}
    assert rules.at(4).sides == rules.at(8).sides == sides


@pytest.mark.parametrize("preset", PRESETS)
def test_what_was_read_of_a_preset_changes_nothing_of_it(preset: str) -> None:
    """RULES.md 9: where the number at the table decides, the options say so."""
    rules = Ruleset(preset)
    told = rules.options()

    assert (told["sides"] == "by_number") is rules.has_pairs_by_number
    assert rules.changed(told) == Ruleset(preset, told) == rules
    assert rules.changed({"sides": "pairs"}).changed(told) == rules


def test_only_some_presets_follow_the_number_at_the_table() -> None:
    with pytest.raises(ImpossibleRules, match=r"Rule 1\.2: .* only with the presets wikipedia"):
        Ruleset("peel", {"sides": "by_number"})
    with pytest.raises(
        ImpossibleRules, match=r"Rule 1\.2: .*'by_number', 'individual', .*not 'both'"
    ):
        Ruleset("wikipedia", {"sides": "both"})


def test_changes_are_read_and_those_that_change_nothing_are_dropped() -> None:
    rules = Ruleset("peel", {"fiving": "on", "stake": 2, "sides": "two_sides", "jink": "on"})

    assert rules.changes == {"sides": "two_sides", "fiving": True}
    assert rules == Ruleset("peel", {"sides": "two_sides", "fiving": True})
    assert rules.changed({"fiving": "off"}) == Ruleset("peel", {"sides": "two_sides"})
    assert rules.options() == HouseRules.preset("peel").options() | dict(rules.changes)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_survives_json(preset: str) -> None:
    rules = Ruleset(preset, {"stake": 7, "sides": "pairs"})

    document = json.loads(json.dumps(rules.to_json()))

    assert document["version"] == VERSION
    assert Ruleset.from_json(document) == rules
    del document["version"]
    assert Ruleset.from_json(document) == rules


@pytest.mark.usefixtures("later_version")
def test_what_was_read_of_house_rules_can_be_sent_back_as_changes() -> None:
    """With its version, or the version in which somebody wrote it."""
    read = HouseRules(stake=3).to_json()
    old = {name: read[name] for name in read if name != "hearts_ace_robs"} | {"version": 1}

    assert Ruleset("standard", read) == Ruleset("standard", {"stake": 3})
    assert Ruleset("wikipedia").changed(old).options()["hearts_ace_robs"] is False
    with pytest.raises(ImpossibleRules, match="version may be 1 or 2, not 0"):
        Ruleset("standard", {"version": 0})


def test_rules_that_somebody_has_already_stay_what_they_are() -> None:
    """A table that was opened by other rules hands on exactly those."""
    alone = HouseRules.preset("wikipedia")

    kept = Ruleset.of(alone)

    assert kept.preset == "wikipedia"
    assert all(kept.at(players) == alone for players in range(2, 11))
    assert Ruleset.of(alone, "peel").at(4) == alone


@pytest.mark.usefixtures("later_version")
def test_a_preset_of_an_older_version_is_what_it_was_then() -> None:
    old = Ruleset.from_json({"version": 1, "preset": "peel", "changes": {"pool_max": 30}})

    rules = old.at(4)

    assert not rules.hearts_ace_robs
    assert (rules.stake, rules.pool_max) == (9, 30)
    assert Ruleset("peel").at(4).stake == 2


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"preset": "whist"}, "no preset 'whist': choose standard, peel"),
        ({"preset": 3}, "the name of a preset, and changes: options by name, not 3"),
        ({"changes": ["stake"]}, r"the name of a preset, and changes: .*, not \['stake'\]"),
        ({"changes": {"stakes": 3}}, "There is no option stakes"),
        ({"changes": {"stake": "much"}}, r"Rule 7\.1: stake may be a whole number of chips"),
        ({"changes": {"unrobbed": "none"}}, r"Rule 4\.5: .*choose rob_with_ace 'may'"),
        ({"stake": 3}, "Send only `preset`, `changes` and `version`"),
        (["peel"], "Send only `preset`, `changes` and `version`"),
        (
            {"version": VERSION + 1},
            f"are of version {VERSION + 1}, and this service .* to {VERSION}",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(document: Any, message: str) -> None:
    with pytest.raises(ImpossibleRules, match=message):
        Ruleset.from_json(document)


def test_larger_numbers_than_anybody_plays_for_are_refused_where_rules_are_made() -> None:
    rules = Ruleset("peel", {"stake": 1_000_001})

    with pytest.raises(ImpossibleRules, match=r"Rule 7\.1: stake is 1000000 at most"):
        rules.check_chips()


def test_it_knows_which_tables_it_is_for() -> None:
    fiving = Ruleset("wikipedia", {"fiving": True})
    four_tricks = Ruleset("wikipedia", {"tricks_to_win": 4, "jink": False})

    assert [n for n in range(2, 12) if fiving.refusal(n) is None] == [2, 4]
    assert [n for n in range(2, 12) if four_tricks.refusal(n) is None] == [3]
    assert "four tricks to win are for three players only" in str(four_tricks.refusal(4))


def test_the_sentences_say_when_there_are_pairs() -> None:
    follows, named = Ruleset("wikipedia"), Ruleset("wikipedia", {"sides": "pairs"})

    assert follows.sentences()[0] == "Spoil Five is played: every deal is for the pool."
    assert follows.sentences()[1] == (
        "At a table of 4, 6 or 8, two partners sit opposite each other and count their tricks"
        " together; at any other table everybody plays alone."
    )
    assert "partners_by" in follows.sentences_by_option()
    of_clubs = {"A new member is given 20 chips."}  # What nobody plays for.
    assert set(named.sentences()) - of_clubs == set(named.at(4).describe())


def test_differences_are_told_as_sentences() -> None:
    before = Ruleset("standard")
    after = Ruleset("standard", {"stake": 3, "reduced_stake": 2, "jink": False})

    told = differences(before, after)

    assert [(one.option, one.rule) for one in told] == [
        ("jink", "6.3"),
        ("stake", "7.1"),
        ("topup", "7.2"),  # It names the reduced stake.
        ("jink_bonus", "7.4"),
    ]
    assert told[1].before == "The stake is 2."
    assert told[1].after == "The stake is 3."
    assert told[3].before == "For a jink every opponent also pays 2."
    assert told[3].after == ""
    assert differences(after, after) == ()


def test_a_change_that_means_nothing_is_told_apart() -> None:
    """RULES.md 8.1: in a game for points there is no jink."""
    before, after = Ruleset("forty_five"), Ruleset("forty_five", {"jink": False})

    assert differences(before, after) == ()
    assert other_changes(before, after) == (
        "“Jink” changed, which counts only in Spoil Five. It now says: “There is no jink: the deal"
        " ends when it is won.”",
    )
    assert other_changes(after, after) == ()


def test_another_preset_is_told_though_the_same_is_played() -> None:
    named = Ruleset("standard", {"ace_of_hearts_lead": "plain"})

    assert differences(named, Ruleset("peel")) == ()
    assert other_changes(named, Ruleset("peel")) == (
        "The rules now start from the preset “Peel, 1891”; nothing is played differently.",
    )
    [other] = other_changes(Ruleset("standard"), Ruleset("peel"))
    assert other == "The rules now start from the preset “Peel, 1891”."


def test_another_value_that_means_the_same_for_now_is_told() -> None:
    """RULES.md 7.4: without an extra both jink bonuses are the stake."""
    before = Ruleset("standard", {"dealer_extra": 0})

    told = other_changes(before, before.changed({"jink_bonus": "payer_contribution"}))

    assert told == ("“Jink bonus” changed. With the other options it means the same as before.",)


def test_what_the_top_up_tells_is_told_once() -> None:
    assert other_changes(Ruleset(), Ruleset("standard", {"reduced_stake": 2})) == ()
    [idle] = other_changes(Ruleset(), Ruleset("standard", {"reduced_stake": 2, "topup": "full"}))
    assert idle.startswith("“Reduced stake” changed, which counts only where everybody puts in")


@settings(max_examples=300, deadline=None)
@given(chances)
def test_no_change_is_silent(chance: Random) -> None:
    """Whatever differs is told in one of the two ways, and nothing else is."""
    before, after = (
        Ruleset(chance.choice(list(PRESETS)), random_rules(chance).options()) for _ in range(2)
    )

    for first, second in ((before, after), (before, before)):
        told = differences(first, second) + other_changes(first, second)
        assert bool(told) == (first != second)


def test_the_game_is_told_first() -> None:
    for preset in PRESETS:
        rules = Ruleset(preset)
        assert "is played: every" in rules.sentences()[0]
        assert rules.sentences()[0] == rules.at(5).describe()[0]
    assert differences(Ruleset("peel"), Ruleset("peel_twenty_five"))[0].option == "target"


TOLD = {
    "peel": ["ace_of_hearts_lead"],
    "wikipedia": ["stake", "jink_bonus"],
    "gamerules": ["rob_turned_ace", "topup"],
    "hervey": ["void_play", "topup"],
    "twenty_five": ["target", "rob_with_ace", "unrobbed"],
    "forty_five": ["target", "best_trump_bonus"],
    "family": ["ranking"],
    "peel_twenty_five": ["target", "points_dealer_extra", "ace_of_hearts_lead"],
    "peel_forty_five": ["target", "points_dealer_extra", "ace_of_hearts_lead"],
    "wikipedia_twenty_five": ["target", "best_trump_bonus", "unrobbed", "barred_points"],
    "wikipedia_forty_five": ["target", "best_trump_bonus", "unrobbed", "barred_points"],
}
"""The options that the sentence of each preset is about."""


def test_every_preset_says_in_a_sentence_how_it_differs() -> None:
    """RULES.md 9."""
    assert PRESET_SENTENCES.keys() == PRESETS.keys()
    assert TOLD.keys() == PRESETS.keys() - {"standard"}
    for preset, options in TOLD.items():
        assert set(options) <= PRESETS[preset].keys(), preset
    assert PRESET_NAMES.keys() == PRESETS.keys()
    assert len(set(PRESET_SENTENCES.values())) == len(set(PRESET_NAMES.values())) == len(PRESETS)
    for sentence in PRESET_SENTENCES.values():
        assert sentence.count(". ") == 0
        assert sentence.endswith(".")
