"""Free tables: people come and go, bots make room, and every chip finds its way home."""

from datetime import timedelta

import pytest

from games.advance import advance_table
from games.bots import FIRST_BOT
from games.deals import act, come_back
from games.engine import HouseRules, ImpossibleRules, Outcome, legal_actions
from games.errors import (
    AlreadySeated,
    NotSeated,
    TableClosed,
    TableFull,
    TableNotFree,
    TooFewChips,
)
from games.models import Deal, Seat, Table
from games.sittings import IDLE, get_up, sit_down, sit_out, top_up
from games.stewarding import void_deal
from games.tables import SeatPlan, close_tables, open_table
from ledger.audit import check_books
from ledger.errors import Overdrawn
from ledger.kinds import Reason
from ledger.models import Book, Transfer
from tests.games.factories import (
    AT,
    STANDARD,
    TURN_SECONDS,
    actor_of,
    again,
    later,
    rules,
    state_of,
    table_of,
)
from tests.games.programs import get
from tests.ledger.factories import BookFactory, purse

pytestmark = pytest.mark.django_db


@pytest.fixture
def book() -> Book:
    return BookFactory.create()


@pytest.fixture
def table(book: Book) -> Table:
    """Nobody sits there yet."""
    return open_table(
        book,
        rules=STANDARD,
        seats=[],
        name="Fireside",
        turn_seconds=TURN_SECONDS,
        seats_limit=3,
        at=AT,
    )


def guest(book: Book, *, chips: int = 50, level: str = "") -> SeatPlan:
    """Somebody with a purse of 100 who brings so many chips."""
    account = purse(book, chips=100)
    return SeatPlan(account.holder_id or 0, account.pk, chips, level)


def run(table: Table, seconds: float = 0) -> Deal | None:
    """A worker looks at the table; the deal that is in play then."""
    while advance_table(table.pk, at=later(seconds)):
        pass
    deal: Deal | None = table.deals.filter(settled_at=None).first()
    return deal


def finish(deal: Deal, seconds: float = 0) -> None:
    """Everybody acts until the deal is settled; the next is dealt."""
    at = later(seconds)
    while deal.settled_at is None:
        state = state_of(deal)
        if deal.ended_at is None and state.outcome is None:
            player, text = actor_of(deal), str(legal_actions(state)[0])
            seat = deal.table.seats.get(number=deal.seat_numbers[state.to_act or 0])
            if not (seat.bot_level or seat.is_away):
                act(deal.pk, player_id=player, ply=state.ply, action=text, at=at)
        advance_table(deal.table_id, at=at)
        deal.refresh_from_db()
    run(deal.table, seconds)


def scored_at(table: Table, scores: tuple[int, ...], winners: tuple[int, ...] = ()) -> None:
    """The deal in play has just ended so."""
    outcome = Outcome(
        kind="won" if winners else "scored",
        winners=winners,
        tricks=(0,) * len(scores),
        scores=scores,
    )
    table.deals.filter(ended_at=None).update(ended_at=AT, outcome_json=outcome.to_json())
    Table.objects.filter(pk=table.pk).update(due_at=AT, is_clock_running=False)


def spoilt_at(book: Book, house: HouseRules) -> tuple[Table, list[Seat], Deal]:
    """A free table of two whose first deal was spoilt a moment ago, and is not settled yet."""
    plans = [guest(book) for _ in range(2)]
    table = open_table(book, rules=house, seats=plans, name="Spoilt", seats_limit=4, at=AT)
    deal = run(table)
    assert deal is not None
    spoilt = Outcome(kind="spoilt", winners=(), tricks=(2, 3))
    table.deals.update(ended_at=AT, outcome_json=spoilt.to_json())
    Table.objects.filter(pk=table.pk).update(due_at=AT, is_clock_running=False)
    return table, list(table.seats.order_by("number")), deal


