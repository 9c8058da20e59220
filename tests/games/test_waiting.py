"""Tables that wait for company, and whose the pool is when nobody is left."""

from datetime import timedelta

import pytest

from clubs.table_kinds import FREE_TABLE
from games.bots import FIRST_BOT
from games.clock import IDLE
from games.engine import Place
from games.errors import TableClosed
from games.models import Table
from games.tables.opening import open_table
from games.tables.sittings import bring_chips, come_back, get_up, sit_down, sit_out
from games.tables.stewarding import void_deal
from ledger.audit import check_books
from ledger.models import Book
from tests.games.factories import AT, STANDARD, TURN_SECONDS, again, later, rules, table_of
from tests.games.fireside import chips_of, finish, guest, run, scored_at, spoilt_at
from tournaments.table_kinds import TOURNAMENT

pytestmark = pytest.mark.django_db


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
    """RULES.md 7.5: they sit out, and bots are no company for each other."""
    seats = [guest(book, chips=1), *(guest(book, level=FIRST_BOT) for _ in range(2))]
    table = open_table(
        book,
        rules=STANDARD,
        seats=seats,
        name="Poor",
        policies=FREE_TABLE.policies,
        seats_limit=3,
        at=AT,
    )
    run(table)
    assert not table.deals.exists()

    bring_chips(table, player_id=seats[0].player_id, chips=9, at=later(60))

    assert run(table, 60) is not None


def test_a_night_waits_while_everybody_is_away() -> None:
    """One deal is played for them, and no more of their chips."""
    table = table_of(bots=False, deals_limit=20)
    for turns in range(8):
        run(table, turns * (TURN_SECONDS + 1))
    assert table.deals.settled().count() == table.deals.count() == 1
    assert again(table).closed_at is None

    come_back(table, player_id=table.seats.all()[0].player_id)
    run(table, 3600)

    assert table.deals.count() == 2


def test_a_tournament_goes_on_while_everybody_is_away() -> None:
    table = table_of(bots=False, deals_limit=2, policies=TOURNAMENT.policies)
    for turns in range(8):
        run(table, turns * (TURN_SECONDS + 1))

    assert table.deals.settled().count() == 2
    assert again(table).closed_at is not None


def test_a_table_waits_anew_after_each_deal(book: Book) -> None:
    """A deal that was taken back lets somebody pay whom it had made poor."""
    seats = [guest(book, chips=4) for _ in range(2)]
    table = open_table(
        book,
        rules=STANDARD,
        seats=seats,
        name="Poor",
        policies=FREE_TABLE.policies,
        seats_limit=3,
        at=AT,
    )
    deal = run(table)
    assert deal is not None
    Table.objects.filter(pk=table.pk).update(idle_since=AT)
    void_deal(deal, actor_id=seats[0].player_id, reason="A test", at=later(60))

    assert run(table, 60) is not None
    assert again(table).idle_since is None


def test_a_table_that_is_played_out_waits_for_nobody(book: Book) -> None:
    seats = [guest(book) for _ in range(2)]
    table = open_table(
        book,
        rules=STANDARD,
        seats=seats,
        name="Brief",
        policies=FREE_TABLE.policies,
        seats_limit=3,
        deals_limit=1,
        at=AT,
    )
    deal = run(table)
    assert deal is not None
    sit_out(table, player_id=seats[0].player_id)

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
def test_somebody_who_gets_up_together_shares_the_pool(
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


def test_a_table_that_is_left_with_an_empty_pool_stays_for_a_while(
    table: Table, book: Book
) -> None:
    """There is nothing to share, and somebody may come."""
    seats = [sit_down(table, guest(book), at=AT) for _ in range(2)]
    run(table)
    scored_at(table, (0, 0), winners=(Place(0),))
    for seat in seats:
        get_up(table, player_id=seat.player_id, at=AT)
    run(table)
    assert again(table).pool.balance == 0
    assert again(table).closed_at is None

    run(table, IDLE.total_seconds())

    assert again(table).closed_at == AT + IDLE


def test_somebody_who_was_never_dealt_in_has_no_share_of_the_pool(book: Book) -> None:
    """RULES.md 7.7: they have put nothing in; nobody else is there, so the host keeps it."""
    table, seats, _ = spoilt_at(book, STANDARD)
    late, later_still = (sit_down(table, guest(book), at=AT) for _ in range(2))
    for seat in seats:
        get_up(table, player_id=seat.player_id, at=AT)
    sit_out(table, player_id=late.player_id)
    run(table)
    get_up(table, player_id=later_still.player_id, at=later(10))
    assert again(table).closed_at is None
    run(table, 10)

    run(table, 10 + IDLE.total_seconds())

    assert again(table).closed_at is not None
    assert [chips_of(seat) for seat in (late, later_still)] == [(100, 0), (100, 0)]
    assert again(table).pool.balance == 6


def test_somebody_who_is_away_sits_out_from_the_next_deal_on(table: Table, book: Book) -> None:
    """Nobody loses chips in their absence."""
    for _ in range(2):
        sit_down(table, guest(book), at=AT)
    for turn in range(12):
        run(table, turn * (TURN_SECONDS + 2))

    assert table.deals.count() == 1
    assert set(table.seats.values_list("is_sitting_out", flat=True)) == {True}
    assert again(table).idle_since is not None
