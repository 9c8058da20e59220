"""Each format from its announcement to its prizes, with bots at the tables."""

import pytest

from clubs.models import Club
from games.bots import FIRST_BOT
from ledger.audit import check_books
from tests.clubs.factories import ClubFactory, guests
from tests.tournaments.cups import AT, play_round
from tournaments.announcements import create_tournament
from tournaments.entries import enter, withdraw
from tournaments.formats import FORMATS
from tournaments.models import Prize, RoundSeat, TournamentStatus
from tournaments.results import results_of
from tournaments.stages import StagePlan
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db

MOST_ROUNDS = 6


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.mark.parametrize("key", sorted(FORMATS))
def test_from_the_announcement_to_the_prizes(key: str, club: Club) -> None:
    """One of nine leaves after the first round."""
    plan: StagePlan = {"format": key, "deals_a_round": 2, "starting_stack": 40, "table_size": 3}
    if "rounds_count" in {setting.key for setting in FORMATS[key].settings}:
        plan["rounds_count"] = 2
    tournament = create_tournament(club, name="Cup", stages=[plan], entry_chips=5, at=AT)
    members = list(guests(club, 9))
    for member in members:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    start(tournament, at=AT)
    for number in range(MOST_ROUNDS):
        play_round(tournament)
        if not number:
            withdraw(tournament, member=members[0], at=AT)
        sweep_tournaments()
        tournament.refresh_from_db()
        if tournament.status == TournamentStatus.PAID:
            break

    lines = results_of(tournament)
    assert tournament.status == TournamentStatus.PAID
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    assert len(lines) == len(members)
    assert all(line.reason.endswith(".") for line in lines)
    assert sum(seat.chips or 0 for seat in RoundSeat.objects.all()) <= 0  # Pools keep the rest.
    assert sum(prize.chips for prize in Prize.objects.all()) == 45
    assert check_books() == []