def chips_of(seat: Seat) -> tuple[int, int]:
    """In his purse, and before him."""
    seat = Seat.objects.select_related("purse", "stack").get(pk=seat.pk)
    return seat.purse.balance, seat.stack.balance


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


def test_who_sits_down_later_pays_a_full_stake(table: Table, book: Book) -> None:
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
    assert not table.seats.exists() or error is Overdrawn


def test_who_gets_up_between_deals_takes_his_chips_home(table: Table, book: Book) -> None:
    seat = sit_down(table, guest(book), at=AT)
    get_up(table, player_id=seat.player_id, at=AT)

    assert chips_of(seat) == (100, 0)
    with pytest.raises(NotSeated):
        get_up(table, player_id=seat.player_id, at=AT)
    back = sit_down(table, SeatPlan(seat.player_id, seat.purse_id, 40), at=AT)
    assert back.number == 1


def test_who_sits_down_again_has_what_was_left_of_his_time_bank(book: Book) -> None:
    plan = guest(book)
    table = open_table(
        book, rules=STANDARD, seats=[], name="Slow", seats_limit=3, time_bank_seconds=60, at=AT
    )
    sit_down(table, plan, at=AT)
    table.seats.update(bank_seconds=12.5)
    get_up(table, player_id=plan.player_id, at=AT)

    assert sit_down(table, plan, at=AT).bank_seconds == 12.5


def test_who_gets_up_in_a_deal_goes_when_it_is_over(table: Table, book: Book) -> None:
    """A bot plays for him meanwhile, and what he won or lost is his."""
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


def test_who_sits_out_is_not_dealt_in_until_he_is_back(table: Table, book: Book) -> None:
    seats = [sit_down(table, guest(book), at=AT) for _ in range(2)]
    sit_out(table, player_id=seats[0].player_id, at=AT)
    assert run(table) is None

    come_back(table, player_id=seats[0].player_id)

    assert run(table, 1) is not None


def test_chips_are_brought_between_deals(table: Table, book: Book) -> None:
    seats = [sit_down(table, guest(book), at=AT) for _ in range(2)]
    top_up(table, player_id=seats[0].player_id, chips=10, at=AT)
    assert chips_of(seats[0]) == (40, 60)
    deal = run(table)
    assert deal is not None

    top_up(table, player_id=seats[0].player_id, chips=45, at=AT)
    assert chips_of(seats[0])[0] == 40  # Not while he may win or lose by it.
    finish(deal)

    assert chips_of(seats[0])[0] == 0  # As far as his purse went.
    seat = Seat.objects.get(pk=seats[0].pk)
    assert (seat.bought_chips, seat.top_up_chips) == (100, 0)
    keys = Transfer.objects.filter(book=book, reason=Reason.BUY_IN).values_list("key", flat=True)
    assert f"seat:{seat.pk}:buy-in:3" in keys


@pytest.mark.parametrize("chips", [0, -5, True])
def test_nonsense_is_not_brought(table: Table, book: Book, chips: int) -> None:
    seat = sit_down(table, guest(book), at=AT)
    with pytest.raises(TooFewChips):
        top_up(table, player_id=seat.player_id, chips=chips, at=AT)


def test_bots_do_not_play_among_themselves(table: Table, book: Book) -> None:
    """Without company the table waits, then it closes, and everything goes home."""
    seats = [sit_down(table, guest(book, level=FIRST_BOT), at=AT) for _ in range(2)]
    assert run(table) is None
    assert again(table).due_at == AT + IDLE
    run(table, (IDLE - timedelta(seconds=1)).total_seconds())
    assert again(table).closed_at is None

    run(table, IDLE.total_seconds())

    assert again(table).closed_at == AT + IDLE
    assert [chips_of(seat) for seat in seats] == [(100, 0)] * 2
    with pytest.raises(TableClosed):
        sit_down(table, guest(book), at=AT)


