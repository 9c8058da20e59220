"""The API of clubs: who may look, who may do, and an evening run by a program."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from clubs.members import walk_in
from clubs.models import Attendance, Club, Member, Night, NightStatus, Player, Role
from clubs.nights import close_night, plan_night
from tests.clubs.callers import MEMBER, ORGANISER, OWNER, STRANGER, Caller
from tests.clubs.factories import (
    AT,
    ClubFactory,
    PlayerFactory,
    guests,
    open_night_with,
)


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


@pytest.mark.parametrize(
    ("who", "status"), [(OWNER, 200), (ORGANISER, 200), (MEMBER, 200), (STRANGER, 404)]
)
def test_who_may_look(club: Club, callers: dict[str, Caller], who: str, status: int) -> None:
    night, member = plan_night(club, at=AT, starts_at=AT), club.members.earliest("pk")
    caller = callers[who]
    paths = [f"clubs/{club.pk}", f"members/{member.pk}", f"nights/{night.pk}"]

    assert [caller.get(f"/api/v1/{path}").status_code for path in paths] == [status] * 3
    lists = [
        caller.get(f"/api/v1/{path}").data["results"] for path in ("clubs", "members", "nights")
    ]
    assert [bool(rows) for rows in lists] == [status == 200] * 3


@pytest.mark.parametrize(
    ("who", "status"), [(OWNER, 200), (ORGANISER, 200), (MEMBER, 403), (STRANGER, 404)]
)
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("nights/{night}/open", {}),
        ("nights/{night}/close", {}),
        ("members/{member}/issue", {"chips": 5}),
        ("members/{member}/redeem", {"chips": 5}),
        ("members/{member}/leave", {}),
    ],
)
def test_who_may_do(
    club: Club, callers: dict[str, Caller], who: str, status: int, path: str, body: dict[str, Any]
) -> None:
    night, [member] = plan_night(club, at=AT, starts_at=AT), guests(club, 1)
    answer = callers[who].order(path.format(night=night.pk, member=member.pk), body)

    assert answer.status_code == status
    member.purse.refresh_from_db()
    assert (member.purse.balance == 20) == (status != 200 or "chips" not in body)


@pytest.mark.parametrize("who", [MEMBER, STRANGER])
def test_only_organisers_plan_and_take_members(
    club: Club, callers: dict[str, Caller], who: str
) -> None:
    """Whoever sees nothing of the club is told of none."""
    for path, body in (
        ("nights", {"club": club.pk, "starts_at": "2090-11-28T20:00:00Z"}),
        ("members", {"club": club.pk, "name": "Con"}),
    ):
        answer = callers[who].order(path, body)
        assert answer.status_code == {MEMBER: 403, STRANGER: 404}[who]


def test_nobody_asks_without_a_name(club: Club) -> None:
    assert APIClient().get(f"/api/v1/clubs/{club.pk}").status_code == 401


def test_a_night_says_how_its_tables_are_played_online(club: Club, organiser: Caller) -> None:
    plan = {"turn_seconds": 20, "time_bank_seconds": 120, "pause_seconds": 9}
    plan["reveals_each_deal"] = True
    plan["spectator_delay_seconds"] = 30
    night = organiser.order(
        "nights", {"club": club.pk, "starts_at": "2090-11-28T20:00:00Z", "mode": "online"} | plan
    ).data
    members = [
        organiser.order("members", {"club": club.pk, "name": name}).data["id"]
        for name in ("Con", "Peg")
    ]
    organiser.order(f"nights/{night['id']}/open")
    organiser.order(f"nights/{night['id']}/check-in", {"members": members})
    organiser.order(f"nights/{night['id']}/seat")
    opened = organiser.order(f"nights/{night['id']}/open-tables").data

    table = organiser.get(f"/api/v1/tables/{opened['tables'][0]['table']}").data
    for told in (night, opened, table):
        assert {name: told[name] for name in plan} == plan
    assert [seat["bank_seconds"] for seat in table["seats"]] == [120, 120]


def test_an_evening_run_by_a_program(club: Club, organiser: Caller) -> None:
    night = organiser.order(
        "nights", {"club": club.pk, "starts_at": "2090-11-28T20:00:00Z", "table_size": 4}
    ).data["id"]
    members = [
        organiser.order("members", {"club": club.pk, "name": f"Guest {n}"}).data["id"]
        for n in range(7)
    ]
    steps = [
        organiser.order(f"nights/{night}/open"),
        organiser.order(f"nights/{night}/check-in", {"members": members}),
        organiser.order(f"nights/{night}/welcome", {"name": "Late Larry"}),
        organiser.order(f"nights/{night}/seat"),
        organiser.order(f"nights/{night}/open-tables"),
        organiser.order(f"nights/{night}/close"),
    ]

    assert [step.status_code for step in steps] == [200] * 6
    assert [step.data["status"] for step in steps] == [
        *("open", "open", "open", "seated", "playing", "closed"),
    ]
    seated = steps[3].data["attendances"]
    assert sorted((one["table"], one["seat"]) for one in seated) == [
        (table, seat) for table in (1, 2) for seat in range(4)
    ]
    [drawn], [played] = steps[3].data["rounds"], steps[5].data["rounds"]
    assert (drawn["number"], drawn["status"], played["status"]) == (1, "drafted", "finished")
    told = [one for table in drawn["tables"] for one in table["places"]]
    assert sorted(one["member"] for one in told) == sorted(one["member"] for one in seated)
    results = [one["result"] for table in played["tables"] for one in table["places"]]
    assert ([one["result"] for one in told], results) == ([None] * 8, [0] * 8)
    assert [one["table"] for one in steps[3].data["tables"]] == [None, None]
    assert None not in [one["table"] for one in steps[4].data["tables"]]


def test_rounds_run_by_a_program(club: Club, organiser: Caller) -> None:
    night = open_night_with(club, guests(club, 8), table_size=4).pk
    drawn = organiser.order(f"nights/{night}/seat", {"rounds": 3, "seed": 7}).data
    organiser.order(f"nights/{night}/open-tables")
    orders = [("next-round", 1), ("next-round", 1), ("end-round", 2)]
    steps = [organiser.order(f"nights/{night}/{step}", {"round": n}) for step, n in orders]

    assert [(one["seed"], one["status"]) for one in drawn["rounds"]] == [(7, "drafted")] * 3
    assert [step.status_code for step in steps] == [200, 409, 200]
    assert steps[1].data["code"] == "wrong_round"
    told = steps[2].data
    assert told["status"] == "seated"
    assert [one["status"] for one in told["rounds"]] == ["finished", "finished", "drafted"]
    [third] = [one for one in told["rounds"] if one["status"] == "drafted"]
    assert third["repeat_meetings"] == len(third["meets_again"]) >= third["least_repeats"]
    tables = {
        frozenset(place["member"] for place in table["places"]): number
        for number, table in enumerate(third["tables"])
    }
    name_of = {one["member"]: one["name"] for one in told["attendances"]}
    for again in third["meets_again"]:
        assert any(set(again["members"]) <= table for table in tables)
        assert again["times"] in (1, 2)
        assert again["names"] == [name_of[member] for member in again["members"]]


@pytest.mark.parametrize("body", [{"rounds": 0}, {"rounds": 31}, {"seed": -1}, {"seed": 2**63}])
def test_impossible_draws_are_refused(club: Club, organiser: Caller, body: dict[str, int]) -> None:
    night = open_night_with(club, guests(club, 4))
    answer = organiser.order(f"nights/{night.pk}/seat", body)

    assert (answer.status_code, list(answer.data["errors"])) == (400, list(body))


def test_a_repeated_order_is_carried_out_once(club: Club, organiser: Caller) -> None:
    """Chips are handed out once for one key, and another order needs another key."""
    [member] = guests(club, 1)
    path = f"members/{member.pk}/issue"
    answers = [organiser.order(path, {"chips": 30}, key="one") for _ in range(2)]
    other = organiser.order(path, {"chips": 31}, key="one")
    member.purse.refresh_from_db()

    assert [answer.status_code for answer in answers] == [200, 200]
    assert other.status_code == 422
    assert member.purse.balance == 50


@pytest.mark.parametrize(
    "path", ["members/{member}/issue", "nights/{night}/open-tables", "nights/{night}/welcome"]
)
def test_what_moves_chips_needs_a_key(club: Club, organiser: Caller, path: str) -> None:
    night, [member] = plan_night(club, at=AT, starts_at=AT), guests(club, 1)
    answer = organiser.post(f"/api/v1/{path.format(night=night.pk, member=member.pk)}", {})

    assert (answer.status_code, answer.data["code"]) == (400, "idempotency_key_missing")


def test_refusals_say_what_to_do(club: Club, organiser: Caller) -> None:
    night = plan_night(club, at=AT, starts_at=AT)
    early = organiser.order(f"nights/{night.pk}/seat")
    member = club.members.get(role=Role.OWNER)
    too_many = organiser.order(f"members/{member.pk}/redeem", {"chips": 21})

    assert (early.status_code, early.data["code"]) == (409, "wrong_moment")
    assert "open it for check-in first" in early.data["detail"]
    assert (too_many.status_code, too_many.data["code"]) == (409, "overdrawn")


def test_a_member_answers_for_themselves(club: Club, callers: dict[str, Caller]) -> None:
    night = plan_night(club, at=AT, starts_at=AT)
    answer = callers[MEMBER].order(f"nights/{night.pk}/answer", {"answer": "maybe"})

    assert answer.status_code == 200
    attendance = Attendance.objects.get(night=night)
    assert (attendance.member.player, attendance.answer) == (callers[MEMBER].player, "maybe")


def test_a_plan_is_changed_in_part(club: Club, organiser: Caller) -> None:
    night = plan_night(club, at=AT, starts_at=AT, venue="Parish hall", table_size=6)
    path = f"nights/{night.pk}"
    answer = organiser.change(path, {"table_size": 4, "capacity": 40})
    unknown = organiser.change(path, {"colour": "green"})

    assert (answer.data["table_size"], answer.data["venue"]) == (4, "Parish hall")
    assert (unknown.status_code, list(unknown.data["errors"])) == (400, ["colour"])


def test_roles_are_an_owners_to_give(club: Club, callers: dict[str, Caller]) -> None:
    [guest] = guests(club, 1)
    refused, given = (
        callers[who].change(f"members/{guest.pk}", {"role": "organiser"})
        for who in (ORGANISER, OWNER)
    )

    assert (refused.status_code, refused.data["code"]) == (403, "permission_denied")
    assert given.data["role"] == "organiser"


def test_another_clubs_member_is_not_checked_in(club: Club, organiser: Caller) -> None:
    stranger = ClubFactory.create().members.get()
    night = open_night_with(club, [])
    answer = organiser.order(f"nights/{night.pk}/check-in", {"members": [stranger.pk]})

    assert answer.status_code == 404
    assert f"no member {stranger.pk}" in answer.data["detail"]


def test_operators_open_clubs(club: Club, callers: dict[str, Caller]) -> None:
    operator = Caller(PlayerFactory.create(is_superuser=True))
    body = {"name": "Causeway", "preset": "standard", "house_rules": {"stake": 3}}
    opened, refused = operator.order("clubs", body), callers[OWNER].order("clubs", body)
    impossible = operator.order("clubs", {"name": "Lixnaw", "house_rules": {"stakes": 3}})

    assert (opened.status_code, opened.data["role"]) == (201, "owner")
    assert opened.data["house_rules"]["stake"] == 3
    assert refused.status_code == 403
    assert (impossible.status_code, impossible.data["code"]) == (422, "impossible_rules")


@pytest.mark.parametrize(
    ("who", "sees"), [(OWNER, "all"), (ORGANISER, "all"), (MEMBER, "own"), (STRANGER, "none")]
)
def test_whose_accounts_one_sees(
    club: Club, callers: dict[str, Caller], who: str, sees: str
) -> None:
    seen = callers[who].get("/api/v1/accounts").data["results"]
    purse = Member.objects.get(player=callers[MEMBER].player).purse
    entries = callers[who].get(f"/api/v1/accounts/{purse.pk}/entries")

    kinds = sorted(account["kind"] for account in seen)
    assert (
        kinds == {"all": ["bank", "correction", *["purse"] * 4], "own": ["purse"], "none": []}[sees]
    )
    assert entries.status_code == (404 if sees == "none" else 200)


def test_entries_in_plain_words_latest_first(club: Club, callers: dict[str, Caller]) -> None:
    member = Member.objects.get(player=callers[MEMBER].player)
    night = open_night_with(club, [member, *guests(club, 1)])
    path = f"nights/{night.pk}"
    for step in ("seat", "open-tables", "close"):
        callers[OWNER].order(f"{path}/{step}")
    entries = f"/api/v1/accounts/{member.purse_id}/entries"
    first = callers[MEMBER].get(f"{entries}?limit=2").data
    last = callers[MEMBER].get(first["next"]).data
    before = callers[MEMBER].get(f"{entries}?until=2020-01-01T00:00:00Z").data

    lines = [entry["words"] for page in (first, last) for entry in page["results"]]
    assert [line.split(",")[0] for line in lines] == [
        "Took 20 home from a table",
        "Brought 20 to a table",
        "Received 20 from the club",
    ]
    assert first["results"][0]["balance_after"] == 20
    assert before["results"] == []


def test_lists_ask_as_much_for_many_rows_as_for_few(club: Club, callers: dict[str, Caller]) -> None:
    counts: list[list[int]] = []
    for _ in range(2):
        for member in guests(club, 3):
            close_night(open_night_with(club, [member]), at=AT)
        counts.append([asked(callers[OWNER], path) for path in ("members", "nights", "accounts")])
    night = open_night_with(club, guests(club, 2))
    few = asked(callers[OWNER], f"nights/{night.pk}")
    other = open_night_with(club, guests(club, 12))

    assert counts[0] == counts[1]
    assert asked(callers[OWNER], f"nights/{other.pk}") == few


def asked(caller: Caller, path: str) -> int:
    """How many queries it takes."""
    with CaptureQueriesContext(connection) as queries:
        assert caller.get(f"/api/v1/{path}").status_code == 200
    return len(queries)


def test_nights_are_found_by_club_status_and_time(club: Club, organiser: Caller) -> None:
    old = close_night(plan_night(club, at=AT, starts_at=AT), at=AT)
    plan_night(club, at=AT, starts_at=AT.replace(year=2027))

    def found(query: str) -> list[int]:
        return [one["id"] for one in organiser.get(f"/api/v1/nights?{query}").data["results"]]

    assert found(f"club={club.pk}&status=closed") == [old.pk]
    assert found("until=2026-12-31T00:00:00Z") == [old.pk]
    assert found(f"club={club.pk + 1}") == []
    assert Night.objects.filter(status=NightStatus.PLANNED).count() == 1


def test_guests_are_no_accounts_to_log_in_with(club: Club, organiser: Caller) -> None:
    member = organiser.order("members", {"club": club.pk, "name": "Con", "role": "guest"}).data
    player = walk_in(club, name="Con", at=AT).player

    assert not Player.objects.get(pk=member["player"]["id"]).has_usable_password()
    assert player.username == "con-2"
