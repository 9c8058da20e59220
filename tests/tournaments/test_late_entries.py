"""Late entries: who comes after the start plays from the next round on, with points for more."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from ledger.audit import check_books
from tests.clubs.callers import MEMBER, ORGANISER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tests.tournaments.listing import entrants_of
from tournaments.announcements import change_tournament, create_tournament
from tournaments.draws import confirm_draw
from tournaments.entries import enter, withdraw
from tournaments.errors import DrawChanged, ImpossibleTournament, NotAdmitted, WrongMoment
from tournaments.late_entries import takes_late
from tournaments.models import Entrant, RoundSeat, Tournament, TournamentStatus
from tournaments.results import results_of, standings_of
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
PLAN: Any = {
    "format": "rotation",
    "rounds_count": 3,
    "deals_a_round": 4,
    "starting_stack": 60,
    "table_size": 4,
    "entry_chips": 5,
    "late_until_round": 2,
}


@pytest.fixture
def club() -> Club:
    cache.clear()
    return ClubFactory.create()


@pytest.fixture(autouse=True)
def sweeps_at_once(workers_at_once: None) -> None:
    """A sweep's messages are worked off before it goes on."""


def cup(club: Club, count: int = 4, **options: Any) -> Tournament:
    """One that has started."""
    tournament = create_tournament(club, name="Cup", at=database_now(), **{**PLAN, **options})
    for member in guests(club, count):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    return start(tournament, at=database_now())


def come(tournament: Tournament, **options: Any) -> Entrant:
    [member] = guests(tournament.club, 1)
    return enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now(), **options)


def play(tournament: Tournament) -> None:
    play_round(tournament)
    sweep_tournaments()
    tournament.refresh_from_db()


def seated(tournament: Tournament, number: int) -> set[int]:
    seats = tournament.rounds.get(number=number).tables.values_list("seats__entrant", flat=True)
    byes = tournament.rounds.get(number=number).byes.values_list("entrant", flat=True)
    return {*seats, *byes}


def test_who_comes_late_begins_in_the_next_round_with_points(club: Club) -> None:
    tournament = cup(club)
    late = come(tournament)

    assert (late.missed_rounds, late.late_points) == (1, 0), "the round is in play"
    assert late.pk not in seated(tournament, 1)
    assert Tournament.objects.get().fund.balance == 25
    stage = tournament.stages.get()
    stage.tournament = tournament
    assert late.pk not in {one.entrant for one in standings_of(stage, before=1)}
    play(tournament)
    made = RoundSeat.objects.filter(round_table__round__number=1)
    wins = [seat.deals_won or 0 for seat in made]
    mean = 100 * sum(wins) // 4  # Spoilt deals leave less than one each.
    assert {one.entrant: one.figures[0] for one in standings_of(stage)}[late.pk] == mean
    late.refresh_from_db()
    assert late.late_points == mean

    assert late.pk in seated(tournament, 2)
    with pytest.raises(WrongMoment, match="Late entries could begin up to round 2"):
        come(tournament)
    play(tournament)
    play(tournament)
    assert tournament.status == TournamentStatus.PAID
    line = {one.entrant: one for one in results_of(tournament)}[late.pk]
    assert line.figures["points"] >= mean
    assert f"With {mean / 100:g} point" in line.reason
    assert "for the rounds before they came: the mean of those who played." in line.reason
    assert check_books() == []


def test_nothing_for_missed_rounds_where_byes_are_worth_nothing(club: Club) -> None:
    tournament = cup(club, format_settings={"bye": "nothing"}, late_until_round=3)
    play(tournament)
    late = come(tournament)

    assert (late.missed_rounds, late.late_points) == (2, 0)