def test_bots_do_not_play_on_while_a_person_cannot_pay(book: Book) -> None:
    """RULES.md 7.5: he sits out, and bots are no company for each other."""
    seats = [guest(book, chips=1), *(guest(book, level=FIRST_BOT) for _ in range(2))]
    table = open_table(book, rules=STANDARD, seats=seats, name="Poor", seats_limit=3, at=AT)
    run(table)
    assert not table.deals.exists()

    top_up(table, player_id=seats[0].player_id, chips=9, at=later(60))

    assert run(table, 60) is not None


def test_a_table_waits_anew_after_each_deal(book: Book) -> None:
    """A deal that was taken back lets somebody pay whom it had made poor."""
    seats = [guest(book, chips=4) for _ in range(2)]
    table = open_table(book, rules=STANDARD, seats=seats, name="Poor", seats_limit=3, at=AT)
    deal = run(table)
    assert deal is not None
    Table.objects.filter(pk=table.pk).update(idle_since=AT)
    void_deal(deal, actor_id=seats[0].player_id, reason="A test", at=later(60))

    assert run(table, 60) is not None
    assert again(table).idle_since is None


def test_who_sits_out_keeps_his_score(book: Book) -> None:
    """RULES.md 8.1: the score is carried from deal to deal, until somebody gets out."""
    house = HouseRules.preset("forty_five")
    plans = [guest(book) for _ in range(3)]
    table = open_table(book, rules=house, seats=plans, name="Points", seats_limit=4, at=AT)
    run(table)
    scored_at(table, (5, 10, 15))
    sit_out(table, player_id=plans[0].player_id, at=AT)
    run(table)
    newcomer = sit_down(table, guest(book), at=AT)
    scored_at(table, (20, 30))
    come_back(table, player_id=plans[0].player_id)
    run(table)

    third = table.deals.get(number=3)
    assert (third.seat_numbers, third.scores) == ([0, 1, 2, newcomer.number], [5, 20, 30, 0])

    sit_out(table, player_id=plans[1].player_id, at=AT)
    scored_at(table, (5, 20, 50, 0), winners=(2,))
    run(table)
    come_back(table, player_id=plans[1].player_id)
    assert again(table).pool.balance == 3  # Of those who began the second game;
    scored_at(table, (10, 5, 10))
    run(table)
    assert table.deals.get(number=5).scores == [10, 0, 5, 10]
    assert again(table).pool.balance == 4  # nobody plays it for nothing.


def test_a_table_that_is_played_out_waits_for_nobody(book: Book) -> None:
    seats = [guest(book) for _ in range(2)]
    table = open_table(
        book, rules=STANDARD, seats=seats, name="Brief", seats_limit=3, deals_limit=1, at=AT
    )
    deal = run(table)
    assert deal is not None
    sit_out(table, player_id=seats[0].player_id, at=AT)

    finish(deal)

    assert again(table).closed_at == AT


def test_company_lets_a_waiting_table_go_on(table: Table, book: Book) -> None:
    sit_down(table, guest(book, level=FIRST_BOT), at=AT)
    run(table)
    sit_down(table, guest(book), at=later(800))

    assert run(table, 801) is not None
    assert again(table).idle_since is None


@pytest.mark.parametrize(
    ("unclaimed_pool", "shares"),
    [("split", [3, 3]), ("play_on", [3, 3]), ("carry", [0, 0])],
)
def test_who_gets_up_together_shares_the_pool(
    book: Book, unclaimed_pool: str, shares: list[int]
) -> None:
    """RULES.md 7.7: play has ended, and nobody is left to play for it."""
    table, seats, deal = spoilt_at(book, rules(unclaimed_pool=unclaimed_pool))
    for seat in seats:
        get_up(table, player_id=seat.player_id, at=AT)
    run(table)

    staked = [50 - (4 if place == deal.dealer else 2) for place in (0, 1)]
    assert again(table).closed_at == AT
    assert [chips_of(seat) for seat in seats] == [
        (50 + chips + share, 0) for chips, share in zip(staked, shares, strict=True)
    ]
    assert again(table).pool.balance == 6 - sum(shares)
    assert check_books() == []


