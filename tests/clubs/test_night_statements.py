"""What moved on a night: its journal, what everybody takes home, and their statements."""

import csv
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.chip_journal import journal_page
from clubs.chips import exchange_chips
from clubs.draws import seat_night
from clubs.handing_out import hand_out
from clubs.homecomings import closing_of
from clubs.models import Club, Night
from clubs.nights import close_night
from clubs.places import leave_table
from clubs.rounds import open_tables
from deploy.rest.clock import database_now
from deploy.rights import Doer
from games.evening.result import Result
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from ledger.by_hand import Direction
from ledger.models import Account
from tests.clubs.factories import (
    AT,
    ClubFactory,
    guests,
    open_night_with,
    owner_of,
)
from tests.clubs.halls import Hall

LATER = AT + timedelta(hours=2)
pytestmark = pytest.mark.django_db


def played(deals: int = 1) -> Hall:
    """Five with 20 chips each at a table; each has won a deal, the third the first."""
    hall = Hall()
    for number in range(1, deals + 1):
        dealer = SeatNumber(0) if number == 1 else None
        result = Result(kind="won", winner=SeatNumber((number + 1) % 5), dealer=dealer)
        record_deal(hall.table, result, number=number, at=AT)
    return hall


def lying_out(night: Night) -> int:
    stacks = Account.objects.filter(seat__table__night_table__round__night=night)
    pools = Account.objects.filter(tables__night_table__round__night=night)
    return sum(account.balance for account in stacks | pools)


def look(client: Client, night: Night, page: str, **sent: str | int) -> str:
    return str(client.get(reverse(page, args=[night.pk]), sent).content.decode())


def test_the_journal_tells_every_transfer_with_the_chips_that_are_out() -> None:
    hall = played()
    lines = journal_page(hall.night, at=LATER).lines
    brought = [line for line in lines if line.change]

    assert [line.out for line in brought] == [100, 80, 60, 40, 20]
    assert [line.change for line in brought] == [20] * 5
    assert {line.sentence for line in brought} == {"Chips were brought to a table."}
    assert lines[0].out == lying_out(hall.night) == 100
    assert lines[0].sentence == "The pool was won."
    assert [leg.name for leg in lines[0].legs] == [hall.names[2]]
    assert lines[0].about == "deal 1"


def test_whoever_goes_home_is_one_leg_and_lowers_what_is_out() -> None:
    hall = played()
    [gone] = hall.members[:1]
    by = Doer(hall.organiser.pk)
    leave_table(hall.night, [gone], may_wait=True, by=by, at=AT)

    line = journal_page(hall.night, at=LATER).lines[0]

    [leg] = line.legs
    assert (leg.name, leg.chips, line.change) == (str(gone), line.change, line.change)
    assert line.out == 100 + line.change == lying_out(hall.night)


def test_what_is_handed_out_is_in_it_and_changes_nothing_at_the_tables() -> None:
    hall = played()
    by = Doer(hall.organiser.pk)
    hand_out(hall.night, hall.members[:1], chips=9, key="x", memo="For tea", by=by, at=AT)
    issued: dict[str, Any] = {"key": "y", "actor": hall.organiser, "at": AT}
    exchange_chips(hall.members[1], Direction.REDEEM, chips=2, **issued)

    back, out, *_ = journal_page(hall.night, at=LATER).lines

    assert (out.sentence, out.about, out.by) == (
        "The club handed out chips.",
        "For tea",
        str(hall.organiser),
    )
    assert [(leg.name, leg.chips) for leg in out.legs] == [(str(hall.members[0]), 9)]
    assert (out.change, out.out, out.table) == (0, 100, None)
    assert [leg.chips for leg in back.legs] == [-2]


def test_without_the_deals_what_is_out_is_told_alike() -> None:
    hall = played(deals=3)
    everything = journal_page(hall.night, at=LATER).lines
    brief = journal_page(hall.night, has_deals=False, at=LATER).lines

    assert len(everything) == len(brief) + 2 * 3
    assert brief == tuple(line for line in everything if line.change or line.table is None)


def test_pages_tell_every_transfer_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubs.chip_journal.LINES_A_PAGE", 7)
    hall = played(deals=4)
    numbers, before = [], None
    while True:
        page = journal_page(hall.night, before=before, at=LATER)
        numbers.append([line.number for line in page.lines])
        if (before := page.before) is None:
            break

    told = [one for page in numbers for one in page]
    assert {len(page) for page in numbers[:-1]} == {7}
    assert told == sorted(set(told), reverse=True)
    assert len(told) >= 5 + 2 * 4


