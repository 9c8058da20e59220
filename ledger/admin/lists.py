"""Lists of the admin that cost no more the more is over: counted and searched up to a bound."""

import re
from collections.abc import Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any, Final

from django.contrib.admin.utils import lookup_spawns_duplicates
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet

from deploy.names import beginning, letters, parts
from deploy.rows import MOST_COUNTED, counted

MOST_LISTED: Final = MOST_COUNTED
"""Rows that a list leads to page by page, and that a search finds in each column."""

WORD: Final = re.compile(r'"([^"]+)"|(\S+)')
"""A word of a search, or several in quotation marks; an apostrophe is part of a name."""

MOST_SEARCHED: Final = 500
"""Of rows that nobody ever removes, a search looks at the newest. A filter leads to older ones."""


class BoundedPaginator(Paginator):
    """Counts and shows the first rows of a list alone; a search or a filter leads to others."""

    template_name = "unfold/helpers/pagination_bounded.html"

    @cached_property
    def count(self) -> int:
        return min(self._counted, MOST_LISTED)

    @property
    def has_more(self) -> bool:
        return self._counted > MOST_LISTED

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        return counted(rows, most=MOST_LISTED + 1)


def search(
    rows: QuerySet[Any], columns: Sequence[str], term: str, *, newest: int | None = None
) -> QuerySet[Any]:
    """Those in which every word stands in one of the columns.

    Columns of `parts` are names: a word begins a part of one, whatever accents it has, and all
    words may be one part, as `o leary` is of `Oleary`. Each column is asked alone for the longest
    word, so that an index of its own can answer, and no two columns of many rows each multiply.

    Args:
        newest: At how many rows it looks; None for all of them.
    """
    words = sorted((one or other for one, other in WORD.findall(term)), key=len, reverse=True)
    if not words or not columns:
        return rows
    among = rows
    if newest is not None:
        latest = rows.order_by("-pk").values_list("pk", flat=True)[:newest]
        among = rows.model._base_manager.filter(pk__in=list(latest))
    found = rows.filter(pk__in=_keys(among, columns, words[0]))
    for word in words[1:]:
        keys = (_having(found, column, word).order_by().values("pk") for column in columns)
        found = found.filter(reduce(or_, (Q(pk__in=part) for part in keys)))
    names = [column for column in columns if _is_of_parts(column)]
    if len(parts(term).split()) == 1 or not names:
        return found
    as_one = _keys(among, names, letters(term))
    return rows.filter(Q(pk__in=found.order_by().values("pk")) | Q(pk__in=as_one))


def _keys(rows: QuerySet[Any], columns: Sequence[str], word: str) -> list[int]:
    """Ask each column for a word: the newest rows that have it."""
    first, *others = (
        _having(rows, column, word).order_by("-pk").values("pk")[:MOST_LISTED] for column in columns
    )
    return list(first.union(*others).values_list("pk", flat=True))


def _is_of_parts(column: str) -> bool:
    return column.endswith("parts")


def _having(rows: QuerySet[Any], column: str, word: str) -> QuerySet[Any]:
    if _is_of_parts(column):
        holds = {f"{column}__regex": beginning(word)}
    else:
        holds = {f"{column}__icontains": word}
    if not lookup_spawns_duplicates(rows.model._meta, column):
        return rows.filter(**holds)
    return rows.filter(pk__in=rows.model._base_manager.filter(**holds).values("pk"))