def test_the_pool_is_the_last_ones(book: Book) -> None:
    """RULES.md 7.7: a leaver has no claim on it; to go last is not to leave it to others."""
    table, seats, _ = spoilt_at(book, STANDARD)
    get_up(table, player_id=seats[0].player_id, at=AT)
    run(table)
    assert again(table).closed_at is None

    last = get_up(table, player_id=seats[1].player_id, at=later(10))

    assert again(table).closed_at == later(10)
    assert last.cashed_chips == sum(chips_of(last)) - 50
    assert sum(sum(chips_of(seat)) for seat in seats) == 200
    assert chips_of(seats[0])[0] < 100 < chips_of(last)[0]


def test_who_was_never_dealt_in_has_no_share_of_the_pool(book: Book) -> None:
    """RULES.md 7.7: he has put nothing in; nobody else being there, the host keeps it."""
    table, seats, _ = spoilt_at(book, STANDARD)
    late, later_still = (sit_down(table, guest(book), at=AT) for _ in range(2))
    for seat in seats:
        get_up(table, player_id=seat.player_id, at=AT)
    sit_out(table, player_id=late.player_id, at=AT)
    run(table)
    get_up(table, player_id=later_still.player_id, at=later(10))
    assert again(table).closed_at is None
    run(table, 10)

    run(table, 10 + IDLE.total_seconds())

    assert again(table).closed_at is not None
    assert [chips_of(seat) for seat in (late, later_still)] == [(100, 0), (100, 0)]
    assert again(table).pool.balance == 6


def test_who_is_away_sits_out_from_the_next_deal_on(table: Table, book: Book) -> None:
    """Nobody loses his chips in his absence."""
    for _ in range(2):
        sit_down(table, guest(book), at=AT)
    for turn in range(12):
        run(table, turn * (TURN_SECONDS + 2))

    assert table.deals.count() == 1
    assert set(table.seats.values_list("is_sitting_out", flat=True)) == {True}
    assert again(table).idle_since is not None


def test_the_dealer_passes_round_those_who_are_there(table: Table, book: Book) -> None:
    for _ in range(3):
        sit_down(table, guest(book), at=AT)
    for _ in range(3):
        deal = run(table)
        assert deal is not None
        finish(deal)
    dealers = [deal.seat_numbers[deal.dealer] for deal in table.deals.order_by("number")[:3]]
    assert sorted(dealers) == [0, 1, 2]


def test_a_host_seats_his_own_tables(book: Book) -> None:
    laid = table_of()
    with pytest.raises(TableNotFree):
        sit_down(laid, guest(book), at=AT)
    with pytest.raises(TableNotFree):
        get_up(laid, player_id=laid.seats.all()[0].player_id, at=AT)


def test_no_more_seats_than_the_rules_have(book: Book) -> None:
    with pytest.raises(ImpossibleRules):
        open_table(book, rules=rules(sides="pairs"), seats=[], name="Odd", seats_limit=5, at=AT)


def test_closing_sends_home_only_who_still_sits_there(table: Table, book: Book) -> None:
    gone = sit_down(table, guest(book), at=AT)
    get_up(table, player_id=gone.player_id, at=AT)
    here = sit_down(table, guest(book, chips=60), at=AT)

    close_tables([table], at=AT)

    assert [chips_of(seat) for seat in (gone, here)] == [(100, 0)] * 2
    assert Seat.objects.get(pk=gone.pk).cashed_chips == 50


def test_the_last_deal_is_told_though_somebody_who_was_in_it_has_gone_home() -> None:
    table = table_of(100, 100, bots=False, seats_limit=5, is_public=True)
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
