"""Many at one tournament at once: everything happens once, or not at all."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from clubs.models import Member
from games.bots import FIRST_BOT
from games.models import Table
from games.play.advance import advance_table
from ledger.audit import check_books
from tests.clubs.factories import AT, ClubFactory, guests, owner_of
from tests.ledger.crowds import at_once
from tests.tournaments.cups import alone
from tournaments.announcements import create_tournament
from tournaments.entries import enter, withdraw
from tournaments.errors import AlreadyEntered, TournamentsError
from tournaments.models import Entrant, Prize, Tournament, TournamentStatus
from tournaments.rounds import advance_round
from tournaments.tournaments import cancel, start


def tournament_of(members: int, *, rounds: int = 1) -> Tournament:
    """This number of members have entered, with bots to play."""
    club = ClubFactory.create()
    tournament = create_tournament(
        club,
        name="Cup",
        rounds_count=rounds,
        deals_a_round=1,
        starting_stack=30,
        entry_chips=5,
        table_size=4,
        at=AT,
    )
    for member in guests(club, members):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    return tournament


def attempt(call: Callable[[], object]) -> Callable[[], str]:
    """What became of a call: "done", or the name of the refusal."""

    def try_it() -> str:
        try:
            call()
        except TournamentsError as refusal:
            return type(refusal).__name__
        return "done"

    return try_it


def club_chips(tournament: Tournament) -> int:
    members = Member.objects.filter(club=tournament.club).select_related("purse")
    tournament.fund.refresh_from_db()
    return sum(member.purse.balance for member in members) + tournament.fund.balance


def test_one_member_enters_once(own_database: str) -> None:
    tournament = tournament_of(0)
    [member] = guests(tournament.club, 1)

    answers = at_once([attempt(lambda: enter(tournament, member=member, at=AT))] * 4)

    assert Counter(answers) == {"done": 1, AlreadyEntered.__name__: 3}
    tournament.fund.refresh_from_db()
    assert tournament.fund.balance == 5


def test_a_tournament_starts_or_is_cancelled(own_database: str) -> None:
    """Whoever cancels it finds it announced, or running: either way it is cancelled once."""
    tournament = tournament_of(4)
    owner = owner_of(tournament.club).pk
    orders = [partial(start, tournament), partial(cancel, tournament, by=owner)]

    answers = at_once([attempt(partial(order, at=AT)) for order in orders] * 2)

    has_started = Table.objects.exists()
    assert Counter(answers)["done"] == (2 if has_started else 1)
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.CANCELLED
    assert club_chips(tournament) == 5 * 20
    assert check_books() == []


def test_somebody_who_withdraws_at_the_start_plays_or_has_their_fee_back(own_database: str) -> None:
    tournament = tournament_of(5)
    entrant = Entrant.objects.earliest("pk")
    leave = attempt(lambda: withdraw(tournament, member=alone(entrant).person, at=AT))

    answers = at_once([attempt(lambda: start(tournament, at=AT)), leave])

    alone(entrant).person.purse.refresh_from_db()
    assert answers == ["done", "done"]
    assert alone(entrant).person.purse.balance == (15 if entrant.seats.exists() else 20)
    assert check_books() == []


def test_sweeps_at_once_count_a_round_once_and_pay_once(own_database: str) -> None:
    tournament = start(tournament_of(8, rounds=2), at=AT)
    for number in (1, 2):
        for table in Table.objects.open():
            while advance_table(table.pk, at=AT):
                pass
        round = tournament.rounds.get(number=number)
        at_once([partial(advance_round, round, at=AT)] * 3)

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 2
    assert sum(prize.chips for prize in Prize.objects.all()) == 40
    assert club_chips(tournament) == 9 * 20
    assert check_books() == []
