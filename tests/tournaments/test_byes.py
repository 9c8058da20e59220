"""Byes: who has one, why, and what it is worth."""

from datetime import timedelta
from itertools import chain
from typing import Any

import pytest

from clubs.models import Club
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from games.engine import legal_actions
from games.models import Deal, Seat, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.sight.folding import dealt_in, fold, texts_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tests.tournaments.events import Event
from tests.tournaments.situations import situation
from tournaments.announcements import create_tournament
from tournaments.draws import confirm_draw
from tournaments.entries import enter
from tournaments.formats import FORMATS
from tournaments.formats.counting import bye_points
from tournaments.formats.draw import Bye, Draw
from tournaments.models import Entrant, Round, RoundSeat, Tournament, TournamentStatus
from tournaments.recalls import replay_table
from tournaments.result_corrections import Figures, correct_table
from tournaments.results import results_of
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

PAIRS = (4, 6, 8, 10)  # RULES.md 1.2: there is no table for an odd number.


def drawn_by(event: Event) -> Draw:
    drawn = event.draw()
    assert drawn is not None
    return drawn


@pytest.mark.parametrize("key", ["rotation", "swiss"])
def test_nobody_has_a_second_bye_before_everybody_has_had_one(key: str) -> None:
    event = Event(FORMATS[key], 5, sizes=PAIRS, settings={"rounds_count": 5, "table_size": 4})
    while drawn := event.draw():
        event.play(drawn)

    assert sorted(chain.from_iterable(event.byes)) == list(range(5))


@pytest.mark.parametrize("key", ["rotation", "swiss"])
def test_the_last_in_the_standings_has_the_bye(key: str) -> None:
    format = FORMATS[key]
    best_first = [8, 3, 5, 0, 2, 7, 1]
    figures = {one: (100 - 10 * place, 0, 0) for place, one in enumerate(best_first)}
    before = situation(
        format,
        best_first,
        figures=figures,
        history=[[[0, 1, 2, 3], [5, 7, 8, 9]]],
        byes=[{1}],
        sizes=PAIRS,
        deals_a_round=8,
    )
    drawn = format.draw(before)

    assert drawn is not None
    words = (
        "No table has a seat for them: of those with the fewest byes, the last in the standings."
    )
    assert drawn.byes == (Bye(7, words),)  # 1 has had one.


def test_the_lot_decides_before_anybody_has_played() -> None:
    first = {
        drawn_by(Event(FORMATS["swiss"], 9, seed=seed, sizes=PAIRS)).byes[0].entrant
        for seed in range(30)
    }
    drawn = drawn_by(Event(FORMATS["swiss"], 9, sizes=PAIRS))

    assert len(first) > 5
    assert drawn.byes[0].reason.endswith("of those with the fewest byes, drawn by lot.")


def test_in_a_knockout_whoever_had_a_bye_goes_on() -> None:
    """Of 11, ten play at 6 and 4; of those four go on, and with the bye there are five."""
    event = Event(FORMATS["knockout"], 11, sizes=PAIRS, settings={"table_size": 4})
    first = drawn_by(event)
    event.play(first)
    final = drawn_by(event)
    [bye] = first.byes

    assert sorted(map(len, first.seated.tables)) == [4, 6]
    assert len(final.seated.tables[0]) == 4  # Five are left, and four can sit down.
    told = {*final.seated.tables[0], *final.sits_out}
    assert bye.entrant in told
    assert len(told) == 5
    assert len(final.out) == 6
    event.play(final)
    assert event.draw() is None


@pytest.mark.parametrize(
    ("settings", "made", "points"),
    [
        ({}, [100, 300, 500, 100], 250),
        ({}, [1, 2], 2),  # The nearest whole number, a half up.
        ({}, [-3, -4], -3),
        ({}, [], 0),
        ({"bye": "nothing"}, [100, 300], 0),
    ],
)
def test_what_a_round_without_opponents_is_worth(
    settings: dict[str, object], made: list[int], points: int
) -> None:
    assert bye_points({"rounds_count": 3} | settings, made) == points


PLAN: Any = {
    "format": "rotation",
    "rounds_count": 3,
    "deals_a_round": 6,
    "starting_stack": 60,
    "table_size": 4,
    "late_until_round": 2,
    "entry_chips": 5,
}


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def sweeps_at_once(workers_at_once: None) -> None:
    """A sweep's messages are worked off before it goes on."""


def odd_cup(club: Club, count: int = 5, *, people: int = 0, **options: Any) -> Tournament:
    """Singles under partners: four sit down, two win each deal, and the others have a bye."""
    sides: Any = {"rules": {"options": {"sides": "pairs"}}, "by": owner_of(club)}
    tournament = create_tournament(club, name="Cup", at=database_now(), **PLAN | options, **sides)
    for number, member in enumerate(guests(club, count)):
        bot = "" if number < people else FIRST_BOT
        enter(tournament, member=member, bot_level=bot, at=database_now())
    return start(tournament, at=database_now())


def made_in(round: Round) -> list[int]:
    """By seat the points of a round in hundredths, where four is the usual table."""
    seats = RoundSeat.objects.standing().filter(round_table__round=round, deals__gt=0)
    return [100 * (seat.deals_won or 0) for seat in seats]


def mean(made: list[int]) -> int:
    return int(sum(made) / len(made) + 0.5)


def play(tournament: Tournament) -> Round:
    round = play_round(tournament)
    sweep_tournaments()
    round.refresh_from_db()
    tournament.refresh_from_db()
    return round


