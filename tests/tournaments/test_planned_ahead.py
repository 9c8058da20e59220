"""Rounds are planned while nothing is locked, and a plan is searched for once."""

from collections.abc import Callable, Iterator

import pytest

from clubs.models import Club
from deploy.unlocked import CHECKS, VAIN
from games.bots import FIRST_BOT
from tests.clubs.callers import ORGANISER, callers_of
from tests.tournaments.cups import AT, announce, play_round
from tests.tournaments.situations import situation
from tournaments.announcements import create_tournament
from tournaments.draw_documents import verified
from tournaments.draws import confirm_draw
from tournaments.entries import enter, withdraw
from tournaments.errors import DrawChanged
from tournaments.formats import FORMATS
from tournaments.formats.plans import renamed
from tournaments.models import RoundDraw, SeatingPlan, Tournament, TournamentStatus
from tournaments.publications import document_of
from tournaments.rounds import advance_round
from tournaments.stages import StagePlan
from tournaments.tournaments import start

Meanwhile = Callable[[Callable[[], None]], None]


@pytest.fixture
def meanwhile() -> Iterator[Meanwhile]:
    """Does something whenever a round is being drawn."""
    before = list(CHECKS)

    def do(deed: Callable[[], None]) -> None:
        CHECKS.append(lambda name: deed() if name == "tournaments.drawing.draw" else None)

    yield do
    CHECKS[:] = before


def as_round_robin(tournament: Tournament) -> None:
    tournament.stages.update(format="round_robin", rounds_count=None, format_settings={})


def planned(plan: SeatingPlan) -> list[set[frozenset[int]]]:
    """The people who share a table, by round."""
    assert plan.rounds is not None
    entrants = sorted(plan.stage.tournament.entrants.playing().values_list("pk", flat=True))
    rounds = renamed(plan.rounds, entrants)
    return [set(map(frozenset, tables)) for tables in rounds]


def companies(draw: RoundDraw) -> set[frozenset[int]]:
    return {frozenset(table) for table in draw.laid.tables}


def test_a_plan_is_kept_with_the_first_round(tournament: Tournament) -> None:
    as_round_robin(tournament)

    start(tournament, at=AT)

    plan = SeatingPlan.objects.get()
    [draw] = tournament.draws.all()
    assert plan.stage == draw.stage
    assert companies(draw) == planned(plan)[0]
    assert verified(document_of(draw)).follows


def test_later_rounds_are_read_from_the_plan(tournament: Tournament) -> None:
    """The kept plan has its rounds in another order: nobody would find it by searching."""
    as_round_robin(tournament)
    start(tournament, at=AT)
    plan = SeatingPlan.objects.get()
    last = planned(plan)[-1]
    assert plan.rounds is not None
    plan.rounds = [plan.rounds[0], *reversed(plan.rounds[1:])]
    plan.save()

    advance_round(play_round(tournament), at=AT)

    draw = tournament.draws.get(round_number=2)
    assert companies(draw) == last
    assert SeatingPlan.objects.count() == 1


def test_a_rotation_keeps_its_plan_too(tournament: Tournament) -> None:
    tournament.stages.update(format="rotation")
    start(tournament, at=AT)

    advance_round(play_round(tournament), at=AT)

    plan = SeatingPlan.objects.get()
    for number, draw in enumerate(tournament.draws.order_by("round_number")):
        assert companies(draw) == planned(plan)[number]
        assert verified(document_of(draw)).follows


def test_whoever_leaves_meanwhile_is_not_drawn(
    tournament: Tournament, meanwhile: Meanwhile
) -> None:
    members = list(tournament.club.members.order_by("pk"))
    left = members[-1:]

    def leave() -> None:
        if left:
            withdraw(tournament, member=left.pop(), at=AT)

    meanwhile(leave)

    start(tournament, at=AT)

    [draw] = tournament.draws.all()
    assert sum(map(len, draw.laid.tables)) == len(members) - 1
    assert verified(document_of(draw)).follows


