"""Deals that are over, told again: before the seeds are revealed, and after."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from games.engine import (
    Action,
    DealState,
    HouseRules,
    Transcript,
    View,
    apply,
    by_place,
    legal_actions,
    new_deal,
    read_transcript,
    view,
)
from games.evening.result import Result
from games.models import Deal, Mode, Table
from games.play.acting import act
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from games.sight.history import views_of
from tests.engine.unseen import compare_views
from tests.games.factories import (
    AT,
    STANDARD,
    actor_of,
    again,
    anything,
    dealt,
    play_out,
    rules,
    state_of,
    table_of,
)
from tests.games.programs import client_of, get, players
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db

MAY_REFUSE = rules(rob_with_ace="may", unrobbed="lowest_trump")


def held_later(state: DealState) -> bool:
    """Who may rob under 4.2 is not the eldest hand."""
    return not state.layout.is_ace_turned and state.layout.ace_holder not in (
        None,
        state.layout.eldest,
    )


def played_deal(
    is_wanted: Any = anything, *, house: HouseRules = STANDARD, closes: bool = False
) -> Deal:
    """A deal that is over, at a table that plays on or closes.

    Everybody does the first thing that they may; whoever may refuse in silence does.
    """
    deal = dealt(is_wanted, house=house)
    if not closes:
        Table.objects.filter(pk=deal.table.pk).update(deals_limit=2, seeds_count=2)
    while (state := state_of(deal)).outcome is None:
        legal = [str(action) for action in legal_actions(state)]
        chosen = "decline" if "decline" in legal else legal[0]
        act(deal.pk, player_id=actor_of(deal), ply=state.ply, action=chosen, at=AT)
    play_out(deal.table)
    deal.refresh_from_db()
    return deal


def test_before_the_reveal_a_seat_is_told_what_it_saw() -> None:
    """RULES.md 4.4, 6.1."""
    deal = played_deal(held_later, house=MAY_REFUSE)
    state = state_of(deal)

    for place, player in by_place(players(deal)):
        told = get(f"history/{deal.pk}", player)
        transcript = Transcript.seen(state, place)
        assert (told["is_open"], told["place"]) == (False, place)
        assert read_transcript(told["notation"]) == transcript
        assert told["transcript"] == json.loads(json.dumps(transcript.to_json()))
        assert told["transcript"]["hands"][place] == [
            str(card) for card in transcript.hands[place] if card
        ]
        left = (place + 1) % 5
        played = [text[-2:] for actor, text in view(state, place).actions if actor == left]
        assert told["transcript"]["hands"][left][: len(played)] == played
        assert "decline" not in json.dumps([told["transcript"], told["views"][1]["actions"]])


def test_a_replay_shows_every_public_step_through_the_callers_own_view() -> None:
    """RULES.md 4.4: a silent refusal makes no step, and no hidden card is in any."""
    deal = played_deal(held_later, house=MAY_REFUSE)
    state, everybody = state_of(deal), players(deal)
    holder = next(call.place for call in state.layout.calls if not call.is_public)

    for place in {0, 1, 2, 3, 4}:
        views = get(f"history/{deal.pk}", everybody[place])["views"]
        assert [each["ply"] for each in views] == list(range(state.ply + 1))
        assert all(each["place"] == place for each in views)
        asked = [each["phase"] for each in views].count("rob")
        assert asked == (place == holder)
        own = {card for each in views for card in each["hand"]}
        assert len(own) == 5


@dataclass(frozen=True)
class Steps:
    """A replay as the API tells it."""

    views: tuple[View, ...]

    def to_json(self) -> list[dict[str, Any]]:
        return [each.to_json() for each in self.views]


def states_of(last: DealState) -> Iterator[DealState]:
    """Every state of a deal up to this one."""
    layout = last.layout
    state = new_deal(
        layout.pack,
        seats=layout.seats,
        dealer=layout.dealer,
        rules=layout.rules,
        scores=layout.scores,
    )
    yield state
    for _, action in last.steps:
        state = apply(state, action)
        yield state


def test_a_replay_tells_of_nothing_unseen() -> None:
    """RULES.md 4.4: the engine's comparison (tests/engine/unseen.py)."""
    tally = compare_views(lambda state, place: Steps(views_of(states_of(state), place)), deals=150)

    assert tally.different == 0
    assert tally.refusals > 15


def test_a_replay_with_a_step_for_every_action_is_found_out() -> None:
    """The comparison above can fail."""
    tally = compare_views(
        lambda state, place: Steps(tuple(view(each, place) for each in states_of(state))), deals=30
    )

    assert tally.different > 0


