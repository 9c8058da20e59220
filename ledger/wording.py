"""Says in plain words what a leg of a transfer was, to whoever holds the account."""

from collections.abc import Mapping

from ledger.kinds import Reason

# What the account gained, and what it gave. `moved` is what the whole transfer moved.
WORDS: Mapping[Reason, tuple[str, str]] = {
    Reason.ISSUE: ("Received {chips} from the club", "Handed out {chips}"),
    Reason.REDEEM: ("Took back {chips}", "Gave {chips} back to the club"),
    Reason.BUY_IN: ("Sat down with {chips}", "Brought {chips} to a table"),
    Reason.CASH_OUT: ("Took {chips} home from a table", "Left the table with {chips}"),
    Reason.STAKE: ("Stakes of {chips}", "Put in {chips} for a new pool"),
    Reason.TOP_UP: ("Top-up of {chips}", "Put in {chips} after a spoilt deal"),
    Reason.POOL_WON: ("Won pool of {chips}", "Pool of {chips} was won"),
    Reason.JINK: ("Won {chips} for a jink", "Paid {chips} for a jink"),
    Reason.POOL_SHARED: ("Received {chips} of a shared pool", "Shared out a pool of {chips}"),
    Reason.ENTRY_FEE: ("Entry fee of {chips}", "Paid an entry fee of {chips}"),
    Reason.PRIZE: ("Won a prize of {chips}", "Paid a prize of {chips}"),
    Reason.GIFT: ("Was given {chips}", "Gave away {chips}"),
    Reason.ADJUSTMENT: ("Put right by hand, {chips} gained", "Put right by hand, {chips} given"),
    Reason.REVERSAL: ("Taken back, {chips} returned to you", "Taken back, {chips} returned by you"),
}
SHARE_OF_POOL = "Won {chips} of a pool of {moved}"


def line(reason: Reason, *, chips: int, moved: int, memo: str) -> str:
    """A line of a statement.

    Args:
        chips: What the account gained, negative for what it gave; not 0.
        moved: The chips that the whole transfer moved.
        memo: Where and why, such as "table 3, deal 7", or nothing.
    """
    gained, gave = WORDS[reason]
    if reason is Reason.POOL_WON and 0 < chips < moved:
        gained = SHARE_OF_POOL
    words = (gained if chips > 0 else gave).format(chips=abs(chips), moved=moved)
    return f"{words}, {memo}" if memo else words
