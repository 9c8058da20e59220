"""Shortening: fewer rounds than announced, down to the round in play, by the plan that was made."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from ledger.audit import check_books
from tests.clubs.callers import ORGANISER, callers_of
from tests.clubs.factories import guests, owner_of
from tests.tournaments.test_late_entries import PLAN, club, cup, play, sweeps_at_once
from tests.tournaments.test_stopping import BREAK, DRAFT, PAUSED, ROUND, begun
from tournaments.announcements import change_tournament, create_tournament
from tournaments.boards import board_of
from tournaments.desk import desk_of
from tournaments.draw_documents import situation_from
from tournaments.entries import enter
from tournaments.errors import ImpossibleTournament, WrongMoment
from tournaments.models import Prize, RoundDraw, Tournament, TournamentStatus
from tournaments.shortening import choices_of
from tournaments.shortening import shorten as use_case
from tournaments.stages import StagePlan
from tournaments.steps import Step
from tournaments.stopping import end_after_round
from tournaments.tasks import sweep_tournaments
from tournaments.tournament_log import log_of
from tournaments.tournaments import start

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db
WITH_ROUNDS = ("rotation", "random_rotation", "swiss")
BY_THEMSELVES = ("knockout", "round_robin")


def shorten(tournament: Tournament, rounds: int, **others: Any) -> Tournament:
    by, at = owner_of(tournament.club).pk, database_now()
    change_tournament(tournament, rounds_count=rounds, by=by, at=at, **others)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("moment", [ROUND, BREAK, DRAFT])
@pytest.mark.parametrize("format", WITH_ROUNDS)
def test_it_comes_down_to_the_round_in_play(club: Club, format: str, moment: str) -> None:
    tournament = begun(club, format, moment, waits=False)
    fund = tournament.fund.balance

    shortened = shorten(tournament, 1)
    if moment == ROUND:
        assert (shortened.status, board_of(shortened).planned) == (TournamentStatus.RUNNING, 1)
        play(shortened)

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 1
    assert not tournament.draws.drafts().exists(), "nobody is asked to confirm it"
    assert sum(Prize.objects.values_list("chips", flat=True)) == fund
    [line] = [line for line in log_of(tournament) if line.kind == "shortened"]
    assert line.by == str(owner_of(club))
    assert line.before["rounds_count"] == {"stage 1": 3}
    assert line.after["rounds_count"] == {"stage 1": 1}
    if moment != DRAFT:
        assert line.after["breaks"] == []
    assert check_books() == []


@pytest.mark.parametrize("moment", [ROUND, BREAK, DRAFT])
@pytest.mark.parametrize("format", WITH_ROUNDS)
def test_the_rounds_that_are_left_are_those_of_the_plan(
    club: Club, format: str, moment: str
) -> None:
    tournament = begun(club, format, moment, waits=False)
    drafted = RoundDraw.objects.filter(round_number=2).values_list("pk", flat=True)
    waiting = list(drafted)

    shortened = shorten(tournament, 2)
    if moment == DRAFT:
        assert [*drafted] == waiting, "it was drawn by the same plan"
    assert (shortened.break_until is not None) == (moment == BREAK)
    for _ in range(3):
        at = database_now()
        Tournament.objects.filter(break_until__isnull=False).update(break_until=at)
        RoundDraw.objects.filter(publishes_at__isnull=False).update(publishes_at=at)
        sweep_tournaments()
        if tournament.rounds.filter(finished_at=None).exists():
            play(shortened)

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 2
    for one in tournament.rounds.select_related("draw"):
        assert one.draw is not None
        assert situation_from(one.draw.inputs).plan["rounds_count"] == 3
    assert check_books() == []


@pytest.mark.parametrize("moment", [ROUND, BREAK, DRAFT])
@pytest.mark.parametrize("format", BY_THEMSELVES)
def test_what_ends_by_itself_has_no_rounds_to_take(club: Club, format: str, moment: str) -> None:
    tournament = begun(club, format, moment, waits=False)

    with pytest.raises(ImpossibleTournament, match="ends by itself, so nobody sets its rounds"):
        shorten(tournament, 1)


def test_there_are_no_more_rounds_than_announced(club: Club) -> None:
    tournament = begun(club, "rotation", BREAK)

    with pytest.raises(WrongMoment, match="choose from 1 to 3"):
        shorten(tournament, 4)
    shorten(tournament, 2)
    with pytest.raises(WrongMoment, match="choose from 1 to 2"):
        shorten(tournament, 3)
    with pytest.raises(WrongMoment, match="do not change deals a round"):
        shorten(tournament, 1, deals_a_round=9)


def test_a_round_that_has_begun_stays(club: Club) -> None:
    tournament = cup(club, 8, rounds_count=4)
    play(tournament)
    assert tournament.rounds.count() == 2

    with pytest.raises(WrongMoment, match="Round 2 of stage 1 has begun: choose from 2 to 4"):
        shorten(tournament, 1)


def test_while_it_is_paused_it_goes_on_first(club: Club) -> None:
    with pytest.raises(WrongMoment, match="let it go on first"):
        shorten(begun(club, "rotation", PAUSED), 1)


def test_what_lies_beyond_the_end_is_dropped(club: Club) -> None:
    breaks = [{"after_round": number, "minutes": 5} for number in (1, 2, 3)]
    tournament = cup(club, 8, rounds_count=4, breaks=breaks, late_until_round=4)

    shortened = shorten(tournament, 2)

    assert [one["after_round"] for one in shortened.breaks] == [1]
    assert shortened.late_until_round == 2
    line = log_of(tournament)[0]
    assert line.kind == "shortened"
    assert (line.before["late_until_round"], line.after["late_until_round"]) == (4, 2)
    assert shorten(tournament, 1).late_until_round is None


def test_the_board_says_that_it_is_the_last_round(club: Club) -> None:
    client = Client()
    client.force_login(owner_of(club))
    shortened, early = (cup(club, 8, rounds_count=3) for _ in range(2))

    def says(tournament: Tournament) -> bool:
        pages = [
            client.get(reverse(page, args=[tournament.pk])).content.decode()
            for page in ("board", "board-screen")
        ]
        assert len({"last round" in page for page in pages}) == 1
        return "last round" in pages[0]

    assert not says(shortened)
    shorten(shortened, 1)
    assert says(shortened)
    assert not says(early)
    end_after_round(early, by=owner_of(club).pk, at=database_now())
    assert says(early)


@pytest.mark.parametrize(("people", "is_final"), [(8, False), (4, True)])
def test_the_final_of_a_knockout_is_its_last_round(club: Club, people: int, is_final: bool) -> None:
    tournament = cup(club, people, format="knockout", late_until_round=None)

    assert board_of(tournament).is_last == is_final


def test_over_the_api(club: Club) -> None:
    tournament = cup(club, 8, rounds_count=3)
    organiser = callers_of(club)[ORGANISER]
    path = f"tournaments/{tournament.pk}"

    done = organiser.change(path, {"rounds_count": 2})
    more = organiser.change(path, {"rounds_count": 3})

    assert done.status_code == 200, done.data
    assert done.data["stages"][0]["rounds_count"] == 2
    assert (more.status_code, more.data["code"]) == (409, "wrong_moment")
    assert organiser.get(f"/api/v1/{path}/log").data["results"][0]["kind"] == "shortened"


STAGE: Any = {name: PLAN[name] for name in ("deals_a_round", "starting_stack", "table_size")}


def of_stages(club: Club, *stages: dict[str, Any], **options: Any) -> Tournament:
    """One of eight that has started."""
    plans: Any = [{**STAGE, **one} for one in stages]
    tournament = create_tournament(
        club, name="Cup", entry_chips=5, stages=plans, at=database_now(), **options
    )
    for member in guests(club, 8):
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    return start(tournament, at=database_now())


def shorten_stage(tournament: Tournament, number: int, rounds: int) -> Tournament:
    by, at = owner_of(tournament.club).pk, database_now()
    return use_case(tournament, {number: rounds}, by=by, at=at)


def test_a_stage_of_two_comes_down_while_its_round_is_in_play(club: Club) -> None:
    breaks = [{"after_round": number, "minutes": 5} for number in (2, 4)]
    swiss = {"format": "swiss", "rounds_count": 3}
    tournament = of_stages(
        club, swiss, {**swiss, "rounds_count": 2, "cut": 4}, breaks=breaks, late_until_round=3
    )

    shortened = shorten_stage(tournament, 1, 1)
    assert [one["after_round"] for one in shortened.breaks] == [2], "three rounds are left"
    assert shortened.late_until_round is None
    play(tournament)

    assert tournament.rounds.get(number=2).stage.number == 2
    with pytest.raises(WrongMoment, match=r"Stage 1 of Cup is over: its rounds stay 1\."):
        shorten_stage(tournament, 1, 1)
    shorten_stage(tournament, 2, 1)
    play(tournament)
    assert tournament.status == TournamentStatus.PAID
    assert tournament.rounds.count() == 2
    lines = [line for line in log_of(tournament) if line.kind == "shortened"]
    assert [line.before["rounds_count"] for line in lines] == [{"stage 2": 2}, {"stage 1": 3}]
    assert check_books() == []


def test_a_stage_to_come_can_be_shortened(club: Club) -> None:
    swiss = {"format": "swiss", "rounds_count": 2}
    tournament = of_stages(club, swiss, {**swiss, "rounds_count": 3})

    shorten_stage(tournament, 2, 1)
    for _ in range(3):
        play(tournament)

    assert tournament.status == TournamentStatus.PAID
    assert [one.planned_rounds for one in tournament.stages.order_by("number")] == [None, None]


def test_between_two_rounds_the_next_stage_follows_at_once(club: Club) -> None:
    swiss = {"format": "swiss", "rounds_count": 3}
    tournament = of_stages(club, swiss, {**swiss, "cut": 4}, draw_minutes=60)
    Tournament.objects.update(draw_minutes=0)
    RoundDraw.objects.update(publishes_at=database_now())
    sweep_tournaments()
    Tournament.objects.update(draw_minutes=60)
    play(tournament)
    assert tournament.draws.drafts().get().stage.number == 1

    shorten_stage(tournament, 1, 1)

    assert tournament.draws.drafts().get().stage.number == 2
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.RUNNING


def test_of_two_stages_only_those_with_rounds_come_down(club: Club) -> None:
    tournament = of_stages(club, {"format": "swiss", "rounds_count": 2}, {"format": "knockout"})

    with pytest.raises(ImpossibleTournament, match="Knockout ends by itself"):
        shorten_stage(tournament, 2, 1)
    with pytest.raises(ImpossibleTournament, match="Choose one of the numbers"):
        shorten_stage(tournament, 3, 1)
    assert [(one.stage, one.rounds) for one in choices_of(tournament)] == [(1, 1)]


def test_one_stage_of_two_over_the_api(club: Club) -> None:
    swiss = {"format": "swiss", "rounds_count": 3}
    tournament = of_stages(club, swiss, swiss)
    organiser = callers_of(club)[ORGANISER]
    path = f"tournaments/{tournament.pk}"
    [first, second] = organiser.get(f"/api/v1/{path}").data["stages"]
    fields = StagePlan.__annotations__

    def sent(stage: Any, **others: Any) -> dict[str, Any]:
        return {name: stage[name] for name in fields} | others

    done = organiser.change(path, {"stages": [sent(first), sent(second, rounds_count=1)]})
    more = organiser.change(
        path, {"stages": [sent(first, rounds_count=2), sent(second, deals_a_round=9)]}
    )

    assert done.status_code == 200, done.data
    assert [one["rounds_count"] for one in done.data["stages"]] == [3, 1]
    assert more.data["code"] == "wrong_moment"
    assert list(tournament.stages.values_list("rounds_count", flat=True).order_by("number")) == [
        3,
        1,
    ]


def at_desk(tournament: Tournament) -> tuple[Client, str]:
    """An organiser's browser, and the address of the step."""
    client = Client()
    client.force_login(callers_of(tournament.club)[ORGANISER].player)
    return client, reverse("tournament-desk-step", args=[tournament.pk, "shorten"])


