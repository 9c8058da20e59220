"""Dry runs of a night: they tell what then happens, change nothing, and ring no stream."""

from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.members import walk_in
from clubs.models import Club, Member, Night, NightPlace
from clubs.rehearsing import rehearse, taken_back
from clubs.rounds import open_tables
from games.engine import HouseRules, Ruleset
from games.evening.result import Result
from games.play.by_hand import record_deal
from games.seat_numbers import SeatNumber
from ledger.models import Account, Receipt, Transfer
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, guests, open_night_with, owner_of


@pytest.fixture
def club(db: None) -> Club:
    rules = Ruleset.of(HouseRules.from_json({"unclaimed_pool": "split"}))
    return ClubFactory.create(name="Ballyduff", rules=rules)


class Hall:
    """Two tables of four with chips in their pools, and Larry, who waits for a seat."""

    def __init__(self, club: Club, *, is_open: bool = True) -> None:
        self.people: list[Member] = guests(club, 8)
        night = open_night_with(club, self.people, table_size=4, buy_in_chips=10)
        self.night: Night = seat_night(night, rounds=2, seed=1)
        self.caller = Caller(owner_of(club))
        if not is_open:
            return
        open_tables(self.night, at=AT)
        for laid in self.night.rounds.playing().tables():
            assert laid.table is not None
            record_deal(laid.table, Result(kind="spoilt", dealer=SeatNumber(0)), number=1, at=AT)
        self.larry: Member = walk_in(club, name="Late Larry", at=AT)
        check_in(self.night, [self.larry], at=AT)

    def at(self, number: int) -> list[Member]:
        places = NightPlace.objects.filter(round__in=self.night.rounds.playing())
        there = places.filter(table__number=number, seat__cashed_chips=None).taken()
        return [one.attendance.member for one in there.told().round_the_tables()]

    def order(self, step: str, key: str = "", **body: Any) -> Any:
        answer = self.caller.order(f"nights/{self.night.pk}/{step}", body, key=key)
        assert answer.status_code == 200, answer.data
        return answer.data

    def told(self) -> Any:
        return self.caller.get(f"/api/v1/nights/{self.night.pk}").json()


def balances(club: Club) -> dict[int, int]:
    accounts = Account.objects.filter(book=club.book_id)
    return dict(accounts.values_list("pk", "balance"))


def seated(tables: list[dict[str, Any]]) -> dict[int, list[int]]:
    """By table who has a place there now."""
    now = {
        table["number"]: [
            one["member"]
            for one in table["places"]
            if one["left_at"] is None and one["result"] is None
        ]
        for table in tables
    }
    return {number: people for number, people in now.items() if people}


STEPS = [
    *("join", "another-table", "leave-table", "move", "bring-chips"),
    *("end-round", "next-round", "close"),
]


def body_of(hall: Hall, step: str) -> dict[str, Any]:
    larry, someone, another = hall.larry.pk, hall.at(1)[0].pk, hall.at(1)[1].pk
    bodies: dict[str, dict[str, Any]] = {
        "join": {"members": [larry], "table": 2, "after": hall.at(2)[0].pk},
        "another-table": {"members": [larry, someone]},
        "leave-table": {"members": [someone], "goes_home": True},
        "move": {"member": another, "table": 2},
        "bring-chips": {"member": another, "chips": 3},
        "end-round": {"round": 1},
        "next-round": {"round": 1},
        "close": {},
    }
    if step == "another-table":
        hall.order("leave-table", members=[someone])
    return bodies[step]


@pytest.mark.parametrize("step", STEPS)
def test_a_dry_run_tells_what_then_happens(club: Club, step: str) -> None:
    hall = Hall(club)
    body = body_of(hall, step)
    before = balances(club)
    tried = hall.order(step, key="the-order", **body, dry_run=True)
    assert balances(club) == before

    done = hall.order(step, key="the-order", **body)

    changed = {pk: chips - before.get(pk, 0) for pk, chips in balances(club).items()}
    assert sorted(one["chips"] for one in tried["moved"]) == sorted(filter(None, changed.values()))
    assert sum(one["chips"] for one in tried["moved"]) == 0
    purses = {one.pk: one.purse.balance for one in club.members.select_related("purse")}
    for one in tried["moved"]:
        if one["kind"] == "purse":
            assert one["balance"] == purses[one["member"]]
    assert tried["status"] == done["status"]
    playing = [one for one in done["rounds"] if one["status"] == "playing"]
    expected = [seated(one["tables"]) for one in playing]
    assert ([seated(tried["round"]["tables"])] if tried["round"] else []) == expected
    here = {one["member"] for one in done["attendances"] if one["checked_in_at"]}
    sitting = {one for tables in expected for people in tables.values() for one in people}
    assert {one["member"] for one in tried["waiting"]} == here - sitting


@pytest.mark.parametrize("step", STEPS)
def test_a_dry_run_changes_nothing_and_rings_no_stream(
    club: Club, step: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    hall = Hall(club)
    body = body_of(hall, step)
    before = (hall.told(), balances(club), Transfer.objects.count(), Receipt.objects.count())

    with django_capture_on_commit_callbacks() as rung:
        hall.order(step, **body, dry_run=True)

    assert rung == []
    after = (hall.told(), balances(club), Transfer.objects.count(), Receipt.objects.count())
    assert after == before


def test_what_people_bring_is_told_by_name_before_tables_open(club: Club) -> None:
    hall = Hall(club, is_open=False)
    tried = hall.order("open-tables", dry_run=True)

    purses = [one for one in tried["moved"] if one["kind"] == "purse"]
    assert [(one["name"], one["chips"], one["balance"]) for one in purses] == [
        (f"Guest {number}", -10, 10) for number in range(8)
    ]
    stacks = [one for one in tried["moved"] if one["kind"] == "stack"]
    assert [(one["table"], one["chips"]) for one in stacks] == [(1, 10)] * 4 + [(2, 10)] * 4
    assert {one["member"] for one in stacks} == {one.pk for one in hall.people}
    assert tried["round"]["number"] == 1
    assert hall.told()["status"] == "seated"


def test_a_pool_is_told_with_its_table(club: Club) -> None:
    hall = Hall(club)
    tried = hall.order("close", dry_run=True)

    pools = [one for one in tried["moved"] if one["kind"] == "pool"]
    assert [(one["table"], one["balance"], one["member"]) for one in pools] == [
        (1, 0, None),
        (2, 0, None),
    ]
    assert (tried["status"], tried["round"]) == ("closed", None)


def test_a_dry_run_is_refused_as_the_order_would_be(club: Club) -> None:
    hall = Hall(club)
    path = f"nights/{hall.night.pk}/move"
    body = {"member": hall.larry.pk, "table": 2}
    answers = [hall.caller.order(path, body | {"dry_run": dry_run}) for dry_run in (True, False)]

    assert [one.status_code for one in answers] == [409, 409]
    assert answers[0].data["detail"] == answers[1].data["detail"]


def test_only_what_this_rehearsal_moved_is_told(club: Club) -> None:
    """Transfers of the same transaction before it are not."""
    hall = Hall(club)
    told = rehearse(hall.night, lambda: None)

    assert told.moved == []
    assert [one.member for one in told.waiting] == [hall.larry]


def test_what_is_refused_after_it_was_done_is_taken_back_as_well(club: Club) -> None:
    with pytest.raises(ZeroDivisionError):
        taken_back(lambda: (walk_in(club, name="Nobody", at=AT), 1 // 0))

    assert not club.members.filter(player__name="Nobody").exists()
