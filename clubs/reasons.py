"""Why chips move between members."""

from typing import Final

from ledger.reasons import Reason

GIFT: Final = Reason(
    "gift",
    "One player gave another chips.",
    gained="Was given {chips}",
    gave="Gave away {chips}",
)

REASONS: Final = (GIFT,)
