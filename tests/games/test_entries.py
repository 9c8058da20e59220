"""Results of real cards over the API: entered once, shown with who entered them."""

from typing import Any
from uuid import uuid4

import pytest

from games.engine import HouseRules
from tests.clubs.callers import Caller
from tests.clubs.halls import Hall
from tests.games.factories import stacks

pytestmark = pytest.mark.django_db


def enter(hall: Hall, deal: int, key: str = "", **result: Any) -> Any:
    body = {"deal": deal, "result": result}
    caller = Caller(hall.scorer)
    return caller.order(f"tables/{hall.table.pk}/results", body, key=key or str(uuid4()))


def seen(hall: Hall) -> Any:
    return Caller(hall.scorer).get(f"/api/v1/tables/{hall.table.pk}/results").json()


def test_what_may_be_entered_is_shown() -> None:
    """RULES.md 6, 7.1: by the standard rules of five."""
    hall = Hall(misdeal="pay_and_redeal")

    upcoming = seen(hall)["next"]

    assert (upcoming["deal"], upcoming["is_new_pool"]) == (1, True)
    assert [one["name"] for one in upcoming["seats"]] == hall.names
    assert sorted(one["puts_in"] for one in upcoming["seats"]) == [2, 2, 2, 2, 4]
    kinds = {one["kind"]: one for one in upcoming["endings"]}
    assert set(kinds) == {"won", "jinked", "jink_failed", "spoilt", "misdeal"}
    assert kinds["won"]["winners"] == [0, 1, 2, 3, 4]
    assert kinds["misdeal"]["may_deal_again"]
    assert "revoked" in upcoming["offences"]


def test_a_result_is_entered_with_whoever_sends_it() -> None:
    hall = Hall()

    answer = enter(
        hall, 1, kind="won", winner=3, dealer=1, barred=[{"seat": 0, "reason": "revoked"}]
    )

    told = answer.json()
    assert answer.status_code == 200
    assert (told["deal"], told["version"], told["kind"], told["dealer"]) == (1, 1, "won", 1)
    [entry] = told["entries"]
    assert (entry["by"], entry["by_name"], entry["reason"]) == (
        *(hall.scorer.pk, hall.scorer.name),
        "",
    )
    assert entry["result"] == {
        "kind": "won",
        "winner": 3,
        "dealer": 1,
        "bonus": None,
        "is_dealt_again": False,
        "barred": [{"seat": 0, "reason": "revoked"}],
        "tricks": [],
        "scores": [],
    }
    winner = told["seats"][3]
    assert (winner["put_in"], winner["gained"], winner["is_winner"]) == (2, 12, True)
    assert told["seats"][0]["is_barred"]
    assert seen(hall)["results"] == [told]
    assert stacks(hall.table) == [18, 16, 18, 30, 18]


def test_a_game_for_points_shows_its_score() -> None:
    forty_five: dict[str, Any] = HouseRules.preset("forty_five").to_json()
    hall = Hall(people=2, **forty_five)

    answer = enter(
        hall, 1, kind="scored", tricks=[{"seat": 0, "tricks": 3}, {"seat": 1, "tricks": 2}], bonus=1
    )

    assert [seat["score"] for seat in answer.json()["seats"]] == [15, 15]
    assert [seat["score"] for seat in seen(hall)["next"]["seats"]] == [15, 15]


def test_the_same_order_twice_moves_chips_once() -> None:
    hall = Hall()

    answers = [enter(hall, 1, "one", kind="won", winner=3, dealer=0) for _ in range(2)]
    by_another_key = enter(hall, 1, "two", kind="won", winner=3, dealer=0)
    other = enter(hall, 1, "three", kind="spoilt")

    assert answers[1].headers["Idempotency-Replayed"] == "true"
    assert [one.json() for one in (answers[1], by_another_key)] == [answers[0].json()] * 2
    assert (other.status_code, other.json()["code"]) == (409, "deal_recorded")
    assert stacks(hall.table) == [16, 18, 18, 30, 18]


@pytest.mark.parametrize(
    ("result", "status", "code"),
    [
        ({"kind": "won"}, 422, "impossible_outcome"),
        ({"kind": "spoilt", "tricks": [{"seat": 0, "tricks": 3}]}, 422, "impossible_outcome"),
        ({"kind": "won", "winner": 9}, 409, "not_dealt_in"),
        ({"kind": "lost"}, 400, "invalid"),
        ({"kind": "spoilt", "barred": {"0": "revoked"}}, 400, "invalid"),
        ({"kind": "spoilt", "barred": [{"seat": 0, "reason": "slept"}]}, 400, "invalid"),
        ({"kind": "spoilt", "tricks": [{"seat": 0, "tricks": 1}] * 2}, 400, "invalid"),
        ({"kind": "spoilt", "tricks": [{"seat": "0", "tricks": 1}]}, 400, "invalid"),
        ({"kind": "spoilt", "colour": "red"}, 400, "invalid"),
    ],
    ids=str,
)
def test_what_is_wrong_is_refused(result: dict[str, Any], status: int, code: str) -> None:
    hall = Hall()

    answer = enter(hall, 1, **result)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert seen(hall)["results"] == []


def test_a_refusal_names_the_rule() -> None:
    """RULES.md 6.2."""
    assert enter(Hall(people=2), 1, kind="spoilt").json()["rule"] == "6.2"


def test_a_table_of_cards_dealt_online_has_no_results() -> None:
    hall = Hall()
    type(hall.table).objects.update(mode="online")

    answer = Caller(hall.scorer).get(f"/api/v1/tables/{hall.table.pk}/results")

    assert (answer.status_code, answer.json()["code"]) == (409, "not_recorded")
