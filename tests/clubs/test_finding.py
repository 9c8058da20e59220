"""People are found by every part of their names, as people type them, wherever they are looked for.

One table (`tests.names`) is asked everywhere.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.admin import site
from django.contrib.admin.utils import get_fields_from_path
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from clubs.admin.member import MemberAdmin
from clubs.chips import exchange_chips
from clubs.errors import NotAName
from clubs.members import walk_in
from clubs.models import Answer, Club, Member, Night, Player
from clubs.nights import plan_night
from deploy.names import NameField, found, refusal
from deploy.rest.clock import database_now
from games.models import Seat, Table
from ledger.admin.lists import search
from ledger.by_hand import Direction
from ledger.models import Account, Entry, Transfer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, open_night_with, owner_of
from tests.games.factories import table_of
from tests.names import FOUND, NOT_FOUND, hostile, pairs
from tournaments.announcements import create_tournament
from tournaments.entries import enter
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NAMES = sorted({*FOUND, *NOT_FOUND})
LISTS = [model for model, page in site._registry.items() if page.search_fields]
SENT = re.compile("[\x00\ud800-\udfff]")  # What no form lets through.
Find = Callable[[str], Iterable[str]]


@pytest.fixture
def club() -> Club:
    made: Club = ClubFactory.create(name="Ballyduff", opening_chips=30)
    return made


@pytest.fixture
def members(club: Club) -> dict[str, Member]:
    return {name: walk_in(club, name=name, at=AT) for name in NAMES}


@pytest.fixture
def night(club: Club, members: dict[str, Member]) -> Night:
    return open_night_with(club, [])


@pytest.fixture
def organiser(club: Club) -> Caller:
    return Caller(owner_of(club))


def check(find: Find, *, by_name_alone: bool = True) -> None:
    """Ask for the whole table; whoever is not named beside it may be found as well."""
    assert [(name, typed) for name, typed in pairs(FOUND) if name not in find(typed)] == []
    wrong = [(name, typed) for name, typed in pairs(NOT_FOUND) if name in find(typed)]
    assert wrong == [] or not by_name_alone


def listed(admin_user: Player, model: type[Model], names: Callable[[Any], Iterable[str]]) -> Find:
    """Give what the search of an admin finds."""
    page, request = site._registry[model], RequestFactory().get("/")
    request.user = admin_user

    def find(typed: str) -> set[str]:
        rows, _ = page.get_search_results(request, page.get_queryset(request), typed)
        return {name for row in rows for name in names(row)}

    return find


@pytest.mark.parametrize("model", LISTS)
def test_each_list_with_people_is_searched_by_parts_of_their_names(
    admin_client: Client, model: type[Model]
) -> None:
    """The tests below ask the search itself, since each page takes its time."""
    label = model._meta.label_lower.replace(".", "_")
    columns = site._registry[model].search_fields
    ends = [get_fields_from_path(model, re.sub("__parts$", "", one))[-1] for one in columns]
    page = admin_client.get(reverse(f"admin:{label}_changelist"), {"q": "o\u2019lea"})

    assert page.status_code == 200
    assert "name" not in [one.name for one in ends if one.model is Player]
    names = [one for one, end in zip(columns, ends, strict=True) if isinstance(end, NameField)]
    assert all(one.endswith("__parts") for one in names)


def test_members_of_the_admin(members: dict[str, Member], admin_user: Player) -> None:
    check(listed(admin_user, Member, lambda row: [str(row)]))


def test_players_of_the_admin(members: dict[str, Member], admin_user: Player) -> None:
    find = listed(admin_user, Player, lambda row: [row.name])
    check(find, by_name_alone=False)  # By user names and addresses as well.


def test_nights_of_the_admin(club: Club, members: dict[str, Member], admin_user: Player) -> None:
    for member in members.values():
        night = plan_night(club, at=AT, starts_at=AT)
        night.attendances.create(member=member, answer=Answer.NO)

    check(
        listed(
            admin_user,
            Night,
            lambda row: [str(one.member) for one in row.attendances.all()],
        )
    )


def test_tournaments_of_the_admin(
    club: Club, members: dict[str, Member], admin_user: Player
) -> None:
    for member in members.values():
        cup = create_tournament(
            club, name="Cup", at=AT, rounds_count=1, deals_a_round=1, starting_stack=9
        )
        enter(cup, member=member, at=AT)

    check(
        listed(
            admin_user,
            Tournament,
            lambda row: [str(one) for entrant in row.entrants.named() for one in entrant.company],
        )
    )


def test_accounts_and_entries_of_the_admin(members: dict[str, Member], admin_user: Player) -> None:
    find = listed(admin_user, Account, lambda row: [str(row.holder)])
    check(find, by_name_alone=False)  # By the name of the account as well.
    find = listed(admin_user, Entry, lambda row: [str(row.account.holder)])
    check(find, by_name_alone=False)


def test_transfers_of_the_admin(club: Club, members: dict[str, Member], admin_user: Player) -> None:
    for member in members.values():
        made: Any = {"chips": 1, "key": f"k{member.pk}", "actor": member.player, "at": AT}
        exchange_chips(member, Direction.ISSUE, **made)

    find = listed(admin_user, Transfer, lambda row: [str(row.actor)])
    check(find, by_name_alone=False)


def test_tables_and_seats_of_the_admin(admin_user: Player) -> None:
    for name in NAMES:
        seat = table_of(10, 10).seats.select_related("player").first()
        assert seat is not None
        seat.player.name = name
        seat.player.save(update_fields=["name"])

    def players(table: Table) -> list[str]:
        return [str(seat.player) for seat in table.seats.select_related("player")]

    def player(seat: Seat) -> list[str]:
        return [str(seat.player)]

    check(listed(admin_user, Table, players))
    check(listed(admin_user, Seat, player))


def test_people_and_where_they_are_at_once(
    club: Club, members: dict[str, Member], admin_user: Player
) -> None:
    """A word of a search may stand in another column, and several stand in quotation marks."""
    night = plan_night(club, at=AT, starts_at=AT, venue="Halla Ní Shé")
    night.attendances.create(member=members["Tadhg O'Leary"], answer=Answer.NO)
    find = listed(admin_user, Night, lambda row: [row.venue])

    assert find("leary halla") == find('"o leary" "halla ni"') == {night.venue}
    assert find("leary ballydu") == find("o'leary hallanishe") == {night.venue}
    assert find("leary kerry") == set()


def test_a_search_of_nothing_but_marks(members: dict[str, Member], admin_user: Player) -> None:
    find = listed(admin_user, Member, lambda row: [str(row)])

    assert len(set(find("' -"))) >= len(NAMES)


def test_the_filter_of_the_api(club: Club, members: dict[str, Member], organiser: Caller) -> None:
    def find(typed: str) -> list[str]:
        answer = organiser.get(
            "/api/v1/members", {"club": str(club.pk), "name": typed, "limit": "100"}
        )
        return [one["player"]["name"] for one in answer.json()["results"]]

    check(find)


def test_who_checks_in_by_themselves(night: Night, client: Client) -> None:
    client.force_login(owner_of(night.club))

    def find(typed: str) -> list[str]:
        page = client.get(reverse("desk-self", args=[night.pk]), {"name": typed})
        found: list[str] = [one.name for one in page.context.get("found") or []]
        return found

    asked = [(name, typed) for name, typed in pairs(FOUND) if len(typed) >= 3]
    assert [one for one in asked if one[0] not in find(one[1])] == []
    assert [one for one in pairs(NOT_FOUND) if one[0] in find(one[1])] == []


def test_the_door_hands_a_browser_what_it_finds_by(night: Night, client: Client) -> None:
    """`tests/rest/test_names.py` asks the browser's own code with the same table."""
    client.force_login(owner_of(night.club))

    page = client.get(reverse("desk-door", args=[night.pk])).content.decode()

    handed = set(re.findall(r'data-name="([^"]*)"', page))
    assert {"tadhg o leary", "brid ni she", "con sheehan kerry", "seamus o briain"} <= handed


