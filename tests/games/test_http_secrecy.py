"""Nothing that a door answers or a stream tells betrays cards that the caller has not seen.

The engine's comparison (tests/engine/test_non_interference.py) through HTTP: the same public play
is played twice from rows, once with the unseen cards in other places. Everything that one seat, or
a spectator, is then sent must be the same byte for byte: status, headers, length and body, of
answers and of refusals; and every event of a live stream, as it comes and told again from the
beginning. Only the id of the request differs, and in proofs of cards the hashes
beside a way, which commit to salted cards and open none of them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from rest_framework.response import Response

from games.api.deals import DealViewSet
from games.api.serializers import ActionSerializer
from games.choices import choices_of
from games.clocks import wind
from games.deals import act, fold
from games.engine import Card, DealState
from games.events import BEGINNING, Event, carry_on, load, since, stand
from games.live.looking import Known, tell_all
from games.live.telling import digest, frame, public_table, summary, whole_table
from games.merkle import prove_cards_of
from games.models import Action, Deal, Table
from games.sealing import unseal
from ledger.books import open_account
from ledger.kinds import AccountKind
from tests.engine.test_non_interference import (
    OtherPlay,
    random_state,
    seen_alike,
    shuffled_unseen,
    silent_refusals,
)
from tests.games.factories import AT, later, table_of
from tests.games.programs import client_of, players
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db

DEALS = 12
MOST_DEALS_OF_A_LEAK = 60
VOLATILE = re.compile(rb'"request_id":"[^"]*"')
BESIDE = re.compile(rb'"path":\[[^\]]*\]')


@dataclass
class Planted:
    """The pack that every deal has instead of that of its seed."""

    pack: tuple[Card, ...] = ()


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Planted:
    """No seed can be found for a pack, so the cards are laid out behind the shuffle."""
    planted = Planted()
    for module in ("games.deals", "games.merkle"):
        monkeypatch.setattr(f"{module}.shuffled_pack", lambda _: planted.pack)
    return planted


@dataclass
class Twins:
    """A deal, and another that one viewer cannot tell from it."""

    one: DealState
    other: DealState
    viewer: int | None


def twins(seed: int) -> Twins | None:
    chance = Random(seed)
    state = random_state(chance)
    viewer = chance.choice([None, *range(state.seats)])
    for _ in range(8):
        pack = shuffled_unseen(state, viewer, chance)
        try:
            other = seen_alike(state, pack, viewer, chance)
        except OtherPlay:
            continue
        if tuple(pack) != tuple(state.layout.pack):
            return Twins(state, other, viewer)
    return None


def dealt_as(state: DealState, planted: Planted) -> Deal:
    """A deal in the database, with the rules and the cards of `state`, before its first action."""
    layout = state.layout
    planted.pack = tuple(layout.pack)
    table = table_of(
        *(100_000,) * layout.seats, bots=False, house=layout.rules, time_bank_seconds=40
    )
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


class Ear:
    """What a live stream tells one listener of a table, look by look."""

    def __init__(self, table_id: int, player_id: int) -> None:
        self.table_id, self.player_id = table_id, player_id
        self.heard: list[bytes] = []
        table = self._load()
        self.known = stand(table)
        self.digest = digest(public_table(table, self.known))

    def listen(self) -> None:
        table = self._load()
        self.known, events = carry_on(table, self.known)
        self.digest = self._hear(table, events, before=self.digest)

    def replay(self) -> None:
        """Everything again, as somebody hears it who missed it all; then the snapshot."""
        table = self._load()
        missed = since(table, BEGINNING)
        assert missed is not None
        self._hear(table, missed, before="0" * 12)
        user = get_user_model().objects.get(pk=self.player_id)
        self.heard.append(frame("snapshot", whole_table(table, user, until=None), id=self.digest))
        self.heard.append(frame("table", {"table": summary(table)}))

    def _hear(self, table: Table, events: list[Event], *, before: str) -> str:
        public = public_table(table, self.known)
        now = Known(self.known, digest(public), is_closed=False)
        told = tell_all(events, now, public, [self.player_id], before=before)
        self.heard += [said for one in told if (said := one.to(self.player_id))]
        return now.digest

    def _load(self) -> Table:
        table = load(self.table_id)
        assert table is not None
        return table


def played(deal: Deal, state: DealState, chance: Random, watcher: int) -> list[bytes]:
    """What was done in `state` is done through the use case; in public at the same times.

    Now and then somebody is away at first, or needs his time bank. Silence takes what it takes.

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
    silent = {call.place for call in state.layout.calls if not call.is_public}
    seconds, ply, own, ear = 0.0, 0, Random(), Ear(table.pk, watcher)
    for place, (actor, action) in enumerate(state.steps):
        if place not in silent:
            seconds += chance.choice([5, 30, 70])
        at = later(seconds + (own.random() if place in silent else 0))
        act(deal.pk, player_id=seats[actor].player_id, ply=ply, action=str(action), at=at)
        ply += place not in silent
        ear.listen()
    ear.replay()
    return ear.heard


