"""What is laid out for a round: tables, byes, and who sits out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

from clubs.seating import History
from tournaments.formats.draw import Bye, Draw


@dataclass(frozen=True)
class Laid:
    """Who sits where in a round. Entrants are whole numbers.

    Attributes:
        tables: The entrants of each table in the order of its seats.
        byes: Who has no opponents, and gets points for it.
        sits_out: Who could play, and has no seat and no points.
        out: Who has been knocked out.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[Bye, ...] = ()
    sits_out: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    @classmethod
    def of(cls, drawn: Draw) -> "Laid":
        return cls(drawn.seated.tables, drawn.byes, drawn.sits_out, drawn.out)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Laid":
        """As `to_json` tells it.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: it is not so.
        """
        return cls(
            tables=tuple(tuple(map(int, table)) for table in told["tables"]),
            byes=tuple(Bye(int(bye["entrant"]), str(bye["reason"])) for bye in told["byes"]),
            sits_out=tuple(map(int, told["sits_out"])),
            out=tuple(map(int, told["out"])),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": [list(table) for table in self.tables],
            "byes": [{"entrant": bye.entrant, "reason": bye.reason} for bye in self.byes],
            "sits_out": list(self.sits_out),
            "out": list(self.out),
        }

    @property
    def everybody(self) -> Iterator[int]:
        """Whoever is told of, once for each time."""
        byes = (bye.entrant for bye in self.byes)
        return chain(chain.from_iterable(self.tables), byes, self.sits_out, self.out)

    def repeats(self, history: History) -> int:
        """How many pairs at a table have met before, counted pair by pair."""
        met = {
            frozenset(pair)
            for earlier in history
            for company in earlier
            for pair in combinations(company, 2)
        }
        return sum(frozenset(pair) in met for pair in self.pairs)

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All who share a table, two by two."""
        return chain.from_iterable(combinations(table, 2) for table in self.tables)
