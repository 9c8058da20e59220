"""House rules as a host chooses them: a preset, and what is changed of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from games.engine.errors import ImpossibleRules
from games.engine.house_rules import OPTIONS, PLAYERS, HouseRules, check_names
from games.engine.options import Option, Value, either, shown
from games.engine.presets import (
    BY_NUMBER,
    HAVING_PAIRS,
    PRESET_NAMES,
    PRESETS,
    RATED_AS,
    preset_options,
)
from games.engine.sentences import meaningless, sentence_of, sentences_by_option
from games.engine.versions import FIRST_VERSION, FORMER_DEFAULTS, VERSION, version_of

CHOSEN_OPTIONS: Final = {
    **OPTIONS,
    "sides": replace(OPTIONS["sides"], values=(BY_NUMBER, *OPTIONS["sides"].values)),
}
"""Every option as a host chooses it, before the number at the table is known."""


def options_from(preset: str) -> Mapping[str, Option]:
    """The options with the values that a host may choose who starts from this preset."""
    return CHOSEN_OPTIONS if preset in HAVING_PAIRS else OPTIONS


_KEYS: Final = {"version", "preset", "changes"}


@dataclass(frozen=True)
class Ruleset:
    """A preset and what is changed of it; the house rules follow once the table is known.

    Attributes:
        preset: The preset that it starts from.
        changes: The options that differ from the preset, each with its value. Where `sides` is
            among them, it holds at every table, and the preset's pairs do not apply; `by_number`
            lets them apply. A `version` among them is that of their form, as in the JSON of house
            rules: what an older one lacks is as it was then. Without it they are of the newest.

    Raises:
        ImpossibleRules: there is no such preset, option or value, or values contradict each other.
    """

    preset: str = "standard"
    changes: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        version = version_of(self.changes, absent=VERSION)
        given = {**FORMER_DEFAULTS.get(version, {}), **self.changes}
        given.pop("version", None)
        check_names(given)
        usual = HouseRules.preset(self.preset).options()
        self._check_pairs(given)
        options = options_from(self.preset)
        read = {name: option.read(given[name]) for name, option in options.items() if name in given}
        if read.get("sides") == BY_NUMBER:
            del read["sides"]
        kept = {
            name: value
            for name, value in read.items()
            if value != usual[name] or (name == "sides" and self.preset in HAVING_PAIRS)
        }
        object.__setattr__(self, "changes", kept)
        HouseRules.of({**usual, **kept})

    @classmethod
    def of(cls, rules: HouseRules, preset: str = "") -> "Ruleset":
        """Exactly these rules, whatever the number at the table.

        Args:
            preset: The preset that they started from, if somebody noted it.
        """
        return cls(preset or preset_on_record(rules), rules.options())

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "Ruleset":
        """What `to_json` wrote, also in an older version; without a version it is the newest.

        An older one still means what it meant then: where the preset was another, the changes make
        up for it.

        Raises:
            ImpossibleRules: as on creation, or the form is another, or the version is unknown.
        """
        if not isinstance(document, Mapping) or not document.keys() <= _KEYS:
            raise ImpossibleRules("Send only `preset`, `changes` and `version`.")
        version = version_of(document, absent=VERSION)
        preset, changes = document.get("preset", "standard"), document.get("changes", {})
        if not isinstance(preset, str) or not isinstance(changes, Mapping):
            raise ImpossibleRules(
                "A set of rules has the name of a preset, and changes: options by name, not"
                f" {shown(preset if not isinstance(preset, str) else changes)}."
            )
        former = preset_options(preset, version) | FORMER_DEFAULTS.get(version, {})
        return cls(preset, {**former, **changes}) if version < VERSION else cls(preset, changes)

    def to_json(self) -> dict[str, Any]:
        """The version, the preset and the changes."""
        return {"version": VERSION, "preset": self.preset, "changes": dict(self.changes)}

    def changed(self, changes: Mapping[str, Value]) -> "Ruleset":
        """This, with more changes.

        Raises:
            ImpossibleRules: as on creation.
        """
        return replace(self, changes={**self.changes, **changes})

    @property
    def has_pairs_by_number(self) -> bool:
        """Whether the number at the table decides if there are partners."""
        return self.preset in HAVING_PAIRS and "sides" not in self.changes

    def _check_pairs(self, given: Mapping[str, Value]) -> None:
        if given.get("sides") == BY_NUMBER and self.preset not in HAVING_PAIRS:
            raise ImpossibleRules(
                f"the sides follow the number at the table only with the presets"
                f" {either(HAVING_PAIRS)}. Choose other sides, or start from one of these.",
                rule="1.2",
            )

    def at(self, players: int) -> HouseRules:
        """The house rules of a table for this number of players.

        Raises:
            ImpossibleRules: the rules contradict themselves where there are partners.
        """
        usual = HouseRules.preset(self.preset, players).options()
        return HouseRules.of({**usual, **self.changes})

    def options(self) -> dict[str, Value]:
        """Every option with its value; `sides` is `by_number` where the number decides."""
        by_number = {"sides": BY_NUMBER} if self.has_pairs_by_number else {}
        return {**HouseRules.preset(self.preset).options(), **by_number, **self.changes}

    def refusal(self, players: int) -> ImpossibleRules | None:
        """The rule that keeps this number of players from playing, or None."""
        try:
            return self.at(players).refusal(players)
        except ImpossibleRules as refusal:
            return refusal

    @property
    def numbers_playing(self) -> list[int]:
        """The numbers of players who can play by these rules. Source: RULES.md 1.1, 1.2."""
        return [number for number in PLAYERS if self.refusal(number) is None]

    def check_table_size(self, size: int) -> None:
        """Make sure that tables of this size can play, or of one more and one less.

        So a hall of partners may wish for tables of 5: people sit down at 4 and at 6.

        Raises:
            ImpossibleRules: they cannot; the message says how many could.

        Source: RULES.md 1.2, 6.1.
        """
        refusal, able = self.refusal(size), self.numbers_playing
        if refusal is None or {size - 1, size + 1}.issubset(able):
            return
        could = f"Choose {either(able)} players a table, or" if able else "Nobody could: choose"
        raise ImpossibleRules(
            f"tables of {size} cannot play by these house rules: {refusal.args[0]} {could} other "
            "rules.",
            rule=refusal.rule,
        )

    def check_chips(self) -> None:
        """Make sure that no number is larger than anybody plays for.

        Raises:
            ImpossibleRules: one is.
        """
        HouseRules.of({**HouseRules.preset(self.preset).options(), **self.changes}).check_chips()

    def sentences(self) -> tuple[str, ...]:
        """What is played, in sentences for players, in the order of RULES.md."""
        return tuple(self.sentences_by_option().values())

    def sentences_by_option(self) -> dict[str, str]:
        """The same by the options that they are about; what means nothing here is left out."""
        return sentences_by_option(self.options())


@lru_cache(maxsize=256)
def nearest_preset(rules: HouseRules) -> str:
    """The preset from which these house rules differ least. Source: RULES.md 9."""
    return min(PRESETS, key=lambda preset: len(options_unlike(rules, preset)))


def options_unlike(rules: HouseRules, preset: str, version: int | None = None) -> dict[str, Value]:
    """The options of these house rules that differ from a preset, each with its value.

    Args:
        version: The version of the house rules in which the preset is meant; None for today's.
    """
    usual = _options_of(preset, version or VERSION)
    return {name: value for name, value in rules.options().items() if value != usual[name]}


@lru_cache(maxsize=256)
def preset_on_record(rules: HouseRules, preset: str = "") -> str:
    """The preset under which the deals of a table are counted.

    Args:
        rules: The house rules of the table.
        preset: Its own preset, or empty where nobody noted it. Then it is the nearest among those
            of the first version, as they were then: no preset that comes later moves an old table.
            Where changes have made another game of it, it is the nearest of that game.
    """
    first = list(dict.fromkeys(RATED_AS.values()))
    if preset:
        if rules.target == HouseRules.preset(preset).target:
            return preset
        first = [name for name in first if rules.target == HouseRules.preset(name).target]
    return min(first, key=lambda name: len(options_unlike(rules, name, FIRST_VERSION)))


@cache
def _options_of(preset: str, version: int) -> dict[str, Value]:
    former = FORMER_DEFAULTS.get(version, {})
    return HouseRules.of({**former, **preset_options(preset, version)}).options()


class Difference(NamedTuple):
    """What one set of rules says differently from another.

    Attributes:
        option: What it is about.
        rule: The number of its rule.
        before: The sentence of the one; empty where the option means nothing there.
        after: The sentence of the other, or empty likewise.
    """

    option: str
    rule: str
    before: str
    after: str


def differences(before: Ruleset, after: Ruleset) -> tuple[Difference, ...]:
    """What the second says differently from the first: the game first, then as in RULES.md.

    Options that mean nothing in either are not told, however they stand (`other_changes`).
    """
    first, second = before.sentences_by_option(), after.sentences_by_option()
    told = sorted({**first, **second}, key=["target", *OPTIONS].index)
    return tuple(
        Difference(name, OPTIONS[name].rule, first.get(name, ""), second.get(name, ""))
        for name in told
        if first.get(name) != second.get(name)
    )


def other_changes(before: Ruleset, after: Ruleset) -> tuple[str, ...]:
    """What else is chosen without changing how anybody plays, in sentences for people.

    That is the preset, options that do not count now, and values that mean the same for now.
    """
    told = {one.option for one in differences(before, after)}
    sentences = []
    if before.preset != after.preset:
        result = "" if told else "; nothing is played differently"
        sentences.append(
            f"The rules now start from the preset “{PRESET_NAMES[after.preset]}”{result}."
        )
    first, second = before.options(), after.options()
    idle = meaningless(second)
    if "topup" in told and "reduced_stake" not in idle:
        told.add("reduced_stake")  # The sentence of the top-up has told it.
    for name, value in second.items():
        if value == first[name] or name in told:
            continue
        change = f"“{OPTIONS[name].label}” changed"
        if name in idle:
            says = sentence_of(name, value, second)
            sentences.append(f"{change}, which counts only {idle[name]}. It now says: “{says}”")
        else:
            sentences.append(f"{change}. With the other options it means the same as before.")
    return tuple(sentences)
