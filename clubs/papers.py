"""What is printed for a night: who sits where in each round, and who signs in."""

from dataclasses import dataclass

from django.db.models import Q

from clubs.models import Answer, Night
from clubs.models.night import AttendanceQuerySet
from clubs.seatings import Seating, seatings


@dataclass(frozen=True)
class Turn:
    """Somebody's table in each round, in order; None where they sit out."""

    name: str
    tables: tuple[int | None, ...]


@dataclass(frozen=True)
class Papers:
    """The rounds that are played or drawn, in the order in which they are played."""

    seatings: tuple[Seating, ...]
    names: tuple[str, ...]
    """Of the night's people, in the order in which people look for themselves."""

    @property
    def current(self) -> Seating | None:
        return self.seatings[0] if self.seatings else None

    @property
    def turns(self) -> list[Turn]:
        found = [
            {name: table.number for table in one.tables for name in table.people}
            for one in self.seatings
        ]
        seated = {name for tables in found for name in tables}
        names = (name for name in dict.fromkeys(self.names) if name in seated)
        return [Turn(name, tuple(tables.get(name) for tables in found)) for name in names]


def papers_of(night: Night) -> Papers:
    """By two queries."""
    return Papers(tuple(seatings(night)), _names(night.attendances.all()))


def expected_at(night: Night) -> tuple[str, ...]:
    """Everybody who said that they come, or is here, by name."""
    is_coming = Q(answer=Answer.GOING, answered_at__isnull=False) | Q(checked_in_at__isnull=False)
    return _names(night.attendances.filter(is_coming))


def _names(rows: AttendanceQuerySet) -> tuple[str, ...]:
    """As people look for themselves; two people of one name are two."""
    sorted_rows = rows.order_by("member__player__sort_name", "member__player__name")
    return tuple(sorted_rows.values_list("member__player__name", flat=True))