def everything_said(deal: Deal, player_id: int) -> list[bytes]:
    """All that the doors send a player, refusals included."""
    cache.clear()  # The throttles count nothing of the other twin.
    client, table = client_of(player_id), deal.table_id
    said = [
        _told(client.get(f"/api/v1/{path}"))
        for path in (
            *("tables", f"tables/{table}", f"tables/{table}/proof", f"tables/{table}/entropy"),
            *("deals", f"deals?table={table}&is_over=false", f"deals/{deal.pk}"),
            *(f"deals/{deal.pk}/actions", f"deals/{deal.pk}/cards", "deals/999999"),
            *("accounts", "clubs", "nights"),
        )
    ]
    said += [
        _told(client.post(f"/api/v1/deals/{deal.pk}/actions", body))
        for body in (
            {"ply": 999, "action": "play 5H"},
            {"ply": 999, "action": "decline"},
            {"ply": 0, "action": "fold"},
            {"action": "play 5H"},
        )
    ]
    seen = client.get(f"/api/v1/deals/{deal.pk}").json()["view"]
    refused = {"agree", "announce", "decline", "jink", "play 2C", "rob 5H"} - {*seen["legal"]}
    said += [
        _told(client.post(f"/api/v1/deals/{deal.pk}/actions", {"ply": seen["ply"], "action": text}))
        for text in sorted(refused)
    ]
    return said


def _told(answer: Any) -> bytes:
    """Status, headers, length and body, without what differs from request to request."""
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}
    body = BESIDE.sub(b"", VOLATILE.sub(b"", answer.content))
    return f"{answer.status_code} {headers} {len(answer.content)} ".encode() + body


@dataclass
class Tally:
    compared: int = 0
    refusals: int = 0
    different: int = 0


def compare(planted: Planted, seeds: range, *, is_leaking: bool = False) -> Tally:
    """What the doors say of many deals and of their twins.

    Args:
        is_leaking: Only twins that differ in a silent decision or in the card put out, and only
            until a difference is heard.
    """
    tally = Tally()
    for seed in seeds:
        pair = twins(seed)
        if pair is None or (is_leaking and not _has_secret(pair)):
            continue
        tally.compared += 1
        tally.refusals += silent_refusals(pair.one) != silent_refusals(pair.other)
        tally.different += not _is_alike(pair, planted, seed)
        if is_leaking and tally.different:
            break
    return tally


def _has_secret(pair: Twins) -> bool:
    is_silent = silent_refusals(pair.one) != silent_refusals(pair.other)
    return is_silent or pair.one.layout.put_out != pair.other.layout.put_out


def _is_alike(pair: Twins, planted: Planted, seed: int) -> bool:
    deal = dealt_as(pair.one, planted)
    if pair.viewer is None:
        watcher = HolderFactory.create().pk
        open_account(deal.table.book, kind=AccountKind.PURSE, name="Watcher", holder_id=watcher)
    else:
        watcher = players(deal)[pair.viewer]
    said = []
    for state in (pair.one, pair.other):
        planted.pack = tuple(state.layout.pack)
        with transaction.atomic():
            heard = played(Deal.objects.defer(None).get(pk=deal.pk), state, Random(seed), watcher)
            said.append(heard + everything_said(deal, watcher))
            transaction.set_rollback(True)
    return said[0] == said[1]


