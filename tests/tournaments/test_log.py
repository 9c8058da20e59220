"""The log of a tournament: one numbered list of everything that happened, which nobody rewrites."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Member
from clubs.turning_away import turn_away
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from games.models import Deal, Table
from games.play.advance import advance_table
from games.tables.stewarding import void_deal
from tests.clubs.callers import MEMBER, ORGANISER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tournaments.admission import approve, refuse, undo_withdrawal
from tournaments.announcements import change_tournament, create_tournament, delete_tournament
from tournaments.awards import pay
from tournaments.chronicles import read
from tournaments.entries import Joining, enter, withdraw
from tournaments.models import Tournament, TournamentDeed
from tournaments.no_shows import look_for
from tournaments.pauses import pause, resume
from tournaments.rounds import advance_round, end_break
from tournaments.substitutes import substitute
from tournaments.tasks import sweep_tournaments
from tournaments.tournament_log import log_of
from tournaments.tournaments import cancel, check_in, open_check_in, start

pytestmark = pytest.mark.django_db
PLAN: Any = {
    "rounds_count": 2,
    "deals_a_round": 1,
    "starting_stack": 60,
    "entry_chips": 5,
    "table_size": 4,
}


@pytest.fixture
def club() -> Club:
    cache.clear()
    return ClubFactory.create()


@pytest.fixture(autouse=True)
def sweeps_at_once(workers_at_once: None) -> None:
    """A sweep's messages are worked off before it goes on."""


def cup(club: Club, **options: Any) -> Tournament:
    return create_tournament(club, name="Cup", at=database_now(), **{**PLAN, **options})


def entered(tournament: Tournament, count: int) -> list[Member]:
    members = guests(tournament.club, count)
    for member in members:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    return members


def told(tournament: Tournament, after: int = 0) -> list[str]:
    """The sentences of the log, the first one first."""
    return [line.text for line in log_of(tournament)[::-1] if line.number > after]


def written(tournament: Tournament) -> int:
    return tournament.deeds.count()


def test_lines_are_numbered_without_gaps_in_each_tournament(club: Club) -> None:
    first, second = cup(club), cup(club)
    one, two = guests(club, 2)
    for tournament in (first, second):
        enter(tournament, member=one, at=database_now())
        enter(tournament, member=two, at=database_now())
    withdraw(first, member=one, at=database_now())

    assert [line.number for line in log_of(first)] == [3, 2, 1]
    assert [line.number for line in log_of(second)] == [2, 1]


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE tournaments_tournamentdeed SET reason = 'no'",
        "UPDATE tournaments_tournamentdeed SET number = number + 1 WHERE false",
        "DELETE FROM tournaments_tournamentdeed",
    ],
)
def test_nobody_rewrites_the_log(club: Club, attack: str) -> None:
    tournament = cup(club)
    entered(tournament, 1)

    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")  # Not even the owner of the tables.
        with pytest.raises(DatabaseError, match="only added to"), transaction.atomic():
            cursor.execute(attack)

    assert written(tournament) == 1


def test_a_service_may_only_add_to_the_log() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT privilege_type FROM information_schema.role_table_grants"
            " WHERE grantee = 'spoil_five_app' AND table_name = 'tournaments_tournamentdeed'"
        )
        rights = {right for (right,) in cursor.fetchall()}

    assert rights == {"SELECT", "INSERT"}


def test_who_enters_goes_and_comes_back_is_told_with_who_did_it(club: Club) -> None:
    tournament, by = cup(club, capacity=2), owner_of(club)
    one, two, three, four = guests(club, 4)
    at = database_now()
    enter(tournament, member=one, by=one.player_id, at=at)
    enter(tournament, member=two, by=by.pk, at=at)
    enter(tournament, member=three, at=at)
    withdraw(tournament, member=one, by=by.pk, at=at)
    undo_withdrawal(tournament, member=one, by=one.player_id, at=at)
    substitute(tournament, member=two, comer=Joining(four), by=by.pk, at=at)
    withdraw(tournament, member=one, at=at + timedelta(minutes=1))

    assert told(tournament) == [
        f"{one} entered.",
        f"{by} entered {four}.",  # As whose substitute is told below.
        f"{three} entered.",
        f"{by} took {one} out.",
        f"{three} got a place.",
        f"{one} entered again.",
        f"{by}: {four} plays for {two} from now on.",
        f"{one} withdrew.",
    ]