def asked(page: Any) -> dict[str, str]:
    """The words beside each choice."""
    return {one.value: " ".join(one.sentences) for one in page.context["options"]}


def test_at_the_desk_it_says_what_falls_away_and_asks_once(club: Club) -> None:
    breaks = [{"after_round": number, "minutes": 5} for number in (1, 2, 3)]
    tournament = cup(club, 8, rounds_count=4, breaks=breaks, late_until_round=4)
    client, address = at_desk(tournament)

    assert Step.SHORTEN in desk_of(tournament).steps
    page = client.get(address)
    assert asked(page) == {
        "1-1": "Rounds 2, 3 and 4 are not played. The breaks after rounds 1, 2 and 3 fall away. "
        "Nobody can enter late any more. The round in play is the last one.",
        "1-2": "Rounds 3 and 4 are not played. The breaks after rounds 2 and 3 fall away. "
        "Late entries end with round 2.",
        "1-3": "Round 4 is not played. The break after round 3 falls away. "
        "Late entries end with round 3.",
    }
    told = page.content.decode()
    assert "Deals are left to play: table 1 (0 of 4), table 2 (0 of 4)." in told
    assert "This cannot be undone." in told
    assert tournament.stages.get().rounds_count == 4

    client.post(address, {"rounds": "1-2"})

    assert tournament.stages.get().rounds_count == 2
    line = log_of(tournament)[0]
    assert (line.kind, line.by) == ("shortened", client.get(address).context["user"].name)
    assert set(asked(client.get(address))) == {"1-1"}
    client.post(address, {"rounds": "1-1"})
    assert "no round is left to drop" in client.get(address).content.decode()
    assert Step.SHORTEN not in desk_of(tournament).steps


