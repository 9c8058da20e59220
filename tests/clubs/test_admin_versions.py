"""Two organisers have one form open: the second is told what the first has changed."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from unfold.admin import TabularInline

from clubs.admin.club import ClubAdmin
from clubs.admin.versions import VersionedRows, Versions
from clubs.draws import seat_night
from clubs.members import change_role
from clubs.models import Club, Night, Player, Role
from clubs.nights import change_night, plan_night
from clubs.tokens import revoke_all
from deploy.rest.versions import Versioned, lock_version
from games.models import Mode
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of
from tests.clubs.forms import form_in, form_on
from tests.games.crowds import at_once
from tests.tournaments.cups import announce
from tournaments.announcements import change_tournament

CELL = r"<t[hd][^>]*>(.*?)</t[hd]>"


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create()


@pytest.fixture
def night(club: Club) -> Night:
    return plan_night(club, at=AT, starts_at=AT, venue="Parish hall")


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(owner_of(club))
    return client


def page_of(row: Any) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def differences(page: str) -> dict[str, tuple[str, str]]:
    """What is saved now and what the reader has, by the label of each field that is told."""
    table = page[page.index("Saved now") :]
    rows = re.findall(rf"<tr>{CELL}{CELL}{CELL}</tr>", table[: table.index("</table>")])
    return {unescape(label): (unescape(now), unescape(yours)) for label, now, yours in rows}


def send(client: Client, row: Any, form: dict[str, str]) -> str:
    """What is answered: nothing where it was saved."""
    answer = client.post(page_of(row), form)
    return "" if answer.status_code == 302 else str(answer.content.decode())


@pytest.mark.parametrize("model", Versioned.__subclasses__())
def test_every_form_of_such_a_row_carries_its_version(model: type[Versioned]) -> None:
    assert isinstance(admin.site._registry[model], Versions)


def test_every_inline_of_such_rows_carries_their_versions_or_is_for_looking_only(
    rf: Any, admin_user: Player
) -> None:
    request = rf.get("/")
    request.user = admin_user
    for model_admin in admin.site._registry.values():
        for inline in model_admin.get_inline_instances(request):
            is_edited = inline.has_change_permission(request)
            if is_edited and issubclass(inline.model, Versioned):
                assert isinstance(inline, VersionedRows), inline


Change = tuple[Callable[[Any], object], dict[str, str], tuple[str, str]]
CHANGES: dict[str, Change] = {
    # What somebody else does, what the reader sends, and what the reader is told of the former.
    "club": (
        lambda club: Club.objects.filter(pk=club.pk).update(opening_chips=99),
        {"name": "Causeway"},
        ("Opening chips", "99"),
    ),
    "member": (
        lambda member: change_role(member, Role.SCORER, at=AT),
        {"role": "member"},
        ("Role", "scorer"),
    ),
    "night": (
        lambda night: change_night(night, at=AT, venue="Castle bar"),
        {"capacity": "40"},
        ("Venue", "Castle bar"),
    ),
    "player": (
        lambda player: Player.objects.filter(pk=player.pk).update(username="con-og"),
        {"name": "Con Óg"},
        ("Username", "con-og"),
    ),
    "tournament": (
        lambda cup: change_tournament(cup, at=AT, prize_percents=[100]),
        {"name": "Shield"},
        ("Prize percents", "100"),
    ),
}


def rows_of(club: Club) -> dict[str, Any]:
    [member] = guests(club, 1)
    return {
        "club": club,
        "member": member,
        "night": plan_night(club, at=AT, starts_at=AT, venue="Parish hall"),
        "player": member.player,
        "tournament": announce(club),
    }


@pytest.mark.parametrize("name", CHANGES)
def test_an_old_form_overwrites_nothing(club: Club, admin_client: Client, name: str) -> None:
    row, (others, mine, (label, now)) = rows_of(club)[name], CHANGES[name]
    old = form_on(admin_client, page_of(row)) | mine
    others(row)
    row.refresh_from_db()
    before = vars(type(row).objects.get(pk=row.pk))

    page = send(admin_client, row, old)

    assert "Somebody else has changed this since you opened the page" in page
    assert "Please correct the error" not in page
    assert differences(page)[label][0] == now
    after = vars(type(row).objects.get(pk=row.pk))
    assert {**after, "_state": None} == {**before, "_state": None}


@pytest.mark.parametrize("name", CHANGES)
def test_the_refused_form_goes_on_from_what_is_saved_now(
    club: Club, admin_client: Client, name: str
) -> None:
    row, (others, mine, _) = rows_of(club)[name], CHANGES[name]
    old = form_on(admin_client, page_of(row)) | mine
    others(row)
    row.refresh_from_db()
    theirs = form_on(admin_client, page_of(row))

    again = form_in(send(admin_client, row, old), name)

    assert {field: again[field] for field in again if field != "seen"} == {
        field: (theirs | mine)[field] for field in theirs if field != "seen"
    }
    assert again["seen"] == theirs["seen"]
    assert send(admin_client, row, again) == ""
    saved = form_on(admin_client, page_of(row))
    assert {field: saved[field] for field in saved if field != "seen"} == {
        field: again[field] for field in again if field != "seen"
    }


def test_both_values_of_each_field_are_told_in_words(organiser: Client, night: Night) -> None:
    old = form_on(organiser, page_of(night))
    mine = {
        "starts_at_0": "2090-01-08",
        "starts_at_1": "19:30",
        "venue": "<i>Barn</i>",
        "table_size": "4",
        "mode": "online",
    }
    change_night(
        night, at=AT, venue="Castle bar", capacity=40, reveals_each_deal=True, mode=Mode.RECORDED
    )

    page = send(organiser, night, old | mine)

    assert differences(page) == {
        "Starts at": ("21 November 2026, 20:00", "8 January 2090, 19:30"),
        "Venue": ("Castle bar", "<i>Barn</i>"),
        "Table size": ("5", "4"),
        "Mode": ("played with real cards, results recorded", "played online"),
        "Capacity": ("40", "empty (you left it alone)"),
        "Reveals each deal": ("yes", "no (you left it alone)"),
    }
    assert "<i>Barn" not in page


def test_what_both_changed_in_the_same_way_is_no_difference(
    organiser: Client, night: Night
) -> None:
    old = form_on(organiser, page_of(night)) | {"venue": "Castle bar"}
    change_night(night, at=AT, venue="Castle bar", capacity=40)

    assert send(organiser, night, old) == ""
    night.refresh_from_db()
    assert (night.venue, night.capacity, night.version) == ("Castle bar", 40, 2)


def test_a_form_in_which_nothing_was_changed_takes_nothing_back(
    organiser: Client, night: Night
) -> None:
    """Such as one that is sent by a button of the page."""
    old = form_on(organiser, page_of(night))
    change_night(night, at=AT, venue="Castle bar", capacity=40)

    assert send(organiser, night, old | {"do_open": "1"}) == ""
    night.refresh_from_db()
    assert (night.venue, night.capacity, night.status) == ("Castle bar", 40, "open")
    assert night.version == 2


def test_a_form_that_is_sent_twice_is_saved_once(organiser: Client, night: Night) -> None:
    form = form_on(organiser, page_of(night)) | {"venue": "Castle bar"}

    assert [send(organiser, night, form) for _ in range(2)] == ["", ""]
    night.refresh_from_db()
    assert night.version == 2


def test_check_ins_make_no_form_old(organiser: Client, club: Club) -> None:
    night = open_night_with(club, [])
    form = form_on(organiser, page_of(night)) | {"venue": "Castle bar"}
    for member in guests(club, 2):
        organiser.post(reverse("desk-door", args=[night.pk]), {"in": member.pk})

    assert send(organiser, night, form) == ""
    assert night.attendances.here().count() == 2


def test_a_plan_that_can_no_longer_be_changed_is_told_with_what_was_written(
    organiser: Client, club: Club
) -> None:
    night = open_night_with(club, guests(club, 2), venue="Parish hall")
    old = form_on(organiser, page_of(night)) | {
        "venue": "Castle bar",
        "starts_at_0": "2090-01-08",
        "reveals_each_deal": "on",
    }
    seat_night(night)

    page = send(organiser, night, old)

    assert "This has gone on since you opened the page" in page
    closed = "(can no longer be changed)"
    assert differences(page) == {
        "Starts at": ("21 November 2026, 20:00", f"8 January 2090, 20:00 {closed}"),
        "Venue": ("Parish hall", f"Castle bar {closed}"),
        "Reveals each deal": ("no", f"yes {closed}"),
    }
    assert send(organiser, night, form_in(page, "night")) == ""


def test_a_button_works_though_the_plan_can_no_longer_be_changed(
    organiser: Client, club: Club
) -> None:
    night = open_night_with(club, guests(club, 2))
    old = form_on(organiser, page_of(night))
    seat_night(night)

    assert send(organiser, night, old | {"do_seat": "1"}) == ""


def test_a_mistake_and_somebody_elses_change_are_told_together(
    organiser: Client, night: Night
) -> None:
    old = form_on(organiser, page_of(night)) | {"table_size": "99"}
    change_night(night, at=AT, venue="Castle bar")

    page = send(organiser, night, old)

    assert differences(page) == {
        "Venue": ("Castle bar", "Parish hall (you left it alone)"),
        "Table size": ("5", "99"),
    }
    assert "Please correct the error" in page
    assert "less than or equal to 10" in page
    again = form_in(page, "night")
    assert (again["table_size"], again["venue"]) == ("99", "Castle bar")
    assert send(organiser, night, again | {"table_size": "4"}) == ""


def test_after_a_mistake_alone_the_form_still_knows_what_it_showed(
    organiser: Client, night: Night
) -> None:
    old = form_on(organiser, page_of(night)) | {"venue": "Barn", "table_size": "99"}
    again = form_in(send(organiser, night, old), "night") | {"table_size": "4"}
    change_night(night, at=AT, venue="Castle bar")

    page = send(organiser, night, again)

    assert differences(page)["Venue"] == ("Castle bar", "Barn")


@pytest.mark.parametrize(
    "seen",
    [
        None,
        "",
        "7",
        "{",
        "[]",
        '{"version": "1"}',
        '{"version": 1, "shown": []}',
        '{"version": 1e999, "shown": {}}',
        "[" * 100_000,
        "\x00",
        '{"version": 1, "shown": {"club": [], "nothing": 1, "id": 1}} x',
    ],
)
def test_a_form_that_does_not_tell_what_it_showed_saves_nothing(
    organiser: Client, night: Night, seen: str | None
) -> None:
    form = form_on(organiser, page_of(night)) | {"venue": "Castle bar"}
    form |= {"seen": seen} if seen is not None else {}
    if seen is None:
        del form["seen"]

    page = send(organiser, night, form)

    assert "This page does not say which values it showed you" in page
    assert differences(page) == {"Venue": ("Parish hall", "Castle bar")}
    night.refresh_from_db()
    assert night.venue == "Parish hall"
    assert send(organiser, night, form_in(page, "night")) == ""


def test_a_form_that_tells_nonsense_of_what_it_showed_learns_nothing(
    organiser: Client, night: Night
) -> None:
    """Neither another club's name nor what the page does not show."""
    other = ClubFactory.create(name="Secret")
    names = ("club", "house_rules", "closed_at", "id", "nothing", "venue")
    seen = json.dumps({"version": 0, "shown": {name: [1] for name in names}})
    sent = {"club": str(other.pk), "house_rules": "1", "id": "1", "closed_at_0": "2090-01-08"}
    form = form_on(organiser, page_of(night)) | sent | {"seen": seen, "venue": "Castle bar"}

    page = send(organiser, night, form)

    assert differences(page) == {"Venue": ("Parish hall", "Castle bar")}
    assert "Secret" not in page


