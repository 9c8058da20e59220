"""What doors give away as files, for spreadsheets and for programs."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.renderers import JSONRenderer

from ledger.sheets import Sheet

KINDS: Final = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "ndjson": "application/x-ndjson",
    "beancount": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "svg": "image/svg+xml",
}
LINES: Final = ("csv", "ndjson")
"""How every list can be taken away that is a sheet."""
ROWS: Final = {
    "type": "array",
    "items": {
        "type": "object",
        "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
    },
}
"""A sheet as JSON: by its column what stands in each row."""

Door = Callable[..., HttpResponse]


class AnyFile(JSONRenderer):
    """Lets a door answer with a file of its own, whatever the caller takes; refusals stay JSON."""

    media_type = "*/*"


def a_file(
    name: str,
    *endings: str,
    operation_id: str,
    parameters: Iterable[Any] = (),
    told: Any = OpenApiTypes.STR,
) -> Callable[[Door], Any]:
    """An address that ends in one of these, below that of a row."""
    ending = OpenApiParameter(
        "ending", str, OpenApiParameter.PATH, enum=endings, description="Which kind of file."
    )

    def door(method: Door) -> Any:
        described = extend_schema(
            operation_id=operation_id,
            responses={
                (200, KINDS[one].split(";")[0]): ROWS if one == "json" else told for one in endings
            },
            parameters=[*parameters, ending],
            filters=False,
        )
        addressed = action(
            detail=True,
            url_path=rf"{name}\.(?P<ending>{'|'.join(endings)})",
            renderer_classes=[AnyFile],
            filterset_class=None,
            pagination_class=None,
        )
        return described(addressed(method))

    return door


def whole(body: bytes | str, *, name: str, ending: str) -> HttpResponse:
    return HttpResponse(body, **_named(name, ending))


def in_lines(lines: Iterable[str], *, name: str, ending: str) -> HttpResponse:
    """Sent while they are read: nobody waits for the last line, and no process holds them all."""
    answer: Any = StreamingHttpResponse(lines, **_named(name, ending))
    return answer


def sheet_file(sheet: Sheet, *, name: str, ending: str) -> HttpResponse:
    """As a whole, so that who asks again can be told that nothing has changed."""
    return whole("".join(lines_of(sheet, ending)), name=name, ending=ending)


def lines_of(sheet: Sheet, ending: str) -> Iterable[str]:
    return sheet.csv() if ending == "csv" else sheet.ndjson()


def _named(name: str, ending: str) -> dict[str, Any]:
    disposition = f'attachment; filename="{name}.{ending}"'
    return {"content_type": KINDS[ending], "headers": {"Content-Disposition": disposition}}
