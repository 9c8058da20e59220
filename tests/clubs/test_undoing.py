"""Undo: each deed leads back to what was before it, and its undo to what was after it."""

from collections.abc import Callable

import pytest

from clubs.attendance import answer_night, check_in, check_out, welcome
from clubs.draws import repair_rounds, seat_night
from clubs.errors import AlreadyUndone, CannotUndo, StandsOn, UnknownDeed, WrongMoment
from clubs.handing_out import hand_out, take_back_chips
from clubs.locks import lock_table
from clubs.models import Answer, Member, WishKind
from clubs.nights import cancel_night, close_night
from clubs.places import (
    bring_chips,
    join_table,
    leave_table,
    move_player,
    open_another_table,
)
from clubs.reseating import HandMade, place_person, seat_by_hand
from clubs.rounds import end_round, next_round, open_tables
from clubs.swaps import swap_people
from clubs.wishes import state_wish
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.undone import Evening

pytestmark = pytest.mark.django_db

Deed = Callable[[Evening], object]


def here(_: Evening) -> None:
    """Eight people are checked in, and no more."""


def drawn(evening: Evening, rounds: int = 1) -> None:
    seat_night(evening.night, rounds=rounds, **evening.doing)


def drawn_then_late(evening: Evening) -> None:
    drawn(evening, 2)
    check_in(evening.night, evening.members[8:], **evening.doing)


def opened(evening: Evening) -> None:
    drawn(evening)
    open_tables(evening.night, **evening.doing)


def played(evening: Evening) -> None:
    opened(evening)
    evening.record(1)
    evening.record(2, winner=1)
    evening.record(1, table=2)


def counted(evening: Evening) -> None:
    opened(evening)
    evening.total([25, 25, 15, 15])


def with_waiting(evening: Evening) -> None:
    opened(evening)
    check_in(evening.night, evening.members[8:], **evening.doing)


def two_rounds(evening: Evening) -> None:
    played(evening)
    drawn(evening)


def paired(evening: Evening) -> tuple[Member, Member]:
    [first, second] = evening.night.rounds.drafted()[0].tables.all()
    one = first.places.order_by("place")[0].attendance.member
    other = second.places.order_by("place")[0].attendance.member
    return one, other


def companies(evening: Evening) -> list[list[Member]]:
    """Who sits at each table of the first round, clockwise."""
    tables = evening.night.rounds.drafted()[0].tables.order_by("number")
    return [
        [place.attendance.member for place in table.places.order_by("place")] for table in tables
    ]


def locked(evening: Evening) -> None:
    drawn(evening)
    lock_table(evening.night, number=1, table=2, **evening.doing)


def locked_and_left(evening: Evening) -> None:
    """Everybody at the locked table has gone home."""
    locked(evening)
    for member in companies(evening)[1]:
        check_out(evening.night, member, **evening.doing)


def moved_by_hand(evening: Evening) -> None:
    [goer, *_], [first, *_] = companies(evening)
    place_person(evening.night, goer, number=1, table=2, after=first, **evening.doing)


def seated_by_hand(evening: Evening) -> None:
    """Two rounds; in the second the first table is larger, and locked."""
    keys = [member.pk for member in evening.members[:8]]
    first = [HandMade(1, keys[:4]), HandMade(2, keys[4:])]
    second = [HandMade(1, keys[3:], is_locked=True), HandMade(2, keys[:3])]
    seat_by_hand(evening.night, {1: first, 2: second}, **evening.doing)


