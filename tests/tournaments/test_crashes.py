"""A worker that is killed while a tournament runs costs a second, never a round or a chip."""

import time
from collections.abc import Callable

import pytest

from clubs.models import Member
from deploy.rest.clock import database_now
from deploy.supervisor import Supervisor, beat, bots, sweep, worker
from games.bots import FIRST_BOT
from games.models import Deal
from ledger.audit import check_books
from tests.clubs.factories import ClubFactory, guests
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Prize, RoundSeat, Tournament, TournamentStatus
from tournaments.tournaments import start

ROUNDS, ENTRANTS, DEALS = 2, 8, 3
PATIENCE_SECONDS = 90


def wait(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_worker_killed_in_every_round_costs_nothing(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", own_database)
    at = database_now()
    club = ClubFactory.create()
    cup = create_tournament(
        club,
        name="Cup",
        rounds_count=ROUNDS,
        deals_a_round=DEALS,
        starting_stack=100,
        entry_chips=10,
        table_size=4,
        at=at,
    )
    for member in guests(club, ENTRANTS):
        enter(cup, member=member, bot_level=FIRST_BOT, at=at)
    start(cup, at=at)
    with Supervisor(print) as supervisor:
        supervisor.start(worker(), beat(), sweep())
        for number in range(1, ROUNDS + 1):
            supervisor.start(bots())
            dealt = Deal.objects.filter(table__round_table__round__number=number)
            wait(dealt.exists)
            supervisor.kill("bots")
        supervisor.start(bots())
        finished = Tournament.objects.filter(pk=cup.pk, status=TournamentStatus.PAID)
        wait(finished.exists)

    seats = RoundSeat.objects.filter(round_table__round__tournament=cup)
    deals = Deal.objects.filter(table__round_table__round__tournament=cup)
    members = Member.objects.filter(club=club).select_related("purse")
    assert seats.exclude(chips=None).count() == ROUNDS * ENTRANTS
    assert deals.settled().count() == ROUNDS * ENTRANTS // 4 * DEALS
    assert sum(prize.chips for prize in Prize.objects.all()) == 10 * ENTRANTS
    assert sum(member.purse.balance for member in members) == 20 * (ENTRANTS + 1)
    assert check_books() == []
