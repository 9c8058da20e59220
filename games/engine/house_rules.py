"""The house rules: one field for every point on which the printed rules of the game differ."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, Final, Literal, TypeAlias, get_type_hints

from games.engine.errors import ImpossibleRules
from games.engine.options import LONGEST_SHOWN, MOST_NAMED, Option, Value, either, option_of
from games.engine.presets import HAVING_PAIRS, PAIRS, preset_options
from games.engine.sentences import sentences_by_option
from games.engine.sides import PLAYERS_FORMING, Sides, side_count
from games.engine.versions import FIRST_VERSION, FORMER_DEFAULTS, VERSION, version_of

PLAYERS: Final = range(2, 11)
"""How many can play with one pack. Source: RULES.md 1.1."""

WHERE_TWO_WIN: Final = 5
"""From how many players on two tricks can win. Source: RULES.md 6.1."""

JINK_TRICKS: Final = 3
"""With how many tricks, the first of the deal, a side may jink. Source: RULES.md 6.3."""

MOST_CHIPS: Final = 1_000_000
"""The most chips that a number of the rules, or of a club's settings, may be where it is set."""

JinkBonus: TypeAlias = Literal[
    "payer_stake", "payer_contribution", "winner_contribution", "flat", "none"
]


@dataclass(frozen=True, kw_only=True)
class HouseRules:
    """The options of RULES.md, each with the number of its rule, checked when they are made.

    Booleans may also be given as "on" and "off", absent numbers as "none".

    Raises:
        ImpossibleRules: a value is unknown, or values contradict each other.
    """

    sides: Annotated[Sides, "1.2"] = "individual"
    partners_by: Annotated[Literal["agreement", "cut"], "1.3"] = "agreement"
    first_dealer: Annotated[Literal["first_knave", "cut_high", "random"], "1.4"] = "first_knave"
    packets: Annotated[Literal["2-3", "3-2"], "1.5"] = "2-3"
    misdeal: Annotated[Literal["lose_deal", "pay_and_redeal", "forfeit_stake"], "1.6"] = "lose_deal"
    ranking: Annotated[Literal["irish", "natural", "five_cards"], "2.2"] = "irish"
    fiving: Annotated[bool, "3"] = False
    rob_turned_ace: Annotated[Literal["may", "must", "off"], "4.1"] = "may"
    rob_with_ace: Annotated[Literal["must", "may", "off"], "4.2"] = "must"
    hearts_ace_robs: Annotated[bool, "4.2"] = True
    rob_timing: Annotated[Literal["at_turn", "before_lead"], "4.3"] = "at_turn"
    unrobbed: Annotated[Literal["barred", "lowest_trump", "both", "none", "blocked"], "4.5"] = (
        "barred"
    )
    barred_points: Annotated[Literal["none", "cannot_go_out"], "4.6"] = "none"
    plain_follow: Annotated[Literal["follow_or_trump", "strict"], "5.2"] = "follow_or_trump"
    void_play: Annotated[Literal["free", "must_trump"], "5.3"] = "free"
    renege_cards: Annotated[Literal["five_jack_ace", "five_only", "none"], "5.5"] = "five_jack_ace"
    ace_of_hearts_lead: Annotated[Literal["trump", "plain"], "5.6"] = "trump"
    tricks_to_win: Annotated[Literal[3, 2, "two_from_five", 4], "6.1"] = 3
    jink: Annotated[bool, "6.3"] = True
    stake: Annotated[int, "7.1"] = 2
    dealer_extra: Annotated[int, "7.1"] = 2
    new_pool: Annotated[Literal["all", "dealer"], "7.1"] = "all"
    reduced_stake: Annotated[int, "7.2"] = 1
    topup: Annotated[Literal["reduced", "full", "dealer_only"], "7.2"] = "reduced"
    pool_max: Annotated[int | None, "7.3"] = None
    jink_bonus: Annotated[JinkBonus, "7.4"] = "payer_stake"
    unclaimed_pool: Annotated[Literal["split", "carry", "play_on"], "7.7"] = "split"
    opening_chips: Annotated[int, "7.8"] = 20
    target: Annotated[Literal[25, 45] | None, "8.1"] = None
    points_dealer_extra: Annotated[Literal["once", "every_deal"], "8.1"] = "once"
    best_trump_bonus: Annotated[Literal[0, 5], "8.2"] = 0

    def __post_init__(self) -> None:
        for name, option in OPTIONS.items():
            object.__setattr__(self, name, option.read(getattr(self, name)))
        if self.rob_with_ace == "must" and self.unrobbed == "none":
            raise ImpossibleRules(
                "a player who must rob cannot decline at no cost; choose rob_with_ace 'may', or"
                " something other than unrobbed 'none'.",
                rule="4.5",
            )
        if self.jink and self.tricks_to_win in (2, 4) and self.target is None:
            raise ImpossibleRules(
                "a jink needs three tricks to win; turn jink off, or let tricks_to_win be 3 or"
                " 'two_from_five'.",
                rule="6.3",
            )
        refusals = dict.fromkeys(str(self.refusal(players)) for players in PLAYERS)
        if "None" not in refusals:
            raise ImpossibleRules(
                f"No number of players can play by these rules. {' '.join(refusals)}"
            )

    @classmethod
    def preset(cls, name: str, seats: int | None = None) -> "HouseRules":
        """The rules of a printed description, for a number of seats where it matters.

        Raises:
            ImpossibleRules: there is no such preset.

        Source: RULES.md 9.
        """
        options = preset_options(name)
        if name in HAVING_PAIRS and seats in PAIRS:
            options["sides"] = "pairs"
        return cls.of(options)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "HouseRules":
        """The rules with these options; what is left out has its default.

        Raises:
            ImpossibleRules: as on creation, or an option is unknown.
        """
        check_names(options)
        return cls(**options)

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> "HouseRules":
        """The rules that `to_json` wrote, also in an older version.

        What is left out has the default of the version; without a version it is the first.

        Raises:
            ImpossibleRules: as on creation, an option is unknown, or the version is.
        """
        return cls._read(document, absent=FIRST_VERSION)

    @classmethod
    def made_today(cls, document: dict[str, Any]) -> "HouseRules":
        """As `from_json`, for rules that somebody makes now; kept ones may hold more chips.

        Without a version it is the newest.

        Raises:
            ImpossibleRules: as in `from_json`, or a number is larger than anybody plays for.
        """
        rules = cls._read(document, absent=VERSION)
        rules.check_chips()
        return rules

    @classmethod
    def _read(cls, document: dict[str, Any], *, absent: int) -> "HouseRules":
        if not isinstance(document, dict):
            raise ImpossibleRules("House rules are options by name, each with its value.")
        version = version_of(document, absent=absent)
        options = {name: value for name, value in document.items() if name != "version"}
        return cls.of({**FORMER_DEFAULTS.get(version, {}), **options})

    def check_chips(self) -> None:
        """Make sure that no number is larger than anybody plays for.

        Raises:
            ImpossibleRules: one is.
        """
        for name, option in OPTIONS.items():
            value = getattr(self, name)
            if option.is_number and value is not None and value > MOST_CHIPS:
                raise ImpossibleRules(f"{name} is {MOST_CHIPS} at most.", rule=option.rule)

    def options(self) -> dict[str, Value]:
        """Every option with its value."""
        return asdict(self)

    def to_json(self) -> dict[str, Value]:
        """Every option with its value, and the version."""
        return {"version": VERSION, **self.options()}

    def describe(self) -> tuple[str, ...]:
        """What is played at a table, in sentences for players, in the order of RULES.md.

        What a new member is given is not played for: a club tells it (`Ruleset.sentences`).
        """
        told = sentences_by_option(self.options())
        del told["opening_chips"]
        return tuple(told.values())

    def check_players(self, players: int) -> None:
        """Make sure that this number of people can play by these rules.

        Raises:
            ImpossibleRules: they cannot; the message says how many could.
        """
        refusal = self.refusal(players)
        if refusal:
            possible = either(self.numbers_playing)
            able = f"There are {players}; these house rules are for {possible} players."
            raise ImpossibleRules(f"{refusal.args[0]} {able}", rule=refusal.rule)

    def refusal(self, players: int) -> ImpossibleRules | None:
        """The rule that keeps this number of players from playing, or None."""
        if players not in PLAYERS:
            return ImpossibleRules("from 2 to 10 can play.", rule="1.1")
        if players not in PLAYERS_FORMING[self.sides]:
            able = either(PLAYERS_FORMING[self.sides])
            return ImpossibleRules(f"sides {self.sides!r} need {able} players.", rule="1.2")
        if self.fiving and side_count(self.sides, players) != 2:
            return ImpossibleRules("fiving needs exactly two sides.", rule="3")
        if self.target is None and self.tricks_to_win == 2 and players < WHERE_TWO_WIN:
            return ImpossibleRules("two tricks can win only with five players or more.", rule="6.1")
        if self.target is None and self.tricks_to_win == 4 and players != 3:
            return ImpossibleRules("four tricks to win are for three players only.", rule="6.1")
        return None

    def tricks_needed(self, players: int) -> int:
        """The number of tricks that win where so many are dealt in. Source: RULES.md 6.1."""
        if self.tricks_to_win == "two_from_five":
            return 2 if players >= WHERE_TWO_WIN else 3
        return self.tricks_to_win

    def may_jink(self, players: int) -> bool:
        """Tell whether there is a jink where so many are dealt in. Source: RULES.md 6.3."""
        return self.jink and self.tricks_needed(players) == JINK_TRICKS

    @property
    def numbers_playing(self) -> list[int]:
        """The numbers of players who can play by these rules. Source: RULES.md 1.1, 1.2."""
        return [number for number in PLAYERS if self.refusal(number) is None]


def check_names(options: Iterable[str]) -> None:
    """Make sure that these are names of options.

    Raises:
        ImpossibleRules: some are not.
    """
    unknown = sorted(map(str, set(options) - OPTIONS.keys()))
    if unknown:
        few = either(name[:LONGEST_SHOWN] for name in unknown[:MOST_NAMED])
        raise ImpossibleRules(f"There is no option {few}.")


def _options() -> dict[str, Option]:
    kinds = get_type_hints(HouseRules, include_extras=True)
    return {
        each.name: option_of(each.name, kinds[each.name], each.default)
        for each in fields(HouseRules)
    }


OPTIONS: Final = _options()
"""Every option by its name, in the order of RULES.md: for forms, schemas and messages."""
