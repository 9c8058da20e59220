"""The organisers' door: their own clubs, a night from its page."""

import re
import uuid
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.attendance import check_in
from clubs.chips import exchange_chips
from clubs.clubs import open_club
from clubs.draws import seat_night
from clubs.errors import UnknownInvitation
from clubs.invitations import accept_invitation, invite
from clubs.members import join_club, walk_in
from clubs.models import Club, Member, Night, NightStatus, Player, Role
from clubs.nights import open_night, plan_night
from clubs.rounds import open_tables
from deploy.rest.clock import database_now
from games.engine import Ruleset
from games.models import Mode
from games.play.advance import advance_table
from ledger.by_hand import Direction
from tests.clubs.arriving import arrive
from tests.clubs.forms import form_on

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
LISTS = ["clubs_club", "clubs_member", "clubs_night", "games_table", "games_deal"]


def club_of(username: str, name: str) -> Club:
    owner = Player.objects.create_user(username, name=username.capitalize())
    return open_club(name, owner=owner, rules=Ruleset(), at=AT)


@pytest.fixture
def club(db: None) -> Club:
    return club_of("nora", "Ballyduff")


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(club.members.get(role=Role.OWNER).player)
    return client


@pytest.fixture
def night(club: Club) -> Night:
    night = open_night(plan_night(club, at=AT, starts_at=AT, mode=Mode.ONLINE))
    check_in(night, [*club.members.all(), walk_in(club, name="Con", at=AT)], at=AT)
    return night


def press(client: Client, night: Night, button: str) -> str:
    """What the page says after the organiser presses a button below the night's form."""
    address = reverse("admin:clubs_night_change", args=[night.pk])
    form = form_on(client, address) | {f"do_{button}": "1"}
    answer = client.post(address, form, follow=True)
    return str(answer.content.decode())


def moves(page: str) -> list[tuple[str, ...]]:
    """Account, holds, moves, will hold: of each line that the page shows, in the order of names."""
    cell = r"<td[^>]*>([^<]*)</td>"
    return sorted(re.findall(rf"<tr>{cell * 4}</tr>", page))


def confirm(client: Client, step: str, *nights: Night) -> str:
    which = "&".join(f"night={night.pk}" for night in nights)
    address = f"{reverse('admin:clubs_night_confirm', args=[step])}?{which}"
    return str(client.post(address, follow=True).content.decode())


def test_a_night_goes_its_way_by_buttons(organiser: Client, night: Night) -> None:
    statuses = []
    for button, step in (("seat", ""), ("open_tables", "open-tables"), ("close", "close")):
        press(organiser, night, button)
        if step:
            confirm(organiser, step, night)
        night.refresh_from_db()
        statuses.append(night.status)

    assert statuses == [NightStatus.SEATED, NightStatus.PLAYING, NightStatus.CLOSED]


def test_what_moves_chips_is_shown_before_it_is_done(organiser: Client, night: Night) -> None:
    press(organiser, night, "seat")
    opening = press(organiser, night, "open_tables")
    night.refresh_from_db()
    was_asked = night.status == NightStatus.SEATED
    confirm(organiser, "open-tables", night)
    night.refresh_from_db()
    closing = press(organiser, night, "close")

    assert was_asked
    assert "2 people bring 40 chips to 1 table." in opening
    assert moves(opening) == [
        ("Purse of Con", "20", "-20", "0"),
        ("Purse of Nora", "20", "-20", "0"),
    ]
    assert "40 chips go home from 1 table;" in closing
    assert moves(closing) == [
        ("Purse of Con", "0", "+20", "20"),
        ("Purse of Nora", "0", "+20", "20"),
    ]


def test_somebody_who_has_too_few_chips_is_named_before_anything_is_confirmed(
    organiser: Client, club: Club, night: Night
) -> None:
    poor = club.members.get(player__name="Con")
    exchange_chips(
        poor, Direction.REDEEM, chips=20, key="all", actor=club.members.earliest("pk").player, at=AT
    )
    press(organiser, night, "seat")

    asked = press(organiser, night, "open_tables")

    assert "Con: no chips to play with." in asked
    assert "people bring" not in asked
    assert "Open tables</button>" not in asked


