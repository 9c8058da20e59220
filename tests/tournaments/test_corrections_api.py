"""Corrections over the API: who may, what the log tells whom, and standings of an earlier round."""

from typing import Any

import pytest

from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from tests.clubs.callers import MEMBER, ORGANISER, STRANGER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests
from tests.tournaments.cups import play_round
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import RoundSeat, Tournament
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
WHY = {"reason": "The cards were miscounted"}


@pytest.fixture
def cup(db: None) -> Tournament:
    """Eight in the second of three rounds of Swiss."""
    cache.clear()
    club, at = ClubFactory.create(), database_now()
    plan: Any = {"rounds_count": 3, "deals_a_round": 2, "starting_stack": 20, "table_size": 4}
    cup = create_tournament(club, name="Cup", format="swiss", at=at, **plan)
    for member in guests(club, 8):
        enter(cup, member=member, bot_level=FIRST_BOT, at=at)
    start(cup, at=at)
    go_on(cup)
    return cup


@pytest.fixture
def callers(cup: Tournament) -> dict[str, Caller]:
    return callers_of(cup.club)


def go_on(cup: Tournament) -> None:
    play_round(cup)
    sweep_tournaments()


def lines(caller: Caller, cup: Tournament, more: str = "") -> list[tuple[int, int, str]]:
    told = caller.get(f"/api/v1/tournaments/{cup.pk}/standings{more}").data
    return [(line["rank"], line["entrant"], line["reason"]) for line in told]


def test_corrections_are_for_organisers_and_the_log_for_all(
    cup: Tournament, callers: dict[str, Caller]
) -> None:
    path, organiser, member = f"tournaments/{cup.pk}", callers[ORGANISER], callers[MEMBER]
    seat = RoundSeat.objects.filter(round_table__round__number=1, seat=0)[0]
    table = {"round": 1, "table": seat.round_table.number, **WHY}
    orders: dict[str, dict[str, Any]] = {
        "correct": {**table, "seats": [{"seat": 0, "deals_won": 2, "jinks": 0}]},
        "penalise": {"entrant": seat.entrant_id, "points": "1.5", **WHY},
        "undo-draw": WHY,
        "replay": table,
    }
    for order, body in orders.items():
        assert member.order(f"{path}/{order}", body).status_code == 403
        assert callers[STRANGER].order(f"{path}/{order}", body).status_code == 404
        assert organiser.order(f"{path}/{order}", body).status_code == 200, order

    told = member.get(f"/api/v1/{path}/log").data["results"]
    kinds = [line["kind"] for line in told if line["kind"] != "deal_taken_back"]
    assert kinds[:2] == ["replayed", "undid_draw"]
    assert {"corrected", "penalised"} <= set(kinds)
    assert {line["reason"] for line in told if line["reason"]} == {WHY["reason"]}
    assert [line["number"] for line in told] == [*range(told[0]["number"], 0, -1)]
    newer = member.get(f"/api/v1/{path}/log?after={told[2]['number']}").data["results"]
    for wrong in ("newest", "-1", "9" * 12):
        refused = member.get(f"/api/v1/{path}/log?after={wrong}")
        assert refused.status_code == 400
        assert "after" in refused.json()["errors"]
    assert newer == told[:2]
    penalty = next(line for line in told if line["kind"] == "penalised")
    assert penalty["after"]["points"] == "1.50"
    assert list(penalty["entrants"]) == [str(seat.entrant_id)]
    mine = member.get(f"/api/v1/{path}/log?mine=true").data["results"]
    of_me = {line["kind"] for line in mine}
    assert "undid_draw" in of_me  # It concerns everybody.
    assert not of_me & {"penalised", "entered"}
    lifted = organiser.order(
        f"{path}/lift-penalty", {"penalty": penalty["after"]["penalty"], **WHY}
    )
    assert lifted.status_code == 200
    marks = {
        line["entrant"]: line["corrections"]
        for line in member.get(f"/api/v1/{path}/standings").data
    }
    assert marks[seat.entrant_id] == 4


def test_standings_of_an_earlier_round_stay_what_they_were(
    cup: Tournament, callers: dict[str, Caller]
) -> None:
    member = callers[MEMBER]
    first = lines(member, cup)
    assert lines(member, cup, "?round=1") == first
    assert all(reason for _, _, reason in first)
    assert member.get(f"/api/v1/tournaments/{cup.pk}/standings?round=2").status_code == 404

    go_on(cup)
    second = lines(member, cup)
    go_on(cup)

    assert lines(member, cup, "?round=1") == first
    assert lines(member, cup, "?round=2") == second
    assert lines(member, cup, "?round=3") == lines(member, cup)
    told = member.get(f"/api/v1/tournaments/{cup.pk}/standings?round=2").data
    assert {line["prize_chips"] for line in told} == {0}
