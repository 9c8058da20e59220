"""Who gets in: approval, a capacity with a waiting list, conditions, and coming back."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Member, Role
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from games.models import Rating
from ledger.audit import check_books
from tests.clubs.callers import MEMBER, ORGANISER, Caller, callers_of
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.tournaments.listing import entrants_of
from tournaments.admission import approve, refuse, undo_withdrawal
from tournaments.announcements import change_tournament, create_tournament
from tournaments.conditions import rating_of
from tournaments.entries import enter, let_turned_away_go, withdraw
from tournaments.errors import (
    ImpossibleTournament,
    NoReason,
    NotAdmitted,
    NotAsked,
    NotEntered,
    WrongMoment,
)
from tournaments.models import Entrant, Tournament
from tournaments.tasks import sweep_tournaments
from tournaments.tournaments import cancel, check_in, draft_cancelling, open_check_in, start

pytestmark = pytest.mark.django_db
PLAN: Any = {"rounds_count": 1, "deals_a_round": 1, "starting_stack": 20, "entry_chips": 5}


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
        enter(tournament, member=member, at=database_now())
    return members


def ask(tournament: Tournament, member: Member, code: str = "") -> Entrant:
    """Enter by themselves."""
    return enter(tournament, member=member, code=code, at=database_now())


def stand(tournament: Tournament) -> list[tuple[str, str]]:
    """Everybody who has entered, first in line first, with where they stand."""
    rows = tournament.entrants.entered().named().order_by("entered_at", "pk")
    return [(str(one), one.admission) for one in rows]


def purse(member: Member) -> int:
    return int(Member.objects.get(pk=member.pk).purse.balance)


def test_who_comes_after_the_last_place_waits_for_one(club: Club) -> None:
    tournament = cup(club, capacity=2)
    one, two, three, four = let_in(tournament, 4)

    assert [where for _, where in stand(tournament)] == ["in", "in", "waiting", "waiting"]
    assert [purse(each) for each in (three, four)] == [15, 15], "whoever waits has paid"
    withdraw(tournament, member=four, at=database_now())
    withdraw(tournament, member=one, at=database_now())

    assert stand(tournament) == [(str(two), "in"), (str(three), "in")]
    assert [purse(each) for each in (one, two, three, four)] == [20, 15, 15, 20]
    assert check_books() == []


def test_more_places_let_those_who_wait_in(club: Club) -> None:
    tournament = cup(club, capacity=2)
    let_in(tournament, 5)

    change_tournament(tournament, capacity=4, at=database_now())
    assert [where for _, where in stand(tournament)] == ["in"] * 4 + ["waiting"]
    change_tournament(tournament, capacity=2, at=database_now())
    assert [where for _, where in stand(tournament)] == ["in"] * 4 + ["waiting"], "nobody goes"
    change_tournament(tournament, capacity=None, at=database_now())
    assert [where for _, where in stand(tournament)] == ["in"] * 5


def test_at_the_start_those_without_a_place_get_their_fees_back(club: Club) -> None:
    tournament = cup(club, capacity=2, needs_approval=True)
    playing = let_in(tournament, 2)
    [waiting] = let_in(tournament, 1)
    [asking] = guests(club, 1)
    ask(tournament, asking)

    start(tournament, at=database_now())

    assert stand(tournament) == [(str(one), "in") for one in playing]
    assert [purse(one) for one in (waiting, asking)] == [20, 20]
    assert tournament.rounds.get().tables.get().seats.count() == 2
    assert check_books() == []


def test_a_place_that_is_free_at_the_start_goes_to_somebody_who_is_here(club: Club) -> None:
    tournament = cup(club, capacity=2)
    here, missing, not_here, comes = let_in(tournament, 4)
    open_check_in(tournament)
    for member in (here, comes):
        check_in(tournament, member=member, at=database_now())

    start(tournament, at=database_now())

    assert stand(tournament) == [(str(here), "in"), (str(comes), "in")]
    assert [purse(one) for one in (missing, not_here)] == [20, 20]


def test_somebody_turned_away_waits_no_longer(club: Club) -> None:
    tournament = cup(club, capacity=2)
    *_, waiting = let_in(tournament, 3)
    Member.objects.filter(pk=waiting.pk).update(
        turned_away_at=database_now(), turned_away_by=owner_of(club), turned_away_reason="Loud"
    )

    sweep_tournaments()
    sweep_tournaments()
    let_turned_away_go(tournament, at=database_now())

    assert len(stand(tournament)) == 2
    assert purse(waiting) == 20


def test_cancelling_gives_everybody_their_fee(club: Club) -> None:
    tournament = cup(club, capacity=2, needs_approval=True)
    members = let_in(tournament, 3)
    [asking] = guests(club, 1)
    ask(tournament, asking)

    assert sum(chips for chips in draft_cancelling(tournament).values() if chips > 0) == 20
    cancel(tournament, by=owner_of(tournament.club).pk, at=database_now())

    assert [purse(one) for one in (*members, asking)] == [20] * 4
    assert check_books() == []


def test_an_organiser_answers_who_asks(club: Club) -> None:
    tournament = cup(club, needs_approval=True, capacity=2)
    one, two, three = guests(club, 3)
    for member in (one, two, three):
        ask(tournament, member)
    assert [where for _, where in stand(tournament)] == ["asked"] * 3
    assert not tournament.entrants.playing().exists()

    approve(tournament, member=two, at=database_now())
    with pytest.raises(NoReason, match="Say why"):
        refuse(tournament, member=one, reason=" \t", at=database_now())
    refuse(tournament, member=one, reason="It is for beginners.", at=database_now())
    let_in(tournament, 1)
    approve(tournament, member=three, at=database_now())

    assert [where for _, where in stand(tournament)] == ["in", "waiting", "in"]
    assert purse(one) == 20
    with pytest.raises(NotAsked, match="is in: there is nothing to answer"):
        approve(tournament, member=two, at=database_now())
    with pytest.raises(NotAdmitted, match=r"It is for beginners\. Ask them to enter you"):
        ask(tournament, one)
    with pytest.raises(NotEntered, match="or was refused"):
        undo_withdrawal(tournament, member=one, at=database_now())
    enter(tournament, member=one, at=database_now())
    assert stand(tournament)[-1] == (str(one), "waiting")


def test_whom_an_organiser_enters_meets_no_condition(club: Club) -> None:
    tournament = cup(
        club, needs_approval=True, is_members_only=True, least_rating=30, invitation_code="Robin"
    )
    [guest] = guests(club, 1)

    enter(tournament, member=guest, at=database_now())

    assert stand(tournament) == [(str(guest), "in")]


def test_conditions_for_who_enters_by_themselves(club: Club) -> None:
    one, two = guests(club, 2)
    Member.objects.filter(pk=two.pk).update(role=Role.MEMBER)
    two.refresh_from_db()

    with pytest.raises(NotAdmitted, match="you are a guest of"):
        ask(cup(club, is_members_only=True), one)
    ask(cup(club, is_members_only=True), two)
    coded = cup(club, invitation_code="Robin 7")
    for wrong in ("", "Robin", "Robin 77"):
        with pytest.raises(NotAdmitted, match="needs an invitation code"):
            ask(coded, one, code=wrong)
    ask(coded, one, code=" robin  7 ")


@pytest.mark.parametrize(
    ("least", "most", "points", "is_let_in"),
    [
        (10, None, 9.9, False),
        (10, None, 10.0, True),
        (None, 12, 12.1, False),
        (None, 12, 12.0, True),
        (10, 12, 11.0, True),
        (0, None, None, True),  # A beginner has 0.
        (1, None, None, False),
    ],
)
def test_a_range_of_ratings(
    club: Club, least: int | None, most: int | None, points: float | None, is_let_in: bool
) -> None:
    tournament = cup(club, least_rating=least, most_rating=most)
    [member] = guests(club, 1)
    if points is not None:
        Rating.objects.create(
            player=member.player, preset="standard", mu=25, sigma=1, points=points
        )
    assert rating_of(tournament, member) == (points or 0)

    if is_let_in:
        ask(tournament, member)
        return
    with pytest.raises(NotAdmitted, match="and yours is"):
        ask(tournament, member)


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"starts_when_full": True}, "needs a capacity"),
        ({"capacity": 1}, "Capacity: choose"),
        ({"least_rating": 5, "most_rating": 4}, "trade the two"),
        ({"least_rating": 1001}, "Choose ratings"),
    ],
)
def test_what_cannot_be_announced(club: Club, terms: dict[str, Any], words: str) -> None:
    with pytest.raises(ImpossibleTournament, match=words):
        cup(club, **terms)
    tournament = cup(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(**terms)


def test_it_starts_as_soon_as_it_is_full(club: Club) -> None:
    later = database_now() + timedelta(hours=1)
    tournament = cup(club, capacity=3, starts_when_full=True, starts_at=later)
    let_in(tournament, 2)
    sweep_tournaments()
    assert not tournament.rounds.exists()

    let_in(tournament, 2)
    sweep_tournaments()
    sweep_tournaments()

    assert tournament.rounds.count() == 1
    assert len(stand(tournament)) == 3


def test_with_a_check_in_it_is_full_when_all_are_here(club: Club) -> None:
    tournament = cup(club, capacity=2, starts_when_full=True)
    members = let_in(tournament, 3)
    open_check_in(tournament)
    for member in members[1:]:
        sweep_tournaments()
        assert not tournament.rounds.exists()
        check_in(tournament, member=member, at=database_now())
    sweep_tournaments()
    assert not tournament.rounds.exists(), "the one who waits has no place yet"

    withdraw(tournament, member=members[0], at=database_now())
    sweep_tournaments()

    assert tournament.rounds.count() == 1


def test_who_withdrew_comes_back(club: Club) -> None:
    tournament = cup(club, capacity=2)
    one, two, three = let_in(tournament, 3)
    before = tournament.entrants.get(members__member=one)
    withdraw(tournament, member=one, at=database_now())

    undo_withdrawal(tournament, member=one, at=database_now())

    assert stand(tournament) == [(str(two), "in"), (str(three), "in"), (str(one), "waiting")]
    assert tournament.entrants.filter(members__member=one).distinct().get() == before
    withdraw(tournament, member=two, at=database_now())
    assert stand(tournament) == [(str(three), "in"), (str(one), "in")]
    with pytest.raises(NotEntered, match="has not withdrawn"):
        undo_withdrawal(tournament, member=one, at=database_now())
    enter(tournament, member=two, at=database_now())
    with pytest.raises(NotEntered, match="has not withdrawn"):
        undo_withdrawal(tournament, member=two, at=database_now())
    start(tournament, at=database_now())
    with pytest.raises(WrongMoment):
        undo_withdrawal(tournament, member=two, at=database_now())
    assert [purse(each) for each in (one, two, three)] == [15, 20, 15]
    assert check_books() == []


def test_pairs_come_back_together(club: Club) -> None:
    tournament = cup(club, members_count=2)
    one, other = guests(club, 2)
    partners: Any = [{"member": other.pk}]
    organiser = callers_of(club)[ORGANISER]
    path = f"tournaments/{tournament.pk}"
    organiser.order(f"{path}/enter", {"member": one.pk, "partners": partners})
    organiser.order(f"{path}/withdraw", {"member": one.pk})

    organiser.order(f"{path}/undo-withdrawal", {"member": other.pk})

    [back] = entrants_of(organiser, path, "entered")
    assert [each["member"] for each in back["members"]] == [one.pk, other.pk]
    assert [purse(each) for each in (one, other)] == [15, 15]


def test_over_the_api(club: Club, callers: dict[str, Caller]) -> None:
    organiser, member = callers[ORGANISER], callers[MEMBER]
    body = {"club": club.pk, "name": "Cup", "needs_approval": True, "invitation_code": "Robin"}
    made = organiser.order("tournaments", {**PLAN, **body, "capacity": 2}).data
    path = f"tournaments/{made['id']}"
    assert (made["invitation_code"], made["needs_code"], made["capacity"]) == ("Robin", True, 2)

    told = member.get(f"/api/v1/{path}").data
    assert (told["invitation_code"], told["needs_code"]) == ("", True)
    assert "invitation_code" not in member.get("/api/v1/tournaments").data["results"][0]
    assert member.order(f"{path}/enter").data["code"] == "not_admitted"
    asked = member.order(f"{path}/enter", {"code": "robin"}).data
    [entrant] = entrants_of(member, path)
    pk = entrant["members"][0]["member"]
    assert (entrant["state"], asked["entrants"], asked["prize_chips"]) == ("asked", 0, 0)

    named = {"member": pk}
    assert member.order(f"{path}/approve", named).status_code == 403
    organiser.order(f"{path}/refuse", {**named, "reason": "Full of friends."})
    for reader in (organiser, member):
        [refused] = entrants_of(reader, path, "refused")
        assert refused["refusal"] == "Full of friends."
    assert organiser.order(f"{path}/approve", named).data["code"] == "not_entered"
    entered = organiser.order(f"{path}/enter", named).data
    assert (entered["entrants"], entered["prize_chips"]) == (1, 5)
    organiser.order(f"{path}/withdraw", named)
    assert member.order(f"{path}/undo-withdrawal").data["entrants"] == 1
    [line] = entrants_of(organiser, path)
    assert (line["id"], line["state"], line["refusal"]) == (entrant["id"], "entered", "")


def test_a_refusal_is_nobody_elses_business(club: Club, callers: dict[str, Caller]) -> None:
    tournament = cup(club, needs_approval=True)
    [refused] = guests(club, 1)
    ask(tournament, refused)
    refuse(tournament, member=refused, reason="It is for beginners.", at=database_now())

    path = f"tournaments/{tournament.pk}"
    assert entrants_of(callers[MEMBER], path) == []
    assert [one["state"] for one in entrants_of(callers[ORGANISER], path)] == ["refused"]


def test_on_the_page_of_entries(club: Club, client: Client) -> None:
    client.force_login(owner_of(club))
    tournament = cup(club, needs_approval=True, capacity=2)
    one, two = guests(club, 2)
    first, second = (ask(tournament, member).pk for member in (one, two))
    let_in(tournament, 1)
    page = reverse("admin:tournaments_tournament_entries", args=[tournament.pk])
    assert "They ask to be let in" in client.get(page).content.decode()

    client.post(page, {"approve": first})
    refused = client.post(page, {"refuse": second, "reason": ""}, follow=True)
    assert "Say why you do not let them in" in refused.content.decode()
    client.post(page, {"refuse": second, "reason": "Next year."})
    full = let_in(tournament, 1)[0]
    said = client.get(page).content.decode()
    assert "2 of 2" in said.replace("<b>", "").replace("</b>", "")
    assert "The waiting list" in said
    client.post(page, {"out": first, "post": "1"})
    assert stand(tournament)[-1] == (str(full), "in")
    assert "They are no longer in" in client.get(page).content.decode()
    client.post(page, {"back": first})
    assert stand(tournament)[-1] == (str(one), "waiting")
    assert client.post(page, {"approve": "999"}).status_code == 404
