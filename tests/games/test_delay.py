"""A delayed table: spectators are told everything, only later; who sits there is told at once."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from clubs.table_kinds import FREE_TABLE
from deploy.rest.clock import database_now
from games.engine import legal_actions
from games.models import Deal, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.records.results import count_deals
from games.sight.events import carry_on, since, stand
from games.tables.closing import close_tables
from games.tables.sittings import get_up
from games.tables.stewarding import void_deal
from tests.games.factories import again, rules, state_of, table_of
from tests.games.programs import client_of, get, players
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db
DELAY = 60


@pytest.fixture
def now() -> datetime:
    return database_now()


@pytest.fixture
def spectator() -> int:
    player_id: int = HolderFactory.create(is_superuser=True).pk
    return player_id


def opened(*, at: datetime, chips: tuple[int, ...] = (100, 100), **options: Any) -> Table:
    options = {"spectator_delay_seconds": DELAY, "deals_limit": 2} | options
    table = table_of(*chips, bots=False, house=rules(rob_timing="at_turn"), at=at, **options)
    advance_table(table.pk, at=at)
    return table


def carried_on(table: Table, actions: int, *, at: datetime) -> Deal:
    """The last deal of a table after this number of further actions, all at one moment."""
    deal = table.deals.order_by("-number")[0]
    for _ in range(actions):
        state = state_of(deal)
        if state.to_act is None:
            break
        player, text = players(deal)[state.to_act], str(legal_actions(state)[0])
        act(deal.pk, player_id=player, ply=state.ply, action=text, at=at)
    return deal


def ago(now: datetime, seconds: float) -> datetime:
    return now - timedelta(seconds=seconds)


def test_a_spectator_sees_the_deal_as_it_was_and_a_seat_as_it_is(
    now: datetime, spectator: int
) -> None:
    table = opened(at=ago(now, 300))
    carried_on(table, 2, at=ago(now, 90))
    before = state_of(table.deals.get()).ply
    deal = carried_on(table, 2, at=ago(now, 10))
    after = state_of(deal).ply
    assert before < after

    for path in (f"deals/{deal.pk}", f"tables/{table.pk}"):
        seen, known = get(path, spectator), get(path, players(deal)[0])
        seen, known = seen.get("deal", seen), known.get("deal", known)
        assert (seen["view"]["ply"], known["view"]["ply"]) == (before, after)
        assert seen["turn_ends_at"] is None
        assert known["turn_ends_at"] is not None
    assert len(get(f"deals/{deal.pk}/actions", spectator)) == before
    assert len(get(f"deals/{deal.pk}/cards", spectator)) < len(
        get(f"deals/{deal.pk}/cards", players(deal)[0])
    )


def test_a_deal_that_was_just_dealt_is_not_there_yet(now: datetime, spectator: int) -> None:
    table = opened(at=ago(now, 30))
    deal = table.deals.get()

    assert client_of(spectator).get(f"/api/v1/deals/{deal.pk}").status_code == 404
    assert get(f"deals?table={table.pk}", spectator)["results"] == []
    told = get(f"tables/{table.pk}", spectator)
    assert (told["deal"], told["pool"]) == (None, 0)
    assert [seat["stack"] for seat in told["seats"]] == [0, 0]
    assert get(f"tables/{table.pk}", players(deal)[0])["pool"] > 0


@pytest.fixture
def over(now: datetime) -> Deal:
    """Dealt long ago, and settled just now."""
    table = opened(at=ago(now, 300), deals_limit=1)
    carried_on(table, 2, at=ago(now, 90))
    deal = carried_on(table, 99, at=ago(now, 10))
    advance_table(table.pk, at=ago(now, 10))
    deal.refresh_from_db()
    assert deal.settled_at is not None
    return deal


def test_the_end_of_a_deal_is_told_later(over: Deal, spectator: int) -> None:
    seen, known = get(f"deals/{over.pk}", spectator), get(f"deals/{over.pk}", players(over)[0])

    for name in ("outcome", "ended_at", "settled_at"):
        assert seen[name] is None
        assert known[name] is not None
    (listed,) = get(f"deals?table={over.table_id}", spectator)["results"]
    assert listed["outcome"] is None
    assert get("deals?is_over=true", spectator)["results"] == []
    assert len(get("deals?is_over=false", spectator)["results"]) == 1
    assert get("history", spectator)["results"] == []
    assert client_of(spectator).get(f"/api/v1/history/{over.pk}").status_code == 404
    assert client_of(spectator).get(f"/api/v1/tables/{over.table_id}/proof").status_code == 409


def test_no_seed_is_revealed_to_spectators_before_they_know_that_the_table_has_closed(
    now: datetime, spectator: int
) -> None:
    """A deal was settled long ago; just now it was taken back with the next, and all went home."""
    table = opened(at=ago(now, 300))
    deal = carried_on(table, 99, at=ago(now, 100))
    advance_table(table.pk, at=ago(now, 100))
    for one in table.deals.order_by("-number"):
        void_deal(one, actor_id=spectator, reason="A phone", at=ago(now, 10))
    close_tables([again(table)], at=ago(now, 10))

    texts = list(deal.actions.values_list("text", flat=True))
    played = [text for text in texts if text.startswith("play")]
    has_hidden = len(played) < 5 * len(deal.seat_numbers) or any("rob" in text for text in texts)

    for who, is_open in ((spectator, False), (players(deal)[0], True)):
        listed = get(f"history?table={table.pk}", who)["results"][-1]
        replayed = get(f"history/{deal.pk}", who)
        for told in (listed, replayed):
            assert (told["number"], told["settled_at"] is not None) == (1, True)
            assert (told["is_open"], told["void_reason"] != "") == (is_open, is_open)
            hides = any(None in hand for hand in told["transcript"]["hands"])
            assert hides == (has_hidden and not is_open)
        for path in (f"history/{deal.pk}/notation", f"history/export?table={table.pk}"):
            text = client_of(who).get(f"/api/v1/{path}").content.decode()
            assert listed["notation"] in text
        proof = client_of(who).get(f"/api/v1/tables/{table.pk}/proof")
        assert (proof.status_code == 200) == is_open
    assert get(f"tables/{table.pk}", spectator)["status"] == "open"

    Table.objects.filter(pk=table.pk).update(spectator_delay_seconds=5)
    assert get(f"history/{deal.pk}", spectator)["is_open"]


def test_its_players_know_the_end_though_they_have_gone_home(over: Deal) -> None:
    assert again(over.table).closed_at is not None
    for player in players(over):
        assert get(f"deals/{over.pk}", player)["outcome"] is not None
        assert len(get("history", player)["results"]) == 1


def test_chips_move_for_spectators_when_they_are_told_of_the_deal(
    over: Deal, spectator: int
) -> None:
    told, known = (get(f"tables/{over.table_id}", who) for who in (spectator, players(over)[0]))

    assert told["pool"] == 2 * rules().stake + rules().dealer_extra
    assert (told["status"], known["status"]) == ("open", "closed")
    assert {seat["cashed_chips"] for seat in told["seats"]} == {None}
    (listed,) = get("tables", spectator)["results"]
    assert listed["pool"] == told["pool"]


def test_the_records_of_players_wait_for_the_spectators(over: Deal, spectator: int) -> None:
    assert count_deals() == 0

    Table.objects.filter(pk=over.table_id).update(spectator_delay_seconds=5)
    assert count_deals() == 1


def test_in_the_end_spectators_know_all(over: Deal, spectator: int) -> None:
    Table.objects.filter(pk=over.table_id).update(spectator_delay_seconds=5)

    assert get(f"deals/{over.pk}", spectator)["outcome"] is not None
    assert len(get("history", spectator)["results"]) == 1
    assert get(f"tables/{over.table_id}/proof", spectator)["deals"]


def test_somebody_who_gets_up_knows_what_they_saw_and_then_no_more_than_spectators(
    now: datetime, spectator: int
) -> None:
    table = opened(
        at=ago(now, 300), chips=(100, 100, 100), policies=FREE_TABLE.policies, seats_limit=3
    )
    leaver = players(table.deals.get())[0]
    get_up(table, player_id=leaver, at=ago(now, 200))
    carried_on(table, 99, at=ago(now, 20))
    advance_table(table.pk, at=ago(now, 20))
    deal = carried_on(table, 2, at=ago(now, 10))
    assert (deal.number, state_of(deal).ply > 0) == (2, True)

    known, seen = (get(f"tables/{table.pk}", who)["deal"] for who in (leaver, spectator))

    assert (known["number"], known["view"]["ply"]) == (2, 0)
    assert (seen["number"], seen["outcome"]) == (1, None)


def test_a_closed_table_tells_its_spectators_every_event_in_the_end(now: datetime) -> None:
    """Told bit by bit, the history is the one that was told at once."""
    table = opened(at=ago(now, 1000), deals_limit=1)
    for step in range(40):
        carried_on(table, 1, at=ago(now, 900 - step))
    advance_table(table.pk, at=ago(now, 800))
    whole = Table.objects.with_seats().get(pk=table.pk)
    assert whole.closed_at is not None

    known = stand(whole, until=ago(now, 1001))
    told = []
    for seconds in range(1001, 700, -1):
        known, events = carry_on(whole, known, until=ago(now, seconds))
        told += [(event.kind, event.mark) for event in events if event.kind != "view"]

    at_once = since(whole, stand(whole, until=ago(now, 1001)).mark)
    assert at_once is not None
    assert told == [(event.kind, event.mark) for event in at_once if event.kind != "view"]
    assert told[-1][0] == "settled"


def test_a_table_without_a_delay_is_told_at_once(now: datetime, spectator: int) -> None:
    table = opened(at=ago(now, 1), spectator_delay_seconds=0)
    deal = carried_on(table, 2, at=now)

    assert get(f"deals/{deal.pk}", spectator)["view"]["ply"] == state_of(deal).ply
    assert get("tables", spectator)["results"][0]["pool"] > 0