def test_what_no_form_changes_is_not_written_back(
    admin_client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody is signed out everywhere between the reading of their row and its lock."""
    [member] = guests(club, 1)
    player = member.player
    form = form_on(admin_client, page_of(player)) | {"name": "Con Óg"}

    def lock_later(row: Player) -> Player:
        revoke_all(player)
        return lock_version(row)

    monkeypatch.setattr("clubs.admin.versions.lock_version", lock_later)
    salt = player.session_salt
    assert send(admin_client, player, form) == ""

    saved = Player.objects.get(pk=player.pk)
    assert saved.name == "Con Óg"
    assert saved.session_salt not in ("", salt)


def test_a_new_row_needs_no_version(organiser: Client, club: Club) -> None:
    address = reverse("admin:clubs_night_add")
    form = form_on(organiser, address)
    form |= {"club": str(club.pk), "starts_at_0": "2090-01-08", "starts_at_1": "20:00"}

    assert "seen" not in form
    assert organiser.post(address, form).status_code == 302


def test_of_two_who_press_save_at_once_one_is_told(own_database: str) -> None:
    """Real threads, each with a connection of its own."""
    club: Club = ClubFactory.create()
    night = plan_night(club, at=AT, starts_at=AT)
    clients = [Client() for _ in range(3)]
    for client in clients:
        client.force_login(owner_of(club))
    old = form_on(clients[0], page_of(night))

    answers: list[Any] = at_once(
        [
            lambda client=client, number=number: send(  # type: ignore[misc]
                client, night, old | {"venue": f"Hall {number}"}
            )
            for number, client in enumerate(clients)
        ]
    )

    night.refresh_from_db()
    assert sorted(bool(answer) for answer in answers) == [False, True, True]
    assert night.venue == f"Hall {answers.index('')}"
    for number, answer in enumerate(answers):
        assert not answer or differences(answer) == {"Venue": (night.venue, f"Hall {number}")}


class NightRows(VersionedRows, TabularInline):  # type: ignore[misc]  # It has no types.
    """As an app would write it."""

    model = Night
    fields = ("venue", "capacity")
    extra = 0


@pytest.fixture
def with_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClubAdmin, "inlines", (NightRows,))


def row_named(form: dict[str, str], night: Night) -> str:
    """The prefix of a night's fields."""
    [name] = [key for key, value in form.items() if key.endswith("-id") and value == str(night.pk)]
    return name.removesuffix("-id")


def test_rows_of_another_row_are_kept_in_the_same_way(
    admin_client: Client, club: Club, night: Night, with_rows: None
) -> None:
    other = plan_night(club, at=AT, starts_at=AT, venue="School")
    old = form_on(admin_client, page_of(club))
    first, second = row_named(old, night), row_named(old, other)
    old |= {f"{first}-venue": "Barn", f"{second}-venue": "Gym"}
    change_night(night, at=AT, venue="Castle bar", capacity=40)

    page = send(admin_client, club, old)

    assert differences(page) == {
        "Venue": ("Castle bar", "Barn"),
        "Capacity": ("40", "empty (you left it alone)"),
    }
    other.refresh_from_db()
    assert other.venue == "School"  # All or nothing.
    again = form_in(page, "club")
    assert (again[f"{first}-venue"], again[f"{first}-capacity"]) == ("Barn", "40")
    assert send(admin_client, club, again) == ""
    saved = Night.objects.order_by("pk").values_list("venue", "capacity", "version")
    assert list(saved) == [("Barn", 40, 3), ("Gym", None, 2)]


def test_rows_that_the_reader_left_alone_do_not_stand_in_the_way(
    admin_client: Client, club: Club, night: Night, with_rows: None
) -> None:
    old = form_on(admin_client, page_of(club)) | {"name": "Causeway"}
    change_night(night, at=AT, venue="Castle bar")

    assert send(admin_client, club, old) == ""
    night.refresh_from_db()
    assert (night.venue, Club.objects.get().name) == ("Castle bar", "Causeway")