def test_a_deal_in_play_is_not_history() -> None:
    deal = dealt(anything)
    player = players(deal)[0]

    assert client_of(player).get(f"/api/v1/history/{deal.pk}").status_code == 404
    assert get(f"history?table={deal.table.pk}", player)["results"] == []
    assert client_of(player).get(f"/api/v1/history/{deal.pk}/notation").status_code == 404


def test_a_stranger_is_told_nothing() -> None:
    deal = played_deal()
    stranger = HolderFactory.create().pk

    assert client_of(stranger).get(f"/api/v1/history/{deal.pk}").status_code == 404
    assert client_of(stranger).get(f"/api/v1/history/{deal.pk}/notation").status_code == 404
    assert get("history", stranger)["results"] == []
    export = client_of(stranger).get(f"/api/v1/history/export?table={deal.table.pk}")
    assert export.status_code == 404


def test_a_spectator_sees_no_hand_before_the_reveal() -> None:
    deal = played_deal()
    watcher = HolderFactory.create(is_superuser=True).pk

    told = get(f"history/{deal.pk}", watcher)

    played = {
        trick_card["card"] for each in told["views"][-1]["tricks"] for trick_card in each["cards"]
    }
    assert told["place"] is None
    assert {card for hand in told["transcript"]["hands"] for card in hand if card} <= played
    assert not any(each["hand"] for each in told["views"])


def test_after_the_reveal_the_deal_replays_in_the_open() -> None:
    """Both the text and the JSON tell every card and every silent refusal."""
    deal = played_deal(held_later, house=MAY_REFUSE, closes=True)
    assert again(deal.table).closed_at is not None

    told = get(f"history/{deal.pk}", players(deal)[0])

    assert told["is_open"]
    assert read_transcript(told["notation"]).replay() == state_of(deal)
    assert "decline" in told["notation"]
    assert None not in [card for hand in told["transcript"]["hands"] for card in hand]


def test_the_history_of_a_table_is_exported_as_one_text() -> None:
    table = play_out(table_of(deals_limit=3))
    player = table.seats.order_by("number")[0].player_id

    answer = client_of(player).get(f"/api/v1/history/export?table={table.pk}")

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    texts = answer.content.decode().split("\n\n")
    assert [read_transcript(text).replay() for text in texts] == [
        state_of(deal) for deal in table.deals.order_by("number")
    ]
    one = client_of(player).get(f"/api/v1/history/{table.deals.get(number=2).pk}/notation")
    assert one.content.decode() == texts[1] + "\n"
    assert client_of(player).get("/api/v1/history/export").status_code == 400


def test_a_long_table_is_exported_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_out(table_of(deals_limit=5))
    client = client_of(table.seats.order_by("number")[0].player_id)
    address = f"/api/v1/history/export?table={table.pk}"
    whole = client.get(address).content.decode()
    monkeypatch.setattr("games.api.history.EXPORTED_AT_MOST", 3)

    with monkeypatch.context() as nothing_is_folded:
        nothing_is_folded.setattr("games.api.history.tell", None)
        refused = client.get(address)
    parts = [client.get(address + ends).content.decode() for ends in ("&last=3", "&first=4")]

    assert refused.status_code == 400
    assert "5 deals, and at most 3 are given at once" in refused.content.decode()
    assert "first=1&last=3" in refused.json()["errors"]["non_field_errors"][0]
    assert "\n".join(parts) == whole
    assert client.get(address + "&first=0").status_code == 400


def test_the_list_costs_the_same_queries_for_many_deals(
    django_assert_max_num_queries: Any,
) -> None:
    table = play_out(table_of(deals_limit=6))
    player = table.seats.order_by("number")[0].player_id

    with django_assert_max_num_queries(6):
        told = get(f"history?table={table.pk}", player)["results"]

    assert [one["number"] for one in told] == [6, 5, 4, 3, 2, 1]


def test_a_deal_with_real_cards_has_an_outcome_alone() -> None:
    table = table_of(mode=Mode.RECORDED, bots=False)
    record_deal(table, number=1, result=Result(kind="won", winner=SeatNumber(2)), at=AT)
    deal = table.deals.get()

    told = get(f"history/{deal.pk}", players(deal)[0])

    assert told["outcome"]["kind"] == "won"
    assert (told["transcript"], told["notation"], told["views"]) == (None, "", [])


def test_actions_replayed_one_by_one_lead_to_the_record() -> None:
    """What the JSON tells of an open deal is all that a replay needs."""
    table = play_out(table_of(deals_limit=1))
    deal = table.deals.get()
    told = get(f"history/{deal.pk}", players(deal)[0])

    state = read_transcript(told["notation"].split("1. ")[0]).replay()
    for step in (step for trick in told["transcript"]["tricks"] for step in trick):
        assert state.to_act == step["place"]
        state = apply(state, Action.parse(step["action"]))

    assert state == state_of(deal)
