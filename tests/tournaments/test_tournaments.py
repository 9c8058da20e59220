"""A tournament from its announcement to its prizes."""

from datetime import UTC, datetime, timedelta

import pytest

from clubs.clubs import open_club
from clubs.members import walk_in
from clubs.models import Club, Member, Player
from games.advance import advance_table
from games.bots import FIRST_BOT
from games.engine import HouseRules
from games.models import Seat, Table
from ledger.audit import check_books
from ledger.errors import Overdrawn
from ledger.kinds import Reason
from ledger.posting import Posting, post_transfer
from tournaments.awards import standings_of
from tournaments.errors import (
    AlreadyEntered,
    ImpossibleTournament,
    NoDraw,
    NotEntered,
    TooFewEntrants,
    WrongMoment,
)
from tournaments.models import Entrant, Place, Prize, Round, Tournament, TournamentStatus
from tournaments.rounds import advance_round, draw_again
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


def announce(
    club: Club,
    *,
    entry_chips: int = 10,
    starts_at: datetime | None = None,
    rules: HouseRules | None = None,
    deals_a_round: int = 3,
) -> Tournament:
    return create_tournament(
        club,
        name="Christmas Cup",
        rounds_count=4,
        deals_a_round=deals_a_round,
        starting_stack=60,  # More than anybody can lose.
        entry_chips=entry_chips,
        table_size=4,
        starts_at=starts_at,
        rules=rules,
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


def by_seat(place: Place) -> int:
    return place.seat


def hand_over(loser: Entrant, winner: Entrant) -> None:
    """All that one has left goes to another, between two rounds."""
    loser.purse.refresh_from_db()
    chips = loser.purse.balance
    posting = Posting(
        book_id=loser.tournament.book_id,
        reason=Reason.STAKE,
        key=f"test:{loser.pk}",
        legs={loser.purse_id: -chips, winner.purse_id: chips},
    )
    post_transfer(posting, at=AT)


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
    assert [round.repeat_meetings for round in tournament.rounds.all()] == [0, 0, 0, 0]
    assert sum(standing.score.chips for standing in standings_of(tournament)) == 0
    assert sum(prize.chips for prize in Prize.objects.all()) == 160
    assert sum(chips(tournament.club)) == 16 * 20
    assert check_books() == []


def test_the_seeds_make_every_draw_again(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    for _ in range(2):
        play_round(tournament)
        sweep_tournaments()

    for round in tournament.rounds.all():
        tables = round.tables.order_by("number").prefetch_related("places")
        seated = [
            tuple(place.entrant_id for place in sorted(table.places.all(), key=by_seat))
            for table in tables
        ]
        assert draw_again(round).tables == tuple(seated)


def test_who_has_no_chips_is_out_and_the_others_go_on(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    play_round(tournament)
    broke, *_, rich = tournament.entrants.order_by("pk")
    hand_over(broke, rich)
    sweep_tournaments()

    second = tournament.rounds.get(number=2)
    assert sorted(table.places.count() for table in second.tables.all()) == [3, 4, 4, 4]
    assert not second.tables.filter(places__entrant=broke).exists()
    assert second.repeat_meetings == 0


def test_who_is_alone_with_chips_has_won(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    play_round(tournament)
    *others, last = tournament.entrants.order_by("pk")
    for other in others:
        hand_over(other, last)
    sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert tournament.rounds.count() == 1
    assert sum(prize.chips for prize in Prize.objects.all()) == 160


def test_where_the_rules_have_no_tables_for_all_the_last_sits_out(club: Club) -> None:
    """RULES.md 1.2: pairs are formed by 4, 6, 8 or 10; seven are left."""
    tournament = announce(club, rules=HouseRules(sides="pairs"))
    for member in club.members.order_by("pk")[:8]:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    start(tournament, at=AT)
    play_round(tournament)
    broke, rich = tournament.entrants.order_by("pk")[:2]
    hand_over(broke, rich)
    sweep_tournaments()

    order = [one.score.entrant for one in standings_of(tournament) if one.score.entrant != broke.pk]
    second = Place.objects.filter(round_table__round__number=2)
    assert {place.entrant_id for place in second} == set(order[:6])


def test_a_table_whose_sides_no_longer_form_ends_its_round(club: Club) -> None:
    """RULES.md 7.5: of four in pairs one has lost everything; who is out stays out."""
    tournament = announce(club, rules=HouseRules(sides="pairs"), deals_a_round=20)
    for member in club.members.order_by("pk")[:4]:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    tournament = start(tournament, at=AT)
    [table] = Table.objects.open()
    advance_table(table.pk, at=AT)
    broke, rich, *_ = table.seats.select_related("stack").order_by("stack__balance")
    posting = Posting(
        book_id=table.book_id,
        reason=Reason.STAKE,
        key="test:broke",
        legs={broke.stack_id: -broke.stack.balance, rich.stack_id: broke.stack.balance},
    )
    post_transfer(posting, at=AT)
    first = play_round(tournament)

    sweep_tournaments()

    first.refresh_from_db()
    assert first.finished_at is not None
    assert table.deals.count() < 20


def test_entrants_for_whom_there_are_no_tables_do_not_start(club: Club) -> None:
    """RULES.md 1.2."""
    tournament = announce(club, rules=HouseRules(sides="pairs"))
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
    assert alone.status == TournamentStatus.OPEN  # It waits for somebody to play.
    assert (past.status, future.status) == (TournamentStatus.RUNNING, TournamentStatus.OPEN)


def test_a_fee_comes_back_to_whoever_withdraws(tournament: Tournament) -> None:
    member = tournament.club.members.earliest("pk")
    withdraw(tournament, member=member, at=AT)
    member.purse.refresh_from_db()
    [left] = tournament.entrants.filter(member=member).select_related("purse")

    assert member.purse.balance == 20
    assert left.purse.closed_at == AT
    with pytest.raises(NotEntered):
        withdraw(tournament, member=member, at=AT)
    enter(tournament, member=member, at=AT)  # He may think again.


def test_who_leaves_a_running_tournament_is_drawn_no_more(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    leaver = tournament.entrants.select_related("member").earliest("pk")
    withdraw(tournament, member=leaver.member, at=AT)
    [seat] = Seat.objects.filter(player=leaver.member.player_id)
    assert seat.is_away  # Nobody waits for him.

    for _ in range(4):
        play_round(tournament)
        sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert [place.round_table.round.number for place in leaver.places.all()] == [1]
    assert leaver.pk in {one.score.entrant for one in standings_of(tournament)}
    assert [round.repeat_meetings for round in tournament.rounds.all()] == [0, 0, 0, 0]
    assert sum(prize.chips for prize in Prize.objects.all()) == 160  # His fee stays.
    assert check_books() == []
    with pytest.raises(WrongMoment, match="is finished"):
        withdraw(tournament, member=leaver.member, at=AT)


def test_where_everybody_leaves_the_prizes_are_paid_all_the_same(tournament: Tournament) -> None:
    tournament = start(tournament, at=AT)
    for entrant in tournament.entrants.select_related("member"):
        withdraw(tournament, member=entrant.member, at=AT)
    play_round(tournament)
    sweep_tournaments()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert sum(prize.chips for prize in Prize.objects.all()) == 160


def test_a_tournament_that_cannot_go_on_holds_up_no_other(club: Club) -> None:
    stuck, other = (announce(club, starts_at=AT - timedelta(days=9)) for _ in range(2))
    for one, rules in ((stuck, {"no_such": "rule"}), (other, None)):
        for member in club.members.all()[:2]:
            enter(one, member=member, bot_level=FIRST_BOT, at=AT)
        if rules:
            Tournament.objects.filter(pk=one.pk).update(rules_json=rules)

    sweep_tournaments()

    stuck.refresh_from_db()
    other.refresh_from_db()
    assert (stuck.status, other.status) == (TournamentStatus.OPEN, TournamentStatus.RUNNING)


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
