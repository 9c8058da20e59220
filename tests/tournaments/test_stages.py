"""Stages: announced together, played one after the other, with a cut between them."""

from datetime import UTC, datetime
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from ledger.audit import check_books
from ledger.models import Account
from tests.clubs.callers import Caller
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import alone, play_round
from tournaments.announcements import change_tournament, create_tournament
from tournaments.draw_documents.verifying import verified
from tournaments.entries import enter, withdraw
from tournaments.errors import AnnouncedSo, ImpossibleTournament
from tournaments.meetings import repeat_meetings
from tournaments.models import (
    Prize,
    Round,
    RoundSeat,
    RoundTable,
    Tournament,
    TournamentStatus,
)
from tournaments.passages import begin_stage, finish_stage
from tournaments.publications import document_of
from tournaments.results import final_standings
from tournaments.rounds import drawn_rounds
from tournaments.stages import StagePlan
from tournaments.standings import lots
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
FIRST: StagePlan = {"rounds_count": 2, "deals_a_round": 1, "starting_stack": 30, "table_size": 4}
FINAL: StagePlan = {"rounds_count": 1, "deals_a_round": 2, "starting_stack": 40, "cut": 4}


@pytest.fixture
def club() -> Club:
    cache.clear()
    return ClubFactory.create()


def cup(club: Club, *stages: StagePlan, entrants: int = 0) -> Tournament:
    tournament = create_tournament(club, name="Cup", stages=stages, entry_chips=5, at=AT)
    for member in guests(club, entrants):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    return tournament


def play(tournament: Tournament, *, rounds: int) -> None:
    for _ in range(rounds):
        play_round(tournament)
        sweep_tournaments()
    tournament.refresh_from_db()


def test_the_best_of_the_first_stage_play_the_second(club: Club) -> None:
    tournament = start(cup(club, FIRST, FINAL, entrants=8), at=AT)
    play(tournament, rounds=2)
    first, final = tournament.stages.order_by("number")
    through = set(tournament.entrants.filter(stage_number=2).values_list("pk", flat=True))
    round = final.rounds.get()

    assert (first.rounds.count(), first.finished_at is None) == (2, False)
    assert (round.number, final.started_at is None) == (3, False)
    assert len(through) == 4
    assert {seat.entrant_id for seat in round.tables.get().seats.all()} == through

    play(tournament, rounds=1)
    ranked = [line.entrant for line in final_standings(tournament)]
    assert tournament.status == TournamentStatus.PAID
    assert set(ranked[: len(through)]) == through
    assert len(ranked) == 8
    assert sum(prize.chips for prize in Prize.objects.all()) == 40
    assert check_books() == []


def test_everybody_begins_a_stage_with_its_stack(club: Club) -> None:
    tournament = start(cup(club, FIRST, FINAL, entrants=8), at=AT)
    play(tournament, rounds=2)

    final = tournament.stages.get(number=2)
    [bought] = {
        seat.bought_chips
        for laid in final.rounds.get().tables.select_related("table")
        for seat in laid.table.seats.all()
    }
    out = tournament.entrants.filter(stage_number=1)
    assert bought == 40
    assert set(
        Account.objects.filter(entrant_member__entrant__in=out).values_list("balance", flat=True)
    ) == {0}


