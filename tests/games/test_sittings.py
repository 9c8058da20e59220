"""Free tables: people come and go, bots make room, and every chip finds its way home."""

from dataclasses import replace

import pytest

from clubs.table_kinds import FREE_TABLE
from games.bots import FIRST_BOT
from games.engine import HouseRules, ImpossibleRules, Place, legal_actions
from games.errors import (
    AlreadySeated,
    NotSeated,
    SentAway,
    TableFull,
    TableNotFree,
    TooFewChips,
)
from games.models import Seat, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.reasons import BUY_IN
from games.tables.closing import close_tables
from games.tables.opening import SeatPlan, open_table
from games.tables.sittings import (
    bring_chips,
    come_back,
    get_up,
    let_back,
    send_home,
    sit_down,
    sit_out,
)
from ledger.audit import check_books
from ledger.errors import Overdrawn
from ledger.models import Book, Transfer
from tests.games.factories import (
    AT,
    STANDARD,
    actor_of,
    again,
    later,
    rules,
    state_of,
    table_of,
)
from tests.games.fireside import chips_of, finish, guest, run, scored_at
from tests.games.programs import get

pytestmark = pytest.mark.django_db


def test_two_who_sit_down_are_dealt_to(table: Table, book: Book) -> None:
    assert run(table) is None
    first = sit_down(table, guest(book), at=later(1))
    assert run(table, 1) is None
    assert chips_of(first) == (50, 50)

    sit_down(table, guest(book), at=later(2))

    deal = run(table, 2)
    assert deal is not None
    assert deal.seat_numbers == [0, 1]
    assert again(table).pool.balance == 6


def test_somebody_who_sits_down_later_pays_a_full_stake(table: Table, book: Book) -> None:
    """RULES.md 7.7."""
    for _ in range(2):
        sit_down(table, guest(book), at=AT)
    deal = run(table)
    assert deal is not None
    late = sit_down(table, guest(book), at=AT)
    assert run(table) == deal  # Dealt in from the next deal on.
    finish(deal)

    second = table.deals.get(number=2)
    assert second.seat_numbers == [0, 1, 2]
    assert late.number == 2
    staked = 50 - chips_of(late)[1]
    assert staked == (4 if second.seat_numbers[second.dealer] == 2 else 2)


def test_a_player_holds_one_seat(table: Table, book: Book) -> None:
    plan = guest(book, chips=20)
    sit_down(table, plan, at=AT)
    with pytest.raises(AlreadySeated):
        sit_down(table, plan, at=AT)


def test_a_bot_gives_its_place_up(table: Table, book: Book) -> None:
    sit_down(table, guest(book), at=AT)
    bots = [sit_down(table, guest(book, level=FIRST_BOT), at=AT) for _ in range(2)]
    deal = run(table)
    assert deal is not None

    sit_down(table, guest(book), at=AT)
    with pytest.raises(TableFull):
        sit_down(table, guest(book, level=FIRST_BOT), at=AT)
    finish(deal)

    assert table.deals.get(number=2).seat_numbers == [0, 1, 3]
    assert Seat.objects.get(pk=bots[1].pk).cashed_chips is not None
    assert sum(chips_of(bots[1])) == chips_of(bots[1])[0]


def test_a_full_table_of_people(table: Table, book: Book) -> None:
    for _ in range(3):
        sit_down(table, guest(book), at=AT)
    with pytest.raises(TableFull):
        sit_down(table, guest(book), at=AT)


@pytest.mark.parametrize(("chips", "error"), [(3, TooFewChips), (101, Overdrawn)])
def test_a_buy_in_that_is_refused_leaves_nothing(
    table: Table, book: Book, chips: int, error: type[Exception]
) -> None:
    with pytest.raises(error):
        sit_down(table, guest(book, chips=chips), at=AT)
    assert not table.seats.exists()


def test_somebody_who_gets_up_between_deals_takes_their_chips_home(
    table: Table, book: Book
) -> None:
    seat = sit_down(table, guest(book), at=AT)
    get_up(table, player_id=seat.player_id, at=AT)

    assert chips_of(seat) == (100, 0)
    with pytest.raises(NotSeated):
        get_up(table, player_id=seat.player_id, at=AT)
    back = sit_down(table, SeatPlan(seat.player_id, seat.purse_id, 40), at=AT)
    assert back.number == 1


