"""Waits after the start: nobody is let go before a grace that is told, nor without half of all."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from ledger.audit import check_books
from tests.clubs.callers import MEMBER, ORGANISER, callers_of
from tests.clubs.factories import owner_of
from tests.tournaments.listing import entrants_of
from tests.tournaments.test_life import callers, club, cup, let_in, purse, status_of
from tournaments.announcements import change_tournament
from tournaments.chronicles import read
from tournaments.errors import ImpossibleTournament
from tournaments.models import Tournament, TournamentStatus
from tournaments.tasks import sweep_tournaments
from tournaments.tournament_log import log_of
from tournaments.tournaments import check_in, open_check_in, start
from tournaments.waits import Roll, told_wait, wait_of

__all__ = ["callers", "club"]
pytestmark = pytest.mark.django_db
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def checking_in(
    club: Club, here: int, missing: int, **options: Any
) -> tuple[Tournament, list[Member], list[Member]]:
    """A tournament whose check-in goes on, some of whose entrants are here."""
    tournament = cup(club, starts_at=database_now() + HOUR, **options)
    members = let_in(tournament, here + missing)
    open_check_in(tournament)
    for member in members[:here]:
        check_in(tournament, member=member, at=database_now())
    return tournament, members[:here], members[here:]


def after(tournament: Tournament, minutes: int) -> Tournament:
    """As the sweep leaves it some minutes after its start: all moments move back."""
    moved = Tournament.objects.get(pk=tournament.pk)
    assert moved.starts_at is not None
    passes = moved.starts_at - (database_now() - minutes * MINUTE)
    told = moved.wait_told_at and moved.wait_told_at - passes
    Tournament.objects.filter(pk=moved.pk).update(
        starts_at=moved.starts_at - passes, wait_told_at=told
    )
    sweep_tournaments()
    return Tournament.objects.get(pk=tournament.pk)


def clock_of(at: datetime | None, club: Club) -> str:
    assert at is not None
    return f"{at.astimezone(ZoneInfo(club.time_zone)):%H:%M}"


@pytest.mark.parametrize(
    ("here", "missing", "in_grace", "after_grace"),
    [
        # Nobody is there.
        (0, 6, "if at least 3 have checked in.", "0 of 6 checked in: it waits for 3 more,"),
        # A few, less than half.
        (2, 4, "if at least 3 have checked in.", "2 of 6 checked in: it waits for 1 more,"),
        # Half, but less than a table needs.
        (1, 1, "if at least 2 have checked in.", "1 of 2 checked in: it waits for 1 more,"),
        (3, 3, "if at least 3 have checked in.", None),  # Enough.
        (5, 1, "if at least 5 have checked in.", None),
    ],
)
def test_nobody_is_let_go_before_the_grace_nor_without_half(
    club: Club, here: int, missing: int, in_grace: str, after_grace: str | None
) -> None:
    tournament, _, absent = checking_in(club, here, missing)

    waiting = after(tournament, 1)
    told = told_wait(waiting)
    assert not Tournament.objects.to_start(database_now()).exists(), "no worker is sent for nothing"
    over = after(tournament, 6)

    assert waiting.status == TournamentStatus.CHECK_IN
    until = clock_of(waiting.grace_ends_at, club)
    assert told.startswith(f"{here} of {here + missing} checked in: it waits until {until}, then ")
    assert told.endswith(in_grace)
    if after_grace is None:
        assert (over.status, told_wait(over)) == (TournamentStatus.RUNNING, "")
        assert over.entrants.playing().count() == here
        assert {purse(one) for one in absent} == {20}
    else:
        assert over.status == TournamentStatus.CHECK_IN
        assert not Tournament.objects.to_start(database_now()).exists()
        assert (
            told_wait(over) == f"{after_grace} or for an organiser to start it without the others."
        )
        assert over.entrants.playing().count() == here + missing
    assert check_books() == []


def test_when_all_are_here_it_waits_for_nobody(club: Club) -> None:
    tournament, _, [late] = checking_in(club, 5, 1)
    assert after(tournament, 1).status == TournamentStatus.CHECK_IN

    check_in(tournament, member=late, at=database_now())

    assert after(tournament, 1).status == TournamentStatus.RUNNING
    assert tournament.entrants.playing().count() == 6


def test_after_the_grace_it_starts_as_soon_as_enough_are_here(club: Club) -> None:
    tournament, here, [late, *absent] = checking_in(club, 2, 4)
    assert after(tournament, 90).status == TournamentStatus.CHECK_IN

    check_in(tournament, member=late, at=database_now())

    assert after(tournament, 91).status == TournamentStatus.RUNNING
    playing = {one.members.get().member for one in tournament.entrants.playing()}
    assert playing == {*here, late}
    assert {purse(one) for one in absent} == {20}


def test_the_grace_is_as_long_as_it_is_announced(club: Club) -> None:
    tournament, _, _ = checking_in(club, 3, 1, check_in_grace_minutes=20)
    none, _, _ = checking_in(club, 3, 1, check_in_grace_minutes=0)
    assert after(tournament, 19).status == TournamentStatus.CHECK_IN
    assert after(none, 0).status == TournamentStatus.RUNNING

    change_tournament(tournament, check_in_grace_minutes=60, at=database_now())
    assert after(tournament, 59).status == TournamentStatus.CHECK_IN
    assert "it waits until" in told_wait(Tournament.objects.get(pk=tournament.pk))
    assert after(tournament, 60).status == TournamentStatus.RUNNING
    for minutes in (-1, 61):
        with pytest.raises(ImpossibleTournament, match="Check-in grace minutes: choose from 0 to"):
            cup(club, check_in_grace_minutes=minutes)


@pytest.mark.parametrize(
    ("entered", "here", "sizes", "members", "bots", "lacking"),
    [
        (6, 2, (2, 3, 4, 5), 1, 0, 1),  # Half of six are three.
        (7, 3, (2, 3, 4, 5), 1, 0, 1),  # Half of seven is more than three.
        (4, 2, (4, 8), 1, 0, 2),  # Nobody plays at less than four,
        (4, 2, (4, 8), 1, 2, 0),  # unless bots fill the table.
        (2, 1, (2, 3), 1, 1, 0),  # One person and a bot,
        (3, 1, (2, 3), 1, 9, 1),  # but not with less than half.
        (0, 0, (2, 3), 1, 9, 1),  # Bots do not play alone.
        (4, 1, (4, 6), 2, 0, 1),  # Two pairs fill a table of four.
    ],
)
def test_how_many_more_have_to_be_here(
    entered: int, here: int, sizes: tuple[int, ...], members: int, bots: int, lacking: int
) -> None:
    plan = {"table_size": 4, "members": members}

    assert Roll(entered, here, plan, sizes, bots).lacking == lacking


def test_with_bots_one_who_is_here_is_enough(club: Club) -> None:
    tournament, _, _ = checking_in(club, 1, 1, bots_limit=1)

    assert after(tournament, 6).status == TournamentStatus.RUNNING
    assert tournament.entrants.playing().count() == 2


def test_who_is_let_go_is_listed(club: Club) -> None:
    tournament, _, [gone] = checking_in(club, 3, 1)
    after(tournament, 6)

    [line] = [one for one in log_of(tournament) if one.kind == "let_go"]
    listed = entrants_of(callers_of(club)[MEMBER], f"tournaments/{tournament.pk}", "let_go")

    assert (line.kind, line.by, [*line.entrants.values()]) == ("let_go", "", [str(gone)])
    assert [one["members"][0]["name"] for one in listed] == [str(gone)]
    assert [one["let_go"] for one in listed] == ["not_checked_in"]
    assert line.text == f"{gone} was let go: they had not checked in."


def test_an_organiser_starts_before_the_grace_is_over(club: Club) -> None:
    """The desk and the admin ask with the names of those who are let go."""
    client, organiser = Client(), callers_of(club)[ORGANISER].player
    client.force_login(organiser)
    tournament, _, gone = checking_in(club, 2, 2)
    after(tournament, 1)
    names = ", ".join(str(one) for one in gone)
    step = reverse("tournament-desk-step", args=[tournament.pk, "start"])

    asked = client.get(step).content.decode()
    listed = reverse("admin:tournaments_tournament_changelist")
    in_admin = client.post(
        listed, {"_selected_action": [tournament.pk], "action": "start"}, follow=True
    )
    assert status_of(tournament) == TournamentStatus.CHECK_IN
    client.post(step)

    words = f"{names} have not checked in. They are let go, and get their fees back."
    assert words in asked
    [section] = in_admin.context["sections"]
    assert section["sentence"].startswith(f"2 are in. {words} Nobody enters after that")
    assert status_of(tournament) == TournamentStatus.RUNNING
    let_go = [one for one in log_of(tournament) if one.kind == "let_go"]
    assert [one.by for one in let_go] == [str(organiser)] * 2


def test_over_the_api_it_starts_at_once(club: Club) -> None:
    tournament, _, _ = checking_in(club, 2, 4)
    organiser = callers_of(club)[ORGANISER]

    started = organiser.order(f"tournaments/{tournament.pk}/start").data

    assert (started["status"], started["waits_for"]) == ("running", "")
    assert len(entrants_of(organiser, f"tournaments/{tournament.pk}", "let_go")) == 4


@pytest.mark.parametrize(
    ("people", "words"),
    [
        (0, "It waits for 2 more entrants."),
        (1, "It waits for 1 more entrant."),
    ],
)
def test_too_few_entrants_at_the_start(club: Club, people: int, words: str) -> None:
    tournament = cup(club, starts_at=database_now() + HOUR)
    let_in(tournament, people)
    assert wait_of(tournament, at=database_now()) == ""

    assert told_wait(after(tournament, 1)) == words
    let_in(tournament, 2 - people)
    assert told_wait(after(tournament, 1)) == ""
    assert status_of(tournament) == TournamentStatus.RUNNING


def test_board_screen_desk_admin_api_and_stream_say_it(club: Club, client: Client) -> None:
    tournament, _, [late, *_] = checking_in(club, 2, 4, is_public=True)

    def said(words: str) -> None:
        path = f"/api/v1/tournaments/{tournament.pk}"
        assert callers_of(club)[MEMBER].get(path).data["waits_for"] == words
        page = read(tournament.pk, None, database_now(), False)
        assert page is not None
        assert page.now["waits_for"] == words
        client.force_login(owner_of(club))
        for address in (
            *("board", "board-screen", "tournament-desk-entrants"),
            "admin:tournaments_tournament_change",
        ):
            shown = client.get(reverse(address, args=[tournament.pk])).content.decode()
            assert (words or "checked in: it waits") in shown or not words, address
            assert words or "checked in: it waits" not in shown, address

    said("")
    said(told_wait(after(tournament, 1)))
    over = told_wait(after(tournament, 6))
    assert "2 of 6 checked in: it waits for 1 more" in over
    said(over)
    check_in(tournament, member=late, at=database_now())
    start(tournament, at=database_now())
    said("")


def test_followers_hear_when_it_begins_to_wait_and_when_the_grace_is_over(club: Club) -> None:
    tournament, _, [late, *_] = checking_in(club, 1, 4)
    news = tournament.news.order_by("number")
    heard = news.count()

    def since() -> list[str]:
        return [*news.values_list("kind", flat=True)][heard:]

    sweep_tournaments()
    assert since() == []
    for _ in range(3):
        after(tournament, 1)
    assert since() == ["status"]
    check_in(tournament, member=late, at=database_now())
    assert since() == ["status", "entries"]
    for _ in range(3):
        after(tournament, 6)
    assert since() == ["status", "entries", "status"]
    page = read(tournament.pk, heard, database_now(), False)
    assert page is not None
    assert {one.data["waits_for"] for one in page.entries} == {
        told_wait(Tournament.objects.get(pk=tournament.pk))
    }
