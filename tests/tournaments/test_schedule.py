"""The schedule: rounds by the clock, breaks and pauses, also where the sweep comes late."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from games.models import Deal, Table
from games.play.advance import advance_table
from games.tables.last_deals import call_last_deals
from games.tables.stewarding import pause as pause_table
from ledger.audit import check_books
from tests.clubs.callers import MEMBER, ORGANISER, STRANGER, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.clubs.forms import form_on
from tests.tournaments.cups import play_round
from tournaments.admin.schedule import BreaksField
from tournaments.announcements import change_tournament, create_tournament
from tournaments.draws import confirm_draw
from tournaments.entries import enter
from tournaments.errors import ImpossibleTournament, WrongMoment
from tournaments.models import Bye, Entrant, Round, RoundSeat, Tournament, TournamentStatus
from tournaments.pauses import call_time, pause, resume
from tournaments.publications import differing_rows
from tournaments.recalls import replay_table
from tournaments.rounds import advance_round, end_break
from tournaments.stages import told
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db
PLAN: Any = {
    "format": "rotation",
    "rounds_count": 2,
    "deals_a_round": 3,
    "starting_stack": 60,
    "table_size": 4,
}
MINUTE = timedelta(minutes=1)


@pytest.fixture
def club() -> Club:
    cache.clear()
    return ClubFactory.create()


@pytest.fixture(autouse=True)
def sweeps_at_once(workers_at_once: None) -> None:
    """A sweep's messages are worked off before it goes on."""


def cup(club: Club, people: int = 4, *, bot: str = FIRST_BOT, **options: Any) -> Tournament:
    """One that has started."""
    given: dict[str, Any] = {**PLAN, **options}
    tournament = create_tournament(club, name="Cup", at=database_now(), **given)
    for member in guests(club, people):
        enter(tournament, member=member, bot_level=bot, at=database_now())
    start(tournament, at=database_now())
    return Tournament.objects.get(pk=tournament.pk)


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def play(tournament: Tournament) -> Tournament:
    play_round(tournament)
    sweep_tournaments()
    return again(tournament)


def time_is_up(tournament: Tournament) -> None:
    Round.objects.filter(tournament=tournament).update(ends_at=database_now())
    sweep_tournaments()


def test_when_time_is_up_the_deal_in_play_is_the_last(club: Club) -> None:
    """People play: the first deal waits for them."""
    tournament = cup(club, bot="", round_minutes=20)
    table = Table.objects.get(round_table__round__tournament=tournament)
    advance_table(table.pk, at=database_now())
    round = tournament.rounds.get()
    assert round.ends_at == round.started_at + 20 * MINUTE
    sweep_tournaments()
    assert tournament.rounds.get().called_at is None

    time_is_up(tournament)
    time_is_up(tournament)

    table.refresh_from_db()
    assert (table.deals_limit, table.closed_at) == (1, None)
    for minute in range(400):
        table.refresh_from_db()
        if table.closed_at:
            break
        advance_table(table.pk, at=database_now() + minute * MINUTE)
    assert Deal.objects.filter(table=table).count() == 1
    sweep_tournaments()
    assert tournament.rounds.count() == 2
    assert check_books() == []


def test_every_table_has_a_deal_however_late_the_sweep_comes(club: Club) -> None:
    tournament = cup(club, 8, round_minutes=20)
    time_is_up(tournament)

    play(tournament)

    tables = Table.objects.filter(round_table__round__number=1)
    assert [table.deals.count() for table in tables] == [1, 1]
    assert again(tournament).rounds.count() == 2


def test_a_table_that_is_played_again_has_the_time_of_a_round_again(club: Club) -> None:
    """The other table keeps to its last deal."""
    tournament = cup(club, 8, round_minutes=20)
    time_is_up(tournament)
    play_round(tournament)
    by, at = owner_of(club).pk, database_now()

    row = replay_table(tournament, round_number=1, table_number=1, reason="Late", by=by, at=at)

    round = tournament.rounds.get()
    assert (round.ends_at, round.called_at) == (at + 20 * MINUTE, None)
    assert row.table.deals_limit == 3
    time_is_up(tournament)
    play(tournament)
    tables = Table.objects.filter(round_table__round=round, round_table__voided_at=None)
    assert [table.deals.count() for table in tables] == [1, 1]
    assert again(tournament).rounds.count() == 2
    assert check_books() == []


def test_the_clock_gives_no_table_more_deals(club: Club) -> None:
    tournament = cup(club, round_minutes=20)
    play_round(tournament)
    [table] = Table.objects.all()
    call_last_deals(Table.objects.all())
    call_time(tournament.rounds.get(), at=database_now() + 21 * MINUTE)

    assert table.deals.count() == Table.objects.get(pk=table.pk).deals_limit == 3