def test_somebody_who_sits_down_again_has_what_was_left_of_their_time_bank(book: Book) -> None:
    plan = guest(book)
    table = open_table(
        book,
        rules=STANDARD,
        seats=[],
        name="Slow",
        policies=FREE_TABLE.policies,
        seats_limit=3,
        time_bank_seconds=60,
        at=AT,
    )
    sit_down(table, plan, at=AT)
    table.seats.update(bank_seconds=12.5)
    get_up(table, player_id=plan.player_id, at=AT)

    assert sit_down(table, plan, at=AT).bank_seconds == 12.5


def test_somebody_who_is_sent_home_is_refused_as_soon_as_they_have_got_up(
    table: Table, book: Book
) -> None:
    """They leave in the middle of a deal, and only that table remembers them."""
    plans = [guest(book, chips=20) for _ in range(2)]
    seats = [sit_down(table, plan, at=AT) for plan in plans]
    deal = run(table)
    assert deal is not None
    send_home(table, number=seats[0].number, at=AT)
    for _ in ("in the deal", "after it"):
        with pytest.raises(SentAway):
            sit_down(table, plans[0], at=AT)
        finish(deal)
    elsewhere = open_table(
        book,
        rules=STANDARD,
        seats=[],
        name="Other",
        policies=FREE_TABLE.policies,
        seats_limit=3,
        at=AT,
    )
    sit_down(elsewhere, plans[0], at=AT)

    let_back(table, number=seats[0].number)

    sit_down(table, plans[0], at=AT)


def test_a_bot_that_is_sent_home_may_come_again(table: Table, book: Book) -> None:
    """It has disturbed nobody."""
    sit_down(table, guest(book), at=AT)
    bot = guest(book, level=FIRST_BOT)
    seat = sit_down(table, bot, at=AT)
    send_home(table, number=seat.number, at=AT)

    assert sit_down(table, bot, at=AT).number == 2


def test_somebody_who_gets_up_in_a_deal_goes_when_it_is_over(table: Table, book: Book) -> None:
    """A bot plays for them meanwhile, and what it wins or loses is theirs."""
    seats = [sit_down(table, guest(book), at=AT) for _ in range(3)]
    deal = run(table)
    assert deal is not None
    leaver = next(seat for seat in seats if seat.player_id == actor_of(deal))

    get_up(table, player_id=leaver.player_id, at=AT)
    assert chips_of(leaver)[0] == 50
    finish(deal)

    purse_chips, stack = chips_of(leaver)
    assert stack == 0
    assert purse_chips != 50
    assert table.deals.get(number=2).seat_numbers == [
        seat.number for seat in seats if seat != leaver
    ]
    assert check_books() == []


def test_somebody_who_sits_out_is_not_dealt_in_until_they_are_back(
    table: Table, book: Book
) -> None:
    seats = [sit_down(table, guest(book), at=AT) for _ in range(2)]
    sit_out(table, player_id=seats[0].player_id)
    assert run(table) is None

    come_back(table, player_id=seats[0].player_id)

    assert run(table, 1) is not None


def test_chips_are_brought_between_deals(table: Table, book: Book) -> None:
    seats = [sit_down(table, guest(book), at=AT) for _ in range(2)]
    bring_chips(table, player_id=seats[0].player_id, chips=10, at=AT)
    assert chips_of(seats[0]) == (40, 60)
    deal = run(table)
    assert deal is not None

    bring_chips(table, player_id=seats[0].player_id, chips=45, at=AT)
    assert chips_of(seats[0])[0] == 40  # Not while they may win or lose by it.
    finish(deal)

    assert chips_of(seats[0])[0] == 0  # As far as their purse went.
    seat = Seat.objects.get(pk=seats[0].pk)
    assert (seat.bought_chips, seat.more_chips) == (100, 0)
    keys = Transfer.objects.filter(book=book, reason=BUY_IN).values_list("key", flat=True)
    assert f"seat:{seat.pk}:buy-in:3" in keys


