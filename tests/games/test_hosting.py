"""Where the host seats people: who comes late sits between two others, who leaves may come back."""

from typing import Any

import pytest

from clubs.table_kinds import FREE_TABLE
from games.errors import (
    AlreadySeated,
    EntryImpossible,
    NotSeated,
    NotSeatedByHost,
    NumberUnplayable,
    TableClosed,
    TableFull,
    TooFewChips,
)
from games.models import Table
from games.play.by_hand import upcoming
from games.play.lineup import next_sitting
from games.tables.closing import close_tables
from games.tables.hosting import seat_late, take_home
from games.tables.opening import SeatPlan
from ledger.audit import check_books
from ledger.errors import Overdrawn
from tests.games.corrected_halls import fix, put_right
from tests.games.factories import again, later, rules, table_of
from tests.games.fireside import chips_of, guest
from tests.games.latecomers import AINE, BRID, CON, DAN, ENA, FINN, comes, enter, goes, stacks
from tests.games.test_by_hand import hall_table
from tournaments.table_kinds import TOURNAMENT


@pytest.mark.django_db
def test_somebody_sits_down_between_two_others_at_a_table_of_real_cards() -> None:
    """RULES.md 1.4, 7.2, 7.7: Ena sits down to the left of Aine, who dealt, and has the deal next.

    deal            what goes in                     how it ended          pool
    1  Aine deals   2 each, Aine 2 more              spoilt                10
    2  Ena deals    1 each, Ena 2 and 2 more         spoilt                18
    3  Brid deals   1 each, Brid 2 more              Con wins 25            0
    """
    table = hall_table(20, 20, 20, 20)
    enter(table, 1, "spoilt")

    comes(table, 2, after=AINE)

    following = upcoming(again(table))
    assert following is not None
    lineup = following.usual
    assert lineup.numbers == (AINE, ENA, BRID, CON, DAN)
    assert lineup.numbers[lineup.dealer] == ENA
    assert lineup.numbers[lineup.dealer + 1] == BRID  # The eldest hand.
    assert lineup.contributions == (1, 4, 1, 1, 1)
    enter(table, 3, "spoilt")
    assert again(table).pool.balance == 18
    third = enter(table, 4, "won", winner=CON)
    assert third.seat_numbers[third.dealer] == BRID
    assert third.contributions == [1, 1, 3, 1, 1]
    assert stacks(table) == {AINE: 14, ENA: 15, BRID: 14, CON: 16 + 25, DAN: 16}
    assert check_books() == []


@pytest.mark.django_db
def test_a_deal_from_before_somebody_came_is_put_right() -> None:
    """RULES.md 7.1, 7.7: the first pool was won, so Dan opens a new one.

    deal            what goes in           how it ended        Aine Dan Brid Con pool
    1  Aine deals   2 each, Aine 2 more    Con wins 8            16   -   18  26    0
    -  Dan sits down between Aine and Brid with 20
    2  Dan deals    2 each, Dan 2 more     spoilt                14  16   16  24   10
    """
    table = hall_table(20, 20, 20)
    enter(table, 1, "spoilt")
    comes(table, 2, after=AINE)
    enter(table, 3, "spoilt")
    assert stacks(table) == {AINE: 15, DAN: 16, BRID: 17, CON: 17}

    put_right(table, fix(1, "won", winner=CON), at=later(4))

    assert stacks(table) == {AINE: 14, DAN: 16, BRID: 16, CON: 24}
    second = table.deals.get(number=2)
    assert (second.seat_numbers, second.contributions) == ([AINE, DAN, BRID, CON], [2, 4, 2, 2])
    put_right(table, fix(2, "spoilt", seats=(CON, BRID, DAN), version=1), at=later(5))
    second.refresh_from_db()
    assert second.seat_numbers == [DAN, BRID, CON]  # Clockwise, however they are named.
    with pytest.raises(EntryImpossible, match="did not sit at the table then"):
        put_right(table, fix(1, "spoilt", version=2, seats=(AINE, BRID, CON, DAN)), at=later(6))


