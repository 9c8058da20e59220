"""A hall that is made in a few statements is one that walked in."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections, models, transaction

from clubs.members import walk_in
from clubs.models import Club, Member, Player
from deploy.database.history import OURS
from tests.clubs.arriving import arrive
from tests.clubs.factories import AT, ClubFactory

NAMES = ("Áine Ní Bhriain", "Brid", "Brid", "Con", "李小龍", "…")
NUMBER = re.compile(r"\d+")
BY_CHANCE = (models.DateTimeField, models.AutoField, models.ForeignKey, models.BinaryField)


def told(row: models.Model) -> dict[str, Any]:
    """Every field of a row but numbers of rows, times, and what is drawn."""
    fields = [one for one in row._meta.concrete_fields if not isinstance(one, BY_CHANCE)]
    found = {one.name: getattr(row, one.attname) for one in fields}
    return {
        name: NUMBER.sub("#", value) if isinstance(value, str) and name != "password" else value
        for name, value in found.items()
        if name not in ("password", "xact")
    }


def world() -> dict[str, list[dict[str, Any]]]:
    """Every row of ours, table by table."""
    return {
        model._meta.label: [told(row) for row in model._default_manager.order_by("pk")]
        for model in apps.get_models()
        if model._meta.app_label in OURS
    }


@pytest.mark.django_db
def test_all_rows_of_it_are_the_same() -> None:
    ways: list[Callable[[Club], list[Member]]] = [
        lambda club: [walk_in(club, name=name, at=AT) for name in NAMES],
        lambda club: arrive(club, NAMES, at=AT),
    ]
    found = []
    for come in ways:
        with transaction.atomic():
            come(ClubFactory.create(name="The hall", owner__name="Chief", owner__username="chief"))
            found.append(world())
            transaction.set_rollback(True)

    walked, arrived = found
    assert len(walked["clubs.Member"]) == 1 + len(NAMES)
    assert arrived == walked


@pytest.mark.django_db
def test_everybody_has_their_own(club: Club) -> None:
    members = arrive(club, NAMES, at=AT)

    for member, name in zip(members, NAMES, strict=True):
        kept = Member.objects.select_related("player", "purse").get(pk=member.pk)
        assert (kept.player.name, kept.purse.holder_id) == (name, kept.player_id)
        assert kept.purse.balance == club.opening_chips
        assert not kept.player.has_usable_password()
    assert Player.objects.filter(username__startswith="brid").count() == 2


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Sees that the end of a test, which comes before its own, asks what is deferred."""
    asked = []
    monkeypatch.setattr(
        type(connections[DEFAULT_DB_ALIAS]),
        "check_constraints",
        lambda *_, **__: asked.append("all"),
    )
    yield
    assert asked == ["all"]


def test_a_test_that_is_rolled_back_forces_what_is_deferred(
    checks: None, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("db")

    assert connection.in_atomic_block


@pytest.mark.django_db
def test_a_row_that_points_at_nothing_is_refused_then(club: Club) -> None:
    [member] = arrive(club, ["Con"], at=AT)
    with transaction.atomic():
        nobody: dict[str, Any] = {"turned_away_by_id": 10**9, "turned_away_reason": "Noise"}
        Member.objects.filter(pk=member.pk).update(turned_away_at=AT, **nobody)

        with pytest.raises(IntegrityError, match="turned_away_by_id"):
            connection.check_constraints()
        transaction.set_rollback(True)