def test_nights_of_others_are_not_confirmed(organiser: Client) -> None:
    other = open_night(plan_night(club_of("batt", "Causeway"), at=AT, starts_at=AT))
    address = reverse("admin:clubs_night_confirm", args=["close"])

    assert organiser.post(f"{address}?night={other.pk}").status_code == 404
    other.refresh_from_db()
    assert other.status == NightStatus.OPEN


def test_no_night_is_planned_for_another_club(organiser: Client, club: Club) -> None:
    plan = {
        "starts_at_0": "2090-11-28",
        "starts_at_1": "20:00",
        "table_size": 5,
        "mode": "recorded",
        "turn_seconds": 60,
        "time_bank_seconds": 0,
        "pause_seconds": 4,
        "spectator_delay_seconds": 0,
    }
    address = reverse("admin:clubs_night_add")
    organiser.post(address, {**plan, "club": club_of("batt", "Causeway").pk})
    refused = not Night.objects.exists()
    organiser.post(address, {**plan, "club": club.pk})

    assert refused
    assert Night.objects.get().rules == club.rules


def test_a_new_night_begins_like_the_last_one(organiser: Client, night: Night) -> None:
    Night.objects.update(venue="Parish hall", table_size=4)

    form = form_on(organiser, f"{reverse('admin:clubs_night_add')}?club={night.club_id}")

    assert (form["venue"], form["table_size"]) == ("Parish hall", "4")
    assert form["starts_at_0"] > str(night.day)


def test_a_plan_is_changed_until_people_are_seated(organiser: Client, night: Night) -> None:
    address = reverse("admin:clubs_night_change", args=[night.pk])
    later = {"starts_at_0": "2090-11-21", "starts_at_1": "20:00"}
    organiser.post(address, form_on(organiser, address) | later | {"table_size": 4})
    plan = form_on(organiser, address)
    seat_night(night)
    organiser.post(address, {**plan, "table_size": 3})
    night.refresh_from_db()

    assert night.table_size == 4


def test_what_cannot_be_done_is_told(organiser: Client, night: Night) -> None:
    night.attendances.update(checked_in_at=None)

    assert "a table needs at least two" in press(organiser, night, "seat")

    night.refresh_from_db()
    assert night.status == NightStatus.OPEN


def test_a_step_that_a_night_is_not_ready_for_has_no_button(
    organiser: Client, night: Night
) -> None:
    page = organiser.get(reverse("admin:clubs_night_change", args=[night.pk])).content.decode()

    assert "do_seat" in page
    assert "do_open_tables" not in page


def add_member(client: Client, club: Club, **form: str) -> str:
    address = reverse("admin:clubs_member_add")
    answer = client.post(address, {"club": club.pk, "role": "member", **form}, follow=True)
    return str(answer.content.decode())


def test_members_join_by_name(organiser: Client, club: Club) -> None:
    add_member(organiser, club, name="Con Sheehan")
    add_member(organiser, club, name="Peg Mulvihill", role="guest")

    joined = club.members.exclude(role=Role.OWNER).order_by("pk").select_related("player", "purse")
    assert [(str(one), one.role, one.purse.balance) for one in joined] == [
        ("Con Sheehan", Role.MEMBER, 20),
        ("Peg Mulvihill", Role.GUEST, 20),
    ]


def test_nobody_with_a_login_is_made_a_member_without_asking(organiser: Client, club: Club) -> None:
    """Nor does the form tell whether somebody has this user name."""
    Player.objects.create_user("con", name="Con Sheehan")

    pages = [add_member(organiser, club, username=name) for name in ("con", "nobody")]

    assert all("This field is required" in page for page in pages)
    assert club.members.count() == 1


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ({}, "This field is required"),
        ({"name": "Con", "role": "owner"}, "An owner can give them another role later"),
        ({"name": "Con", "role": "visitor"}, "Choose guest, member or scorer"),
    ],
)
def test_somebody_who_cannot_join_is_told_why(
    organiser: Client, club: Club, form: dict[str, str], word: str
) -> None:
    assert word in add_member(organiser, club, **form)
    assert club.members.count() == 1


def test_an_invitation_shows_its_code_once(organiser: Client, club: Club) -> None:
    form = {"club": club.pk, "role": "scorer", "days": 3}
    answer = organiser.post(reverse("admin:clubs_invitation_add"), form)
    code = re.search(r"(?<=/invited#)[\w-]{22}(?=\")", answer.content.decode())
    assert code is not None
    assert "no-store" in answer.headers["Cache-Control"]
    page = organiser.get(reverse("admin:clubs_invitation_changelist")).content.decode()
    assert code[0] not in page

    player = Player.objects.create_user("con", name="Con")
    assert accept_invitation(code[0], player=player, at=database_now()).role == Role.SCORER


