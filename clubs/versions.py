"""Which seating of a drawn round somebody saw, so that two organisers do not change one blindly."""

from hashlib import sha256

from clubs.errors import SeatingChanged
from clubs.seating import Tables

LETTERS = 16


def version_of(tables: Tables) -> str:
    """The same for the same people at the same tables in the same order, and for nothing else."""
    told = ";".join(",".join(map(str, table)) for table in tables)
    return sha256(told.encode()).hexdigest()[:LETTERS]


def check_seen(tables: Tables, seen: str | None, *, number: int) -> None:
    """See that a drawn round is as it was when somebody looked at it.

    Args:
        seen: The version that they saw; None where they do not say.
        number: The round's.

    Raises:
        SeatingChanged: it is another one now.
    """
    if seen is not None and seen != version_of(tables):
        raise SeatingChanged(
            f"Round {number} has changed since you looked at it: look at its tables, and tap again."
        )
