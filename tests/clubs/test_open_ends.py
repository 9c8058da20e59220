"""Before a round or a night ends, people read which pools nobody won and which tables go on."""

from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.draws import seat_night
from clubs.models import Club, Night
from clubs.open_ends import told_of
from clubs.rounds import end_round, open_tables
from clubs.steps import Step
from games.evening.result import Result
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.test_pools_of_rounds import spoilt
from tests.clubs.test_round_steps import tables_of

pytestmark = pytest.mark.django_db

ENDING = ["next-round", "end-round", "close"]


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


def at_play(club: Club, people: int = 12, *, rules: dict[str, Any], **plan: Any) -> Night:
    """Tables of four; a deal was spoilt at tables 1 and 3, and one was won at table 2."""
    night = open_night_with(club, guests(club, people), table_size=4, options=rules, **plan)
    night = open_tables(seat_night(night), at=AT)
    spoilt(night, 1, 3)
    record_deal(tables_of(night, 1)[1], Result(kind="won", winner=SeatNumber(0)), number=1, at=AT)
    return night


def asked(client: Client, night: Night, step: str, *, of_admin: bool) -> str:
    if of_admin:
        address = reverse("admin:clubs_night_confirm", args=[step])
        answer = client.get(f"{address}?night={night.pk}&round-{night.pk}=1")
    else:
        answer = client.get(reverse("desk-step", args=[night.pk, step]))
    return unescape(answer.content.decode())


@pytest.mark.parametrize("of_admin", [False, True], ids=["desk", "admin"])
@pytest.mark.parametrize("step", ENDING)
@pytest.mark.parametrize(
    ("unclaimed", "words"),
    [
        ("split", dict.fromkeys(ENDING, "Pools that nobody won are shared out")),
        (
            "carry",
            {
                "next-round": "Pools that nobody won go on to the next round",
                "end-round": "Pools that nobody won wait for the next round",
                "close": "Pools that nobody won wait for the next night",
            },
        ),
        ("play_on", dict.fromkeys(ENDING, "Your house plays on until these pools are won")),
    ],
)
def test_pools_that_nobody_won_are_told_with_what_becomes_of_them(
    club: Club,
    organiser: Client,
    unclaimed: str,
    words: dict[str, str],
    step: str,
    of_admin: bool,
) -> None:
    night = at_play(club, rules={"unclaimed_pool": unclaimed})

    page = asked(organiser, night, step, of_admin=of_admin)

    assert f"{words[step]}: table 1 (10 chips), table 3 (10 chips)." in page


@pytest.mark.parametrize("of_admin", [False, True], ids=["desk", "admin"])
@pytest.mark.parametrize("step", ENDING)
def test_tables_that_are_not_finished_are_told(
    club: Club, organiser: Client, step: str, of_admin: bool
) -> None:
    night = at_play(club, 16, rules={}, deals_limit=2)
    record_deal(tables_of(night, 1)[1], Result(kind="won", winner=SeatNumber(0)), number=2, at=AT)

    page = asked(organiser, night, step, of_admin=of_admin)

    assert "Deals are left to play: table 1 (1 of 2), table 3 (1 of 2)." in page
    assert "No result was entered yet: table 4." in page


def test_a_game_that_is_broken_off_is_told_with_its_points(club: Club, organiser: Client) -> None:
    rules = {"target": 45, "sides": "pairs"}
    night = open_night_with(club, guests(club, 4), table_size=4, options=rules)
    night = open_tables(seat_night(night), at=AT)
    [table] = tables_of(night, 1)
    record_deal(
        table, Result(kind="scored", scores={SeatNumber(0): 15, SeatNumber(1): 10}), number=1, at=AT
    )

    page = asked(organiser, night, "close", of_admin=False)

    assert "Games are broken off: table 1 (15 : 10)." in page


@pytest.mark.parametrize("of_admin", [False, True], ids=["desk", "admin"])
def test_tables_that_open_say_which_pools_they_take_over(
    club: Club, organiser: Client, of_admin: bool
) -> None:
    night = at_play(club, rules={"unclaimed_pool": "carry"})
    night = seat_night(end_round(night, number=1, at=AT))

    page = asked(organiser, night, "open-tables", of_admin=of_admin)

    told = "Pools that nobody won are played for again: table 1 (10 chips), table 3 (10 chips)."
    assert told in page
    assert not night.rounds.playing().exists()


def test_a_pool_that_waits_is_told_when_the_night_closes(club: Club, organiser: Client) -> None:
    night = end_round(at_play(club, rules={"unclaimed_pool": "carry"}), number=1, at=AT)

    assert "wait for the next night: table 1 (10 chips), table 3 (10 chips)." in asked(
        organiser, night, "close", of_admin=False
    )


def test_nothing_is_told_where_everything_is_played(club: Club) -> None:
    night = open_night_with(club, guests(club, 4), table_size=4)
    night = open_tables(seat_night(night), at=AT)
    record_deal(tables_of(night, 1)[0], Result(kind="won", winner=SeatNumber(0)), number=1, at=AT)

    others = [step for step in Step if step is not Step.CANCEL]  # That says what it does anyway.
    assert [told_of(night, step) for step in others] == [[]] * len(others)


def test_more_tables_cost_no_more_queries() -> None:
    counts = []
    for people in (12, 40):
        night = at_play(ClubFactory.create(), people, rules={})
        with CaptureQueriesContext(connection) as queries:
            told_of(night, Step.CLOSE)
        counts.append(len(queries))

    assert counts[0] == counts[1]
