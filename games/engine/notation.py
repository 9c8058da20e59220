"""A whole deal as text that reads well in an email, parses back and replays.

    Spoil Five, 4 seats, seat 3 deals
    Rules: hervey, version 1, stake 2
    Turn-up: 9D
    Seat 0: JD 3D 2D KS 2S
    Seat 1: 5D JC 6S ? ?
    Seat 2: AD 8C 5C JS 5S
    Seat 3: AH 7C 9S ? ?
    1. 0 JD, 1 5D, 2 rob 8C, 2 9D, 3 AH
    2. 1 JC, 2 5C, 3 7C, 0 2D
    3. 0 KS, 1 6S, 2 AD, 3 9S
    4. 2 JS, 3 ?, 0 3D, 1 ?
    5. 0 2S, 1 ?, 2 5S, 3 ?
    Result: won by 0, tricks 3 1 1 0

The first line names the game. `Rules` starts with a preset, tells the version of the house rules in
which it is meant, and goes on with what differs from it. Without a version it is the first.
A game for points has a line `Scores`, what each seat stood at before. Each hand stands in the
order of dealing, before any robbing. `Stock` lists the cards under the turn-up, where they are
known. Then follow the actions, a line a trick: the seat and the card it played, or another action
by its word. `Result` is left out while the deal goes on. Whatever nobody wrote down is `?`. Lines
may be quoted with `>`, and empty lines mean nothing.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, cast, get_args

from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.errors import Unreadable
from games.engine.house_rules import HouseRules
from games.engine.options import Value
from games.engine.outcome import Outcome, OutcomeKind
from games.engine.places import Place
from games.engine.presets import preset_options
from games.engine.rulesets import nearest_preset, options_unlike
from games.engine.state import HAND_CARDS
from games.engine.transcript import UNKNOWN, KnownCard, Transcript
from games.engine.versions import FIRST_VERSION, VERSION, version_of

_GAMES: Final = {None: "Spoil Five", 25: "Twenty-five", 45: "Forty-five"}
_TITLE: Final = re.compile(rf"({'|'.join(_GAMES.values())}), (\d+) seats, seat (\d+) deals")
_LINE: Final = re.compile(r"(Rules|Scores|Turn-up|Seat \d+|Stock|Result|\d+)[:.] *(.*)")
_STEP: Final = re.compile(r"(\d+) (.+)")
_SCORES: Final = re.compile(r"[\d ]*")
_RESULT: Final = re.compile(
    r"(?P<kind>\w+)(?: by (?P<winners>[\d ]+))?, tricks (?P<tricks>[\d ]+)"
    r"(?:, barred (?P<barred>[\d ]+))?(?:, scores (?P<scores>[\d ]+))?"
    r"(?:, bonus in trick (?P<bonus>\d))?"
)


def write_transcript(transcript: Transcript) -> str:
    """The deal as text."""
    return "\n".join(_lines(transcript)) + "\n"


def read_transcript(text: str) -> Transcript:
    """The deal that a text tells.

    Raises:
        Unreadable: the text is not in this notation; the message says where.
        ImpossibleRules: its house rules cannot be.
    """
    lines = [line.lstrip("> ").rstrip() for line in text.splitlines()]
    title, *rest = [line for line in lines if line] or [""]
    opening = _TITLE.fullmatch(title)
    if not opening:
        raise Unreadable(f"{title!r} is not a title such as 'Spoil Five, 5 seats, seat 0 deals'.")
    seats = int(opening[2])
    told: dict[str, str] = {}
    for line in rest:
        match = _LINE.fullmatch(line)
        if not match or match[1] in told:
            raise Unreadable(f"{line!r} cannot be read, or repeats an earlier line.")
        told[match[1]] = match[2]
    rules = read_rules(told.pop("Rules", "standard"))
    if _GAMES[rules.target] != opening[1]:
        raise Unreadable(f"These house rules do not fit the game in the title, {opening[1]}.")
    transcript = Transcript(
        rules=rules,
        dealer=Place(int(opening[3])),
        scores=_read_scores(told.pop("Scores", "")),
        turn_up=Card.parse(told.pop("Turn-up", "")),
        hands=tuple(_read_hand(told.pop(f"Seat {place}", "")) for place in range(seats)),
        stock=tuple(map(Card.parse, told.pop("Stock", "").split())),
        outcome=_read_result(told.pop("Result")) if "Result" in told else None,
        tricks=tuple(_read_steps(told.pop(str(number), "")) for number in _trick_numbers(told)),
    )
    if told:
        raise Unreadable(f"There is no place for {', '.join(told)} in this deal.")
    return transcript


def write_rules(rules: HouseRules) -> str:
    """The house rules as the preset that is nearest and what differs from it."""
    nearest = nearest_preset(rules)
    unlike = options_unlike(rules, nearest)
    told = (f"{name} {_word(it)}" for name, it in unlike.items())
    return ", ".join([nearest, f"version {VERSION}", *told])


def read_rules(text: str) -> HouseRules:
    """The house rules that `write_rules` wrote, also in an older version, or somebody by hand.

    Raises:
        ImpossibleRules: there is no such preset, option or value, or the version is unknown.
    """
    preset, *differing = text.split(", ")
    options: dict[str, Value] = {}
    for one in differing:
        name, _, value = one.partition(" ")
        options[name] = int(value) if value.isdecimal() else value
    version = version_of(options, absent=FIRST_VERSION)
    return HouseRules.from_json(preset_options(preset, version) | options)


def _lines(transcript: Transcript) -> Iterator[str]:
    game, seats = _GAMES[transcript.rules.target], len(transcript.hands)
    yield f"{game}, {seats} seats, seat {transcript.dealer} deals"
    yield f"Rules: {write_rules(transcript.rules)}"
    if transcript.scores:
        yield f"Scores: {_numbers(transcript.scores)}"
    yield f"Turn-up: {transcript.turn_up}"
    for place, hand in enumerate(transcript.hands):
        yield f"Seat {place}: {' '.join(str(card or UNKNOWN) for card in hand)}"
    if transcript.stock:
        yield f"Stock: {' '.join(map(str, transcript.stock))}"
    for number, steps in enumerate(transcript.tricks, start=1):
        told = (f"{place} {action.removeprefix('play ')}" for place, action in steps)
        yield f"{number}. {', '.join(told)}"
    if transcript.outcome:
        yield f"Result: {_result(transcript.outcome)}"


def _result(outcome: Outcome) -> str:
    winners = f" by {_numbers(outcome.winners)}" if outcome.winners else ""
    bonus = None if outcome.bonus_trick is None else (outcome.bonus_trick + 1,)
    lists = {
        "tricks": outcome.tricks,
        "barred": outcome.barred,
        "scores": outcome.scores,
        "bonus in trick": bonus,
    }
    told = [f"{name} {_numbers(numbers)}" for name, numbers in lists.items() if numbers]
    return ", ".join([outcome.kind + winners, *told])


def _read_result(text: str) -> Outcome:
    match = _RESULT.fullmatch(text)
    if not match or match["kind"] not in get_args(OutcomeKind):
        raise Unreadable(f"{text!r} is not a result such as 'won by 0, tricks 3 1 1 0'.")
    return Outcome(
        kind=cast(OutcomeKind, match["kind"]),
        winners=_read_places(match["winners"]),
        tricks=_read_numbers(match["tricks"]),
        barred=_read_places(match["barred"]),
        scores=_read_numbers(match["scores"]),
        bonus_trick=int(match["bonus"]) - 1 if match["bonus"] else None,
    )


def _read_scores(text: str) -> tuple[int, ...]:
    if not _SCORES.fullmatch(text):
        raise Unreadable(f"{text!r} are not scores, one for each seat, such as '5 0 10'.")
    return _read_numbers(text)


def _read_hand(text: str) -> tuple[KnownCard, ...]:
    cards = tuple(None if card == UNKNOWN else Card.parse(card) for card in text.split())
    if len(cards) != HAND_CARDS:
        raise Unreadable(f"{text!r} is not a hand of {HAND_CARDS}; write {UNKNOWN} for a card.")
    return cards


def _read_steps(text: str) -> tuple[tuple[Place, str], ...]:
    steps = []
    for step in text.split(", "):
        match = _STEP.fullmatch(step)
        if not match:
            raise Unreadable(f"{step!r} is not a seat and what it did, such as '2 rob 8C'.")
        steps.append((Place(int(match[1])), _read_action(match[2])))
    return tuple(steps)


def _read_action(text: str) -> str:
    if text == UNKNOWN:
        return f"play {UNKNOWN}"
    if text == f"rob {UNKNOWN}":
        return text
    is_card = len(text) == len("5H")
    return str(Action.parse(f"play {text}" if is_card else text))


def _trick_numbers(told: dict[str, str]) -> range:
    return range(1, 1 + sum(name.isdecimal() for name in told))


def _word(value: Value) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _read_numbers(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, text.split())) if text else ()


def _read_places(text: str | None) -> tuple[Place, ...]:
    return tuple(map(Place, _read_numbers(text)))