KINDS: dict[str, tuple[Deed, Deed]] = {
    "check in": (
        here,
        lambda e: check_in(e.night, e.members[8:], **e.doing),
    ),
    "check in after the draw": (
        drawn,
        lambda e: check_in(e.night, e.members[8:], **e.doing),
    ),
    "check out": (here, lambda e: check_out(e.night, e.members[0], **e.doing)),
    "check out after the draw": (drawn, lambda e: check_out(e.night, e.members[0], **e.doing)),
    "answer": (
        here,
        lambda e: answer_night(e.night, e.members[9], Answer.MAYBE, **e.doing),
    ),
    "draw": (here, drawn),
    "draw again": (lambda e: drawn(e, 3), lambda e: drawn(e, 2)),
    "repair": (
        drawn_then_late,
        lambda e: repair_rounds(e.night, **e.doing),
    ),
    "swap": (drawn, lambda e: swap_people(e.night, *paired(e), number=1, **e.doing)),
    "place": (drawn, moved_by_hand),
    "place in a locked table": (locked, moved_by_hand),
    "lock": (drawn, lambda e: lock_table(e.night, number=1, table=2, **e.doing)),
    "unlock": (
        locked,
        lambda e: lock_table(e.night, number=1, table=2, is_locked=False, **e.doing),
    ),
    "unlock a table without people": (
        locked_and_left,
        lambda e: lock_table(e.night, number=1, table=2, is_locked=False, **e.doing),
    ),
    "check in beside a locked table without people": (
        locked_and_left,
        lambda e: check_in(e.night, e.members[8:], **e.doing),
    ),
    "draw again around a locked table": (locked, drawn),
    "seating by hand": (drawn, seated_by_hand),
    "seating by hand of rounds that are not drawn": (here, seated_by_hand),
    "open tables": (drawn, lambda e: open_tables(e.night, **e.doing)),
    "join": (with_waiting, lambda e: join_table(e.night, e.members[8:], number=1, **e.doing)),
    "another table": (
        with_waiting,
        lambda e: open_another_table(e.night, e.members[8:], **e.doing),
    ),
    "leave": (
        played,
        lambda e: leave_table(e.night, e.people_at(1)[:1], may_wait=True, **e.doing),
    ),
    "leave for home, with a substitute": (
        with_waiting,
        lambda e: leave_table(
            e.night,
            e.people_at(1)[:2],
            goes_home=True,
            substitute=e.members[8],
            may_wait=True,
            **e.doing,
        ),
    ),
    "move": (
        played,
        lambda e: move_player(e.night, e.people_at(1)[0], number=2, may_wait=True, **e.doing),
    ),
    "bring chips": (
        played,
        lambda e: bring_chips(e.night, e.people_at(1)[0], chips=9, **e.doing),
    ),
    "result": (played, lambda e: e.record(3, winner=2)),
    "first result": (opened, lambda e: e.record(1)),
    "correction": (played, lambda e: e.correct(1, winner=3)),
    "a deal taken back": (played, lambda e: e.strike(2)),
    "totals": (opened, lambda e: e.total([25, 25, 15, 15])),
    "totals put right": (
        counted,
        lambda e: e.total([40, 10, 15, 15]),
    ),
    "hand out": (
        here,
        lambda e: hand_out(e.night, e.members[:3], chips=7, key="one", **e.doing),
    ),
    "take back": (
        here,
        lambda e: take_back_chips(e.night, e.members[:3], chips=7, key="one", **e.doing),
    ),
    "end round": (played, lambda e: end_round(e.night, number=1, **e.doing)),
    "end round with another drawn": (
        two_rounds,
        lambda e: end_round(e.night, number=1, **e.doing),
    ),
    "next round": (played, lambda e: next_round(e.night, number=1, **e.doing)),
    "next round that is drawn": (
        two_rounds,
        lambda e: next_round(e.night, number=1, **e.doing),
    ),
    "close": (two_rounds, lambda e: close_night(e.night, **e.doing)),
    "cancel": (two_rounds, lambda e: cancel_night(e.night, **e.doing)),
    "cancel before play": (drawn, lambda e: cancel_night(e.night, **e.doing)),
    "close before play": (drawn, lambda e: close_night(e.night, **e.doing)),
}


@pytest.mark.parametrize(("given", "deed"), KINDS.values(), ids=KINDS)
def test_an_undo_leads_back_and_its_undo_forth_again(given: Deed, deed: Deed) -> None:
    evening = Evening()
    given(evening)
    before = evening.state()
    deed(evening)
    after = evening.state()
    assert after != before

    for _ in range(2):
        evening.undo()
        assert evening.state() == before
        evening.undo()
        assert evening.state() == after


def test_whoever_was_welcomed_stays_a_guest_of_the_club() -> None:
    evening = Evening()
    nora = welcome(evening.night, "Nora", **evening.doing)

    evening.undo()

    nora.refresh_from_db()
    assert nora.checked_in_at is None
    assert evening.club.members.filter(player__name="Nora").exists()


