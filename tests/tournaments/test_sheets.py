"""Standings and results as files: every measure, no formula, the same rows in both kinds."""

import csv
import io
import json
from typing import Any

import pytest

from clubs.models import Club
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from ledger.sheets import BYTE_ORDER_MARK
from tests.clubs.callers import MEMBER, STRANGER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Bye, RoundSeat, Tournament
from tournaments.rounds import advance_round
from tournaments.tournaments import start

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.doors")]


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A rotation of one round that is over; one of the players is named like a formula."""
    members = guests(club, 4)
    members[0].player.name = "=Sum Shea"
    members[0].player.save(update_fields=["name"])
    plan = {"rounds_count": 1, "deals_a_round": 2, "starting_stack": 30, "format": "rotation"}
    cup = create_tournament(club, name="Cup", at=database_now(), **plan)  # type: ignore[arg-type]
    for member in members:
        enter(cup, member=member, bot_level=FIRST_BOT, at=database_now())
    start(cup, at=database_now())
    advance_round(play_round(cup), at=database_now())
    return cup


def read(caller: Caller, cup: Tournament, name: str) -> Any:
    answer = caller.get(f"/api/v1/tournaments/{cup.pk}/{name}")
    assert answer.status_code == 200
    assert f'"tournament-{cup.pk}-{name}"' in answer.headers["Content-Disposition"]
    if name.endswith(".json"):
        return answer.json()
    text = answer.content.decode()
    if name.endswith(".ndjson"):
        return [json.loads(line) for line in text.splitlines()]
    return [*csv.DictReader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK)))]


def test_the_standings_have_every_measure(club: Club, cup: Tournament) -> None:
    member = callers_of(club)[MEMBER]
    lines, rows = read(member, cup, "standings.json"), read(member, cup, "standings.csv")

    measures = {"points", "deals_won", "share", "head_to_head", "opponents", "jinks", "lot"}
    assert measures <= lines[0].keys() == rows[0].keys()
    assert [line["rank"] for line in lines] == sorted(line["rank"] for line in lines)
    for line, row in zip(lines, rows, strict=True):
        won = RoundSeat.objects.get(entrant=line["entrant"]).deals_won
        assert (line["deals_won"], line["share"]) == (won, 50.0 * (won or 0))
        assert (float(row["share"]), row["rank"]) == (line["share"], str(line["rank"]))


def test_the_results_have_every_seat(club: Club, cup: Tournament) -> None:
    member = callers_of(club)[MEMBER]
    lines, rows = read(member, cup, "results.json"), read(member, cup, "results.csv")

    assert len(lines) == len(rows) == 4
    assert sum(line["chips"] for line in lines) == 0
    assert {(line["round"], line["table"], line["deals"]) for line in lines} == {(1, 1, 2)}
    names = [row["name"] for row in rows]
    assert "'=Sum Shea" in names  # For a spreadsheet it is text.
    assert "=Sum Shea" in [line["name"] for line in lines]


def test_whoever_sits_out_has_a_line_with_what_a_bye_is_worth(club: Club) -> None:
    plan: Any = {"rounds_count": 1, "deals_a_round": 2, "starting_stack": 30, "format": "swiss"}
    pairs: Any = {"rules": {"options": {"sides": "pairs"}}, "by": owner_of(club)}
    cup = create_tournament(club, name="Odd Cup", at=database_now(), **plan, **pairs)
    for member in guests(club, 5):
        enter(cup, member=member, bot_level=FIRST_BOT, at=database_now())
    start(cup, at=database_now())
    advance_round(play_round(cup), at=database_now())
    [bye] = Bye.objects.all()

    *seated, out = read(callers_of(club)[MEMBER], cup, "results.json")

    assert len(seated) == 4
    told = (out["entrant"], out["name"], out["bye_points"])
    assert told == (bye.entrant_id, str(bye.entrant), bye.round.bye_points)
    assert bye.round.bye_points
    nothing = dict.fromkeys(("table", "seat", "chips", "deals", "deals_won", "tricks", "jinks"))
    assert out.items() >= nothing.items()


@pytest.mark.parametrize("what", ["standings", "results"])
def test_a_line_of_json_for_each_row(club: Club, cup: Tournament, what: str) -> None:
    member = callers_of(club)[MEMBER]

    assert read(member, cup, f"{what}.ndjson") == read(member, cup, f"{what}.json")


def test_strangers_find_no_file(club: Club, cup: Tournament) -> None:
    stranger = callers_of(club)[STRANGER]

    for name in ("standings.csv", "results.json", "standings.ndjson"):
        assert stranger.get(f"/api/v1/tournaments/{cup.pk}/{name}").status_code == 404
