"""The kinds of account, each with a plain sentence."""

from enum import StrEnum
from typing import Self


class AccountKind(StrEnum):
    """What an account is for; the sentence is for people who never heard of double entry."""

    sentence: str

    def __new__(cls, value: str, sentence: str = "") -> Self:
        self = str.__new__(cls, value)
        self._value_ = value
        self.sentence = sentence
        return self

    BANK = "bank", "Where chips come from; its balance is minus the chips in issue."
    PURSE = "purse", "The chips that a player owns."
    STACK = "stack", "The chips that a player has brought to a seat."
    POOL = "pool", "The chips in the middle of a table."
    FUND = "fund", "Entry fees, kept for the prizes."
    CORRECTION = "correction", "Differences that somebody still has to explain."

    @property
    def is_moved_by_hand(self) -> bool:
        """Whether somebody may move its chips by hand; of all others flows take care."""
        return self in {AccountKind.PURSE, AccountKind.CORRECTION}

    @property
    def has_floor(self) -> bool:
        """Whether the account may not go below its least balance."""
        return self not in {AccountKind.BANK, AccountKind.CORRECTION}
