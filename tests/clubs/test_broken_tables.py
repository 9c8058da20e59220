"""After a table of a night has broken up: corrections, the rest of the evening, programs."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from clubs.errors import ClubsError, WrongMoment
from clubs.models import Club, DeedKind, Night, NightPlace
from clubs.nights import close_night
from clubs.places import join_table
from clubs.rounds import end_round, next_round
from clubs.undoing import undo
from deploy.rights import Doer
from games.errors import GamesError, PoolPlayedOn
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Table
from games.play.by_hand import record_deal
from games.play.corrections import correct_results
from games.tables.closing import close_tables
from ledger.audit import check_books
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, ClubFactory, owner_of
from tests.clubs.test_breaking_up import CARRY, broken, pool, spoilt
from tests.clubs.test_places import enter, late, playing, sitting
from tests.clubs.test_round_steps import in_all, tables_of
from tests.games.crowds import in_a_thread

LATER = AT + timedelta(minutes=2)


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory.create(name="Ballyduff")


def strike(table: Table, deal: int, by: int) -> None:
    gone = Correction(deal=deal, version=1, result=None)
    correct_results(table, [gone], actor_id=by, reason="Never dealt", at=AT)


def test_results_of_the_broken_table_and_of_the_heir_are_put_right(club: Club) -> None:
    """What would change the pool that went on is refused in words; all else follows."""
    night = playing(club, 8, options=CARRY)
    first, second = tables_of(night, 1)
    enter(first, "won", winner=first.seats.all()[1].number, dealer=0)
    enter(first, "spoilt")
    spoilt(night, 2)
    broken(night, 1, at=AT)
    enter(second, "spoilt")
    by, before = owner_of(club).pk, pool(second)
    with pytest.raises(PoolPlayedOn, match="purse to purse"):
        strike(first, 2, by)
    strike(second, 2, by)
    assert pool(second) == 20
    strike(second, 1, by)

    assert (before, pool(second)) == (10 + 10 + 4 + 8 + 2, 10)
    assert in_all(club) == 9 * 20
    assert check_books() == []


def test_an_evening_goes_on_to_its_end(club: Club) -> None:
    night = playing(club, 11, options=CARRY)
    tables = spoilt(night, 1, 2, 3)
    broken(night, 1, at=AT)
    enter(tables[1], "spoilt")
    broken(night, 2, at=AT)
    enter(tables[2], "won", winner=tables[2].seats.all()[0].number)
    night = end_round(night, number=1, at=AT)
    close_night(night, at=AT)

    assert in_all(club) == 12 * 20
    assert check_books() == []
    assert not NightPlace.objects.filter(seat__cashed_chips=None, seat__isnull=False).exists()


def test_only_while_tables_are_open(club: Club) -> None:
    night = playing(club, 8)
    close_night(night, at=AT)

    with pytest.raises(WrongMoment):
        broken(night, 1)


def test_two_organisers_at_once(own_database: str) -> None:
    """Two tables break up into each other: one of them does, and the other organiser is told."""
    club = ClubFactory.create()
    night = playing(club, 8)

    def part(number: int) -> str:
        try:
            broken(night, number)
        except (ClubsError, GamesError) as refusal:
            return refusal.code
        return "done"

    for numbers in ((1, 2), (1, 1)):
        with ThreadPoolExecutor(2) as threads:
            told = list(threads.map(in_a_thread, [partial(part, one) for one in numbers]))
        if numbers == (1, 2):
            assert sorted(told) == ["done", "no_table"]
    assert sum(len(sitting(night, number)) for number in (1, 2)) == 8
    assert in_all(club) == 9 * 20


def test_the_deed_is_noted_with_what_undoing_it_needs(club: Club) -> None:
    night = playing(club, 8, options=CARRY)
    first, second = spoilt(night, 1)
    people = sitting(night, 1)
    broken(night, 1)
    [deed] = night.deeds.filter(kind=DeedKind.BREAK_UP)

    assert deed.told == {
        "people": [one.pk for one in people],
        "table": 1,
        "pool": 10,
        "heir": 2,
        "waiting": [],
    }
    names = [name for name, *_ in deed.before["effects"]]
    assert names == ["closed", "joined", *["forgot"] * 4, *["came"] * 4]
    assert {f"table:{first.pk}", f"table:{second.pk}"} <= set(deed.keys)


def test_by_a_program(club: Club) -> None:
    organiser, night = Caller(owner_of(club)), playing(club, 12, options=CARRY)
    spoilt(night, 1)
    one, *others = sitting(night, 1)
    path = f"nights/{night.pk}/break-up"
    order: dict[str, Any] = {"table": 1, "places": [{"member": one.pk, "table": 3}]}
    tried = organiser.order(path, {**order, "dry_run": True})

    assert tried.status_code == 200
    assert [table["number"] for table in tried.data["round"]["tables"]] == [2, 3]
    assert tried.data["waiting"] == []
    pools = {row["table"]: row["chips"] for row in tried.data["moved"] if row["kind"] == "pool"}
    assert pools == {1: -10, 2: 10}
    assert len(sitting(night, 1)) == 4
    done = organiser.order(path, order)
    assert done.status_code == 200
    assert one in sitting(night, 3)
    tables = {row["member"]: row["table"] for row in done.data["attendances"]}
    assert {tables[member.pk] for member in others} <= {2, 3}
    again = organiser.order(path, {"table": 1})
    assert (again.status_code, again.data["code"]) == (409, "no_table")


def test_who_waits_has_no_table_in_the_answer(club: Club) -> None:
    night = playing(club, 12, table_size=6)
    people = sitting(night, 1)
    join_table(night, late(club, night, "Larry"), number=2, at=AT)
    done = Caller(owner_of(club)).order(f"nights/{night.pk}/break-up", {"table": 1})

    seated = {row["member"]: row["table"] for row in done.data["attendances"]}
    assert [seated[one.pk] for one in people] == [2, 2, 2, None, None, None]


def test_whoever_sat_at_a_table_that_a_steward_closed_waits(club: Club) -> None:
    """They have no table in the answer, sit down elsewhere, and the pool stays in the night."""
    organiser, night = Caller(owner_of(club)), playing(club, 8, options=CARRY)
    first, _ = spoilt(night, 1)
    people = sitting(night, 1)
    close_tables([first], at=AT)
    told = organiser.get(f"/api/v1/nights/{night.pk}").data
    join_table(night, people[:1], number=2, at=AT)
    night = next_round(night, number=1, at=AT)

    seated = {row["member"]: row["table"] for row in told["attendances"]}
    assert [seated[one.pk] for one in people] == [None] * 4
    assert sorted(filter(None, seated.values())) == [2] * 4
    assert [pool(table) for table in tables_of(night, 2)] == [10, 0]
    assert in_all(club) == 9 * 20


@pytest.mark.parametrize(
    ("options", "split"), [({}, False), ({"unclaimed_pool": "play_on"}, True), (CARRY, False)]
)
def test_that_a_table_broke_up_can_be_undone(
    club: Club, options: dict[str, str], split: bool
) -> None:
    """All is as before; once that is undone in turn, the table has broken up again."""
    night, by = playing(club, 8, options=options), Doer(owner_of(club).pk)
    tables = spoilt(night, 1, 2)
    before = chips_at(night)
    broken(night, 1, split=split)
    after = chips_at(night)
    undone = undo(night, night.deeds.get(kind=DeedKind.BREAK_UP).number, by=by, at=LATER)
    in_between = chips_at(night)
    undo(night, undone.number, by=by, at=LATER)

    assert (in_between, chips_at(night)) == (before, after)
    record_deal(tables[1], Result(kind="spoilt"), number=2, at=LATER)
    strike(tables[1], 1, by.player_id or 0)
    assert in_all(club) == 9 * 20
    assert check_books() == []


def chips_at(night: Night) -> dict[str, int]:
    """What lies before everybody who sits at a table, and in its pool."""
    found = {}
    for table in tables_of(night, 1):
        if table.closed_at is None:
            found[str(table)] = pool(table)
            for seat in table.seats.taken().select_related("stack", "player"):
                found[f"{table}: {seat.player}"] = seat.stack.balance
    return found