def test_nobody_enters_late_unless_the_organiser_wants_it(club: Club) -> None:
    tournament = cup(club, late_until_round=None)

    with pytest.raises(WrongMoment):
        come(tournament)
    change_tournament(tournament, late_until_round=2, at=database_now())
    assert come(tournament).missed_rounds == 1


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({"format": "knockout", "rounds_count": None}, "Knockout takes nobody after the start"),
        ({"format": "random_rotation"}, "Random rotation takes nobody"),
        ({"late_until_round": 4}, "the number of rounds of the first stage"),
        ({"late_until_round": 1}, "choose from 2"),
    ],
)
def test_where_nobody_can_come_late(club: Club, plan: dict[str, Any], words: str) -> None:
    given = {**PLAN, **plan}
    with pytest.raises(ImpossibleTournament, match=words):
        create_tournament(club, name="Cup", at=database_now(), **given)


def test_places_and_approval_hold_after_the_start(club: Club) -> None:
    tournament = cup(club, capacity=5, needs_approval=True)
    [alone] = guests(club, 1)

    with pytest.raises(NotAdmitted, match="ask an organiser to enter you"):
        enter(tournament, member=alone, code="", at=database_now())
    come(tournament)
    with pytest.raises(NotAdmitted, match="All 5 places of Cup are taken"):
        come(tournament)


def test_somebody_who_comes_while_a_draft_waits_is_drawn(club: Club) -> None:
    """The worst moment: the next round is drawn, and nobody sits down yet."""
    tournament = cup(club, draw_minutes=10)
    confirm_draw(tournament, at=database_now())
    play(tournament)
    late = come(tournament)
    assert late.missed_rounds == 1

    with pytest.raises(DrawChanged, match="Draw again"):
        confirm_draw(tournament, at=database_now())
    Tournament.objects.update(draw_minutes=0)
    tournament.draws.drafts().update(publishes_at=database_now())
    sweep_tournaments()
    sweep_tournaments()

    assert late.pk in seated(tournament, 2)


def test_who_comes_late_and_leaves_before_they_play(club: Club) -> None:
    tournament = cup(club)
    late = come(tournament)
    member = late.members.get().person

    withdraw(tournament, member=member, at=database_now())
    play(tournament)

    assert late.pk not in seated(tournament, 2)
    assert late.pk not in {one.entrant for one in results_of(tournament)}
    assert Member.objects.get(pk=member.pk).purse.balance == 15, "no fee goes back after the start"


def test_no_late_entry_in_a_later_stage(club: Club) -> None:
    one = {name: PLAN[name] for name in ("format", "deals_a_round", "starting_stack")}
    stages: Any = [{**one, "rounds_count": 2}, {**one, "rounds_count": 2, "cut": 2}]
    tournament = create_tournament(
        club,
        name="Cup",
        late_until_round=2,
        stages=stages,
        at=database_now(),
    )
    for member in guests(club, 4):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    start(tournament, at=database_now())
    tournament.refresh_from_db()
    assert takes_late(tournament)
    play(tournament)
    assert not takes_late(tournament)
    play(tournament)

    with pytest.raises(WrongMoment):
        come(tournament)


def test_over_the_api_and_on_the_page(club: Club, client: Client) -> None:
    callers: dict[str, Caller] = callers_of(club)
    tournament = cup(club)
    path = f"tournaments/{tournament.pk}"

    callers[MEMBER].order(f"{path}/enter")
    entered = entrants_of(callers[MEMBER], path)
    assert (entered[-1]["missed_rounds"], entered[-1]["late_points"]) == (1, 0)
    told = callers[ORGANISER].get(f"/api/v1/{path}").data
    assert (told["late_until_round"], told["bots_limit"]) == (2, 0)
    client.force_login(owner_of(club))
    page = reverse("admin:tournaments_tournament_entries", args=[tournament.pk])
    [member] = guests(club, 1)
    assert "Enter the ticked members" in client.get(page).content.decode()
    client.post(page, {"member": member.pk, "bot_level": FIRST_BOT})
    assert tournament.entrants.playing().count() == 6
