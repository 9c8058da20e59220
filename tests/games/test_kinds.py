"""Kinds of table: what apps declare is right, and the doors of games ask all kinds alike."""

from pathlib import Path

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model, OneToOneRel
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.draws import seat_night
from clubs.models import Club, Night
from clubs.rounds import open_tables
from clubs.table_kinds import FREE_TABLE, NIGHT
from games.kinds import TableKind, declared_kinds, occasions, row_of, whole_of
from games.models import Deal, Seat, Table
from ledger.models import Account, Book, Entry, Transfer
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.houses import table_of
from tests.games import factories
from tests.tournaments.cups import announce
from tournaments.entries import enter
from tournaments.table_kinds import TOURNAMENT
from tournaments.tournaments import start

KINDS = declared_kinds()
OURS = (FREE_TABLE, NIGHT, TOURNAMENT)
ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "games").rglob("*.py"))


def name_of(kind: TableKind) -> str:
    return kind.row


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def tables(club: Club) -> dict[str, Table]:
    """An open table of each kind, by the relation to its row."""
    people = guests(club, 8)
    night = open_tables(seat_night(open_night_with(club, people[:4])), at=AT)
    cup = announce(club)
    for member in people[4:]:
        enter(cup, member=member, at=AT)
    start(cup, at=AT)
    return {
        "free_table": table_of(club, owner_of(club)).table,
        "night_table": Table.objects.get(night_table__round__night=night),
        "round_table": Table.objects.get(round_table__round__tournament=cup),
    }


@pytest.fixture
def client(club: Club) -> Client:
    """The club's owner in the admin."""
    client = Client()
    client.force_login(owner_of(club))
    return client


def listed(client: Client, **query: str) -> str:
    return client.get(reverse("admin:games_table_changelist"), query).content.decode()


def test_every_app_is_asked_for_its_kinds() -> None:
    assert set(KINDS) >= set(OURS)


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_a_kind_keeps_one_row_of_each_of_its_tables(kind: TableKind) -> None:
    relation = Table._meta.get_field(kind.row)

    assert isinstance(relation, OneToOneRel)
    fields = {field.name for field in relation.related_model._meta.get_fields()}
    assert {*kind.reads, *kind.filters} <= fields


def test_no_two_kinds_have_one_name() -> None:
    assert len({kind.name for kind in KINDS}) == len({kind.row for kind in KINDS}) == len(KINDS)
    assert len(occasions()) == sum(kind.occasion is not None for kind in KINDS)


def test_games_name_no_row_of_an_app_above() -> None:
    text = {path: path.read_text() for path in MODULES if path.parent.name != "migrations"}

    assert [(path, one.row) for path in text for one in KINDS if one.row in text[path]] == []


@pytest.mark.parametrize("model", [Table, Seat, Deal, Book, Account, Transfer, Entry])
def test_the_pages_of_games_and_ledger_are_their_own(model: type[Model]) -> None:
    assert type(admin.site.get_model_admin(model)).__module__.startswith(model._meta.app_label)


@pytest.mark.django_db
def test_the_kind_of_a_table_is_found(tables: dict[str, Table]) -> None:
    found = [row_of(Table.objects.get(pk=table.pk)) for table in tables.values()]

    assert [one and one[0].row for one in found] == list(tables)
    assert row_of(factories.table_of()) is None


@pytest.mark.django_db
@pytest.mark.parametrize("kind", OURS, ids=name_of)
def test_a_list_shows_the_tables_of_one_kind(
    kind: TableKind, client: Client, tables: dict[str, Table]
) -> None:
    page = listed(client, kind=kind.row)

    shown = [name for name, table in tables.items() if f"/table/{table.pk}/change/" in page]
    assert shown == [kind.row]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", OURS, ids=name_of)
def test_the_page_of_a_table_leads_to_what_it_is_part_of(
    kind: TableKind, client: Client, tables: dict[str, Table]
) -> None:
    table = tables[kind.row]

    page = client.get(reverse("admin:games_table_change", args=[table.pk])).content.decode()

    whole = whole_of(table)
    assert (whole is None) == (kind.occasion is None)
    if whole is not None:
        address = f"admin:{whole._meta.app_label}_{whole._meta.model_name}_change"
        assert f'href="{reverse(address, args=[whole.pk])}"' in page


@pytest.mark.django_db
def test_what_has_no_page_is_only_named(
    client: Client, tables: dict[str, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin.site, "is_registered", lambda model: model is not Night)
    table = tables["night_table"]
    night = table.night_table.round.night

    page = client.get(reverse("admin:games_table_change", args=[table.pk])).content.decode()

    assert str(night) in page
    assert reverse("admin:clubs_night_change", args=[night.pk]) not in page


@pytest.mark.django_db
@pytest.mark.usefixtures("tables")
def test_a_longer_list_asks_nothing_more(club: Club, client: Client) -> None:
    listed(client)
    with CaptureQueriesContext(connection) as short:
        listed(client)
    for _ in range(3):
        table_of(club, owner_of(club))

    with CaptureQueriesContext(connection) as long:
        listed(client)

    assert len(long) == len(short)
