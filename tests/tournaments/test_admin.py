"""Tournaments in the admin."""

from datetime import UTC, datetime
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse, reverse_lazy

from clubs.chips import exchange_chips
from clubs.clubs import open_club
from clubs.errors import NotPerson
from clubs.members import walk_in
from clubs.models import Club, Player
from deploy.rest.clock import database_now
from games.engine import Ruleset
from games.models import Deal, Table
from games.play.advance import advance_table
from ledger.admin.by_hand import WAYS
from ledger.by_hand import Direction
from ledger.models import Account
from tests.clubs.arriving import arrive
from tests.tournaments.cups import alone
from tournaments.entries import enter
from tournaments.models import Tournament, TournamentStatus
from tournaments.tournaments import start

AT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
ADD = reverse_lazy("admin:tournaments_tournament_add")
LIST = "admin:tournaments_tournament_changelist"


def club_of(username: str) -> tuple[Club, Player]:
    owner = Player.objects.create_user(username, name=username)
    rules = Ruleset()
    return open_club(f"Club of {username}", owner=owner, rules=rules, at=AT), owner


def announcement(club: Club, name: str) -> dict[str, Any]:
    return {
        "club": club.pk,
        "name": name,
        "entry_chips": 5,
        "prize_percents": "60,40",
        "starting_stack": 30,
        "table_size": 4,
        "rounds_count": 1,
        "deals_a_round": 1,
        "turn_seconds": 30,
        "time_bank_seconds": 90,
        "pause_seconds": 4,
        "spectator_delay_seconds": 0,
    }


def announce(client: Client, club: Club, name: str) -> Tournament:
    answer = client.post(ADD, announcement(club, name))
    assert answer.status_code == 302, answer.content.decode()
    return Tournament.objects.get(name=name)


def page_of(cup: Tournament, what: str = "change") -> str:
    return reverse(f"admin:tournaments_tournament_{what}", args=[cup.pk])


def press_start(client: Client, cup: Tournament) -> str:
    """What is told where it is asked, and after that."""
    ticked = {"action": "start", "_selected_action": [cup.pk]}
    asked = client.post(reverse(LIST), ticked, follow=True)
    cup.refresh_from_db()
    assert cup.status == TournamentStatus.REGISTRATION
    done = client.post(
        asked.request["PATH_INFO"] + "?" + asked.request["QUERY_STRING"], follow=True
    )
    return str(asked.content.decode() + done.content.decode())


