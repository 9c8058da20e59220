"""Lists of the admin stay small, however many rows there are."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from clubs.free_tables import open_free_table
from clubs.invitations import invite
from clubs.members import walk_in
from clubs.models import Access, Club, Role
from clubs.nights import plan_night
from games.evening.result import Result
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from ledger.admin import ByDeed
from tests.clubs.factories import AT
from tests.clubs.halls import Hall
from tests.tournaments.cups import announce

pytestmark = pytest.mark.django_db

MOST_BYTES = 150_000
MOST_ROWS = 50
ADMINS: list[Any] = sorted(admin.site._registry.values(), key=str)


@pytest.fixture
def crowd() -> Club:
    """A club with more than a page of everything but clubs and books."""
    hall = Hall(6, chips=2000)
    club = hall.club
    plan: Any = {"access": Access.MEMBERS, "seats_limit": 5, "at": AT}
    for number in range(MOST_ROWS + 2):
        member = walk_in(club, name=f"Áine Ní Shúilleabháin {number}", at=AT)
        plan_night(club, at=AT, starts_at=AT + timedelta(days=number), venue="Parish hall")
        invite(club, role=Role.GUEST, by=hall.organiser, at=AT)
        announce(club)
        open_free_table(club, host=hall.organiser, name=f"Table of {member}", **plan)
        dealer = SeatNumber(0) if number == 0 else None
        result = Result(kind="spoilt", dealer=dealer)
        record_deal(hall.table, result, number=number + 1, actor_id=hall.organiser.pk, at=AT)
    return club


def test_no_list_is_large(crowd: Club, admin_client: Client) -> None:
    sizes = {}
    for one in ADMINS:
        name = f"{one.opts.app_label}_{one.opts.model_name}"
        answer = admin_client.get(reverse(f"admin:{name}_changelist"))
        assert len(answer.context["cl"].result_list) <= MOST_ROWS
        sizes[name] = len(answer.content)

    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}
    assert admin_client.get("/admin/games/deal/").context["cl"].result_count > MOST_ROWS


@pytest.mark.parametrize("one", ADMINS, ids=str)
def test_every_list_is_bounded(one: Any) -> None:
    assert one.list_per_page == ByDeed.list_per_page <= one.list_max_show_all <= 100
