"""Drawn rounds that are changed by hand: one person moved, and whole seatings handed in."""

from functools import partial
from typing import Any

import pytest

from clubs.attendance import check_in, check_out
from clubs.draws import is_up_to_date, repair_rounds, seat_night
from clubs.errors import NoTable, NotHere, NothingDrawn, SeatingUnfit
from clubs.locks import lock_table
from clubs.members import walk_in
from clubs.models import Club, Member, Night, NightStatus
from clubs.partnerships import form_partnerships
from clubs.rehearsing import taken_back
from clubs.reseating import HandMade, place_person, seat_by_hand
from clubs.rounds import next_round, open_tables
from clubs.undoing import undo
from deploy.rights import Doer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.test_locks import locked_of, tables_in


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


def hall(club: Club, people: int, **plan: Any) -> tuple[Night, dict[int, Member]]:
    members = guests(club, people)
    night = open_night_with(club, members, **{"table_size": 4} | plan)
    return night, {one.pk: one for one in members}


def as_drawn(night: Night, number: int = 1) -> dict[int, list[HandMade]]:
    tables = tables_in(night, number)
    return {number: [HandMade(table, people) for table, people in sorted(tables.items())]}


def test_somebody_is_placed_between_two_others(club: Club) -> None:
    night, here = hall(club, 12)
    seat_night(night, seed=1)
    before = tables_in(night)
    mover = before[1][0]
    place_person(night, here[mover], number=1, table=2, after=here[before[2][1]])

    now = tables_in(night)
    assert now == {
        1: before[1][1:],
        2: [*before[2][:2], mover, *before[2][2:]],
        3: before[3],
    }


def test_sizes_by_hand_stand_until_somebody_goes(club: Club) -> None:
    night, here = hall(club, 12)
    seat_night(night, seed=1)
    before = tables_in(night)
    for mover in before[1][:2]:
        place_person(night, here[mover], number=1, table=2)
    by_hand = tables_in(night)
    assert is_up_to_date(night)
    repair_rounds(night)
    assert tables_in(night) == by_hand

    check_out(night, here[by_hand[3][0]])
    repair_rounds(night)
    assert sorted(map(len, tables_in(night).values())) == [3, 4, 4]


def test_sizes_by_hand_stand_when_the_tables_open(club: Club) -> None:
    night, here = hall(club, 12)
    open_tables(seat_night(night, rounds=2, seed=1), at=AT)
    mover = tables_in(night, 2)[1][0]
    place_person(night, here[mover], number=2, table=3)
    by_hand = tables_in(night, 2)
    next_round(night, number=1, at=AT)

    assert tables_in(night, 2) == by_hand
    assert sorted(map(len, by_hand.values())) == [3, 4, 5]


def test_a_late_comer_is_placed_by_hand(club: Club) -> None:
    night, _ = hall(club, 12)
    seat_night(night, seed=1)
    before = tables_in(night)
    larry = walk_in(club, name="Late Larry", at=AT)
    check_in(night, [larry], at=AT)
    place_person(night, larry, number=1, table=3)

    night.refresh_from_db()
    assert night.status == NightStatus.SEATED
    assert tables_in(night) == before | {3: [*before[3], larry.pk]}


def test_repeat_meetings_are_told_before_and_after(club: Club) -> None:
    """Two tables of three; in round 2 somebody is placed beside two whom they met in round 1."""
    night, here = hall(club, 6, table_size=3)
    seat_by_hand(night, {1: [HandMade(1, list(here)[:3]), HandMade(2, list(here)[3:])]})
    first, second = tables_in(night).values()
    mixed = [HandMade(1, [*first[:2], second[0]]), HandMade(2, [first[2], *second[1:]])]
    [drawn] = seat_by_hand(night, {2: mixed})
    assert (drawn.number, drawn.before, drawn.after) == (2, None, 2)

    deed = partial(place_person, night, here[first[2]], number=2, table=1)
    tried = taken_back(deed)
    assert tables_in(night, 2)[1] == [*first[:2], second[0]]
    done = deed()

    assert tried == done
    assert (done.before, done.after) == (2, 4)
    assert night.rounds.get(number=2).repeat_meetings == 4


def test_partners_go_along_and_stay_one_side(club: Club) -> None:
    night, here = hall(club, 12, table_size=6, options={"sides": "pairs"})
    members = list(here.values())
    form_partnerships(night, [members[:2]], at=AT)
    seat_night(night, seed=1)
    [home] = [table for table, people in tables_in(night).items() if members[0].pk in people]
    there = 3 - home
    after = here[tables_in(night)[there][2]]
    place_person(night, members[0], number=1, table=there, after=after)

    now = tables_in(night)[there]
    assert len(now) == 8
    assert now[(now.index(after.pk) + 1) % 8] == members[0].pk
    assert (now.index(members[0].pk) - now.index(members[1].pk)) % 8 == 4


def test_a_table_that_could_not_play_is_told(club: Club) -> None:
    night, here = hall(club, 8, options={"sides": "pairs"})
    seat_night(night, seed=1)
    mover = tables_in(night)[1][0]

    with pytest.raises(SeatingUnfit, match=r"Table 1 would have 3, and .* 4, 6, 8 or 10"):
        place_person(night, here[mover], number=1, table=2)


def test_nobody_is_placed_where_nothing_is(club: Club) -> None:
    night, here = hall(club, 8)
    seat_night(night, seed=1)
    tables = tables_in(night)
    someone = here[tables[1][0]]

    with pytest.raises(NoTable, match="has no table 3"):
        place_person(night, someone, number=1, table=3)
    with pytest.raises(NoTable, match="does not sit at table 2"):
        place_person(night, someone, number=1, table=2, after=here[tables[1][1]])
    with pytest.raises(NothingDrawn):
        place_person(night, someone, number=2, table=2)
    with pytest.raises(NotHere):
        place_person(night, walk_in(club, name="Absent", at=AT), number=1, table=2)


