"""A tournament that is announced otherwise, or taken back, before anybody has paid for it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from deploy.rest.clock import database_now
from deploy.rest.throttles import cache
from ledger.models import Account
from tests.clubs.callers import Caller
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.clubs.forms import seen_on
from tournaments.announcements import change_tournament, create_tournament, delete_tournament
from tournaments.entries import enter
from tournaments.errors import AnnouncedSo, ImpossibleTournament, WrongMoment
from tournaments.models import Tournament
from tournaments.tournaments import cancel, start

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
LATER = datetime(2090, 1, 1, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


def cup(club: Club, **plan: Any) -> Tournament:
    numbers = {"rounds_count": 2, "deals_a_round": 3, "starting_stack": 20, "entry_chips": 5}
    return create_tournament(club, name="Cup", at=AT, **(numbers | plan))


def test_before_anybody_enters_all_of_it_may_change(club: Club) -> None:
    changed = change_tournament(
        cup(club), at=AT, name="Shield", entry_chips=9, starts_at=LATER, prize_percents=[60, 40]
    )

    changed.refresh_from_db()
    assert (changed.name, changed.entry_chips, changed.starts_at) == ("Shield", 9, LATER)
    assert changed.prize_percents == [60, 40]


def test_once_somebody_has_entered_only_name_and_start_change(club: Club) -> None:
    tournament, [member] = cup(club), guests(club, 1)
    enter(tournament, member=member, at=AT)

    with pytest.raises(
        AnnouncedSo, match=r"Cup already has entries \(1\): do not change entry chips or table size"
    ):
        change_tournament(tournament, at=AT, entry_chips=9, table_size=4, name="Shield")
    changed = change_tournament(tournament, at=AT, name="Shield", starts_at=LATER, entry_chips=5)
    assert (changed.name, changed.starts_at) == ("Shield", LATER)


@pytest.mark.parametrize(
    "changes",
    [
        {"starts_at": AT - timedelta(seconds=1)},
        {"starts_at": datetime(2100, 1, 2, tzinfo=UTC)},
        {"prize_percents": [50]},
        {"table_size": 1},
    ],
)
def test_what_could_not_be_played(club: Club, changes: Any) -> None:
    with pytest.raises(ImpossibleTournament):
        change_tournament(cup(club), at=AT, **changes)
    with pytest.raises(ImpossibleTournament):
        cup(club, **changes)


def test_what_runs_or_is_over_stays(club: Club) -> None:
    running, over = cup(club), cup(club)
    for member in guests(club, 2):
        enter(running, member=member, at=AT)
    start(running, at=AT)
    cancel(over, by=owner_of(over.club).pk, at=AT)

    for tournament in (running, over):
        with pytest.raises(WrongMoment):
            change_tournament(tournament, at=AT, name="Shield")
    with pytest.raises(AnnouncedSo):
        delete_tournament(running, at=AT)


def test_nobody_has_entered_so_it_may_go(club: Club) -> None:
    tournament = cup(club)

    delete_tournament(tournament, at=AT)

    assert not Tournament.objects.exists()
    assert not Account.objects.open().filter(pk=tournament.fund_id).exists()


def test_somebody_who_has_withdrawn_has_paid_all_the_same(club: Club) -> None:
    tournament, [member] = cup(club), guests(club, 1)
    enter(tournament, member=member, at=AT)
    cancel(tournament, by=owner_of(tournament.club).pk, at=AT)

    with pytest.raises(AnnouncedSo, match="cancel it instead"):
        delete_tournament(tournament, at=AT)


@pytest.fixture
def organiser(club: Club) -> Caller:
    cache.clear()
    return Caller(owner_of(club))


def test_over_the_api(club: Club, organiser: Caller) -> None:
    path = f"tournaments/{cup(club).pk}"
    address = f"/api/v1/{path}"

    answer = organiser.change(path, {"name": "Shield", "starts_at": "2090-01-01T00:00:00Z"})
    assert (answer.status_code, answer.data["name"]) == (200, "Shield")
    past = (database_now() - timedelta(minutes=1)).isoformat()
    assert organiser.change(path, {"starts_at": past}).data["code"] == "impossible_tournament"
    assert organiser.delete(address).status_code == 204
    assert organiser.get(address).status_code == 404


def test_members_change_nothing(club: Club) -> None:
    [member] = guests(club, 1)
    client, path = Caller(member.player), f"tournaments/{cup(club).pk}"

    assert client.change(path, {"name": "Mine"}).status_code == 403
    assert client.delete(f"/api/v1/{path}").status_code == 403


def test_in_the_admin(club: Club, client: Client) -> None:
    owner = owner_of(club)
    client.force_login(owner)
    tournament = cup(club)
    page = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    form = {
        "name": "Shield",
        "starts_at_0": "2090-01-01",
        "starts_at_1": "20:00",
        "entry_chips": "5",
        "prize_percents": "50,30,20",
        "starting_stack": "20",
        "table_size": "5",
        "rounds_count": "2",
        "deals_a_round": "3",
        "turn_seconds": "60",
        "time_bank_seconds": "0",
        "pause_seconds": "4",
        "spectator_delay_seconds": "0",
    }

    assert b'name="_save"' in client.get(page).content
    assert client.post(page, form | seen_on(client, page)).status_code == 302
    tournament.refresh_from_db()
    assert tournament.name == "Shield"

    client.post(page, form | seen_on(client, page) | {"starts_at_0": "2001-01-01"})
    assert (
        "Choose a start from now on, between the years 2000 and 2099"
        in client.get(page).content.decode()
    )

    enter(tournament, member=guests(club, 1)[0], at=AT)
    client.post(page, form | seen_on(client, page) | {"name": "Plate", "entry_chips": "9"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.entry_chips) == ("Plate", 5)
    delete = reverse("admin:tournaments_tournament_delete", args=[tournament.pk])
    refused = client.post(delete, {"post": "yes"}, follow=True).content.decode()
    assert "cancel it instead" in refused
    assert delete not in refused
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_an_announcement_is_taken_back_in_the_admin(club: Club, client: Client) -> None:
    owner = owner_of(club)
    client.force_login(owner)
    delete = reverse("admin:tournaments_tournament_delete", args=[cup(club).pk])

    assert client.get(delete).status_code == 200
    assert client.post(delete, {"post": "yes"}).status_code == 302

    assert not Tournament.objects.exists()
