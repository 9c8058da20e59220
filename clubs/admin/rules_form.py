"""The form of house rules: a control for each option, as the engine knows them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from django.http import QueryDict

from clubs.house_rules import Wish
from clubs.models.rules import LONGEST_RULES_NAME, OPENING_CHIPS
from clubs.revisions import Draft
from deploy.names import refusal
from games.engine import MOST_CHIPS, OPTIONS, ImpossibleRules, Ruleset
from games.engine.options import Option
from games.engine.presets import PRESETS
from games.engine.questions import Choice, Question, questions, read_text, text_of
from games.engine.rulesets import options_from
from games.engine.sentences import sentence_of

ASKED: Final = tuple(name for name in OPTIONS if name != OPENING_CHIPS)
FIELD: Final = "option_"


@dataclass(frozen=True)
class Control:
    """One option on the page: what it asks, what is chosen, and what is wrong with that."""

    question: Question
    choices: tuple[Choice, ...]
    text: str
    error: str
    most: int = MOST_CHIPS

    @property
    def field(self) -> str:
        return FIELD + self.question.option.name

    @property
    def empty_sentence(self) -> str:
        """What it means to leave a number out; empty where it has to be filled in."""
        return self.choices[0].sentence if self.choices else ""


@dataclass
class RulesForm:
    """What is filled in: the preset that it started from, a text for each option, and a name."""

    preset: str
    texts: Mapping[str, str]
    name: str
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, draft: Draft) -> "RulesForm":
        """Filled with these rules."""
        rules = draft.rules
        texts = {
            name: "" if option.is_number and value is None else text_of(value)
            for name, value in rules.options().items()
            for option in [OPTIONS[name]]
        }
        return cls(rules.preset, texts, draft.name)

    @classmethod
    def sent(cls, form: QueryDict, current: Draft) -> "RulesForm":
        """As somebody sent it; what a form lacks is as it is now."""
        filled = cls.of(current)
        texts = {name: form.get(FIELD + name, filled.texts[name]) for name in ASKED}
        sent = form.get("preset")
        preset = sent if sent in PRESETS else filled.preset
        return cls(preset, texts, form.get("name", filled.name))

    def wish(self) -> Wish | None:
        """What the form asks for; None where a field is wrong, which `errors` then says."""
        options: dict[str, Any] = {}
        known = options_from(self.preset)
        for name in ASKED:
            text = self.texts[name].strip()
            option = known[name]
            try:
                options[name] = read_text(option, text or _empty(option))
            except ImpossibleRules:
                self.errors[name] = _what_to_fill_in(option)
        if message := refusal(self.name):
            self.errors["name"] = message
        elif len(self.name) > LONGEST_RULES_NAME:
            self.errors["name"] = f"Write at most {LONGEST_RULES_NAME} letters."
        if self.errors:
            return None
        return Wish(preset=self.preset, options=options, name=self.name)

    def sections(self, values: Ruleset) -> list[tuple[str, list[Control]]]:
        """The controls, part by part as in RULES.md.

        Args:
            values: Rules by which the sentences of other options are told.
        """
        asked = questions(values.options(), options_from(self.preset))
        found = (one for one in asked if one.option.name in ASKED)
        return [
            (title, list(map(self._control, parts)))
            for title, parts in groupby(found, key=lambda one: one.section)
        ]

    def _control(self, question: Question) -> Control:
        name = question.option.name
        return Control(
            question,
            question.choices,
            self.texts[name],
            self.errors.get(name, ""),
        )


def in_words(refusal: str) -> str:
    """A refusal with options and their values called as the form calls them."""
    values = {name: option.default for name, option in OPTIONS.items()}
    for name, option in OPTIONS.items():
        for value in option.values:
            sentence = sentence_of(name, value, values).rstrip(".")
            refusal = refusal.replace(f"{name} {value!r}", f"“{option.label}: {sentence}”")
    for name, option in OPTIONS.items():
        if "_" in name:  # The others are words of the sentence, too.
            refusal = refusal.replace(name, f"“{option.label}”")
    return refusal


def _what_to_fill_in(option: Option) -> str:
    if not option.is_number:
        return "Choose one of these answers."
    return f"Write a whole number{', or leave it empty' if None in option.values else ''}."


def _empty(option: Option) -> str:
    """What an empty field of a number says: there is none, if there need not be one."""
    return text_of(None) if None in option.values else ""
