"""The list of entrants: everybody whom a number can name, with their state."""

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member
from deploy.rest.clock import database_now
from games.bots import FIRST_BOT
from games.models import Table
from tests.clubs.callers import MEMBER, ORGANISER, STRANGER, callers_of
from tests.clubs.factories import guests, owner_of
from tests.tournaments.listing import entrants_of
from tests.tournaments.test_late_entries import PLAN, club, cup, play, sweeps_at_once
from tournaments.admission import refuse
from tournaments.announcements import create_tournament
from tournaments.entrant_list import states_of
from tournaments.entrant_states import State
from tournaments.entries import Joining, enter, withdraw
from tournaments.models import LetGo, Tournament
from tournaments.stopping import end_after_round
from tournaments.substitutes import substitute
from tournaments.tournament_log import log_of
from tournaments.tournaments import cancel, check_in, open_check_in, start

__all__ = ["club", "sweeps_at_once"]
pytestmark = pytest.mark.django_db


def announced(club: Club, count: int = 0, **options: Any) -> tuple[Tournament, list[Member]]:
    tournament = create_tournament(club, name="Cup", at=database_now(), **{**PLAN, **options})
    members = guests(club, count)
    for member in members:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    return tournament, members


def state(tournament: Tournament, member: Member) -> State:
    rows = tournament.entrants.filter(members__member=member).distinct()
    return states_of(Tournament.objects.get(pk=tournament.pk))[rows.get().pk]


def test_who_has_not_played_yet(club: Club) -> None:
    tournament, [here, entered, left] = announced(club, 3, capacity=3, needs_approval=True)
    asking, refused, waiting = guests(club, 3)
    withdraw(tournament, member=left, at=database_now())
    for one in (asking, refused):
        enter(tournament, member=one, code="", at=database_now())
    refuse(tournament, member=refused, reason="It is full.", at=database_now())
    [another] = guests(club, 1)
    enter(tournament, member=another, at=database_now())
    enter(tournament, member=waiting, at=database_now())
    open_check_in(tournament)
    for one in (here, another):
        check_in(tournament, member=one, at=database_now())

    assert [state(tournament, one) for one in (here, entered, left, asking, refused, waiting)] == [
        *(State.CHECKED_IN, State.ENTERED, State.LEFT),
        *(State.ASKED, State.REFUSED, State.WAITING),
    ]
    start(tournament, at=database_now())
    assert [state(tournament, one) for one in (here, entered, asking)] == [
        *(State.PLAYING, State.LET_GO, State.LET_GO),
    ]
    organiser, path = callers_of(club)[ORGANISER], f"tournaments/{tournament.pk}"
    assert {one["let_go"] for one in entrants_of(organiser, path, "let_go")} == {
        *("not_checked_in", "no_place"),
    }


def test_who_is_out_and_who_played_to_the_end(club: Club) -> None:
    """Somebody who went after their last deal was out; of the others it is told that they left."""
    plan: dict[str, Any] = {"format": "knockout", "rounds_count": None}
    tournament = cup(club, 16, late_until_round=None, **plan)
    assert set(states_of(tournament).values()) == {State.PLAYING}
    play(tournament)
    seated = set(tournament.rounds.get(number=2).tables.values_list("seats__entrant", flat=True))
    states = states_of(tournament)
    assert {one for one, at in states.items() if at == State.PLAYING} == seated
    [out, *_] = tournament.entrants.exclude(pk__in=seated).named()
    [left, other, *_] = tournament.entrants.filter(pk__in=seated).named().order_by("pk")
    for one in (out, left):
        withdraw(tournament, member=one.company[0].person, at=database_now())
    assert [states_of(tournament)[one.pk] for one in (out, left)] == [State.OUT, State.LEFT]
    while tournament.status == "running":
        play(tournament)

    final = tournament.rounds.order_by("-number")[0]
    states = states_of(tournament)
    assert states[left.pk] == State.LEFT
    assert {one for one, at in states.items() if at == State.PLAYING} == set(
        final.tables.values_list("seats__entrant", flat=True)
    ) - {left.pk}
    assert other.pk in states


def test_a_round_that_is_the_last_leaves_none_to_come(club: Club) -> None:
    """An entrant who goes at their table leaves; one whose table is over has nothing to come."""
    tournament = cup(club, 8)
    [first, second] = tournament.rounds.get().tables.order_by("number")
    end_after_round(tournament, by=owner_of(club).pk, at=database_now())
    Table.objects.filter(pk=first.table_id).update(closed_at=database_now(), due_at=None)
    over, plays = first.seats.all()[0].entrant, second.seats.all()[0].entrant
    assert [states_of(tournament)[one.pk] for one in (over, plays)] == [State.PLAYING] * 2

    for one in (over, plays):
        named = tournament.entrants.named().get(pk=one.pk)
        withdraw(tournament, member=named.company[0].person, at=database_now())

    assert [states_of(tournament)[one.pk] for one in (over, plays)] == [State.OUT, State.LEFT]