@pytest.mark.urls("tests.tournaments.doors")
class TestEnteringMany:
    """Here a part of a name is whole: what is begun could be anybody."""

    def enter(self, organiser: Caller, club: Club, name: str) -> Any:
        cup = create_tournament(
            club, name="Cup", at=database_now(), rounds_count=1, deals_a_round=1, starting_stack=9
        )
        body = {"entries": [{"name": name}]}
        [line] = organiser.order(f"tournaments/{cup.pk}/enter-many", body).data["results"]
        return line

    @pytest.mark.parametrize(
        ("typed", "name"),
        [
            ("tadhg o leary", "Tadhg O'Leary"),
            ("Tadhg O\u2019Leary", "Tadhg O'Leary"),
            ("nishe", "Bríd Ní Shé"),
            ("ni she", "Bríd Ní Shé"),
            ("brid ni she", "Bríd Ní Shé"),
            ("aine", "Áine Ní Ó'Briain"),
            ("seamus obriain", "Séamus Ó Briain"),
            ("carthaigh", "Brian Mac Cárthaigh"),
            ("kerry", "Con Sheehan (Kerry)"),
            ("pat o brien", "Pat O'Brien"),
        ],
    )
    def test_one_is_entered_and_named(
        self, club: Club, members: dict[str, Member], organiser: Caller, typed: str, name: str
    ) -> None:
        line = self.enter(organiser, club, typed)

        assert (line["code"], line["name"]) == ("", name)

    def test_of_several_none_is_and_all_are_named(
        self, club: Club, members: dict[str, Member], organiser: Caller
    ) -> None:
        line = self.enter(organiser, club, "briain")

        assert line["code"] == "not_member"
        for name in ("Áine Ní Ó'Briain", "Séamus Ó Briain"):
            assert f"{members[name].pk} ({name})" in line["detail"]

    @pytest.mark.parametrize("typed", ["tad", "ni", "o", "bridni", "Con Leary", "'", "-"])
    def test_what_is_begun_or_too_short_is_nobody_s(
        self, club: Club, members: dict[str, Member], organiser: Caller, typed: str
    ) -> None:
        if typed == "bridni":
            walk_in(club, name="Bríd Ní", at=AT)  # The name itself comes before a part of another.

        line = self.enter(organiser, club, typed)

        assert line["code"] == ("" if typed == "bridni" else "not_member")


