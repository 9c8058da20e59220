"""What people who come by a link try, and what the door says."""

from typing import Any

import pytest

from clubs.draws import seat_night
from clubs.models import Attendance, LinkPurpose, Member, Night, NightDeed
from clubs.rounds import next_round, open_tables
from games.bots import FIRST_BOT
from games.models import Deal, Mode, ResultEntry, Table
from games.play.advance import advance_table
from ledger.models import Receipt
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with
from tests.clubs.halls import Hall
from tests.clubs.link_bearers import Bearer, bearer, given

DOOR, HALL, SCORER = LinkPurpose.DOOR, LinkPurpose.HALL, LinkPurpose.SCORER
SPOILT = {"kind": "spoilt", "dealer": 0}
WON = {"kind": "won", "winner": 2, "dealer": 0}

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def night() -> Night:
    """One that is open for check-in, with two people here."""
    club = ClubFactory.create()
    return open_night_with(club, guests(club, 2))


def statuses(browser: Bearer, *paths: str) -> set[int]:
    return {browser.ask(path).status_code for path in paths}


# --- A door link -------------------------------------------------------------------------------


def test_a_door_link_checks_people_in_and_out_and_the_log_names_it(night: Night) -> None:
    link, secret = given(night, DOOR)
    browser, path = Bearer(secret), f"nights/{night.pk}"
    [late] = guests(night.club, 3)[2:]

    people = browser.ask(f"{path}/door").data["people"]
    answers = [
        browser.order(f"{path}/check-in", {"members": [late.pk]}),
        browser.order(f"{path}/welcome", {"name": "Nora"}),
        browser.order(f"{path}/check-out", {"member": late.pk}),
    ]

    assert [one.status_code for one in answers] == [200, 200, 200], answers
    assert {one["member"] for one in people} >= {late.pk}
    assert people[0].keys() == {"member", "name", "answer", "checked_in_at"}, "no chips"
    deeds = NightDeed.objects.filter(night=night, link=link).order_by("number")
    assert [deed.kind for deed in deeds] == ["check_in", "welcome", "check_out"]
    assert {deed.by_id for deed in deeds} == {link.giver_id}
    assert Attendance.objects.filter(member__player__name="Nora").exists()


def test_a_door_link_finds_nothing_else(hall: Hall) -> None:
    browser, own = bearer(hall.night, DOOR), hall.members[0]
    other = open_night_with(hall.club, [])

    nothing = statuses(
        browser,
        *("members", f"members/{own.pk}", f"clubs/{hall.club.pk}", "clubs", "invitations"),
        *(f"nights/{other.pk}", f"nights/{other.pk}/door", f"nights/{hall.night.pk}/links"),
        *("tables", f"tables/{hall.table.pk}", f"tables/{hall.table.pk}/results", "deals"),
        *("accounts", f"accounts/{own.purse_id}", "ratings", "records", "rules/options"),
        *("tournaments", "free-tables", "history", f"nights/{hall.night.pk}/rules"),
    )
    refused = {
        browser.order(path, body).status_code
        for path, body in (
            (f"tables/{hall.table.pk}/results", {"deal": 1, "result": SPOILT}),
            (f"members/{own.pk}/issue", {"chips": 5}),
            (f"nights/{hall.night.pk}/bring-chips", {"member": own.pk, "chips": 5}),
            (f"nights/{hall.night.pk}/links", {"purpose": "scorer"}),
            (f"nights/{hall.night.pk}/close", {}),
            (f"nights/{hall.night.pk}/undo", {"deed": 1}),
            (f"nights/{other.pk}/welcome", {"name": "Nora"}),
            (f"nights/{other.pk}/check-in", {"members": [own.pk]}),
        )
    }

    assert nothing == {404}
    assert refused == {404}
    [seen] = browser.ask("nights").data["results"]
    assert seen["id"] == hall.night.pk


def test_a_door_link_is_told_of_no_chips(hall: Hall) -> None:
    next_round(hall.night, number=1, at=AT)
    browsers = {what: bearer(hall.night, what) for what in (DOOR, HALL)}

    told = {what: one.ask(f"nights/{hall.night.pk}").data for what, one in browsers.items()}

    results = {
        what: {
            place["result"]
            for drawn in night["rounds"]
            for table in drawn["tables"]
            for place in table["places"]
        }
        for what, night in told.items()
    }
    assert results == {DOOR: {None}, HALL: {None, 0}}


