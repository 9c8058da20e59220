"""The log at the desk: page by page, what was done to whom and where, and why it stays done."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.attendance import check_in, check_out
from clubs.draws import seat_night
from clubs.links import give_link
from clubs.log_pages import GROUPS, LINES_A_PAGE, Sought, log_page
from clubs.models import Club, DeedKind, LinkPurpose, Member, Night
from clubs.places import leave_table
from clubs.rounds import open_tables
from clubs.undoing import undo
from deploy.rights import Doer
from games.evening.result import Result
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.clubs.factories import AT, guests, open_night_with, owner_of
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Night:
    return open_night_with(club, [])


def by(night: Night) -> Doer:
    return Doer(owner_of(night.club).pk)


def come_and_go(night: Night, member: Member, times: int) -> None:
    """Twice this number of deeds."""
    for _ in range(times):
        check_in(night, [member], by=by(night), at=AT)
        check_out(night, member, by=by(night), at=AT)


def texts(night: Night, sought: Sought) -> list[str]:
    return [line.text for line in log_page(night, sought, by=by(night), at=AT).lines]


def test_every_kind_of_deed_is_in_one_group() -> None:
    grouped = sorted(kind for group in GROUPS.values() for kind in group)

    assert grouped == sorted({*DeedKind} - {DeedKind.UNDO})


def test_pages_tell_every_deed_once_the_latest_first(night: Night, club: Club) -> None:
    come_and_go(night, guests(club, 1)[0], 60)
    numbers, before = [], None
    while True:
        page = log_page(night, Sought(), before=before, by=by(night), at=AT)
        numbers.append([line.deed.number for line in page.lines])
        if (before := page.before) is None:
            break

    assert [len(one) for one in numbers] == [LINES_A_PAGE, LINES_A_PAGE, 20]
    assert [one for told in numbers for one in told] == list(range(120, 0, -1))


def test_a_longer_night_costs_no_more_queries(club: Club) -> None:
    counts = []
    for times in (5, 50):
        night = open_night_with(club, [])
        for member in guests(club, 2) if times == 5 else club.members.exclude(role="owner")[:2]:
            come_and_go(night, member, times)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            log_page(night, Sought(group="door"), by=by(night), at=AT)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_what_was_done_to_somebody(night: Night, club: Club) -> None:
    con, peg = guests(club, 2)
    come_and_go(night, con, 1)
    come_and_go(night, peg, 1)
    undo(night, 4, by=by(night), at=AT)

    assert texts(night, Sought(member_id=peg.pk)) == [
        f"Undone: {peg} checked out",
        f"{peg} checked out",
        f"{peg} checked in",
    ]


def test_what_was_done_at_a_table_and_who_won(club: Club) -> None:
    hall = Hall()
    con = hall.members[2]
    result = Result(kind="won", winner=SeatNumber(2), dealer=SeatNumber(0))
    record_deal(hall.table, result, number=1, actor_id=hall.scorer.pk, at=AT)

    won = [f"Table 1, deal 1: {con} won"]
    assert texts(hall.night, Sought(table=1)) == won
    assert texts(hall.night, Sought(member_id=con.pk)) == won
    assert texts(hall.night, Sought(group="results", table=1, member_id=con.pk)) == won
    assert texts(hall.night, Sought(table=2)) == []
    assert texts(hall.night, Sought(group="chips")) == []


def test_a_link_is_told_with_what_it_is_for(night: Night) -> None:
    for purpose, table in ((LinkPurpose.SCORER, 3), (LinkPurpose.SCORER, None), ("hall", None)):
        give_link(night, purpose=LinkPurpose(purpose), table_number=table, by=by(night), at=AT)
    give_link(night, purpose=LinkPurpose.DOOR, by=by(night), at=AT)

    assert texts(night, Sought()) == [
        "A link for the door was given",
        "A link for the screen of the hall was given",
        "A link for the results of all tables was given",
        "A link for the results of table 3 was given",
    ]


class TestThePage:
    def look(self, client: Client, night: Night, **sent: object) -> str:
        client.force_login(owner_of(night.club))
        answer = client.get(reverse("desk-log", args=[night.pk]), sent)  # type: ignore[arg-type]
        return str(answer.content.decode())

    def test_earlier_keeps_what_is_sought(self, client: Client, night: Night, club: Club) -> None:
        [con] = guests(club, 1)
        come_and_go(night, con, 30)

        page = self.look(client, night, person=con.pk, kind="door")

        assert f'?kind=door&amp;person={con.pk}&amp;before=11"' in page
        assert page.count('<li id="deed-') == LINES_A_PAGE
        rest = self.look(client, night, person=con.pk, kind="door", before=11)
        assert rest.count('<li id="deed-') == 10

    def test_a_refusal_stands_at_its_line_and_leads_to_what_stands_on_it(
        self, client: Client, club: Club
    ) -> None:
        night = open_night_with(club, guests(club, 4))
        night = seat_night(night, by=by(night), at=AT)
        night = open_tables(night, by=by(night), at=AT)
        [one, *_] = club.members.filter(attendances__night=night)
        leave_table(night, [one], may_wait=True, by=by(night), at=AT)
        opening = night.deeds.get(kind=DeedKind.OPEN_TABLES).number
        client.force_login(owner_of(club))

        address = reverse("desk-log", args=[night.pk])
        page = client.post(f"{address}?table=1", {"deed": opening}).content.decode()

        [line] = re.findall(rf'<li id="deed-{opening}">.*?</li>', page, re.DOTALL)
        assert 'role="alert"' in line
        assert "left table 1” stands on it: undo that first." in line
        assert '<option value="1" selected>' in page

    @pytest.mark.parametrize("kind", ["no-such", "__", "undo"])
    def test_no_such_group(self, client: Client, night: Night, kind: str) -> None:
        client.force_login(owner_of(night.club))

        answer = client.get(reverse("desk-log", args=[night.pk]), {"kind": kind})

        assert answer.status_code == 404

    @pytest.mark.parametrize("sent", [{"person": "9" * 18}, {"table": "9" * 15}, {"before": "x"}])
    def test_odd_numbers_break_nothing(
        self, client: Client, night: Night, sent: dict[str, str]
    ) -> None:
        client.force_login(owner_of(night.club))

        assert client.get(reverse("desk-log", args=[night.pk]), sent).status_code == 200