def test_an_undo_names_the_deed_that_stands_on_it() -> None:
    evening = Evening()
    opened(evening)
    evening.record(1)
    winner = evening.people_at(1)[0]

    with pytest.raises(StandsOn, match=f"“Table 1, deal 1: {winner} won” stands on it") as told:
        evening.undo(2)

    assert told.value.deed == 3


def test_an_undo_names_the_chips_that_were_brought_out_of_those_handed_out() -> None:
    evening = Evening()
    opened(evening)
    bringing = evening.people_at(1)[0]
    hand_out(evening.night, [bringing], chips=7, key="seven", **evening.doing)
    bringing.purse.refresh_from_db()
    bring_chips(evening.night, bringing, chips=bringing.purse.balance, **evening.doing)

    with pytest.raises(StandsOn, match="more chips to table 1” stands on it") as told:
        evening.undo(3)

    assert told.value.deed == 4


def test_a_deed_is_undone_once() -> None:
    evening = Evening()
    drawn(evening)
    evening.undo(1)

    with pytest.raises(AlreadyUndone, match="undone by deed 2"):
        evening.undo(1)


def test_what_was_undone_is_done_again_before_what_came_before_it() -> None:
    evening = Evening()
    drawn(evening)
    drawn(evening)
    evening.undo(1 + 1)
    evening.undo(1)

    with pytest.raises(StandsOn, match="“Round 1 was drawn” came after it, and is undone"):
        evening.undo(3)
    evening.undo(4)
    evening.undo(3)

    assert evening.night.rounds.drafted().count() == 1


def test_deeds_about_other_people_are_undone_in_any_order() -> None:
    evening = Evening()
    check_in(evening.night, evening.members[8:9], **evening.doing)
    check_in(evening.night, evening.members[9:], **evening.doing)

    evening.undo(1)

    here = evening.night.attendances.here().values_list("member", flat=True)
    assert set(here) == {one.pk for one in evening.members} - {evening.members[8].pk}


def test_who_takes_back_a_check_in_after_the_draw_has_no_place_any_more() -> None:
    evening = Evening()
    check_in(evening.night, evening.members[8:9], **evening.doing)
    drawn(evening)

    evening.undo(1)

    places = evening.night.rounds.drafted()[0].places.filter(attendance__checked_in_at=None)
    assert not places.exists()


def test_a_wish_is_dropped_instead() -> None:
    evening = Evening()
    state_wish(evening.night, WishKind.TOGETHER, evening.members[:2], **evening.doing)

    with pytest.raises(CannotUndo, match="Drop the wish"):
        evening.undo()


def test_a_night_that_would_close_again_stays_closed() -> None:
    evening = Evening()
    opened(evening)
    close_night(evening.night, **evening.doing)
    evening.minutes = 13 * 60

    with pytest.raises(WrongMoment, match="began long ago"):
        evening.undo()


def test_a_night_that_is_closed_is_opened_again_first() -> None:
    evening = Evening()
    check_out(evening.night, evening.members[0], **evening.doing)
    close_night(evening.night, **evening.doing)

    with pytest.raises(StandsOn, match="“The night was cancelled” stands on it"):
        evening.undo(1)


def test_pools_that_were_put_together_are_parted_again() -> None:
    """Carried pools of three tables go to two (RULES.md 7.7), and back to where they lay."""
    evening = Evening(12, more=0, options={"unclaimed_pool": "carry"})
    opened(evening)
    for table in (1, 2, 3):
        evening.record(1, table=table, winner=None)
    end_round(evening.night, number=1, **evening.doing)
    for member in evening.members[:4]:
        check_out(evening.night, member, **evening.doing)
    drawn(evening)
    before = (evening.state(), pools_of(evening))
    open_tables(evening.night, **evening.doing)
    after = (evening.state(), pools_of(evening))
    assert len(after[1]) == 2

    for _ in range(2):
        evening.undo()
        assert (evening.state(), pools_of(evening)) == before
        evening.undo()
        assert (evening.state(), pools_of(evening)) == after


def pools_of(evening: Evening) -> list[int]:
    """What lies in the pools of the night, the largest first."""
    pools = Account.objects.open().filter(book=evening.club.book, kind=AccountKind.POOL)
    return sorted(pools.filter(balance__gt=0).values_list("balance", flat=True))


