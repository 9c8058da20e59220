"""Changes to a row that two people may be editing: `ETag` tells its version, `If-Match` names it.

A version is a column that every change of the row counts up. It is also the member `version` of
the row's JSON, from which the ETag is made.
"""

from typing import Any, TypeVar

from django.db.models import Model
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from deploy.rest.errors import StaleVersion, VersionMissing

Row = TypeVar("Row", bound=Model)


class ETags(APIView):
    """A viewset of rows with a `version`: an answer that is one row carries its ETag."""

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        is_one_row = response.status_code < 300 and isinstance(response.data, dict)
        if is_one_row and "version" in response.data:
            response["ETag"] = f'"{response.data["version"]}"'
        return super().finalize_response(request, response, *args, **kwargs)


def matched(request: Request, row: Row) -> Row:
    """The row, read again and locked, as the caller of a door last saw it.

    For use within a transaction that ends after the change, so that nobody comes in between.

    Raises:
        VersionMissing: the request has no If-Match.
        StaleVersion: the row is another version by now.
    """
    wanted = parse_etags(request.headers.get("If-Match", ""))
    if not wanted:
        raise VersionMissing("Send the ETag of what you saw as If-Match.")
    row = type(row)._default_manager.select_for_update(of=("self",)).get(pk=row.pk)
    version: int = row.version  # type: ignore[attr-defined]  # Rows in question have one.
    if "*" not in wanted and f'"{version}"' not in wanted:
        raise StaleVersion(f"It is version {version}. Look again.", version=version)
    return row
