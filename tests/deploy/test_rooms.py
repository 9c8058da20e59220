"""The count of arrows between rooms: what it counts, and that ours lead downwards."""

import grimp
import pytest
from django.core.management import CommandError, call_command

from deploy.rooms import House, lines


@pytest.fixture
def house() -> House:
    """Doors import rows twice, rows import pure code, and one import leads up."""
    graph = grimp.ImportGraph()
    for importer, imported in [
        ("app.api.tables", "app.models"),
        ("app.api.deals", "app.models.deal"),
        ("app.api.deals", "app.api.tables"),  # Inside a room nothing counts.
        ("app.models.deal", "app.errors"),
        ("app.errors", "app.api.deals"),
        ("app.migrations.first", "app.models"),  # No room of the contract.
        ("app.api.deals", "other.api"),
        ("other.errors", "app.api.deals"),
    ]:
        graph.add_import(importer=importer, imported=imported)
    return House("app", (("api",), ("models",), ("errors", "rights")), graph)


def test_two_imports_between_two_rooms_are_one_arrow(house: House) -> None:
    assert house.arrows == {("api", "models"), ("models", "errors"), ("errors", "api")}


def test_an_arrow_to_a_higher_floor_leads_up(house: House) -> None:
    assert house.upward == {("errors", "api")}


def test_each_room_says_what_it_imports(house: House) -> None:
    assert list(lines(house, is_whole=True)) == [
        "app: 4 rooms on 3 floors, 3 arrows, 1 upward",
        "  1 api: models",
        "  2 models: errors",
        "  3 errors: api",
        "  3 rights: nothing",
    ]


def test_in_no_app_of_ours_an_arrow_leads_up(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rooms")

    told = capsys.readouterr().out.splitlines()
    assert {line.partition(":")[0] for line in told} >= {"clubs", "games", "ledger", "tournaments"}
    assert [line for line in told if not line.endswith(", 0 upward")] == []


def test_a_package_without_rooms_is_refused() -> None:
    with pytest.raises(CommandError, match="Name one of"):
        call_command("rooms", "docs")