def test_a_round_by_the_clock_alone(club: Club) -> None:
    plan = {name: value for name, value in PLAN.items() if name != "deals_a_round"}
    tournament = create_tournament(
        club, name="Cup", at=database_now(), **{**plan, "round_minutes": 30}
    )
    stage = tournament.stages.get()

    assert stage.deals_a_round == 1000
    assert "minutes a round: 30, players" in told(stage)
    with pytest.raises(ImpossibleTournament, match="Minutes a round: choose"):
        cup(club, round_minutes=0)
    with pytest.raises(ImpossibleTournament, match="Deals a round"):
        create_tournament(club, name="Cup", at=database_now(), **plan)


def test_a_bye_and_a_late_entry_are_worth_what_was_played(club: Club) -> None:
    """The clock ends a round of 30 deals after one, which two of four win unless a jink fails."""
    rules: Any = {"rules": {"options": {"sides": "pairs"}}, "by": owner_of(club)}
    tournament = cup(club, 5, deals_a_round=30, round_minutes=20, late_until_round=2, **rules)
    [member] = guests(club, 1)
    late = enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    assert (late.missed_rounds, late.late_points) == (1, 0), "nobody knows yet"
    time_is_up(tournament)

    play(tournament)

    bye = Bye.objects.get(round__number=1)
    made = RoundSeat.objects.filter(round_table__round__number=1)
    mean = 100 * sum(seat.deals_won or 0 for seat in made) // 4
    assert {seat.deals for seat in made} == {1}
    assert (bye.round.bye_points, Entrant.objects.get(pk=late.pk).late_points) == (mean, mean)
    assert differing_rows(tournament.draws.get(round_number=1)) == []


def test_a_break_after_a_round(club: Club) -> None:
    tournament = cup(club, breaks=[{"after_round": 1, "minutes": 15}])
    tournament = play(tournament)
    sweep_tournaments()

    assert tournament.break_until is not None
    assert tournament.break_until > database_now() + 14 * MINUTE
    assert tournament.rounds.count() == 1
    Tournament.objects.update(break_until=database_now())
    sweep_tournaments()
    sweep_tournaments()
    assert tournament.rounds.count() == 2
    assert again(tournament).break_until is None
    with pytest.raises(WrongMoment, match="has no break now"):
        end_break(tournament, at=database_now())
    assert play(tournament).status == TournamentStatus.PAID


def test_an_organiser_ends_a_break(club: Club) -> None:
    tournament = play(cup(club, breaks=[{"after_round": 1, "minutes": 15}]))
    path, callers = f"tournaments/{tournament.pk}", callers_of(club)

    assert callers[MEMBER].get(f"/api/v1/{path}").data["break_until"] is not None
    assert callers[MEMBER].order(f"{path}/end-break").status_code == 403
    assert callers[ORGANISER].order(f"{path}/end-break").data["break_until"] is None
    assert tournament.rounds.count() == 2


@pytest.mark.parametrize(
    ("breaks", "words"),
    [
        ([(1, 5), (1, 6)], "after the same round"),
        ([(0, 5)], "after a round from 1"),
        ([(1, 0)], "from 1 to 10080 minutes"),
        ([(number + 1, 5) for number in range(101)], "at most 100 breaks"),
    ],
)
def test_impossible_breaks(club: Club, breaks: list[tuple[int, int]], words: str) -> None:
    given: Any = [{"after_round": after, "minutes": minutes} for after, minutes in breaks]
    with pytest.raises(ImpossibleTournament, match=words):
        cup(club, breaks=given)


def test_breaks_may_change_while_it_runs(club: Club) -> None:
    tournament = cup(club)
    version = again(tournament).version
    given: Any = [{"after_round": 2, "minutes": 9}, {"after_round": 1, "minutes": 5}]
    change_tournament(tournament, breaks=given, at=database_now())

    assert [one["after_round"] for one in again(tournament).breaks] == [1, 2]
    assert again(tournament).version == version + 1
    assert play(tournament).break_until is not None


def test_while_it_is_paused_nothing_goes_on(club: Club) -> None:
    tournament = cup(club, bot="", round_minutes=20)
    table = Table.objects.get()
    advance_table(table.pk, at=database_now())
    before = tournament.rounds.get().ends_at
    began = database_now()
    pause(tournament, at=began)
    with pytest.raises(WrongMoment, match="is paused: let it go on first"):
        pause(tournament, at=began)
    Round.objects.update(ends_at=began)
    sweep_tournaments()
    table.refresh_from_db()
    assert (table.paused_at, table.deals_limit) == (began, 3)
    assert advance_table(table.pk, at=began + 60 * MINUTE) == 0
    Round.objects.update(ends_at=before)

    due_at = table.due_at
    resume(tournament, at=began + 7 * MINUTE)

    table.refresh_from_db()
    assert due_at is not None
    assert before is not None
    assert (table.paused_at, table.due_at) == (None, due_at + 7 * MINUTE)
    assert tournament.rounds.get().ends_at == before + 7 * MINUTE
    with pytest.raises(WrongMoment, match="is not paused"):
        resume(tournament, at=database_now())


