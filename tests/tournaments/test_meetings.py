"""Who meets again is told: on the page of a tournament, and to programs."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from games.bots import FIRST_BOT
from tests.clubs.factories import guests, owner_of
from tests.tournaments.cups import AT, announce, play_round
from tournaments.entries import enter
from tournaments.meetings import repeat_meetings
from tournaments.models import Tournament
from tournaments.rounds import drawn_rounds
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db


def played(club: Club, *, entrants: int, rounds: int) -> Tournament:
    """A tournament with this number of rounds over; the next one is in play."""
    tournament = announce(club, deals_a_round=1)
    for member in guests(club, entrants):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    start(tournament, at=AT)
    for _ in range(rounds):
        play_round(tournament)
        sweep_tournaments()
    return tournament


def test_two_meet_again_and_again(club: Club, client: Client) -> None:
    tournament = played(club, entrants=2, rounds=2)
    found = repeat_meetings(drawn_rounds(tournament))
    [(second, third)] = zip(found[2], found[3], strict=True)

    assert found[1] == []
    assert (second.times, third.times) == (1, 2)
    client.force_login(owner_of(club))
    page = client.get(reverse("admin:tournaments_tournament_change", args=[tournament.pk]))
    told = page.content.decode()
    assert f"{' and '.join(third.names)}: met 1 time before" in told
    assert f"{' and '.join(third.names)}: met 2 times before" in told


def test_all_are_named_who_are_counted(club: Club) -> None:
    tournament = played(club, entrants=5, rounds=2)
    rounds = list(drawn_rounds(tournament))
    found = repeat_meetings(rounds)

    assert [len(found[one.number]) for one in rounds] == [one.repeat_meetings for one in rounds]
    assert rounds[2].repeat_meetings >= 1
    for one in rounds:
        at_tables = [{str(seat.member) for seat in table.seats.all()} for table in one.tables.all()]
        for meeting in found[one.number]:
            assert any(set(meeting.names) <= table for table in at_tables)
