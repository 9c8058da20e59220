"""How long tables have waited for a worker, and how many do."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min

from games.models import Table

LONGEST_WAIT: Final = timedelta(seconds=10)
"""Beyond it people notice that nobody serves them."""


@dataclass(frozen=True)
class Waiting:
    """Tables at which something is due.

    Attributes:
        longest: How long the first of them has been due; None where none is.
    """

    tables: int = 0
    longest: timedelta | None = None

    @property
    def is_late(self) -> bool:
        return self.longest is not None and self.longest > LONGEST_WAIT


def with_people(*, at: datetime) -> Waiting:
    """The tables with people that wait."""
    return _waiting(Table.objects.with_people().due(at).aggregate(Count("pk"), Min("due_at")), at)


def of_bots_alone(*, at: datetime) -> Waiting:
    """The tables of bots alone that wait: they may, and disturb nobody."""
    return _waiting(Table.objects.of_bots_alone().due(at).aggregate(Count("pk"), Min("due_at")), at)


def _waiting(found: dict[str, int | datetime | None], at: datetime) -> Waiting:
    first, count = found["due_at__min"], found["pk__count"]
    assert isinstance(count, int)
    return Waiting(count, at - first if isinstance(first, datetime) else None)
