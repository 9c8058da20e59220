"""The document of a tournament: what is told of one is all that it takes to announce another."""

from datetime import timedelta
from typing import Any

import pytest

from clubs.models import Club
from deploy.rest.clock import database_now
from tests.clubs.callers import MEMBER, ORGANISER, STRANGER, Caller, callers_of
from tests.clubs.factories import ClubFactory
from tournaments.announcements import create_tournament
from tournaments.api.serializers import TournamentInput
from tournaments.models import Tournament
from tournaments.stages import STAGE_FIELDS

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.doors")]
SOON = timedelta(days=3)
ONE_STAGE = {"rounds_count": 2, "deals_a_round": 3, "starting_stack": 20}
WHOLE = {
    "stages": [
        {
            "format": "swiss",
            "rounds_count": 3,
            "deals_a_round": 5,
            "starting_stack": 40,
            "table_size": 6,
        },
        {
            "format": "knockout",
            "deals_a_round": 5,
            "starting_stack": 40,
            "table_size": 6,
            "cut": 8,
            "cut_ties": "lot",
            "format_settings": {"measures": ["points", "jinks", "lot"]},
        },
    ],
    "entry_chips": 5,
    "members_count": 2,
    "fixed_prizes": [20, 10],
    "prize_percents": [60, 30],
    "prize_categories": [{"name": "Most jinks", "measure": "jinks", "percent": 10}],
    "prize_ties": "lot",
    "odd_chips": "lot",
    "prizes_for_who_left": True,
    "is_public": True,
    "check_in_minutes": 30,
    "check_in_grace_minutes": 15,
    "payout_minutes": 60,
    "turn_seconds": 45,
    "preset": "hervey",
    "house_rules": {"stake": 3, "jink": False},
}


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def callers(club: Club) -> dict[str, Caller]:
    return callers_of(club)


def document(caller: Caller, pk: int) -> Any:
    return caller.get(f"/api/v1/tournaments/{pk}/document").json()


@pytest.mark.parametrize("plan", [ONE_STAGE, WHOLE])
def test_what_is_told_can_be_sent_again_as_it_is(
    club: Club, callers: dict[str, Caller], plan: dict[str, Any]
) -> None:
    organiser, moments = callers[ORGANISER], {"starts_at": database_now() + SOON}
    body = {"club": club.pk, "name": "Winter Cup", **moments, **plan}
    first = organiser.order("tournaments", body).data
    assert "id" in first, first

    told = document(organiser, first["id"])
    second = organiser.order("tournaments", told)

    assert second.status_code == 201, second.data
    assert document(organiser, second.data["id"]) == told
    same = set(first) - {"id", "stages", "updated_at"}
    assert {name: second.data[name] for name in same} == {name: first[name] for name in same}
    assert [{name: stage[name] for name in STAGE_FIELDS} for stage in second.data["stages"]] == [
        {name: stage[name] for name in STAGE_FIELDS} for stage in first["stages"]
    ]


def test_it_has_every_field_that_can_be_sent(club: Club, callers: dict[str, Caller]) -> None:
    """A field that somebody adds to an announcement is told, too."""
    plan = {"opens_at": database_now() + SOON, "starts_at": database_now() + SOON, **ONE_STAGE}
    body = {"club": club.pk, "name": "Cup", **plan}
    cup = callers[ORGANISER].order("tournaments", body).data

    told = document(callers[ORGANISER], cup["id"])

    others = {*STAGE_FIELDS, "kept", "is_draft"}
    assert set(told) == set(TournamentInput().fields) - others


def test_moments_that_have_passed_are_left_out(club: Club, callers: dict[str, Caller]) -> None:
    cup = create_tournament(club, name="Cup", at=database_now(), **ONE_STAGE)  # type: ignore[arg-type]
    Tournament.objects.update(starts_at=database_now() - SOON)

    told = document(callers[ORGANISER], cup.pk)

    assert "starts_at" not in told
    assert callers[ORGANISER].order("tournaments", told).status_code == 201


def test_only_who_announces_reads_it(club: Club, callers: dict[str, Caller]) -> None:
    cup = create_tournament(club, name="Cup", at=database_now(), **ONE_STAGE)  # type: ignore[arg-type]
    path = f"/api/v1/tournaments/{cup.pk}/document"

    assert [callers[who].get(path).status_code for who in (MEMBER, STRANGER)] == [403, 404]
