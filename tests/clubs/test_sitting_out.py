"""Somebody who is here sits out a round: the next one that is drawn, or the one that begins."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.draws import seat_night, tables_of
from clubs.errors import NothingDrawn, SeatingChanged
from clubs.models import Club, Member, Night
from clubs.reseating import place_person
from clubs.rounds import open_tables
from clubs.sitting_out import sit_out
from clubs.swaps import swap_people
from clubs.versions import version_of
from tests.clubs.factories import AT, guests, open_night_with, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Night:
    return seat_night(open_night_with(club, guests(club, 13), buy_in_chips=5), rounds=2, seed=1)


def seated(night: Night, number: int) -> set[int]:
    tables = tables_of(night.rounds.get(number=number))
    return {one for table in tables for one in table}


def test_whoever_sits_out_has_a_seat_in_the_round_after(night: Night) -> None:
    out = Member.objects.get(pk=min(seated(night, 1)))

    sit_out(night, out, number=1, at=AT)

    assert seated(night, 2) - seated(night, 1) == {out.pk}


def test_the_tables_open_without_them(night: Night) -> None:
    out = Member.objects.get(pk=min(seated(night, 1)))

    playing = open_tables(sit_out(night, out, number=1, at=AT), at=AT)

    assert playing.attendances.here().filter(member=out).exists()
    assert out.pk not in seated(playing, 1)


def test_only_the_next_round_is_sat_out(night: Night) -> None:
    out = Member.objects.get(pk=min(seated(night, 1)))

    with pytest.raises(NothingDrawn, match="next round alone"):
        sit_out(night, out, number=2, at=AT)


def test_the_round_that_begins_leaves_out_whom_the_page_ticks(club: Club, client: Client) -> None:
    night = open_tables(
        seat_night(open_night_with(club, guests(club, 13), buy_in_chips=5), seed=1), at=AT
    )
    client.force_login(owner_of(club))
    page = reverse("desk-step", args=[night.pk, "next-round"])
    out = min(seated(night, 1))

    asked = client.get(page, {"out": out}).content.decode()
    client.post(page, {"round": 1, "out": out})

    assert re.search(rf'<input type="hidden" name="out" value="{out}">', asked)
    assert "Without a seat:" in asked
    assert seated(night, 1) - seated(night, 2) == {out}


def test_a_change_of_a_seating_that_is_another_by_now_is_refused(night: Night) -> None:
    tables = tables_of(night.rounds.get(number=1))
    people = Member.objects.in_bulk([table[0] for table in tables])
    one, other, third = people.values()
    seen = version_of(tables)
    swap_people(night, one, other, number=1, seen=seen, at=AT)

    with pytest.raises(SeatingChanged):
        swap_people(night, one, third, number=1, seen=seen, at=AT)
    with pytest.raises(SeatingChanged):
        place_person(night, one, number=1, table=3, seen=seen, at=AT)


def test_a_version_tells_every_seating_from_every_other() -> None:
    seatings = [
        [[1, 2], [3]],
        [[2, 1], [3]],
        [[1], [2, 3]],
        [[1, 2, 3]],
        [[1, 2], [], [3]],
        [[12], [3]],
    ]

    assert len({version_of(one) for one in seatings}) == len(seatings)
