"""A4: chips that are in play, moved by hand or taken back."""

import contextlib
from collections.abc import Iterator
from typing import Any

from tests.attacks.callers import Obstructed, wait_until
from tests.attacks.catalogue import attack
from tests.attacks.stage import Stage, cup, leave, refused

IN_PLAY = ("pool", "stack", "fund")
TURN_SECONDS = 1800  # Nobody's time runs out meanwhile.
WHY = "Attacked"


@attack("A4")
def an_organiser_moves_chips_that_are_in_play(stage: Stage) -> Iterator[str]:
    """In mid-deal an organiser moves chips by hand out of the pool, the stacks and a fund, into
    them, and out of the bank; then the deal is played out."""
    owner, purse = stage.club.owner, stage.club.purse(stage.jerry)["id"]
    with _in_play(stage) as in_play:
        before = _balances(stage, in_play)
        accounts = [*in_play, stage.club.account("bank")["id"]]
        ways = [(one, purse) for one in accounts] + [(purse, one) for one in accounts]
        for source, target in ways:
            order = {"to": target, "chips": 1, "memo": WHY}
            answer = owner.ask("POST", f"accounts/{source}/transfer", order)
            if not refused(answer):
                way = f"from {_kind(stage, source)} to {_kind(stage, target)}"
                yield f"one chip {way}: {answer.status}"
        yield from _moved(stage, before)


@attack("A4")
def an_organiser_takes_back_stakes_and_fees(stage: Stage) -> Iterator[str]:
    """In mid-deal an organiser takes back every transfer of the pool, the stacks and a fund."""
    owner = stage.club.owner
    with _in_play(stage) as in_play:
        before = _balances(stage, in_play)
        entries = [row for one in in_play for row in owner.rows(f"accounts/{one}/entries")]
        reasons = {row["transfer"]: row["reason"] for row in entries}
        if not {"stake", "buy_in", "entry_fee"} <= {*reasons.values()}:
            raise Obstructed(f"there is only {reasons} to be taken back")
        for transfer, reason in reasons.items():
            answer = owner.ask("POST", f"transfers/{transfer}/reverse", {"memo": WHY})
            if not refused(answer):
                yield f"took {reason} back: {answer.status}"
        yield from _moved(stage, before)


@contextlib.contextmanager
def _in_play(stage: Stage) -> Iterator[list[int]]:
    """Pool and stacks of a table in mid-deal, and the fund of a tournament with an entrant."""
    club, players = stage.club, (stage.maura, stage.jerry)
    before = {row["id"] for row in _open_accounts(stage)}
    terms = {"seats_limit": 2, "turn_seconds": TURN_SECONDS, "bot_seconds": 0}
    order = {"club": club.id, "name": "Two", **terms}
    free = stage.maura.post("free-tables", order)
    for player in players:
        player.post(f"free-tables/{free['id']}/sit", {"chips": 10})
    if not wait_until(lambda: stage.maura.get(f"tables/{free['table']}")["pool"]):
        raise Obstructed("no deal began")
    announced = club.owner.post("tournaments", cup(club, "Fees"))
    stage.maura.post(f"tournaments/{announced['id']}/enter", {})
    opened = [row for row in _open_accounts(stage) if row["id"] not in before and row["chips"]]
    if {row["kind"] for row in opened} != {*IN_PLAY}:
        raise Obstructed(f"only {opened} are in play")
    yield sorted(row["id"] for row in opened)
    leave(free, *players)


def _open_accounts(stage: Stage) -> list[Any]:
    rows = stage.club.owner.rows(f"accounts?club={stage.club.id}&is_open=true&limit=200")
    return [row for row in rows if row["kind"] in IN_PLAY]


def _balances(stage: Stage, accounts: list[int]) -> dict[int, int]:
    return {one: stage.club.owner.get(f"accounts/{one}")["chips"] for one in accounts}


def _moved(stage: Stage, before: dict[int, int]) -> Iterator[str]:
    after = _balances(stage, list(before))
    if after != before:
        yield f"the chips in play were {before} and are {after}"


def _kind(stage: Stage, account: int) -> str:
    kind: str = stage.club.owner.get(f"accounts/{account}")["kind"]
    return kind
