"""Pages of what only grows, kept by a cursor: a new row moves nobody's page."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model, QuerySet
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

MOST_ROWS = 200
LIMIT = {"type": "integer", "minimum": 1, "maximum": MOST_ROWS}


class Cursor(CursorPagination):
    """Fifty rows a page, newest first, unless the view names its own `ordering`."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = MOST_ROWS
    ordering = "-pk"

    def get_ordering(
        self, request: Request, queryset: QuerySet[Model], view: APIView | Any
    ) -> tuple[str, ...]:
        ordering = getattr(view, "ordering", None) or self.ordering
        return (ordering,) if isinstance(ordering, str) else tuple(ordering)

    def get_schema_operation_parameters(self, view: APIView | Any) -> list[dict[str, Any]]:
        described: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for one in described:
            if one["name"] == self.page_size_query_param:
                one["schema"] = LIMIT
        return described

    def _get_position_from_instance(self, instance: Any, ordering: Sequence[str]) -> str:
        """As REST framework does, for fields of related rows too, such as `player__name`."""
        value = instance
        for name in ordering[0].lstrip("-").split("__"):
            value = getattr(value, name)
        return str(value)
