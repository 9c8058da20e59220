"""Whatever a door writes to a night is in its log, with the name of the caller."""

import pytest

from clubs.models import DeedKind, Night, NightDeed
from tests.clubs.callers import Caller
from tests.clubs.factories import ClubFactory, open_night_with, owner_of
from tests.rest.description import PATHS
from tests.rest.orders import carry_out
from tests.rest.world import make_world

pytestmark = pytest.mark.django_db

AT_TABLES = {
    ("post", f"/api/v1/tables/{{id}}/{what}")
    for what in ("results", "corrections", "totals", "undo")
}
WRITING = AT_TABLES | {
    (method, path)
    for path, methods in PATHS.items()
    if path.startswith("/api/v1/nights")
    for method in methods
    if method in ("post", "put", "patch", "delete") and not path.endswith("/preview")
}


def test_every_door_that_writes_to_a_night_notes_a_deed_of_the_caller() -> None:
    done = carry_out(make_world())

    assert WRITING - done.noted == set()


def test_the_log_is_read_newest_first_and_page_by_page() -> None:
    night: Night = open_night_with(ClubFactory.create(), [])
    caller = Caller(owner_of(night.club))
    for name in ("Nora", "Con"):
        caller.order(f"nights/{night.pk}/welcome", {"name": name})
    caller.order(f"nights/{night.pk}/undo", {"deed": 1})

    first = caller.get(f"/api/v1/nights/{night.pk}/deeds?limit=2").data
    second = caller.get(first["next"]).data

    told = [*first["results"], *second["results"]]
    assert [(one["number"], one["text"]) for one in told] == [
        (3, "Undone: Nora came for the first time"),
        (2, "Con came for the first time"),
        (1, "Nora came for the first time"),
    ]
    undone = [(one["undoes"], one["undone_by"]) for one in told]
    assert undone == [(1, None), (None, None), (None, 3)]
    assert told[2]["why_not"] == "Deed 1 was undone by deed 3: undo that one to do it again."
    assert {one["by"] for one in told} == {caller.player.pk}


def test_an_undo_can_be_tried_first() -> None:
    night: Night = open_night_with(ClubFactory.create(), [])
    caller = Caller(owner_of(night.club))
    caller.order(f"nights/{night.pk}/welcome", {"name": "Nora"})

    tried = caller.order(f"nights/{night.pk}/undo", {"deed": 1, "dry_run": True})

    assert tried.data["waiting"] == []
    assert not NightDeed.objects.filter(kind=DeedKind.UNDO).exists()
