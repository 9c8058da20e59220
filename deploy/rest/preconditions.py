"""Changes to a row that two people may edit at once: `ETag` tells its version, `If-Match` names it.

The ETag begins with the member `version` of the row's JSON, which counts what people edit. A digest
of the answer follows (`conditional`), at which `If-Match` does not look: other parts of the answer,
such as who is checked in, may have changed since. The version alone, in quotes, will do.
"""

import functools
import re
from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from deploy.rest.errors import StaleVersion, VersionMalformed, VersionMissing
from deploy.rest.versions import Row, lock_version
from deploy.unlocked import begins_anew

HEADER: Final = "If-Match"
ANY: Final = "*"  # RFC 9110 13.1.1: whatever is there.
TAG: Final = re.compile(r'(?:W/)?"[!#-~\x80-\xff]*"')
TAGS: Final = re.compile(rf"[\s,]*{TAG.pattern}(?:\s*,[\s,]*{TAG.pattern})*[\s,]*")
VERSION: Final = re.compile(r'"([1-9][0-9]{0,9})(?:-[0-9a-f]+)?"')
TELLING: Final = frozenset({"retrieve", "create", "partial_update"})

Door = Callable[..., Response]


def etag_of(version: int) -> str:
    return f'"{version}"'


class ETags(APIView):
    """A viewset of which some rows have a `version`: an answer that is such a row has its ETag."""

    action: str

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        if self.action in TELLING and response.status_code < 300 and "version" in response.data:
            response["ETag"] = etag_of(response.data["version"])
        return super().finalize_response(request, response, *args, **kwargs)


def if_match(door: Door) -> Door:
    """Let a PATCH change only what its caller has seen; it stands next to the method.

    The door names its row by `matched`, right before the use case, after everything that may refuse
    the request without it.
    """

    @functools.wraps(door)
    @begins_anew
    @transaction.atomic
    def change(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        return door(view, request, *args, **kwargs)

    change.needs_match = True  # type: ignore[attr-defined]  # For the schema.
    return change


def matched(request: Request, row: Row) -> Row:
    """The row as it is now, if it is as the caller saw it; locked until the door has answered.

    Raises:
        VersionMissing: the request has no If-Match.
        VersionMalformed: its If-Match is neither tags in quotes nor `*`.
        StaleVersion: somebody has changed the row since.
    """
    wanted = _wanted(request)
    row = lock_version(row)
    _check(wanted, row.version)
    return row


def check_match(request: Request, version: int) -> None:
    """See that the caller saw this version, of something whose row the caller has locked.

    Raises:
        VersionMissing, VersionMalformed, StaleVersion: as in `matched`.
    """
    _check(_wanted(request), version)


def _check(wanted: list[str], version: int) -> None:
    seen = {found[1] for tag in wanted if (found := VERSION.fullmatch(tag))}
    if ANY not in wanted and str(version) not in seen:
        raise StaleVersion(
            f"It is version {version} now, and your {HEADER} names another one. Read it again,"
            f" look at what changed, then send {HEADER}: {etag_of(version)}.",
            version=version,
        )


def _wanted(request: Request) -> list[str]:
    """The tags that the request names; a weak one is equal to none of ours."""
    header = request.headers.get(HEADER, "").strip()
    if not header:
        raise VersionMissing(
            "Others may be changing it too. Read it first, then send the ETag of that answer in "
            f"the header {HEADER}, such as {HEADER}: {etag_of(7)}."
        )
    if header == ANY:
        return [ANY]
    if not TAGS.fullmatch(header):
        raise VersionMalformed(
            f"{HEADER}: send the ETag as you got it, with its quotes, such as {etag_of(7)}."
        )
    return TAG.findall(header)
