"""QR codes of addresses, as the paths of a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from deploy.unlocked import outside_locks

QUIET: Final = 4  # Modules that stay empty around the code, so that a camera finds it.


@dataclass(frozen=True)
class Code:
    """A QR code to be drawn.

    Attributes:
        size: Of its square, in modules.
        path: The dark modules, as an SVG has them.
    """

    size: int
    path: str


@outside_locks
def code_of(url: str) -> Code:
    """The QR code of an address; it can be read where a seventh of it is dirty."""
    import segno  # Few processes draw codes.

    rows = segno.make_qr(url, error="m").matrix
    return Code(len(rows) + 2 * QUIET, "".join(_runs(rows)))


def _runs(rows: Sequence[Sequence[int]]) -> Iterator[str]:
    """The dark modules of each row, side by side in one stroke."""
    for y, row in enumerate(rows, start=QUIET):
        x = QUIET
        for is_dark, run in groupby(row, key=bool):
            width = len(list(run))
            if is_dark:
                yield f"M{x} {y}h{width}v1h-{width}z"
            x += width
