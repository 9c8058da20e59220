"""Why chips move into and out of a tournament's fund."""

from typing import Final

from ledger.reasons import Reason

ENTRY_FEE: Final = Reason(
    "entry_fee",
    "An entry fee was paid.",
    gained="Entry fee of {chips}",
    gave="Paid an entry fee of {chips}",
    undone_by="Let the entrant withdraw, or cancel the tournament: the fees go back.",
)
PRIZE: Final = Reason(
    "prize",
    "A prize was paid.",
    gained="Won a prize of {chips}",
    gave="Paid a prize of {chips}",
    undone_by="Prizes stand: move chips from purse to purse if they were wrong.",
)

REASONS: Final = (ENTRY_FEE, PRIZE)
