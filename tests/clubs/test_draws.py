"""Drawing rounds: who meets whom tonight, and what is told of it."""

from itertools import combinations

import pytest

from clubs.attendance import check_in, check_out
from clubs.draws import repair_rounds, seat_night
from clubs.errors import NothingDrawn, WrongMoment
from clubs.house_rules import change_club_rules
from clubs.members import walk_in
from clubs.models import Club, Night, NightPlace, NightStatus
from clubs.nights import close_night, plan_night
from clubs.rounds import next_round, open_tables
from tests.clubs.arriving import arrive
from tests.clubs.factories import AT, ClubFactory, companies_of, guests, open_night_with, owner_of


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


def meetings(night: Night, rounds: int) -> int:
    """How many pairs meet again in these rounds of the night, counted by other code."""
    pairs = [
        frozenset(pair)
        for number in range(1, rounds + 1)
        for company in companies_of(night, number)
        for pair in combinations(sorted(company), 2)
    ]
    return len(pairs) - len(set(pairs))


def told(night: Night) -> list[tuple[int, str, int | None, int | None]]:
    return [
        (one.number, one.status, one.repeat_meetings, one.least_repeats)
        for one in night.rounds.order_by("number")
    ]


def test_rounds_that_are_drawn_ahead_let_nobody_meet_twice(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 16), table_size=4), rounds=3)

    assert told(night) == [(number, "drafted", 0, 0) for number in (1, 2, 3)]
    assert [len(companies_of(night, number)) for number in (1, 2, 3)] == [4, 4, 4]
    assert meetings(night, 3) == 0


def test_a_whole_evening_is_planned_at_once(club: Club) -> None:
    """Twenty people at fours: each round by itself leaves repeats in the fourth and the fifth."""
    night = seat_night(open_night_with(club, guests(club, 20), table_size=4), rounds=5, seed=1)

    drawn = night.rounds.drafted().values_list("repeat_meetings", "least_repeats")
    assert list(drawn) == [(0, 0)] * 5


def test_who_has_to_meet_again_is_told(club: Club) -> None:
    """Four people at two tables of two have three ways to sit, and here is a fourth round."""
    members = guests(club, 4)
    night = seat_night(open_night_with(club, members, table_size=2), rounds=4)

    assert [row[2:] for row in told(night)] == [(0, 0), (0, 0), (0, 0), (2, 2)]
    last = night.rounds.get(number=4)
    attendance_of = dict(night.attendances.values_list("member", "pk"))
    pairs = {frozenset(attendance_of[one] for one in pair) for pair in companies_of(night, 4)}
    assert {frozenset(again["people"]) for again in last.meets_again} == pairs
    assert [again["times"] for again in last.meets_again] == [1, 1]


def test_the_same_seed_draws_the_same(club: Club) -> None:
    night = open_night_with(club, guests(club, 12), table_size=4)
    drawn = []
    for seed in (7, 8, 7):
        seat_night(night, seed=seed)
        drawn.append((night.rounds.get().seed, companies_of(night)))

    assert drawn[0] == drawn[2] != drawn[1]


def test_seating_again_draws_as_many_rounds_as_before(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 8), table_size=4), rounds=2)
    before = set(night.rounds.values_list("pk", flat=True))
    seat_night(night)

    assert night.rounds.count() == 2
    assert not before & set(night.rounds.values_list("pk", flat=True))


def test_while_a_round_is_played_the_ones_after_it_are_drawn(club: Club) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 16), table_size=4)), at=AT)
    night = seat_night(night, rounds=2)

    assert night.status == NightStatus.PLAYING
    assert [row[:2] for row in told(night)] == [
        (1, "playing"),
        (2, "drafted"),
        (3, "drafted"),
    ]
    assert meetings(night, 3) == 0


def test_old_neighbours_sit_together_only_to_part_those_of_tonight(club: Club) -> None:
    """Of two nights and two rounds: the second round parts those of the first one before all."""
    members = guests(club, 4)
    first = open_tables(seat_night(open_night_with(club, members, table_size=2)), at=AT)
    close_night(first, at=AT)
    night = open_tables(seat_night(open_night_with(club, members, table_size=2)), at=AT)
    night = next_round(night, number=1, at=AT)
    night = next_round(night, number=2, at=AT)

    assert meetings(night, 3) == 0
    assert not set(companies_of(first)) & set(companies_of(night, 1))
    assert [row[2:] for row in told(night)] == [(0, 0), (0, 0), (0, 0)]


def test_a_night_that_was_called_off_is_no_meeting(club: Club) -> None:
    members = guests(club, 2)
    close_night(seat_night(open_night_with(club, members)), at=AT)
    night = seat_night(open_night_with(club, members))

    assert told(night) == [(1, "drafted", 0, 0)]


@pytest.mark.parametrize("status", [NightStatus.PLANNED, NightStatus.CLOSED])
def test_nothing_is_drawn_before_and_after(club: Club, status: NightStatus) -> None:
    night = plan_night(club, at=AT, starts_at=AT)
    if status == NightStatus.CLOSED:
        close_night(night, at=AT)

    with pytest.raises(WrongMoment):
        seat_night(night)


def test_who_goes_before_the_round_leaves_all_that_are_drawn(club: Club) -> None:
    first, *others = guests(club, 5)
    night = seat_night(open_night_with(club, [first, *others], table_size=5), rounds=2)
    check_out(night, first)
    night.refresh_from_db()

    assert night.status == NightStatus.OPEN
    assert first.pk not in companies_of(night, 1)[0] | companies_of(night, 2)[0]


