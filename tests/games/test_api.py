"""The doors of tables and deals: who sees them, what a program does with them."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from games.engine import Place, legal_actions
from games.evening.result import Result
from games.models import Mode
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.games.factories import (
    AT,
    actor_of,
    again,
    anything,
    dealt,
    member_of,
    outcome_of,
    play_out,
    purses,
    state_of,
    table_of,
)
from tests.games.programs import act, client_of, get, players
from tests.ledger.factories import HolderFactory

pytestmark = pytest.mark.django_db


def test_a_whole_deal_by_programs() -> None:
    """Each program reads its own view and takes one of the actions that stand there."""
    deal = dealt(anything, turn_seconds=600)
    everybody = players(deal)
    while state_of(deal).outcome is None:
        actor = actor_of(deal)
        seen = get(f"deals/{deal.pk}", actor)["view"]
        assert seen["place"] == seen["to_act"] == everybody.index(actor)
        answer = act(deal, actor, ply=seen["ply"], action=seen["legal"][0])
        assert answer.status_code == 200

    deal.refresh_from_db()
    assert deal.ended_at is not None
    play_out(deal.table, at=deal.ended_at)
    over = get(f"deals/{deal.pk}", everybody[0])
    assert over["outcome"] == over["view"]["outcome"] == outcome_of(deal).to_json()
    assert over["view"]["legal"] == []
    assert sum(purses(deal.table)) == 500


def test_a_stale_ply_answers_with_the_current_one() -> None:
    deal = dealt(lambda state: state.phase == "play")
    text = str(legal_actions(state_of(deal))[0])
    first = actor_of(deal)
    act(deal, first, ply=0, action=text)

    answer = act(deal, actor_of(deal), ply=0, action=text)

    assert answer.status_code == 409
    assert (answer.data["code"], answer.data["ply"]) == ("stale_ply", 1)
    assert deal.actions.count() == 1


def test_the_same_action_again_answers_alike() -> None:
    deal = dealt(lambda state: state.phase == "play")
    player, body = actor_of(deal), {"ply": 0, "action": str(legal_actions(state_of(deal))[0])}

    first, second = act(deal, player, **body), act(deal, player, **body)

    assert first.status_code == second.status_code == 200
    assert first.data == second.data
    assert first.data["view"]["ply"] == 1


def test_a_breach_of_the_rules_names_the_rule() -> None:
    deal = dealt(lambda state: state.phase == "play")
    actor = actor_of(deal)
    others = state_of(deal).hand(Place(Place(players(deal).index(actor) + 1) % 5))

    answer = act(deal, actor, ply=0, action=f"play {others[0]}")

    assert answer.status_code == 422
    assert answer.data["rule"] == "5.1"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"ply": 0, "action": "fold"}, 400, "unreadable"),
        ({"ply": "0", "action": "play 5H"}, 400, "invalid"),
        ({"ply": 0, "action": "play 5H", "seat": 2}, 400, "invalid"),
        ({"ply": 0}, 400, "invalid"),
    ],
)
def test_other_refusals(body: dict[str, Any], status: int, code: str) -> None:
    deal = dealt(lambda state: state.phase == "play")

    answer = act(deal, actor_of(deal), **body)

    assert (answer.status_code, answer.data["code"]) == (status, code)


@pytest.mark.parametrize("pk", ["AAA", "-1", "9" * 30])
def test_a_deal_that_cannot_be_is_not_there(pk: str) -> None:
    player = actor_of(dealt(anything))

    answer = client_of(player).post(f"/api/v1/deals/{pk}/actions", {"ply": 0, "action": "agree"})

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_another_seats_turn() -> None:
    deal = dealt(lambda state: state.phase == "play")
    other = next(player for player in players(deal) if player != actor_of(deal))

    answer = act(deal, other, ply=0, action="play 5H")

    assert (answer.status_code, answer.data["code"]) == (409, "not_your_turn")


def test_other_peoples_tables_are_not_there() -> None:
    deal, stranger = dealt(anything), HolderFactory.create().pk

    assert act(deal, stranger, ply=0, action="play 5H").status_code == 404
    for path in (f"deals/{deal.pk}", f"deals/{deal.pk}/actions", f"tables/{deal.table_id}"):
        assert client_of(stranger).get(f"/api/v1/{path}").status_code == 404
    assert get("tables", stranger)["results"] == []
    assert get("deals", stranger)["results"] == []
    assert APIClient().get(f"/api/v1/deals/{deal.pk}").status_code == 401


def test_somebody_who_belongs_to_the_club_of_the_book_may_watch() -> None:
    deal = dealt(anything)
    watcher = member_of(deal.table.book)

    seen = get(f"deals/{deal.pk}", watcher)["view"]
    assert (seen["place"], seen["hand"], seen["legal"]) == (None, [], [])
    answer = act(deal, watcher, ply=0, action="play 5H")
    assert (answer.status_code, answer.data["code"]) == (403, "permission_denied")


def test_a_table_with_its_seats_and_its_deal() -> None:
    deal = dealt(anything)
    actor = actor_of(deal)

    table = get(f"tables/{deal.table_id}", actor)

    assert table["status"] == "open"
    assert table["pool"] == 12
    assert sum(seat["stack"] for seat in table["seats"]) == 488
    assert table["anchor"] == bytes(again(deal.table).anchor).hex()
    assert table["deal"]["view"]["legal"]
    assert table["deal"]["turn_ends_at"] == "2026-11-20T20:01:00Z"
    assert len(table["rules_in_words"]) > 3


def test_filters() -> None:
    bots, people = play_out(table_of(deals_limit=3)), dealt(anything).table
    admin = HolderFactory.create(is_superuser=True).pk

    def found(path: str) -> list[int]:
        return [row["id"] for row in get(path, admin)["results"]]

    assert found("tables") == [people.pk, bots.pk]
    assert found("tables?is_open=false") == [bots.pk]
    assert found(f"tables?player={people.seats.all()[0].player_id}") == [people.pk]
    assert len(found(f"deals?table={bots.pk}")) == 3
    assert found("deals?is_over=false") == [people.deals.get().pk]


def test_back_again() -> None:
    deal = dealt(anything)
    seat = deal.table.seats.all()[0]
    deal.table.seats.filter(pk=seat.pk).update(is_away=True)

    answer = client_of(seat.player_id).post(f"/api/v1/tables/{deal.table_id}/back")

    assert answer.status_code == 200
    assert not any(each["is_away"] for each in answer.json()["seats"])


def test_the_number_of_queries_does_not_grow(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    table = table_of(deals_limit=9)
    play_out(table)
    admin = HolderFactory.create(is_superuser=True).pk
    deal = table.deals.first()
    assert deal is not None

    for path, most in (
        ("tables", 1),
        (f"tables/{table.pk}", 7),
        ("deals", 1),
        (f"deals/{deal.pk}", 5),
        (f"deals/{deal.pk}/actions", 5),
    ):
        client = client_of(admin)
        with django_assert_max_num_queries(most):
            assert client.get(f"/api/v1/{path}").status_code == 200


def test_a_deal_of_real_cards_has_no_view() -> None:
    table = table_of(bots=False, mode=Mode.RECORDED)
    deal = record_deal(table, Result(kind="won", winner=SeatNumber(2)), number=1, at=AT)

    seen = get(f"deals/{deal.pk}", table.seats.all()[0].player_id)

    assert (seen["view"], seen["commitment"]) == (None, None)
    assert seen["outcome"]["kind"] == "won"


def test_the_answer_to_an_action_is_the_view_with_choices() -> None:
    """RULES.md 5.2: who follows next reads each legal action and the reason against the others."""
    deal = dealt(lambda state: state.phase == "play")
    actor, text = actor_of(deal), str(legal_actions(state_of(deal))[0])

    answer = act(deal, actor, ply=0, action=text).data
    following = get(f"deals/{deal.pk}", actor_of(deal))

    assert answer["choices"] == {"legal": [], "withheld": []}
    assert [one["action"] for one in following["choices"]["legal"]] == following["view"]["legal"]
    for one in following["choices"]["withheld"]:
        refused = act(deal, actor_of(deal), ply=1, action=f"play {one['card']}")
        assert (refused.status_code, refused.data["rule"]) == (422, one["rule"])
        assert refused.data["detail"] == one["reason"]