def test_the_doors_tell_of_nothing_unseen(planted: Planted) -> None:
    """RULES.md 4.4, 4.6, 6.1, 8.3."""
    tally = compare(planted, range(DEALS))

    assert tally.different == 0
    assert tally.compared > DEALS / 2
    assert tally.refusals > 0


def tell_everybodys_choices(patch: pytest.MonkeyPatch) -> None:
    """The choices of the seat to act, to everybody."""
    patch.setattr("games.deals.choices_of", lambda state, _: choices_of(state, state.to_act))


def tell_the_cards_put_out(patch: pytest.MonkeyPatch) -> None:
    """The text of an action as it stands in its row."""
    represent = ActionSerializer.to_representation

    def leak(self: ActionSerializer, row: Action) -> dict[str, Any]:
        return represent(self, row) | {"action": row.text}

    patch.setattr(ActionSerializer, "to_representation", leak)


def tell_a_hidden_card_by_a_proof(patch: pytest.MonkeyPatch) -> None:
    """A proof of the last card of the pack, which nobody has seen."""

    def prove(deal: Deal, player_id: int | None, *, until: object) -> Any:
        assert deal.sealed_seed is not None
        return prove_cards_of(unseal(deal.sealed_seed), [51])

    patch.setattr("games.api.deals.prove_cards", prove)


def count_silent_actions_in_a_header(patch: pytest.MonkeyPatch) -> None:
    finalize = DealViewSet.finalize_response

    def leak(self: DealViewSet, *args: Any, **kwargs: Any) -> Response:
        answer: Response = finalize(self, *args, **kwargs)
        answer["X-Actions"] = str(_actions(self))
        return answer

    patch.setattr(DealViewSet, "finalize_response", leak)


def grow_by_silent_actions(patch: pytest.MonkeyPatch) -> None:
    """Nothing but the length of a body tells: a blank for each action."""
    rendering = DealViewSet.finalize_response

    def leak(self: DealViewSet, *args: Any, **kwargs: Any) -> Response:
        answer: Response = rendering(self, *args, **kwargs)
        answer.add_post_render_callback(lambda done: _lengthen(done, _actions(self)))
        return answer

    patch.setattr(DealViewSet, "finalize_response", leak)


def _actions(door: DealViewSet) -> int:
    return Action.objects.filter(deal=door.kwargs.get("pk", 0)).count()


def _lengthen(answer: Response, count: int) -> None:
    answer.content = answer.content + b" " * count


def count_silent_actions_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    handle = DealViewSet.handle_exception

    def leak(self: DealViewSet, error: Exception) -> Response:
        answer: Response = handle(self, error)
        answer.data["detail"] = f"{answer.data['detail']} {_actions(self)}"
        return answer

    patch.setattr(DealViewSet, "handle_exception", leak)


def restart_the_clock_after_a_silent_decision(patch: pytest.MonkeyPatch) -> None:
    def rewind(table: Table, seats: Any, state: DealState, *, before: Any, at: Any) -> None:
        wind(table, seats, state, before=None, at=at)

    patch.setattr("games.deals.wind", rewind)


def whisper_to_everybody(patch: pytest.MonkeyPatch) -> None:
    """A stream tells all listeners when somebody decides in silence."""
    patch.setattr(Event, "is_for", lambda *_: True)


def stream_the_cards_put_out(patch: pytest.MonkeyPatch) -> None:
    def leak(event: Event, place: int | None) -> Action | None:
        if event.row is not None:
            event.row.told = event.row.text
        return event.row

    patch.setattr(Event, "told", leak)


LEAKS = [
    whisper_to_everybody,
    stream_the_cards_put_out,
    tell_everybodys_choices,
    tell_the_cards_put_out,
    tell_a_hidden_card_by_a_proof,
    count_silent_actions_in_a_header,
    grow_by_silent_actions,
    count_silent_actions_in_a_refusal,
    restart_the_clock_after_a_silent_decision,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_door_that_leaks_is_found_out(
    leak: Callable[[pytest.MonkeyPatch], None], planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison above can fail."""
    leak(monkeypatch)

    assert compare(planted, range(MOST_DEALS_OF_A_LEAK), is_leaking=True).different > 0
