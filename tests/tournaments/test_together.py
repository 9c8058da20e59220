"""Many entries in one order: by id or name, alone or together, each with what became of it."""

from typing import Any

import pytest

from clubs.members import walk_in
from clubs.models import Club
from deploy.rest.clock import database_now
from ledger.audit import check_books
from ledger.models import Transfer
from tests.clubs.callers import MEMBER, ORGANISER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests
from tournaments.announcements import create_tournament
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.tournaments.doors")]


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def organiser(club: Club) -> Caller:
    return callers_of(club)[ORGANISER]


def cup(club: Club, **plan: Any) -> Tournament:
    given: Any = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 9, **plan}
    return create_tournament(club, name="Cup", at=database_now(), **given)


def send(caller: Caller, tournament: Tournament, entries: Any, **more: Any) -> Any:
    body = {"entries": entries, **more}
    return caller.order(f"tournaments/{tournament.pk}/enter-many", body)


def test_each_entry_has_its_own_result(club: Club, organiser: Caller) -> None:
    tournament = cup(club, entry_chips=15)
    one, other, broke = guests(club, 3)
    walk_in(club, name="Áine Ní Bhriain", at=database_now())
    assert send(organiser, cup(club, entry_chips=15), [{"member": broke.pk}]).data["entered"] == 1

    answer = send(
        organiser,
        tournament,
        [
            {"member": one.pk, "bot_level": "thumb"},
            {"name": "  áine ní  bhriain"},
            {"member": one.pk},
            {"member": broke.pk},
            {"name": "Nobody Atall"},
            {"member": 999_999},
            {"member": other.pk},
        ],
    ).data

    codes = ["", "", "already_entered", "overdrawn", "not_member", "not_member", ""]
    assert (answer["entered"], answer["refused"]) == (3, 4)
    assert [line["code"] for line in answer["results"]] == codes
    assert [line["entry"] for line in answer["results"]] == [*range(7)]
    assert "Nobody in" in answer["results"][4]["detail"]
    entrants = [line["entrant"] for line in answer["results"] if line["entrant"]]
    assert entrants == [*tournament.entrants.order_by("pk").values_list("pk", flat=True)]
    assert tournament.fund.__class__.objects.get(pk=tournament.fund_id).balance == 45
    assert check_books() == []


def test_who_finds_no_place_waits(club: Club, organiser: Caller) -> None:
    entries = [{"member": member.pk} for member in guests(club, 3)]

    answer = send(organiser, cup(club, capacity=2), entries).data

    assert [line["admission"] for line in answer["results"]] == ["in", "in", "waiting"]


def test_pairs(club: Club, organiser: Caller) -> None:
    tournament = cup(club, members_count=2)
    one, other, third = guests(club, 3)

    answer = send(
        organiser,
        tournament,
        [
            {"member": one.pk, "partners": [{"name": str(other)}]},
            {"member": third.pk},
            {"name": str(third), "partners": [{"member": one.pk}]},
        ],
    ).data

    assert [line["code"] for line in answer["results"]] == ["", "not_together", "already_entered"]
    assert answer["results"][0]["name"] == f"{one} and {other}"
    assert tournament.entrants.count() == 1


def test_namesakes_are_told_apart_by_id(club: Club, organiser: Caller) -> None:
    one, other = guests(club, 2)
    for member in (one, other):
        member.player.name = "Con Shea"
        member.player.save(update_fields=["name"])

    [line] = send(organiser, cup(club), [{"name": "Con Shea"}]).data["results"]

    assert line["detail"] == (
        f"Several in {club} are called Con Shea: name member {one.pk} or {other.pk}."
    )


def test_a_dry_run_tells_the_same_and_does_nothing(club: Club, organiser: Caller) -> None:
    tournament, [one] = cup(club, entry_chips=5), guests(club, 1)
    moved = Transfer.objects.count()

    entries = [{"member": one.pk}, {"member": one.pk}]
    answer = send(organiser, tournament, entries, dry_run=True).data

    assert [line["code"] for line in answer["results"]] == ["", "already_entered"]
    assert [line["entrant"] for line in answer["results"]] == [None, None]
    assert (tournament.entrants.count(), Transfer.objects.count()) == (0, moved)


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"member": 1, "name": "Con"},
        {"member": 0},
        {"member": 1, "partners": []},
        {"member": 1, "colour": "red"},
    ],
)
def test_what_is_no_entry_is_refused_as_a_whole(club: Club, organiser: Caller, entry: Any) -> None:
    assert send(organiser, cup(club), [entry]).status_code == 400


def test_members_enter_nobody_else(club: Club) -> None:
    [one] = guests(club, 1)

    assert send(callers_of(club)[MEMBER], cup(club), [{"member": one.pk}]).status_code == 403
