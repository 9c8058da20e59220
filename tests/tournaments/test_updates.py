"""Programs that keep a copy of tournaments ask what changed; nothing changes unseen."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import Club
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from tests.clubs.callers import Caller
from tests.clubs.copies import changed_since, whole
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tournaments.admission import approve, refuse
from tournaments.announcements import change_tournament, create_tournament, delete_tournament
from tournaments.awards import pay
from tournaments.entries import enter, withdraw
from tournaments.models import Prize, Tournament, TournamentStatus
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("workers_at_once")]


@pytest.fixture
def club() -> Club:
    club: Club = ClubFactory.create()
    return club


def cup(club: Club, **options: Any) -> Tournament:
    """Of one round, for a fee, paid out by somebody."""
    plan: Any = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 20, "entry_chips": 5}
    at = database_now()
    return create_tournament(club, name="Cup", payout_minutes=60, at=at, **plan, **options)


def test_whatever_the_list_shows_of_a_tournament_changes_its_time(club: Club) -> None:
    """After each step a copy that takes what changed is as the list."""
    organiser, other = Caller(owner_of(club)), cup(club)
    tournament = cup(club, needs_approval=True, capacity=2)
    people, at = guests(club, 4), database_now()

    def ask(number: int) -> None:
        enter(tournament, member=people[number], bot_level=FIRST_BOT, code="", at=at)

    def let_in(number: int) -> None:
        ask(number)
        approve(tournament, member=people[number], at=at)

    def round_is_played() -> None:
        play_round(tournament)
        sweep_tournaments()

    steps: list[Callable[[], object]] = [
        lambda: change_tournament(tournament, name="Easter Cup", at=at),
        lambda: change_tournament(tournament, deals_a_round=2, at=at),
        lambda: ask(0),
        lambda: approve(tournament, member=people[0], at=at),
        lambda: ask(1),
        lambda: refuse(tournament, member=people[1], reason="Late", at=at),
        lambda: let_in(2),
        lambda: let_in(3),
        lambda: withdraw(tournament, member=people[0], at=at),
        lambda: start(tournament, at=at),
        round_is_played,
        lambda: pay(tournament, at=database_now()),
        lambda: Prize.objects.update(chips=1),
        lambda: cup(club),
    ]
    copy = whole(organiser, "tournaments")
    for number, step in enumerate(steps):
        since = database_now()
        step()
        found = changed_since(organiser, "tournaments", since)
        copy |= found
        assert copy == whole(organiser, "tournaments"), number
        assert len(found) == 1, number
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID

    since = database_now()
    other.refresh_from_db()
    other.save()
    assert changed_since(organiser, "tournaments", since) == {}


def test_a_draft_that_is_deleted_is_gone(club: Club) -> None:
    organiser, tournament = Caller(owner_of(club)), cup(club, is_draft=True)

    delete_tournament(tournament, at=database_now())

    assert whole(organiser, "tournaments") == {}