@pytest.mark.django_db
def test_the_deal_passes_on_from_a_dealer_who_has_gone() -> None:
    """RULES.md 1.4, 7.7: Aine has no claim on the pool, and Brid deals."""
    table = hall_table(20, 20, 20, 20)
    enter(table, 1, "spoilt")

    aine = goes(table, 2, AINE)

    assert chips_of(aine) == (16, 0)
    assert again(table).pool.balance == 10
    second = enter(table, 3, "spoilt")
    assert second.seat_numbers == [BRID, CON, DAN]
    assert second.seat_numbers[second.dealer] == BRID
    goes(table, 4, BRID, may_wait=True)
    comes(table, 5, after=BRID)  # In Brid's chair: it is Con who deals after Brid.
    third = enter(table, 6, "spoilt")
    assert third.seat_numbers == [ENA, CON, DAN]
    assert third.seat_numbers[third.dealer] == CON


@pytest.mark.django_db
def test_whoever_left_comes_back_to_another_chair_as_a_newcomer() -> None:
    """RULES.md 7.7."""
    table = hall_table(20, 20, 20, 20)
    enter(table, 1, "spoilt")
    gone = goes(table, 2, BRID)
    enter(table, 3, "spoilt")
    plan = SeatPlan(gone.player_id, gone.purse_id, chips=10)

    back = seat_late(table, plan, after=CON, at=later(4))

    assert (back.number, table.seats.taken().circle().numbers) == (4, (AINE, CON, 4, DAN))
    lineup = next_sitting(again(table)).lineup()
    assert lineup.numbers[lineup.dealer] == back.number  # Con dealt the second deal.
    assert lineup.contributions == (1, 1, 4, 1)


@pytest.mark.django_db
def test_a_pool_that_nobody_won_is_shared_round_the_table_among_those_who_have_staked() -> None:
    """RULES.md 7.6, 7.7: Dan dealt last, so the odd chip goes to Brid; Ena was not dealt in yet."""
    table = hall_table(20, 20, 20)
    enter(table, 1, "won", winner=AINE)
    comes(table, 2, after=AINE)
    enter(table, 3, "spoilt")
    assert again(table).pool.balance == 10
    comes(table, 4, after=DAN)

    close_tables([again(table)], at=later(5))

    home = {seat.number: seat.cashed_chips for seat in table.seats.all()}
    assert home == {AINE: 24 - 2 + 2, DAN: 16 + 2, ENA: 20, BRID: 16 + 3, CON: 16 + 3}
    put_right(table, fix(2, "won", winner=DAN), at=later(6))
    dan = table.seats.get(number=DAN)
    assert chips_of(dan) == (100 - 20 + 16 + 10, 0)
    assert check_books() == []


@pytest.mark.django_db
def test_somebody_without_chips_may_leave_and_the_evening_is_still_put_right() -> None:
    table = hall_table(20, 20, 20)
    enter(table, 1, "spoilt")
    late = comes(table, 2, chips=2)
    enter(table, 3, "won", winner=AINE)
    assert chips_of(late) == (98, 0)

    goes(table, 4, late.number)
    put_right(table, fix(2, "won", winner=late.number), at=later(5))

    assert chips_of(late)[0] == 98 + 15


def pairs_table() -> Table:
    return hall_table(20, 20, 20, 20, house=rules(sides="pairs"))