def test_an_invitation_is_withdrawn(organiser: Client, club: Club) -> None:
    owner = club.members.get().player
    invitation, code = invite(club, role=Role.MEMBER, by=owner, at=database_now())
    form = {"action": "withdraw", "_selected_action": invitation.pk}
    organiser.post(reverse("admin:clubs_invitation_changelist"), form)

    with pytest.raises(UnknownInvitation):
        accept_invitation(code, player=Player.objects.create_user("con"), at=database_now())


def test_invitations_of_others_are_not_seen(organiser: Client) -> None:
    other = club_of("tim", "Elsewhere")
    invitation, _ = invite(other, role=Role.GUEST, by=other.members.get().player, at=AT)
    address = reverse("admin:clubs_invitation_change", args=[invitation.pk])

    assert organiser.get(address).status_code == 404


def press_member(client: Client, member: Member, button: str) -> str:
    """What the page says after the organiser presses a button on a member's page."""
    address = reverse("admin:clubs_member_change", args=[member.pk])
    form = form_on(client, address) | {f"do_{button}": "1"}
    return str(client.post(address, form, follow=True).content.decode())


def test_a_row_is_offered_to_be_claimed(organiser: Client, club: Club) -> None:
    con = walk_in(club, name="Con", at=AT)

    page = press_member(organiser, con, "invite_to_claim")

    assert "Whoever accepts takes over their purse" in page
    assert club.invitations.get().member == con


def test_turning_away_is_asked_first(organiser: Client, club: Club) -> None:
    con = walk_in(club, name="Con", at=AT)

    page = press_member(organiser, con, "turn_away")
    con.refresh_from_db()
    assert "The whole club is closed to them" in page
    assert con.turned_away_at is None

    address = f"{reverse('admin:clubs_member_turn_away')}?member={con.pk}"
    assert "required" in organiser.post(address, {"reason": " "}).content.decode()
    organiser.post(address, {"reason": "Threw a chair"})
    con.refresh_from_db()
    assert con.turned_away_reason == "Threw a chair"
    press_member(organiser, con, "readmit")
    con.refresh_from_db()
    assert con.turned_away_at is None


def test_nobody_of_another_club_is_turned_away(organiser: Client) -> None:
    other = walk_in(club_of("tim", "Elsewhere"), name="Con", at=AT)
    address = f"{reverse('admin:clubs_member_turn_away')}?member={other.pk}"

    assert organiser.post(address, {"reason": "Threw a chair"}).status_code == 404


def test_an_organiser_does_not_become_an_owner_by_themselves(client: Client, club: Club) -> None:
    con = Player.objects.create_user("con", name="Con")
    member = join_club(club, player=con, role=Role.ORGANISER, at=AT)
    client.force_login(con)
    address = reverse("admin:clubs_member_change", args=[member.pk])
    page = client.post(address, {"role": "owner"}, follow=True).content.decode()
    member.refresh_from_db()

    assert 'name="role"' not in page
    assert member.role == Role.ORGANISER


def test_a_members_page_tells_what_moved(organiser: Client, club: Club) -> None:
    member = club.members.get()
    exchange_chips(
        member, Direction.ISSUE, chips=30, key="form:1", actor=member.player, memo="New Year", at=AT
    )
    page = organiser.get(reverse("admin:clubs_member_change", args=[member.pk])).content.decode()

    assert "Received 30 from the club, New Year" in page


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ({"owner": "nobody"}, "Nobody has this user name"),
        ({"name": "Ballyduff"}, "choose another name"),
        ({"time_zone": "Kerry"}, "is no time zone"),
        ({"owner": "nora"}, "was added successfully"),
    ],
)
def test_a_club_is_opened_by_whoever_runs_the_service(
    admin_client: Client, club: Club, form: dict[str, str], word: str
) -> None:
    given = {"name": "Causeway", "owner": "nora", "preset": "standard", "opening_chips": "25"}
    address = reverse("admin:clubs_club_add")
    answer = admin_client.post(
        address, {"time_zone": "Europe/Dublin", **given, **form}, follow=True
    )

    assert word in answer.content.decode()
    opened = Club.objects.filter(name="Causeway", members__purse__balance=25)
    assert opened.exists() == ("added" in word)


