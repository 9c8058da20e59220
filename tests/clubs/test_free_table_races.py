"""Many who want the same seat, or the same bots, at once: real threads."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from clubs.chips import exchange_chips
from clubs.free_tables import open_free_table, seat_bot, send_away, take_rematch, take_seat
from clubs.house import fill_house_purse, open_house_purse
from clubs.members import join_club, leave_club
from clubs.models import Access, Club, FreeTable, Player, Role
from games.bots import FIRST_BOT
from games.errors import AlreadySeated, TableFull
from games.models import Deal, Seat, Table
from games.play.advance import advance_table
from games.tables.closing import close_tables
from ledger.audit import check_books
from ledger.by_hand import Direction
from ledger.models import Account
from tests.clubs.factories import AT, ClubFactory, PlayerFactory
from tests.clubs.houses import end
from tests.games.crowds import at_once, in_a_thread, somebody_waits, wait_for


def hall(people: int, *, seats_limit: int) -> tuple[FreeTable, list[Player]]:
    """A free table of a club, and members of it; the first is its host."""
    club = ClubFactory.create()
    players = PlayerFactory.create_batch(people)
    for player in players:
        join_club(club, player=player, at=AT)
    host, access = players[0], Access.MEMBERS
    free = open_free_table(
        club, host=host, access=access, name="Fireside", seats_limit=seats_limit, at=AT
    )
    return free, players


def sits_down(free: FreeTable, player: Player) -> Callable[[], Seat]:
    return lambda: take_seat(free, player=player, chips=10, at=AT)


def seated(answers: Sequence[object]) -> int:
    return sum(isinstance(answer, Seat) for answer in answers)


def test_the_last_seats_are_taken_once(own_database: str) -> None:
    free, players = hall(5, seats_limit=3)

    answers = at_once([sits_down(free, player) for player in players])

    assert seated(answers) == Seat.objects.taken().count() == 3
    assert sum(isinstance(answer, TableFull) for answer in answers) == 2
    assert check_books() == []


def test_somebody_who_comes_back_in_a_hurry_sits_down_once(own_database: str) -> None:
    free, _ = hall(1, seats_limit=3)
    FreeTable.objects.update(access=Access.OPEN)
    free.refresh_from_db()
    stranger = PlayerFactory.create()
    leave_club(join_club(free.club, player=stranger, at=AT), at=AT)

    answers = at_once([sits_down(free, stranger) for _ in range(4)])

    assert seated(answers) == Seat.objects.taken().count() == 1
    assert sum(isinstance(answer, AlreadySeated) for answer in answers) == 3
    assert free.club.members.filter(player=stranger).count() == 1
    assert check_books() == []


def test_bots_give_their_places_up_once_each_while_they_play(own_database: str) -> None:
    free, players = hall(5, seats_limit=3)
    take_seat(free, player=players[0], chips=10, at=AT)
    for _ in range(2):
        seat_bot(free, bot_level=FIRST_BOT, at=AT)
    advance_table(free.table_id, at=AT)

    answers = at_once([sits_down(free, player) for player in players[1:]])

    assert seated(answers) == 2
    assert Seat.objects.filter(is_leaving=True).exclude(bot_level="").count() == 2
    assert check_books() == []


def test_no_bot_sits_at_two_tables(own_database: str) -> None:
    free, players = hall(1, seats_limit=4)
    host = players[0]
    other = open_free_table(
        free.club, host=host, access=Access.MEMBERS, name="Window", seats_limit=4, at=AT
    )

    def seats_bot(free: FreeTable) -> Callable[[], Seat]:
        return lambda: seat_bot(free, bot_level=FIRST_BOT, at=AT)

    answers = at_once([seats_bot(free) for free in (free, other, free, other)])

    assert seated(answers) == 4
    assert len(set(Seat.objects.values_list("player", flat=True))) == 4
    assert check_books() == []


def test_a_rematch_asked_for_by_all_at_once_is_one_table(own_database: str) -> None:
    free, players = hall(3, seats_limit=3)
    for player in players:
        take_seat(free, player=player, chips=10, at=AT)
    close_tables([free.table], at=AT)

    def asks(player: Player) -> Callable[[], FreeTable]:
        return lambda: take_rematch(free, player=player, chips=10, at=AT)

    answers = at_once([asks(player) for player in players])

    assert set(answers) == {FreeTable.objects.get(rematch_of=free)}
    assert Seat.objects.taken().count() == 3


@pytest.mark.parametrize("is_older", [True, False], ids=["house first", "people first"])
def test_many_tables_share_the_house_purse_and_wait_for_each_other_in_one_order(
    own_database: str, is_older: bool
) -> None:
    """Bots come, give their places up and are sent away at four tables with the same people."""
    free, players = hall(3, seats_limit=3)
    club, host = free.club, players[0]
    if not is_older:
        let_people_be_older(club)
    Club.objects.update(bot_buy_in_chips=4)
    for player in players:
        member = club.members.select_related("club").get(player=player)
        key = f"more:{member.pk}"
        exchange_chips(member, Direction.ISSUE, chips=100, key=key, actor=host, memo="", at=AT)
    before = Account.objects.get(pk=Club.objects.get().house_purse_id).balance

    def evening(number: int) -> Callable[[], int]:
        return lambda: sum(_round(free, players, number + turn) for turn in range(3))

    deals = at_once([evening(number) for number in range(4)])

    assert deals == [3] * 4
    after = Account.objects.get(pk=Club.objects.get().house_purse_id).balance
    assert after == before  # Every deal was spoilt.
    assert check_books() == []


def let_people_be_older(club: Club) -> None:
    """Than the house purse, as in a club that was open before it had one."""
    purse = open_house_purse(club.book, opening_chips=club.opening_chips, at=AT)
    Club.objects.filter(pk=club.pk).update(house_purse=purse)


def takes_a_bots_place(free: FreeTable, player: Player) -> None:
    take_seat(free, player=player, chips=5, at=AT)


def looks_after_the_last_deal(free: FreeTable, _: Player) -> None:
    """A bot that was sent away goes home, then everybody."""
    advance_table(free.table_id, at=AT)


@pytest.mark.parametrize(
    ("deed", "is_sent_away"), [(takes_a_bots_place, False), (looks_after_the_last_deal, True)]
)
def test_nobody_holds_the_house_purse_while_waiting_for_an_older_one(
    own_database: str, deed: Callable[[FreeTable, Player], None], is_sent_away: bool
) -> None:
    """Accounts are locked in the order of their numbers: else two tables wait for each other."""
    free, [host, other] = hall(2, seats_limit=2)
    let_people_be_older(free.club)
    Table.objects.update(deals_limit=1)
    take_seat(free, player=host, chips=10, at=AT)
    bot = seat_bot(free, bot_level=FIRST_BOT, at=AT)
    advance_table(free.table_id, at=AT)
    if is_sent_away:
        send_away(free, number=bot.number, at=AT)
    with transaction.atomic():
        end(Deal.objects.get(), "spoilt")

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '2s'")
            for member in free.club.members.select_related("club").exclude(role=Role.OWNER):
                exchange_chips(
                    member, Direction.ISSUE, chips=1, key=f"one:{member.pk}", actor=host, at=AT
                )
            answer = threads.submit(in_a_thread, lambda: deed(free, other))
            wait_for(somebody_waits)
            fill_house_purse(Club.objects.get(), chips=1, key="fill", actor=host, at=AT)
        answer.result(timeout=30)
    assert check_books() == []


def _round(beside: FreeTable, players: Sequence[Player], turn: int) -> int:
    """One sits with two bots, a deal is spoilt, another takes a bot's place, and the table closes.

    Returns:
        How many deals there were.
    """
    host, one, other = players[0], players[turn % 3], players[(turn + 1) % 3]
    free = open_free_table(
        beside.club, host=host, access=Access.MEMBERS, name="Window", seats_limit=3, at=AT
    )
    take_seat(free, player=one, chips=10, at=AT)
    for _ in range(2):
        seat_bot(free, bot_level=FIRST_BOT, at=AT)
    advance_table(free.table_id, at=AT)
    with transaction.atomic():
        end(Deal.objects.get(table=free.table_id), "spoilt")
    take_seat(free, player=other, chips=10, at=AT)
    bot = Seat.objects.taken().get(table=free.table_id, is_house=True)
    if turn % 2:
        send_away(free, number=bot.number, at=AT)
    close_tables([free.table], at=AT)
    return len(Deal.objects.filter(table=free.table_id))
