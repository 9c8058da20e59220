"""Streams of a delayed table: seats hear at once, spectators later, as seats change hands."""

from datetime import timedelta

from clubs.chips import exchange_chips
from clubs.models import Member
from clubs.table_kinds import FREE_TABLE
from deploy.rest.clock import database_now
from games.play.advance import advance_table
from games.tables.opening import SeatPlan
from games.tables.sittings import get_up, sit_down
from ledger.by_hand import Direction
from tests.deploy.streams import Hall, spectator, table_with_a_person
from tests.games.factories import again, member_of
from tests.games.programs import client_of

DELAY = timedelta(seconds=2)
LONG = timedelta(hours=1)


def test_a_spectator_hears_every_event_when_its_time_has_come(hall: Hall) -> None:
    table, person = table_with_a_person(
        spectator_delay_seconds=DELAY.seconds, at=database_now(), deals_limit=1
    )
    seat, stands = hall.at(table, person), hall.at(table, spectator())
    assert [one.next().data["deal"] for one in (seat, stands)] == [None, None]
    advance_table(table.pk, at=database_now())
    deal = table.deals.get()

    assert seat.next("dealt").data["deal"]["id"] == deal.pk
    assert stands.next("dealt").data["deal"]["id"] == deal.pk
    assert database_now() - deal.dealt_at >= DELAY


def test_somebody_who_sits_down_hears_at_once_and_who_gets_up_later(hall: Hall) -> None:
    table, person = table_with_a_person(
        spectator_delay_seconds=LONG.seconds,
        at=database_now(),
        deals_limit=9,
        policies=FREE_TABLE.policies,
        seats_limit=6,
    )
    advance_table(table.pk, at=database_now())
    newcomer = member_of(table.book)
    member = Member.objects.get(player=newcomer)
    exchange_chips(
        member, Direction.ISSUE, chips=50, key="newcomer", actor=member.player, at=database_now()
    )
    stands = hall.at(table, newcomer)
    assert stands.next("snapshot").data["deal"] is None

    plan = SeatPlan(newcomer, member.purse_id, 50)
    sit_down(table, plan, at=database_now())

    assert [one.kind for one in stands.rest() if one.kind == "end"] == []
    sits = hall.at(table, newcomer, last_id=stands.last_id)
    assert sits.next("snapshot", "dealt").data["deal"]["number"] == 1
    get_up(table, player_id=newcomer, at=database_now())
    assert [one.kind for one in sits.rest() if one.kind == "end"] == []
    assert client_of(person).get(f"/api/v1/tables/{table.pk}").json()["deal"] is not None
    assert hall.at(again(table), newcomer).next("snapshot").data["deal"] is None