def test_rules_of_the_first_round_stand_for_the_next(club: Club) -> None:
    night = open_tables(seat_night(open_night_with(club, guests(club, 4))), at=AT)
    change_club_rules(club, by=owner_of(club), at=AT, options={"stake": 7})
    check_in(night, [walk_in(club, name="Late Larry", at=AT)], at=AT)
    night = next_round(night, number=1, at=AT)

    assert night.rules.at(5).stake == 2
    assert len(companies_of(night, 2)[0]) == 5


def seats_of(night: Night, number: int) -> dict[int, tuple[int, int]]:
    """By member the table and the place in a round."""
    places = NightPlace.objects.filter(round__night=night, round__number=number)
    rows = places.values_list("attendance__member", "table__number", "place")
    return {member: (table, place or 0) for member, table, place in rows}


def changed_table(before: dict[int, tuple[int, int]], after: dict[int, tuple[int, int]]) -> int:
    return sum(after[one][0] != table for one, (table, _) in before.items() if one in after)


def test_for_one_who_comes_two_change_table_at_most(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 15), table_size=5), rounds=3)
    before = [seats_of(night, number) for number in (1, 2, 3)]
    late = walk_in(club, name="Late Larry", at=AT)
    check_in(night, [late], at=AT)
    night = repair_rounds(night)
    after = [seats_of(night, number) for number in (1, 2, 3)]

    assert night.status == NightStatus.SEATED
    assert all(changed_table(*pair) <= 2 for pair in zip(before, after, strict=True))
    assert all(late.pk in seats for seats in after)
    assert [sorted(map(len, companies_of(night, number))) for number in (1, 2, 3)] == [
        [5, 5, 6],
    ] * 3


def test_late_comers_fill_the_tables_that_are_there(club: Club) -> None:
    """Of 23 five tables would be drawn; for one who came, three would have to go to the fifth."""
    night = seat_night(open_night_with(club, guests(club, 22), table_size=5), seed=1)
    for count in (1, 2):
        before = seats_of(night, 1)
        check_in(night, [walk_in(club, name=f"Larry {count}", at=AT)], at=AT)
        night = repair_rounds(night)

        after = seats_of(night, 1)
        assert changed_table(before, after) <= 2
        assert len({table for table, _ in after.values()}) == 4
        assert night.status == NightStatus.SEATED
    check_in(night, arrive(club, [f"Peg {count}" for count in range(6)], at=AT), at=AT)
    night = repair_rounds(night)
    assert len({table for table, _ in seats_of(night, 1).values()}) == 6  # Enough for two more.


def test_when_somebody_goes_others_stay_where_they_are(club: Club) -> None:
    first, *others = guests(club, 15)
    night = seat_night(open_night_with(club, [first, *others], table_size=5), rounds=2)
    before = [seats_of(night, number) for number in (1, 2)]
    check_out(night, first)
    night = repair_rounds(night)
    after = [seats_of(night, number) for number in (1, 2)]

    assert [changed_table(*pair) for pair in zip(before, after, strict=True)] == [0, 0]
    assert all(first.pk not in seats for seats in after)
    assert all(len(seats) == 14 for seats in after)


def test_tables_that_were_filled_up_stay_when_somebody_goes(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 22), table_size=5), seed=1)
    late = arrive(club, [f"Larry {count}" for count in range(2)], at=AT)
    check_in(night, late, at=AT)
    night = repair_rounds(night)
    before = seats_of(night, 1)

    check_out(night, late[0])
    night = repair_rounds(night)

    # Five tables, as a new draw of 23 has them, would take four.
    assert changed_table(before, seats_of(night, 1)) <= 1
    assert len(seats_of(night, 1)) == 23
    assert night.status == NightStatus.SEATED


def test_a_repair_counts_again_who_meets_again(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 8), table_size=4), rounds=2)
    check_in(night, [walk_in(club, name="Late Larry", at=AT)], at=AT)
    night = repair_rounds(night)

    assert meetings(night, 2) == night.rounds.get(number=2).repeat_meetings
    again = night.rounds.get(number=2).meets_again
    assert len(again) == night.rounds.get(number=2).repeat_meetings


def test_a_round_that_is_right_is_left_as_it_is(club: Club) -> None:
    night = seat_night(open_night_with(club, guests(club, 8), table_size=4))
    before = set(NightPlace.objects.values_list("pk", flat=True))
    repair_rounds(night)

    assert set(NightPlace.objects.values_list("pk", flat=True)) == before


def test_a_table_that_is_given_up_leaves_the_numbers_of_others(club: Club) -> None:
    members = guests(club, 9)
    night = seat_night(open_night_with(club, members, table_size=3))
    first = companies_of(night)[0]
    for member in members:
        if member.pk in first:
            check_out(night, member)
    night = repair_rounds(night)

    assert list(night.rounds.tables().values_list("number", flat=True)) == [2, 3]
    night = open_tables(night, at=AT)
    assert night.status == NightStatus.PLAYING


def test_where_nothing_is_drawn_nothing_is_repaired(club: Club) -> None:
    night = open_night_with(club, guests(club, 4))

    with pytest.raises(NothingDrawn, match="seat the people who are here"):
        repair_rounds(night)


def test_rounds_planned_as_a_whole_meet_less_often(club: Club) -> None:
    """24 people, tables of four, seven rounds: nobody needs to meet twice."""
    night = seat_night(open_night_with(club, guests(club, 24), table_size=4), rounds=7, seed=1)

    assert meetings(night, 7) == 0
    assert [row[2] for row in told(night)] == [0] * 7
