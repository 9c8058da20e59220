"""Leavers: who goes before the end, or never came, keeps a marked line and takes no prize."""

from typing import Any

import pytest

from clubs.models import Club
from deploy.rest.clock import database_now
from ledger.audit import check_books
from tests.clubs.callers import ORGANISER, callers_of
from tests.tournaments.test_comebacks import again, first_of, person
from tests.tournaments.test_late_entries import club, cup, play, sweeps_at_once
from tests.tournaments.test_no_shows import begin_earlier, run_out
from tests.tournaments.test_no_shows import cup as no_shows_cup
from tournaments.awards import proposal_of
from tournaments.boards import board_of
from tournaments.entries import withdraw
from tournaments.models import Entrant, LetGo, Prize, Tournament, TournamentStatus
from tournaments.results import Result, results_of
from tournaments.sheets import standings_sheet
from tournaments.tasks import sweep_tournaments

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db


def played_out(tournament: Tournament) -> Tournament:
    for _ in range(9):
        if tournament.status != TournamentStatus.RUNNING:
            break
        play(tournament)
    assert tournament.status == TournamentStatus.PAID
    return tournament


def leader_of(tournament: Tournament) -> Entrant:
    found: Entrant = tournament.entrants.named().get(pk=results_of(tournament)[0].entrant)
    return found


def line_of(tournament: Tournament, entrant: Entrant) -> Result:
    [line] = [one for one in results_of(tournament) if one.entrant == entrant.pk]
    return line


def test_a_leader_who_leaves_keeps_a_marked_line_and_wins_nothing(club: Club) -> None:
    tournament = cup(club, 5, late_until_round=3, prize_percents=[30, 25, 20, 15, 10])
    play(tournament)
    leader = leader_of(tournament)
    fund = Tournament.objects.get().fund.balance
    withdraw(tournament, member=person(leader), at=database_now())

    played_out(tournament)

    line = line_of(tournament, leader)
    assert (line.has_left, line.prize_chips) == (True, 0)
    assert [one.entrant for one in results_of(tournament) if one.has_left] == [leader.pk]
    prizes = dict(Prize.objects.values_list("entrant", "chips"))
    assert leader.pk not in prizes
    assert sum(prizes.values()) == fund
    others = [one.entrant for one in results_of(tournament) if not one.has_left]
    assert (len(others), set(prizes)) == (4, set(others)), "there are prizes for five"
    assert [one.name for one in board_of(tournament).lines if one.state == "left"] == [str(leader)]
    rows = standings_sheet(tournament).json()
    assert [row["entrant"] for row in rows if row["state"] == "left"] == [leader.pk]
    standings = (
        callers_of(club)[ORGANISER].get(f"/api/v1/tournaments/{tournament.pk}/standings").data
    )
    assert [one["entrant"] for one in standings if one["has_left"]] == [leader.pk]
    assert [one["entrant"] for one in standings if one["state"] == "left"] == [leader.pk]
    assert check_books() == []


def test_who_comes_back_has_not_left(club: Club) -> None:
    tournament = cup(club, 5, late_until_round=3)
    line = first_of(tournament)
    withdraw(tournament, member=person(line), at=database_now())
    assert line_of(tournament, line).has_left

    again(tournament, person(line))

    assert not line_of(tournament, line).has_left


def test_who_goes_after_their_last_deal_has_not_left(club: Club) -> None:
    """In a knockout nothing is to come for those who are out, though it goes on."""
    plan: dict[str, Any] = {"format": "knockout", "rounds_count": None}
    tournament = cup(club, 16, late_until_round=None, prize_percents=[50, 50], **plan)
    play(tournament)
    seated = set(tournament.rounds.get(number=2).tables.values_list("seats__entrant", flat=True))
    [out, *_] = tournament.entrants.exclude(pk__in=seated).named().order_by("pk")
    [still_in, *_] = tournament.entrants.filter(pk__in=seated).named().order_by("pk")

    for one in (out, still_in):
        withdraw(tournament, member=person(one), at=database_now())

    assert not line_of(tournament, out).has_left
    assert line_of(tournament, still_in).has_left


def test_who_never_came_wins_nothing(club: Club) -> None:
    tournament, [absent, other] = no_shows_cup(club)
    entrant = tournament.entrants.named().get(members__member=absent)
    run_out(absent, other)
    begin_earlier(60)

    sweep_tournaments()

    entrant.refresh_from_db()
    assert (entrant.let_go, entrant.has_left) == (LetGo.NO_SHOW, True)
    assert line_of(tournament, entrant).has_left


def test_what_nobody_can_win_goes_back_in_equal_shares(club: Club) -> None:
    tournament = cup(club, 5, late_until_round=3, entry_chips=5)
    people = list(tournament.entrants.named())
    before = {one.pk: person(one).purse.balance for one in people}
    for one in people:
        withdraw(tournament, member=person(one), at=database_now())

    played_out(tournament)

    assert Prize.objects.count() == 0
    assert proposal_of(tournament, fund=25).left == 25
    for one in people:
        purse = person(one).purse
        purse.refresh_from_db()
        assert purse.balance == before[one.pk] + 5
    assert check_books() == []