def test_a_door_link_lets_no_bot_play_with_anybodys_chips(night: Night) -> None:
    [late] = guests(night.club, 3)[2:]
    browser = bearer(night, DOOR)
    body = {"members": [late.pk], "bot_level": FIRST_BOT}

    answer = browser.order(f"nights/{night.pk}/check-in", body)

    assert answer.status_code == 403
    assert not night.attendances.here().filter(member=late).exists()


def test_a_door_link_checks_in_nobody_of_another_club(night: Night) -> None:
    [stranger] = guests(ClubFactory.create(), 1)

    answer = bearer(night, DOOR).order(f"nights/{night.pk}/check-in", {"members": [stranger.pk]})

    assert answer.status_code == 404


def test_a_link_gets_no_answer_by_a_key_of_its_giver(night: Night) -> None:
    """A key is the sender's own: its giver's answers are not the link's, and the other way."""
    link, secret = given(night, DOOR)
    giver, browser = Caller(link.giver), Bearer(secret)
    other = open_night_with(night.club, [])
    body = {"name": "Nora"}
    assert giver.order(f"nights/{other.pk}/welcome", body, key="guess").status_code == 200

    stolen = browser.order(f"nights/{other.pk}/welcome", body, key="guess")
    own = [browser.order(f"nights/{night.pk}/welcome", {"name": "Con"}, key="x") for _ in range(2)]
    long = browser.order(f"nights/{night.pk}/welcome", {"name": "Peg"}, key="k" * 200)

    assert stolen.status_code == 404
    assert [one.headers.get("Idempotency-Replayed") for one in own] == [None, "true"]
    assert long.status_code == 200
    assert Receipt.objects.filter(actor=link.giver).count() == 3


# --- A hall link -------------------------------------------------------------------------------


def test_a_hall_link_changes_nothing(hall: Hall) -> None:
    browser, path = bearer(hall.night, HALL), f"nights/{hall.night.pk}"
    member = hall.members[0].pk
    before = NightDeed.objects.count()

    found = statuses(browser, path, "tables", f"tables/{hall.table.pk}/results", f"{path}/partners")
    answers = {
        browser.order(address, body).status_code
        for address, body in (
            (f"{path}/check-in", {"members": [member]}),
            (f"{path}/check-out", {"member": member}),
            (f"{path}/welcome", {"name": "Nora"}),
            (f"{path}/answer", {"answer": "going"}),
            (f"{path}/next-round", {"round": 1}),
            (f"tables/{hall.table.pk}/results", {"deal": 1, "result": SPOILT}),
            (f"tables/{hall.table.pk}/totals", {"version": 0, "totals": None}),
            (f"tables/{hall.table.pk}/back", {}),
        )
    }

    assert found == {200}
    assert answers == {403, 404}
    assert NightDeed.objects.count() == before
    assert not Deal.objects.exists()


# --- A scorer's link ---------------------------------------------------------------------------


def entered(browser: Any, table: Table, deal: int, result: dict[str, Any] = SPOILT) -> int:
    body = {"deal": deal, "result": result}
    status: int = browser.order(f"tables/{table.pk}/results", body).status_code
    return status


def corrected(browser: Any, table: Table, deal: int, version: int, result: Any = WON) -> Any:
    one = {"deal": deal, "version": version, "result": result}
    return browser.order(f"tables/{table.pk}/corrections", {"reason": "Paper", "results": [one]})


def test_a_scorers_link_enters_and_corrects_its_own_results(hall: Hall) -> None:
    link, secret = given(hall.night, SCORER, table=1)
    browser = Bearer(secret)

    assert entered(browser, hall.table, 1) == 200
    assert corrected(browser, hall.table, 1, 1).status_code == 200

    entries = ResultEntry.objects.values_list("by", "link_id")
    assert set(entries) == {(link.giver_id, link.pk)}
    deeds = NightDeed.objects.filter(night=hall.night, link=link)
    assert set(deeds.values_list("by", flat=True)) == {link.giver_id}


