"""What followers of a tournament are told: read once for all of them, and numbered without gaps."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from deploy.rest.clock import database_now
from tests.tournaments.cups import play_round
from tournaments.announcements import change_tournament
from tournaments.chronicles import read
from tournaments.entries import withdraw
from tournaments.models import NewsKind, Tournament
from tournaments.rounds import advance_round
from tournaments.tournaments import start


def statements(tournament: Tournament) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert read(tournament.pk, None, database_now(), False) is not None
    return len(queries)


def test_the_board_is_read_once_for_all_who_begin_to_follow(tournament: Tournament) -> None:
    start(tournament, at=database_now())

    first, second = statements(tournament), statements(tournament)
    change_tournament(tournament, is_public=True, at=database_now())

    assert (first > 15, second < 6) == (True, True)
    assert statements(tournament) > 15


def test_every_change_has_a_number(tournament: Tournament, club: Club) -> None:
    entered = tournament.entrants.count()
    withdraw(tournament, member=club.members.earliest("pk"), at=database_now())
    start(tournament, at=database_now())
    advance_round(play_round(tournament), at=database_now())

    told = [*tournament.news.order_by("number").values_list("number", "kind", "round_number")]

    assert [number for number, *_ in told] == [*range(1, len(told) + 1)]
    assert [(kind, number) for _, kind, number in told[entered:]] == [
        (NewsKind.ENTRIES, None),
        (NewsKind.STATUS, None),
        (NewsKind.DRAW, 1),
        (NewsKind.RESULTS, 1),
        (NewsKind.STANDINGS, None),
        (NewsKind.DRAW, 2),
    ]
