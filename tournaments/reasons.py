"""Why chips move into and out of a tournament's fund, and between those who play for one."""

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

TAKEN_OVER: Final = Reason(
    "taken_over",
    "A substitute took over the playing chips.",
    gained="Took over {chips}",
    gave="Left {chips} to a substitute",
    undone_by="Let the other play again: they take the chips over.",
)

PUT_RIGHT: Final = Reason(
    "tournament_put_right",
    "A tournament was put right.",
    gained="Got {chips} when a tournament was put right",
    gave="Gave back {chips} when a tournament was put right",
    undone_by="Put it right again: the difference moves back.",
)

REASONS: Final = (ENTRY_FEE, PRIZE, TAKEN_OVER, PUT_RIGHT)
