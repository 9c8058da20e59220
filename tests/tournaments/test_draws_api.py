"""Draws over the API: who sees drafts, who changes them, and a document for everybody."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from tests.clubs.callers import MEMBER, ORGANISER, STRANGER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tournaments.announcements import create_tournament
from tournaments.draw_documents import verified
from tournaments.entries import enter
from tournaments.models import Tournament
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(db: None) -> Tournament:
    """Eight have started, and the first draw waits for ten minutes."""
    cache.clear()
    club, at = ClubFactory.create(), database_now()
    plan: Any = {"rounds_count": 2, "deals_a_round": 1, "starting_stack": 20, "table_size": 4}
    cup = create_tournament(club, name="Cup", draw_minutes=10, at=at, **plan)
    for member in guests(club, 8):
        enter(cup, member=member, bot_level=FIRST_BOT, at=at)
    return start(cup, at=at)


@pytest.fixture
def callers(cup: Tournament) -> dict[str, Caller]:
    return callers_of(cup.club)


def test_drafts_are_for_organisers_and_documents_for_everybody(
    cup: Tournament, callers: dict[str, Caller]
) -> None:
    path, organiser, member = f"tournaments/{cup.pk}", callers[ORGANISER], callers[MEMBER]
    [draft] = organiser.get(f"/api/v1/{path}/draws").data
    assert (draft["status"], draft["draw"], draft["repeat_meetings"]) == ("draft", 1, 0)
    assert draft["publishes_at"] is not None
    assert member.get(f"/api/v1/{path}/draws").data == []
    assert member.get(f"/api/v1/{path}/draw").status_code == 404
    for step in ("draw-again", "confirm-draw"):
        assert member.order(f"{path}/{step}").status_code == 403
        assert callers[STRANGER].order(f"{path}/{step}").status_code == 404

    [again] = organiser.order(f"{path}/draw-again").data
    here, there = again["tables"]
    one, other = here["entrants"][0], there["entrants"][0]
    body = {"entrant": one["entrant"], "other": other["entrant"], "draw": 2}
    moved = organiser.order(f"{path}/move-in-draw", body).data
    assert (moved["repeats_before"], moved["repeats_after"]) == (0, 0)
    assert moved["draw"]["tables"][1]["entrants"][0] == one
    assert moved["draw"]["moves"] == [f"{one['name']} and {other['name']} change places."]
    stale = organiser.order(f"{path}/confirm-draw", {"draw": 1})
    assert (stale.status_code, stale.data["code"]) == (409, "draw_changed")
    assert organiser.order(f"{path}/confirm-draw", {"draw": 2}).data["status"] == "published"

    told = member.get(f"/api/v1/{path}/draw?round=1")
    document = json.loads(told.content)
    assert verified(document).follows
    assert document["draw"] == 2
    assert [draw["draw"] for draw in member.get(f"/api/v1/{path}/draws").data] == [2]
    assert [draw["draw"] for draw in organiser.get(f"/api/v1/{path}/draws").data] == [2, 1]
    assert callers[STRANGER].get(f"/api/v1/{path}/draw").status_code == 404
    assert member.get(f"/api/v1/{path}/draw?round=2").status_code == 404


@pytest.mark.parametrize("more", [{}, {"other": 2, "to_table": 1}])
def test_a_move_names_another_entrant_or_a_table(
    cup: Tournament, callers: dict[str, Caller], more: dict[str, int]
) -> None:
    answer = callers[ORGANISER].order(f"tournaments/{cup.pk}/move-in-draw", {"entrant": 1, **more})

    assert answer.status_code == 400
    assert answer.data["errors"] == {"other": ["Name either another entrant or a table."]}


def test_in_the_admin_the_draw_is_a_button(cup: Tournament, client: Client) -> None:
    club: Club = cup.club
    client.force_login(owner_of(club))
    page = reverse("admin:tournaments_tournament_change", args=[cup.pk])
    rows = {"_selected_action": [cup.pk]}
    listed = reverse("admin:tournaments_tournament_changelist")
    shown = client.get(page).content.decode()
    assert 'name="do_confirm_draw"' in shown
    assert "Round 1, draw 1, not published yet" in shown

    client.post(listed, {**rows, "action": "draw_again"})
    client.post(listed, {**rows, "action": "confirm_draw"})

    [round] = cup.rounds.all()
    assert round.draw is not None
    assert (round.draw.number, round.draw.published_by) == (2, owner_of(club))
    assert "not published yet" not in client.get(page).content.decode()
