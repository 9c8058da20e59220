"""What everybody takes home: once for each chip, and without what was undone."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from clubs.arrivals import arrivals
from clubs.attendance import check_in, check_out
from clubs.breaking_up import break_up
from clubs.desk import desk_of
from clubs.homecomings import closing_of
from clubs.memory import memory_of
from clubs.models import Answer, Attendance, DeedKind
from clubs.places import join_table, leave_table, move_player
from clubs.rounds import end_round, next_round, open_tables
from clubs.wishes import wishes_of
from tests.clubs.test_undoing import KINDS, drawn, here, opened, played, with_waiting
from tests.clubs.undone import Evening

pytestmark = pytest.mark.django_db

Deed = Callable[[Evening], object]
PURSE = 120
"""With how many chips each came."""

OF_CHIPS = (
    *("open tables", "join", "another table", "leave", "leave for home, with a substitute"),
    *("move", "bring chips", "end round", "next round", "close"),
)
"""Deeds by which chips come to tables or leave them."""

Told = dict[str, tuple[int, int, int]]


def broken_up(evening: Evening) -> None:
    break_up(evening.night, number=2, **evening.doing)


def told(evening: Evening) -> Told:
    """By name what somebody brought, takes home and then has; those of whom nothing is told not."""
    closing = closing_of(evening.night, at=evening.at)
    return {one.name: (one.brought, one.takes, one.purse) for one in closing.people}


@pytest.mark.parametrize(
    ("given", "deed"),
    [*(KINDS[kind] for kind in OF_CHIPS), (played, broken_up)],
    ids=[*OF_CHIPS, "break up"],
)
def test_an_undo_leads_back_to_what_everybody_took_home(given: Deed, deed: Deed) -> None:
    evening = Evening()
    given(evening)
    before = told(evening)
    deed(evening)
    after = told(evening)
    undone = evening.undo()
    in_between = told(evening)
    evening.undo(undone.number)

    assert (in_between, told(evening)) == (before, after)


def test_a_round_that_was_begun_broken_up_and_undone_is_not_told(client: Client) -> None:
    evening = Evening()
    opened(evening)
    broken_up(evening)
    evening.undo()
    evening.undo(evening.night.deeds.get(kind=DeedKind.OPEN_TABLES).number)
    assert told(evening) == {}

    open_tables(evening.night, **evening.doing)
    evening.record(1)

    closing = closing_of(evening.night, at=evening.at)
    assert {one.brought for one in closing.people} == {20}
    assert (closing.brought, closing.takes) == (160, 160)
    client.force_login(evening.organiser)
    page = client.get(reverse("desk-home", args=[evening.night.pk])).content.decode()
    assert "<td>160</td><td>160</td>" in page


@pytest.mark.parametrize(
    "deed",
    [
        broken_up,
        lambda e: move_player(e.night, e.people_at(1)[0], number=2, may_wait=True, **e.doing),
    ],
    ids=["break up", "move"],
)
def test_chips_that_go_on_to_another_table_are_brought_once(deed: Deed) -> None:
    evening = Evening()
    played(evening)
    before = told(evening)
    deed(evening)

    closing = closing_of(evening.night, at=evening.at)
    assert {one.name: one.brought for one in closing.people} == {
        name: brought for name, (brought, _, _) in before.items()
    }
    assert closing.brought - closing.takes == closing.stays == 0


def test_chips_that_are_brought_to_two_rounds_count_once() -> None:
    evening = Evening()
    played(evening)
    next_round(evening.night, number=1, **evening.doing)

    found = told(evening)

    assert sum(takes for _, takes, _ in found.values()) == sum(one[0] for one in found.values())
    for brought, takes, purse in found.values():
        assert 20 <= brought <= 40
        assert purse == PURSE + takes - brought


def test_who_came_by_mistake_has_not_played_and_met_nobody() -> None:
    """They said that they would come, so the door still waits for them."""
    evening = Evening()
    with_waiting(evening)
    night, late = evening.night, evening.members[8]
    Attendance.objects.filter(night=night, member=late).update(
        answer=Answer.GOING, answered_at=evening.at
    )
    join_table(night, [late], number=1, **evening.doing)
    evening.undo()
    check_out(night, late, **evening.doing)

    assert desk_of(night, at=evening.at).missing == 1
    [there] = arrivals(night, [late.pk])
    assert not there.has_played
    [tables] = memory_of(night, [], wishes_of(night)).tonight
    assert sorted(map(len, tables)) == [4, 4]


def test_who_came_late_and_left_again_has_played() -> None:
    evening = Evening()
    with_waiting(evening)
    late = evening.members[8]
    join_table(evening.night, [late], number=1, **evening.doing)
    leave_table(evening.night, [late], **evening.doing)

    assert told(evening)[str(late)] == (20, 20, PURSE)
    assert [one.has_played for one in arrivals(evening.night, [late.pk])] == [True]


def test_a_round_that_ended_is_told_though_nobody_is_here_any_more() -> None:
    evening = Evening()
    here(evening)
    drawn(evening)
    open_tables(evening.night, **evening.doing)
    end_round(evening.night, number=1, **evening.doing)
    for member in evening.members[:8]:
        check_out(evening.night, member, **evening.doing)
    check_in(evening.night, evening.members[8:], **evening.doing)

    assert set(told(evening).values()) == {(20, 20, PURSE)}
    assert len(told(evening)) == 8
