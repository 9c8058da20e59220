"""Lists of the admin that cost no more the more is over: counted and searched up to a bound."""

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any, Final

from django.contrib.admin.utils import lookup_spawns_duplicates
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.utils.text import smart_split, unescape_string_literal

from deploy.rows import MOST_COUNTED, counted

MOST_LISTED: Final = MOST_COUNTED
"""Rows that a list leads to page by page, and that a search finds in each column."""

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

    Each column is asked alone for the longest word, so that an index of its own can answer, and
    no two columns of many rows each multiply.

    Args:
        newest: At how many rows it looks; None for all of them.
    """
    words = sorted(map(_plain, smart_split(term)), key=len, reverse=True)
    if not words or not columns:
        return rows
    among = rows
    if newest is not None:
        latest = rows.order_by("-pk").values_list("pk", flat=True)[:newest]
        among = rows.model._base_manager.filter(pk__in=list(latest))
    first, *others = (
        _having(among, column, words[0]).order_by("-pk").values("pk")[:MOST_LISTED]
        for column in columns
    )
    found = rows.filter(pk__in=list(first.union(*others).values_list("pk", flat=True)))
    for word in words[1:]:
        keys = (_having(found, column, word).order_by().values("pk") for column in columns)
        found = found.filter(reduce(or_, (Q(pk__in=part) for part in keys)))
    return found


def _having(rows: QuerySet[Any], column: str, word: str) -> QuerySet[Any]:
    holds = {f"{column}__icontains": word}
    if not lookup_spawns_duplicates(rows.model._meta, column):
        return rows.filter(**holds)
    return rows.filter(pk__in=rows.model._base_manager.filter(**holds).values("pk"))


def _plain(word: str) -> str:
    is_quoted = word[0] in "\"'" and word[0] == word[-1] and len(word) > 1
    return unescape_string_literal(word) if is_quoted else word
