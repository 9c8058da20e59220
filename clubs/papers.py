"""What is printed for a night: who sits where in each round, and who signs in."""

from dataclasses import dataclass

from django.db.models import Q

from clubs.game_scores import sides_of
from clubs.models import Answer, Night
from clubs.models.night import AttendanceQuerySet
from clubs.seatings import Seating, TableSeated, seatings
from games.engine import HouseRules
from games.seat_numbers import SeatNumber


@dataclass(frozen=True)
class Turn:
    """Somebody's table in each round, in order; None where they sit out."""

    name: str
    tables: tuple[int | None, ...]


@dataclass(frozen=True)
class ScoreSheet:
    """The score sheet of a table.

    Attributes:
        sides: In a game for points who plays together; else empty.
        target: The points that win the game; None where nobody plays for points.
    """

    number: int
    people: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...] = ()
    target: int | None = None


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


def score_sheets(night: Night, papers: Papers) -> list[ScoreSheet]:
    """A sheet for each table of the round that is played or comes next."""
    ruleset = night.rules
    tables = papers.current.tables if papers.current else ()
    return [_score_sheet(one, ruleset.at(len(one.people))) for one in tables]


def _score_sheet(table: TableSeated, rules: HouseRules) -> ScoreSheet:
    if rules.target is None:
        return ScoreSheet(table.number, table.people)
    seated = [(SeatNumber(place), name) for place, name in enumerate(table.people)]
    sides = tuple(side.names for side in sides_of(rules, seated, {}))
    return ScoreSheet(table.number, table.people, sides, rules.target)


def expected_at(night: Night) -> tuple[str, ...]:
    """Everybody who said that they come, or is here, by name."""
    is_coming = Q(answer=Answer.GOING, answered_at__isnull=False) | Q(checked_in_at__isnull=False)
    return _names(night.attendances.filter(is_coming))


def _names(rows: AttendanceQuerySet) -> tuple[str, ...]:
    """As people look for themselves; two people of one name are two."""
    sorted_rows = rows.order_by("member__player__sort_name", "member__player__name")
    return tuple(sorted_rows.values_list("member__player__name", flat=True))
