"""The desk of a tournament: its numbers, the next step, the log, and announcing from it."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from deploy.paths import PROJECT_DIR
from games.bots import FIRST_BOT
from tests.clubs.callers import ORGANISER, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import AT, play_round
from tournaments.announcements import create_tournament
from tournaments.desk import desk_of
from tournaments.entries import Joining, enter, withdraw
from tournaments.formats import FORMATS
from tournaments.formats.settings import ROUNDS
from tournaments.models import NewsKind, Tournament, TournamentStatus
from tournaments.news import last_number
from tournaments.pages.step_words import words_of
from tournaments.pauses import pause, resume
from tournaments.recalls import undo_draw
from tournaments.rounds import advance_round
from tournaments.steps import DEEDS_AT, Standing, Step, next_steps, take_step
from tournaments.substitutes import substitute
from tournaments.tournament_log import log_of
from tournaments.tournaments import start

pytestmark = pytest.mark.django_db

WORDS = {
    Step.ANNOUNCE: "Announce it",
    Step.OPEN_ENTRIES: "Open it for entries",
    Step.OPEN_CHECK_IN: "Begin the check-in",
    Step.START: "Start with 8",
    Step.CONFIRM_DRAW: "Confirm round 3",
    Step.DRAW: "Draw round 3",
    Step.END_BREAK: "End the break",
    Step.PAUSE: "Pause",
    Step.RESUME: "Let it go on",
    Step.PAY: "Confirm the prizes",
    Step.CANCEL: "Cancel the tournament",
    Step.ENTER: "Enter people",
    Step.SHORTEN: "Play fewer rounds",
    Step.FINISH: "Finish after round 2",
    Step.FOLLOW: "Follow round 2",
    Step.ANOTHER: "Announce another",
}


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def cup(club: Club) -> Tournament:
    return create_tournament(
        club,
        name="Winter Cup",
        rounds_count=2,
        deals_a_round=1,
        starting_stack=60,
        entry_chips=5,
        payout_minutes=60,
        at=AT,
    )


@pytest.mark.parametrize(
    ("standing", "first"),
    [
        (Standing(TournamentStatus.DRAFT), Step.ANNOUNCE),
        (Standing(TournamentStatus.ANNOUNCED), Step.OPEN_ENTRIES),
        (Standing(TournamentStatus.REGISTRATION, ready=1), Step.ENTER),  # Nobody to play with.
        (Standing(TournamentStatus.REGISTRATION, ready=2), Step.START),
        (
            Standing(TournamentStatus.REGISTRATION, ready=2, has_check_in=True),
            Step.OPEN_CHECK_IN,
        ),
        (Standing(TournamentStatus.CHECK_IN, ready=1), Step.ENTER),
        (Standing(TournamentStatus.CHECK_IN, ready=2), Step.START),
        (Standing(TournamentStatus.RUNNING), Step.FOLLOW),
        (Standing(TournamentStatus.RUNNING, has_draft=True), Step.CONFIRM_DRAW),
        (Standing(TournamentStatus.RUNNING, is_break=True), Step.END_BREAK),
        (Standing(TournamentStatus.RUNNING, needs_draw=True), Step.DRAW),
        (Standing(TournamentStatus.RUNNING, is_break=True, needs_draw=True), Step.END_BREAK),
        (Standing(TournamentStatus.RUNNING, has_draft=True, is_paused=True), Step.RESUME),
        (Standing(TournamentStatus.FINISHED), Step.PAY),
        (Standing(TournamentStatus.PAID), Step.ANOTHER),
        (Standing(TournamentStatus.CANCELLED), Step.ANOTHER),
    ],
)
def test_the_next_step(standing: Standing, first: Step) -> None:
    steps = next_steps(standing)

    assert steps[0] == first
    assert len(set(steps)) == len(steps)
    runs = standing.status == TournamentStatus.RUNNING
    assert (Step.CANCEL in steps) == (runs or Step.CANCEL in DEEDS_AT.get(standing.status, ()))
    assert (Step.FINISH in steps) == (runs and not standing.is_paused)
    assert Step.SHORTEN not in steps
    longer = next_steps(replace(standing, can_be_shortened=True))
    assert (Step.SHORTEN in longer) == (runs and not standing.is_paused)


def test_each_step_has_its_words(cup: Tournament) -> None:
    told = replace(desk_of(cup), entered=8, here=7, round=2)
    at_check_in = replace(told, status=TournamentStatus.CHECK_IN)

    assert {step: str(words_of(step, told)) for step in Step} == WORDS
    assert str(words_of(Step.START, at_check_in)) == "Start with 7"
    assert str(words_of(Step.START, replace(told, entered=1))) == "Start with 1 entrant"


def test_every_step_is_taken_by_its_use_case(club: Club) -> None:
    cup = create_tournament(
        club, name="Cup", rounds_count=1, deals_a_round=1, starting_stack=60, entry_chips=5,
        payout_minutes=60, opens_at=AT + timedelta(days=1), is_draft=True, at=AT,
    )  # fmt: skip
    before = (Step.ANNOUNCE, Step.OPEN_ENTRIES, Step.OPEN_CHECK_IN)
    reached = [take_step(cup, step, by=owner_of(cup.club).pk, at=AT).status for step in before]
    for member in guests(club, 2):
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    reached.append(take_step(cup, Step.START, by=owner_of(cup.club).pk, at=AT).status)
    advance_round(play_round(cup), at=AT)
    reached.append(take_step(cup, Step.PAY, by=owner_of(cup.club).pk, at=AT).status)

    assert reached == ["announced", "registration", "check_in", "running", "paid"]


def test_the_numbers_follow(cup: Tournament, club: Club) -> None:
    for member in guests(club, 4):
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    before = desk_of(cup)
    start(cup, at=AT)
    running = desk_of(cup)
    play_round(cup)
    played = desk_of(cup)

    assert (before.entered, before.round, before.tables, before.prize_chips) == (4, 0, 0, 20)
    assert (running.round, running.rounds, running.tables, running.open_tables) == (1, 2, 1, 1)
    assert played.open_tables == 0
    assert len({before.mark, running.mark, played.mark}) == 3


def test_the_log_tells_what_happened_the_latest_first(cup: Tournament, club: Club) -> None:
    first, second, third, fourth = guests(club, 4)
    for number, member in enumerate((first, second, third)):
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT + timedelta(minutes=number))
    later = AT + timedelta(hours=1)
    withdraw(cup, member=first, at=later)
    substitute(
        cup, member=second, comer=Joining(fourth, FIRST_BOT), at=later + timedelta(minutes=1)
    )
    start(cup, at=later + timedelta(minutes=2))

    told = [one.text for one in log_of(cup)]

    assert told == [
        "Round 1 began.",
        "Draw 1 of round 1. Nobody meets again.",
        f"Stage 1 began: {cup.stages.get().played_as.name}.",
        "The tournament started.",
        f"{fourth} plays for {second} from now on.",
        f"{first} withdrew.",
        f"{third} entered.",
        f"{fourth} entered.",  # As whose substitute is told above.
        f"{first} entered.",
    ]


def test_a_page_that_nothing_changed_is_not_sent_again(cup: Tournament, club: Club) -> None:
    client = Client()
    client.force_login(callers_of(club)[ORGANISER].player)
    address = reverse("tournament-desk-entrants", args=[cup.pk])
    seen = {"seen": desk_of(cup).mark}
    headers = {"HX-Request": "true"}

    unchanged = client.get(address, seen, headers=headers)
    enter(cup, member=next(iter(guests(club, 1))), at=AT)
    changed = client.get(address, seen, headers=headers)

    assert unchanged.status_code == 204
    assert changed.status_code == 200


@pytest.mark.parametrize("step", ["follow", "nothing"])
def test_what_is_no_deed_is_not_taken(cup: Tournament, club: Club, step: str) -> None:
    client = Client()
    client.force_login(callers_of(club)[ORGANISER].player)

    assert client.post(reverse("tournament-desk-step", args=[cup.pk, step])).status_code == 404


def test_a_start_that_is_refused_says_so_before_anybody_asks(cup: Tournament, club: Club) -> None:
    client = Client()
    client.force_login(callers_of(club)[ORGANISER].player)
    page = client.get(reverse("tournament-desk-step", args=[cup.pk, "start"]))

    assert "needs at least two entrants" in page.content.decode()
    assert '<button class="first">' not in page.content.decode()


def test_the_sentence_hides_the_rounds_of_formats_that_end_by_themselves() -> None:
    css = (PROJECT_DIR / "tournaments/static/tournaments/desk.css").read_text()
    [rule] = [line for line in css.splitlines() if line.endswith(".rounds { display: none; }")]
    ending = {key for key, one in FORMATS.items() if ROUNDS not in one.settings}

    assert set(re.findall(r'value="(\w+)"', rule)) == ending


def test_a_sentence_keeps_a_draft(cup: Tournament, club: Club) -> None:
    client = Client()
    client.force_login(callers_of(club)[ORGANISER].player)
    address = reverse("tournament-desk-new")
    shown = client.get(address).context["form"]
    sent = {one.name: one.value() for one in shown if one.value() is not None}

    made = client.post(address, {**sent, "club": club.pk, "name": "May Cup", "draft": "1"})

    draft = Tournament.objects.get(name="May Cup")
    assert made.headers["Location"] == reverse("tournament-desk", args=[draft.pk])
    assert draft.status == TournamentStatus.DRAFT
    assert draft.prize_percents == [50, 30, 20]
    assert draft.check_in_minutes is None  # It has no start before which anybody could.
    assert [stage.format for stage in draft.stages.all()] == ["swiss"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"date": "2030-03-17"}, "Give the day and the time"),
        ({"format_2": "knockout", "cut_2": ""}, "Say how many go on to stage 2"),
        ({"shares": "half"}, "Write the shares as 50/30/20"),
    ],
)
def test_a_sentence_that_cannot_be_is_refused_in_words(
    club: Club, wrong: dict[str, str], words: str
) -> None:
    client = Client()
    client.force_login(callers_of(club)[ORGANISER].player)
    address = reverse("tournament-desk-new")
    shown = client.get(address).context["form"]
    sent = {one.name: one.value() for one in shown if one.value() is not None}

    page = client.post(address, {**sent, "club": club.pk, "name": "May Cup", **wrong})

    assert words in page.content.decode()
    assert not Tournament.objects.exists()


def test_a_draw_that_waits_is_moved_drawn_again_and_confirmed(club: Club) -> None:
    cup = create_tournament(
        club, name="Cup", rounds_count=1, deals_a_round=1, starting_stack=60, table_size=3,
        draw_minutes=10, at=AT,
    )  # fmt: skip
    for member in guests(club, 6):
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    start(cup, at=AT)
    client = Client()
    client.force_login(callers_of(club)[ORGANISER].player)
    address = reverse("tournament-desk-draw", args=[cup.pk])
    (one, *_), (other, *_) = cup.draws.get().laid.tables
    counted = [desk_of(cup).mark]

    moved = client.post(address, {"draw": 1, "one": one, "other": other}, follow=True)
    counted.append(desk_of(cup).mark)
    refused = client.post(address, {"draw": 1, "one": one, "other": "t9"}, follow=True)
    client.post(address, {"draw": 1, "again": 1})
    counted.append(desk_of(cup).mark)
    late = client.post(reverse("tournament-desk-step", args=[cup.pk, "confirm_draw"]) + "?draw=1")
    waits = desk_of(cup).draft
    client.post(reverse("tournament-desk-step", args=[cup.pk, "confirm_draw"]) + "?draw=2")

    assert "Repeat meetings: 0 before, 0 now." in moved.content.decode()
    assert 'class="told error"' in refused.content.decode()
    assert late.status_code == 302
    assert waits is not None  # Draw 2 was there by then, and nobody had looked at it.
    assert waits.number == 2
    assert desk_of(cup).draft is None
    assert cup.rounds.get().draw is not None
    assert len(set(counted)) == 3


def test_a_draw_that_was_undone_is_drawn_again_at_the_desk(cup: Tournament, club: Club) -> None:
    for member in guests(club, 4):
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    start(cup, at=AT)
    organiser = callers_of(club)[ORGANISER].player
    undo_draw(cup, reason="The wrong people", by=organiser.pk, at=AT)
    undone = desk_of(cup)
    client = Client()
    client.force_login(organiser)

    page = client.post(reverse("tournament-desk-step", args=[cup.pk, "draw"]), follow=True)

    drawn = desk_of(cup)
    assert (undone.steps[0], undone.round) == (Step.DRAW, 0)
    assert (drawn.steps[0], drawn.draft and drawn.draft.number) == (Step.CONFIRM_DRAW, 2)
    assert "Round 1, draw 2" in page.content.decode()


def test_news_of_a_pause_reach_whoever_follows(cup: Tournament, club: Club) -> None:
    for member in guests(club, 4):
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    start(cup, at=AT)
    before = last_number(cup)

    pause(cup, at=AT)
    resume(cup, at=AT)

    kinds = cup.news.filter(number__gt=before).values_list("kind", flat=True)
    assert list(kinds) == [NewsKind.STATUS] * 2


def test_a_tournament_is_paused_and_goes_on_at_the_desk(cup: Tournament, club: Club) -> None:
    for member in guests(club, 4):
        enter(cup, member=member, bot_level=FIRST_BOT, at=AT)
    start(cup, at=AT)
    client = Client()
    client.force_login(callers_of(club)[ORGANISER].player)

    def step(name: str) -> str:
        return reverse("tournament-desk-step", args=[cup.pk, name])

    paused = client.post(step("pause"), follow=True)
    steps = desk_of(cup).steps
    client.post(step("resume"))

    assert 'action="' + step("resume") in paused.content.decode()
    assert steps == (Step.RESUME, Step.FOLLOW, Step.CANCEL)
    shorter = (Step.SHORTEN, Step.FINISH, Step.CANCEL)
    assert desk_of(cup).steps == (Step.FOLLOW, Step.PAUSE, *shorter)
