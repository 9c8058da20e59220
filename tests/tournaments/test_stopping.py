"""Stopping: whatever starts can be cancelled, or end after its round, wherever it stands."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from deploy.rest.clock import database_now
from games.models import Deal, Seat, Table
from games.play.advance import advance_table
from ledger.audit import check_books
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.callers import ORGANISER, callers_of
from tests.clubs.factories import owner_of
from tests.tournaments.test_late_entries import club, cup, play, sweeps_at_once
from tournaments.concerns import read
from tournaments.entries import withdraw
from tournaments.errors import WrongMoment
from tournaments.formats import FORMATS
from tournaments.models import Prize, Round, Tournament, TournamentStatus
from tournaments.pauses import pause
from tournaments.results import results_of
from tournaments.stopping import WORDS, end_after_round
from tournaments.tasks import sweep_tournaments
from tournaments.tournament_log import log_of
from tournaments.tournaments import cancel

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db
ROUND, BREAK, DRAFT, PAUSED = "in a round", "in a break", "while a draft waits", "in a pause"
MOMENTS = (ROUND, BREAK, DRAFT, PAUSED)


def purses(club: Club) -> dict[int, int]:
    members = club.members.filter(purse__balance__gt=0)
    return dict(members.values_list("pk", "purse__balance"))


def begun(
    club: Club, format: str, moment: str, *, waits: bool = True, people: int = 8
) -> Tournament:
    """Some are in the first deals of the first round, or have played it.

    Args:
        waits: Nobody plays a card of these deals.
    """
    options: dict[str, Any] = {"format": format, "late_until_round": None, "rounds_count": 3}
    if moment == BREAK or (moment == ROUND and not waits):
        options["breaks"] = [{"after_round": 1, "minutes": 30}]
    tournament = cup(club, people, **options)
    if moment == DRAFT:
        Tournament.objects.update(draw_minutes=60)
    if moment in (BREAK, DRAFT):
        play(tournament)
    elif waits:
        Seat.objects.update(bot_level="")
        for table in Table.objects.open():
            advance_table(table.pk, at=database_now())
    if moment == PAUSED:
        pause(tournament, at=database_now())
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.RUNNING
    assert (tournament.break_until is not None) == (moment == BREAK)
    return tournament


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("format", FORMATS)
def test_everything_goes_home_when_it_is_cancelled(club: Club, format: str, moment: str) -> None:
    tournament = begun(club, format, moment)
    in_play = list(Deal.objects.filter(settled_at=None).values_list("pk", flat=True))
    assert bool(in_play) == (moment in (ROUND, PAUSED))
    leaver = tournament.entrants.named()[0].company[0].person
    withdraw(tournament, member=leaver, at=database_now())

    cancel(tournament, by=owner_of(club).pk, at=database_now())
    for _ in range(3):
        sweep_tournaments()

    tournament.refresh_from_db()
    assert (tournament.status, tournament.paused_at) == (TournamentStatus.CANCELLED, None)
    assert set(purses(club).values()) == {20}, "every fee went back, the leaver's too"
    assert not Table.objects.open().exists()
    for deal in Deal.objects.filter(pk__in=in_play):
        assert (deal.voided_at is not None, deal.void_reason) == (True, WORDS)
    playing = Account.objects.filter(book=tournament.book_id).exclude(kind=AccountKind.BANK)
    assert sum(playing.values_list("balance", flat=True)) == 0
    assert Account.objects.get(pk=tournament.fund_id).closed_at is not None
    assert not Round.objects.played_out().exists()
    assert not Prize.objects.exists()
    assert [line.kind for line in log_of(tournament) if line.by][:1] == ["cancelled"]
    players = [one.company[0].player for one in tournament.entrants.named()]
    told = read(players, database_now())
    assert {told[one.pk][tournament.pk]["status"] for one in players} == {"cancelled"}
    assert check_books() == []
    with pytest.raises(WrongMoment):
        cancel(tournament, by=owner_of(club).pk, at=database_now())


@pytest.mark.parametrize("moment", [ROUND, BREAK, DRAFT])
@pytest.mark.parametrize("format", FORMATS)
def test_it_ends_after_the_round_in_play(club: Club, format: str, moment: str) -> None:
    tournament = begun(club, format, moment, waits=False)
    fund = Tournament.objects.get().fund.balance

    end_after_round(tournament, by=owner_of(club).pk, at=database_now())
    end_at_once = Tournament.objects.get().status == TournamentStatus.PAID
    if moment == ROUND:
        end_after_round(tournament, by=owner_of(club).pk, at=database_now())
        play(tournament)

    tournament.refresh_from_db()
    assert end_at_once == (moment != ROUND)
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 1
    assert sum(Prize.objects.values_list("chips", flat=True)) == fund
    lines = results_of(tournament)
    assert len(lines) == 8
    assert lines[0].prize_chips > 0
    assert [line.kind for line in log_of(tournament) if line.by] == ["ended"]
    assert sum(purses(club).values()) == 9 * 20, "the organiser's beside"
    assert check_books() == []


def test_before_anything_was_played_there_is_nobody_to_rank(club: Club) -> None:
    tournament = cup(club, 4, draw_minutes=60)

    with pytest.raises(WrongMoment, match="cancel it instead"):
        end_after_round(tournament, by=owner_of(club).pk, at=database_now())


def test_both_are_asked_at_the_desk_with_what_they_do(club: Club) -> None:
    tournament = begun(club, "rotation", ROUND)
    client = Client()
    client.force_login(callers_of(club)[ORGANISER].player)

    def step(name: str) -> str:
        return reverse("tournament-desk-step", args=[tournament.pk, name])

    asked = client.get(step("finish")).content.decode()
    cancelling = client.get(step("cancel")).content.decode()
    assert Tournament.objects.get().ends_early is False
    client.post(step("finish"))
    ends_early = Tournament.objects.get().ends_early
    client.post(step("cancel"))

    assert "2 tables of round 1 play on to their end; nothing is drawn after them." in asked
    for words in (asked, cancelling):
        assert "Deals are left to play: table 1 (0 of 4), table 2 (0 of 4)." in words
        pools = r"Pools that nobody has won yet: table 1 \(\d+ chips\), table 2 \(\d+ chips\)\."
        assert re.search(pools, words)
    assert "2 tables of round 1 close, and deals in play there are void." in cancelling
    assert "All fees go back." in cancelling
    assert ends_early
    assert Tournament.objects.get().status == TournamentStatus.CANCELLED


def test_both_go_over_the_api(club: Club) -> None:
    tournament = begun(club, "rotation", ROUND)
    organiser = callers_of(club)[ORGANISER]
    address = f"tournaments/{tournament.pk}"

    told = organiser.order(f"{address}/finish").data
    over = organiser.order(f"{address}/cancel").data

    assert (told["status"], told["ends_early"]) == ("running", True)
    assert over["status"] == "cancelled"