def test_a_whole_seating_is_handed_in_and_opened(club: Club) -> None:
    night, here = hall(club, 9)
    people = list(here)
    seat_by_hand(night, {1: [HandMade(2, people[:6], is_locked=True), HandMade(5, people[6:])]})

    assert tables_in(night) == {2: people[:6], 5: people[6:]}
    assert locked_of(night) == [2]
    night.refresh_from_db()
    assert night.status == NightStatus.SEATED
    open_tables(night, at=AT)
    assert list(night.rounds.tables().order_by("number").values_list("number", flat=True)) == [2, 5]


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda people: [people[:4], people[4:7]], SeatingUnfit, "without a place"),
        (lambda people: [people[:4], [*people[4:], people[0]]], SeatingUnfit, "named twice"),
        (lambda people: [people[:4], [*people[4:], 10**9]], NotHere, "Member 1000000000"),
        (lambda people: [people[:1], people[1:]], SeatingUnfit, "Table 1 would have 1"),
    ],
)
def test_a_seating_that_is_not_right_is_refused_whole(
    club: Club, wrong: Any, error: type[Exception], words: str
) -> None:
    night, here = hall(club, 8)
    seat_night(night, seed=1)
    before = tables_in(night)
    tables = wrong(list(here))

    with pytest.raises(error, match=words):
        seat_by_hand(night, {1: [HandMade(n, table) for n, table in enumerate(tables, start=1)]})
    assert tables_in(night) == before


def test_rounds_are_handed_in_one_after_the_other(club: Club) -> None:
    night, here = hall(club, 8)
    seat_by_hand(night, {1: [HandMade(1, list(here))]})
    with pytest.raises(NothingDrawn, match="Round 3"):
        seat_by_hand(night, as_drawn(night) | {3: [HandMade(1, list(here))]})
    open_tables(night, at=AT)

    with pytest.raises(NothingDrawn, match="Round 1"):
        seat_by_hand(night, {1: [HandMade(1, list(here))]})
    seat_by_hand(night, {2: [HandMade(1, list(here))], 3: [HandMade(1, list(here))]})
    assert [one.number for one in night.rounds.drafted()] == [2, 3]


def test_partners_are_one_side_of_a_seating_by_hand(club: Club) -> None:
    night, here = hall(club, 4, options={"sides": "pairs"})
    one, two, three, four = here
    form_partnerships(night, [[here[one], here[two]]], at=AT)

    with pytest.raises(SeatingUnfit, match="would not be one side"):
        seat_by_hand(night, {1: [HandMade(1, [one, two, three, four])]})
    seat_by_hand(night, {1: [HandMade(1, [one, three, two, four])]})
    assert is_up_to_date(night)


def test_what_is_done_by_hand_is_noted(club: Club) -> None:
    night, here = hall(club, 8)
    by, someone = Doer(owner_of(club).pk), next(iter(here.values()))
    seat_by_hand(
        night, {1: [HandMade(1, list(here)[:4]), HandMade(2, list(here)[4:])]}, by=by, at=AT
    )
    place_person(night, someone, number=1, table=2, by=by, at=AT)

    deeds = night.deeds.order_by("number").values_list("kind", "told", "keys")
    assert list(deeds) == [
        ("seating", {"rounds": [1]}, ["drafts"]),
        ("place", {"rounds": [1], "people": [someone.pk], "table": 2}, ["drafts"]),
    ]


def test_the_document_of_the_rounds_is_changed_and_sent_back(club: Club) -> None:
    night, _ = hall(club, 8)
    seat_night(night, rounds=2, seed=1)
    lock_table(night, number=2, table=1)
    caller = Caller(owner_of(club))
    path = f"nights/{night.pk}/rounds"
    seen = caller.get(f"/api/v1/{path}").data
    assert [one["number"] for one in seen["rounds"]] == [1, 2]
    assert [one["is_locked"] for one in seen["rounds"][1]["tables"]] == [True, False]
    assert seen["rounds"][0]["tables"][0]["members"] == tables_in(night)[1]
    whole = [one for table in seen["rounds"][1]["tables"] for one in table["members"]]
    seen["rounds"][1]["tables"] = [{"number": 1, "is_locked": False, "members": whole}]

    tried = caller.order(path, {**seen, "dry_run": True}, key="the-order")
    assert len(tables_in(night, 2)) == 2
    done = caller.order(path, {"rounds": seen["rounds"]}, key="the-order")

    assert tried.data == done.data
    assert caller.get(f"/api/v1/{path}").data == seen
    assert [one["round"] for one in done.data["rounds"]] == [1, 2]
    assert done.data["rounds"][1]["after"] == 12  # All six pairs of each table of round 1.


def test_sizes_by_hand_stand_again_once_a_draw_is_undone(club: Club) -> None:
    night, here = hall(club, 12)
    by = Doer(owner_of(club).pk)
    seat_night(night, seed=1)
    place_person(night, here[tables_in(night)[1][0]], number=1, table=2)
    lock_table(night, number=1, table=3)
    by_hand = tables_in(night)
    lock_table(night, number=1, table=3, is_locked=False, by=by, at=AT)
    seat_night(night, seed=2, by=by, at=AT)
    for deed in night.deeds.order_by("-number"):
        undo(night, deed.number, by=by, at=AT)

    assert tables_in(night) == by_hand
    assert locked_of(night) == [3]
    assert is_up_to_date(night)
