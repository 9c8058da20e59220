"""Everything that a seat can do, typed, and as text such as `play 5H`."""

from dataclasses import dataclass
from typing import ClassVar, Final

from games.engine.cards import PACK, Card
from games.engine.errors import Unreadable


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of the seat with the turn."""

    word: ClassVar[str]

    @staticmethod
    def parse(text: str) -> "Action":
        """The action written as `play 5H`, `rob 8C`, `announce`, `decline`, ...

        Raises:
            Unreadable: there is no such action.
        """
        word, _, card = text.partition(" ")
        if word in _WITH_CARD:
            return _WITH_CARD[word](Card.parse(card))
        if text in _ALONE:
            return _ALONE[text]
        words = [f"{word} CARD" for word in _WITH_CARD] + list(_ALONE)
        raise Unreadable(f"{text!r} is not an action: write one of {', '.join(words)}")

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class CardAction(Action):
    """An action with one card out of the hand."""

    card: Card

    def __str__(self) -> str:
        return f"{self.word} {self.card}"


@dataclass(frozen=True, slots=True)
class Play(CardAction):
    """Play a card to the trick. Source: RULES.md 5."""

    word = "play"


@dataclass(frozen=True, slots=True)
class Rob(CardAction):
    """Put a card out face down and take the turn-up in. Source: RULES.md 4."""

    word = "rob"


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """Tell that one holds the ace of trumps but will not rob. Source: RULES.md 4.4."""

    word = "announce"


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Leave alone what was offered: asking for five, robbing. Source: RULES.md 3, 4.4."""

    word = "decline"


@dataclass(frozen=True, slots=True)
class Ask(Action):
    """Ask the dealer to turn up another suit. Source: RULES.md 3."""

    word = "ask"


@dataclass(frozen=True, slots=True)
class Agree(Action):
    """The dealer turns up another suit. Source: RULES.md 3."""

    word = "agree"


@dataclass(frozen=True, slots=True)
class Refuse(Action):
    """The dealer keeps the turn-up. Source: RULES.md 3."""

    word = "refuse"


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Take the pool after the first three tricks. Source: RULES.md 6.3."""

    word = "claim"


@dataclass(frozen=True, slots=True)
class Jink(Action):
    """Play on after the first three tricks, bound to win all five. Source: RULES.md 6.3."""

    word = "jink"


_WITH_CARD: dict[str, type[CardAction]] = {kind.word: kind for kind in (Play, Rob)}
_ALONE: dict[str, Action] = {
    action.word: action
    for action in (Announce(), Decline(), Ask(), Agree(), Refuse(), Claim(), Jink())
}

PLAYS: Final = tuple(Play(card) for card in PACK)
ROBS: Final = tuple(Rob(card) for card in PACK)
