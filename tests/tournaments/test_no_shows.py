"""No-shows: who has not come is let go after a while, and who has come may be away."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from games.engine import legal_actions
from games.models import Deal, Seat, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.sight.folding import dealt_in, fold, texts_of
from ledger.audit import check_books
from tests.clubs.callers import ORGANISER, callers_of
from tests.clubs.factories import ClubFactory, guests
from tests.tournaments.listing import entrants_of
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.errors import ImpossibleTournament
from tournaments.models import Entrant, LetGo, Round, RoundSeat, Tournament
from tournaments.no_shows import expected, look_for
from tournaments.pauses import pause
from tournaments.results import results_of
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
PLAN: Any = {
    "format": "rotation",
    "rounds_count": 2,
    "deals_a_round": 2,
    "starting_stack": 60,
    "table_size": 4,
    "entry_chips": 5,
    "no_show_minutes": 10,
}
MINUTE = timedelta(minutes=1)


@pytest.fixture
def club() -> Club:
    cache.clear()
    return ClubFactory.create()


@pytest.fixture(autouse=True)
def sweeps_at_once(workers_at_once: None) -> None:
    """A sweep's messages are worked off before it goes on."""


def cup(club: Club, **options: Any) -> tuple[Tournament, list[Member]]:
    """One that has started: two bots and two people at a table, whose first deal is dealt."""
    at = database_now()
    tournament = create_tournament(club, name="Cup", at=at, **{**PLAN, **options})
    members = guests(club, 4)
    for number, member in enumerate(members):
        enter(tournament, member=member, bot_level=FIRST_BOT if number > 1 else "", at=at)
    start(tournament, at=at)
    advance_table(Table.objects.get().pk, at=at)
    return tournament, members[:2]


def seat_of(member: Member) -> Seat:
    return Seat.objects.get(player=member.player_id, table__closed_at=None)


def run_out(*members: Member) -> None:
    """Their turn was over before they did anything."""
    Seat.objects.filter(pk__in=[seat_of(one).pk for one in members]).update(is_away=True)


def play_a_card(member: Member) -> None:
    """They play when it is their turn; the clock has acted for whoever was before them."""
    for minute in range(20):
        deal, at = Deal.objects.defer(None).get(), database_now() + minute * MINUTE
        state = fold(deal, texts_of(deal))
        assert state.to_act is not None
        if dealt_in(deal)[state.to_act].player_id == member.player_id:
            action = str(next(iter(legal_actions(state))))
            act(deal.pk, player_id=member.player_id, ply=state.ply, action=action, at=at)
            return
        advance_table(deal.table_id, at=at)
    raise AssertionError("their turn never comes")


def begin_earlier(minutes: int) -> None:
    Round.objects.update(started_at=database_now() - minutes * MINUTE)


def missing(tournament: Tournament) -> set[int]:
    rows = tournament.entrants.filter(let_go=LetGo.NO_SHOW)
    return set(rows.values_list("members__member", flat=True))


def test_who_has_not_come_is_let_go_and_a_bot_plays_on(club: Club) -> None:
    tournament, [gone, here] = cup(club)
    run_out(gone)
    begin_earlier(9)
    sweep_tournaments()
    assert missing(tournament) == set()
    begin_earlier(10)

    sweep_tournaments()
    sweep_tournaments()

    assert missing(tournament) == {gone.pk}
    entrant = tournament.entrants.get(members__member=gone)
    assert entrant.withdrawn_at is not None
    assert entrant.pk in {line.entrant for line in results_of(tournament)}, "they stay in it"
    table = Table.objects.get(round_table__round__number=1)
    for minute in range(300):
        table.refresh_from_db()
        if table.closed_at:
            break
        run_out(here)
        advance_table(table.pk, at=database_now() + minute * MINUTE)
    sweep_tournaments()
    second = RoundSeat.objects.filter(round_table__round__number=2)
    assert entrant.pk not in set(second.values_list("entrant", flat=True))
    assert Member.objects.get(pk=gone.pk).purse.balance == 15, "no fee goes back after the start"
    assert check_books() == []


def test_who_has_played_may_be_away(club: Club) -> None:
    tournament, [one, other] = cup(club)
    play_a_card(one)
    run_out(one, other)
    begin_earlier(10)

    sweep_tournaments()

    assert missing(tournament) == {other.pk}
    came = tournament.entrants.get(members__member=one)
    assert came.came_at is not None
    assert not expected(database_now()).exists(), "nobody is looked for twice"
    with pytest.raises(IntegrityError), transaction.atomic():
        Entrant.objects.filter(pk=came.pk).update(withdrawn_at=database_now(), let_go=LetGo.NO_SHOW)


def test_whose_turn_has_not_come_is_not_missing(club: Club) -> None:
    tournament, _ = cup(club)
    begin_earlier(60)

    sweep_tournaments()

    assert missing(tournament) == set()


@pytest.mark.parametrize("minutes", [None, 10])
def test_nobody_is_looked_for_in_a_pause_or_where_nobody_wants_it(
    club: Club, minutes: int | None
) -> None:
    tournament, people = cup(club, no_show_minutes=minutes)
    run_out(*people)
    begin_earlier(60)
    if minutes:
        pause(tournament, at=database_now())

    sweep_tournaments()
    look_for(tournament.entrants.get(members__member=people[0]), at=database_now())

    assert missing(tournament) == set()


def test_a_no_show_is_told_to_programs(club: Club) -> None:
    tournament, [gone, _] = cup(club)
    run_out(gone)
    begin_earlier(10)
    sweep_tournaments()

    organiser, path = callers_of(club)[ORGANISER], f"tournaments/{tournament.pk}"
    assert organiser.get(f"/api/v1/{path}").data["no_show_minutes"] == 10
    [told] = entrants_of(organiser, path, "let_go")
    assert (told["members"][0]["member"], told["let_go"]) == (gone.pk, "no_show")
    with pytest.raises(ImpossibleTournament, match="No-show minutes"):
        cup(club, no_show_minutes=0)