@pytest.mark.django_db
def test_an_organiser_announces_and_starts(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cup = announce(client, club, "Cup")
    for name in ("Con", "Batt"):
        enter(cup, member=walk_in(club, name=name, at=AT), at=AT)

    page = press_start(client, cup)

    cup.refresh_from_db()
    assert "2 are in. Nobody enters after that" in page
    assert "Its rounds follow by themselves" in page
    assert cup.status == TournamentStatus.RUNNING
    page = client.get(page_of(cup)).content.decode()
    assert "Batt" in page
    assert "No repeat meetings." in page


@pytest.mark.django_db
def test_an_organiser_lets_members_in_and_out_and_starts(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cup = announce(client, club, "Cup")
    con, batt, broke = arrive(club, ("Con", "Batt", "Daisy"), at=AT)
    exchange_chips(broke, Direction.REDEEM, chips=20, key="all", actor=owner, at=AT)
    entries = page_of(cup, "entries")

    ticked = {"member": [con.pk, batt.pk, broke.pk], "bot_level": "thumb"}
    page = client.post(entries, ticked, follow=True).content.decode()
    assert {alone(entrant).member for entrant in cup.entrants.playing()} == {con, batt}
    assert "needs 5 chips and has 0" in page

    leaver = cup.entrants.get(members__member=con)
    asked = client.post(entries, {"out": leaver.pk}).content.decode()
    assert "their fee of 5 chips goes back" in asked
    assert cup.entrants.playing().count() == 2
    client.post(entries, {"out": leaver.pk, "post": "1"})
    client.post(entries, {"member": [con.pk]})
    page = client.get(page_of(cup)).content.decode()
    assert 'name="do_start" value="1" form="tournament_form"' in page
    assert 'id="tournament_form"' in page
    asked_at = client.post(page_of(cup), {"name": cup.name, "do_start": "1"}).headers["Location"]
    client.post(asked_at)

    cup.refresh_from_db()
    assert cup.status == TournamentStatus.RUNNING
    assert [alone(one).bot_level for one in cup.entrants.playing().order_by("pk")] == ["", "thumb"]


@pytest.mark.django_db
def test_the_clubs_own_bots_enter_no_tournament(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cup = announce(client, club, "Cup")
    bot = walk_in(club, name="Bot 1", at=AT)
    Player.objects.filter(pk=bot.player_id).update(is_bot=True)
    bot.refresh_from_db()

    page = client.get(page_of(cup, "entries")).content.decode()

    assert "nora" in page
    assert "Bot 1" not in page
    with pytest.raises(NotPerson):
        enter(cup, member=bot, bot_level="thumb", at=AT)


@pytest.mark.django_db
def test_prizes_that_are_not_the_whole_fund_are_told_at_the_form(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)

    answer = client.post(ADD, announcement(club, "Cup") | {"prize_percents": "60,30"})

    assert "The prizes add up to 90 percent" in answer.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_other_clubs_tournaments_have_no_page_for_an_organiser(client: Client) -> None:
    club, owner = club_of("batt")
    client.force_login(owner)
    cup = announce(client, club, "Cup")
    _, stranger = club_of("nora")
    client.force_login(stranger)

    assert client.get(page_of(cup, "entries")).status_code == 404
    assert client.post(page_of(cup), {"do_start": "1"}).status_code == 404
    cup.refresh_from_db()
    assert cup.status == TournamentStatus.REGISTRATION


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["change", "entries"])
def test_the_pages_ask_as_much_for_many_entrants_as_for_few(client: Client, what: str) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    counts = []
    for entrants in (3, 9):
        cup = announce(client, club, f"Cup of {entrants}")
        for _ in range(entrants):
            enter(cup, member=walk_in(club, name="Con", at=AT), at=AT)
        press_start(client, cup)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page_of(cup, what)).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


@pytest.mark.django_db
def test_a_tournament_is_found_by_who_plays_in_it(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cups = [announce(client, club, name) for name in ("Spring Cup", "Autumn Cup")]
    for cup in cups:
        enter(cup, member=walk_in(club, name=f"Con of {cup}", at=AT), at=AT)

    found = client.get(reverse(LIST), {"q": "con of spring", "status__exact": "registration"})

    assert [cup.name for cup in found.context["cl"].result_list] == ["Spring Cup"]


@pytest.mark.django_db
def test_cancelling_is_asked_first(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cup = announce(client, club, "Cup")
    enter(cup, member=walk_in(club, name="Ann", at=AT), at=AT)
    purse = Account.objects.get(name="Purse of Ann")
    rows = {"action": "cancel", "_selected_action": [cup.pk]}

    asked = client.post(reverse(LIST), rows, follow=True)
    cup.refresh_from_db()
    assert cup.status == TournamentStatus.REGISTRATION
    [section] = asked.context["sections"]
    fund, back = section["moves"]
    assert section["sentence"] == f"1 fee of {cup.entry_chips} chips goes back."
    assert (fund.account, fund.chips, fund.after) == (cup.fund, -cup.entry_chips, 0)
    assert (back.account, back.chips, back.after) == (purse, cup.entry_chips, 20)

    done = client.post(asked.request["PATH_INFO"] + f"?tournament={cup.pk}", follow=True)
    cup.refresh_from_db()
    purse.refresh_from_db()
    assert "Cup is cancelled; all fees went back." in done.content.decode()
    assert (cup.status, purse.balance) == (TournamentStatus.CANCELLED, 20)
    again = client.get(asked.request["PATH_INFO"] + f"?tournament={cup.pk}").content.decode()
    assert "Cancel for good" not in again


@pytest.mark.django_db
def test_one_that_cannot_start_says_why(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cup = announce(client, club, "Cup")

    page = press_start(client, cup)

    assert "needs at least two entrants" in page


@pytest.mark.django_db
def test_an_organiser_sees_only_their_clubs_tournaments() -> None:
    for username in ("batt", "nora"):
        club, owner = club_of(username)
        client = Client()
        client.force_login(owner)
        announce(client, club, f"Cup of {username}")

    page = client.get(reverse(LIST)).content.decode()

    assert "Cup of nora" in page
    assert "batt" not in page


@pytest.mark.django_db
def test_an_organiser_sees_to_order_at_the_tables_of_their_tournaments(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    cup = announce(client, club, "Cup")
    for name in ("Con", "Batt"):
        enter(cup, member=walk_in(club, name=name, at=AT), at=AT)
    press_start(client, cup)
    table = Table.objects.get(round_table__round__tournament=cup)
    advance_table(table.pk, at=database_now())
    orders: list[tuple[str, int, dict[str, Any]]] = [
        ("table", table.pk, {"action": "pause"}),
        ("deal", Deal.objects.get().pk, {"action": "void", "reason": "Why"}),
    ]

    stranger = Client()
    stranger.force_login(club_of("daisy")[1])
    for whose, is_done in ((stranger, False), (client, True)):
        for model, pk, form in orders:
            address = reverse(f"admin:games_{model}_changelist")
            whose.post(address, form | {"_selected_action": [pk]})
        table.refresh_from_db()
        assert (table.paused_at is not None) == is_done
        assert (Deal.objects.get().voided_at is not None) == is_done
        seats = whose.get(reverse("admin:games_seat_changelist")).content.decode()
        assert ("Cup, round 1" in seats) == is_done


@pytest.mark.django_db
def test_the_list_asks_as_much_for_many_as_for_one(client: Client) -> None:
    club, owner = club_of("nora")
    client.force_login(owner)
    counts = []
    for number in (1, 2, 3):
        announce(client, club, f"Cup {number}")
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(LIST))
        counts.append(len(queries))

    assert counts[1] == counts[2]


@pytest.mark.django_db
def test_nobody_moves_a_tournaments_playing_chips_by_hand(admin_client: Client) -> None:
    """Its standings are counted from them; an operator's adjustment made a winner."""
    club, _ = club_of("nora")
    cup = announce(admin_client, club, "Cup")
    for name in ("Ann", "Ben"):
        enter(cup, member=walk_in(club, name=name, at=AT), at=AT)
    start(cup, at=database_now())
    purse = alone(cup.entrants.earliest("pk")).purse
    accounts = Account.objects.filter(book=cup.book).order_by("pk")
    held = dict(accounts.values_list("pk", "balance"))

    for way in WAYS:
        address = f"{reverse('admin:ledger_account_by_hand', args=[way])}?row={purse.pk}"
        order = {"chips": 1, "way": "gains", "memo": "why", "order": uuid4(), "post": "1"}
        page = admin_client.post(address, order, follow=True)
        assert "its standings are counted from them" in unescape(page.content.decode())
    page = admin_client.get(reverse("admin:ledger_account_change", args=[purse.pk]))
    assert "its standings are counted from them" in unescape(page.content.decode())

    assert dict(accounts.values_list("pk", "balance")) == held


@pytest.mark.django_db
@pytest.mark.parametrize(("sent", "minutes"), [({}, 5), ({"check_in_grace_minutes": 0}, 0)])
def test_the_grace_is_five_minutes_or_as_it_is_sent(
    client: Client, sent: dict[str, int], minutes: int
) -> None:
    club, owner = club_of("Nell")
    client.force_login(owner)

    client.post(ADD, announcement(club, "Cup") | sent)

    assert Tournament.objects.get().check_in_grace_minutes == minutes