@pytest.mark.parametrize(("moment", "ends"), [(BREAK, "It ends now."), (DRAFT, "Draw 1, which")])
def test_at_the_desk_between_two_rounds(club: Club, moment: str, ends: str) -> None:
    tournament = begun(club, "swiss", moment)
    client, address = at_desk(tournament)

    words = asked(client.get(address))
    assert ends in words["1-1"]
    assert "It ends now." in words["1-1"]
    assert ends not in words["1-2"]
    client.post(address, {"rounds": "1-1"})

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.PAID


def test_at_the_desk_each_stage_is_shortened_by_itself(club: Club) -> None:
    swiss = {"format": "swiss", "rounds_count": 2}
    tournament = of_stages(club, swiss, swiss)
    client, address = at_desk(tournament)

    page = client.get(address)
    labels = {one.value: one.label for one in page.context["options"]}
    assert labels == {"1-1": "Stage 1: 1 round", "2-1": "Stage 2: 1 round"}
    assert "The round in play is the last one of this stage." in asked(page)["1-1"]
    assert "last one" not in asked(page)["2-1"]
    client.post(address, {"rounds": "2-1"})

    assert [one.rounds_count for one in tournament.stages.order_by("number")] == [2, 1]


@pytest.mark.parametrize("format", BY_THEMSELVES)
def test_at_the_desk_it_is_refused_in_the_words_of_the_api(club: Club, format: str) -> None:
    tournament = begun(club, format, ROUND)
    client, address = at_desk(tournament)
    organiser = callers_of(club)[ORGANISER]

    said = organiser.change(f"tournaments/{tournament.pk}", {"rounds_count": 1}).data["detail"]

    assert "ends by itself" in said
    assert said in client.get(address).content.decode()
    assert said in client.post(address, {"rounds": "1-1"}, follow=True).content.decode()
    assert Step.SHORTEN not in desk_of(tournament).steps


@pytest.mark.parametrize("rounds", ["", "1", "1-0", "1-4000", "9-1", "1-1-1", "x"])
def test_at_the_desk_nothing_that_is_no_choice_is_done(club: Club, rounds: str) -> None:
    tournament = cup(club, 8)
    client, address = at_desk(tournament)

    page = client.post(address, {"rounds": rounds}, follow=True)

    assert "Choose one of the numbers of rounds" in page.content.decode()
    assert tournament.stages.get().rounds_count == 3


def test_at_the_desk_a_round_that_has_begun_since_stays(club: Club) -> None:
    tournament = cup(club, 8)
    client, address = at_desk(tournament)
    play(tournament)

    page = client.post(address, {"rounds": "1-1"}, follow=True)

    assert "Round 2 of stage 1 has begun: choose from 2 to 3 rounds." in page.content.decode()


def test_at_the_desk_while_it_is_paused_it_goes_on_first(club: Club) -> None:
    client, address = at_desk(begun(club, "rotation", PAUSED))

    assert "let it go on first" in client.get(address).content.decode()
