"""Many people added to a club in one order, each with what became of them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.many_members import Newcomer, add_many
from clubs.members import leave_club, walk_in
from clubs.models import Club, Member, Role
from clubs.turning_away import turn_away
from ledger.audit import check_books
from tests.clubs.callers import MEMBER, ORGANISER, STRANGER, Caller, callers_of
from tests.clubs.factories import AT, ClubFactory, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(opening_chips=30)


@pytest.fixture
def organiser(club: Club) -> Caller:
    return callers_of(club)[ORGANISER]


def send(caller: Caller, club: Club, people: list[Any], *, key: str = "", **more: Any) -> Any:
    body = {"club": club.pk, "members": people, **more}
    return caller.order("members/add-many", body, key=key)


def test_each_person_has_a_result(club: Club, organiser: Caller) -> None:
    walk_in(club, name="Áine Ní Bhriain", at=AT)
    gone = walk_in(club, name="Con Gone", at=AT)
    leave_club(gone, redeems_purse=False, by=owner_of(club), at=AT)
    loud = walk_in(club, name="Loud Larry", at=AT)
    turn_away(loud, by=owner_of(club), reason="Loud", at=AT)

    answer = send(
        organiser,
        club,
        [
            {"name": "Peg Mulvihill"},
            {"name": " áine ní  bhriain "},  # As people compare names.
            {"name": "Jerry Stack", "role": "guest"},
            {"name": "PEG MULVIHILL"},  # Added two lines above.
            {"name": "Con Gone"},
            {"name": "Loud Larry"},
        ],
    ).data

    codes = [line["code"] for line in answer["results"]]
    assert codes == ["", "name_taken", "", "name_taken", "name_taken", "turned_away"]
    assert (answer["added"], answer["refused"]) == (2, 4)
    assert all(bool(line["detail"]) == bool(line["code"]) for line in answer["results"])
    peg, jerry = (Member.objects.get(pk=answer["results"][one]["member"]) for one in (0, 2))
    assert (str(peg), peg.role, peg.purse.balance) == ("Peg Mulvihill", Role.MEMBER, 30)
    assert (str(jerry), jerry.role) == ("Jerry Stack", Role.GUEST)
    assert check_books() == []


def test_a_dry_run_tells_the_same_and_adds_nobody(club: Club, organiser: Caller) -> None:
    people = [{"name": "Peg Mulvihill"}, {"name": "Peg Mulvihill"}]
    before = Member.objects.count()

    told = send(organiser, club, people, key="one", dry_run=True).data

    assert [line["code"] for line in told["results"]] == ["", "name_taken"]
    assert [line["member"] for line in told["results"]] == [None, None]
    assert Member.objects.count() == before
    done = send(organiser, club, people, key="one").data  # The key is still free.
    assert [line["code"] for line in done["results"]] == ["", "name_taken"]
    assert Member.objects.count() == before + 1


def test_an_order_that_is_repeated_adds_nobody_twice(club: Club, organiser: Caller) -> None:
    first, second = (send(organiser, club, [{"name": "Peg"}], key="one") for _ in range(2))

    assert second.data == first.data
    assert second.headers["Idempotency-Replayed"] == "true"


def test_only_organisers_add_people(club: Club) -> None:
    callers = callers_of(club)

    assert send(callers[MEMBER], club, [{"name": "Peg"}]).status_code == 403
    assert send(callers[STRANGER], club, [{"name": "Peg"}]).status_code == 404


@pytest.mark.parametrize(
    "people",
    [
        [],
        [{"name": f"Person {number}"} for number in range(201)],
        [{"name": "Peg", "role": "owner"}],  # Nobody is made one by the dozen.
        [{"name": "Peg", "role": "visitor"}],
        [{"name": "Peg"}, {}],
        ["Peg"],
    ],
)
def test_what_is_no_list_of_people(club: Club, organiser: Caller, people: list[Any]) -> None:
    assert send(organiser, club, people).status_code == 400
    assert not Member.objects.filter(player__name="Peg").exists()


def test_a_club_of_many_costs_no_more(club: Club) -> None:
    people = [Newcomer("Peg Mulvihill"), Newcomer("Jerry Stack")]

    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            add_many(club, people, is_rehearsal=True, at=AT)
        return len(queries)

    few = statements()
    for number in range(9):
        walk_in(club, name=f"Person {number}", at=AT)
    assert statements() == few
