"""What the screen of the hall tells, by how many queries, and what it keeps to itself."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.by_link import COOKIE, cookie_of
from clubs.draws import seat_night
from clubs.hall_screens import HallScreen, TableShown, best_columns, hall_screen_of
from clubs.links import LASTS, give_link, revoke_link
from clubs.models import LinkPurpose, Night, NightLink, NightStatus
from clubs.nights import close_night
from clubs.rounds import open_tables
from deploy.rest.clock import database_now
from deploy.rights import Doer
from games.evening.result import Result
from games.models import Mode, Table
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db


def wins(hall: Hall, seat: int, number: int = 1) -> None:
    winner = hall.table.seats.get(number=seat).number
    record_deal(hall.table, Result(kind="won", winner=winner), number=number, at=AT)


def link_to(hall: Hall, purpose: LinkPurpose = LinkPurpose.HALL) -> NightLink:
    link, _ = give_link(
        hall.night,
        purpose=purpose,
        expires_at=database_now() + LASTS,
        by=Doer(hall.organiser.pk),
        at=database_now(),
    )
    return link


def come_by(client: Client, link: NightLink) -> Client:
    client.cookies[COOKIE] = cookie_of(link)
    return client


def address(night: Night) -> str:
    return reverse("hall", args=[night.pk])


def test_people_read_where_they_sit_before_the_tables_open() -> None:
    club = ClubFactory.create()
    night = seat_night(open_night_with(club, guests(club, 10), buy_in_chips=1))

    screen = hall_screen_of(night)

    assert (screen.round_number, screen.is_played) == (1, False)
    assert [len(table.people) for table in screen.tables] == [5, 5]
    assert {table.pool for table in screen.tables} == {None}


def test_a_result_its_pool_and_who_is_ahead() -> None:
    hall = Hall(5)
    wins(hall, 2)
    record_deal(hall.table, Result(kind="spoilt"), number=2, at=AT)

    [table] = hall_screen_of(hall.night).tables
    [ahead] = hall_screen_of(hall.night).winners

    hall.table.pool.refresh_from_db()
    assert table.last is not None
    assert (table.last.kind, table.last.winners) == ("spoilt", ())
    assert table.pool == hall.table.pool.balance > 0
    assert table.plays_highest
    assert (ahead.rank, ahead.name) == (1, hall.names[2])


def test_who_won_most_is_told_after_the_night_and_nobodys_loss() -> None:
    hall = Hall(5)
    wins(hall, 3)
    close_night(hall.night, at=AT)
    hall.night.refresh_from_db()

    screen = hall_screen_of(hall.night)

    assert screen.status == NightStatus.CLOSED
    assert screen.tables == ()
    assert [one.name for one in screen.winners] == [hall.names[3]]
    assert all(one.chips > 0 for one in screen.winners)


def test_a_table_that_spectators_see_later_shows_who_sits_there_and_no_more() -> None:
    hall = Hall(5)
    wins(hall, 2)
    Table.objects.update(spectator_delay_seconds=60)

    screen = hall_screen_of(hall.night)

    assert len(screen.tables[0].people) == 5
    assert (screen.tables[0].pool, screen.tables[0].last) == (None, None)
    assert screen.winners == ()


def test_no_card_of_a_deal_online_is_on_the_screen(client: Client) -> None:
    club = ClubFactory.create()
    night = open_night_with(club, guests(club, 5), mode=Mode.ONLINE, buy_in_chips=20)
    table = open_tables(seat_night(night), at=AT).rounds.tables().get().table
    assert table is not None
    for _ in range(3):
        advance_table(table.pk, at=AT)
    client.force_login(club.members.get(role="owner").player)

    with CaptureQueriesContext(connection) as queries:
        client.get(address(night))

    assert table.deals.filter(settled_at=None).exists()
    asked = " ".join(query["sql"] for query in queries)
    assert not any(name in asked for name in ("sealed", "games_action", "games_entropy"))


def test_more_tables_and_people_cost_no_more_queries() -> None:
    counts = []
    for people in (5, 60):
        club = ClubFactory.create()
        night = seat_night(open_night_with(club, guests(club, people), buy_in_chips=1))
        night = open_tables(night, at=AT)
        with CaptureQueriesContext(connection) as queries:
            hall_screen_of(night)
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize(("tables", "columns"), [(1, 1), (2, 2), (4, 2), (6, 3), (20, 5)])
def test_tables_stand_where_their_letters_are_largest(tables: int, columns: int) -> None:
    assert best_columns(tables, 7) == columns


def test_a_hall_link_opens_the_screen_of_its_night_alone(client: Client) -> None:
    hall, other = Hall(5), Hall(5)
    browser = come_by(client, link_to(hall))

    page = browser.get(address(hall.night))

    assert all(name in page.content.decode() for name in hall.names)
    assert page.headers["Cache-Control"] == "no-store, private"
    assert browser.get(address(other.night)).status_code == 404


@pytest.mark.parametrize("purpose", [LinkPurpose.DOOR, LinkPurpose.SCORER])
def test_other_links_open_no_screen(client: Client, purpose: LinkPurpose) -> None:
    hall = Hall(5)

    assert come_by(client, link_to(hall, purpose)).get(address(hall.night)).status_code == 404


def test_a_link_that_is_revoked_opens_nothing(client: Client) -> None:
    hall = Hall(5)
    link = link_to(hall)
    revoke_link(hall.night, link.pk, by=Doer(hall.organiser.pk), at=database_now())

    answer = come_by(client, link).get(address(hall.night), headers={"HX-Request": "true"})

    assert "HX-Redirect" in answer.headers
    assert answer.content == b""


def test_nothing_but_the_screen_is_sent_to_its_script(client: Client) -> None:
    hall = Hall(5)
    browser = come_by(client, link_to(hall))

    part = browser.get(address(hall.night), headers={"HX-Request": "true"}).content.decode()

    assert 'id="screen"' in part
    assert "<html" not in part


@pytest.mark.parametrize(
    ("tables", "people", "pages"),
    [
        (0, 5, []),
        (20, 5, [20]),
        (21, 5, [10, 11]),
        (32, 5, [16, 16]),
        (12, 10, [6, 6]),
        (25, 10, [8, 8, 9]),
        (25, 3, [25]),
    ],
)
def test_more_tables_than_can_be_read_come_page_by_page(
    tables: int, people: int, pages: list[int]
) -> None:
    names = ("Nora",) * people
    screen = HallScreen(
        status=NightStatus.PLAYING,
        here=0,
        round_number=1,
        is_played=True,
        tables=tuple(TableShown(number, names) for number in range(tables)),
        winners=(),
        last_deed=0,
    )

    assert [len(page) for page in screen.pages] == pages
    assert sum(screen.pages, ()) == screen.tables
