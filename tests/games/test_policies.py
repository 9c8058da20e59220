"""What holds at a table follows from its policies alone, whoever has opened it."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError

from clubs.table_kinds import FREE_TABLE, NIGHT
from games.errors import TableNotFree
from games.kinds import TableKind, declared_kinds
from games.models import Seat, Table
from games.play.by_hand import bring_more
from games.policies import Policies, WhenAway, WhenTooFew
from games.seat_numbers import SeatNumber
from games.tables.sittings import bring_chips, get_up, give_up_seat, send_home, sit_out
from tests.games.factories import AT, TURN_SECONDS, again, rules, table_of
from tests.games.fireside import run

pytestmark = pytest.mark.django_db


def table_by(policies: Policies, *chips: int, **options: Any) -> Table:
    """A table of people with room for more, as any host could open one."""
    return table_of(*chips, bots=False, policies=policies, seats_limit=9, **options)


def first_player(table: Table) -> int:
    player_id: int = table.seats.order_by("number")[0].player_id
    return player_id


@pytest.mark.parametrize("kind", declared_kinds(), ids=lambda kind: kind.row)
def test_a_table_keeps_the_policies_of_its_kind(kind: TableKind) -> None:
    assert again(table_by(kind.policies)).policies == kind.policies


def test_no_table_lets_people_go_and_keeps_them() -> None:
    table = table_by(FREE_TABLE.policies)

    with pytest.raises(IntegrityError):
        Table.objects.filter(pk=table.pk).update(is_played_to_end=True)


@pytest.mark.parametrize("column", ["when_away", "when_too_few", "when_side_broken"])
def test_no_table_has_a_policy_that_nobody_knows(column: str) -> None:
    table = table_by(NIGHT.policies)

    with pytest.raises(IntegrityError):
        Table.objects.filter(pk=table.pk).update(**{column: "sulk"})


def test_a_number_of_seats_lets_nobody_go() -> None:
    table = table_by(NIGHT.policies)

    with pytest.raises(TableNotFree):
        get_up(table, player_id=first_player(table), at=AT)
    with pytest.raises(TableNotFree):
        sit_out(table, player_id=first_player(table))


def test_nobody_is_sent_home_from_a_table_that_is_played_to_its_end() -> None:
    table = table_by(replace(NIGHT.policies, is_played_to_end=True))

    with pytest.raises(TableNotFree):
        send_home(table, number=SeatNumber(0), at=AT)


@pytest.mark.parametrize("stays", [True, False])
def test_somebody_who_gives_up_their_seat_stays_where_it_is_played_to_the_end(stays: bool) -> None:
    table = table_by(replace(NIGHT.policies, is_played_to_end=stays))

    give_up_seat(table, player_id=first_player(table), at=AT)

    seat = Seat.objects.get(table=table, number=0)
    assert (seat.is_away, seat.is_leaving) == (True, not stays)


def test_nobody_brings_more_chips_where_none_may() -> None:
    free = table_by(replace(FREE_TABLE.policies, may_bring_more=False))
    with pytest.raises(TableNotFree):
        bring_chips(free, player_id=first_player(free), chips=1, at=AT)

    hall = table_by(replace(NIGHT.policies, may_bring_more=False), mode="recorded")
    with pytest.raises(TableNotFree):
        bring_more(hall, player_id=first_player(hall), chips=1, at=AT)


@pytest.mark.parametrize(
    ("when_away", "deals", "sitting_out"),
    [
        (WhenAway.SIT_OUT, 1, 5),
        (WhenAway.WAIT, 1, 0),
        (WhenAway.PLAY_ON, 3, 0),
    ],
)
def test_what_becomes_of_people_who_are_all_away(
    when_away: WhenAway, deals: int, sitting_out: int
) -> None:
    table = table_by(replace(NIGHT.policies, when_away=when_away), deals_limit=3)

    for turns in range(8):
        run(table, turns * (TURN_SECONDS + 1))

    assert table.deals.settled().count() == deals
    assert table.seats.filter(is_sitting_out=True).count() == sitting_out


@pytest.mark.parametrize(
    ("when_too_few", "is_open", "is_due"),
    [
        (WhenTooFew.WAIT, True, True),
        (WhenTooFew.REST, True, False),
        (WhenTooFew.CLOSE, False, False),
    ],
)
def test_what_a_table_does_whose_sides_do_not_form(
    when_too_few: WhenTooFew, is_open: bool, is_due: bool
) -> None:
    """Two tricks win only where five or more play, and one of the five cannot pay."""
    house = rules(tricks_to_win=2, jink=False)
    table = table_by(
        replace(NIGHT.policies, when_too_few=when_too_few), 100, 100, 100, 100, 1, house=house
    )

    run(table)

    assert not table.deals.exists()
    assert (again(table).closed_at is None, again(table).due_at is not None) == (is_open, is_due)


def test_short_stacks_play_where_all_are_in() -> None:
    for is_all_in in (True, False):
        deal = run(table_by(replace(NIGHT.policies, is_all_in=is_all_in), 100, 100, 1))

        assert deal is not None
        assert (2 in deal.seat_numbers) == is_all_in
