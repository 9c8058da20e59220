"""Wishes of a night, which every draw keeps to, and swaps by hand."""

from functools import partial

import pytest

from clubs.attendance import check_in
from clubs.draws import repair_rounds, seat_night
from clubs.errors import NothingDrawn, NotInRound, PartnersUnfit, UnknownWish, WishesUnkept
from clubs.members import walk_in
from clubs.models import Club, Member, Night, WishKind
from clubs.partnerships import form_partnerships
from clubs.rehearsing import taken_back
from clubs.rounds import next_round, open_tables
from clubs.swaps import swap_people
from clubs.wishes import drop_wish, state_wish
from tests.clubs.factories import AT, ClubFactory, companies_of, guests, open_night_with


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


def hall(club: Club, people: int) -> tuple[Night, list[Member]]:
    members = guests(club, people)
    return open_night_with(club, members, table_size=4), members


def table_of(night: Night, member: Member, number: int = 1) -> int:
    place = night.rounds.get(number=number).places.get(attendance__member=member)
    return place.table.number


def test_every_draw_keeps_people_together_and_apart_and_at_their_table(club: Club) -> None:
    night, members = hall(club, 12)
    state_wish(night, WishKind.TOGETHER, members[:2])
    state_wish(night, WishKind.APART, [members[0], *members[2:4]])
    state_wish(night, WishKind.TABLE, [members[4]], table=3)
    state_wish(night, WishKind.SEAT, [members[5]], seat=1)
    for seed in range(3):
        seat_night(night, rounds=3, seed=seed)
        for number in (1, 2, 3):
            one, two, three, four, fifth = (table_of(night, one, number) for one in members[:5])
            assert one == two
            assert len({one, three, four}) == 3
            assert fifth == 3
            place = night.rounds.get(number=number).places.get(attendance__member=members[5])
            assert place.place == 1


def test_a_repaired_round_keeps_the_wishes(club: Club) -> None:
    night, members = hall(club, 8)
    state_wish(night, WishKind.TABLE, members[:1], table=2)
    seat_night(night, seed=1)
    late = walk_in(club, name="Late", at=AT)
    state_wish(night, WishKind.TOGETHER, [members[0], late])
    check_in(night, [late], at=AT)
    repair_rounds(night)

    assert table_of(night, late) == table_of(night, members[0]) == 2


def test_wishes_against_each_other_are_told_by_name_and_nothing_is_drawn(club: Club) -> None:
    night, members = hall(club, 8)
    seat_night(night, seed=1)
    before = companies_of(night)
    state_wish(night, WishKind.TOGETHER, members[:2])
    wish = state_wish(night, WishKind.APART, members[:2])

    with pytest.raises(
        WishesUnkept, match="Guest 0 and Guest 1 are to sit together, but also apart"
    ):
        seat_night(night)
    assert companies_of(night) == before
    drop_wish(night, wish.pk)
    assert table_of(seat_night(night), members[0]) == table_of(night, members[1])
    with pytest.raises(UnknownWish):
        drop_wish(night, wish.pk)


def test_a_table_that_is_not_there_is_told_with_its_number(club: Club) -> None:
    night, members = hall(club, 8)
    state_wish(night, WishKind.TABLE, members[:1], table=9)

    with pytest.raises(WishesUnkept, match="Guest 0: there is no table 9"):
        seat_night(night)


def test_somebody_has_one_fixed_table(club: Club) -> None:
    night, members = hall(club, 8)
    state_wish(night, WishKind.TABLE, members[:2], table=1)
    state_wish(night, WishKind.TABLE, members[:1], table=2)
    state_wish(night, WishKind.TABLE, members[1:2], table=2)

    assert [wish.table_number for wish in night.wishes.order_by("pk")] == [2, 2]
    seat_night(night)
    assert table_of(night, members[0]) == table_of(night, members[1]) == 2


