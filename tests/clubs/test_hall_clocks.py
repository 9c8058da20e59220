"""Two halls in two time zones: each row tells and takes its own hall's time."""

import csv
import io
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from clubs.chips import exchange_chips
from clubs.members import add_member
from clubs.models import Club, Night, Player, Role
from clubs.nights import plan_night
from deploy.rest.clock import database_now
from deploy.rest.moments import EARLIEST
from ledger.by_hand import Direction
from ledger.charts import balances
from ledger.models import Transfer
from ledger.statements import statement
from tests.clubs.factories import AT, ClubFactory, owner_of
from tests.clubs.forms import form_in, form_on
from tests.tournaments.cups import announce
from tournaments.models import Tournament

DUBLIN, NEW_YORK = ZoneInfo("Europe/Dublin"), ZoneInfo("America/New_York")
EIGHT = datetime(2090, 1, 8, 20, tzinfo=NEW_YORK)
FIRST, SECOND = datetime(2027, 10, 31, 0, 30, tzinfo=UTC), datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
"""The clocks of Dublin show 01:30 twice in this night."""


@pytest.fixture
def dublin(db: None) -> Club:
    return ClubFactory.create(name="Liberties", time_zone="Europe/Dublin")


@pytest.fixture
def new_york(dublin: Club) -> Club:
    """The second club of the same owner."""
    return ClubFactory.create(name="Woodside", time_zone="America/New_York", owner=owner_of(dublin))


@pytest.fixture
def organiser(new_york: Club, client: Client) -> Client:
    client.force_login(owner_of(new_york))
    return client