def test_who_asks_is_answered_and_only_organisers_read_of_refusals(club: Club) -> None:
    callers = callers_of(club)
    tournament, by = cup(club, needs_approval=True), owner_of(club)
    one, two = guests(club, 2)
    for member in (one, two):
        enter(tournament, member=member, code="", by=member.player_id, at=database_now())
    approve(tournament, member=one, by=by.pk, at=database_now())
    refuse(tournament, member=two, reason="It is full.", by=by.pk, at=database_now())

    assert told(tournament, after=2) == [f"{by} let {one} in.", f"{by} did not let {two} in."]
    assert "It is full." not in str(list(tournament.deeds.values()))
    assert "refused" in kinds_for(callers[ORGANISER], tournament)
    assert "refused" not in kinds_for(callers[MEMBER], tournament)
    path = f"/api/v1/tournaments/{tournament.pk}/log.csv"
    for_organisers, for_members = (callers[who].get(path).content for who in (ORGANISER, MEMBER))
    assert b"did not let" in for_organisers
    assert b"did not let" not in for_members
    assert for_members.splitlines()[0].startswith(b"\xef\xbb\xbfnumber,at,kind,text,by")
    assert len(for_members.splitlines()) == 4


def kinds_for(caller: Caller, tournament: Tournament) -> list[str]:
    answer = caller.get(f"/api/v1/tournaments/{tournament.pk}/log").data
    return [line["kind"] for line in answer["results"]]


def inserted(queries: CaptureQueriesContext) -> list[str]:
    """The statements that wrote lines which stayed: since the round was drawn."""
    told = [one["sql"] for one in queries]
    drawn = max(at for at, sql in enumerate(told) if sql.startswith("ROLLBACK TO SAVEPOINT"))
    return [sql for sql in told[drawn:] if 'INTO "tournaments_tournamentdeed"' in sql]


def test_a_start_tells_who_came_who_was_let_go_and_what_was_drawn(club: Club) -> None:
    tournament, by = cup(club, capacity=3), owner_of(club)
    one, two, three, four = entered(tournament, 4)
    open_check_in(tournament)
    for member in (one, two):
        check_in(tournament, member=member, by=by.pk, at=database_now())
        check_in(tournament, member=member, by=by.pk, at=database_now())
    before = written(tournament)
    with CaptureQueriesContext(connection) as queries:
        start(tournament, by=by.pk, at=database_now())

    assert told(tournament, after=4) == [
        f"{by} checked {one} in.",
        f"{by} checked {two} in.",
        f"{three} was let go: they had not checked in.",
        f"{four} was let go: there was no place for them.",
        f"{by} started the tournament.",
        f"Stage 1 began: {tournament.stages.get().played_as.name}.",
        "Draw 1 of round 1. Nobody meets again.",
        "Round 1 began.",
    ]
    assert (before, len(inserted(queries))) == (6, 6)


def test_people_who_are_let_go_together_are_written_at_once(club: Club) -> None:
    tournament = cup(club)
    members = entered(tournament, 6)
    open_check_in(tournament)
    for member in members[:2]:
        check_in(tournament, member=member, at=database_now())

    with CaptureQueriesContext(connection) as queries:
        start(tournament, at=database_now())

    assert sum("'let_go'" in one for one in inserted(queries)) == 1
    assert sum(line.kind == "let_go" for line in log_of(tournament)) == 4


def test_whom_the_club_turns_away_is_let_go(club: Club) -> None:
    tournament = cup(club)
    [one] = entered(tournament, 1)
    turn_away(one, by=owner_of(club), reason="They marked cards.", at=database_now())
    sweep_tournaments()

    assert told(tournament)[-1] == f"{one} was let go: the club has turned them away."


