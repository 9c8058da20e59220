"""What the engine refuses, each with a message fit for the player who asked."""

from typing import ClassVar


class EngineError(ValueError):
    """What the rules, or the form of a text, do not allow.

    Args:
        message: A sentence for the player; what they read begins with the rule, if there is one.
        rule: The number of the rule that forbids it, as RULES.md counts.
    """

    code: ClassVar[str] = "engine_error"
    title: ClassVar[str] = "The rules, or the form of a text, do not allow this."

    def __init__(self, message: str, *, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule

    @property
    def sentence(self) -> str:
        """The message alone, where the number of the rule stands beside it."""
        message = super().__str__()
        return f"{message[:1].upper()}{message[1:]}"

    def __str__(self) -> str:
        message = super().__str__()
        return message if self.rule is None else f"Rule {self.rule}: {message}"


class IllegalAction(EngineError):
    code = "illegal_action"
    title = "The rules do not allow this action now; `rule` is the number of the rule."
    rule: str

    def __init__(self, message: str, *, rule: str) -> None:
        super().__init__(message, rule=rule)


class ImpossibleRules(EngineError):
    code = "impossible_rules"
    title = "House rules that contradict each other, or that this number of players cannot form."


class ImpossibleOutcome(EngineError):
    code = "impossible_outcome"
    title = "A result entered from a table with real cards that cannot have happened there."


class PoolNotWon(EngineError):
    code = "pool_not_won"
    title = "The house does not end play while there is a pool to win."


class Unreadable(EngineError):
    code = "unreadable"
    title = "A text that is not a card, an action or a deal."
