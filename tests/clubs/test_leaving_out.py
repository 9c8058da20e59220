"""The next round, where somebody has not what they bring: all are named, and may be left out."""

from typing import Any

import pytest

from clubs.chips import exchange_chips
from clubs.draws import seat_night
from clubs.errors import NoChips
from clubs.models import Club, Member, Night
from clubs.places import join_table, leave_table
from clubs.rounds import next_round, open_tables
from ledger.by_hand import Direction
from tests.clubs.callers import Caller
from tests.clubs.factories import (
    AT,
    ClubFactory,
    companies_of,
    guests,
    open_night_with,
    owner_of,
)


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


def short_hall(club: Club) -> tuple[Night, list[Member]]:
    """Eight people, who play with ten chips; the first two took three and none home with them."""
    members = guests(club, 8)
    night = open_night_with(club, members, table_size=4, buy_in_chips=10)
    open_tables(seat_night(night, rounds=3, seed=1), at=AT)
    leave_table(night, members[:2], may_wait=True, at=AT)
    for member, left in zip(members[:2], (3, 0), strict=True):
        exchange(member, Direction.REDEEM, 20 - left)
    return night, members


def exchange(member: Member, direction: Direction, chips: int) -> None:
    key = f"form:{direction}:{member.pk}"
    exchange_chips(member, direction, chips=chips, key=key, actor=owner_of(member.club), at=AT)


def test_everybody_who_is_short_is_named_with_what_they_have(club: Club) -> None:
    night, members = short_hall(club)

    with pytest.raises(NoChips, match="Guest 0 has 3, Guest 1 has 0: fewer than 10") as refusal:
        next_round(night, number=1, at=AT)
    assert refusal.value.short == [one.pk for one in members[:2]]
    assert night.rounds.playing().get().number == 1


def test_those_left_out_stay_here_and_play_again_in_the_round_after(club: Club) -> None:
    night, members = short_hall(club)
    next_round(night, number=1, leave_out=members[:2], at=AT)

    assert sorted(map(len, companies_of(night, 2))) == [3, 3]
    assert night.attendances.here().count() == 8
    assert {one for table in companies_of(night, 3) for one in table} >= {members[0].pk}
    for member in members[:2]:
        exchange(member, Direction.ISSUE, 10)
    next_round(night, number=2, at=AT)
    assert sorted(map(len, companies_of(night, 3))) == [4, 4]


def test_where_no_round_is_drawn_those_left_out_are_not_drawn(club: Club) -> None:
    members = guests(club, 9)
    night = open_tables(seat_night(open_night_with(club, members, table_size=4)), at=AT)
    next_round(night, number=1, leave_out=members[:1], seed=5, at=AT)

    drawn = night.rounds.get(number=2)
    assert drawn.seed == 5
    assert sorted(map(len, companies_of(night, 2))) == [4, 4]
    assert not drawn.places.filter(attendance__member=members[0]).exists()


def test_who_is_left_out_may_join_later(club: Club) -> None:
    members = guests(club, 5)
    night = open_tables(seat_night(open_night_with(club, members)), at=AT)
    next_round(night, number=1, leave_out=members[:1], at=AT)
    join_table(night, members[:1], at=AT)

    assert len(companies_of(night, 2)[0]) == 5


def test_over_the_api_a_dry_run_tells_the_seed_that_draws_the_same(club: Club) -> None:
    members = guests(club, 9)
    night = open_tables(seat_night(open_night_with(club, members, table_size=4)), at=AT)
    caller = Caller(owner_of(club))
    path, order = f"nights/{night.pk}/next-round", {"round": 1, "leave_out": [members[0].pk]}
    tried = caller.order(path, {**order, "dry_run": True}).data

    done = caller.order(path, {**order, "seed": tried["round"]["seed"]}).data

    def seated(tables: list[dict[str, Any]]) -> list[list[int]]:
        return [[one["member"] for one in table["places"]] for table in tables]

    assert [one["member"] for one in tried["waiting"]] == [members[0].pk]
    assert seated(tried["round"]["tables"]) == seated(done["rounds"][1]["tables"])


def test_over_the_api_the_refusal_names_who_is_short(club: Club) -> None:
    night, members = short_hall(club)
    caller = Caller(owner_of(club))
    refused = caller.order(f"nights/{night.pk}/next-round", {"round": 1})

    assert (refused.status_code, refused.data["code"]) == (409, "no_chips")
    assert refused.data["short"] == [one.pk for one in members[:2]]
