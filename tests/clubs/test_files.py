"""Lists that organisers take away: each row once, no cell a formula, and for them alone."""

import csv
import json
from typing import Any

import pytest

from clubs.members import leave_club, walk_in
from clubs.models import Club, Night
from clubs.notes import write_note
from ledger.models import Entry
from ledger.sheets import BYTE_ORDER_MARK
from tests.clubs.callers import MEMBER, Caller
from tests.clubs.factories import AT, guests, open_night_with

pytestmark = pytest.mark.django_db

FILES = ["clubs/{club}/members", "clubs/{club}/book", "nights/{night}/people"]


@pytest.fixture
def night(club: Club) -> Night:
    made: Night = open_night_with(club, guests(club, 2))
    return made


def text_of(caller: Caller, path: str) -> str:
    answer: Any = caller.get(f"/api/v1/{path}")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    return str(answer.getvalue().decode())


@pytest.mark.parametrize("path", FILES)
def test_both_kinds_of_file_have_the_same_rows(
    club: Club, night: Night, organiser: Caller, path: str
) -> None:
    path = path.format(club=club.pk, night=night.pk)

    sheet = list(
        csv.DictReader(text_of(organiser, f"{path}.csv").lstrip(BYTE_ORDER_MARK).splitlines())
    )
    lines = [json.loads(line) for line in text_of(organiser, f"{path}.ndjson").splitlines()]

    told = [
        {name: "" if cell is None else str(cell) for name, cell in row.items()} for row in lines
    ]
    assert [{name: cell.removeprefix("'") for name, cell in row.items()} for row in sheet] == told
    assert len(told) > 1


@pytest.mark.parametrize("path", [*FILES, "clubs/{club}/book."])
def test_members_find_no_such_file(
    club: Club, night: Night, callers: dict[str, Caller], path: str
) -> None:
    path = path.format(club=club.pk, night=night.pk)
    ending = "beancount" if path.endswith(".") else ".csv"

    assert callers[MEMBER].get(f"/api/v1/{path}{ending}").status_code == 404


def test_members_are_listed_with_their_purse_and_note(club: Club, organiser: Caller) -> None:
    con = walk_in(club, name="Con", at=AT)
    write_note(con, "=SUM(A1) owed", instead_of="")
    leave_club(con, at=AT)
    con.purse.refresh_from_db()

    sheet = csv.DictReader(
        text_of(organiser, f"clubs/{club.pk}/members.csv").lstrip(BYTE_ORDER_MARK).splitlines()
    )

    [row] = [row for row in sheet if row["name"] == "Con"]
    assert (row["chips"], row["has_login"], row["role"]) == (str(con.purse.balance), "0", "guest")
    assert row["left_at"]
    assert row["note"] == "'=SUM(A1) owed"


def test_a_book_has_every_leg_once_and_sums_to_nothing(club: Club, organiser: Caller) -> None:
    guests(club, 3)

    lines = text_of(organiser, f"clubs/{club.pk}/book.ndjson").splitlines()
    told = organiser.get(f"/api/v1/clubs/{club.pk}/book").data
    journal = text_of(organiser, f"clubs/{club.pk}/book.beancount")

    legs = [json.loads(line) for line in lines]
    assert len(legs) == Entry.objects.filter(transfer__book=club.book_id).count()
    assert sum(leg["chips"] for leg in legs) == 0
    bank = sum(leg["chips"] for leg in legs if leg["kind"] == "bank")
    assert told["issued_chips"] == sum(one["chips"] for one in told["held"]) == -bank
    assert journal.startswith('option "title"')


def test_the_people_of_a_night_are_listed_with_what_they_lack(
    club: Club, night: Night, organiser: Caller
) -> None:
    shy = walk_in(club, name="Shy", at=AT)
    organiser.order(f"nights/{night.pk}/answer", {"answer": "maybe", "member": shy.pk})

    lines = text_of(organiser, f"nights/{night.pk}/people.ndjson").splitlines()

    rows = {row["name"]: row for row in map(json.loads, lines)}
    assert (rows["Shy"]["answer"], rows["Shy"]["checked_in_at"]) == ("maybe", None)
    here = [row for row in rows.values() if row["checked_in_at"]]
    assert len(here) == 2
    assert all(row["purse"] > 0 and row["lacks"] == 0 for row in here)