@pytest.mark.django_db
@pytest.mark.usefixtures("sweeps_at_once")
def test_a_bye_is_worth_what_those_made_who_played(club: Club) -> None:
    tournament = odd_cup(club)
    [bye] = tournament.rounds.get().byes.all()
    assert bye.round.bye_points is None, "nobody knows before it is over"

    rounds = [play(tournament) for _ in range(3)]

    assert tournament.status == TournamentStatus.PAID
    for round in rounds:
        assert len(made_in(round)) == 4
        assert round.bye_points == mean(made_in(round))
    line = {one.entrant: one for one in results_of(tournament)}[bye.entrant_id]
    assert "for a bye: the mean of those who played." in line.reason
    played = RoundSeat.objects.filter(entrant=bye.entrant).values_list("deals_won", flat=True)
    at_tables = sum(100 * (won or 0) for won in played)
    assert line.figures["points"] == at_tables + (rounds[0].bye_points or 0)


@pytest.mark.django_db
@pytest.mark.usefixtures("sweeps_at_once")
def test_a_correction_counts_the_byes_of_its_round_again(club: Club) -> None:
    tournament = odd_cup(club, rounds_count=2)
    [late] = guests(club, 1)
    came = enter(tournament, member=late, bot_level=FIRST_BOT, at=database_now())
    first = play(tournament)
    [table] = first.tables.all()
    seat = table.seats.earliest("seat")
    was, other = first.bye_points or 0, -1 if seat.deals_won else 1

    correct_table(
        tournament,
        [Figures(seat=seat.seat, deals_won=(seat.deals_won or 0) + other, jinks=0)],
        round_number=1,
        table_number=1,
        reason="Con counted again.",
        by=owner_of(club).pk,
        at=database_now(),
    )

    first.refresh_from_db()
    came.refresh_from_db()
    assert first.bye_points == mean(made_in(first)) == was + 25 * other
    assert came.late_points == first.bye_points


@pytest.mark.django_db
@pytest.mark.usefixtures("sweeps_at_once")
def test_a_round_that_goes_on_takes_back_what_its_byes_were_worth(club: Club) -> None:
    tournament = odd_cup(club, rounds_count=2, draw_minutes=10)
    confirm_draw(tournament, at=database_now())
    [late] = guests(club, 1)
    came = enter(tournament, member=late, bot_level=FIRST_BOT, at=database_now())
    first = play(tournament)
    came.refresh_from_db()
    assert came.late_points == first.bye_points
    assert came.late_points

    by = owner_of(club).pk
    replay_table(tournament, round_number=1, table_number=1, reason="Oh.", by=by, at=database_now())

    first.refresh_from_db()
    came.refresh_from_db()
    assert came.late_points == 0
    assert first.bye_points is None
    again = play(tournament)
    came.refresh_from_db()
    assert came.late_points == again.bye_points == mean(made_in(again))


@pytest.mark.django_db
@pytest.mark.usefixtures("sweeps_at_once")
def test_deals_that_a_bot_played_for_a_no_show_count_for_nobody(club: Club) -> None:
    """Two of four people never act: their deals add chips alone, and byes are worth the others'."""
    tournament = odd_cup(club, 5, people=5, rounds_count=1, late_until_round=None)
    table = Table.objects.get()
    here = {0, 1}
    while not Table.objects.get(pk=table.pk).closed_at:
        play_a_step(table, here)
    sweep_tournaments()

    seats = {seat.seat: seat for seat in RoundSeat.objects.all()}
    assert {number for number, seat in seats.items() if seat.deals} == here
    for number in seats.keys() - here:
        seat = seats[number]
        assert (seat.deals_won, seat.tricks, seat.deals, seat.jinks) == (0, 0, 0, 0)
    assert sum(seat.chips or 0 for seat in seats.values()) == 0
    round = tournament.rounds.get()
    assert round.bye_points == mean(made_in(round))
    assert len(made_in(round)) == 2
    came = Entrant.objects.exclude(came_at=None).values_list("seats__seat", flat=True)
    assert set(came) == here


@pytest.mark.django_db
@pytest.mark.usefixtures("sweeps_at_once")
def test_from_their_own_first_action_deals_count(club: Club) -> None:
    odd_cup(club, 5, people=5, rounds_count=1, late_until_round=None)
    table = Table.objects.get()
    while not Table.objects.get(pk=table.pk).closed_at:
        dealt = table.deals.count()
        play_a_step(table, {0} if dealt < 4 else {0, 3})
    sweep_tournaments()

    deals = RoundSeat.objects.order_by("seat").values_list("deals", flat=True)
    assert list(deals) == [6, 0, 0, 3]


def play_a_step(table: Table, here: set[int]) -> None:
    """Whoever is here plays when it is their turn, and the clock acts for the others at once."""
    at = database_now()
    seats = Seat.objects.filter(table=table)
    seats.filter(number__in=here).update(is_away=False)
    seats.exclude(number__in=here).update(is_away=True)
    deal = Deal.objects.filter(table=table, ended_at=None).defer(None).first()
    if deal is not None:
        state = fold(deal, texts_of(deal))
        if state.to_act is not None and deal.seat_numbers[state.to_act] in here:
            player = dealt_in(deal)[state.to_act].player_id
            action = str(next(iter(legal_actions(state))))
            act(deal.pk, player_id=player, ply=state.ply, action=action, at=at)
            return
    advance_table(table.pk, at=at + timedelta(hours=1))
