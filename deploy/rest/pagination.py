"""Pages of what only grows, kept by a cursor: a new row moves nobody's page.

A cursor is signed for its own list: one of another list, or one that was cut on its way, would
look for a name among numbers, or begin again with the first page. The same place is always signed
alike, so that a page that did not change has the same address for the next.
"""

from collections.abc import Sequence
from typing import Any

from django.core import signing
from django.db.models import Model, QuerySet
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import Cursor as Point
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from deploy.rows import MOST_COUNTED, counted

MOST_ROWS = 200
FOREIGN = "This cursor is not from this list: use `next` as it was sent to you, or leave it out."
LIMIT = {"type": "integer", "minimum": 1, "maximum": MOST_ROWS}
COUNT = "count"
TRUE = {"true", "1"}
COUNTING = f"Whether to count the rows of all pages: `count`, where {MOST_COUNTED} is that or more."


class Cursor(CursorPagination):
    """Fifty rows a page, newest first, unless the view names its own `ordering`."""

    count: int | None = None
    """Of the rows of all pages, where somebody asks for it."""

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
        asked = {"name": COUNT, "in": "query", "required": False, "description": COUNTING}
        return [*described, {**asked, "schema": {"type": "boolean"}}]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {**link, "description": "The next page; null on the last."},
                "previous": {**link, "description": "The page before; null on the first."},
                "count": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": MOST_COUNTED,
                    "description": f"Only with `{COUNT}=true`: how many rows all pages have; "
                    f"{MOST_COUNTED} stands for that or more.",
                },
                "results": schema,
            },
        }

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | Any = None
    ) -> list[Any] | None:
        if request.query_params.get(COUNT, "").lower() in TRUE:
            self.count = counted(queryset)
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response(self, data: Any) -> Response:
        answer: Response = super().get_paginated_response(data)
        if self.count is not None:
            answer.data[COUNT] = self.count
        return answer

    def decode_cursor(self, request: Request) -> Point | None:
        self._path = request.path
        encoded = request.query_params.get(self.cursor_query_param)
        if encoded is None:
            return None
        try:
            offset, is_reverse, position = self._signer().unsign_object(encoded)
        except signing.BadSignature:
            raise ValidationError({self.cursor_query_param: [FOREIGN]}) from None
        return Point(offset, is_reverse, position)

    def encode_cursor(self, cursor: Point) -> str:
        encoded = self._signer().sign_object(list(cursor))
        return replace_query_param(str(self.base_url), self.cursor_query_param, encoded)

    def _signer(self) -> signing.Signer:
        return signing.Signer(salt=f"cursor of {self._path} by {','.join(self.ordering)}")

    def _get_position_from_instance(self, instance: Any, ordering: Sequence[str]) -> str:
        """As REST framework does, for fields of related rows too, such as `player__name`."""
        value = instance
        for name in ordering[0].lstrip("-").split("__"):
            value = getattr(value, name)
        return str(value)
