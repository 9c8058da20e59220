"""What the engine refuses, each with a message fit for the player who asked."""


class EngineError(ValueError):
    """Anything that the rules, or the form of a text, do not allow."""


class IllegalAction(EngineError):
    """The rules do not allow this action now; the message names the rule."""


class ImpossibleRules(EngineError):
    """House rules that contradict each other, or that this number of players cannot form."""


class ImpossibleOutcome(EngineError):
    """A result entered from a table with real cards that cannot have happened there."""


class PoolNotWon(EngineError):
    """The house does not end play while there is a pool to win."""


class Unreadable(EngineError):
    """A text that is not a card, an action or a deal."""
