"""Starters: evenings without a repeat meeting that a search found once, kept as a round or a few.

A person of a starter is a number and a letter, `3a`. Those of one letter move round a circle
together: every round adds one to their numbers. Somebody written `∞` never moves.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final

from clubs.seating.meetings import Tables

Name = tuple[str, int]  # Letter, and number; who never moves has no letter.

PERSON: Final = re.compile(r"∞\d*|\d+[a-z]")

TRIES: Final = 2_000  # Of whom to leave out; those who can be found are found soon.

ROUND_A_CIRCLE: Final = """
6: 1a0b1c∞ 5b4a1b 2b0a5c 3a3b5a 3c2a4c 0c2c4b
10: 8c3a1b∞ 0b2c8b 8a5a4b 9c3b9b 0a4c1c 2a6b1a 7a6c0c 7c9a5c 5b2b3c 4a7b6a
12: 1b5c5a∞ 2a7b9b 9c10b7a 0b0a4b 11c7c10a 3b9a4c 2b8c11b 8a6b5b 1c6c8b 10c4a0c 1a3a6a 2c11a3c
20: 9b10b16b 12a4b13b 17a19a15b 10a11a5b 1a9a16a 7a13a12b 6a15a6b 0a4a17b 18a0b∞1 2a5a8b 14a1b3b
    2b14b19b 3a7b11b 8a18b∞2
5: 0a3a0b4b 4a2b0c∞ 1b3b2c3c 1a2a1c4c
5: 1a2b3c1d 0a4a4b2d 2a1c2c3d 3a0b1b4c 3b0c0d4d
7: 0a5b4c∞1 3b4b6b0c 1a5a6a0b 2a2b2c∞2 4a1b3c∞3 3a1c5c6c
9: 3a0b7c∞ 0a1a6a8b 2a4a5b5c 5a1b2c3c 7a2b7b6c 8a1c4c8c 3b4b6b0c
9: 5b2c8d1a∞ 8c4d0b7d 0c1d7c6c 0a3b2a2d 3d7b8a3c 1c4a7a3a 8b6a0d5d 5a2b1b5c 6b6d4b4c
10: 4c7a9b6d∞ 4d2d1b0b 8a2a8b6b 1d9a8c7c 1a3a7d4a 5c0a0d2c 3b0c6a7b 3d5a6c4b 8d9c9d5d 2b3c1c5b
12: 6a3d2b4c∞ 2d7a11b8c 8a11c1c9a 9d11a9b4b 1d6d2a10d 4a6b5b4d 8d7d1b5c 0c0b1a5a 0d3c2c7c
    5d3b3a0a 11d7b10c10a 8b6c9c10b
6: 5d3c1c2b2a 5e3b4d2d5c 1b0e3a1d5a 0a0c0d4e2e 3e2c3d5b4a 1a1e4c4b0b
10: 3d7b9e0c∞1 8a5b3e6c∞2 9c5a1d1e∞3 4a0b7a8b4e 2c1c5c3b0d 4d7c8e0a2e 8d5d7d6b6a 6d7e2b2d5e
    4b8c9a9d1b 3c6e3a2a 4c9b0e1a
10: 5f9b7c6a2e∞1 3a0e4f0c0b∞2 9d5d8b3c6e 1f3f8d4b3b 0d6c3e4e7b 9c1c1a6f2d 7e8f9f5a2f 2b4c7f5c8c
    3d9e5b4d9a 5e4a8e6d6b 0f1d2a1e8a 1b7a0a2c7d