@pytest.mark.parametrize(("carries", "divisor"), [("none", 0), ("half", 2), ("all", 1)])
def test_a_stage_carries_what_it_says(club: Club, carries: str, divisor: int) -> None:
    second: StagePlan = {**FIRST, "rounds_count": 1, "carries": carries}
    tournament = start(cup(club, {**FIRST, "rounds_count": 1}, second, entrants=4), at=AT)
    play(tournament, rounds=1)
    brought = {
        seat.entrant_id: seat.chips or 0
        for seat in tournament.rounds.get(number=1).tables.get().seats.all()
    }

    begun = {line.entrant: line.figures[0] for line in final_standings(tournament)}

    assert any(brought.values())
    assert begun == {one: chips // divisor if divisor else 0 for one, chips in brought.items()}


def test_the_cut_can_be_drawn_again(club: Club) -> None:
    """All stand level, since nothing was played: the lot decides, and its seed is kept."""
    tournament = start(cup(club, FIRST, {**FINAL, "cut_ties": "lot"}, entrants=8), at=AT)
    play_round(tournament)
    RoundSeat.objects.update(chips=0, deals_won=0)
    first, final = tournament.stages.order_by("number")
    Round.objects.update(finished_at=AT)
    finish_stage(first, at=AT)
    begin_stage(final, at=AT)

    through = set(tournament.entrants.filter(stage_number=2).values_list("pk", flat=True))
    lot = lots(final.seed or 0, tournament.entrants.values_list("pk", flat=True))
    assert through == set(sorted(lot, key=lambda one: lot[one])[-4:])


def test_somebody_who_left_makes_room_at_the_cut(club: Club) -> None:
    tournament = start(cup(club, FIRST, {**FINAL, "cut_ties": "lot"}, entrants=8), at=AT)
    play(tournament, rounds=1)
    best = final_standings(tournament)[0].entrant
    leaver = tournament.entrants.all().get(pk=best)
    withdraw(tournament, member=alone(leaver).person, at=AT)
    play(tournament, rounds=1)

    through = tournament.entrants.filter(stage_number=2)
    assert through.count() == 4
    assert leaver not in through


@pytest.mark.parametrize(
    ("stages", "said"),
    [
        ([], "from 1 to 9 stages"),
        ([FIRST] * 10, "from 1 to 9 stages"),
        ([FINAL], "before the first stage"),
        ([{**FIRST, "carries": "all"}], "before the first stage"),
        ([FIRST, {**FINAL, "cut": 1}], "Stage 2: let at least 2 go on"),
        ([FIRST, {**FINAL, "carries": "some"}], "Stage 2: “carries” is none, half, all"),
        ([{"rounds_count": 1}], "Deals a round: choose a whole number"),
        (
            [FIRST, {**FINAL, "format": "swiss", "carries": "half"}],
            "Stage 2: The stage before counts chips, and this one counts deals won: carry nothing",
        ),
    ],
)
def test_stages_that_cannot_be_played(club: Club, stages: Any, said: str) -> None:
    with pytest.raises(ImpossibleTournament, match=said):
        cup(club, *stages)


def test_stages_are_told_in_one_way(club: Club) -> None:
    with pytest.raises(ImpossibleTournament, match="but not both"):
        create_tournament(club, name="Cup", stages=[FIRST], rounds_count=3, at=AT)
    with pytest.raises(ImpossibleTournament, match="has 2 stages: send all of them"):
        change_tournament(cup(club, FIRST, FINAL), at=AT, rounds_count=3)


def test_stages_change_until_somebody_enters(club: Club) -> None:
    tournament = cup(club, FIRST)
    changed = change_tournament(tournament, at=AT, stages=[FIRST, FINAL])
    assert changed.stages.count() == 2

    enter(tournament, member=guests(club, 1)[0], at=AT)
    change_tournament(tournament, at=AT, stages=[FIRST, FINAL], name="Shield")
    with pytest.raises(AnnouncedSo, match="do not change stages"):
        change_tournament(tournament, at=AT, stages=[FIRST])


def test_over_the_api(club: Club) -> None:
    organiser = Caller(owner_of(club))
    body = {"club": club.pk, "name": "Cup", "stages": [FIRST, FINAL]}
    made = organiser.order("tournaments", body)
    assert made.status_code == 201
    path = f"tournaments/{made.data['id']}"
    first, final = made.data["stages"]
    assert (first["number"], first["rounds_count"], first["cut"]) == (1, 2, None)
    assert (final["number"], final["cut"], final["cut_ties"]) == (2, 4, "next")

    wrong = organiser.change(path, {"stages": [FIRST, {**FINAL, "heads": 2}]})
    assert wrong.status_code == 400
    seen = organiser.get(f"/api/v1/{path}").headers["ETag"]
    changed = organiser.change(path, {"stages": [{**FIRST, "rounds_count": 3}, FINAL]}, seen=seen)
    assert [stage["rounds_count"] for stage in changed.data["stages"]] == [3, 1]
    assert organiser.change(path, {"stages": [FIRST]}, seen=seen).status_code == 412
    for member in guests(club, 4):
        organiser.order(f"{path}/enter", {"member": member.pk, "bot_level": FIRST_BOT})
    organiser.order(f"{path}/start")
    [round] = organiser.get(f"/api/v1/{path}/rounds").data
    assert (round["number"], round["stage"]) == (1, 1)
    assert {line["stage"] for line in organiser.get(f"/api/v1/{path}/standings").data} == {1}


def test_who_met_in_an_earlier_stage_meets_again(club: Club, client: Client) -> None:
    """Those four of eight who go on met in their first two rounds, and one table seats them all."""
    tournament = start(cup(club, FIRST, FINAL, entrants=8), at=AT)
    play(tournament, rounds=2)
    final = tournament.stages.get(number=2).rounds.get()
    through = {seat.entrant_id for seat in final.tables.get().seats.all()}
    met = {
        frozenset(pair)
        for table in RoundTable.objects.filter(round__in=tournament.rounds.filter(number__lt=3))
        for pair in combinations({seat.entrant_id for seat in table.seats.all()} & through, 2)
    }

    assert met
    assert final.repeat_meetings == len(met)
    assert 0 < final.least_repeats <= len(met)
    assert len(repeat_meetings(drawn_rounds(tournament))[3]) == len(met)
    assert final.draw is not None
    assert verified(document_of(final.draw)).follows
    client.force_login(owner_of(club))
    page = client.get(reverse("tournament-desk-tables", args=[tournament.pk])).content.decode()
    assert f"{len(met)} repeat meetings; any draw has at least {final.least_repeats}." in page
