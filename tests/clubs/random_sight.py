"""A night as an organiser sees it who picks what to do next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.clubs.callers import Caller

T = TypeVar("T")
Json = dict[str, Any]
Asked = tuple[str, Json]
"""A path and a body."""


@dataclass
class Seen:
    """A night as an organiser sees it.

    Attributes:
        pick: One of these, by chance.
        told: What `GET /nights/{id}` tells.
    """

    caller: Caller
    told: Json
    pick: Callable[[Sequence[Any]], Any]
    members: list[int]
    at_tables: list[Json] = field(init=False)

    def __post_init__(self) -> None:
        playing = [one for one in self.told["rounds"] if one["status"] == "playing"]
        self.at_tables = [table for one in playing for table in one["tables"]]

    @property
    def here(self) -> list[int]:
        return [one["member"] for one in self.told["attendances"] if one["checked_in_at"]]

    @property
    def seated(self) -> list[int]:
        return [place["member"] for table in self.at_tables for place in sitting(table)]

    @property
    def waiting(self) -> list[int]:
        return [one for one in self.here if one not in self.seated]

    @property
    def drafted(self) -> list[Json]:
        return [one for one in self.told["rounds"] if one["status"] == "drafted"]

    def get(self, path: str) -> Json:
        """What is there; nothing where it is gone since the night was looked at."""
        answer = self.caller.get(f"/api/v1/{path}")
        assert answer.status_code in (200, 404, 409), answer.data
        return answer.data if answer.status_code == 200 else {}

    def any(self, few: Sequence[T], many: Sequence[T]) -> T:
        """Mostly one of the few that make sense."""
        found: T = self.pick(few if few and self.pick([True, True, True, False]) else many)
        return found

    def some(self, few: Sequence[T], many: Sequence[T], count: int) -> list[T]:
        return list(dict.fromkeys(self.any(few, many) for _ in range(count)))

    def is_rare(self) -> bool:
        return bool(self.pick([False, False, False, True]))


def sitting(table: Json) -> list[Json]:
    return [one for one in table["places"] if one["left_at"] is None and one["result"] is None]


def at_night(seen: Seen, what: str, **body: Any) -> Asked:
    return f"nights/{seen.told['id']}/{what}", body
