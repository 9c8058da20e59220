"""Somebody moves to another table of their host, and what lies before them goes with them."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.table_kinds import NIGHT
from games.engine import HouseRules
from games.errors import (
    AlreadySeated,
    DealInPlay,
    NotSeated,
    NotSeatedByHost,
    NumberUnplayable,
    TableClosed,
)
from games.fairness.proof import check_proof
from games.models import Deal, Mode, Seat, Table
from games.play import advance
from games.play.advance import advance_table
from games.play.by_hand import upcoming
from games.play.dealing import deal_out
from games.seat_numbers import SeatNumber
from games.sight.revealing import reveal
from games.tables.closing import close_tables
from games.tables.moving import finish_move, move
from games.tables.opening import SeatPlan, open_table
from games.tables.sittings import come_back
from games.tables.stewarding import close_without_cards, pause, resume, void_deal
from ledger.audit import check_books
from ledger.kinds import AccountKind
from ledger.models import Account, Book, Transfer
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import fix, put_right
from tests.games.crowds import at_once
from tests.games.factories import STANDARD, again, later, plans, play_out, rules
from tests.games.fireside import chips_of, finish, run
from tests.games.latecomers import AINE, BRID, CON, DAN, comes, enter, goes, stacks
from tests.games.test_by_hand import where_seat_0_deals_first
from tests.ledger.factories import BookFactory


def tables(
    *people: int,
    mode: Mode = Mode.RECORDED,
    house: HouseRules = STANDARD,
    bots: bool = False,
    deals_limit: int | None = None,
) -> list[Table]:
    """Tables of one night for this number of people each, who bring 20 chips of 120."""
    book = BookFactory.create()
    return [
        table_for(book, count, f"Table {number}", mode, house, bots, deals_limit)
        for number, count in enumerate(people, start=1)
    ]


def table_for(
    book: Book,
    people: int,
    name: str,
    mode: Mode,
    house: HouseRules = STANDARD,
    bots: bool = False,
    deals_limit: int | None = None,
) -> Table:
    seats = [
        SeatPlan(plan.player_id, plan.purse_id, 20, plan.bot_level)
        for plan in plans(book, *(120,) * people, bots=bots)
    ]
    table = open_table(
        book,
        rules=house,
        policies=NIGHT.policies,
        seats=seats,
        name=name,
        mode=mode,
        deals_limit=deals_limit,
        turn_seconds=60,
        at=later(0),
    )
    return where_seat_0_deals_first(table) if mode == Mode.RECORDED else table


def moves(
    table: Table, other: Table, number: SeatNumber, *, seconds: float = 0, **options: Any
) -> Seat:
    player_id = table.seats.get(number=number, cashed_chips=None).player_id
    return move(table, other, player_id=player_id, at=later(seconds), **options)


@pytest.mark.django_db
def test_chips_go_along_to_a_chair_between_two_others() -> None:
    """RULES.md 7.7: Dan leaves 10 chips in the pool, and pays the stake at the other table."""
    first, second = tables(4, 3)
    enter(first, 1, "spoilt")
    enter(second, 1, "spoilt")
    before = Transfer.objects.count()

    there = moves(first, second, DAN, seconds=2, after=AINE)

    assert (there.number, there.table) == (DAN, second)
    assert again(first).pool.balance == 10
    assert stacks(first) == {AINE: 16, BRID: 18, CON: 18}
    assert stacks(second) == {AINE: 16, DAN: 18, BRID: 18, CON: 18}
    assert chips_of(there) == (100, 18)
    assert Transfer.objects.count() == before + 2
    following = upcoming(again(second))
    assert following is not None
    lineup = following.usual
    assert lineup.numbers[lineup.dealer] == DAN
    assert lineup.contributions == (1, 4, 1, 1)
    assert again(second).seats.get(number=DAN).moved_from == first.seats.get(number=DAN)
    assert check_books() == []


@pytest.mark.django_db
def test_somebody_who_plays_with_their_whole_purse_brings_it() -> None:
    first, second = tables(3, 3)

    there = moves(first, second, CON, has_purse=True)

    assert chips_of(there) == (0, 120)


@pytest.mark.django_db
def test_somebody_moves_back_without_a_chip_and_is_paid_when_a_result_is_put_right() -> None:
    """They count as a newcomer each time; a chair is never theirs again by itself."""
    first, second = tables(3, 3)
    enter(first, 1, "won", winner=AINE)
    there = moves(first, second, CON, seconds=2, may_wait=True)
    back = moves(second, first, there.number, seconds=3, after=AINE)
    enter(first, 4, "won", winner=AINE)
    assert list(first.seats.taken().circle().numbers) == [AINE, DAN, BRID]

    put_right(first, fix(1, "won", winner=CON), fix(2, "won", winner=DAN), at=later(5))

    # Con gained 8 at home; the second pool was 8 again, of which Dan put in 4 and won it.
    assert chips_of(back) == (100 + 8, 18 - 4 + 8)
    assert stacks(first) == {AINE: 20 - 4 - 2, DAN: 22, BRID: 20 - 2 - 2}
    assert check_books() == []


@pytest.mark.django_db
def test_a_move_that_would_break_the_sides_is_refused_for_either_table() -> None:
    """RULES.md 1.2."""
    first, second = tables(4, 4, house=rules(sides="pairs"))
    with pytest.raises(NumberUnplayable, match="Without them 3 would sit at Table 1") as told:
        moves(first, second, AINE)
    assert told.value.possible == [4, 6, 8, 10]
    goes(first, 1, BRID, may_wait=True)
    comes(first, 1, may_wait=True)
    comes(first, 1, may_wait=True)
    with pytest.raises(NumberUnplayable, match="With them 5 would sit at Table 2") as told:
        moves(first, second, AINE)
    assert told.value.people == 5

    moves(first, second, AINE, may_wait=True)
    moves(first, second, DAN, may_wait=True)

    assert (len(stacks(first)), len(stacks(second))) == (3, 6)
    assert upcoming(again(second)) is not None


@pytest.mark.django_db
def test_nobody_moves_from_or_to_where_no_host_seats_people() -> None:
    first, second, third = tables(3, 3, 3)
    player_id = first.seats.get(number=AINE).player_id
    with pytest.raises(AlreadySeated):
        move(first, first, player_id=player_id, at=later(1))
    with pytest.raises(NotSeated):
        move(second, first, player_id=player_id, at=later(1))
    Table.objects.filter(pk=second.pk).update(may_come_and_go=True, seats_limit=5)
    with pytest.raises(NotSeatedByHost):
        move(first, second, player_id=player_id, at=later(1))
    close_tables([third], at=later(1))
    with pytest.raises(TableClosed):
        move(first, third, player_id=player_id, at=later(1))
    assert list(stacks(first)) == [AINE, BRID, CON]


@pytest.mark.django_db
def test_the_last_to_move_away_takes_the_pool_along() -> None:
    """RULES.md 7.7: nobody is left to play for it, and the table closes."""
    first, second = tables(2, 3)
    enter(first, 1, "misdeal")
    moves(first, second, AINE, seconds=2, may_wait=True)

    there = moves(first, second, BRID, seconds=3, may_wait=True)

    assert again(first).closed_at == later(3)
    assert chips_of(there) == (100, 18 + 6)


def online_tables() -> tuple[Table, Table, Deal]:
    """Two tables of people online, the first with a deal in play."""
    first, second = tables(4, 3, mode=Mode.ONLINE)
    deal = run(first)
    assert deal is not None
    return first, second, deal


@pytest.mark.django_db
def test_online_somebody_plays_their_deal_to_its_end_and_then_goes_on() -> None:
    """They have a chair at the other table, and nothing is dealt to them there before."""
    first, second, deal = online_tables()
    there = moves(first, second, DAN, after=AINE)
    elsewhere = run(second)
    assert elsewhere is not None
    assert elsewhere.seat_numbers == [AINE, BRID, CON]
    assert not first.seats.get(number=DAN).is_away
    assert chips_of(there) == (100, 0)
    finish(deal)

    lies = stacks(second)[there.number]
    assert first.seats.get(number=DAN).cashed_chips == lies > 0
    assert first.deals.get(number=2).seat_numbers == [AINE, BRID, CON]
    finish(elsewhere)
    assert second.deals.get(number=2).seat_numbers == [AINE, there.number, BRID, CON]
    assert check_books() == []


@pytest.mark.django_db
def test_online_somebody_between_two_tables_is_moved_no_further() -> None:
    first, second, _ = online_tables()
    third = table_for(first.book, 3, "Table 3", Mode.ONLINE)
    there = moves(first, second, DAN, has_purse=True)

    with pytest.raises(AlreadySeated, match="leaves Table 1 when the deal is over"):
        moves(first, third, DAN)
    with pytest.raises(DealInPlay, match="still plays a deal at Table 1"):
        moves(second, third, there.number)
    come_back(second, player_id=there.player_id)
    assert run(second) is not None
    assert chips_of(there) == (0, 100)
    assert there.number not in second.deals.get(number=1).seat_numbers


@pytest.mark.django_db
def test_online_somebody_whose_new_table_has_closed_goes_home_instead() -> None:
    first, second, deal = online_tables()
    there = moves(first, second, DAN)
    close_tables([second], at=later(0))
    finish(deal)

    gone = first.seats.get(number=DAN)
    assert gone.cashed_chips is not None
    assert chips_of(there) == (100 + gone.cashed_chips, 0)
    assert first.deals.filter(number=2).exists()


@pytest.mark.django_db
def test_online_somebody_who_goes_home_while_they_are_between_two_tables_is_home() -> None:
    first, second, deal = online_tables()
    there = moves(first, second, DAN)
    goes(second, 0, there.number)
    finish(deal)

    gone = first.seats.get(number=DAN)
    assert gone.cashed_chips is not None
    assert chips_of(there) == (100 + gone.cashed_chips, 0)


@pytest.mark.django_db
def test_nobody_goes_on_from_a_table_that_is_paused() -> None:
    """The organiser takes the deal back, and then lets the table go on."""
    first, second, deal = online_tables()
    there = moves(first, second, DAN)
    pause(first, at=later(1))
    organiser = PlayerFactory.create().pk
    void_deal(deal, actor_id=organiser, reason="Wrong chair", at=later(2))
    run(first, 2)
    assert not finish_move(first.pk, at=later(2))
    assert chips_of(there) == (100, 0)

    resume(first, at=later(3))
    run(first, 3)

    assert chips_of(there) == (100, 20)


def between_tables() -> tuple[Table, Table, Seat]:
    """Dan is on the way from a table that is paused, and whose deal was taken back."""
    first, second, deal = online_tables()
    there = moves(first, second, DAN)
    pause(first, at=later(1))
    void_deal(deal, actor_id=PlayerFactory.create().pk, reason="Wrong chair", at=later(2))
    return first, second, there


@pytest.mark.django_db
def test_who_is_on_the_way_from_a_table_that_closes_goes_on_with_their_chips() -> None:
    first, second, there = between_tables()

    assert close_tables([first], at=later(3)) == [first]

    assert chips_of(there) == (100, 20)
    assert again(second).closed_at is None
    deal = run(second, 4)
    assert deal is not None
    assert there.number in deal.seat_numbers
    assert check_books() == []


@pytest.mark.django_db
def test_who_is_on_the_way_between_two_tables_that_close_is_home() -> None:
    first, second, there = between_tables()

    close_tables([first, second], at=later(3))

    assert chips_of(there) == (120, 0)
    assert check_books() == []


@pytest.mark.django_db
def test_who_is_on_the_way_from_a_table_without_keys_goes_on_with_their_chips() -> None:
    first, _, _ = online_tables()
    second = table_for(first.book, 3, "Table 2", Mode.ONLINE)
    there = moves(first, second, DAN)

    actor = PlayerFactory.create().pk
    close_without_cards(first, actor_id=actor, reason="The keys are lost", at=later(3))

    assert chips_of(there) == (100, 20)
    assert check_books() == []


@pytest.mark.django_db
def test_bots_play_two_tables_between_which_people_move_and_both_proofs_are_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advance, "play_through", deal_out)  # So that they move in a deal, too.
    monkeypatch.setattr(advance, "MOST_STEPS", 1)
    first, second = tables(5, 4, mode=Mode.ONLINE, bots=True, deals_limit=9)
    for number in range(1, 7):
        for table in (first, second):
            while not table.deals.filter(number=number).exists():
                advance_table(table.pk, at=later(0))
        source, target = (first, second) if number % 2 else (second, first)
        goer = source.seats.taken()[number % 3]
        moves(source, target, goer.number, after=target.seats.all()[number % 3].number)

    for table in map(play_out, (first, second)):
        assert table.closed_at is not None
        proof = reveal(table)
        assert proof["seats"] != sorted(proof["seats"])
        assert check_proof(proof) == []
    assert not Seat.objects.filter(cashed_chips=None).exists()
    assert sum(set_of_purses(first)) == 9 * 120
    assert check_books() == []


def set_of_purses(table: Table) -> list[int]:
    purses = Account.objects.filter(book=table.book_id, kind=AccountKind.PURSE)
    return list(purses.values_list("balance", flat=True))


def test_people_who_change_places_at_once_do_not_wait_for_each_other(own_database: str) -> None:
    """Both tables are locked in one order, whichever way somebody goes."""
    first, second = tables(6, 6)

    def go(table: Table, other: Table, number: int) -> Callable[[], Seat]:
        return lambda: moves(table, other, SeatNumber(number), after=AINE)

    answers = at_once(
        [go(first, second, number) for number in (1, 2, 3)]
        + [go(second, first, number) for number in (1, 2, 3)]
    )

    assert all(isinstance(answer, Seat) for answer in answers)
    assert (len(stacks(first)), len(stacks(second))) == (6, 6)
    assert check_books() == []


def test_of_two_organisers_who_move_somebody_at_once_the_slower_is_told(own_database: str) -> None:
    first, second, third = tables(4, 3, 3)

    answers = at_once([lambda: moves(first, second, DAN), lambda: moves(first, third, DAN)])

    assert sorted(type(answer).__name__ for answer in answers) == ["NotSeated", "Seat"]
    assert (len(stacks(first)), len(stacks(second)) + len(stacks(third))) == (3, 7)
    assert check_books() == []
