"""Locked tables: drawing again and repairing leave them as they are."""

from typing import Any

import pytest

from clubs.attendance import check_in, check_out
from clubs.draws import is_up_to_date, repair_rounds, seat_night
from clubs.errors import NoTable, NothingDrawn, TablesLocked, WishesUnkept
from clubs.locks import lock_table
from clubs.members import walk_in
from clubs.models import Club, Member, Night, NightStatus, WishKind
from clubs.partnerships import form_partnerships
from clubs.rounds import next_round, open_tables
from clubs.swaps import swap_people
from clubs.wishes import state_wish
from deploy.rights import Doer
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


def hall(club: Club, people: int, **plan: Any) -> tuple[Night, list[Member]]:
    members = guests(club, people)
    return open_night_with(club, members, table_size=4, **plan), members


def tables_in(night: Night, number: int = 1) -> dict[int, list[int]]:
    """By table who sits there, clockwise."""
    tables: dict[int, list[int]] = {}
    places = night.rounds.get(number=number).places.round_the_tables()
    for table, member in places.values_list("table__number", "attendance__member"):
        tables.setdefault(table, []).append(member)
    return tables


def locked_of(night: Night, number: int = 1) -> list[int]:
    tables = night.rounds.get(number=number).tables.filter(is_locked=True)
    return list(tables.order_by("number").values_list("number", flat=True))


def test_a_new_draw_leaves_a_locked_table_as_it_is(club: Club) -> None:
    night, _ = hall(club, 12)
    seat_night(night, rounds=2, seed=1)
    lock_table(night, number=2, table=2)
    before = tables_in(night, 2)
    for seed in range(2, 6):
        seat_night(night, seed=seed)
        now = tables_in(night, 2)
        assert now[2] == before[2]
        assert {number: len(people) for number, people in now.items()} == {1: 4, 2: 4, 3: 4}
        assert locked_of(night, 2) == [2]
    assert now != before


def test_a_locked_table_keeps_its_size(club: Club) -> None:
    """Thirteen sit at 5, 4 and 4."""
    night, _ = hall(club, 13)
    seat_night(night, seed=1)
    [short] = [number for number, people in tables_in(night).items() if len(people) == 5]
    lock_table(night, number=1, table=short)
    before = tables_in(night)[short]
    seat_night(night, seed=2)

    assert tables_in(night)[short] == before
    assert is_up_to_date(night)


def test_who_comes_late_finds_a_place_beside_the_locked_tables(club: Club) -> None:
    night, _ = hall(club, 12)
    seat_night(night, seed=1)
    for table in (1, 3):
        lock_table(night, number=1, table=table)
    before = tables_in(night)
    larry = walk_in(club, name="Late Larry", at=AT)
    check_in(night, [larry], at=AT)
    repair_rounds(night)

    now = tables_in(night)
    assert (now[1], now[3]) == (before[1], before[3])
    assert sorted(now[2]) == sorted([*before[2], larry.pk])
    night.refresh_from_db()
    assert night.status == NightStatus.SEATED
    assert is_up_to_date(night)


def test_a_locked_table_closes_ranks_when_somebody_goes(club: Club) -> None:
    night, members = hall(club, 12)
    seat_night(night, seed=1)
    lock_table(night, number=1, table=2)
    before = tables_in(night)
    gone = before[2][1]
    check_out(night, next(one for one in members if one.pk == gone))
    repair_rounds(night)

    assert tables_in(night) == before | {2: [one for one in before[2] if one != gone]}


def test_a_locked_table_at_the_end_keeps_its_number(club: Club) -> None:
    night, members = hall(club, 12)
    seat_night(night, seed=1)
    lock_table(night, number=1, table=3)
    before = tables_in(night)
    here = {one.pk: one for one in members}
    for number in (1, 2):
        for pk in before[number][:2]:
            check_out(night, here[pk])
    repair_rounds(night)
    assert tables_in(night)[3] == before[3]
    seat_night(night, seed=2)

    now = tables_in(night)
    assert now[3] == before[3]
    assert sorted(map(len, now.values())) == [4, 4]


def test_a_table_that_is_unlocked_is_drawn_again(club: Club) -> None:
    night, _ = hall(club, 12)
    seat_night(night, seed=1)
    lock_table(night, number=1, table=1)
    before = tables_in(night)
    lock_table(night, number=1, table=1, is_locked=False)
    seat_night(night, seed=2)

    assert locked_of(night) == []
    assert tables_in(night)[1] != before[1]


