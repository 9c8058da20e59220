"""Results of real cards over the API: entered once, shown with who entered them."""

from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.chips import exchange_chips
from clubs.nights import close_night
from deploy.rest.clock import database_now
from games.engine import HouseRules
from ledger.by_hand import Direction
from tests.clubs.callers import Caller
from tests.clubs.halls import Hall
from tests.games.factories import AT, purses, stacks

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


def test_the_deal_is_shown_as_another_would_deal_it() -> None:
    """RULES.md 7.1, 7.5: seat 2 is in turn, and cannot pay what the dealer owes."""
    hall = Hall(people=4, chips=2, new_pool="dealer", stake=1, dealer_extra=0)
    enter(hall, 1, kind="jinked", winner=1, dealer=0)
    enter(hall, 2, kind="won", winner=3)
    caller, path = Caller(hall.scorer), f"/api/v1/tables/{hall.table.pk}/results"

    usual = seen(hall)["next"]
    named = caller.get(f"{path}?dealer=1").json()["next"]
    refused = caller.get(f"{path}?dealer=2")

    assert (usual["dealer"], usual["dealers"]) == (3, [1, 3])
    assert [seat["seat"] for seat in usual["seats"]] == [0, 1, 3]
    assert (named["dealer"], named["dealers"]) == (1, [1, 3])
    assert [seat["seat"] for seat in named["seats"]] == [0, 1, 2, 3]
    assert [seat["puts_in"] for seat in named["seats"]] == [0, 1, 0, 0]
    assert {tuple(one["winners"]) for one in named["endings"] if one["kind"] == "won"} == {
        (0, 1, 2, 3)
    }
    assert (refused.status_code, refused.json()["code"]) == (409, "not_dealt_in")
    assert f"{hall.names[2]} cannot deal now" in refused.json()["detail"]
    assert caller.get(f"{path}?dealer=x").status_code == 400


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


def correct(
    hall: Hall, *results: dict[str, Any], by: Any = None, key: str = "", **more: Any
) -> Any:
    body = {"reason": "Read from the paper", "results": list(results)} | more
    caller = Caller(by or hall.scorer)
    return caller.order(f"tables/{hall.table.pk}/corrections", body, key=key or str(uuid4()))


def right(deal: int, version: int, **result: Any) -> dict[str, Any]:
    return {"deal": deal, "version": version, "result": result or None}


def test_results_are_put_right_by_whoever_enters_them() -> None:
    """RULES.md 1.6: after a misdeal the next dealer alone puts in two chips."""
    hall = Hall(people=3)
    enter(hall, 1, kind="won", winner=0, dealer=0)
    enter(hall, 2, kind="spoilt")

    answer = correct(hall, right(1, 1, kind="spoilt", dealer=0), right(2, 1, kind="misdeal"))

    assert answer.status_code == 200, answer.json()
    assert answer.json() == {
        "deals": [1, 2],
        "seats": [
            {"seat": seat.number, "player": seat.player_id, "name": seat.player.name}
            | {"before": before, "after": after}
            for seat, before, after in zip(
                hall.table.seats.order_by("number"), (22, 14, 16), (15, 15, 17), strict=True
            )
        ],
        "pool_before": 8,
        "pool_after": 13,
        "missing": [],
        "paid_back": [],
        "next": {
            "dealer": 2,
            "puts_in": [{"seat": seat, "chips": 2 * (seat == 2)} for seat in range(3)],
        },
    }
    assert stacks(hall.table) == [15, 15, 17]
    first, second = seen(hall)["results"]
    assert [first["version"], second["version"]] == [2, 2]
    assert first["entries"][1]["reason"] == "Read from the paper"


def test_a_dry_run_shows_and_moves_nothing() -> None:
    hall = Hall(people=3)
    enter(hall, 1, kind="won", winner=0, dealer=0)

    told = correct(hall, right(1, 1, kind="won", winner=2, dealer=0), dry_run=True).json()

    assert [(one["before"], one["after"]) for one in told["seats"]] == [
        (24, 16),
        (18, 18),
        (18, 26),
    ]
    assert stacks(hall.table) == [24, 18, 18]
    assert seen(hall)["results"][0]["version"] == 1