def test_a_plan_fits_whoever_comes_instead(tournament: Tournament, meanwhile: Meanwhile) -> None:
    as_round_robin(tournament)
    [*_, other, last] = tournament.club.members.order_by("pk")
    withdraw(tournament, member=other, at=AT)
    coming = [other]

    def trade() -> None:
        if coming:
            withdraw(tournament, member=last, at=AT)
            enter(tournament, member=coming.pop(), bot_level=FIRST_BOT, at=AT)

    meanwhile(trade)

    start(tournament, at=AT)

    plan, [draw] = SeatingPlan.objects.get(), tournament.draws.all()
    assert companies(draw) == planned(plan)[0]
    assert verified(document_of(draw)).follows


@pytest.mark.parametrize("key", ["random_rotation", "rotation", "round_robin"])
@pytest.mark.parametrize("entrants", [13, 14])
def test_plans_go_by_the_order_of_entrants_alone(key: str, entrants: int) -> None:
    """So a plan that is kept by places is the one that would be found for these people."""
    others = [number * number + 7 for number in range(entrants)]
    history: list[list[list[int]]] = []
    for seed in range(3):
        drawn, again = (
            FORMATS[key].draw(situation(FORMATS[key], people, history=before, seed=seed))
            for people, before in ((range(entrants), history), (others, renamed(history, others)))
        )
        assert drawn is not None
        assert again is not None
        assert renamed([drawn.seated.tables], others) == renamed(
            [again.seated.tables], range(max(others) + 1)
        )
        history.append([list(table) for table in drawn.seated.tables])


def test_an_order_with_if_match_draws_before_it_locks(club: Club) -> None:
    """The door locks the row that it compares. Without its first stage the second is drawn."""
    rotation: StagePlan = {
        "format": "rotation",
        "deals_a_round": 1,
        "starting_stack": 60,
        "table_size": 4,
    }
    stages: list[StagePlan] = [{**rotation, "rounds_count": 2}, {**rotation, "rounds_count": 1}]
    tournament = create_tournament(club, name="Cup", stages=stages, draw_minutes=9, at=AT)
    for member in club.members.all():
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    start(tournament, at=AT)
    confirm_draw(tournament, at=AT)
    advance_round(play_round(tournament), at=AT)
    stages[0]["rounds_count"] = 1

    organiser = callers_of(club)[ORGANISER]
    answer = organiser.change(f"tournaments/{tournament.pk}", {"stages": stages})

    assert answer.status_code == 200, answer.data
    assert tournament.draws.drafts().get().stage.number == 2


def test_a_start_is_refused_while_entrants_keep_changing(
    tournament: Tournament, meanwhile: Meanwhile
) -> None:
    members = list(tournament.club.members.order_by("pk"))

    def leave() -> None:
        withdraw(tournament, member=members.pop(), at=AT)

    meanwhile(leave)

    with pytest.raises(DrawChanged, match="try again in a moment"):
        start(tournament, at=AT)

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.REGISTRATION
    assert len(members) == tournament.entrants.playing().count() == 16 - VAIN
    assert not tournament.draws.exists()


def test_bots_that_fill_tables_are_drawn_once(club: Club, meanwhile: Meanwhile) -> None:
    """They enter anew when the start begins anew, and are still those of the draw."""
    drawn: list[int] = []
    tournament = announce(club)
    Tournament.objects.filter(pk=tournament.pk).update(bots_limit=4)
    for member in club.members.order_by("pk")[:6]:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=AT)
    meanwhile(lambda: drawn.append(1))

    start(tournament, at=AT)

    [draw] = tournament.draws.all()
    assert len(drawn) == 1
    assert sum(map(len, draw.laid.tables)) == 8 == tournament.entrants.playing().count()
    assert verified(document_of(draw)).follows
