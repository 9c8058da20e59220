"""Says in plain words what a leg of a transfer was, to the holder of the account."""

from collections.abc import Mapping
from typing import Final, Protocol

from ledger.kinds import AccountKind

BY_ITSELF: Final = "the service"
"""Who moved chips that nobody ordered: play did, or a new member came."""


class Words(Protocol):
    """What a reason says to the holder of an account."""

    @property
    def gained(self) -> str: ...

    @property
    def gave(self) -> str: ...

    @property
    def gained_in_part(self) -> str: ...


def line(words: Words, *, chips: int, moved: int, memo: str) -> str:
    """A line of a statement.

    Args:
        chips: What the account gained, negative for what it gave; not 0.
        moved: The chips that the whole transfer moved.
        memo: Where and why, such as "table 3, deal 7", or nothing.
    """
    gained = words.gained_in_part if words.gained_in_part and chips < moved else words.gained
    told = (gained if chips > 0 else words.gave).format(chips=abs(chips), moved=moved)
    return f"{told}, {memo}" if memo else told


# Whose flow moves the chips of an account that nobody moves by hand.
FLOW_OF_KIND: Mapping[AccountKind, str] = {
    AccountKind.BANK: "Issue chips to a purse, or redeem them from one.",
    AccountKind.STACK: "Take back the deal that moved them, let the player bring more or "
    "get up, or close the table.",
    AccountKind.POOL: "Take back the deal that moved them, or close the table.",
    AccountKind.FUND: "Let the entrant withdraw, or cancel the tournament: the fees go back.",
}
