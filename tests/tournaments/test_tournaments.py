"""A tournament from its announcement to its prizes."""

from datetime import UTC, datetime, timedelta

import pytest

from clubs.clubs import open_club
from clubs.members import walk_in
from clubs.models import Club, Member, Player
from games.advance import advance_table
from games.bots import FIRST_BOT
from games.engine import HouseRules
from games.models import Table
from ledger.audit import check_books
from ledger.errors import Overdrawn
from tournaments.awards import standings_of
from tournaments.errors import (
    AlreadyEntered,
    ImpossibleTournament,
    NotEntered,
    TooFewEntrants,
    WrongMoment,
)
from tournaments.models import Prize, Round, Tournament, TournamentStatus
from tournaments.rounds import advance_round
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import cancel, create_tournament, enter, start, withdraw

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def club(db: None) -> Club:
    """Sixteen members with 20 chips each."""
    owner = Player.objects.create_user("nora", name="Nora Daly")
    club = open_club("Ballyduff", owner=owner, rules=HouseRules.preset("standard"), at=AT)
    for number in range(15):
        walk_in(club, name=f"Guest {number}", at=AT)
    return club


def announce(club: Club, *, entry_chips: int = 10, starts_at: datetime | None = None) -> Tournament:
    return create_tournament(
        club,
        name="Christmas Cup",
        rounds_count=4,
        deals_a_round=3,
        starting_stack=50,
        entry_chips=entry_chips,
        table_size=4,
        starts_at=starts_at,
        at=AT,
    )


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Everybody has entered, with a bot to play."""
    tournament = announce(club)
    for member in club.members.all():
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    return tournament


def chips(club: Club) -> list[int]:
    return [member.purse.balance for member in Member.objects.filter(club=club).order_by("pk")]


def play_round(tournament: Tournament) -> Round:
    """Let the tables of the round in play come to their end, without counting it."""
    for table in Table.objects.filter(round_table__round__tournament=tournament).open():
        while advance_table(table.pk, at=AT):
            pass
    return tournament.rounds.get(finished_at=None)


def test_a_tournament_runs_to_its_prizes(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    for _ in range(4):
        play_round(tournament)
        sweep_tournaments()
    tournament.refresh_from_db()

    assert tournament.status == TournamentStatus.FINISHED
    assert [round.number for round in tournament.rounds.order_by("number")] == [1, 2, 3, 4]
    assert all(round.repeat_meetings >= round.least_repeats for round in tournament.rounds.all())
    assert sum(standing.score.chips for standing in standings_of(tournament)) == 0
    assert sum(prize.chips for prize in Prize.objects.all()) == 160
    assert sum(chips(tournament.club)) == 16 * 20
    assert check_books() == []


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
    for entered in (past, future):
        for member in club.members.all():
            enter(entered, member=member, bot_level=FIRST_BOT, at=AT)

    sweep_tournaments()

    past.refresh_from_db()
    future.refresh_from_db()
    assert (past.status, future.status) == (TournamentStatus.RUNNING, TournamentStatus.OPEN)


def test_a_fee_comes_back_to_whoever_withdraws(tournament: Tournament) -> None:
    member = tournament.club.members.earliest("pk")
    withdraw(tournament, member=member, at=AT)
    member.purse.refresh_from_db()

    assert member.purse.balance == 20
    with pytest.raises(NotEntered):
        withdraw(tournament, member=member, at=AT)
    enter(tournament, member=member, at=AT)  # He may think again.


def test_a_cancelled_tournament_gives_all_fees_back(tournament: Tournament) -> None:
    cancel(tournament, at=AT)

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

    with pytest.raises(TooFewEntrants, match="1 entered"):
        start(tournament, at=AT)


def test_prizes_come_to_a_hundred_percent(club: Club) -> None:
    with pytest.raises(ImpossibleTournament, match="come to 90 percent"):
        create_tournament(
            club,
            name="Cup",
            rounds_count=1,
            deals_a_round=1,
            starting_stack=1,
            prize_percents=(60, 30),
            at=AT,
        )