def test_chips_that_are_at_a_table_are_not_taken_back_before_it_closes() -> None:
    evening = Evening(buy_in=None)
    hand_out(evening.night, evening.members[:1], chips=50, key="one", **evening.doing)
    opened(evening)

    with pytest.raises(StandsOn, match="“The tables of round 1 were opened” stands on it"):
        evening.undo(1)


def test_chips_that_were_taken_back_are_handed_out_before_their_owner_sits_there_again() -> None:
    evening = Evening()
    opened(evening)
    [gone] = evening.people_at(1)[:1]
    leave_table(evening.night, [gone], may_wait=True, **evening.doing)
    has = Account.objects.get(pk=gone.purse_id).balance
    take_back_chips(evening.night, [gone], chips=has - 1, key="one", **evening.doing)

    with pytest.raises(StandsOn, match=f"chips were taken back from {gone}” stands on it"):
        evening.undo(3)


def test_the_log_has_no_such_deed() -> None:
    with pytest.raises(UnknownDeed):
        Evening().undo(7)


def test_what_came_before_an_undone_deed_is_undone_after_it() -> None:
    """More chips twice, and a result that was put right: the last one first, and back again."""
    evening = Evening()
    opened(evening)
    bringing = evening.people_at(1)[0]
    beginning = evening.state()
    bring_chips(evening.night, bringing, chips=4, **evening.doing)
    bring_chips(evening.night, bringing, chips=9, **evening.doing)
    evening.record(1)
    evening.correct(1, winner=2)
    end, done = evening.state(), [3, 4, 5, 6]

    for _ in range(2):
        undos = [evening.undo(number).number for number in reversed(done)]
        assert evening.state() == beginning
        done = [evening.undo(number).number for number in reversed(undos)]
        assert evening.state() == end


def test_totals_that_were_put_right_are_undone_one_after_the_other() -> None:
    evening = Evening()
    opened(evening)
    beginning = evening.state()
    evening.total([25, 25, 15, 15])
    evening.total([40, 10, 15, 15])

    evening.undo(4)
    evening.undo(3)

    assert evening.state() == beginning


def test_undoing_everything_leads_back_to_the_beginning() -> None:
    evening = Evening()
    beginning = evening.state()
    drawn(evening, 2)
    check_in(evening.night, evening.members[8:9], **evening.doing)
    repair_rounds(evening.night, **evening.doing)
    open_tables(evening.night, **evening.doing)
    check_in(evening.night, evening.members[9:], **evening.doing)
    join_table(evening.night, evening.members[9:], **evening.doing)
    evening.record(1)
    evening.record(1, table=2)
    bring_chips(evening.night, evening.people_at(2)[0], chips=5, **evening.doing)
    move_player(evening.night, evening.people_at(1)[0], number=2, may_wait=True, **evening.doing)
    evening.record(2, table=2, winner=1)
    evening.correct(1, winner=2)
    leave_table(evening.night, evening.people_at(1)[:1], may_wait=True, **evening.doing)
    next_round(evening.night, number=1, **evening.doing)
    end_round(evening.night, number=2, **evening.doing)
    close_night(evening.night, **evening.doing)

    for number in range(evening.last.number, 0, -1):
        evening.undo(number)

    assert evening.state() == beginning


def test_a_draw_that_is_done_again_seats_nobody_who_has_gone() -> None:
    evening = Evening(9)
    drawn(evening)
    evening.undo(1)
    check_out(evening.night, evening.members[0], **evening.doing)

    evening.undo(2)

    [again] = evening.night.rounds.drafted()
    seated = set(again.places.values_list("attendance__member", flat=True))
    assert seated == {member.pk for member in evening.members[1:9]}


def test_who_was_sent_home_and_called_back_can_be_undone_where_a_draw_came_between() -> None:
    """The draw seats somebody who is checked out and in again: all of it is undone in reverse."""
    evening = Evening(8)
    beginning = evening.state()
    check_in(evening.night, evening.members[8:9], **evening.doing)
    drawn(evening)
    evening.undo(evening.undo(1).number)

    evening.undo(2)
    evening.undo(4)

    assert evening.state() == beginning
