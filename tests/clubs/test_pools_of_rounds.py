"""RULES.md 7.7: a pool that nobody won stays in its night, at the table where it lay."""

from typing import Any

import pytest

from clubs.attendance import check_out
from clubs.draws import seat_night
from clubs.models import Club, Member, Night
from clubs.nights import close_night
from clubs.rounds import end_round, next_round, open_tables
from games.errors import PoolPlayedOn
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Table
from games.play.by_hand import record_deal
from games.play.corrections import correct_results
from ledger.models import Transfer
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.test_round_steps import in_all, tables_of


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


def spoilt(night: Night, *numbers: int, of_round: int = 1) -> None:
    """A deal is spoilt at each of these tables."""
    tables = tables_of(night, of_round)
    for number in numbers:
        table = tables[number - 1]
        deal = table.deals.count() + 1
        record_deal(table, Result(kind="spoilt"), number=deal, at=AT)


def carrying(club: Club, members: list[Member], **plan: Any) -> Night:
    """A night at tables of four whose pools are carried."""
    options = {"unclaimed_pool": "carry"}
    night = open_night_with(club, members, table_size=4, options=options, **plan)
    return open_tables(seat_night(night), at=AT)


def pools(night: Night, number: int) -> list[int]:
    tables = tables_of(night, number)
    for table in tables:
        table.pool.refresh_from_db()
    return [table.pool.balance for table in tables]


def test_a_pool_goes_to_the_table_with_its_number(club: Club) -> None:
    night = carrying(club, guests(club, 12))
    spoilt(night, 2)
    night = next_round(night, number=1, at=AT)

    assert pools(night, 2) == [0, 10, 0]
    assert not Transfer.objects.filter(reason="pool_joined").exists()


def test_pools_without_a_table_are_put_together_at_the_last_one(club: Club) -> None:
    members = guests(club, 12)
    night = carrying(club, members)
    spoilt(night, 1, 2, 3)
    night = end_round(night, number=1, at=AT)
    for member in members[:4]:
        check_out(night, member)
    night = open_tables(seat_night(night), at=AT)

    assert pools(night, 2) == [10, 20]
    joined = Transfer.objects.get(reason="pool_joined")
    assert sorted(joined.entries.values_list("chips", flat=True)) == [-10, 10]
    assert in_all(club) == 13 * 20


def test_a_pool_of_another_night_that_is_played_stays_there(club: Club) -> None:
    """Two nights of a club at once: the pools of the first are idle between its rounds."""
    first = carrying(club, guests(club, 4))
    spoilt(first, 1)
    first = end_round(first, number=1, at=AT)
    second = carrying(club, guests(club, 4))
    first = open_tables(seat_night(first), at=AT)

    assert pools(second, 1) == [0]
    assert pools(first, 2) == [10]


def test_pools_of_a_night_that_is_over_go_to_the_next_one(club: Club) -> None:
    members = guests(club, 12)
    first = carrying(club, members)
    spoilt(first, 2, 3)
    close_night(first, at=AT)
    second = carrying(club, members[:8])

    assert pools(second, 1) == [0, 20]


def test_pools_of_a_night_that_is_over_wait_for_one_that_begins(club: Club) -> None:
    """Another night was played when the first one closed: it does not get them."""
    members = guests(club, 12)
    first, second = carrying(club, members[:4]), carrying(club, members[4:8])
    spoilt(first, 1)
    close_night(first, at=AT)
    next_round(second, number=1, at=AT)
    third = carrying(club, members[8:])

    assert pools(second, 2) == [0]
    assert pools(third, 1) == [10]


def test_a_pool_that_goes_from_round_to_round_grows(club: Club) -> None:
    night = carrying(club, guests(club, 4))
    for number in (1, 2, 3):
        spoilt(night, 1, of_round=number)
        night = next_round(night, number=number, at=AT)
    [table] = tables_of(night, 4)

    assert pools(night, 4) == [30]
    record_deal(table, Result(kind="won", winner=table.seats.all()[0].number), number=1, at=AT)
    assert pools(night, 4) == [0]
    assert in_all(club) == 5 * 20


def test_a_pool_that_is_split_goes_home_with_the_round(club: Club) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 5))), at=AT)
    spoilt(night, 1)
    night = next_round(night, number=1, at=AT)

    assert pools(night, 2) == [0]
    assert sum(one.bought_chips for one in tables_of(night, 2)[0].seats.all()) == 100


def joined(club: Club) -> Night:
    """The pools of three tables lie at the last two: that of table 3 is with that of table 2."""
    members = guests(club, 12)
    night = carrying(club, members)
    spoilt(night, 1, 2, 3)
    night = end_round(night, number=1, at=AT)
    for member in members[:4]:
        check_out(night, member)
    return open_tables(seat_night(night), at=AT)


def strike(table: Table, by: int) -> None:
    """Take the first deal of a table back."""
    gone = Correction(deal=1, version=1, result=None)
    correct_results(table, [gone], actor_id=by, reason="Never dealt", at=AT)


@pytest.mark.parametrize("number", [2, 3])
def test_what_moves_a_pool_that_was_joined_is_refused_in_words(club: Club, number: int) -> None:
    night = joined(club)

    with pytest.raises(PoolPlayedOn, match="was carried over"):
        strike(tables_of(night, 1)[number - 1], by=owner_of(club).pk)
    assert in_all(club) == 13 * 20


def test_a_pool_that_waits_by_itself_is_put_right(club: Club) -> None:
    night = joined(club)
    strike(tables_of(night, 1)[0], by=owner_of(club).pk)

    assert pools(night, 2) == [0, 20]
    assert in_all(club) == 13 * 20


def test_results_of_a_table_that_took_pools_over_are_put_right(club: Club) -> None:
    night = joined(club)
    spoilt(night, 2, of_round=2)
    before = pools(night, 2)
    night = next_round(night, number=2, at=AT)
    strike(tables_of(night, 2)[1], by=owner_of(club).pk)

    assert (before, pools(night, 3)) == ([10, 30], [10, 20])
    assert in_all(club) == 13 * 20