"""
"""A starter on each line: how many stand round the circle, then the tables of the first round."""

EIGHT: Final = tuple(range(8))

BY_EXCLUSIVE_OR: Final = (
    ("0a6a0d6d 0b7b0c7c", EIGHT),
    ("0a2a5a7a 0b5b3d6d 0c3c5c6c", EIGHT),
    ("0a6b2c3d", EIGHT),
    ("0a4a1c5c 0b2b4b6b 0d3d4d7d", EIGHT),
    ("0a5b4c7d 4a7a0b3b 0c2c0d2d", (0, 1, 2, 3)),
    ("0a5b4c7d 4a7a0b3b 0c2c0d2d", (4, 5, 6, 7)),
    ("0a0b3c4d 2a3b5c3d", (0, 1, 4, 5)),
    ("0a0b3c4d 2a3b5c3d", (2, 3, 6, 7)),
    ("0a3b6c2d 2a0b2c7d", (0, 1, 6, 7)),
    ("0a3b6c2d 2a0b2c7d", (2, 3, 4, 5)),
)
"""32 people, ten rounds: some tables of each, and the numbers that make all of them."""


@dataclass(frozen=True)
class Starter:
    """A whole evening. Its people are the places 0, 1, 2, ...; those who never move come first.

    Attributes:
        drafts: Of each round some tables, and by how much they move to make all of them.
        circle: How many stand round the circle; with 0, people move by exclusive or.
    """

    drafts: tuple[tuple[str, tuple[int, ...]], ...]
    circle: int = 0

    @cached_property
    def rounds(self) -> tuple[Tables, ...]:
        """The places at each table of each round, largest table first."""
        named = [self._tables(text, moves) for text, moves in self.drafts]
        places = {name: place for place, name in enumerate(sorted(chain(*named[0])))}
        return tuple(
            tuple(tuple(places[name] for name in table) for table in tables) for tables in named
        )

    def _tables(self, text: str, moves: Sequence[int]) -> list[tuple[Name, ...]]:
        """Each table once, though two moves may make the same one."""
        drafted = [[_name(person) for person in PERSON.findall(table)] for table in text.split()]
        moved = (
            tuple(sorted(self._moved(name, by) for name in table))
            for by in moves
            for table in drafted
        )
        return sorted(dict.fromkeys(moved), key=len, reverse=True)

    def _moved(self, name: Name, by: int) -> Name:
        letter, number = name
        if not letter:
            return name
        return letter, (number + by) % self.circle if self.circle else number ^ by


def _name(person: str) -> Name:
    if person.startswith("∞"):
        return "", int(person[1:] or 1)
    return person[-1], int(person[:-1])


def _round_a_circle(line: str) -> Starter:
    circle, tables = line.split(": ")
    return Starter(tuple((tables, (by,)) for by in range(int(circle))), int(circle))


def _by_twos(people: int) -> Starter:
    """Everybody meets everybody: one stays, and those opposite each other round the circle meet."""
    last = people - 1
    tables = (f"{one}a{last - one}a" for one in range(1, people // 2))
    return _round_a_circle(f"{last}: 0a∞ {' '.join(tables)}")


STARTERS: Final = (
    *(_round_a_circle(line) for line in re.split(r"\n(?=\d+:)", ROUND_A_CIRCLE.strip())),
    Starter(BY_EXCLUSIVE_OR),
    *(_by_twos(people) for people in range(4, 33, 2)),
)


def by_starter(sizes: Sequence[int], *, rounds: int) -> tuple[Tables, ...]:
    """Rounds in which the places 0, 1, 2, ... never meet twice, largest table first.

    A starter for a few people more serves as well, if those can be left out so that every table
    has its size in every round.

    Args:
        sizes: How many sit at each table.
        rounds: How many rounds are wanted; there may be fewer, or none at all.
    """
    longest: tuple[Tables, ...] = ()
    for starter in STARTERS:
        played = starter.rounds[:rounds]
        gone = _left_out(played, sizes) if len(played) > len(longest) else None
        if gone is not None:
            longest = tuple(_without(tables, gone) for tables in played)
    return longest


def _left_out(played: Sequence[Tables], sizes: Sequence[int]) -> tuple[int, ...] | None:
    """Whom to leave out, if anybody can be."""
    fewer = sum(map(len, played[0])) - sum(sizes)
    if fewer < 0 or len(played[0]) != len(sizes):
        return None
    wanted = sorted(sizes, reverse=True)
    return next(_choices(played, wanted, (), fewer, iter(range(TRIES))), None)


def _choices(
    played: Sequence[Tables],
    sizes: Sequence[int],
    gone: tuple[int, ...],
    fewer: int,
    tries: Iterator[int],
) -> Iterator[tuple[int, ...]]:
    """Everybody who can be left out beside those who are gone; those who never move come first."""
    if next(tries, None) is None or not all(_are_large(tables, sizes, gone) for tables in played):
        return
    if fewer == 0:
        yield gone
        return
    for place in range(gone[-1] + 1 if gone else 0, sum(map(len, played[0]))):
        yield from _choices(played, sizes, (*gone, place), fewer - 1, tries)


def _are_large(tables: Tables, sizes: Sequence[int], gone: Collection[int]) -> bool:
    """Whether enough sit at every table still, when the largest is for the largest size."""
    left = sorted(
        (len(table) - len(set(table).intersection(gone)) for table in tables), reverse=True
    )
    return all(there >= size for there, size in zip(left, sizes, strict=True))


def _without(tables: Tables, gone: Sequence[int]) -> Tables:
    """The tables without those people, and the places numbered anew."""
    left = ([one for one in table if one not in gone] for table in tables)
    there = [[one - sum(other < one for other in gone) for one in table] for table in left]
    return sorted(there, key=len, reverse=True)