@pytest.mark.django_db
def test_partners_sit_down_together_where_one_alone_would_break_the_sides() -> None:
    """RULES.md 1.2."""
    table = pairs_table()
    with pytest.raises(NumberUnplayable, match="for 4, 6, 8 or 10 players") as told:
        comes(table, 1)
    assert (told.value.people, told.value.possible) == (5, [4, 6, 8, 10])
    assert table.seats.count() == 4

    comes(table, 2, after=AINE, may_wait=True)
    waiting = upcoming(again(table))  # Whoever waits for their partner sits out.
    assert waiting is not None
    assert (waiting.usual.numbers, waiting.usual.waiting) == ((AINE, BRID, CON, DAN), (ENA,))
    comes(table, 3, after=CON)

    following = upcoming(again(table))
    assert following is not None
    lineup = following.usual
    assert lineup.numbers == (AINE, ENA, BRID, CON, FINN, DAN)


@pytest.mark.django_db
def test_a_substitute_takes_the_chair_of_somebody_who_goes() -> None:
    """RULES.md 1.2, 1.6: after a misdeal, too, though they were not dealt in to that."""
    table = pairs_table()
    enter(table, 1, "misdeal")
    with pytest.raises(NumberUnplayable, match="Without them 3 would sit") as told:
        goes(table, 2, BRID)
    assert told.value.people == 3

    goes(table, 2, BRID, may_wait=True)
    assert upcoming(again(table)) is None
    comes(table, 3, after=BRID)

    second = enter(table, 4, "won", winner=ENA)
    assert second.seat_numbers == [AINE, ENA, CON, DAN]
    assert second.seat_numbers[second.dealer] == ENA
    assert [place for place, gained in enumerate(second.gains) if gained] == [1, 3]


@pytest.mark.django_db
def test_rules_for_three_have_room_for_no_more() -> None:
    table = hall_table(20, 20, 20, house=rules(tricks_to_win=4, jink=False))

    for may_wait in (False, True):
        with pytest.raises(TableFull, match="room for 3 by its rules"):
            comes(table, 1, may_wait=may_wait)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("plan", "options", "error"),
    [
        ({"chips": 1}, {}, TooFewChips),
        ({"chips": 101}, {}, Overdrawn),
        ({}, {"after": FINN}, NotSeated),
    ],
)
def test_a_seat_that_is_refused_leaves_nothing(
    plan: dict[str, Any], options: dict[str, Any], error: type[Exception]
) -> None:
    table = hall_table(20, 20, 20)

    with pytest.raises(error):
        comes(table, 1, **plan, **options)

    assert [seat.place for seat in table.seats.taken()] == [0, 1, 2]


@pytest.mark.django_db
def test_nobody_is_seated_twice_and_nobody_goes_who_is_not_there() -> None:
    table = hall_table(20, 20, 20)
    plan = guest(table.book, chips=20)
    seat_late(table, plan, at=later(1))
    with pytest.raises(AlreadySeated):
        seat_late(table, plan, at=later(1))
    take_home(table, player_id=plan.player_id, at=later(2))
    with pytest.raises(NotSeated):
        take_home(table, player_id=plan.player_id, at=later(2))

    close_tables([table], at=later(3))

    with pytest.raises(TableClosed):
        seat_late(table, plan, at=later(4))


@pytest.mark.django_db
def test_only_a_host_who_seats_people_does_so_later() -> None:
    """At free tables they sit down by themselves; a round of a tournament is played to its end."""
    for table in (table_of(policies=FREE_TABLE.policies, seats_limit=5), elimination()):
        with pytest.raises(NotSeatedByHost):
            comes(table, 1)
        with pytest.raises(NotSeatedByHost):
            goes(table, 1, AINE)


def elimination() -> Table:
    return table_of(policies=TOURNAMENT.policies)


@pytest.mark.django_db
def test_the_last_to_go_shares_the_pool_with_nobody() -> None:
    """RULES.md 7.7."""
    table = hall_table(20, 20)
    enter(table, 1, "misdeal")
    goes(table, 2, AINE, may_wait=True)

    goes(table, 3, BRID, may_wait=True)

    assert again(table).closed_at == later(3)
    assert [seat.cashed_chips for seat in table.seats.order_by("number")] == [16, 24]