def test_a_tournament_that_is_called_off_lets_nobody_leave(club: Club) -> None:
    tournament, [left, entered] = announced(club, 2)
    withdraw(tournament, member=left, at=database_now())
    cancel(tournament, by=owner_of(club).pk, at=database_now())

    assert [state(tournament, one) for one in (left, entered)] == [State.LEFT, State.ENTERED]


def test_everybody_whom_the_log_names_is_listed(club: Club) -> None:
    tournament, [gone, stays] = announced(club, 2)
    [comer] = guests(club, 1)
    by = owner_of(club).pk
    substitute(tournament, member=gone, comer=Joining(comer), by=by, at=database_now())
    withdraw(tournament, member=stays, at=database_now())
    organiser, path = callers_of(club)[ORGANISER], f"tournaments/{tournament.pk}"

    lines = organiser.get(f"/api/v1/{path}/log").data["results"]
    listed = entrants_of(organiser, path)

    ids = {one["id"] for one in listed}
    people = {each["member"]: each["state"] for one in listed for each in one["members"]}
    assert {int(pk) for line in lines for pk in line["entrants"]} <= ids
    [line] = [one for one in lines if one["kind"] == "substituted"]
    assert people[line["before"]["member"]] == "substituted"
    assert people[line["after"]["member"]] == "entered"
    assert people == {gone.pk: "substituted", comer.pk: "entered", stays.pk: "left"}
    assert f"{comer} plays for {gone} from now on." in log_of(tournament)[1].text
    [told] = entrants_of(organiser, path, "substituted")
    assert [one["member"] for one in told["members"]] == [comer.pk, gone.pk]
    assert [one["left_at"] is None for one in told["members"]] == [True, False]


def test_who_comes_back_for_their_substitute_is_listed_once(club: Club) -> None:
    tournament, [one, _] = announced(club, 2)
    [other] = guests(club, 1)
    for goes, comes in ((one, other), (other, one)):
        substitute(tournament, member=goes, comer=Joining(comes), at=database_now())
    organiser, path = callers_of(club)[ORGANISER], f"tournaments/{tournament.pk}"

    [told, _] = entrants_of(organiser, path)

    assert [(each["member"], each["state"]) for each in told["members"]] == [
        *((one.pk, "entered"), (other.pk, "substituted")),
    ]


def test_states_are_asked_for_by_name(club: Club) -> None:
    tournament, _ = announced(club, 2)
    callers, path = callers_of(club), f"/api/v1/tournaments/{tournament.pk}/entrants"

    assert len(callers[MEMBER].get(f"{path}?state=entered").data["results"]) == 2
    assert callers[MEMBER].get(f"{path}?state=playing").data["results"] == []
    refused = callers[MEMBER].get(f"{path}?state=gone")
    assert (refused.status_code, "state" in str(refused.json())) == (400, True)
    assert callers[STRANGER].get(path).status_code == 404
    first = callers[MEMBER].get(f"{path}?limit=1").data
    assert len(callers[MEMBER].get(first["next"]).data["results"]) == 1


def test_the_list_as_a_sheet(club: Club) -> None:
    """An entrant who was not let in stands there for organisers and for themselves alone."""
    tournament, [one] = announced(club, 1, needs_approval=True)
    [comer, refused] = guests(club, 2)
    substitute(tournament, member=one, comer=Joining(comer), at=database_now())
    enter(tournament, member=refused, code="", at=database_now())
    refuse(tournament, member=refused, reason="It is full.", at=database_now())
    callers, path = callers_of(club), f"/api/v1/tournaments/{tournament.pk}/entrants.csv"

    def read(name: str) -> list[tuple[str, str, str]]:
        rows = csv.DictReader(io.StringIO(callers[name].get(path).content.decode()))
        return [(row["person"], row["state"], row["told"]) for row in rows]

    known = [(str(comer), "entered", "entered"), (str(one), "substituted", "has a substitute")]
    assert read(MEMBER) == known
    assert read(ORGANISER) == [*known, (str(refused), "refused", "not let in")]


def test_pages_say_the_state_in_words(club: Club, client: Client) -> None:
    tournament = cup(club, 5)
    [gone, absent, *_] = tournament.entrants.named().order_by("pk")
    play(tournament)
    withdraw(tournament, member=gone.company[0].person, at=database_now())
    missing = absent.company[0].person
    withdraw(tournament, member=missing, why=LetGo.NO_SHOW, at=database_now())
    client.force_login(owner_of(club))

    def said(name: str, *args: int) -> str:
        return client.get(reverse(name, args=[tournament.pk, *args])).content.decode()

    desk = said("tournament-desk-entrants")
    assert f"{gone} · left" in desk
    assert f"{absent} · let go" in desk
    assert "never came to a table" in desk
    assert desk.count("<span>plays</span>") == 3
    for page in ("tournament-desk-standings", "board"):
        shown = said(page)
        assert '<span class="soft">left</span>' in shown
        assert '<span class="soft">let go</span>' in shown
    admin = said("admin:tournaments_tournament_change")
    assert ", left</p>" in admin
    assert ", let go</p>" in admin
