"""A row's version goes up with every change of what people edit, and with nothing else."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, models
from django.db.models import F

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.members import change_role, leave_club
from clubs.models import Club, Member, Night, Player, Role
from clubs.nights import change_night, close_night, open_night, plan_night
from clubs.tokens import revoke_all
from deploy.rest.versions import Versioned
from tests.clubs.factories import AT, ClubFactory, PlayerFactory, guests, owner_of
from tests.tournaments.cups import announce
from tournaments.entries import enter
from tournaments.models import Tournament
from tournaments.tournaments import cancel

pytestmark = pytest.mark.django_db

VERSIONED = [Club, Member, Night, Player, Tournament]
NOT_EDITED = {
    Club: {"book", "house_purse", "house_rules"},
    Member: {
        *("club", "player", "purse", "joined_at", "left_at", "claimed_by"),
        *("turned_away_at", "turned_away_by", "turned_away_reason"),
        "note",  # Whoever writes one says which they saw.
    },
    Night: {"club", "status", "closed_at", "is_cancelled", "house_rules"},
    Player: {
        *("password", "last_login", "joined_at", "signed_up_at", "session_salt"),
        *("sort_name", "name_parts"),
    },
    Tournament: {
        *("club", "status", "finished_at", "book", "fund", "house_rules"),
        *("paused_at", "break_until", "ends_early", "wait_told_at"),
    },
}
"""What no form and no PATCH of the row changes: it moves by orders, by itself, or by revisions."""


def version_of(row: models.Model) -> int:
    version: int = type(row)._default_manager.values_list("version", flat=True).get(pk=row.pk)
    return version


def counted_columns(model: type[models.Model]) -> set[str]:
    """The arguments of the row's trigger."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = %s", [f"{table}_version"]
        )
        [[definition]] = cursor.fetchall()
    return set(re.findall(r"'(\w+)'", definition))


def test_every_versioned_row_has_a_trigger() -> None:
    assert set(VERSIONED) == set(Versioned.__subclasses__())


@pytest.mark.parametrize("model", VERSIONED)
def test_every_column_is_edited_or_said_not_to_be(model: type[Versioned]) -> None:
    """A new column belongs into the trigger, or into the list above."""
    fields = {field.name: field.column for field in model._meta.concrete_fields}
    edited = {column for name, column in fields.items() if name not in NOT_EDITED[model]}

    assert counted_columns(model) == edited - {"id", "version", "updated_at"}


def edit(row: models.Model, column: str) -> None:
    """Another value that the column takes."""
    [field] = [one for one in row._meta.concrete_fields if one.column == column]
    value: Any = getattr(row, column)
    others = [key for key, _ in field.flatchoices if key != value]
    if others:
        other: Any = others[0]
    elif isinstance(field, models.BooleanField):
        other = not value
    elif isinstance(field, models.IntegerField):
        other = (value or 1) + 1
    elif isinstance(field, models.DateTimeField):
        other = (value or AT) + timedelta(microseconds=1)
    else:
        other = {"JSONField": {"stake": 3}, "ArrayField": [100]}.get(
            field.get_internal_type(), f"{value}x"
        )
    type(row)._default_manager.filter(pk=row.pk).update(**{column: other})


@pytest.mark.parametrize("model", VERSIONED)
def test_each_edited_column_counts_by_itself(model: type[models.Model]) -> None:
    row = one_of(model)
    columns = counted_columns(model)

    for number, column in enumerate(sorted(columns), start=1):
        edit(row, column)
        assert version_of(row) == 1 + number, column

    assert len(columns) >= 1


def one_of(model: type[models.Model]) -> Versioned:
    club = ClubFactory.create()
    if model is Night:
        return plan_night(club, at=AT, starts_at=AT)
    if model is Tournament:
        return announce(club)
    made = (club, PlayerFactory.create(), *guests(club, 1))
    return next(row for row in made if isinstance(row, model))


@pytest.mark.parametrize("model", VERSIONED)
def test_a_row_that_is_written_as_it_is_keeps_its_version(model: type[models.Model]) -> None:
    row = one_of(model)
    row.refresh_from_db()
    row.save()

    assert version_of(row) == 1


@pytest.mark.parametrize("model", VERSIONED)
@pytest.mark.parametrize("other", [0, 1, 99, F("version") - 1, F("version") + 1])
def test_nobody_sets_a_version(model: type[models.Model], other: Any) -> None:
    """As a service may: by the role under which all tests run."""
    row = one_of(model)
    edit(row, sorted(counted_columns(model))[0])
    type(row)._default_manager.filter(pk=row.pk).update(version=other)

    assert version_of(row) == 2


def test_somebody_who_saves_what_they_read_long_ago_does_not_turn_the_version_back() -> None:
    club = ClubFactory.create()
    seen_long_ago = Club.objects.get(pk=club.pk)
    for chips in (30, 40):
        Club.objects.update(opening_chips=chips)
    seen_long_ago.save()

    assert version_of(club) == 4


def test_an_evening_changes_no_plan() -> None:
    """Two organisers: one checks people in, the other still has the plan open."""
    club = ClubFactory.create()
    night, members = plan_night(club, at=AT, starts_at=AT), guests(club, 3)
    steps: list[Callable[[], object]] = [
        lambda: open_night(night),
        lambda: check_in(night, members, at=AT),
        lambda: seat_night(night),
        lambda: close_night(night, at=AT),
    ]

    for step in steps:
        step()
        assert version_of(night) == 1


def test_a_change_counts_once_however_much_it_changes() -> None:
    night = plan_night(ClubFactory.create(), at=AT, starts_at=AT)
    change_night(night, at=AT, venue="Castle bar", table_size=4, capacity=40)
    change_night(night, at=AT, venue="Castle bar")

    assert version_of(night) == 2


def test_entries_and_the_end_change_no_announcement() -> None:
    club = ClubFactory.create()
    cup, [member] = announce(club), guests(club, 1)
    enter(cup, member=member, at=AT)
    cancel(cup, by=owner_of(cup.club).pk, at=AT)

    assert version_of(cup) == 1


def test_a_role_counts_and_leaving_does_not() -> None:
    [member] = guests(ClubFactory.create(), 1)
    change_role(member, Role.SCORER, at=AT)
    leave_club(member, at=AT)

    assert version_of(member) == 2


def test_signing_in_and_out_changes_nobody() -> None:
    player = PlayerFactory.create()
    player.last_login = AT
    player.set_password("five of hearts")
    player.save()
    revoke_all(player)

    assert version_of(player) == 1
