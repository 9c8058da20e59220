"""What one request may ask for: every number, list and text that is taken has a bound."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import CharField, IntegerField, Model, PositiveIntegerField
from django.test.utils import CaptureQueriesContext
from rest_framework import serializers
from rest_framework.test import APIClient

from clubs.api.door import MOST_MEMBERS
from clubs.models import Attendance, Club, Night, Player
from clubs.nights import open_night, plan_night
from deploy.rest.problems import MOST_TOLD
from deploy.rest.serializers import LONGEST_NAME, MOST_NAMED, StrictSerializer
from deploy.rest.throttles import cache
from games.engine import HouseRules, ImpossibleRules, Ruleset
from games.engine.house_rules import MOST_CHIPS
from games.models import Seat, Table
from games.tables.opening import MOST_DEALS
from tests.clubs.factories import AT, ClubFactory, guests, owner_of
from tests.rest.inputs import INPUTS
from tournaments.models import Tournament

ROWS = (Club, Night, Table, Tournament, Seat)


def fields(kind: type[StrictSerializer]) -> Iterator[tuple[str, Any]]:
    """Every field, and what lists hold."""
    for name, field in kind().get_fields().items():
        yield name, field
        if isinstance(field, serializers.ListField):
            yield name, field.child


def test_many_inputs_are_walked() -> None:
    assert len(INPUTS) >= 20


@pytest.mark.parametrize("kind", INPUTS)
def test_every_number_list_and_text_has_a_bound(kind: type[StrictSerializer]) -> None:
    for name, field in fields(kind):
        if isinstance(field, serializers.IntegerField | serializers.FloatField):
            assert field.min_value is not None, name
            assert field.max_value is not None, name
        elif isinstance(field, serializers.ListField | serializers.CharField):
            assert field.max_length is not None, name
        assert not isinstance(field, serializers.ManyRelatedField), f"{name} asks once a row"


@pytest.mark.parametrize("kind", INPUTS)
def test_every_number_and_text_fits_its_column(kind: type[StrictSerializer]) -> None:
    for name, field in fields(kind):
        for row in ROWS:
            column = {one.name: one for one in row._meta.fields}.get(name)
            if isinstance(field, serializers.CharField) and isinstance(column, CharField):
                assert (field.max_length or 0) <= (column.max_length or 0), (name, row)
            elif isinstance(field, serializers.IntegerField) and isinstance(column, IntegerField):
                _, most = connection.ops.integer_field_range(column.get_internal_type())
                assert most is not None, name
                assert field.max_value is not None, name
                assert most >= field.max_value, (name, row)


@pytest.mark.parametrize("row", [Club, Night, Tournament])
def test_forms_have_the_bounds_of_the_api(row: type[Model]) -> None:
    """Whoever plans in the admin plans no more than a program can."""
    columns = {one.name: one for one in row._meta.fields if isinstance(one, IntegerField)}
    bounds = {
        name: field.max_value
        for kind in INPUTS
        if kind.__name__ in {"ClubInput", "NightInput", "TournamentInput"}
        and row.__name__ in kind.__name__
        for name, field in fields(kind)
        if name in columns and isinstance(field, serializers.IntegerField)
    }

    assert bounds
    for name, most in bounds.items():
        assert most is not None
        assert columns[name].clean(most, None) == most, name
        with pytest.raises(ValidationError):
            columns[name].clean(most + 1, None)


def test_a_clubs_settings_have_bounds() -> None:
    typed = [one for one in Club._meta.fields if one.editable]
    numbers = [one for one in typed if isinstance(one, PositiveIntegerField)]

    assert len(numbers) == 6
    for column in numbers:
        with pytest.raises(ValidationError):
            column.clean(10**6 + 1, None)


@pytest.mark.django_db
def test_a_club_whose_deals_are_dear_opens_all_the_same() -> None:
    """What a bot brings stays within its own bound; the name was said to be taken."""
    rules = Ruleset("standard", {"stake": MOST_CHIPS, "dealer_extra": MOST_CHIPS})

    assert ClubFactory.create(rules=rules).bot_buy_in_chips == MOST_CHIPS


@pytest.mark.parametrize("option", ["stake", "dealer_extra", "reduced_stake", "pool_max"])
def test_rules_have_bounds_where_they_are_made_not_where_they_are_read(option: str) -> None:
    most = {option: MOST_CHIPS}
    old = {option: 10**30}

    assert getattr(HouseRules.made_today(most), option) == MOST_CHIPS
    with pytest.raises(ImpossibleRules, match=f"Rule 7.*: {option} is 1000000 at most"):
        HouseRules.made_today(old)
    assert getattr(HouseRules.from_json(old), option) == 10**30


@pytest.fixture
def club(db: None) -> Club:
    cache.clear()
    return ClubFactory.create()


@pytest.fixture
def organiser(club: Club) -> APIClient:
    client = APIClient()
    client.force_authenticate(owner_of(club))
    return client


@pytest.mark.parametrize("door", ["free-tables", "clubs"])
def test_a_door_makes_no_rules_beyond_the_bound(
    club: Club, organiser: APIClient, door: str
) -> None:
    Player.objects.update(is_superuser=True)  # Or nobody opens clubs.
    organiser.force_authenticate(owner_of(club))
    order: dict[str, Any] = {"name": "Window", "house_rules": {"stake": 10**30}}
    order |= {"club": club.pk} if door == "free-tables" else {}

    answer = organiser.post(f"/api/v1/{door}", order, headers={"Idempotency-Key": "a"})

    assert (answer.status_code, answer.json()["rule"]) == (422, "7.1")


def test_a_refusal_of_a_choice_repeats_little(club: Club, organiser: APIClient) -> None:
    table = {"club": club.pk, "name": "Window", "access": "x" * 9000}

    answer = organiser.post("/api/v1/free-tables", table, headers={"Idempotency-Key": "a"})

    assert answer.status_code == 400
    assert len(answer.content) < 1000


@pytest.mark.parametrize(
    "options",
    [{"x" * 9000: 1}, {"stake": "x" * 9000}, {f"{number:x<40}": 1 for number in range(200)}],
)
def test_a_refusal_repeats_little(club: Club, organiser: APIClient, options: Any) -> None:
    table = {"club": club.pk, "name": "Window", "house_rules": options}

    answer = organiser.post("/api/v1/free-tables", table, headers={"Idempotency-Key": "a"})

    assert answer.status_code == 422
    assert len(answer.content) < 1000


def test_a_few_of_many_unknown_fields_are_named(organiser: APIClient) -> None:
    answer = organiser.post("/api/v1/nights", {f"{number:x<200}": 1 for number in range(60)})

    errors = answer.json()["errors"]
    assert len(errors) == MOST_NAMED + 1
    assert errors["non_field_errors"] == ["There are 50 more fields that do not exist."]
    assert max(map(len, errors)) == LONGEST_NAME
    assert answer.json()["detail"].count("; ") == MOST_TOLD
    assert answer.json()["detail"].endswith("; 6 more in errors.")
    assert len(answer.content) < 4000


def check_in(client: APIClient, night: Night, ids: list[int]) -> tuple[int, Any, int]:
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(f"/api/v1/nights/{night.pk}/check-in", {"members": ids})
    return answer.status_code, answer.json(), len(captured)


def test_a_hall_full_checks_in_with_as_many_queries_as_one(
    club: Club, organiser: APIClient
) -> None:
    first, second = (open_night(plan_night(club, at=AT, starts_at=AT)) for _ in range(2))
    ids = [member.pk for member in guests(club, 12)]

    _, _, few = check_in(organiser, first, ids[:1])
    status, _, many = check_in(organiser, second, ids + ids)

    assert (status, many) == (200, few)
    assert Attendance.objects.here().filter(night=second).count() == 12


def test_more_than_a_hall_full_is_refused_before_anybody_is_looked_up(
    club: Club, organiser: APIClient
) -> None:
    night = open_night(plan_night(club, at=AT, starts_at=AT))

    status, answer, many = check_in(organiser, night, list(range(1, MOST_MEMBERS + 2)))
    assert status == 400
    assert "500 members at most" in str(answer["errors"]["members"])
    status, answer, queries = check_in(organiser, night, list(range(900_000, 900_400)))
    assert status == 404
    assert "and 390 more" in answer["detail"]
    assert queries <= many + 1


def test_no_door_opens_a_table_for_more_deals_than_a_proof_tells_at_once() -> None:
    """Forms have the bounds of the API, as above."""
    asked = {
        (kind.__name__, name): field.max_value
        for kind in INPUTS
        for name, field in fields(kind)
        if name in ("deals_limit", "deals_a_round")
    }

    assert len(asked) > 3
    assert max(asked.values()) == MOST_DEALS
