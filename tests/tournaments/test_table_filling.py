"""The club's bots fill the tables: they pay nothing, rank, and win no prize."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from ledger.audit import check_books
from tests.clubs.callers import MEMBER, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tests.tournaments.listing import entrants_of
from tests.tournaments.situations import PLAN as FOURS
from tournaments.announcements import create_tournament
from tournaments.awards import draft_payment
from tournaments.entries import enter, withdraw
from tournaments.formats.companies import fillers
from tournaments.models import EntrantMember, Prize, Tournament, TournamentStatus
from tournaments.results import results_of
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
PLAN: Any = {
    "format": "rotation",
    "rounds_count": 1,
    "deals_a_round": 3,
    "starting_stack": 60,
    "table_size": 4,
    "entry_chips": 5,
    "prize_percents": [50, 30, 20],
}


@pytest.fixture
def club() -> Club:
    cache.clear()
    return ClubFactory.create()


@pytest.fixture(autouse=True)
def sweeps_at_once(workers_at_once: None) -> None:
    """A sweep's messages are worked off before it goes on."""


def cup(club: Club, people: int, **options: Any) -> Tournament:
    tournament = create_tournament(club, name="Cup", at=database_now(), **{**PLAN, **options})
    for member in guests(club, people):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    return tournament


def play(tournament: Tournament) -> Tournament:
    play_round(tournament)
    sweep_tournaments()
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize(
    ("entrants", "most", "sizes", "added"),
    [
        (6, 3, range(2, 11), 2),  # Two tables of four.
        (8, 3, range(2, 11), 0),  # They are full.
        (5, 2, range(2, 11), 0),  # Three are too many: one table of five will do.
        (1, 1, range(2, 11), 1),  # Nobody plays alone.
        (7, 0, range(2, 11), 0),  # The organiser wants none.
        (3, 9, [6], 3),  # Tables of four cannot be.
        (7, 1, [6], 0),  # Nothing helps.
    ],
)
def test_how_many_fill_the_tables(entrants: int, most: int, sizes: Any, added: int) -> None:
    assert fillers(entrants, FOURS, sizes, most=most) == added


def test_bots_fill_the_tables_up_to_the_limit(club: Club) -> None:
    tournament = start(cup(club, 6, bots_limit=3), at=database_now())

    bots = EntrantMember.objects.filter(tournament=tournament, bot__isnull=False)
    assert [one.bot_level for one in bots] == [FIRST_BOT] * 2
    assert sorted(table.seats.count() for table in tournament.rounds.get().tables.all()) == [4, 4]
    assert tournament.fund.balance == 30, "bots pay no fee"


def test_bots_rank_and_win_nothing(club: Club) -> None:
    tournament = play(start(cup(club, 1, bots_limit=3), at=database_now()))

    lines = results_of(tournament)
    assert tournament.status == TournamentStatus.PAID
    assert lines[0].rank == 1
    assert len(lines) == 4
    [prize] = Prize.objects.all()
    assert (prize.chips, prize.entrant.is_bot) == (5, False)
    assert check_books() == []


def test_a_place_goes_to_the_next_person(club: Club) -> None:
    tournament = cup(club, 2, bots_limit=2, prize_percents=[70, 30])
    play(start(tournament, at=database_now()))

    people = [one for one in results_of(tournament) if one.prize_chips]
    assert sum(one.prize_chips for one in people) == 10
    assert len(people) == 2


def test_two_tournaments_have_bots_of_their_own(club: Club) -> None:
    first, second = (
        start(cup(club, 2, bots_limit=2), at=database_now()),
        start(cup(club, 2, bots_limit=2), at=database_now()),
    )

    playing = [
        set(EntrantMember.objects.filter(tournament=one).exclude(bot=None).values_list("bot"))
        for one in (first, second)
    ]
    assert len(playing[0] | playing[1]) == 4
    play(first)
    third = start(cup(club, 2, bots_limit=2), at=database_now())
    again = EntrantMember.objects.filter(tournament=third).exclude(bot=None).values_list("bot")
    assert set(again) == playing[0], "who is free plays again"


def test_pairs_of_bots(club: Club) -> None:
    tournament = create_tournament(
        club, name="Cup", at=database_now(), **{**PLAN, "members_count": 2, "bots_limit": 3}
    )
    one, other = guests(club, 2)
    organiser = callers_of(club)["organiser"]
    body = {"member": one.pk, "partners": [{"member": other.pk}]}
    organiser.order(f"tournaments/{tournament.pk}/enter", body)
    start(tournament, at=database_now())

    assert tournament.entrants.count() == 2, "one pair of bots: a third bot has no partner"
    assert tournament.rounds.get().tables.get().seats.count() == 4


def test_if_everybody_leaves_before_they_sit_down_the_fees_go_back(club: Club) -> None:
    tournament = cup(club, 1, bots_limit=3, draw_minutes=10)
    member = tournament.entrants.get().members.get().person
    start(tournament, at=database_now())
    withdraw(tournament, member=member, at=database_now())
    Tournament.objects.update(payout_minutes=10)

    tournament.draws.drafts().update(publishes_at=database_now())
    sweep_tournaments()
    play(tournament)
    assert draft_payment(tournament)[member.purse_id] == 5
    Tournament.objects.update(payout_minutes=0)
    sweep_tournaments()

    assert Tournament.objects.get().status == TournamentStatus.PAID
    assert Member.objects.get(pk=member.pk).purse.balance == 20
    assert check_books() == []


def test_one_person_and_bots_start_by_the_clock(club: Club) -> None:
    tournament = cup(club, 1, bots_limit=3, capacity=9)
    Tournament.objects.update(starts_at=database_now())
    sweep_tournaments()
    sweep_tournaments()

    assert tournament.rounds.count() == 1


def test_everybody_sees_who_is_a_bot(club: Club, client: Client) -> None:
    tournament = start(cup(club, 2, bots_limit=2), at=database_now())
    listed = entrants_of(callers_of(club)[MEMBER], f"tournaments/{tournament.pk}", "playing")

    members = [one["members"][0] for one in listed]
    assert [one["is_house_bot"] for one in members] == [False, False, True, True]
    assert [one["member"] for one in members][2:] == [None, None]
    client.force_login(owner_of(club))
    page = reverse("admin:tournaments_tournament_entries", args=[tournament.pk])
    said = client.get(page).content.decode()
    assert "of the club, bot thumb" in said
    assert said.count(": out") == 2, "bots stay"