def page_of(row: Any) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def read(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_a_night_planned_for_eight_is_at_eight_in_its_own_hall(
    organiser: Client, new_york: Club
) -> None:
    address = reverse("admin:clubs_night_add")
    form = form_on(organiser, f"{address}?club={new_york.pk}")

    answer = organiser.post(
        address,
        {**form, "club": str(new_york.pk), "starts_at_0": "2090-01-08", "starts_at_1": "20:00"},
    )

    assert answer.status_code == 302
    assert Night.objects.get().starts_at == EIGHT


def test_the_page_of_a_night_shows_takes_and_names_the_time_of_its_hall(
    organiser: Client, new_york: Club
) -> None:
    night = plan_night(new_york, at=AT, starts_at=EIGHT)
    page = read(organiser, page_of(night))
    form = form_in(page, "night")

    assert (form["starts_at_0"], form["starts_at_1"]) == ("08/01/2090", "20:00:00")
    assert "Times on this page are of America/New_York." in page
    organiser.post(page_of(night), {**form, "starts_at_1": "21:00"})
    night.refresh_from_db()
    assert night.starts_at == EIGHT.replace(hour=21)


def test_a_page_of_the_readers_own_hall_names_no_zone(organiser: Client, dublin: Club) -> None:
    night = plan_night(dublin, at=AT, starts_at=EIGHT)

    assert "Times on this page are of" not in read(organiser, page_of(night))


def test_lists_tell_each_row_by_its_own_clock(
    organiser: Client, dublin: Club, new_york: Club
) -> None:
    plan_night(new_york, at=AT, starts_at=EIGHT)
    plan_night(dublin, at=AT, starts_at=datetime(2090, 1, 9, 19, tzinfo=DUBLIN))
    announce(new_york, starts_at=EIGHT)

    nights = read(organiser, reverse("admin:clubs_night_changelist"))
    cups = read(organiser, reverse("admin:tournaments_tournament_changelist"))

    assert "8 Jan 2090, 8 p.m. (America/New_York)" in nights
    assert "9 Jan 2090, 7 p.m.<" in nights
    assert "8 Jan 2090, 8 p.m. (America/New_York)" in cups


def test_a_tournament_is_announced_by_the_clock_of_its_hall(
    organiser: Client, new_york: Club
) -> None:
    cup = announce(new_york, starts_at=EIGHT)
    form = form_on(organiser, page_of(cup))

    assert form["starts_at_1"] == "20:00:00"
    assert organiser.post(page_of(cup), {**form, "starts_at_1": "19:30"}).status_code == 302
    assert Tournament.objects.get().starts_at == EIGHT.replace(hour=19, minute=30)


@pytest.mark.parametrize("moment", [FIRST, SECOND], ids=["first", "second"])
def test_an_hour_that_comes_twice_is_kept_and_saved_again(
    organiser: Client, dublin: Club, moment: datetime
) -> None:
    night = plan_night(dublin, at=AT, starts_at=moment)
    form = form_on(organiser, page_of(night))

    answer = organiser.post(page_of(night), {**form, "venue": "Parish hall"})

    night.refresh_from_db()
    assert answer.status_code == 302
    assert (night.starts_at, night.venue) == (moment, "Parish hall")


def test_an_hour_that_comes_twice_is_asked_for_and_changed(organiser: Client, dublin: Club) -> None:
    night = plan_night(dublin, at=AT, starts_at=EIGHT)
    form = form_on(organiser, page_of(night))
    sent = {**form, "starts_at_0": "2027-10-31", "starts_at_1": "01:30"}

    asked = organiser.post(page_of(night), sent).content.decode()
    assert "On 31 October 2027 the clocks show 01:30 twice." in asked
    assert 'name="starts_at_2"' in asked

    for which, moment in (("second", SECOND), ("first", FIRST)):
        form = form_on(organiser, page_of(night)) | {**sent, "starts_at_2": which}
        form["seen"] = form_on(organiser, page_of(night))["seen"]
        assert organiser.post(page_of(night), form).status_code == 302
        night.refresh_from_db()
        assert night.starts_at == moment


def test_a_time_that_the_clocks_leave_out_is_refused(organiser: Client, dublin: Club) -> None:
    night = plan_night(dublin, at=AT, starts_at=EIGHT)
    sent = {"starts_at_0": "2027-03-28", "starts_at_1": "01:30"}

    answer = organiser.post(page_of(night), form_on(organiser, page_of(night)) | sent)

    assert "On 28 March 2027 there is no 01:30" in answer.content.decode()


def test_the_sentence_of_a_tournament_asks_which_of_the_two(
    organiser: Client, dublin: Club
) -> None:
    address = reverse("tournament-desk-new")
    form = organiser.get(address).context["form"]
    given = {name: field.initial for name, field in form.fields.items() if field.initial}
    sent = {**given, "club": dublin.pk, "name": "Late Cup", "date": "2027-10-31", "time": "01:30"}

    assert 'name="which"' in organiser.post(address, sent).content.decode()
    assert organiser.post(address, {**sent, "which": "second"}).status_code == 302
    assert Tournament.objects.get().starts_at == SECOND


def test_page_sheet_chart_and_api_of_a_line_tell_one_moment(
    organiser: Client, new_york: Club
) -> None:
    owner: Player = owner_of(new_york)
    member = add_member(new_york, name="Con", role=Role.MEMBER, at=AT)
    exchange_chips(member, Direction.ISSUE, chips=20, key="k", actor=owner, at=database_now())
    happened = Transfer.objects.order_by("-pk")[0].effective_at
    local = happened.astimezone(NEW_YORK)
    account = member.purse_id

    def admin(ending: str) -> str:
        address = reverse("admin:ledger_account_statement", args=[account, ending])
        answer = organiser.get(address)
        body = b"".join(answer) if answer.streaming else answer.content
        return body.decode(errors="replace")

    [heading, *_, line, _] = csv.reader(io.StringIO(admin("csv").lstrip("\ufeff")))
    assert heading[0] == "when (America/New_York)"
    assert line[0] == f"{local:%Y-%m-%d %H:%M}"
    assert f"{local:%H:%M}" in admin("html")
    assert "times of America/New_York" in admin("svg")
    stated = statement(member.purse, since=EARLIEST, until=database_now(), zone=NEW_YORK)
    assert balances(stated)[-1] == (happened, stated.closing_chips)
    answer = organiser.get(f"/api/v1/accounts/{account}/statement.csv")
    by_api = b"".join(answer) if answer.streaming else answer.content
    assert f"{local:%Y-%m-%d %H:%M}" in by_api.decode()
    told = organiser.get(f"/api/v1/accounts/{account}/statement").json()["results"][-1]
    assert datetime.fromisoformat(told["at"]) == happened
