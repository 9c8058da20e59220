"""The kinds of account and the reasons for which chips move, each with a plain sentence."""

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

    BANK = "bank", "Where chips come from; what it lacks is the chips in issue."
    PURSE = "purse", "The chips that a player owns."
    STACK = "stack", "The chips that a player has brought to a seat."
    POOL = "pool", "The chips in the middle of a table."
    FUND = "fund", "Entry fees, kept for the prizes."
    CORRECTION = "correction", "Differences that somebody still has to explain."

    @property
    def has_floor(self) -> bool:
        """Whether the account may not go below its least balance."""
        return self not in {AccountKind.BANK, AccountKind.CORRECTION}


class Reason(StrEnum):
    """Why chips moved; the sentence is for people who never heard of double entry."""

    sentence: str

    def __new__(cls, value: str, sentence: str = "") -> Self:
        self = str.__new__(cls, value)
        self._value_ = value
        self.sentence = sentence
        return self

    ISSUE = "issue", "The club handed out chips."
    REDEEM = "redeem", "The club took chips back."
    BUY_IN = "buy_in", "Chips were brought to a table."
    CASH_OUT = "cash_out", "Chips were taken home from a table."
    STAKE = "stake", "Everybody put in for a new pool."
    TOP_UP = "top_up", "Everybody put in again after a spoilt deal."
    POOL_WON = "pool_won", "The pool was won."
    JINK = "jink", "Everybody paid the player who won all five tricks."
    POOL_SHARED = "pool_shared", "A pool that nobody had won was shared out."
    ENTRY_FEE = "entry_fee", "An entry fee was paid."
    PRIZE = "prize", "A prize was paid."
    GIFT = "gift", "One player gave another chips."
    ADJUSTMENT = "adjustment", "Somebody put a mistake right by hand."
    REVERSAL = "reversal", "An earlier transfer was taken back."
