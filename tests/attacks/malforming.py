"""B: requests that no client of ours would send; whatever they are, none is answered with 5xx."""

import contextlib
import json
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any, TypeVar

from deploy.rest.descriptions import parsed
from tests.attacks.callers import Answer, Player, TooOften
from tests.attacks.catalogue import attack
from tests.attacks.stage import LATER, Stage
from tests.attacks.telling_apart import UNUSED, rows_of

JSON = "application/json"
HUGE = 10**40
FOREIGN_CURSOR = "cD0yMDI2LTAxLTAxKzAwJTNBMDAlM0EwMCUyQjAwJTNBMDA="  # A moment, for lists by it.
VALUES: list[Any] = [
    *(None, True, -1, 0, HUGE, 1.5, 1e308, "", " ", "5", "x" * 100_000, [], {}, [[]], {"a": {}}),
    *(
        "\x00",
        "\x1b[2J\x07",
        "\u202egnp.exe",
        "\ud800",
        "\U0001d510\u200b\u2066",
        "NaN",
        "'; --",
        "%s%n",
    ),
    *("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59", "infinity"),
    *([None] * 50, [HUGE], ["a", 1], list(range(2000))),
]
QUERIES = [
    *("?cursor=x", f"?cursor={FOREIGN_CURSOR}", "?cursor=", "?cursor=%00", "?cursor=bz0xJnA9MQ=="),
    *("?limit=0", "?limit=-1", f"?limit={HUGE}", "?limit=x", "?limit=%00"),
    *(f"?club={HUGE}", "?club=%00", "?club=x", f"?table={HUGE}", "?table=%C2%B2", "?holder=%FF"),
    *("?since=0001-01-01", "?until=9999-12-31T23:59:59Z", "?since=infinity", "?name=%00"),
    *("?is_active=%00", "?role=%F0", f"?{'a' * 3000}=1", "?" + "&".join(["club=1"] * 500)),
]
GOOD = {
    **{name: f"@{name}s" for name in ("club", "member")},
    "members": ["@members"],
    "to": "@members",
    "starts_at": LATER,
    "mode": "online",
    "name": "Row",
    "memo": "Row",
    "venue": "Hall",
    "reason": "Row",
    "role": "member",
    "answer": "going",
    "action": "decline",
    "access": "members",
    "preset": "standard",
    "house_rules": {},
    "bot_level": "thumb",
    "prize_percents": [100],
    "table_size": 4,
    "turn_seconds": 60,
    "time_bank_seconds": 0,
    "pause_seconds": 0,
    "spectator_delay_seconds": 0,
    "reveals_each_deal": False,
    "time_zone": "Europe/Dublin",
    "purse": "keep",
    "code": "x",
    "username": "nobody",
    "password": "wrong",
    "commitment": "0" * 64,
    "text": "x",
}
Sent = TypeVar("Sent")
MOVES = ("post", "put", "patch", "delete")
FOREIGN_METHODS = ("put", "options", "head", "trace", "brew")
ROWS = (str(HUGE), "-1", "0", "%00", "x", "1%0a", "%C2%B2", "%FF")


@dataclass(frozen=True)
class Malformed:
    """What is sent to one address.

    Attributes:
        path: As the API's description has it.
        row: What stands for the number of a row; one that there is where nothing does.
    """

    method: str
    path: str
    body: bytes | Iterable[bytes] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    row: str = ""
    query: str = ""

    def __str__(self) -> str:
        body = self.body if isinstance(self.body, bytes) else b"in pieces" if self.body else b""
        what = f"{self.row} {self.query[:100]} {body[:80]!r} {dict(self.headers) or ''}"
        return f"{self.method.upper()} {self.path} {what}"

    @property
    def collection(self) -> str:
        return self.path.split("/")[3]


@attack("B7")
def malformed_bodies_crash_the_service(stage: Stage) -> Iterator[str]:
    """Every address that takes a body is sent broken JSON, wrong types in each of its fields, huge
    numbers, control characters, deep nesting, pieces, foreign charsets and far dates."""
    yield from _send(stage, malformed_bodies(_description(stage)))


@attack("B9")
def malformed_addresses_crash_the_service(stage: Stage) -> Iterator[str]:
    """Every address is asked with foreign cursors, huge and broken numbers, far dates, bytes that
    are no text, and by methods that it does not have."""
    yield from _send(stage, malformed_addresses(_description(stage)))


