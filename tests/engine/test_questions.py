"""What each option asks, in words, and what is read of an answer."""

import re
from pathlib import Path

import pytest

import games.engine
from games.engine import OPTIONS, HouseRules, ImpossibleRules
from games.engine.presets import PRESETS
from games.engine.questions import BLANK, SECTIONS, questions, read_text, text_of
from games.engine.sentences import sentences_by_option

RULES = Path(games.engine.__file__).with_name("RULES.md")


def test_every_option_is_asked_in_the_order_of_the_rules() -> None:
    asked = questions(HouseRules().options())

    assert [one.option.name for one in asked] == list(OPTIONS)
    assert [one.section for one in asked] == sorted(
        (one.section for one in asked), key=list(SECTIONS.values()).index
    )


def test_the_sections_are_those_of_the_rules() -> None:
    headings = dict(re.findall(r"^## (\d)\. (.*)$", RULES.read_text(), re.MULTILINE))

    assert SECTIONS.items() <= headings.items()


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_chosen_has_the_sentence_of_the_rules(preset: str) -> None:
    rules = HouseRules.preset(preset)
    told = set(sentences_by_option(rules.options()).values())

    for question in questions(rules.options()):
        value = rules.options()[question.option.name]
        sentences = {one.sentence for one in question.choices if one.text == text_of(value)}
        number = question.number_sentence.replace(BLANK, str(value))
        is_told = bool(({number} | sentences) & told) or value == 0
        assert is_told or question.is_idle or question.option.name == "reduced_stake"


def test_every_choice_can_be_told_from_the_others() -> None:
    for question in questions(HouseRules().options()):
        sentences = [one.sentence for one in question.choices]
        assert len({*sentences, question.number_sentence}) == len(sentences) + 1, (
            question.option.label
        )
        assert bool(question.number_sentence) == question.option.is_number


@pytest.mark.parametrize(
    ("options", "idle"),
    [
        ({}, {"partners_by", "barred_points", "points_dealer_extra"}),
        ({"target": 25, "dealer_extra": 0}, {"points_dealer_extra"}),
        ({"topup": "full"}, {"reduced_stake"}),  # 7.2: everybody puts in the whole stake.
        ({"jink": False}, {"jink_bonus"}),
        ({"target": 25}, {"jink", "topup", "reduced_stake", "tricks_to_win"}),  # 8.1.
    ],
)
def test_an_option_that_changes_nothing_says_so(options: dict[str, object], idle: set[str]) -> None:
    found = questions(HouseRules.of(options).options())

    assert idle <= {one.option.name for one in found if one.is_idle}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_is_read_as_it_is_written(name: str) -> None:
    option = OPTIONS[name]
    values = [*option.values, *([0, 7] if option.is_number else [])]

    for value in values:
        read = read_text(option, text_of(value))
        assert (type(read), read) == (type(value), value)


@pytest.mark.parametrize("text", ["", "-1", "1.5", "٣", "9" * 19, "on", "True"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ImpossibleRules, match=r"Rule 7\.1: stake may be a whole number"):
        read_text(OPTIONS["stake"], text)
