"""The life of a tournament: from a draft to its prizes, by orders and by the clock."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member
from deploy.paths import PROJECT_DIR
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.bots import FIRST_BOT
from ledger.audit import check_books
from tests.clubs.callers import MEMBER, ORGANISER, STRANGER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.cups import play_round
from tests.tournaments.listing import entrants_of
from tournaments.announcements import Changes, change_tournament, create_tournament
from tournaments.changeable import CHANGEABLE, Moment, changeable_at, table
from tournaments.entries import enter
from tournaments.errors import AnnouncedSo, ImpossibleTournament, TooFewEntrants, WrongMoment
from tournaments.house_rules import change_tournament_rules
from tournaments.life import moment_of
from tournaments.models import Prize, Tournament, TournamentStatus
from tournaments.stages import STAGE_FIELDS
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import cancel, check_in, open_check_in, open_entries, start

pytestmark = pytest.mark.django_db
PLAN: Any = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 20, "entry_chips": 5}
HOUR = timedelta(hours=1)


@pytest.fixture
def club() -> Club:
    cache.clear()
    return ClubFactory.create()


@pytest.fixture
def callers(club: Club) -> dict[str, Caller]:
    return callers_of(club)


def cup(club: Club, **options: Any) -> Tournament:
    return create_tournament(club, name="Cup", at=database_now(), **{**PLAN, **options})


def let_in(tournament: Tournament, count: int) -> list[Member]:
    members = guests(tournament.club, count)
    for member in members:
        enter(tournament, member=member, bot_level=FIRST_BOT, at=database_now())
    return members


def play(tournament: Tournament) -> Tournament:
    play_round(tournament)
    sweep_tournaments()
    tournament.refresh_from_db()
    return tournament


def status_of(tournament: Tournament) -> str:
    return str(Tournament.objects.get(pk=tournament.pk).status)


def purse(member: Member) -> int:
    return int(Member.objects.get(pk=member.pk).purse.balance)


def test_a_draft_is_for_organisers_until_it_is_announced(
    club: Club, callers: dict[str, Caller]
) -> None:
    organiser, member = callers[ORGANISER], callers[MEMBER]
    body = {"club": club.pk, "name": "Cup", "is_draft": True, **PLAN}
    made = organiser.order("tournaments", body).data
    path = f"tournaments/{made['id']}"

    assert made["status"] == "draft"
    assert member.get(f"/api/v1/{path}").status_code == 404
    assert member.get("/api/v1/tournaments").data["results"] == []
    assert member.order(f"{path}/announce").status_code == 404
    assert organiser.get(f"/api/v1/{path}").status_code == 200
    assert organiser.order(f"{path}/enter", {"member": guests(club, 1)[0].pk}).data["detail"] == (
        "Cup is a draft, so this cannot be done now: announce it first."
    )
    assert organiser.order(f"{path}/announce").data["status"] == "registration"
    assert member.get(f"/api/v1/{path}").status_code == 200
    assert member.order(f"{path}/announce").status_code == 403


def test_it_opens_for_entries_when_it_says(club: Club, callers: dict[str, Caller]) -> None:
    later = database_now() + HOUR
    body = {"club": club.pk, "name": "Cup", "opens_at": later.isoformat(), **PLAN}
    made = callers[ORGANISER].order("tournaments", body).data
    path = f"tournaments/{made['id']}"

    assert made["status"] == "announced"
    assert callers[MEMBER].order(f"{path}/enter").data["code"] == "wrong_moment"
    assert callers[MEMBER].order(f"{path}/open").status_code == 403
    assert callers[STRANGER].order(f"{path}/open").status_code == 404
    sweep_tournaments()
    assert Tournament.objects.get().status == TournamentStatus.ANNOUNCED
    Tournament.objects.update(opens_at=database_now())
    sweep_tournaments()
    assert Tournament.objects.get().status == TournamentStatus.REGISTRATION
    assert callers[MEMBER].order(f"{path}/enter").status_code == 200


def test_it_cannot_open_after_its_start(club: Club) -> None:
    now = database_now()
    with pytest.raises(ImpossibleTournament, match="only after the start"):
        cup(club, opens_at=now + 2 * HOUR, starts_at=now + HOUR)


def test_who_has_not_checked_in_is_let_go_at_the_start(club: Club) -> None:
    tournament = cup(club)
    *here, missing = let_in(tournament, 3)
    open_check_in(tournament)
    for member in here:
        check_in(tournament, member=member, at=database_now())
    at_the_door = let_in(tournament, 1)

    start(tournament, at=database_now())

    playing = {one.members.get().member for one in tournament.entrants.playing()}
    assert playing == {*here, *at_the_door}
    assert purse(missing) == 20
    assert check_books() == []


def test_nobody_starts_with_those_who_are_not_here(club: Club) -> None:
    tournament = cup(club)
    one, *_ = let_in(tournament, 3)
    open_check_in(tournament)
    check_in(tournament, member=one, at=database_now())

    with pytest.raises(TooFewEntrants, match="two entrants who have checked in, and has 1"):
        start(tournament, at=database_now())
    assert tournament.entrants.playing().count() == 3


def test_the_check_in_begins_by_the_clock(club: Club) -> None:
    now = database_now()
    tournament = cup(club, starts_at=now + HOUR, check_in_minutes=30)
    others = [cup(club, starts_at=now + HOUR), cup(club, check_in_minutes=30)]
    sweep_tournaments()
    assert status_of(tournament) == TournamentStatus.REGISTRATION

    Tournament.objects.filter(starts_at__isnull=False).update(starts_at=now + HOUR / 3)
    sweep_tournaments()

    assert status_of(tournament) == TournamentStatus.CHECK_IN
    assert {status_of(other) for other in others} == {TournamentStatus.REGISTRATION}
    members = let_in(tournament, 2)
    assert len(members) == 2
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=now)
    sweep_tournaments()
    assert status_of(tournament) == TournamentStatus.RUNNING


def test_check_in_over_the_api(club: Club, callers: dict[str, Caller]) -> None:
    tournament = cup(club)
    path, member, organiser = f"tournaments/{tournament.pk}", callers[MEMBER], callers[ORGANISER]
    member.order(f"{path}/enter")
    [other] = let_in(tournament, 1)

    assert member.order(f"{path}/check-in").data["code"] == "wrong_moment"
    assert member.order(f"{path}/open-check-in").status_code == 403
    assert organiser.order(f"{path}/open-check-in").data["status"] == "check_in"
    member.order(f"{path}/check-in")
    mine, theirs = entrants_of(member, path)
    assert [one["state"] for one in (mine, theirs)] == ["checked_in", "entered"]
    assert (mine["checked_in_at"] is None, theirs["checked_in_at"]) == (False, None)
    first = mine["checked_in_at"]
    member.order(f"{path}/check-in")
    [again] = entrants_of(member, path, "checked_in")
    assert again["checked_in_at"] == first
    assert member.order(f"{path}/check-in", {"member": other.pk}).status_code == 403
    assert organiser.order(f"{path}/check-in", {"member": other.pk}).status_code == 200
    assert callers[STRANGER].order(f"{path}/check-in").status_code == 404


def test_prizes_wait_for_somebody_to_confirm_them(club: Club, callers: dict[str, Caller]) -> None:
    tournament = cup(club, payout_minutes=10)
    let_in(tournament, 4)
    path, organiser = f"tournaments/{tournament.pk}", callers[ORGANISER]
    assert organiser.get(f"/api/v1/{path}/prizes").data == []
    play(start(tournament, at=database_now()))

    told = callers[MEMBER].get(f"/api/v1/{path}/prizes").data
    whole = organiser.get(f"/api/v1/{path}").data
    assert (whole["status"], whole["prize_chips"]) == ("finished", 20)
    assert sum(line["chips"] for line in told) == 20
    assert "place" in told[0]["reason"]
    assert not Prize.objects.exists()
    assert callers[MEMBER].order(f"{path}/pay").status_code == 403

    paid = organiser.order(f"{path}/pay")
    assert (paid.data["status"], paid.data["prize_chips"]) == ("paid", 20)
    assert sum(prize.chips for prize in Prize.objects.all()) == 20
    after = organiser.get(f"/api/v1/{path}/prizes").data
    assert sum(line["chips"] for line in after) == 20
    assert {line["entrant"] for line in after} == {line["entrant"] for line in told}
    assert organiser.order(f"{path}/pay").data["code"] == "wrong_moment"
    assert check_books() == []


def test_prizes_that_nobody_confirms_are_paid_in_time(club: Club) -> None:
    tournament = cup(club, payout_minutes=10)
    let_in(tournament, 2)
    play(start(tournament, at=database_now()))
    sweep_tournaments()
    assert status_of(tournament) == TournamentStatus.FINISHED

    Tournament.objects.update(finished_at=database_now() - timedelta(minutes=10))
    sweep_tournaments()

    assert status_of(tournament) == TournamentStatus.PAID


@pytest.mark.parametrize("steps", [[], [open_check_in]])
def test_it_is_called_off_before_it_starts(club: Club, steps: list[Any]) -> None:
    tournament = cup(club)
    members = let_in(tournament, 2)
    for step in steps:
        step(tournament)

    cancel(tournament, by=owner_of(tournament.club).pk, at=database_now())

    assert [purse(member) for member in members] == [20, 20]


def at_every_moment(club: Club) -> dict[Moment, Tournament]:
    """A tournament for each moment."""
    later = database_now() + HOUR
    found = {
        Moment.DRAFT: cup(club, is_draft=True),
        Moment.ANNOUNCED: cup(club, opens_at=later),
        Moment.NOBODY_IN: cup(club),
        Moment.SOMEBODY_IN: cup(club),
        Moment.CHECK_IN: cup(club),
        Moment.RUNNING: cup(club),
        Moment.FINISHED: cup(club, payout_minutes=10),
        Moment.OVER: cup(club),
    }
    for moment in (Moment.SOMEBODY_IN, Moment.CHECK_IN, Moment.RUNNING, Moment.FINISHED):
        let_in(found[moment], 2)
    open_check_in(found[Moment.CHECK_IN])
    for moment in (Moment.RUNNING, Moment.FINISHED):
        start(found[moment], at=database_now())
    play(found[Moment.FINISHED])
    cancel(found[Moment.OVER], by=owner_of(found[Moment.OVER].club).pk, at=database_now())
    Tournament.objects.update(capacity=9)
    for tournament in found.values():
        tournament.refresh_from_db()
    return found


OTHERS: dict[str, Any] = {
    "name": "Shield",
    "starts_at": database_now,
    "opens_at": database_now,
    "check_in_minutes": 7,
    "check_in_grace_minutes": 7,
    "capacity": 7,
    "starts_when_full": True,
    "needs_approval": True,
    "is_members_only": True,
    "least_rating": 7,
    "most_rating": 7,
    "invitation_code": "Robin",
    "late_until_round": 2,
    "no_show_minutes": 7,
    "breaks": [{"after_round": 7, "minutes": 7}],
    "bots_limit": 7,
    "bots_level": "strong",
    "payout_minutes": 7,
    "draw_minutes": 7,
    "is_public": True,
    "entry_chips": 7,
    "members_count": 2,
    "prize_percents": [100],
    "fixed_prizes": [1],
    "prize_categories": [{"name": "Most jinks", "measure": "jinks", "chips": 1}],
    "prize_ties": "lot",
    "odd_chips": "lot",
    "prizes_for_who_left": True,
    "stages": [{"rounds_count": 3, "deals_a_round": 3, "starting_stack": 33}],
    "turn_seconds": 7,
    "time_bank_seconds": 7,
    "pause_seconds": 7,
    "reveals_each_deal": True,
    "spectator_delay_seconds": 7,
}


@pytest.mark.parametrize("field", [*OTHERS, "house_rules"])
def test_the_table_says_what_may_change_when(club: Club, field: str) -> None:
    found = at_every_moment(club)
    assert {moment: moment_of(one) for moment, one in found.items()} == {
        moment: moment for moment in Moment
    }
    may = set()
    for moment, tournament in found.items():
        value = OTHERS.get(field)
        given: Any = {field: value() + HOUR * 2 if callable(value) else value}
        try:
            if field == "house_rules":
                owner, at = owner_of(club), database_now()
                change_tournament_rules(tournament, by=owner, at=at, options={"stake": 3})
            else:
                change_tournament(tournament, at=database_now(), **given)
        except (AnnouncedSo, WrongMoment):
            continue
        except ImpossibleTournament:
            assert field == "late_until_round", "its format takes nobody late; it may change"
        may.add(moment)

    assert may == CHANGEABLE[field]


def test_the_table_has_every_field() -> None:
    assert set(Changes.__annotations__) - set(STAGE_FIELDS) == set(CHANGEABLE) - {"house_rules"}
    assert set(OTHERS) | {"house_rules"} == set(CHANGEABLE)
    assert changeable_at(Moment.OVER) == ["is_public"]


def test_the_docs_have_the_table() -> None:
    assert table() in (PROJECT_DIR / "docs/organiser.md").read_text()


def test_in_the_admin_the_next_step_is_a_button(club: Club, client: Client) -> None:
    client.force_login(owner_of(club))
    tournament = cup(club, is_draft=True, payout_minutes=10)
    page = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    rows = {"_selected_action": [tournament.pk]}
    listed = reverse("admin:tournaments_tournament_changelist")

    for button, after in (
        ("announce", "registration"),
        ("open_check_in", "check_in"),
    ):
        assert f'name="do_{button}"' in client.get(page).content.decode()
        client.post(listed, {**rows, "action": button})
        assert status_of(tournament) == after
    refused = client.post(listed, {**rows, "action": "open_entries"}, follow=True)
    assert "Cup is open for check-in, so this cannot be done now" in refused.content.decode()
    let_in(tournament, 2)
    play(start(tournament, at=database_now()))
    asked = client.post(listed, {**rows, "action": "pay"}, follow=True)
    [section] = asked.context["sections"]
    assert "1st place: 7 chips." in section["sentence"]
    assert status_of(tournament) == "finished"
    client.post(asked.request["PATH_INFO"] + f"?tournament={tournament.pk}")
    assert status_of(tournament) == "paid"


def test_an_open_tournament_is_not_opened_again(club: Club) -> None:
    with pytest.raises(WrongMoment, match="start it first"):
        open_entries(cup(club))
