"""A1: chips out of nothing, by a host with bots."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.attacks.callers import Obstructed, wait_until
from tests.attacks.catalogue import attack
from tests.attacks.stage import Club, Stage, leave

BOTS = 9


@dataclass(frozen=True)
class Count:
    """Where the chips of a club are, as far as this attack can move them."""

    bank: int
    house: int
    purse: int

    @classmethod
    def now(cls, stage: Stage) -> "Count":
        club = stage.club
        house = club.owner.get(f"clubs/{club.id}/house-purse")["chips"]
        return cls(club.account("bank")["chips"], house, club.purse(stage.maura)["chips"])


@attack("A1")
def bots_with_few_chips_bring_opening_chips(stage: Stage) -> Iterator[str]:
    """Nine bots with five chips each come and go before a deal: new bots were given the opening
    chips of the club, and closing the table shared them out."""
    before = Count.now(stage)
    free = _open(stage, {})
    _seat_bots(stage, free, chips=5)
    leave(free, stage.maura)
    after = Count.now(stage)
    if after.bank != before.bank or after.purse > before.purse:
        yield f"before {before}, after {after}"


@attack("A1")
def bots_at_a_table_of_high_stakes_make_chips(stage: Stage) -> Iterator[str]:
    """A member opens a table with the stake 40 and topup dealer_only, seats nine bots, and sends
    them away in the first deal: what the bots staked is left in the pool for the member."""
    yield from _evening(stage, {"stake": 40, "topup": "dealer_only"}, chips=90)


@attack("A1")
def bots_at_a_table_of_the_clubs_own_rules_make_chips(stage: Stage) -> Iterator[str]:
    """The same by the house rules of the club, where only the dealer tops the pool up."""
    yield from _evening(stage, {"topup": "dealer_only"}, chips=10)


def _evening(stage: Stage, rules: dict[str, object], *, chips: int) -> Iterator[str]:
    """Play it once; a table that is refused, or bots that are, make no chips."""
    before = Count.now(stage)
    answer = stage.maura.ask("POST", "free-tables", _plan(stage.club, rules))
    if not answer.is_fine:
        return
    free = answer.body
    stage.maura.post(f"free-tables/{free['id']}/sit", {"chips": chips})
    _seat_bots(stage, free, chips=chips)
    if _seats(stage, free):
        _wait_for_a_deal(stage, free)
    leave(free, stage.maura)
    after = Count.now(stage)
    if after.bank != before.bank:
        yield f"the bank moved from {before.bank} to {after.bank}"
    if after.purse + after.house > before.purse + before.house:
        yield f"chips that were neither the member's nor the house's: {before}, then {after}"
    if after.purse > before.purse and not _has_won(stage, free):
        yield f"nobody won a deal, and the member has {after.purse - before.purse} chips more"


def _plan(club: Club, rules: dict[str, object]) -> dict[str, object]:
    terms = {"name": "Fireside", "seats_limit": BOTS + 1, "bot_seconds": 0}
    return {"club": club.id, "house_rules": rules, **terms}


def _open(stage: Stage, rules: dict[str, object]) -> Any:
    return stage.maura.post("free-tables", _plan(stage.club, rules))


def _seat_bots(stage: Stage, free: Any, *, chips: int) -> None:
    """With as many chips as the attack wants, else with those that the club gives them."""
    for _ in range(BOTS):
        path = f"free-tables/{free['id']}/seat-bot"
        if not stage.maura.ask("POST", path, {"chips": chips}).is_fine:
            stage.maura.ask("POST", path, {})


def _table(stage: Stage, free: Any) -> Any:
    return stage.maura.get(f"tables/{free['table']}")


def _seats(stage: Stage, free: Any) -> list[Any]:
    """The seats in which bots play."""
    return [seat for seat in _table(stage, free)["seats"] if seat["bot_level"]]


def _wait_for_a_deal(stage: Stage, free: Any) -> None:
    if not wait_until(lambda: _table(stage, free)["deal"]):
        raise Obstructed("no deal began")


def _has_won(stage: Stage, free: Any) -> bool:
    deals = stage.maura.rows(f"deals?table={free['table']}")
    return any((deal["outcome"] or {}).get("kind") in {"won", "jinked"} for deal in deals)
