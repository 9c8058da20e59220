"""Many who want the same seat, or the same bots, at once: real threads."""

from collections.abc import Callable, Sequence

from clubs.free_tables import open_free_table, seat_bot, take_rematch, take_seat
from clubs.members import join_club
from clubs.models import Access, FreeTable, Player
from games.advance import advance_table
from games.bots import FIRST_BOT
from games.errors import AlreadySeated, TableFull
from games.models import Seat
from games.tables import close_tables
from ledger.audit import check_books
from tests.clubs.factories import AT, ClubFactory, PlayerFactory
from tests.games.test_races import at_once


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


def test_a_stranger_in_a_hurry_becomes_a_guest_once(own_database: str) -> None:
    free, _ = hall(1, seats_limit=3)
    FreeTable.objects.update(access=Access.OPEN)
    free.refresh_from_db()
    stranger = PlayerFactory.create()

    answers = at_once([sits_down(free, stranger) for _ in range(4)])

    assert seated(answers) == Seat.objects.taken().count() == 1
    assert sum(isinstance(answer, AlreadySeated) for answer in answers) == 3
    assert free.club.members.filter(player=stranger).count() == 1
    assert check_books() == []


def test_bots_give_their_places_up_once_each_while_they_play(own_database: str) -> None:
    free, players = hall(5, seats_limit=3)
    take_seat(free, player=players[0], chips=10, at=AT)
    for _ in range(2):
        seat_bot(free, bot_level=FIRST_BOT, chips=10, by=players[0], at=AT)
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
        return lambda: seat_bot(free, bot_level=FIRST_BOT, chips=30, by=host, at=AT)

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