@attack("B8")
def far_dates_break_the_pages_of_the_admin(stage: Stage) -> Iterator[str]:
    """Nights and tournaments are planned for the years 1 and 9999; then every list of the admin
    is opened."""
    club = stage.rival
    for moment in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        club.owner.ask("POST", "nights", {"club": club.id, "starts_at": moment})
        terms = {"name": moment, "rounds_count": 1, "deals_a_round": 1, "starting_stack": 10}
        cup = {"club": club.id, "starts_at": moment, **terms}
        club.owner.ask("POST", "tournaments", cup)
    index = str(stage.operator.page("/admin/").body)
    lists = sorted(set(re.findall(r'href="(/admin/\w+/\w+/)"', index)))
    queries = ("?p=999999", "?o=-1.x", "?q=%00", "?id__exact=x")
    more = [path + query for path in lists for query in queries]
    for path in [*lists, *sample(more, stage.most_requests // 10)]:
        if (answer := stage.operator.page(path)).status >= 500:
            yield f"{path}: {answer.status}"


def malformed_bodies(description: Any) -> list[Malformed]:
    return [
        one
        for path, item in description["paths"].items()
        for method, operation in item.items()
        if method in MOVES
        for one in _with_bodies(method, path, _example(description, operation))
    ]


def malformed_addresses(description: Any) -> list[Malformed]:
    requests = []
    for path, item in description["paths"].items():
        if "get" in item:
            requests += [Malformed("get", path, query=query) for query in QUERIES]
        if "{" in path:
            requests += [Malformed(one, path, row=row) for row in ROWS for one in item]
        requests += [Malformed(one, path) for one in FOREIGN_METHODS]
    return requests


def sample(requests: list[Sent], most: int) -> list[Sent]:
    """At most this many: one from each run of neighbours."""
    step = -(-len(requests) // most)
    chance = Random(11)  # Always the same ones: a test that fails, fails again.
    rows = (requests[start : start + step] for start in range(0, len(requests), step))
    return [chance.choice(row) for row in rows]


def sample_of_each(requests: list[Malformed], most: int) -> list[Malformed]:
    """At most this many, as many of each address, so that none is left out."""
    by_path: dict[str, list[Malformed]] = {}
    for one in requests:
        by_path.setdefault(one.path, []).append(one)
    share, chance = most // len(by_path), Random(11)
    return [one for some in by_path.values() for one in chance.sample(some, min(share, len(some)))]


def _description(stage: Stage) -> Any:
    return parsed(stage.site.send("GET", "/api/openapi.yaml").body)


def _with_bodies(method: str, path: str, example: dict[str, Any]) -> Iterator[Malformed]:
    for body in (b"", b"{", b"[]", b'"text"', b"null", b"1e999", b"\xff\xfe{}", b'{"a": NaN}'):
        yield Malformed(method, path, body)
    yield Malformed(method, path, b"[" * 50_000)
    yield Malformed(method, path, b'{"a":' * 5_000 + b"1" + b"}" * 5_000)
    yield Malformed(method, path, b'{"chips": 1' + b"0" * 5_000 + b"}")
    unknown = {f"field{number}": number for number in range(3_000)}
    yield Malformed(method, path, json.dumps(unknown).encode())
    whole = json.dumps(example).encode()
    yield Malformed(method, path, [whole[:9], whole[9:]])
    for kind in ("application/json; charset=rot13", "text/plain", "multipart/form-data", "", "x"):
        yield Malformed(method, path, whole, {"Content-Type": kind})
    yield Malformed(method, path, whole, {"Idempotency-Key": "\t"})
    yield Malformed(method, path, whole, {"If-Match": 'W/"\x80'})
    for name in example or ["a"]:
        for value in VALUES:
            yield Malformed(method, path, json.dumps(example | {name: value}).encode())


def _example(description: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    """A body in which only what is put into it is wrong; whose rows it names `_answer` knows."""
    content = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    schema = description["components"]["schemas"].get(name, {})
    return {name: GOOD.get(name, 1) for name in schema.get("properties", {})}


def _send(stage: Stage, requests: list[Malformed]) -> Iterator[str]:
    """In turns by people who may do most, to rows that there are; addresses are told once."""
    rows, callers = rows_of(stage.rubbish), cycle(stage.owners)
    crashed: dict[tuple[str, str], str] = {}
    for one in sample_of_each(requests, stage.most_requests):
        is_way_in = one.collection in {"tokens", "sessions"}
        caller = stage.nobody if is_way_in else next(callers)
        if (answer := _answer(stage, caller, one, rows)) and answer.status >= 500:
            crashed.setdefault((one.method, one.path), f"{one}: {answer.status}")
    yield from crashed.values()


def _answer(stage: Stage, caller: Player, one: Malformed, rows: dict[str, int]) -> Answer | None:
    """None for a try at a password after too many, where nobody can have those forgotten."""
    row = one.row or str(rows.get(one.collection, UNUSED))
    path = re.sub(r"\{(id|token_key)\}", row, one.path).replace("{ending}", "pdf") + one.query
    key = {"Idempotency-Key": str(uuid.uuid4())} if one.method == "post" else {}
    seen = {"If-Match": "*"} if one.method == "patch" else {}
    headers = {"Content-Type": JSON, **key, **seen, **one.headers}
    for _ in range(2):
        with contextlib.suppress(TooOften):
            return caller.send(one.method.upper(), path, _with_rows(one.body, rows), headers)
        stage.forget_wrong_passwords()
    return None


def _with_rows(body: Any, rows: dict[str, int]) -> Any:
    """Each "@members" is the number of that row."""
    if isinstance(body, list):
        return [_with_rows(piece, rows) for piece in body]
    for name in ("clubs", "members") if body else ():
        body = body.replace(f'"@{name}"'.encode(), str(rows[name]).encode())
    return body