def test_a_swap_counts_the_meetings_before_and_after(club: Club) -> None:
    """Two tables of two played, and are parted; trading two of them brings both pairs back."""
    members = guests(club, 4)
    night = open_tables(seat_night(open_night_with(club, members, table_size=2)), at=AT)
    seat_night(night)
    first, *_ = companies_of(night, 1)
    by_key = {member.pk: member for member in members}
    one = by_key[min(first)]
    mate = by_key[max(first)]
    [beside] = next(table for table in companies_of(night, 2) if one.pk in table) - {one.pk}
    tried = taken_back(partial(swap_people, night, by_key[beside], mate, number=2))
    untouched = companies_of(night, 2)
    done = swap_people(night, by_key[beside], mate, number=2)

    assert tried == done
    assert (done.before, done.after) == (0, 2)
    assert {frozenset((again.one, again.other)) for again in done.again} == set(
        companies_of(night, 1)
    )
    assert set(untouched) != set(companies_of(night, 2)) == set(companies_of(night, 1))
    kept = night.rounds.get(number=2)
    assert (kept.repeat_meetings, kept.least_repeats, len(kept.meets_again)) == (2, 0, 2)
    assert set(companies_of(next_round(night, number=1, at=AT), 2)) == set(companies_of(night, 1))


def test_a_swap_counts_the_rounds_after_it_again(club: Club) -> None:
    members = guests(club, 4)
    night = open_night_with(club, members, table_size=2)
    seat_night(night, rounds=3)
    assert [one.repeat_meetings for one in night.rounds.order_by("number")] == [0, 0, 0]
    by_key = {member.pk: member for member in members}
    first, second = companies_of(night, 2)
    swap_people(night, by_key[min(first)], by_key[min(second)], number=2)

    told = [one.repeat_meetings for one in night.rounds.order_by("number")]
    assert sorted(told[1:], key=str) == [0, 2]  # Round 2 is now as round 1, or as round 3.


def test_partners_go_with_those_who_trade_places(club: Club) -> None:
    members = guests(club, 8)
    night = open_night_with(club, members, table_size=4, options={"sides": "pairs"})
    form_partnerships(night, [members[n : n + 2] for n in (0, 2, 4)], at=AT)
    seat_night(night, seed=1)
    other = next(
        members[n] for n in (2, 4) if table_of(night, members[n]) != table_of(night, members[0])
    )
    before = {member.pk: table_of(night, member) for member in members}
    swap_people(night, members[0], other, number=1)

    assert table_of(night, members[0]) == table_of(night, members[1]) == before[other.pk]
    with pytest.raises(PartnersUnfit, match="do not have the same number of partners"):
        swap_people(night, members[0], members[7], number=1)


def test_two_of_three_partners_trade_places_and_the_third_stays(club: Club) -> None:
    members = guests(club, 6)
    night = open_night_with(club, members, table_size=6, options={"sides": "threes"})
    form_partnerships(night, [members[:3], members[3:]], at=AT)
    seat_night(night)
    before = seats_of(night)
    swap_people(night, members[2], members[0], number=1)

    first, third = members[0].pk, members[2].pk
    assert seats_of(night) == before | {first: before[third], third: before[first]}


def seats_of(night: Night) -> dict[int, int | None]:
    places = night.rounds.get(number=1).places
    return dict(places.values_list("attendance__member_id", "place"))


def test_only_people_of_a_drawn_round_trade_places(club: Club) -> None:
    night, members = hall(club, 8)
    late = walk_in(club, name="Late", at=AT)
    seat_night(night)

    with pytest.raises(NotInRound, match="Late has no place"):
        swap_people(night, members[0], late, number=1)
    with pytest.raises(NothingDrawn):
        swap_people(night, members[0], members[1], number=2)
    open_tables(night, at=AT)
    with pytest.raises(NothingDrawn):
        swap_people(night, members[0], members[1], number=1)
