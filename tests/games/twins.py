"""Two deals that a viewer cannot tell apart, played from rows, and all that they are told of them.

The engine's comparison (tests/engine/unseen.py) carried to the doors: the same
public play is played twice, once with the unseen cards in other places.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeAlias

import pytest
from django.db import transaction

from clubs.models import Access, Club, FreeTable
from clubs.table_kinds import FREE_TABLE
from deploy.rest.throttles import cache
from games.engine import Card, DealState, apply, legal_actions
from games.models import Deal, Table
from games.play.acting import act
from games.play.clocks import wind
from games.play.settlement import pay_out
from games.records.results import count_deals
from games.sight.folding import dealt_in, fold
from tests.clubs.factories import ClubFactory
from tests.engine.unseen import (
    OtherPlay,
    random_state,
    seen_alike,
    shuffled_unseen,
    silent_refusals,
)
from tests.games.ears import Ear
from tests.games.factories import AT, later, member_of, table_of
from tests.games.programs import client_of, headers_of, players

VOLATILE = re.compile(rb'"request_id":"[^"]*"')
BESIDE = re.compile(rb'"path":\[[^\]]*\]')
PATHS = (
    *("tables", "tables?player={player}", "tables/{table}", "tables/{table}/proof"),
    *("tables/{table}/entropy", "free-tables", "free-tables/{free}"),
    *("deals", "deals?table={table}&is_over=false", "deals?is_over=true", "deals/{deal}"),
    *("deals/{deal}/actions", "deals/{deal}/cards", "deals/999999"),
    *("history", "history?table={table}&player={other}", "history/{deal}"),
    *("history/{deal}/notation", "history/export?table={table}"),
    *("records", "records/{other}", "ratings", "accounts", "clubs", "nights"),
)
BODIES = (
    {"ply": 999, "action": "play 5H"},
    {"ply": 999, "action": "decline"},
    {"ply": 0, "action": "fold"},
    {"action": "play 5H"},
)
Draw: TypeAlias = Callable[[Random], DealState]
Said: TypeAlias = dict[str, bytes]
"""What was answered, by what was asked."""


@dataclass
class Stage:
    """Where the deals are played, and the pack that each has instead of that of its seed."""

    club: Club = field(default_factory=ClubFactory.create)
    pack: tuple[Card, ...] = ()

    def set(self, patch: pytest.MonkeyPatch) -> None:
        """No seed can be found for a pack, so the cards are laid out behind the shuffle."""
        for module in ("games.sight.folding", "games.fairness.merkle"):
            patch.setattr(f"{module}.shuffled_pack", lambda _: self.pack)


@dataclass
class Twins:
    """A deal, and another that one viewer cannot tell from it."""

    seed: int
    one: DealState
    other: DealState
    viewer: int | None

    @property
    def is_told_apart_by_silence(self) -> bool:
        return silent_refusals(self.one) != silent_refusals(self.other)

    @property
    def is_put_out_another(self) -> bool:
        return self.one.layout.put_out != self.other.layout.put_out


def in_play(chance: Random) -> DealState:
    return random_state(chance)


def over(chance: Random) -> DealState:
    state = random_state(chance)
    while actions := legal_actions(state):
        state = apply(state, chance.choice(actions))
    return state


def twins(draw: Draw, seeds: Iterable[int]) -> Iterator[Twins]:
    """A pair for each seed for which one is found."""
    for seed in seeds:
        chance = Random(seed)
        state = draw(chance)
        viewer = chance.choice([None, *range(state.seats)])
        for _ in range(8):
            pack = shuffled_unseen(state, viewer, chance)
            try:
                other = seen_alike(state, pack, viewer, chance)
            except OtherPlay:
                continue
            if tuple(pack) != tuple(state.layout.pack):
                yield Twins(seed, state, other, viewer)
                break


def with_secret(pairs: Iterable[Twins]) -> Iterator[Twins]:
    """Those that differ in a silent decision or in the card put out, not only in idle cards."""
    return (pair for pair in pairs if pair.is_told_apart_by_silence or pair.is_put_out_another)


def dealt_as(state: DealState, stage: Stage) -> Deal:
    """A deal of a free table, with the rules and cards of `state`, before its first action."""
    layout = state.layout
    stage.pack = tuple(layout.pack)
    chips = (100_000,) * layout.seats
    table = table_of(
        *chips,
        bots=False,
        house=layout.rules,
        time_bank_seconds=40,
        policies=replace(FREE_TABLE.policies, is_public=True),
        seats_limit=layout.seats,
    )
    host = table.seats.order_by("number")[0].player
    FreeTable.objects.create(club=stage.club, table=table, host=host, access=Access.OPEN)
    deal: Deal = Deal.objects.create(
        table=table,
        number=1,
        seat_numbers=list(range(layout.seats)),
        dealer=layout.dealer,
        sealed_seed=Table.objects.defer(None).get(pk=table.pk).sealed_tail,
        commitment=bytes(32),
        cards_root=bytes(32),
        is_new_pool=True,
        scores=list(layout.scores),
        dealt_at=AT,
    )
    return deal


def played(deal: Deal, state: DealState, chance: Random, watcher: int) -> list[bytes]:
    """What was done in `state` is done through the use case; in public at the same times.

    Now and then somebody is away at first, or needs their time bank. Silence takes what it takes.
    A deal that is over is settled and counted, and told in one go.

    Returns:
        What the stream told the watcher.
    """
    table = deal.table
    seats = list(table.seats.order_by("number"))
    for seat in seats:
        seat.is_away = chance.random() < 0.2
        seat.save(update_fields=["is_away"])
    wind(table, seats, fold(deal), before=None, at=AT)
    table.save()
    silent = {call.before for call in state.layout.calls if not call.is_public}
    seconds, ply, own, ear = 0.0, 0, Random(), Ear(table.pk, watcher)
    for step, (actor, action) in enumerate(state.steps):
        if step not in silent:
            seconds += chance.choice([5, 30, 70])
        at = later(seconds + (own.random() if step in silent else 0))
        act(deal.pk, player_id=seats[actor].player_id, ply=ply, action=str(action), at=at)
        ply += step not in silent
        if state.outcome is None:
            ear.listen()
    if state.outcome is not None:
        deal.refresh_from_db()
        pay_out(deal, dealt_in(deal), at=later(seconds + 1))
        count_deals()
        ear.listen()
    ear.replay()
    return ear.heard


def everything_said(deal: Deal, player_id: int) -> Said:
    """All that the doors send a player, refusals included."""
    cache.clear()  # The throttles count nothing of the other twin.
    client, table = client_of(player_id), Table.objects.get(pk=deal.table_id)
    free, other = FreeTable.objects.get(table=table).pk, table.seats.order_by("-number")[0]
    named = {"table": table.pk, "deal": deal.pk, "free": free}
    who = {"player": player_id, "other": other.player_id}
    said = {path: _told(client.get(f"/api/v1/{path}".format(**named, **who))) for path in PATHS}

    def post(path: str, body: dict[str, Any]) -> None:
        answer = client.post(f"/api/v1/{path}", body, headers={"Idempotency-Key": "Twice"})
        said[f"{path} {body}"] = _told(answer)

    for body in BODIES:
        post(f"deals/{deal.pk}/actions", body)
    seen = client.get(f"/api/v1/deals/{deal.pk}").json()["view"]
    refused = {"agree", "announce", "decline", "jink", "play 2C", "rob 5H"} - {*seen["legal"]}
    for text in sorted(refused):
        post(f"deals/{deal.pk}/actions", {"ply": seen["ply"], "action": text})
    post(f"free-tables/{free}/rematch", {"chips": 10})
    return said


def _told(answer: Any) -> bytes:
    """Status, headers, length and body, without what differs from request to request.

    Where hashes beside a way are taken out, so is the ETag, which is a digest of them too.
    """
    body, hashes = BESIDE.subn(b"", VOLATILE.sub(b"", answer.content))
    headers = headers_of(answer)
    if hashes:
        headers.pop("ETag", None)
    return f"{answer.status_code} {headers} {len(answer.content)} ".encode() + body


@dataclass
class Tally:
    """How many twins were compared, in how many somebody declined in silence in one and not in
    the other, and what was answered otherwise; `stream` for what a stream told.
    """

    compared: int = 0
    refusals: int = 0
    different: set[str] = field(default_factory=set)


def compare(stage: Stage, pairs: Iterable[Twins], *, is_leaking: bool = False) -> Tally:
    """What the doors say of deals and of their twins.

    Args:
        is_leaking: Only until a difference is heard.
    """
    tally = Tally()
    for pair in pairs:
        tally.compared += 1
        tally.refusals += pair.is_told_apart_by_silence
        tally.different |= differences(pair, stage)
        if is_leaking and tally.different:
            break
    return tally


def differences(pair: Twins, stage: Stage) -> set[str]:
    """What is answered otherwise to whoever cannot tell these deals apart."""
    deal = dealt_as(pair.one, stage)
    watcher = member_of(deal.table.book) if pair.viewer is None else players(deal)[pair.viewer]
    said: list[Said] = []
    for state in (pair.one, pair.other):
        stage.pack = tuple(state.layout.pack)
        with undone():
            whole = Deal.objects.defer(None).get(pk=deal.pk)
            heard = played(whole, state, Random(pair.seed), watcher)
            said.append({"stream": b"".join(heard)} | everything_said(deal, watcher))
    assert said[0].keys() == said[1].keys()
    return {asked for asked, answer in said[0].items() if answer != said[1][asked]}


@contextmanager
def undone() -> Iterator[None]:
    """What is written within the block is as if it had never been."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