def test_a_dry_run_leaves_its_key_free_for_the_order() -> None:
    hall = Hall(people=3)
    enter(hall, 1, kind="won", winner=0, dealer=0)
    fixed = right(1, 1, kind="won", winner=2, dealer=0)

    shown = correct(hall, fixed, key="the-order", dry_run=True).json()
    done = correct(hall, fixed, key="the-order").json()

    assert done["seats"] == shown["seats"]
    assert stacks(hall.table) == [16, 18, 26]


def test_a_deal_is_struck_and_another_was_forgotten() -> None:
    hall = Hall(people=3)
    for deal in (1, 2):
        enter(hall, deal, kind="won", winner=0, dealer=0)

    struck = correct(hall, right(2, 1))
    between = correct(hall, right(1, 1, kind="spoilt", dealer=1) | {"is_forgotten": True})

    assert struck.json()["deals"] == [2]
    assert between.json()["deals"] == [1, 2]
    told = seen(hall)["results"]
    assert [(one["deal"], one["kind"], one["version"]) for one in told] == [
        *((1, "spoilt", 2), (2, "won", 3)),
    ]


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        (right(1, 2, kind="spoilt"), 409, "stale_result"),
        (right(3, 0, kind="spoilt"), 409, "wrong_deal"),
        (right(1, 1, kind="won"), 422, "entry_impossible"),
        (right(1, 1, kind="spoilt") | {"seats": [0]}, 400, "invalid"),
        ({"deal": 1, "version": 1}, 400, "invalid"),
        (right(1, 1, kind="spoilt", colour="red"), 400, "invalid"),
        (right(0, 1, kind="spoilt"), 400, "invalid"),
    ],
)
def test_what_cannot_be_put_right(line: dict[str, Any], status: int, code: str) -> None:
    hall = Hall(people=3)
    enter(hall, 1, kind="won", winner=0, dealer=0)

    answer = correct(hall, line)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert stacks(hall.table) == [24, 18, 18]


def test_a_refusal_says_what_counts_now_or_which_deal_stands_against_it() -> None:
    hall = Hall(people=3, misdeal="forfeit_stake")
    enter(hall, 1, kind="spoilt", dealer=0)
    enter(hall, 2, kind="won", winner=0)

    stale = correct(hall, right(1, 0, kind="misdeal", dealer=0)).json()
    later = correct(hall, right(1, 1, kind="misdeal", dealer=0)).json()

    assert (stale["deal"], stale["version"]) == (1, 1)
    assert (later["deal"], later["rule"]) == (2, "4.6")


def test_after_the_night_organisers_put_results_right_alone() -> None:
    hall = Hall(people=3)
    enter(hall, 1, kind="won", winner=0, dealer=0)
    close_night(hall.night, at=database_now())
    line = right(1, 1, kind="won", winner=1, dealer=0)

    by_scorer = correct(hall, line)
    by_organiser = correct(hall, line, by=hall.organiser)

    assert (by_scorer.status_code, by_organiser.status_code) == (403, 200)
    assert by_organiser.json()["next"] is None
    assert purses(hall.table) == [20 + 16, 20 + 26, 20 + 18]


def test_what_a_purse_lacks_is_named_in_the_answer_and_in_the_books() -> None:
    """The treasurer reads on the page of the book whose chips the corrections stand in for."""
    hall = Hall(people=3)
    enter(hall, 1, kind="won", winner=0, dealer=0)
    close_night(hall.night, at=database_now())
    exchange_chips(
        hall.members[0], Direction.REDEEM, chips=42, key="out", actor=hall.organiser, at=AT
    )

    answer = correct(hall, right(1, 1, kind="won", winner=1, dealer=0), by=hall.organiser)

    purse = hall.members[0].purse
    assert answer.json()["missing"] == [{"account": purse.pk, "name": purse.name, "chips": 6}]
    client = Client()
    client.force_login(hall.organiser)
    page = client.get(reverse("admin:ledger_book_change", args=[hall.club.book_id]))
    text = unescape(page.content.decode())
    assert "Lent 6 that a purse no longer held, " in text
    assert f"<li>{purse}: 6 chips</li>" in text
    back = correct(hall, right(1, 2, kind="won", winner=0, dealer=0), by=hall.organiser)
    assert back.json()["paid_back"] == [
        {"account": purse.pk, "name": purse.name, "chips": 6, "left": 0}
    ]
    page = client.get(reverse("admin:ledger_book_change", args=[hall.club.book_id]))
    assert "What is still owed" not in page.content.decode()
