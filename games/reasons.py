"""Why chips move at tables."""

from typing import Final

from ledger.reasons import Reason

A_DEAL: Final = "It belongs to a deal: take back the deal, and all its chips go back."

BUY_IN: Final = Reason(
    "buy_in",
    "Chips were brought to a table.",
    gained="Sat down with {chips}",
    gave="Brought {chips} to a table",
    undone_by="The chips go home when the player gets up or the table closes.",
)
CASH_OUT: Final = Reason(
    "cash_out",
    "Chips were taken home from a table.",
    gained="Took {chips} home from a table",
    gave="Left the table with {chips}",
    undone_by="The chips are home: move them from purse to purse if that was wrong.",
)
STAKE: Final = Reason(
    "stake",
    "Everybody put in for a new pool.",
    gained="Stakes of {chips}",
    gave="Put in {chips} for a new pool",
    undone_by=A_DEAL,
)
TOP_UP: Final = Reason(
    "top_up",
    "More was put in for a pool that nobody had won yet.",
    gained="Top-up of {chips}",
    gave="Put in {chips} more for the pool",
    undone_by=A_DEAL,
)
POOL_WON: Final = Reason(
    "pool_won",
    "The pool was won.",
    gained="Won pool of {chips}",
    gave="Pool of {chips} was won",
    gained_in_part="Won {chips} of a pool of {moved}",
    undone_by=A_DEAL,
)
JINK: Final = Reason(
    "jink",
    "Everybody paid the player who won all five tricks.",
    gained="Won {chips} for a jink",
    gave="Paid {chips} for a jink",
    undone_by=A_DEAL,
)
POOL_SHARED: Final = Reason(
    "pool_shared",
    "A pool that nobody had won was shared out.",
    gained="Received {chips} of a shared pool",
    gave="Shared out a pool of {chips}",
    undone_by="The table is closed: move chips from purse to purse if that was wrong.",
)

CORRECTED: Final = Reason(
    "results_corrected",
    "Results of real cards were put right.",
    gained="Results put right: {chips} more",
    gave="Results put right: {chips} less",
    undone_by="Put the results right again.",
)

TOTALS: Final = Reason(
    "totals",
    "The chips of a table were counted at the end.",
    gained="Won {chips} at a table",
    gave="Lost {chips} at a table",
    undone_by="Put the totals right, or take them back.",
)

CAME_BACK: Final = Reason(
    "came_back",
    "It was undone that somebody had left a table: they sit there again.",
    gained="Sat down again with {chips}",
    gave="Came back to a table with {chips}",
    undone_by="The chips go home when the player gets up or the table closes.",
)

POOL_RETURNED: Final = Reason(
    "pool_returned",
    "It was undone that a table had closed: the shares of its pool went back.",
    gained="Got back {chips} that were shared out",
    gave="Gave back {chips} of a shared pool",
    undone_by="The pool is shared out when the table closes.",
)

TAKEN_BACK: Final = Reason(
    "brought_taken_back",
    "It was undone that somebody had brought chips to a table.",
    gained="Got back {chips} brought to a table",
    gave="{chips} went back to the purse",
    undone_by="Bring the chips to the table again.",
)

POOL_PARTED: Final = Reason(
    "pool_parted",
    "It was undone that pools were put together.",
    gained="Got back {chips} of a joined pool",
    gave="{chips} went back to other pools",
    undone_by="The pools are put together when their next table opens.",
)

POOL_JOINED: Final = Reason(
    "pool_joined",
    "Pools that nobody had won were put together at one table.",
    gained="Took over {chips} of other pools",
    gave="{chips} went on to another pool",
    undone_by="The pool is played for: move chips from purse to purse if that was wrong.",
)

REASONS: Final = (
    BUY_IN,
    CASH_OUT,
    STAKE,
    TOP_UP,
    POOL_WON,
    JINK,
    POOL_SHARED,
    POOL_JOINED,
    POOL_PARTED,
    POOL_RETURNED,
    CAME_BACK,
    TAKEN_BACK,
    CORRECTED,
    TOTALS,
)
