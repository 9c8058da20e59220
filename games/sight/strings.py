"""What the seats of a table gave to the chance of its packs, for everybody to see."""

from dataclasses import dataclass

from games.models import EntropyString, Table


@dataclass(frozen=True)
class StringsSight:
    """How far the last round of strings has come, which the table tells, and all that was given.

    Attributes:
        strings: In the order in which they are mixed.
    """

    table: Table
    strings: tuple[EntropyString, ...]


def see_strings(table: Table) -> StringsSight:
    """All strings of a table; a text is empty until it is opened."""
    return StringsSight(table, tuple(table.entropy_strings.order_by("round", "seat", "pk")))
