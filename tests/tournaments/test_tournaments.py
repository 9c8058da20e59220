"""A tournament from its announcement to its prizes."""

from datetime import timedelta

import pytest

from clubs.models import Club, Member
from games.bots import FIRST_BOT
from games.engine import Outcome
from games.models import Deal, Table
from games.play.advance import advance_table
from games.tables.closing import close_tables
from ledger.audit import check_books
from ledger.errors import Overdrawn
from tests.clubs.factories import owner_of
from tests.tournaments.cups import AT, announce, play_round
from tournaments.announcements import create_tournament
from tournaments.drawing import draw, situation_of
from tournaments.entries import enter, withdraw
from tournaments.errors import (
    AlreadyEntered,
    ImpossibleTournament,
    NoDraw,
    NotEntered,
    TooFewEntrants,
    WrongMoment,
)
from tournaments.formats.draw import Draw
from tournaments.models import EntrantMember, Prize, Round, RoundSeat, Tournament, TournamentStatus
from tournaments.results import final_standings
from tournaments.rounds import advance_round
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import cancel, start


def chips(club: Club) -> list[int]:
    return [member.purse.balance for member in Member.objects.filter(club=club).order_by("pk")]


def by_seat(place: RoundSeat) -> int:
    return place.seat


def test_a_tournament_runs_to_its_prizes(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    for _ in range(4):
        play_round(tournament)
        sweep_tournaments()
    tournament.refresh_from_db()

    assert tournament.status == TournamentStatus.PAID
    assert [round.number for round in tournament.rounds.order_by("number")] == [1, 2, 3, 4]
    assert [round.repeat_meetings for round in tournament.rounds.all()] == [0, 0, 0, 0]
    assert sum(standing.figures[0] for standing in final_standings(tournament)) == 0
    assert sum(prize.chips for prize in Prize.objects.all()) == 160
    assert sum(chips(tournament.club)) == 16 * 20
    assert check_books() == []


def test_a_pool_that_nobody_won_opens_a_table_of_the_next_round(club: Club) -> None:
    """RULES.md 7.7: carry; the new stakes come on top."""
    cup = announce(club, rules={"options": {"unclaimed_pool": "carry"}}, deals_a_round=1)
    for member in club.members.all():
        enter(cup, member=member, at=AT)
    cup = start(cup, at=AT)
    tables = Table.objects.filter(round_table__round__tournament=cup)
    for table in tables:
        advance_table(table.pk, at=AT)
    spoilt = Outcome(kind="spoilt", winners=(), tricks=(2, 1, 1, 1)).to_json()
    Deal.objects.update(ended_at=AT, outcome_json=spoilt, settled_at=AT)
    close_tables(tables, at=AT)
    left = {table.pool_id: table.pool.balance for table in tables}
    assert list(left.values()) == [2 * 4 + 2] * 4

    sweep_tournaments()

    second = tables.filter(round_table__round__number=2)
    assert {table.pool_id for table in second} == set(left)
    assert [table.pool.balance for table in second] == [10] * 4
    assert check_books() == []


def draw_again(round: Round) -> Draw:
    """The draw of a round, made once more from the seeds and from who was there."""
    there = RoundSeat.objects.filter(round_table__round=round).values_list("entrant", flat=True)
    situation = situation_of(round.stage, set(there), seed=round.seed, before=round.number)
    again = draw(situation, round.stage)
    assert again is not None, f"{round} was played and is not drawn"
    return again


def test_the_seeds_make_every_draw_again(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    for _ in range(2):
        play_round(tournament)
        sweep_tournaments()

    for round in tournament.rounds.all():
        tables = round.tables.order_by("number").prefetch_related("seats")
        seated = [
            tuple(place.entrant_id for place in sorted(table.seats.all(), key=by_seat))
            for table in tables
        ]
        assert draw_again(round).seated.tables == tuple(seated)


def test_entrants_for_whom_there_are_no_tables_do_not_start(club: Club) -> None:
    """RULES.md 1.2."""
    tournament = announce(club, rules={"options": {"sides": "pairs"}})
    for member in club.members.order_by("pk")[:7]:
        enter(tournament, member=member, at=AT)

    with pytest.raises(NoDraw, match="7 entrants cannot be seated"):
        start(tournament, at=AT)


def test_counting_a_round_again_or_too_early_does_nothing(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    first = tournament.rounds.get()
    advance_round(first, at=AT)
    assert tournament.rounds.count() == 1

    play_round(tournament)
    advance_round(first, at=AT)
    advance_round(first, at=AT)

    assert tournament.rounds.count() == 2


def test_a_tournament_starts_when_its_time_has_come(club: Club) -> None:
    past, future = (announce(club, starts_at=AT + timedelta(days=days)) for days in (-9, 999))
    alone = announce(club, starts_at=AT - timedelta(days=9))
    for entered in (past, future):
        for member in club.members.all()[:2]:
            enter(entered, member=member, bot_level=FIRST_BOT, at=AT)

    sweep_tournaments()

    past.refresh_from_db()
    future.refresh_from_db()
    alone.refresh_from_db()
    assert alone.status == TournamentStatus.REGISTRATION  # It waits for somebody to play.
    assert (past.status, future.status) == (TournamentStatus.RUNNING, TournamentStatus.REGISTRATION)


def test_a_fee_comes_back_to_whoever_withdraws(tournament: Tournament) -> None:
    member = tournament.club.members.earliest("pk")
    withdraw(tournament, member=member, at=AT)
    member.purse.refresh_from_db()
    left = EntrantMember.objects.get(tournament=tournament, member=member)

    assert member.purse.balance == 20
    assert left.purse.closed_at == AT
    with pytest.raises(NotEntered):
        withdraw(tournament, member=member, at=AT)
    enter(tournament, member=member, at=AT)  # They may think again.


def test_a_tournament_that_cannot_go_on_holds_up_no_other(club: Club) -> None:
    stuck, other = (announce(club, starts_at=AT - timedelta(days=9)) for _ in range(2))
    for one, rules in ((stuck, {"no_such": "rule"}), (other, None)):
        for member in club.members.all()[:2]:
            enter(one, member=member, bot_level=FIRST_BOT, at=AT)
        if rules:
            wrong = club.rules_revisions.get(number=1)
            wrong.pk, wrong.number, wrong.changes = None, 2, rules
            wrong.save(force_insert=True)
            Tournament.objects.filter(pk=one.pk).update(house_rules=wrong)

    sweep_tournaments()

    stuck.refresh_from_db()
    other.refresh_from_db()
    assert (stuck.status, other.status) == (TournamentStatus.REGISTRATION, TournamentStatus.RUNNING)


def test_a_cancelled_tournament_gives_all_fees_back(tournament: Tournament) -> None:
    cancel(tournament, by=owner_of(tournament.club).pk, at=AT)

    assert chips(tournament.club) == [20] * 16
    with pytest.raises(WrongMoment, match="is cancelled"):
        start(tournament, at=AT)


def test_nobody_enters_twice(tournament: Tournament) -> None:
    with pytest.raises(AlreadyEntered):
        enter(tournament, member=tournament.club.members.earliest("pk"), at=AT)


def test_a_fee_is_not_lent(club: Club) -> None:
    with pytest.raises(Overdrawn, match="needs 21 chips and has 20"):
        enter(announce(club, entry_chips=21), member=club.members.earliest("pk"), at=AT)


def test_nobody_plays_alone(club: Club) -> None:
    tournament = announce(club)
    enter(tournament, member=club.members.earliest("pk"), at=AT)

    with pytest.raises(TooFewEntrants, match="needs at least two entrants, and has 1"):
        start(tournament, at=AT)


def test_prizes_come_to_a_hundred_percent(club: Club) -> None:
    with pytest.raises(ImpossibleTournament, match="add up to 90 percent"):
        create_tournament(
            club,
            name="Cup",
            rounds_count=1,
            deals_a_round=1,
            starting_stack=1,
            prize_percents=(60, 30),
            at=AT,
        )
