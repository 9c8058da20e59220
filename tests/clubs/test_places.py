"""While a round is played: people come late, move, leave and come back; chips stay the same."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.errors import (
    AlreadyAtTable,
    ClubsError,
    NoChips,
    NoSeating,
    NoTable,
    NotHere,
    WrongMoment,
)
from clubs.members import walk_in
from clubs.models import Club, Member, Night, NightPlace, NightStatus
from clubs.nights import close_night
from clubs.partnerships import form_partnerships
from clubs.places import join_table, leave_table, move_player, open_another_table
from clubs.rounds import next_round, open_tables
from games.errors import GamesError, NotSeated, NumberUnplayable
from games.evening.result import Result
from games.models import Mode, Table
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from games.play.lineup import next_sitting
from games.tables.sittings import send_home
from tests.clubs.arriving import arrive
from tests.clubs.callers import Caller
from tests.clubs.factories import (
    AT,
    ClubFactory,
    companies_of,
    guests,
    open_night_with,
    owner_of,
)
from tests.clubs.test_round_steps import in_all, tables_of
from tests.games.crowds import in_a_thread


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


def playing(club: Club, people: int, **plan: Any) -> Night:
    """This number of guests play the first round at tables of four."""
    plan = {"table_size": 4, "buy_in_chips": 10} | plan
    return open_tables(seat_night(open_night_with(club, guests(club, people), **plan)), at=AT)


def late(club: Club, night: Night, *names: str) -> list[Member]:
    members = arrive(club, names, at=AT)
    check_in(night, members, at=AT)
    return members


def sitting(night: Night, number: int) -> list[Member]:
    """Who sits at a table of the round that is played, clockwise."""
    places = NightPlace.objects.filter(
        round__in=night.rounds.playing(), table__number=number, seat__cashed_chips=None
    )
    return [one.attendance.member for one in places.taken().told().round_the_tables()]


def enter(table: Table, kind: Any, **told: Any) -> None:
    number = next_sitting(Table.objects.get(pk=table.pk)).number
    record_deal(table, Result(kind=kind, **told), number=number, at=AT)


def test_a_late_comer_sits_down_between_two_others(club: Club) -> None:
    night = playing(club, 8)
    before = sitting(night, 2)
    [larry] = late(club, night, "Late Larry")
    join_table(night, [larry], number=2, after=before[1], at=AT)

    assert sitting(night, 2) == [*before[:2], larry, *before[2:]]
    larry.purse.refresh_from_db()
    assert larry.purse.balance == 10
    assert in_all(club) == 10 * 20


def test_a_late_comer_goes_to_the_shortest_table(club: Club) -> None:
    night = playing(club, 7)
    [larry, peg] = late(club, night, "Late Larry", "Peg")
    join_table(night, [larry], at=AT)
    join_table(night, [peg], at=AT)

    assert [len(sitting(night, number)) for number in (1, 2)] == [5, 4]
    assert larry in sitting(night, 2)
    assert peg in sitting(night, 1)


def test_those_who_come_together_sit_side_by_side(club: Club) -> None:
    night = playing(club, 4)
    before = sitting(night, 1)
    pair = late(club, night, "Larry", "Peg")
    join_table(night, pair, after=before[0], at=AT)

    assert sitting(night, 1) == [before[0], *pair, *before[1:]]


def test_where_sides_do_not_form_a_partner_is_asked_for(club: Club) -> None:
    night = playing(club, 4, options={"sides": "pairs"})
    [larry, peg] = late(club, night, "Larry", "Peg")

    with pytest.raises(NumberUnplayable, match="Seat a partner with them") as refusal:
        join_table(night, [larry], at=AT)
    assert refusal.value.possible == [4, 6, 8, 10]
    assert not NightPlace.objects.filter(attendance__member=larry).exists()
    join_table(night, [larry, peg], at=AT)
    assert len(sitting(night, 1)) == 6


def test_somebody_may_wait_at_the_table_for_a_partner(club: Club) -> None:
    night = playing(club, 4, options={"sides": "pairs"})
    [larry] = late(club, night, "Larry")
    join_table(night, [larry], may_wait=True, at=AT)

    assert len(sitting(night, 1)) == 5


def test_people_who_wait_open_a_table_of_their_own(club: Club) -> None:
    night = playing(club, 4)
    four = late(club, night, "Larry", "Peg", "Con", "Una")
    open_another_table(night, four, at=AT)

    assert sitting(night, 2) == four
    table = tables_of(night, 1)[1]
    assert str(table).startswith("Table 2, Ballyduff")
    enter(table, "won", winner=table.seats.all()[0].number, dealer=0)
    assert in_all(club) == 9 * 20


def test_too_few_open_no_table(club: Club) -> None:
    night = playing(club, 4)
    [larry] = late(club, night, "Larry")

    with pytest.raises(NoSeating, match="A table of 1 cannot play"):
        open_another_table(night, [larry], at=AT)
    assert night.rounds.tables().count() == 1


def test_somebody_leaves_comes_back_and_sits_in_the_next_round(club: Club) -> None:
    night = playing(club, 5)
    table, people = tables_of(night, 1)[0], sitting(night, 1)
    enter(table, "spoilt", dealer=0)
    leave_table(night, [people[1]], at=AT)
    gone = NightPlace.objects.told().get(attendance__member=people[1])
    join_table(night, [people[1]], number=1, after=people[3], at=AT)

    assert (gone.left_at, gone.result) == (AT, -1 - 1)
    assert sitting(night, 1) == [people[0], people[2], people[3], people[1], people[4]]
    assert NightPlace.objects.filter(attendance__member=people[1]).count() == 2
    night = next_round(night, number=1, at=AT)
    assert companies_of(night, 2) == [frozenset(one.pk for one in people)]
    assert in_all(club) == 6 * 20


def test_somebody_who_goes_home_is_checked_out(club: Club) -> None:
    night = playing(club, 5)
    first = sitting(night, 1)[0]
    leave_table(night, [first], goes_home=True, at=AT)

    assert not night.attendances.here().filter(member=first).exists()
    first.purse.refresh_from_db()
    assert first.purse.balance == 20


def test_partners_leave_together_or_a_substitute_sits_down(club: Club) -> None:
    night = playing(club, 6, table_size=6, options={"sides": "pairs"})
    people = sitting(night, 1)
    [larry] = late(club, night, "Larry")

    with pytest.raises(NumberUnplayable, match="Seat somebody in their chair"):
        leave_table(night, people[:1], at=AT)
    leave_table(night, people[:1], substitute=larry, at=AT)
    assert sitting(night, 1) == [larry, *people[1:]]
    leave_table(night, [people[1], people[4]], at=AT)
    assert sitting(night, 1) == [larry, people[2], people[3], people[5]]
    assert in_all(club) == 8 * 20


def test_of_people_who_leave_several_tables_each_table_is_counted(club: Club) -> None:
    night = playing(club, 8, options={"sides": "pairs"})
    join_table(night, late(club, night, "Larry", "Peg"), number=2, at=AT)
    short, long = sitting(night, 1), sitting(night, 2)

    with pytest.raises(NumberUnplayable, match="Without them 3 would sit") as refusal:
        leave_table(night, [short[0], long[0], long[3]], at=AT)
    assert refusal.value.people == 3
    assert [len(sitting(night, number)) for number in (1, 2)] == [4, 6]


def test_somebody_moves_with_what_lies_before_them(club: Club) -> None:
    night = playing(club, 9, table_size=5)
    one, other = tables_of(night, 1)
    people = sitting(night, 1)
    winner = one.seats.get(player=people[0].player_id)
    enter(one, "won", winner=winner.number, dealer=0)
    winner.stack.refresh_from_db()
    stack, neighbours = winner.stack.balance, sitting(night, 2)
    move_player(night, people[0], number=2, after=neighbours[0], at=AT)

    assert sitting(night, 1) == people[1:]
    assert sitting(night, 2) == [neighbours[0], people[0], *neighbours[1:]]
    assert other.seats.get(player=people[0].player_id).stack.balance == stack
    places = NightPlace.objects.told().filter(attendance__member=people[0]).order_by("pk")
    assert [place.left_at for place in places] == [AT, None]
    assert in_all(club) == 10 * 20


def test_a_whole_purse_moves_along_if_somebody_says_so(club: Club) -> None:
    night = playing(club, 9, table_size=5)
    mover = sitting(night, 1)[0]
    move_player(night, mover, number=2, with_purse=True, at=AT)

    assert tables_of(night, 1)[1].seats.get(player=mover.player_id).stack.balance == 20


def test_at_online_tables_people_wait_for_the_end_of_their_deal(club: Club) -> None:
    night = playing(club, 8, mode=Mode.ONLINE)
    advance_table(tables_of(night, 1)[0].pk, at=AT)
    first = sitting(night, 1)[0]
    leave_table(night, [first], at=AT)

    with pytest.raises(
        AlreadyAtTable, match="sits at Table 1 until the deal is over: seat them then"
    ):
        join_table(night, [first], number=2, at=AT)


def test_whoever_was_sent_home_by_a_steward_may_be_seated_elsewhere(club: Club) -> None:
    night = playing(club, 8)
    first = sitting(night, 1)[0]
    table = tables_of(night, 1)[0]
    send_home(table, number=table.seats.get(player=first.player_id).number, at=AT)
    join_table(night, [first], number=2, at=AT)

    assert first in sitting(night, 2)


def test_nobody_sits_at_two_tables(club: Club) -> None:
    night = playing(club, 8)

    with pytest.raises(AlreadyAtTable, match="sits at Table 1: move them instead"):
        join_table(night, sitting(night, 1)[:1], number=2, at=AT)


def test_whoever_is_not_here_gets_no_seat(club: Club) -> None:
    night = playing(club, 4)
    stranger = walk_in(club, name="Con", at=AT)

    with pytest.raises(NotHere, match="Con is not checked in"):
        join_table(night, [stranger], at=AT)
    with pytest.raises(NotSeated, match="Con sits at no table"):
        leave_table(night, [stranger], at=AT)


def test_a_table_that_is_not_there(club: Club) -> None:
    night = playing(club, 4)
    [larry] = late(club, night, "Larry")

    with pytest.raises(NoTable, match=r"Table 7 .* is not open"):
        join_table(night, [larry], number=7, at=AT)


def test_a_chair_of_somebody_who_never_sat_there(club: Club) -> None:
    night = playing(club, 8)
    [larry] = late(club, night, "Larry")

    with pytest.raises(NotSeated, match="has no chair at Table 1"):
        join_table(night, [larry], number=1, after=sitting(night, 2)[0], at=AT)


def test_a_late_comer_without_chips_is_told_of(club: Club) -> None:
    night = playing(club, 4, buy_in_chips=20)
    first = sitting(night, 1)[0]
    leave_table(night, [first], at=AT)
    first.purse.refresh_from_db()
    assert first.purse.balance == 20
    change = {"buy_in_chips": 21}
    Night.objects.filter(pk=night.pk).update(**change)

    with pytest.raises(NoChips, match="fewer than 21 chips"):
        join_table(night, [first], at=AT)


@pytest.mark.parametrize("status", [NightStatus.SEATED, NightStatus.CLOSED])
def test_only_at_open_tables(club: Club, status: NightStatus) -> None:
    members = guests(club, 4)
    night = seat_night(open_night_with(club, members))
    if status == NightStatus.CLOSED:
        close_night(night, at=AT)

    with pytest.raises(WrongMoment):
        join_table(night, members, at=AT)
    with pytest.raises(WrongMoment):
        leave_table(night, members, at=AT)


def test_two_organisers_seat_the_same_person_once(own_database: str) -> None:
    club = ClubFactory.create()
    night = playing(club, 8)
    [larry] = late(club, night, "Larry")

    def seat(number: int) -> str:
        try:
            join_table(night, [larry], number=number, at=AT)
        except (ClubsError, GamesError) as refusal:
            return refusal.code
        return "done"

    with ThreadPoolExecutor(2) as threads:
        told = list(threads.map(in_a_thread, [partial(seat, 1), partial(seat, 2)]))

    assert sorted(told) == ["already_at_table", "done"]
    assert in_all(club) == 10 * 20


def test_by_a_program(club: Club) -> None:
    organiser, night = Caller(owner_of(club)), playing(club, 8)
    [larry, peg] = late(club, night, "Larry", "Peg")
    first, second = sitting(night, 1)[:2]
    path = f"nights/{night.pk}"
    answers = [
        organiser.order(f"{path}/join", {"members": [larry.pk], "table": 1, "after": first.pk}),
        organiser.order(f"{path}/move", {"member": larry.pk, "table": 2}),
        organiser.order(f"{path}/leave-table", {"members": [second.pk], "substitute": peg.pk}),
        organiser.order(f"{path}/another-table", {"members": [second.pk]}),
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 409]
    assert answers[3].data["code"] == "no_seating"
    [told] = answers[2].data["rounds"]
    places = [
        (table["number"], place["name"], place["left_at"] is None)
        for table in told["tables"]
        for place in table["places"]
        if place["name"] in ("Larry", "Peg", str(second))
    ]
    assert sorted(places) == sorted(
        [(1, "Larry", False), (1, "Peg", True), (1, str(second), False), (2, "Larry", True)]
    )


def test_a_number_that_cannot_play_is_told_to_programs(club: Club) -> None:
    organiser = Caller(owner_of(club))
    night = playing(club, 4, options={"sides": "pairs"})
    [larry] = late(club, night, "Larry")
    answer = organiser.order(f"nights/{night.pk}/join", {"members": [larry.pk]})

    assert (answer.status_code, answer.data["code"]) == (409, "number_unplayable")
    assert answer.data["possible"] == [4, 6, 8, 10]


PAIRS = {"sides": "pairs"}


def partners(night: Night, *pairs: tuple[Member, Member]) -> None:
    form_partnerships(night, pairs, at=AT)


def opposite(people: list[Member], one: Member) -> Member:
    return people[(people.index(one) + len(people) // 2) % len(people)]


def test_a_late_pair_sits_opposite_and_parts_nobody(club: Club) -> None:
    night = playing(club, 4, options=PAIRS)
    before = sitting(night, 1)
    larry, peg = late(club, night, "Larry", "Peg")
    join_table(night, [larry, peg], at=AT)

    people = sitting(night, 1)
    assert opposite(people, larry) == peg
    assert [opposite(people, one) for one in before] == [opposite(before, one) for one in before]


def test_a_late_pair_sits_opposite_where_the_first_of_them_is_told_a_chair(club: Club) -> None:
    night = playing(club, 4, options=PAIRS)
    before = sitting(night, 1)
    for number, after in enumerate(before):
        pair = late(club, night, f"Larry {number}", f"Peg {number}")
        join_table(night, pair, after=after, at=AT)

        people = sitting(night, 1)
        assert people[people.index(pair[0]) - 1] == after
        assert opposite(people, pair[0]) == pair[1]
        assert opposite(people, before[0]) == before[2]
        leave_table(night, pair, at=AT)


def test_a_partner_who_comes_after_the_other_sits_opposite(club: Club) -> None:
    night = playing(club, 4, options=PAIRS)
    before = sitting(night, 1)
    larry, peg = late(club, night, "Larry", "Peg")
    partners(night, (larry, peg), (before[0], before[2]), (before[1], before[3]))
    join_table(night, [larry], may_wait=True, at=AT)
    join_table(night, [peg], at=AT)

    people = sitting(night, 1)
    assert opposite(people, larry) == peg
    assert opposite(people, before[0]) == before[2]


def test_a_pair_that_moves_one_by_one_sits_opposite(club: Club) -> None:
    night = playing(club, 10, table_size=6, options=PAIRS)
    [short, full] = sorted((1, 2), key=lambda number: len(sitting(night, number)))
    there, people = sitting(night, short), sitting(night, full)
    partners(night, (people[0], people[3]), (there[0], there[2]), (there[1], there[3]))
    move_player(night, people[0], number=short, may_wait=True, at=AT)
    move_player(night, people[3], number=short, at=AT)

    there = sitting(night, short)
    assert opposite(there, people[0]) == people[3]
    assert opposite(there, there[0]) == there[3]


def test_partners_are_one_side_at_another_table(club: Club) -> None:
    night = playing(club, 4, options=PAIRS)
    four = late(club, night, "Larry", "Peg", "Con", "Una")
    partners(night, (four[0], four[1]))
    open_another_table(night, four, at=AT)

    assert opposite(sitting(night, 2), four[0]) == four[1]
