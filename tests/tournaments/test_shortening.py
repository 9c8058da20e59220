"""Shortening: fewer rounds than announced, down to the round in play, by the plan that was made."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from deploy.rest.clock import database_now
from ledger.audit import check_books
from tests.clubs.callers import ORGANISER, callers_of
from tests.clubs.factories import owner_of
from tests.tournaments.test_late_entries import club, cup, play, sweeps_at_once
from tests.tournaments.test_stopping import BREAK, DRAFT, PAUSED, ROUND, begun
from tournaments.announcements import change_tournament
from tournaments.boards import board_of
from tournaments.draw_documents import situation_from
from tournaments.errors import ImpossibleTournament, WrongMoment
from tournaments.models import Prize, RoundDraw, Tournament, TournamentStatus
from tournaments.stopping import end_after_round
from tournaments.tasks import sweep_tournaments
from tournaments.tournament_log import log_of

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db
WITH_ROUNDS = ("rotation", "random_rotation", "swiss")
BY_THEMSELVES = ("knockout", "round_robin")


def shorten(tournament: Tournament, rounds: int, **others: Any) -> Tournament:
    by, at = owner_of(tournament.club).pk, database_now()
    change_tournament(tournament, rounds_count=rounds, by=by, at=at, **others)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("moment", [ROUND, BREAK, DRAFT])
@pytest.mark.parametrize("format", WITH_ROUNDS)
def test_it_comes_down_to_the_round_in_play(club: Club, format: str, moment: str) -> None:
    tournament = begun(club, format, moment, waits=False)
    fund = tournament.fund.balance

    shortened = shorten(tournament, 1)
    if moment == ROUND:
        assert (shortened.status, board_of(shortened).planned) == (TournamentStatus.RUNNING, 1)
        play(shortened)

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 1
    assert not tournament.draws.drafts().exists(), "nobody is asked to confirm it"
    assert sum(Prize.objects.values_list("chips", flat=True)) == fund
    [line] = [line for line in log_of(tournament) if line.kind == "shortened"]
    assert line.by == str(owner_of(club))
    assert line.before["rounds_count"] == {"stage 1": 3}
    assert line.after["rounds_count"] == {"stage 1": 1}
    if moment != DRAFT:
        assert line.after["breaks"] == []
    assert check_books() == []


@pytest.mark.parametrize("moment", [ROUND, BREAK, DRAFT])
@pytest.mark.parametrize("format", WITH_ROUNDS)
def test_the_rounds_that_are_left_are_those_of_the_plan(
    club: Club, format: str, moment: str
) -> None:
    tournament = begun(club, format, moment, waits=False)
    drafted = RoundDraw.objects.filter(round_number=2).values_list("pk", flat=True)
    waiting = list(drafted)

    shortened = shorten(tournament, 2)
    if moment == DRAFT:
        assert [*drafted] == waiting, "it was drawn by the same plan"
    assert (shortened.break_until is not None) == (moment == BREAK)
    for _ in range(3):
        at = database_now()
        Tournament.objects.filter(break_until__isnull=False).update(break_until=at)
        RoundDraw.objects.filter(publishes_at__isnull=False).update(publishes_at=at)
        sweep_tournaments()
        if tournament.rounds.filter(finished_at=None).exists():
            play(shortened)

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 2
    for one in tournament.rounds.select_related("draw"):
        assert one.draw is not None
        assert situation_from(one.draw.inputs).plan["rounds_count"] == 3
    assert check_books() == []


@pytest.mark.parametrize("moment", [ROUND, BREAK, DRAFT])
@pytest.mark.parametrize("format", BY_THEMSELVES)
def test_what_ends_by_itself_has_no_rounds_to_take(club: Club, format: str, moment: str) -> None:
    tournament = begun(club, format, moment, waits=False)

    with pytest.raises(ImpossibleTournament, match="ends by itself, so nobody sets its rounds"):
        shorten(tournament, 1)


def test_there_are_no_more_rounds_than_announced(club: Club) -> None:
    tournament = begun(club, "rotation", BREAK)

    with pytest.raises(WrongMoment, match="choose from 1 to 3"):
        shorten(tournament, 4)
    shorten(tournament, 2)
    with pytest.raises(WrongMoment, match="choose from 1 to 2"):
        shorten(tournament, 3)
    with pytest.raises(WrongMoment, match="do not change deals a round"):
        shorten(tournament, 1, deals_a_round=9)


def test_a_round_that_has_begun_stays(club: Club) -> None:
    tournament = cup(club, 8, rounds_count=4)
    play(tournament)
    assert tournament.rounds.count() == 2

    with pytest.raises(WrongMoment, match="Round 2 of stage 1 has begun: choose from 2 to 4"):
        shorten(tournament, 1)


def test_while_it_is_paused_it_goes_on_first(club: Club) -> None:
    with pytest.raises(WrongMoment, match="let it go on first"):
        shorten(begun(club, "rotation", PAUSED), 1)


def test_what_lies_beyond_the_end_is_dropped(club: Club) -> None:
    breaks = [{"after_round": number, "minutes": 5} for number in (1, 2, 3)]
    tournament = cup(club, 8, rounds_count=4, breaks=breaks, late_until_round=4)

    shortened = shorten(tournament, 2)

    assert [one["after_round"] for one in shortened.breaks] == [1]
    assert shortened.late_until_round == 2
    line = log_of(tournament)[0]
    assert line.kind == "shortened"
    assert (line.before["late_until_round"], line.after["late_until_round"]) == (4, 2)
    assert shorten(tournament, 1).late_until_round is None


def test_the_board_says_that_it_is_the_last_round(club: Club) -> None:
    client = Client()
    client.force_login(owner_of(club))
    shortened, early = (cup(club, 8, rounds_count=3) for _ in range(2))

    def says(tournament: Tournament) -> bool:
        pages = [
            client.get(reverse(page, args=[tournament.pk])).content.decode()
            for page in ("board", "board-screen")
        ]
        assert len({"last round" in page for page in pages}) == 1
        return "last round" in pages[0]

    assert not says(shortened)
    shorten(shortened, 1)
    assert says(shortened)
    assert not says(early)
    end_after_round(early, by=owner_of(club).pk, at=database_now())
    assert says(early)


@pytest.mark.parametrize(("people", "is_final"), [(8, False), (4, True)])
def test_the_final_of_a_knockout_is_its_last_round(club: Club, people: int, is_final: bool) -> None:
    tournament = cup(club, people, format="knockout", late_until_round=None)

    assert board_of(tournament).is_last == is_final


def test_over_the_api(club: Club) -> None:
    tournament = cup(club, 8, rounds_count=3)
    organiser = callers_of(club)[ORGANISER]
    path = f"tournaments/{tournament.pk}"

    done = organiser.change(path, {"rounds_count": 2})
    more = organiser.change(path, {"rounds_count": 3})

    assert done.status_code == 200, done.data
    assert done.data["stages"][0]["rounds_count"] == 2
    assert (more.status_code, more.data["code"]) == (409, "wrong_moment")
    assert organiser.get(f"/api/v1/{path}/log").data["results"][0]["kind"] == "shortened"
