"""Who sits where in the rounds that are played or drawn, as screens and papers tell it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from clubs.models import Night, NightPlace, RoundStatus

TO_COME = (RoundStatus.PLAYING, RoundStatus.DRAFTED)


@dataclass(frozen=True)
class TableSeated:
    """A table as it is called in the hall, and its people clockwise."""

    number: int
    people: tuple[str, ...]


@dataclass(frozen=True)
class Seating:
    """A round with its tables in order."""

    number: int
    is_played: bool
    tables: tuple[TableSeated, ...]

    @property
    def most_at_a_table(self) -> int:
        return max(len(table.people) for table in self.tables)


def seatings(night: Night) -> list[Seating]:
    """The round that is played, then those that are drawn, the next one first; by one query."""
    places = NightPlace.objects.filter(round__night=night, round__status__in=TO_COME)
    rows = places.taken().told().select_related("round").round_the_tables()
    found = [
        Seating(number, is_played, _tables(those))
        for (number, is_played), those in groupby(rows, _round_of)
    ]
    return sorted(found, key=lambda one: not one.is_played)


def _round_of(place: NightPlace) -> tuple[int, bool]:
    return place.round.number, place.round.status == RoundStatus.PLAYING


def _tables(places: Iterable[NightPlace]) -> tuple[TableSeated, ...]:
    return tuple(
        TableSeated(number, tuple(str(place.attendance) for place in those))
        for number, those in groupby(places, lambda place: place.table.number)
    )