class TestHostileNames:
    def test_there_are_enough(self) -> None:
        assert len(set(hostile())) >= 260

    def test_each_is_refused_or_found(self, club: Club) -> None:
        for name in hostile():
            if refusal(name) is None:
                member = walk_in(club, name=name, at=AT)
                found_ones = club.members.filter(found("player__name_parts", name))
                assert found_ones.filter(pk=member.pk).exists(), name
            else:
                with pytest.raises(NotAName):
                    walk_in(club, name=name, at=AT)

    def test_no_search_breaks(self, members: dict[str, Member]) -> None:
        for typed in (SENT.sub("?", one) for one in hostile()[::3]):
            rows = Member.objects.filter(found("player__name_parts", typed))
            list(search(rows, MemberAdmin.search_fields, typed))

    @pytest.mark.parametrize("first", range(7))
    def test_no_page_breaks(
        self, night: Night, organiser: Caller, admin_client: Client, first: int
    ) -> None:
        """Of every 28 names one for each run, so that all kinds are asked."""
        for typed in hostile()[first::28]:
            written = quote(typed.encode("utf-8", "surrogatepass"))
            body = {"club": night.club_id, "name": typed}
            expected = {201, 409} if refusal(typed) is None else {400}
            assert organiser.order("members", body).status_code in expected, typed
            for address in (
                reverse("admin:clubs_member_changelist") + "?q=",
                reverse("desk-self", args=[night.pk]) + "?name=",
            ):
                assert admin_client.get(address + written).status_code == 200, (address, typed)
            answer = organiser.get(f"/api/v1/members?name={written}")
            assert answer.status_code == (400 if "\x00" in typed else 200), typed
