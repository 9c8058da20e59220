"""Rounds by the organiser's buttons: what moves is shown before, and it is what people take."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.draws import seat_night
from clubs.models import Club, Night
from clubs.rounds import next_round, open_tables
from games.evening.result import Result
from games.play.by_hand import record_deal
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.test_admin import moves, press
from tests.clubs.test_round_steps import tables_of


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.fixture
def organiser(club: Club) -> Client:
    client = Client()
    client.force_login(owner_of(club))
    return client


@pytest.fixture
def night(club: Club) -> Night:
    """Five at a table, after a spoilt deal: 12 chips lie in the pool."""
    night = open_tables(seat_night(open_night_with(club, guests(club, 5))), at=AT)
    [table] = tables_of(night, 1)
    record_deal(table, Result(kind="spoilt"), number=1, at=AT)
    return night


def answer(client: Client, page: str, night: Night, step: str, number: int) -> str:
    """What the page says once the organiser has said that they mean it."""
    assert f"{step.replace('-', ' ').capitalize()}</button>" in page
    address = reverse("admin:clubs_night_confirm", args=[step])
    which = {"night": night.pk, f"round-{night.pk}": number}
    query = "&".join(f"{name}={value}" for name, value in which.items())
    return client.post(f"{address}?{query}", follow=True).content.decode()


def purses(club: Club) -> dict[str, int]:
    members = club.members.select_related("player", "purse")
    return {f"Purse of {one}": one.purse.balance for one in members}


def shown(page: str) -> dict[str, int]:
    """What each purse will hold."""
    return {account: int(after) for account, _, _, after in moves(page)}


@pytest.mark.parametrize("button", ["close", "end_round", "next_round"])
def test_what_is_shown_is_what_people_take_home(
    club: Club, organiser: Client, night: Night, button: str
) -> None:
    """Shares of the pool included."""
    page = press(organiser, night, button)
    told = re.findall(r"(\d+) chips go home", page)
    step = button.replace("_", "-") if button != "close" else "close"
    at_home = {name: held for name, held in shown(page).items() if name.startswith("Purse")}
    if button == "next_round":
        button, step = "end_round", "end-round"
        page = press(organiser, night, button)
    _confirm(organiser, night, step)

    assert told == ["100"]
    in_words = re.findall(r"Guest (\d) (\d+)", page.partition("12 in the pool.")[2])
    assert {f"Purse of Guest {one}": int(chips) for one, chips in in_words} == at_home
    assert at_home == {name: held for name, held in purses(club).items() if "Guest" in name}


def _confirm(client: Client, night: Night, step: str) -> Any:
    address = reverse("admin:clubs_night_confirm", args=[step])
    return client.post(f"{address}?night={night.pk}&round-{night.pk}=1", follow=True)


def test_the_next_round_is_one_button(organiser: Client, night: Night) -> None:
    page = press(organiser, night, "next_round")
    asked = night.rounds.count()
    done = answer(organiser, page, night, "next-round", 1)

    assert "seated anew, and brings chips to their new table" in page
    assert asked == 1
    assert "plays its next round" in done
    assert [one.status for one in night.rounds.order_by("number")] == ["finished", "playing"]
    assert "Round 1, finished" in done or "Round 2, playing" in _page_of(organiser, night)


def test_a_page_of_the_round_before_ends_no_round(organiser: Client, night: Night) -> None:
    page = press(organiser, night, "next_round")
    next_round(night, number=1, at=AT)
    said = answer(organiser, page, night, "next-round", 1)

    assert "is playing, not round 1" in said
    assert night.rounds.playing().get().number == 2


def test_tables_of_earlier_rounds_have_their_pages(organiser: Client, night: Night) -> None:
    next_round(night, number=1, at=AT)
    page = _page_of(organiser, night)
    addresses = [reverse("desk-table", args=[night.pk, n, 1]) for n in (1, 2)]

    assert all(address in page for address in addresses)
    first, second = (organiser.get(address).content.decode() for address in addresses)
    assert "Table 1, Round 1" in first
    assert "closed" in first
    assert "Table 1, Round 2" in second


def _page_of(client: Client, night: Night) -> str:
    return client.get(reverse("admin:clubs_night_change", args=[night.pk])).content.decode()


def test_the_page_of_a_night_says_who_meets_again(club: Club, organiser: Client) -> None:
    """Two pairs of tables of two: in the fourth round two pairs have to meet again."""
    night = seat_night(open_night_with(club, guests(club, 4), table_size=2), rounds=4)

    page = _page_of(organiser, night)

    last = night.rounds.get(number=4)
    names = dict(night.attendances.values_list("pk", "member__player__name"))
    [one, other] = last.meets_again[0]["people"]
    assert page.count("No repeat meetings.") == 3
    assert "2 repeat meetings, the fewest possible." in page
    assert f"{names[one]} and {names[other]}: met 1 time before" in page


@pytest.mark.parametrize(
    ("least", "said"),
    [
        (2, "2 repeat meetings, the fewest possible."),
        (1, "2 repeat meetings; at least 1 is unavoidable."),
        (0, "2 repeat meetings; fewer may be possible."),
    ],
)
def test_the_page_of_a_night_says_how_few_could_meet_again(
    club: Club, organiser: Client, least: int, said: str
) -> None:
    night = seat_night(open_night_with(club, guests(club, 4), table_size=2), rounds=1)
    night.rounds.update(repeat_meetings=2, least_repeats=least)

    assert said in _page_of(organiser, night)
