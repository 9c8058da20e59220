"""How large the numbers of a request may be, and how long its texts."""

from typing import Final

MOST_DEAL: Final = 10_000
MOST_SEAT: Final = 1_000
MOST_SEATS: Final = 10
LONGEST_REASON: Final = 200