def test_a_scorers_link_puts_nobody_elses_result_right(hall: Hall) -> None:
    giver, browser = Caller(hall.organiser), bearer(hall.night, SCORER)
    another = bearer(hall.night, SCORER)
    assert entered(giver, hall.table, 1) == 200  # The giver's own is not the link's.
    assert entered(another, hall.table, 2, {"kind": "spoilt"}) == 200
    assert entered(browser, hall.table, 3, {"kind": "spoilt"}) == 200

    tried = [corrected(browser, hall.table, deal, 1, None) for deal in (1, 2)]
    own = corrected(browser, hall.table, 3, 1, {"kind": "won", "winner": 2})
    assert corrected(giver, hall.table, 3, 2, {"kind": "won", "winner": 1}).status_code == 200
    after = corrected(browser, hall.table, 3, 3, {"kind": "won", "winner": 2})

    assert [(one.status_code, one.data["code"]) for one in tried] == [(403, "not_own_entry")] * 2
    assert own.status_code == 200
    assert after.status_code == 403, "the giver had the last word"
    assert list(Deal.objects.standing().values_list("number", flat=True).order_by("number")) == [
        *(1, 2, 3)
    ]


def test_a_scorers_link_moves_no_result_of_others_by_one_that_was_forgotten(hall: Hall) -> None:
    giver, browser = Caller(hall.organiser), bearer(hall.night, SCORER)
    assert entered(giver, hall.table, 1) == 200
    forgotten = {"deal": 1, "version": 1, "result": WON, "is_forgotten": True}
    body = {"reason": "Paper", "results": [forgotten]}

    answer = browser.order(f"tables/{hall.table.pk}/corrections", body)

    assert (answer.status_code, answer.data["code"]) == (403, "not_own_entry")


def test_a_scorers_link_puts_nobody_elses_totals_right(hall: Hall) -> None:
    seats = hall.table.seats.select_related("stack")
    lines = [{"seat": one.number, "deals_won": 1, "chips": one.stack.balance} for one in seats]
    totals = {"deals": len(lines) + 1, "of_seats": lines}
    giver, browser = Caller(hall.organiser), bearer(hall.night, SCORER)
    path = f"tables/{hall.table.pk}/totals"

    first = browser.order(path, {"version": 0, "totals": totals})
    own = browser.order(path, {"version": 1, "totals": None, "reason": "Paper"})
    theirs = giver.order(path, {"version": 2, "totals": totals, "reason": "Paper"})
    tried = browser.order(path, {"version": 3, "totals": None, "reason": "Paper"})

    assert [one.status_code for one in (first, own, theirs)] == [200, 200, 200], first.data
    assert (tried.status_code, tried.data["code"]) == (403, "not_own_entry")


def test_a_scorers_link_for_one_table_finds_no_other(hall: Hall) -> None:
    browser = bearer(hall.night, SCORER, table=2)

    assert statuses(browser, f"tables/{hall.table.pk}", f"tables/{hall.table.pk}/results") == {404}
    assert entered(browser, hall.table, 1) == 404
    assert browser.ask("tables").data["results"] == []
    assert statuses(browser, f"nights/{hall.night.pk}", "nights") == {404}
    assert not Deal.objects.exists()


def test_a_scorers_link_leaves_closed_tables_of_earlier_rounds_alone(hall: Hall) -> None:
    """It goes on with the same table of the next round."""
    browser = bearer(hall.night, SCORER, table=1)
    assert entered(browser, hall.table, 1) == 200

    night = next_round(hall.night, number=1, at=AT)

    assert corrected(browser, hall.table, 1, 1).status_code == 403
    assert entered(browser, hall.table, 2) == 409
    [laid] = night.rounds.playing().tables()
    assert laid.table is not None
    assert entered(browser, laid.table, 1) == 200


def test_a_link_of_a_seated_organiser_shows_nobodys_hand(hall: Hall) -> None:
    """Its giver sits there; it does not."""
    mine = Member.objects.get(club=hall.club, player=hall.organiser)
    night = open_night_with(
        hall.club, [mine, *guests(hall.club, 3)], mode=Mode.ONLINE, buy_in_chips=10
    )
    [laid] = open_tables(seat_night(night), at=AT).rounds.tables()
    assert laid.table is not None
    advance_table(laid.table.pk, at=AT)
    browsers = Caller(hall.organiser), bearer(night, HALL), bearer(night, SCORER)

    hands = [
        browser.get(f"/api/v1/tables/{laid.table_id}").data["deal"]["view"]["hand"]
        for browser in browsers
    ]

    assert [bool(hand) for hand in hands] == [True, False, False]
