"""The organisers' door: their own clubs, a night from its page, a tick at the door."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.attendance import check_in
from clubs.clubs import open_club
from clubs.members import join_club, walk_in
from clubs.models import Club, Night, NightStatus, Player, Role
from clubs.nights import open_night, open_tables, plan_night, seat_night
from games.advance import advance_table
from games.engine import HouseRules
from games.models import Mode

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
LISTS = ["clubs_club", "clubs_member", "clubs_night", "games_table", "games_deal"]


def club_of(username: str, name: str) -> Club:
    owner = Player.objects.create_user(username, name=username.capitalize(), is_staff=True)
    return open_club(name, owner=owner, rules=HouseRules.preset("standard"), at=AT)


@pytest.fixture
def club(db: None) -> Club:
    return club_of("nora", "Ballyduff")


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(club.members.get(role=Role.OWNER).player)
    return client


@pytest.fixture
def night(club: Club) -> Night:
    night = open_night(plan_night(club, starts_at=AT, mode=Mode.ONLINE))
    check_in(night, [*club.members.all(), walk_in(club, name="Con", at=AT)], at=AT)
    return night


def press(client: Client, night: Night, button: str) -> str:
    """What the page says after the organiser presses a button below the night's form."""
    address = reverse("admin:clubs_night_change", args=[night.pk])
    form = {
        "starts_at_0": "2026-11-21",
        "starts_at_1": "20:00:00",
        "place": "",
        "table_size": 5,
        "mode": night.mode,
        f"clubs_night_{button}": "1",
    }
    answer = client.post(address, form, follow=True)
    return str(answer.content.decode())


def test_a_night_goes_its_way_by_buttons(organiser: Client, night: Night) -> None:
    statuses = []
    for button in ("seat", "open_tables", "close"):
        press(organiser, night, button)
        night.refresh_from_db()
        statuses.append(night.status)

    assert statuses == [NightStatus.SEATED, NightStatus.PLAYING, NightStatus.CLOSED]


def test_what_cannot_be_done_is_told(organiser: Client, night: Night) -> None:
    night.attendances.update(checked_in_at=None)

    assert "a table needs two at least" in press(organiser, night, "seat")

    night.refresh_from_db()
    assert night.status == NightStatus.OPEN


def test_a_step_that_a_night_is_not_ready_for_has_no_button(
    organiser: Client, night: Night
) -> None:
    page = organiser.get(reverse("admin:clubs_night_change", args=[night.pk])).content.decode()

    assert "clubs_night_seat" in page
    assert "clubs_night_open_tables" not in page


def test_a_tick_at_the_door(organiser: Client, club: Club, night: Night) -> None:
    address = reverse("admin:clubs_night_door", args=[night.pk])
    late = walk_in(club, name="Late Larry", at=AT)

    organiser.post(address, {"in": late.pk})
    organiser.post(address, {"walk_in": " Brand New "})
    organiser.post(address, {"out": night.attendances.earliest("pk").member_id})
    page = organiser.get(address).content.decode()

    here = night.attendances.exclude(checked_in_at=None)
    assert sorted(str(one.member) for one in here) == ["Brand New", "Con", "Late Larry"]
    assert "✓ Late Larry" in page
    assert "○ Nora" in page


def test_an_organiser_sees_nothing_of_another_club(organiser: Client, night: Night) -> None:
    other = plan_night(club_of("batt", "Causeway"), starts_at=AT)
    page = organiser.get(reverse("admin:clubs_night_changelist")).content.decode()

    assert "Ballyduff" in page
    assert "Causeway" not in page
    for name in ("clubs_night_door", "clubs_night_change"):
        answer = organiser.get(reverse(f"admin:{name}", args=[other.pk]))
        assert answer.status_code in (302, 404)


def test_results_of_real_cards_are_entered(organiser: Client, club: Club) -> None:
    night = open_night(plan_night(club, starts_at=AT, mode=Mode.RECORDED))
    check_in(night, [*club.members.all(), walk_in(club, name="Con", at=AT)], at=AT)
    night = open_tables(seat_night(night), at=AT)
    address = reverse("admin:clubs_night_table", args=[night.pk, 1])

    without_winner = organiser.post(address, {"number": 1, "kind": "won"}, follow=True)
    spoilt = organiser.post(address, {"number": 1, "kind": "spoilt", "barred": [0, 1]}, follow=True)
    late = organiser.post(address, {"number": 1, "kind": "won", "winner": 0}, follow=True)
    organiser.post(address, {"number": 2, "kind": "won", "winner": 0})
    page = organiser.get(address).content.decode()

    assert "Deal 1 is entered." not in without_winner.content.decode()
    assert "Deal 1 is entered." in spoilt.content.decode()
    assert "with another result" in late.content.decode()
    table = night.tables.get().table
    assert table is not None
    kinds = [deal.outcome.kind for deal in table.deals.order_by("number") if deal.outcome]
    assert kinds == ["spoilt", "won"]
    assert sorted(seat.stack.balance for seat in table.seats.select_related("stack")) == [15, 25]
    assert "Deal 3: " in page


def test_times_are_those_of_the_hall(organiser: Client, club: Club) -> None:
    summer = plan_night(club, starts_at=datetime(2026, 7, 3, 19, 30, tzinfo=UTC))
    page = organiser.get(reverse("admin:clubs_night_change", args=[summer.pk])).content.decode()

    assert 'value="20:30:00"' in page


def test_a_member_sees_no_admin(client: Client, club: Club) -> None:
    member = Player.objects.create_user("con", name="Con", is_staff=True)
    join_club(club, player=member, at=AT)
    client.force_login(member)

    assert client.get(reverse("admin:clubs_night_changelist")).status_code == 403


@pytest.mark.parametrize("rows", LISTS)
def test_lists_ask_as_much_for_many_rows_as_for_few(
    admin_client: Client, night: Night, rows: str
) -> None:
    address = reverse(f"admin:{rows}_changelist")
    play(night)
    with CaptureQueriesContext(connection) as few:
        assert admin_client.get(address).status_code == 200
    for number in range(3):
        other = open_night(plan_night(club_of(f"o{number}", f"Club {number}"), starts_at=AT))
        check_in(other, [*other.club.members.all(), walk_in(other.club, name="Con", at=AT)], at=AT)
        play(other)
    with CaptureQueriesContext(connection) as many:
        assert admin_client.get(address).status_code == 200

    assert len(many) == len(few)


def play(night: Night) -> None:
    """Two deals at every table, without bots."""
    for night_table in open_tables(seat_night(night), at=AT).tables.all():
        assert night_table.table is not None
        advance_table(night_table.table.pk, at=AT)
