"""Bots that cannot pay for the next deal get up: who goes, when, and who has the seat then."""

import pytest

from clubs.table_kinds import FREE_TABLE, NIGHT
from games.bots import FIRST_BOT
from games.clock import IDLE
from games.engine import HouseRules, Outcome, Place
from games.kinds import TableKind
from games.models import Seat, Table
from games.policies import Policies
from games.seat_numbers import SeatNumber
from games.tables.opening import open_table
from games.tables.sittings import sit_down
from ledger.audit import check_books
from ledger.models import Book
from tests.games.factories import AT, STANDARD, again, later, rules
from tests.games.fireside import guest, run
from tournaments.table_kinds import TOURNAMENT

pytestmark = pytest.mark.django_db

STAKE = STANDARD.stake


def seated(
    book: Book,
    *chips: int,
    bots: tuple[int, ...],
    house: HouseRules = STANDARD,
    policies: Policies = FREE_TABLE.policies,
) -> Table:
    """A table of these stacks in its first deal; those whose numbers are named are bots."""
    plans = [
        guest(book, chips=stack, level=FIRST_BOT if number in bots else "")
        for number, stack in enumerate(chips)
    ]
    limit = len(chips) if policies.may_come_and_go else None
    table = open_table(
        book,
        rules=house,
        seats=plans,
        name="Fireside",
        policies=policies,
        seats_limit=limit,
        bot_seconds=1,
        at=AT,
    )
    assert run(table) is not None
    return table


def ends(table: Table, *, won_by: int | None = 0, seconds: float = 0) -> None:
    """The deal in play is over, won by this seat or spoilt; a worker goes on."""
    deal = table.deals.get(settled_at=None)
    count = len(deal.seat_numbers)
    if won_by is None:
        outcome = Outcome(kind="spoilt", winners=(), tricks=(0,) * count)
    else:
        winner = deal.seat_numbers.index(SeatNumber(won_by))
        step = 2 if table.rules.sides == "pairs" else count
        winners = tuple(map(Place, range(winner % step, count, step)))
        outcome = Outcome(kind="won", winners=winners, tricks=(0,) * count)
    table.deals.filter(pk=deal.pk).update(ended_at=later(seconds), outcome_json=outcome.to_json())
    clock = {"due_at": later(seconds), "is_clock_running": False}
    Table.objects.filter(pk=table.pk).update(**clock)
    run(table, seconds)


def here(table: Table) -> list[int]:
    return list(table.seats.taken().values_list("number", flat=True))


def dealt_in(table: Table) -> list[SeatNumber]:
    return list(table.deals.get(settled_at=None).seat_numbers)


def test_a_table_of_five_goes_on_with_three(book: Book) -> None:
    table = seated(book, 50, 50, 50, STAKE, STAKE, bots=(3, 4))

    ends(table)

    assert here(table) == [0, 1, 2]
    assert sorted(dealt_in(table)) == [0, 1, 2]
    assert [seat.cashed_chips for seat in table.seats.filter(number__in=(3, 4))] == [0, 0]
    assert check_books() == []


def test_others_have_their_seats(book: Book) -> None:
    table = seated(book, 50, 50, STAKE, bots=(2,))
    ends(table)

    sit_down(table, guest(book), at=AT)

    assert here(table) == [0, 1, 3]


def test_what_is_left_to_a_bot_goes_home(book: Book) -> None:
    table = seated(book, 50, 50, 2 * STAKE - 1, bots=(2,), house=rules(dealer_extra=0))

    ends(table)

    bot = table.seats.select_related("purse").get(number=2)
    assert (bot.cashed_chips, bot.purse.balance) == (STAKE - 1, 100 - STAKE)


def test_a_person_without_chips_keeps_their_seat(book: Book) -> None:
    table = seated(book, 50, 50, STAKE, bots=())

    ends(table)

    assert here(table) == [0, 1, 2]
    assert sorted(dealt_in(table)) == [0, 1]


def test_a_bot_that_can_pay_stays(book: Book) -> None:
    table = seated(book, 50, 50, 2 * STAKE, bots=(2,), house=rules(dealer_extra=0))

    ends(table)

    assert sorted(dealt_in(table)) == [0, 1, 2]


@pytest.mark.parametrize(("passes", "left"), [(0, [0, 1, 2]), (-1, [0, 1])])
def test_a_bot_that_owes_nothing_plays_without_chips(
    book: Book, passes: int, left: list[int]
) -> None:
    """RULES.md 7.2: the dealer alone tops a pool up; the bot dealt last, or is next to deal."""
    house = rules(topup="dealer_only", dealer_extra=0)
    table = seated(book, 50, 50, STAKE, bots=(2,), house=house)
    bot = table.deals.get().seat_numbers.index(SeatNumber(2))
    table.deals.update(dealer=(bot + passes) % 3)

    ends(table, won_by=None)

    assert here(table) == left


@pytest.mark.parametrize("kind", [NIGHT, TOURNAMENT])
def test_where_the_host_has_seated_everybody_it_stays(book: Book, kind: TableKind) -> None:
    table = seated(book, 50, 50, STAKE, bots=(2,), policies=kind.policies)

    ends(table)

    assert here(table) == [0, 1, 2]
    assert sorted(dealt_in(table)) == [0, 1]


def test_it_gets_up_when_people_have_seen_the_last_trick(book: Book) -> None:
    """Until then its last deal can be taken back."""
    table = seated(book, 50, 50, STAKE, bots=(2,))
    Table.objects.filter(pk=table.pk).update(next_deal_at=later(4))
    ends(table)
    run(table, 3.9)
    assert here(table) == [0, 1, 2]

    run(table, 4)

    assert here(table) == [0, 1]


def test_nobody_is_left_to_play_with(book: Book) -> None:
    table = seated(book, 50, STAKE, bots=(1,))

    ends(table)

    assert here(table) == [0]
    assert again(table).due_at == AT + IDLE


def test_its_partner_waits_for_somebody_in_its_chair(book: Book) -> None:
    """RULES.md 1.8: whoever takes the chair plays with the partner."""
    house = rules(sides="pairs", dealer_extra=0)
    table = seated(book, 50, 50, 50, STAKE, bots=(1, 3), house=house)
    ends(table)
    assert here(table) == [0, 1, 2]
    assert not table.deals.filter(settled_at=None).exists()

    seat = sit_down(table, guest(book), at=AT)
    run(table)

    assert seat.side == Seat.objects.get(table=table, number=1).side
    assert sorted(dealt_in(table)) == [0, 1, 2, 4]
