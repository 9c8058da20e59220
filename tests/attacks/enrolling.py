"""A2 and A3: people who get into a club, or are got into one, without consent."""

import re
from collections.abc import Iterator
from typing import Any

from tests.attacks.callers import Answer, Obstructed, Player
from tests.attacks.catalogue import attack
from tests.attacks.stage import Club, Stage, refused

SEATS = {"seats_limit": 6, "bot_seconds": 0}


@attack("A2")
def a_stranger_reads_the_club_through_an_open_table(stage: Stage) -> Iterator[str]:
    """A stranger sits down at a table that is open to everybody, then looks around in the club,
    and looks whether they have been given chips."""
    visitor = stage.new_player("visitor")
    free = _open(stage)
    for chips in (1, 10):
        visitor.ask("POST", f"free-tables/{free['id']}/sit", {"chips": chips})
    yield from _sees(visitor, stage.club, free)
    chips = sum(one["chips"] for one in visitor.rows(f"accounts?club={stage.club.id}"))
    if chips:
        yield f"was given {chips} chips"


@attack("A2")
def somebody_who_left_reads_the_club_through_an_open_table(stage: Stage) -> Iterator[str]:
    """Somebody who left the club with chips in their purse sits down with those at an open table,
    then looks around in the club."""
    former = stage.new_player("former")
    stage.enrol(stage.club, former)
    stage.club.owner.post(f"members/{stage.club.member(former)}/leave", {"purse": "keep"})
    free = _open(stage)
    former.ask("POST", f"free-tables/{free['id']}/sit", {"chips": 10})
    yield from _sees(former, stage.club, free)


@attack("A3")
def somebody_who_was_turned_away_comes_back(stage: Stage) -> Iterator[str]:
    """Somebody whom the club turned away tries every way in, before and after they leave."""
    club, banned = stage.club, stage.new_player("banned")
    stage.enrol(club, banned)
    member = club.member(banned)
    invitation = club.owner.post("invitations", {"club": club.id, "role": "member"})["code"]
    club.owner.post(f"members/{member}/turn-away", {"reason": "Attacked"})
    yield from _comes_back(stage, banned, invitation)
    banned.ask("POST", f"members/{member}/leave", {"purse": "keep"})
    yield from _comes_back(stage, banned, invitation)


@attack("A3")
def an_organiser_enrols_somebody_without_consent(stage: Stage) -> Iterator[str]:
    """An organiser makes a stranger a member by their user name, or by their number."""
    club, stranger = stage.club, stage.new_player("stranger")
    for order in (
        {"club": club.id, "username": stranger.username},
        {"club": club.id, "player": stranger.id},
        {"club": club.id, "name": stranger.username, "username": stranger.username},
    ):
        answer = club.owner.ask("POST", "members", order)
        if answer.is_fine or not refused(answer):
            yield f"{order}: {answer}"
    if any(row["id"] == club.id for row in stranger.rows("clubs")):
        yield "the stranger is in the club"


@attack("A3")
def an_organiser_finds_out_which_logins_exist(stage: Stage) -> Iterator[str]:
    """An organiser names a login that exists and one that does not, at every door that takes
    names, and compares the answers."""
    club, known, unknown = stage.club, stage.stranger.username, f"nobody-{stage.run}"
    orders: list[tuple[str, dict[str, Any]]] = [
        ("members", {"club": club.id}),
        ("invitations", {"club": club.id, "role": "member"}),
        ("invitations/accept", {"code": "wrong"}),
        ("tokens", {"name": "guess", "password": "wrong"}),
        ("sessions", {"password": "wrong"}),
    ]
    for path, order in orders:
        caller = Player(stage.site) if path in {"tokens", "sessions"} else club.owner
        answers = [
            told(caller.ask("POST", path, order | {"username": name}), name)
            for name in (known, unknown)
        ]
        if answers[0] != answers[1]:
            yield f"{path}: {answers[0]}, but of nobody {answers[1]}"


def told(answer: Answer, *asked: object) -> tuple[int, str]:
    """An answer without what differs in any two: what was asked, and the request's number."""
    body = answer.body
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name != "request_id"}
    text = str(body)
    for one in asked:
        text = re.sub(rf"\b{re.escape(str(one))}\b", "...", text)
    return answer.status, text


def _open(stage: Stage) -> Any:
    """A table of Máire's that is open to everybody."""
    order = {"club": stage.club.id, "name": "Open", "access": "open", **SEATS}
    return stage.maura.post("free-tables", order)


def _sees(player: Player, club: Club, free: Any) -> Iterator[str]:
    """What they see beyond that table and themselves; tables open to everybody are no secret."""
    rows = {kind: player.rows(f"{kind}?club={club.id}") for kind in KINDS}
    rows["members"] = [row for row in rows["members"] if row["player"]["id"] != player.id]
    everywhere = player.rows("free-tables")
    public = {row["id"]: row["table"] for row in everywhere if row["access"] == "open"}
    known = public | {free["id"]: free["table"]}
    rows["free-tables"] = [row for row in rows["free-tables"] if row["id"] not in known]
    rows["accounts"] = [row for row in rows["accounts"] if row["holder"] != player.id]
    tables = player.rows("tables")
    rows["tables"] = [row for row in tables if row["id"] not in known.values()]
    seen = {kind: len(found) for kind, found in rows.items() if found}
    if seen:
        yield f"sees {seen}"
    for kind in KINDS:
        for row in club.owner.rows(f"{kind}?club={club.id}"):
            if kind == "members" and row["player"]["id"] == player.id:
                continue
            if kind == "free-tables" and row["access"] == "open":
                continue
            if kind == "accounts" and row["holder"] == player.id:
                continue
            if player.ask("GET", f"{kind}/{row['id']}").is_fine:
                yield f"reads {kind}/{row['id']}"
                break


KINDS = ("members", "nights", "tournaments", "free-tables", "accounts")


def _comes_back(stage: Stage, banned: Player, invitation: str) -> Iterator[str]:
    club, free = stage.club, _open(stage)
    night = club.owner.rows(f"nights?club={club.id}")[0]["id"]
    cup = club.owner.rows(f"tournaments?club={club.id}")[0]["id"]
    ways: list[tuple[str, dict[str, Any] | None]] = [
        (f"free-tables/{free['id']}/sit", {"chips": 10}),
        ("invitations/accept", {"code": invitation}),
        (f"nights/{night}/answer", {"answer": "going"}),
        (f"tournaments/{cup}/enter", {}),
        ("free-tables", {"club": club.id, "name": "Mine"}),
    ]
    for path, order in ways:
        answer = banned.ask("POST", path, order)
        if not refused(answer):
            yield f"{path}: {answer.status}"
    yield from _sees(banned, club, {"id": 0, "table": 0})
    if not club.owner.rows(f"members?club={club.id}"):
        raise Obstructed("the club has no members to be seen")