def test_a_night_before_it_is_no_part_of_it() -> None:
    hall = played()
    hall.night = close_night(hall.night, at=LATER)
    now = database_now()
    later = open_night_with(hall.club, hall.members)
    later.attendances.update(checked_in_at=now)
    later.starts_at = now

    assert journal_page(later, at=now).lines == ()
    assert journal_page(hall.night, at=now).lines[0].out == 0


def test_what_everybody_would_take_home_is_told_and_nothing_is_done() -> None:
    hall = played()
    closing = closing_of(hall.night, at=LATER)
    told = {one.name: (one.brought, one.takes, one.won, one.purse) for one in closing.people}

    hall.night.refresh_from_db()
    assert hall.night.status == "playing"
    hall.night = close_night(hall.night, at=LATER)
    after = closing_of(hall.night, at=LATER)
    assert {one.name: (one.brought, one.takes, one.won, one.purse) for one in after.people} == told
    assert told[hall.names[2]][2] > 0
    assert (closing.brought, closing.takes, closing.stays) == (100, 100, 0)
    assert (closing.is_closed, after.is_closed) == (False, True)


def test_a_night_that_cannot_close_now_says_why_and_tells_what_lies_there() -> None:
    hall = Hall(unclaimed_pool="play_on")
    result = Result(kind="spoilt", dealer=SeatNumber(0))
    record_deal(hall.table, result, number=1, at=AT)

    closing = closing_of(hall.night, at=LATER)

    assert closing.refusal
    assert closing.stays == hall.table.pool.__class__.objects.get(pk=hall.table.pool_id).balance


@pytest.mark.parametrize("page", ["desk-money", "desk-journal", "desk-log"])
def test_more_people_cost_no_more_queries(client: Client, page: str) -> None:
    counts = []
    for people in (10, 50):
        club: Club = ClubFactory.create(opening_chips=20)
        client.force_login(owner_of(club))
        by = Doer(owner_of(club).pk)
        night = open_night_with(club, guests(club, people), buy_in_chips=5)
        night = open_tables(seat_night(night, by=by, at=AT), by=by, at=AT)
        hand_out(night, guests(club, people // 10), chips=1, key="x", by=by, at=AT)
        look(client, night, page)
        with CaptureQueriesContext(connection) as asked:
            look(client, night, page)
        counts.append(len(asked))

    assert counts[0] == counts[1]


class TestThePages:
    def test_a_line_leads_to_its_table(self, client: Client) -> None:
        hall = played()
        client.force_login(hall.organiser)

        page = look(client, hall.night, "desk-journal")

        assert f'href="{reverse("desk-table", args=[hall.night.pk, 1, 1])}"' in page

    def test_a_statement_is_tonights(self, client: Client) -> None:
        hall = played()
        client.force_login(hall.organiser)
        con = hall.members[0]
        home = look(client, hall.night, "desk-home")
        address = reverse("desk-statement", args=[hall.night.pk, con.pk, "csv"])
        pdf = client.get(reverse("desk-statement", args=[hall.night.pk, con.pk, "pdf"]))

        assert f'href="{address}"' in home
        sheet = b"".join(client.get(address)).decode()
        rows = list(csv.reader(StringIO(sheet)))
        assert rows[-2][1].startswith("Brought 20 to a table")
        assert rows[-1][1:] == ["Closing balance", "", "20"]
        assert pdf.content.startswith(b"%PDF")
        assert pdf.headers["Content-Disposition"].startswith("attachment")

    @pytest.mark.parametrize("ending", ["svg", "html", "exe"])
    def test_no_such_file(self, client: Client, ending: str) -> None:
        hall = Hall()
        client.force_login(hall.organiser)
        address = reverse("desk-statement", args=[hall.night.pk, hall.members[0].pk, ending])

        assert client.get(address).status_code == 404

    def test_a_statement_of_another_club_is_not_found(self, client: Client) -> None:
        hall, other = Hall(), Hall()
        client.force_login(hall.organiser)
        address = reverse("desk-statement", args=[hall.night.pk, other.members[0].pk, "pdf"])

        assert client.get(address).status_code == 404

    @pytest.mark.parametrize("page", ["desk-money", "desk-journal", "desk-home", "desk-statement"])
    def test_scorers_see_none_of_it(self, client: Client, page: str) -> None:
        hall = Hall()
        client.force_login(hall.scorer)
        more = [hall.members[0].pk, "pdf"] if page == "desk-statement" else []

        assert client.get(reverse(page, args=[hall.night.pk, *more])).status_code == 404