def test_a_round_that_was_played_out_before_the_pause_waits_for_its_end(club: Club) -> None:
    """The worst moment: every table is closed, and the sweep has not come."""
    tournament = cup(club)
    round = play_round(tournament)
    pause(tournament, at=database_now())
    sweep_tournaments()
    advance_round(round, at=database_now())
    assert tournament.rounds.get().finished_at is None

    resume(tournament, at=database_now())
    sweep_tournaments()

    assert tournament.rounds.count() == 2


def test_breaks_and_drafts_wait_while_it_is_paused(club: Club) -> None:
    tournament = cup(club, breaks=[{"after_round": 1, "minutes": 15}])
    tournament = play(tournament)
    until = tournament.break_until
    at = database_now()
    pause(tournament, at=at)
    with pytest.raises(WrongMoment, match="is paused"):
        end_break(tournament, at=at)
    Tournament.objects.update(break_until=at)
    sweep_tournaments()
    assert tournament.rounds.count() == 1
    Tournament.objects.update(break_until=until)
    resume(tournament, at=at + 5 * MINUTE)
    assert until is not None
    assert again(tournament).break_until == until + 5 * MINUTE

    other = cup(club, draw_minutes=10)
    due = other.draws.get().publishes_at
    pause(other, at=at)
    with pytest.raises(WrongMoment, match="is paused"):
        confirm_draw(other, at=at)
    other.draws.update(publishes_at=at)
    sweep_tournaments()
    assert not other.rounds.exists()
    other.draws.update(publishes_at=due)
    resume(other, at=at + 5 * MINUTE)
    assert due is not None
    assert other.draws.get().publishes_at == due + 5 * MINUTE


def test_a_table_that_was_paused_by_itself_stays_so(club: Club) -> None:
    tournament = cup(club, 8)
    one, other = Table.objects.order_by("pk")
    pause_table(one, at=database_now() - MINUTE)
    pause(tournament, at=database_now())

    resume(tournament, at=database_now())

    paused = dict(Table.objects.values_list("pk", "paused_at"))
    assert (paused[one.pk] is None, paused[other.pk] is None) == (False, True)


def test_pausing_over_the_api_and_on_the_board(club: Club) -> None:
    tournament, callers = cup(club), callers_of(club)
    path = f"tournaments/{tournament.pk}"

    assert callers[MEMBER].order(f"{path}/pause").status_code == 403
    assert callers[STRANGER].order(f"{path}/resume").status_code == 404
    assert callers[ORGANISER].order(f"{path}/pause").data["paused_at"] is not None
    assert callers[ORGANISER].order(f"{path}/pause").data["code"] == "wrong_moment"
    reader = Client()
    reader.force_login(owner_of(club))
    board = reverse("board", args=[tournament.pk])
    assert "paused" in reader.get(board).content.decode()
    assert callers[ORGANISER].order(f"{path}/resume").data["paused_at"] is None
    assert "paused" not in reader.get(board).content.decode()


def test_in_the_admin(club: Club, client: Client) -> None:
    client.force_login(owner_of(club))
    tournament = cup(club)
    page = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    listed = reverse("admin:tournaments_tournament_changelist")
    rows = {"_selected_action": [tournament.pk]}

    form = form_on(client, page)
    client.post(page, {**form, "breaks": "1: 15"})
    assert again(tournament).breaks == [{"after_round": 1, "minutes": 15}]
    for button in ("pause", "resume"):
        assert f'name="do_{button}"' in client.get(page).content.decode()
        client.post(listed, {**rows, "action": button})
        assert (again(tournament).paused_at is not None) == (button == "pause")
    play(tournament)
    assert 'name="do_end_break"' in client.get(page).content.decode()
    client.post(listed, {**rows, "action": "end_break"})
    assert tournament.rounds.count() == 2


def test_breaks_are_written_in_a_line() -> None:
    field = BreaksField()

    assert field.clean("6: 20, 3:15") == [
        {"after_round": 6, "minutes": 20},
        {"after_round": 3, "minutes": 15},
    ]
    assert field.prepare_value([{"after_round": 3, "minutes": 15}]) == "3: 15"
    assert field.clean("") == []
    for wrong in ("3", "3: x", "3: 15: 2", "a lot"):
        with pytest.raises(Exception, match="such as 3: 15"):
            field.clean(wrong)
