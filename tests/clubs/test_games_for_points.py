"""Games for points on paper and on screens: scores by side, and stakes that are not lost yet."""

from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.draws import seat_night
from clubs.floor import floor_of
from clubs.game_scores import running_games
from clubs.hall_screens import hall_screen_of
from clubs.models import Night
from clubs.rounds import open_tables
from games.evening.result import Result
from games.models import Mode
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with
from tests.clubs.halls import Hall

pytestmark = pytest.mark.django_db

FORTY_FIVE: dict[str, Any] = {"target": 45, "sides": "pairs"}


DASH = "\N{EN DASH}"


def four(**rules: Any) -> Hall:
    return Hall(4, **{**FORTY_FIVE, **rules})


def scored(hall: Hall, one: int, other: int, *, number: int = 1) -> None:
    """A deal after which the two sides stand at these points."""
    scores = {SeatNumber(0): one, SeatNumber(1): other}
    record_deal(hall.table, Result(kind="scored", scores=scores), number=number, at=AT)


def wins(hall: Hall) -> None:
    """The first side wins a game by its third deal."""
    scored(hall, 20, 5)
    scored(hall, 40, 10, number=2)
    won = Result(kind="won", winner=SeatNumber(0), scores={SeatNumber(0): 45, SeatNumber(1): 30})
    record_deal(hall.table, won, number=3, at=AT)


def look(client: Client, night: Night, page: str, *args: object) -> str:
    return unescape(client.get(reverse(page, args=[night.pk, *args])).content.decode())


def told(hall: Hall) -> list[tuple[tuple[str, ...], int]]:
    [table] = hall_screen_of(hall.night).tables
    return [(side.names, side.score) for side in table.sides]


def test_the_hall_sees_what_each_side_stands_at(client: Client) -> None:
    hall = four()
    one, other = tuple(hall.names[::2]), tuple(hall.names[1::2])
    assert told(hall) == [(one, 0), (other, 0)]

    scored(hall, 15, 10)
    assert told(hall) == [(one, 15), (other, 10)]
    client.force_login(hall.organiser)
    screen = look(client, hall.night, "hall")
    assert f'<span class="name">{one[0]}</span> <b>15</b>' in screen
    assert f'<span class="name">{other[0]}</span> <b>10</b>' in screen

    record_deal(hall.table, Result(kind="misdeal"), number=2, at=AT)
    assert told(hall) == [(one, 15), (other, 10)]


def test_a_game_that_is_won_is_followed_by_one_from_nothing() -> None:
    hall = four()
    wins(hall)

    assert [score for _, score in told(hall)] == [0, 0]


def test_stakes_of_a_game_that_is_not_over_are_not_lost() -> None:
    hall = four()
    wins(hall)
    ahead = [(one.name, one.chips) for one in hall_screen_of(hall.night).winners]
    scored(hall, 10, 15, number=4)  # The next game takes new stakes.

    hall.table.pool.refresh_from_db()
    assert hall.table.pool.balance > 0
    assert len(ahead) == 2
    assert [(one.name, one.chips) for one in hall_screen_of(hall.night).winners] == ahead


def test_stakes_of_a_game_online_are_not_lost_either() -> None:
    """Nobody is ahead before a game is won; all that lies in the pool is still played for."""
    club = ClubFactory.create()
    night = open_night_with(
        club, guests(club, 4), mode=Mode.ONLINE, buy_in_chips=20, options=FORTY_FIVE
    )
    table = open_tables(seat_night(night), at=AT).rounds.tables().get().table
    assert table is not None
    for _ in range(3):
        advance_table(table.pk, at=AT)
    table.pool.refresh_from_db()

    assert table.deals.filter(settled_at=None).exists()
    stakes = running_games([table])[table.pk].stakes
    assert sum(stakes.values()) == table.pool.balance > 0
    assert len(stakes) == 4
    assert hall_screen_of(night).winners == ()


def test_a_score_sheet_has_a_column_for_each_side(client: Client) -> None:
    hall = four()
    client.force_login(hall.organiser)

    page = look(client, hall.night, "desk-paper", "sheets")

    for one, other in zip(hall.names[:2], hall.names[2:], strict=True):
        assert f'<th scope="col">{one} {DASH} {other}</th>' in page
    assert "The first side with 45 points wins the game" in page
    assert "S for spoilt" not in page
    assert ">Pool<" not in page
    assert "Chips at the end" in page


def test_a_score_sheet_of_spoil_five_is_as_before(client: Client) -> None:
    hall = Hall(4)
    client.force_login(hall.organiser)

    page = look(client, hall.night, "desk-paper", "sheets")

    assert "S for spoilt, J for jinked" in page
    assert ">Pool<" in page
    assert "points" not in page.partition("<main")[2]


def test_no_more_deals_are_told_than_there_are() -> None:
    """Play goes on after the last deal until the pool is won, and a misdeal is none of them."""
    hall = four(unclaimed_pool="play_on")
    hall.table.deals_limit = 1
    hall.table.save(update_fields=["deals_limit"])

    def told_deals() -> tuple[int, int | None]:
        [[table]] = [one.tables for one in floor_of(hall.night)]
        return table.deals, table.deals_limit

    record_deal(hall.table, Result(kind="misdeal"), number=1, at=AT)
    found = [told_deals()]
    for number, (one, other) in enumerate([(15, 10), (20, 30)], start=2):
        scored(hall, one, other, number=number)
        found.append(told_deals())

    assert found == [(0, 1), (1, 1), (2, None)]
    assert all(before[0] < after[0] for before, after in pairwise(found))


def test_more_tables_cost_no_more_queries() -> None:
    counts = []
    for people in (8, 40):
        club = ClubFactory.create()
        night = open_night_with(
            club, guests(club, people), buy_in_chips=10, table_size=4, options=FORTY_FIVE
        )
        night = open_tables(seat_night(night), at=AT)
        for laid in night.rounds.tables().select_related("table"):
            assert laid.table is not None
            scores = {SeatNumber(0): 15, SeatNumber(1): 10}
            record_deal(laid.table, Result(kind="scored", scores=scores), number=1, at=AT)
        with CaptureQueriesContext(connection) as queries:
            hall_screen_of(night)
        counts.append(len(queries))

    assert counts[0] == counts[1]