@pytest.mark.parametrize("chips", [0, -5, True])
def test_nonsense_is_not_brought(table: Table, book: Book, chips: int) -> None:
    seat = sit_down(table, guest(book), at=AT)
    with pytest.raises(TooFewChips):
        bring_chips(table, player_id=seat.player_id, chips=chips, at=AT)


def test_somebody_who_sits_out_keeps_their_score(book: Book) -> None:
    """RULES.md 8.1: the score is carried from deal to deal, until somebody gets out."""
    house = HouseRules.preset("forty_five")
    plans = [guest(book) for _ in range(3)]
    table = open_table(
        book,
        rules=house,
        seats=plans,
        name="Points",
        policies=FREE_TABLE.policies,
        seats_limit=4,
        at=AT,
    )
    run(table)
    scored_at(table, (5, 10, 15))
    sit_out(table, player_id=plans[0].player_id)
    run(table)
    newcomer = sit_down(table, guest(book), at=AT)
    scored_at(table, (20, 30))
    come_back(table, player_id=plans[0].player_id)
    run(table)

    third = table.deals.get(number=3)
    assert (third.seat_numbers, third.scores) == ([0, 1, 2, newcomer.number], [5, 20, 30, 0])

    sit_out(table, player_id=plans[1].player_id)
    scored_at(table, (5, 20, 50, 0), winners=(Place(2),))
    run(table)
    come_back(table, player_id=plans[1].player_id)
    assert again(table).pool.balance == 3  # Of those who began the second game;
    scored_at(table, (10, 5, 10))
    run(table)
    assert table.deals.get(number=5).scores == [10, 0, 5, 10]
    assert again(table).pool.balance == 4  # nobody plays it for nothing.


def test_the_dealer_passes_round_those_who_are_there(table: Table, book: Book) -> None:
    for _ in range(3):
        sit_down(table, guest(book), at=AT)
    for _ in range(3):
        deal = run(table)
        assert deal is not None
        finish(deal)
    dealers = [deal.seat_numbers[deal.dealer] for deal in table.deals.order_by("number")[:3]]
    assert sorted(dealers) == [0, 1, 2]


def test_a_host_seats_their_own_tables(book: Book) -> None:
    laid = table_of()
    with pytest.raises(TableNotFree):
        sit_down(laid, guest(book), at=AT)
    with pytest.raises(TableNotFree):
        get_up(laid, player_id=laid.seats.all()[0].player_id, at=AT)


def test_no_more_seats_than_the_rules_have(book: Book) -> None:
    with pytest.raises(ImpossibleRules):
        open_table(
            book,
            rules=rules(sides="pairs"),
            seats=[],
            name="Odd",
            policies=FREE_TABLE.policies,
            seats_limit=5,
            at=AT,
        )


def test_closing_sends_home_only_who_still_sits_there(table: Table, book: Book) -> None:
    gone = sit_down(table, guest(book), at=AT)
    get_up(table, player_id=gone.player_id, at=AT)
    here = sit_down(table, guest(book, chips=60), at=AT)

    close_tables([table], at=AT)

    assert [chips_of(seat) for seat in (gone, here)] == [(100, 0)] * 2
    assert Seat.objects.get(pk=gone.pk).cashed_chips == 50


def test_the_last_deal_is_told_though_somebody_who_was_in_it_has_gone_home() -> None:
    table = table_of(
        100, 100, bots=False, policies=replace(FREE_TABLE.policies, is_public=True), seats_limit=5
    )
    advance_table(table.pk, at=AT)
    leaver, stays = (seat.player_id for seat in table.seats.order_by("number"))
    get_up(table, player_id=leaver, at=AT)
    while (at_play := state_of(table.deals.get())).to_act is not None:
        if actor_of(table.deals.get()) == stays:
            text = str(legal_actions(at_play)[0])
            act(table.deals.get().pk, player_id=stays, ply=at_play.ply, action=text, at=AT)
        else:
            advance_table(table.pk, at=AT)
    while advance_table(table.pk, at=AT):
        pass

    told = get(f"tables/{table.pk}", stays)

    assert told["deal"]["settled_at"] is not None
    assert [seat["player"] for seat in told["seats"]] == [stays]
