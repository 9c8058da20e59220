"""Rows read so that it costs no more when there are many: page by page, and counted row by row."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, Self, TypeVar

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BigIntegerField, Count, Func, Model, Q, QuerySet, Subquery
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

Row = TypeVar("Row", bound=Model)

MOST_COUNTED: Final = 1000
"""Rows of a list that are counted: who sees that many reads "1,000 or more"."""


def counted(rows: QuerySet[Any], *, most: int = MOST_COUNTED) -> int:
    """How many rows there are, at most this many: no more of them are looked at."""
    return rows.order_by()[:most].values("pk").count()


def count_of(rows: QuerySet[Any], by: str) -> Coalesce:
    """How many rows there are for a row outside, counted for those alone that are shown.

    Args:
        rows: Those of the row outside, by `OuterRef`.
        by: Their column that names it.
    """
    counted = rows.order_by().values(by).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def each_once(rows: QuerySet[Any], column: str) -> Func:
    """The values of a column of numbers, each found by one step in an index.

    Where many rows share few values it reads a row for each value; DISTINCT would read them all.
    """
    values = rows.order_by(column).values(column)
    later = values.filter(**{f"{column}__gt": RawSQL("found.value", [])})
    return Func(
        Subquery(values[:1]),
        Subquery(later[:1]),
        arg_joiner=" UNION ALL SELECT ",
        template="(WITH RECURSIVE found(value) AS (SELECT %(expressions)s FROM found"
        " WHERE found.value IS NOT NULL) SELECT value FROM found WHERE value IS NOT NULL)",
        output_field=BigIntegerField(),
    )


def few_of(parts: Sequence[QuerySet[Any]], column: str) -> Func:
    """The values of a column in any of these parts, for rows that an index finds by them.

    PostgreSQL plans for ten, whatever it would guess: a guess of thousands makes it read all rows.
    """
    return Func(
        *(ArraySubquery(part.order_by().values(column)) for part in parts),
        arg_joiner=" || ",
        template="(SELECT unnest(%(expressions)s))",
        output_field=BigIntegerField(),
    )


class Branched(QuerySet[Row]):
    """Rows that somebody sees for one reason or another.

    No index answers "my own or my club's or everybody's", so a database asked for the newest fifty
    of them reads all of them. Asked for the newest fifty of each, it reads fifty of each.
    """

    _reasons: tuple[Q, ...] = ()
    _place = 0
    """Of the reasons among all conditions."""

    def for_reasons(self, *reasons: Q) -> Self:
        """Those for which one of these holds. A page of them is read reason by reason."""
        found = self.filter(reduce(or_, reasons)) if reasons else self.none()
        found._reasons, found._place = reasons, len(found.query.where.children) - 1
        return found

    def by_reason(self) -> list[Self]:
        """Each reason's rows apart; all of them where there is only one."""
        if len(self._reasons) < 2:
            return [self.at_once()]
        return [self._without_reasons().filter(reason) for reason in self._reasons]

    def at_once(self) -> Self:
        """The same rows, not read reason by reason: where others than reasons make them few."""
        found = self._clone()
        found._reasons = ()
        return found

    def _without_reasons(self) -> Self:
        found = self.at_once()
        del found.query.where.children[self._place]
        return found

    def _clone(self) -> Self:
        made: Self = super()._clone()  # type: ignore[misc]
        made._reasons, made._place = self._reasons, self._place
        return made

    def __getitem__(self, place: Any) -> Any:
        is_page = isinstance(place, slice) and place.stop is not None
        is_fresh = self._result_cache is None and not self.query.is_sliced
        if len(self._reasons) < 2 or not (is_page and is_fresh):
            return super().__getitem__(place)
        parts = (part.select_related(None).values("pk") for part in self.by_reason())
        first, *others = (part[: place.stop] for part in parts)
        return self._without_reasons().filter(pk__in=first.union(*others))[place]