def test_organisers_open_no_clubs(organiser: Client) -> None:
    assert organiser.get(reverse("admin:clubs_club_add")).status_code == 403


def test_chips_are_handed_out_once_for_one_form(organiser: Client, club: Club) -> None:
    members = arrive(club, ("Con", "Peg"), at=AT)
    which = "&".join(f"member={member.pk}" for member in members)
    address = f"{reverse('admin:clubs_member_chips')}?{which}"
    order = organiser.get(address).context["form"].initial["order"]
    look = {"way": "issue", "chips": 30, "memo": "New Year", "order": order}
    shown = organiser.post(address, look)
    purses = club.members.filter(pk__in=[member.pk for member in members])
    unmoved = list(purses.values_list("purse__balance", flat=True))
    form = {**look, "post": "1"}
    for _ in range(2):
        organiser.post(address, form)
    too_many = organiser.post(
        address, {**form, "way": "redeem", "chips": 51, "order": uuid.uuid4()}
    )

    [section] = shown.context["sections"]
    assert [move[1:] for move in section["moves"]] == [(20, 30, 50)] * 2
    assert unmoved == [20, 20]
    assert list(purses.values_list("purse__balance", flat=True)) == [50, 50]
    assert "51" in too_many.content.decode()


def test_no_chips_for_members_of_others(organiser: Client) -> None:
    stranger = club_of("batt", "Causeway").members.get()
    address = f"{reverse('admin:clubs_member_chips')}?member={stranger.pk}"

    assert organiser.get(address).status_code == 404


def test_an_organiser_sees_nothing_of_another_club(organiser: Client, night: Night) -> None:
    Night.objects.update(venue="Parish hall")
    other = plan_night(club_of("batt", "Causeway"), at=AT, starts_at=AT, venue="Pub")
    page = organiser.get(reverse("admin:clubs_night_changelist")).content.decode()

    assert "Parish hall" in page
    assert "Pub" not in page
    assert "Causeway" not in page
    for name in ("desk-door", "admin:clubs_night_change"):
        answer = organiser.get(reverse(name, args=[other.pk]))
        assert answer.status_code in (302, 404)


def test_times_are_those_of_the_hall(organiser: Client, club: Club) -> None:
    summer = plan_night(
        club,
        at=datetime(2026, 7, 3, tzinfo=UTC),
        starts_at=datetime(2026, 7, 3, 19, 30, tzinfo=UTC),
    )
    page = organiser.get(reverse("admin:clubs_night_change", args=[summer.pk])).content.decode()

    assert 'value="20:30:00"' in page


def test_a_member_sees_no_admin(client: Client, club: Club) -> None:
    member = Player.objects.create_user("con", name="Con")
    join_club(club, player=member, at=AT)
    client.force_login(member)

    assert client.get(reverse("admin:clubs_night_changelist")).status_code == 302


@pytest.mark.parametrize("rows", LISTS)
def test_lists_ask_as_much_for_many_rows_as_for_few(
    admin_client: Client, night: Night, rows: str
) -> None:
    address = reverse(f"admin:{rows}_changelist")
    play(night)
    with CaptureQueriesContext(connection) as few:
        assert admin_client.get(address).status_code == 200
    for number in range(3):
        other = open_night(plan_night(club_of(f"o{number}", f"Club {number}"), at=AT, starts_at=AT))
        check_in(other, [*other.club.members.all(), walk_in(other.club, name="Con", at=AT)], at=AT)
        play(other)
    with CaptureQueriesContext(connection) as many:
        assert admin_client.get(address).status_code == 200

    assert len(many) == len(few)


def play(night: Night) -> None:
    """Two deals at every table, without bots."""
    for night_table in open_tables(seat_night(night), at=AT).rounds.tables().all():
        assert night_table.table is not None
        advance_table(night_table.table.pk, at=AT)


def test_every_page_lets_long_words_break(organiser: Client) -> None:
    page = organiser.get(reverse("admin:clubs_night_changelist")).content.decode()
    path = find("admin.css")

    assert "/static/admin.css" in page
    assert path is not None
    assert "overflow-wrap: anywhere" in Path(path).read_text()
