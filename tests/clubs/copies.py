"""What a program reads that keeps a copy of a list."""

from datetime import datetime
from typing import Any
from urllib.parse import quote

from tests.clubs.callers import Caller


def changed_since(caller: Caller, rows: str, moment: datetime) -> dict[int, Any]:
    """By its id, each row that changed then or later."""
    answer = caller.get(f"/api/v1/{rows}?limit=200&updated_since={quote(moment.isoformat())}")
    assert answer.status_code == 200, answer.data
    return {one["id"]: one for one in answer.data["results"]}


def whole(caller: Caller, rows: str) -> dict[int, Any]:
    """By its id, each row of the list."""
    return {one["id"]: one for one in caller.get(f"/api/v1/{rows}?limit=200").data["results"]}
