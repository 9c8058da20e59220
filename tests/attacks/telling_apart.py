"""A6: what is another club's must be answered as what is not there at all."""

import re
import secrets
from collections.abc import Iterator
from typing import Any

from deploy.rest.descriptions import parsed
from tests.attacks.callers import Obstructed, Player, wait_until
from tests.attacks.catalogue import attack
from tests.attacks.enrolling import told
from tests.attacks.stage import LATER, Club, Stage, cup, leave

UNUSED = 987_654_321
METHODS = ("get", "post", "put", "patch", "delete")
OWN = ("second-factor", "sessions", "tokens", "links")  # Those are nobody's but the caller's.


@attack("A6")
def foreign_numbers_in_paths_are_told_from_unused_ones(stage: Stage) -> Iterator[str]:
    """The owner of another club, and a stranger, ask at every address for a row of the club and
    for one that is not there, and compare the answers."""
    rows = rows_of(stage.club)
    for caller in (stage.rival.owner, stage.stranger):
        for path, method in operations(stage):
            collection = path.split("/")[3]
            if "{id}" not in path or collection in OWN:
                continue
            if collection not in rows:
                raise Obstructed(f"there is no row for {path}")
            foreign, unused = (
                _ask(caller, method, path, number) for number in (rows[collection], UNUSED)
            )
            if foreign != unused:
                yield f"{caller.username} {method} {path}: {foreign}, unused {unused}"


@attack("A6")
def foreign_numbers_in_bodies_are_told_from_unused_ones(stage: Stage) -> Iterator[str]:
    """The same with numbers in bodies and in queries, at doors of the caller's own club."""
    rita, rows, mine = stage.rival.owner, rows_of(stage.club), _doors_of(stage.rival)
    for method, path, body, collection in _asked(mine, stage.rival.id):
        answers = []
        for number in (rows[collection], UNUSED):
            asked = path.replace("@", str(number))
            answers.append(told(rita.ask(method, asked, _filled(body, number)), number))
        if answers[0] != answers[1]:
            yield f"{method} {path} {body}: {answers[0]}, unused {answers[1]}"


def operations(stage: Stage) -> list[tuple[str, str]]:
    """Every path of the description, with each method."""
    text = stage.site.send("GET", "/api/openapi.yaml").body
    paths = parsed(text)["paths"]
    return [(path, method) for path, item in paths.items() for method in item if method in METHODS]


def rows_of(club: Club) -> dict[str, int]:
    """A row of the club by the first word of its address."""
    owner = club.owner
    name = f"Row {secrets.token_hex(3)}"  # No two in a hall have one name.
    member = owner.post("members", {"club": club.id, "name": name})
    deal = _deal_of(club)
    invited = owner.post("invitations", {"club": club.id, "role": "member"})
    return {
        "accounts": member["purse"],
        "clubs": club.id,
        "deals": deal["id"],
        "free-tables": owner.post("free-tables", {"club": club.id, "name": "Row"})["id"],
        "history": deal["id"],
        "invitations": invited["id"],
        "members": member["id"],
        "nights": owner.post("nights", {"club": club.id, "starts_at": LATER})["id"],
        "players": member["player"]["id"],
        "records": member["player"]["id"],
        "tables": deal["table"],
        "tournaments": owner.post("tournaments", cup(club, "Row"))["id"],
        "transfers": owner.rows(f"accounts/{member['purse']}/entries")[0]["transfer"],
    }


def _deal_of(club: Club) -> Any:
    """A deal of the owner and a bot, which ends without the owner."""
    order = {"club": club.id, "name": "Bots", "seats_limit": 2, "bot_seconds": 0}
    free = club.owner.post("free-tables", order)
    club.owner.post(f"free-tables/{free['id']}/sit", {"chips": 10})
    club.owner.post(f"free-tables/{free['id']}/seat-bot", {})
    if not wait_until(lambda: club.owner.rows(f"deals?table={free['table']}")):
        raise Obstructed("no deal began")
    leave(free, club.owner)
    return club.owner.rows(f"history?table={free['table']}")[0]


def _ask(caller: Player, method: str, path: str, number: int) -> tuple[int, str]:
    asked = re.sub(r"\{ending\}", "csv", path).replace("{id}", str(number))
    body: dict[str, Any] | None = {} if method in {"post", "put", "patch"} else None
    return told(caller.ask(method.upper(), asked, body), number)


def _doors_of(club: Club) -> dict[str, Any]:
    """Doors of the caller's own club."""
    owner = club.owner
    return {
        "member": club.member(owner),
        "purse": club.purse(owner)["id"],
        "night": owner.post("nights", {"club": club.id, "starts_at": LATER})["id"],
        "cup": owner.post("tournaments", cup(club, "Own"))["id"],
    }


def _asked(mine: dict[str, Any], club: int) -> list[tuple[str, str, Any, str]]:
    """Method, path, body, and whose number stands at each @ (in bodies, at each "@")."""
    night, tournament = f"nights/{mine['night']}", f"tournaments/{mine['cup']}"
    player = f"members/{mine['member']}"
    moved = {"to": "@", "chips": 1, "memo": "Attacked"}
    bodies: list[tuple[str, Any, str]] = [
        (f"{player}/give", moved, "members"),
        (f"accounts/{mine['purse']}/transfer", moved, "accounts"),
        (f"{night}/check-in", {"members": ["@"]}, "members"),
        (f"{night}/check-out", {"member": "@"}, "members"),
        (f"{night}/bring-chips", {"member": "@", "chips": 1}, "members"),
        (f"{tournament}/enter", {"member": "@"}, "members"),
        (f"{tournament}/withdraw", {"member": "@"}, "members"),
        ("nights", {"club": "@", "starts_at": LATER}, "clubs"),
        ("tournaments", {"club": "@", "name": "No"} | {"rounds_count": 1}, "clubs"),
        ("free-tables", {"club": "@", "name": "No"}, "clubs"),
        ("members", {"club": "@", "name": "No"}, "clubs"),
        ("invitations", {"club": "@", "role": "member"}, "clubs"),
        ("invitations", {"club": club, "role": "member", "member": "@"}, "members"),
    ]
    queries = [
        *((f"{kind}?club=@", "clubs") for kind in ("members", "nights", "tournaments")),
        *((f"{kind}?club=@", "clubs") for kind in ("accounts", "invitations")),
        *((f"{kind}?table=@", "tables") for kind in ("deals", "history", "history/export")),
        ("accounts?holder=@", "players"),
        ("history?player=@", "players"),
        (f"accounts/{mine['purse']}/entries?night=@", "nights"),
        (f"accounts/{mine['purse']}/entries?tournament=@", "tournaments"),
    ]
    return [("POST", *one) for one in bodies] + [
        ("GET", path, None, kind) for path, kind in queries
    ]


def _filled(body: Any, number: int) -> Any:
    if isinstance(body, dict):
        return {name: _filled(value, number) for name, value in body.items()}
    if isinstance(body, list):
        return [_filled(value, number) for value in body]
    return number if body == "@" else body
