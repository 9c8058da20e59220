"""Nobody names a moment before 2000 or after 2099: not to the API, a form or the database."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from rest_framework import serializers
from rest_framework.test import APIClient

from clubs.errors import NotPossible
from clubs.models import Night
from clubs.nights import change_night, plan_night
from deploy.rest.moments import BOUNDS
from deploy.rest.serializers import StrictSerializer
from deploy.rest.throttles import cache
from tests.clubs.factories import AT, ClubFactory, owner_of
from tournaments.announcements import create_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ODD = [
    *("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "1999-12-31T23:59:59Z"),
    *("2100-01-01T00:00:01Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00"),
]


@pytest.mark.parametrize("moment", ODD)
def test_the_api_takes_none(moment: str) -> None:
    cache.clear()
    club = ClubFactory.create()
    client = APIClient()
    client.force_authenticate(owner_of(club))
    cup = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 9, "name": "Cup"}
    night = plan_night(club, at=AT, starts_at=AT)

    for answer in (
        client.post("/api/v1/nights", {"club": club.pk, "starts_at": moment}),
        client.patch(f"/api/v1/nights/{night.pk}", {"starts_at": moment}),
        client.post("/api/v1/tournaments", cup | {"club": club.pk, "starts_at": moment}),
        client.get("/api/v1/nights", {"since": moment}),
        client.get(f"/api/v1/accounts/{club.members.get().purse_id}/statement", {"until": moment}),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.json()["code"] == "invalid"


def test_every_input_has_the_bounds() -> None:
    """By the class that all inputs have."""

    class Input(StrictSerializer):
        at = serializers.DateTimeField()

    assert not Input(data={"at": ODD[0]}).is_valid()
    assert Input(data={"at": "2100-01-01T00:00:00Z"}).is_valid()


def test_what_a_person_names_has_the_bounds_in_forms_too() -> None:
    for model in (Night, Tournament):
        field: Any = model._meta.get_field("starts_at")
        assert all(bound in field.validators for bound in BOUNDS)


@pytest.mark.parametrize("moment", ["0001-01-01", "1999-12-31 23:59Z", "2100-01-02", "infinity"])
def test_the_database_keeps_none(moment: str) -> None:
    club = ClubFactory.create()
    plan_night(club, at=AT, starts_at=AT)
    create_tournament(club, name="Cup", rounds_count=1, deals_a_round=1, starting_stack=9, at=AT)

    for model in (Night, Tournament):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE {model._meta.db_table} SET starts_at = %s", [moment])


def test_a_night_may_be_entered_late_but_not_after_it_would_have_closed() -> None:
    club = ClubFactory.create()
    night = plan_night(club, at=AT, starts_at=AT - timedelta(hours=12))

    with pytest.raises(NotPossible, match="closes by itself 12 hours after its start"):
        plan_night(club, at=AT, starts_at=AT - timedelta(hours=13))
    with pytest.raises(NotPossible, match="Give a later start"):
        change_night(night, at=AT, starts_at=datetime(2001, 1, 1, tzinfo=UTC))
    change_night(night, at=AT + timedelta(days=9), venue="The hall")