def test_a_swap_by_hand_reaches_a_locked_table_and_keeps_the_lock(club: Club) -> None:
    night, members = hall(club, 8)
    seat_night(night, seed=1)
    lock_table(night, number=1, table=1)
    tables = tables_in(night)
    here = {one.pk: one for one in members}
    swap_people(night, here[tables[1][0]], here[tables[2][0]], number=1)

    assert tables_in(night)[1][0] == tables[2][0]
    assert locked_of(night) == [1]


def test_those_who_are_left_beside_locked_tables_are_told(club: Club) -> None:
    night, members = hall(club, 8)
    seat_night(night, seed=1)
    lock_table(night, number=1, table=1)
    tables = tables_in(night)
    for one in members:
        if one.pk in tables[2][1:]:
            check_out(night, one)

    with pytest.raises(TablesLocked, match=r"1 are left beside the locked tables \(1\)"):
        repair_rounds(night)


def test_a_locked_table_at_which_nobody_could_play_is_told(club: Club) -> None:
    night, members = hall(club, 8, options={"sides": "pairs"})
    seat_night(night, seed=1)
    lock_table(night, number=1, table=1)
    gone = tables_in(night)[1][0]
    check_out(night, next(one for one in members if one.pk == gone))

    with pytest.raises(TablesLocked, match="table 1 is locked with 3"):
        seat_night(night)


def test_locks_of_later_rounds_are_not_forgotten(club: Club) -> None:
    night, _ = hall(club, 8)
    seat_night(night, rounds=3, seed=1)
    lock_table(night, number=2, table=1)

    with pytest.raises(TablesLocked, match="draw 2 rounds"):
        seat_night(night, rounds=1)
    seat_night(night, rounds=2)
    assert locked_of(night, 2) == [1]


def test_partners_at_two_locked_tables_are_named(club: Club) -> None:
    night, members = hall(club, 8, options={"sides": "pairs"})
    seat_night(night, seed=1)
    for table in (1, 2):
        lock_table(night, number=1, table=table)
    tables = tables_in(night)
    here = {one.pk: one for one in members}
    form_partnerships(night, [[here[tables[1][0]], here[tables[2][0]]]], at=AT)

    with pytest.raises(WishesUnkept, match="unlock a table"):
        seat_night(night)


def test_a_wish_against_a_lock_is_told(club: Club) -> None:
    night, members = hall(club, 8)
    seat_night(night, seed=1)
    lock_table(night, number=1, table=1)
    there = [one for one in members if one.pk in tables_in(night)[1]]
    state_wish(night, WishKind.APART, there[:2])

    with pytest.raises(WishesUnkept, match="also apart"):
        seat_night(night)


def test_only_a_table_of_a_drawn_round_is_locked(club: Club) -> None:
    night, _ = hall(club, 8)
    seat_night(night)
    with pytest.raises(NoTable, match="has no table 3"):
        lock_table(night, number=1, table=3)
    with pytest.raises(NothingDrawn):
        lock_table(night, number=2, table=1)
    open_tables(night, at=AT)
    with pytest.raises(NothingDrawn):
        lock_table(night, number=1, table=1)


def test_the_next_round_opens_with_its_locked_table(club: Club) -> None:
    night, _ = hall(club, 8)
    open_tables(seat_night(night, rounds=2, seed=1), at=AT)
    lock_table(night, number=2, table=2)
    before = tables_in(night, 2)[2]
    check_in(night, [walk_in(club, name="Larry", at=AT)], at=AT)
    next_round(night, number=1, at=AT)

    assert tables_in(night, 2)[2] == before


def test_locking_is_noted_and_locking_twice_is_not(club: Club) -> None:
    night, _ = hall(club, 8)
    seat_night(night, seed=1)
    by = Doer(owner_of(club).pk)
    for _ in range(2):
        lock_table(night, number=1, table=2, by=by, at=AT)

    deed = night.deeds.get()
    assert (deed.kind, deed.told) == ("lock", {"rounds": [1], "table": 2, "is_locked": True})
    assert deed.before["paper"]["drafts"]["1"]["locked"] == []
    assert deed.keys == ["drafts"]