def test_play_is_told_from_its_start_to_its_prizes(club: Club) -> None:
    by = owner_of(club)
    tournament = cup(club, breaks=[{"after_round": 1, "minutes": 10}], payout_minutes=60)
    entered(tournament, 4)
    start(tournament, at=database_now())
    before = written(tournament)
    pause(tournament, by=by.pk, at=database_now())
    resume(tournament, by=by.pk, at=database_now())
    advance_round(play_round(tournament), at=database_now())
    end_break(tournament, by=by.pk, at=database_now())
    advance_round(play_round(tournament), at=database_now())
    pay(tournament, by=by.pk, at=database_now())

    lines = told(tournament, after=before)
    assert lines[:5] == [
        f"{by} paused the tournament.",
        f"{by} let the tournament go on.",
        "Round 1 was over.",
        "A break of 10 minutes began.",
        f"{by} ended the break.",
    ]
    assert lines[5].startswith("Draw 1 of round 2.")
    assert lines[6:] == [
        "Round 2 began.",
        "Round 2 was over.",
        "The last round was counted.",
        f"{by} paid the prizes.",
    ]
    paid = log_of(tournament)[0]
    assert sum(paid.after.values()) == 20
    assert {str(one) for one in paid.entrants} == set(paid.after)


def test_a_deal_that_is_taken_back_at_its_table_is_told_once(club: Club) -> None:
    tournament, by = cup(club, deals_a_round=3), owner_of(club)
    for member in guests(club, 4):
        enter(tournament, member=member, at=database_now())
    start(tournament, at=database_now())
    [table] = Table.objects.filter(round_table__round__tournament=tournament)
    advance_table(table.pk, at=database_now())
    deal = Deal.objects.filter(table=table).latest("number")
    void_deal(deal, actor_id=by.pk, reason="A card was seen.", at=database_now())
    sweep_tournaments()
    sweep_tournaments()

    [line] = [line for line in log_of(tournament) if line.kind == "deal_taken_back"]
    assert line.text.startswith(f"{by}: took deal {deal.number} back, for ")
    assert line.text.endswith(", round 1, table 1: A card was seen.")
    assert len(line.entrants) == 4


def test_who_never_came_is_let_go_as_that(club: Club) -> None:
    tournament = cup(club, no_show_minutes=10)
    bots, at = entered(tournament, 2), database_now()
    one, two = guests(club, 2)
    for member in (one, two):
        enter(tournament, member=member, at=at)
    start(tournament, at=at)
    [table] = Table.objects.filter(round_table__round__tournament=tournament)
    table.seats.filter(bot_level="").update(is_away=True)
    look_for(tournament.entrants.get(members__member=one), at=at + timedelta(minutes=11))

    assert bots
    assert told(tournament)[-1] == f"{one} was let go: they never came to their table."


def test_a_cancelled_tournament_that_nobody_entered_has_no_log(club: Club) -> None:
    empty, full = cup(club), cup(club)
    entered(full, 1)
    cancel(empty, by=owner_of(club).pk, at=database_now())
    cancel(full, by=owner_of(club).pk, at=database_now())

    assert told(full)[-1] == f"{owner_of(club)} cancelled the tournament."
    assert not log_of(empty)


def test_an_announcement_is_deleted_with_no_line_left(club: Club) -> None:
    tournament = cup(club)
    change_tournament(tournament, capacity=8, at=database_now())
    delete_tournament(tournament, at=database_now())

    assert not TournamentDeed.objects.exists()


def test_followers_hear_of_the_newest_line(club: Club) -> None:
    tournament = cup(club)
    one, _ = entered(tournament, 2)
    open_check_in(tournament)
    heard = read(tournament.pk, None, database_now(), False)
    assert heard is not None
    check_in(tournament, member=one, at=database_now())

    news = read(tournament.pk, heard.last, database_now(), False)

    assert news is not None
    assert heard.now["log"] == 2
    assert [(entry.kind, entry.data["log"]) for entry in news.entries] == [("entries", 3)]
