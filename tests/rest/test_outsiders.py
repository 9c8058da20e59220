"""Whoever does not belong to a club walks the whole API, and finds nothing of it but their own."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pytest_django.plugin import DjangoDbBlocker

from clubs.free_tables import open_free_table, take_seat
from clubs.members import join_club, leave_club
from clubs.models import Access, Club, FreeTable, Member, Role
from clubs.turning_away import turn_away
from deploy.rest.throttles import cache
from games.models import Seat
from games.play.advance import advance_table
from ledger.models import Account
from tests.clubs.callers import Caller
from tests.clubs.factories import AT, PlayerFactory, owner_of
from tests.conftest import copied_database
from tests.rest.description import EVERY, EXPORT, OF_NOBODY, OWN
from tests.rest.world import World, make_world

READ = [path for method, path in EVERY if method == "get" and not path.startswith(OWN)]
ROWS = [path for path in READ if "{" in path]
LISTS = [path for path in READ if "{" not in path and path not in (EXPORT, OF_NOBODY)]
VISITOR, LEFT, BACK = "visitor", "left", "back from outside"
TURNED_AWAY = "turned away"
GUESTS_OF_NOBODY = [VISITOR, LEFT, BACK]
OUTSIDE = [*GUESTS_OF_NOBODY, TURNED_AWAY]


@dataclass(frozen=True)
class Outside:
    """A club with an open table, a stranger, and people who have only a purse there."""

    world: World
    free: FreeTable
    callers: dict[str, Caller]
    stranger: Caller


@pytest.fixture(scope="module")
def outside(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Outside]:
    with django_db_blocker.unblock(), copied_database():
        world = make_world()
        free = open_free_table(
            world.club,
            host=owner_of(world.club),
            access=Access.OPEN,
            name="Open",
            seats_limit=8,
            at=AT,
        )
        take_seat(free, player=owner_of(world.club), chips=5, at=AT)
        callers = {kind: Caller(PlayerFactory.create()) for kind in OUTSIDE}
        for kind in (LEFT, BACK):
            leave_club(join_club(world.club, player=callers[kind].player, at=AT), at=AT)
        for kind, status in ((VISITOR, 409), (BACK, 200)):
            answer = callers[kind].order(f"free-tables/{free.pk}/sit", {"chips": 5})
            assert answer.status_code == status, answer.data
        loud = join_club(world.club, player=callers[TURNED_AWAY].player, at=AT)
        take_seat(free, player=loud.player, chips=5, at=AT)
        turn_away(loud, by=owner_of(world.club), reason="Loud", at=AT)
        advance_table(free.table_id, at=AT)
        yield Outside(world, free, callers, Caller(PlayerFactory.create()))


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> None:
    cache.clear()


def test_what_they_are(outside: Outside) -> None:
    """Or the walk below would be that of a stranger."""
    rows = {kind: member_of(outside, kind) for kind in OUTSIDE}

    assert [rows[kind].role for kind in (VISITOR, BACK)] == [Role.VISITOR] * 2
    assert [rows[kind].left_at for kind in (VISITOR, BACK)] == [None] * 2
    assert rows[LEFT].left_at == AT
    assert [rows[kind].purse.balance for kind in OUTSIDE] == [0, 20, 15, 20]


@pytest.mark.parametrize("kind", OUTSIDE)
@pytest.mark.parametrize("path", ROWS)
def test_no_row_of_the_club_is_theirs(outside: Outside, kind: str, path: str) -> None:
    answer = outside.callers[kind].get(outside.world.address(path))

    assert answer.status_code == 404, answer.content


@pytest.mark.parametrize("kind", OUTSIDE)
@pytest.mark.parametrize("path", LISTS)
def test_a_list_tells_them_what_it_tells_a_stranger(outside: Outside, kind: str, path: str) -> None:
    caller = outside.callers[kind]
    told, open_to_all = rows_in(caller, path), rows_in(outside.stranger, path)

    own = own_rows(caller).get(path.rsplit("/", 1)[1], set())
    assert [row for row in told if row not in open_to_all and row.get("id") not in own] == []


@pytest.mark.parametrize("path", LISTS)
def test_a_list_tells_a_stranger_of_the_open_table_alone(outside: Outside, path: str) -> None:
    """Or the comparison above would hold where everybody is told everything."""
    table = outside.free.table
    deals = set(table.deals.values_list("pk", flat=True))
    open_to_all = {"free-tables": {outside.free.pk}, "tables": {table.pk}, "deals": deals}

    told = {row["id"] for row in rows_in(outside.stranger, path)}

    assert told == open_to_all.get(path.rsplit("/", 1)[1], set())


@pytest.mark.parametrize("kind", OUTSIDE)
def test_they_find_themselves_and_their_purse(outside: Outside, kind: str) -> None:
    caller, member = outside.callers[kind], member_of(outside, kind)

    assert [row["id"] for row in rows_in(caller, "/api/v1/members")] == [member.pk]
    for address in (f"members/{member.pk}", f"accounts/{member.purse_id}/statement"):
        assert caller.get(f"/api/v1/{address}").status_code == 200


@pytest.mark.parametrize("kind", GUESTS_OF_NOBODY)
def test_they_see_the_table_that_is_open_to_everybody(outside: Outside, kind: str) -> None:
    caller = outside.callers[kind]

    for address in (f"free-tables/{outside.free.pk}", f"tables/{outside.free.table_id}"):
        assert caller.get(f"/api/v1/{address}").status_code == 200


def test_somebody_who_is_turned_away_does_not_even_see_that_table(outside: Outside) -> None:
    caller = outside.callers[TURNED_AWAY]

    for address in (f"free-tables/{outside.free.pk}", f"tables/{outside.free.table_id}"):
        assert caller.get(f"/api/v1/{address}").status_code == 404
    for path in ("free-tables", "tables", "deals", "history", "nights", "tournaments", "clubs"):
        assert rows_in(caller, f"/api/v1/{path}") == []


def test_somebody_who_belongs_to_the_club_sees_more(outside: Outside) -> None:
    """The walk would find it."""
    member = Caller(PlayerFactory.create())
    join_club(Club.objects.get(pk=outside.world.club.pk), player=member.player, at=AT)

    seen = {path for path in LISTS if len(rows_in(member, path)) > 1}

    assert {f"/api/v1/{name}" for name in ("members", "nights", "tables", "deals")} <= seen


def member_of(outside: Outside, kind: str) -> Member:
    members = outside.world.club.members.select_related("purse")
    return members.get(player=outside.callers[kind].player)


def rows_in(caller: Caller, path: str) -> list[dict[str, Any]]:
    """All pages of a list."""
    rows: list[dict[str, Any]] = []
    following: str | None = path
    while following:
        answer = caller.get(following)
        assert answer.status_code == 200, (following, answer.content)
        page = answer.json()
        rows += page["results"]
        following = page.get("next")
    return rows


def own_rows(caller: Caller) -> dict[str, set[int]]:
    """Themselves, their accounts, and the tables where they sit or sat."""
    player = caller.player
    seats = Seat.objects.filter(player=player)
    return {
        "members": set(Member.objects.filter(player=player).values_list("pk", flat=True)),
        "accounts": set(Account.objects.filter(holder=player).values_list("pk", flat=True)),
        "tables": set(seats.values_list("table", flat=True)),
    }
