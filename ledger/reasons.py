"""Reasons for which chips move, each with its words; an app declares its own in `reasons.py`.

Every migration writes what the apps declare into rows (`ledger.declarations`), and the database
refuses a transfer for any other reason. A new one is no migration.
"""

from typing import Final, Self


class Reason(str):
    """Why chips moved: the name that the books keep, with what people read.

    Attributes:
        sentence: For people who never heard of double entry.
        gained: What a statement says to an account that gained `{chips}` of `{moved}`.
        gave: The same for an account that gave them.
        gained_in_part: As `gained`, where others gained too; empty if there is no such word.
        undone_by: What undoes it, where a flow did it; empty if it is taken back by hand.
    """

    sentence: str
    gained: str
    gave: str
    gained_in_part: str
    undone_by: str

    def __new__(
        cls,
        name: str,
        sentence: str,
        *,
        gained: str,
        gave: str,
        gained_in_part: str = "",
        undone_by: str = "",
    ) -> Self:
        self = str.__new__(cls, name)
        self.sentence = sentence
        self.gained, self.gave, self.gained_in_part = gained, gave, gained_in_part
        self.undone_by = undone_by
        return self

    @property
    def is_by_hand(self) -> bool:
        return not self.undone_by


ISSUE: Final = Reason(
    "issue",
    "The club handed out chips.",
    gained="Received {chips} from the club",
    gave="Handed out {chips}",
)
REDEEM: Final = Reason(
    "redeem",
    "The club took chips back.",
    gained="Took back {chips}",
    gave="Gave {chips} back to the club",
)
ADJUSTMENT: Final = Reason(
    "adjustment",
    "Somebody put a mistake right by hand.",
    gained="Correction by hand: {chips} more",
    gave="Correction by hand: {chips} less",
)
REVERSAL: Final = Reason(
    "reversal",
    "An earlier transfer was undone.",
    gained="Undone: {chips} came back",
    gave="Undone: {chips} went back",
    undone_by="An undone transfer cannot be undone again: make a new transfer.",
)
LENT: Final = Reason(
    "lent",
    "The corrections gave what a purse no longer held.",
    gained="Borrowed {chips} from the corrections",
    gave="Lent {chips} that a purse no longer held",
    undone_by="What the next correction brings to this purse pays it back. Or move the chips from "
    "the purse to the corrections by hand.",
)
PAID_BACK: Final = Reason(
    "paid_back",
    "A purse paid back what the corrections had lent to it.",
    gained="Got back {chips} that a purse had borrowed",
    gave="Paid back {chips} that the corrections had lent",
    undone_by="Put right again what was put right.",
)

REASONS: Final = (ISSUE, REDEEM, ADJUSTMENT, REVERSAL, LENT, PAID_BACK)
