"""The pause between two deals, in which people look at the last trick."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import Player
from games.bots import FIRST_BOT
from games.models import Deal, Table
from games.sight.tables import see_public
from games.tables.holding import hold
from games.tables.sittings import give_up_seat
from games.tables.stewarding import pause, resume, void_deal
from tests.games.factories import AT, again, later, member_of, one_step, table_of
from tests.games.fireside import finish, run
from tournaments.table_kinds import TOURNAMENT

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def pauses(settings: Any) -> None:
    settings.PAUSES_BETWEEN_DEALS = True


def played(**options: Any) -> Table:
    """A table of people whose first deal is over since AT."""
    given: dict[str, Any] = {"bots": False, "deals_limit": 3, "policies": TOURNAMENT.policies}
    table = table_of(**given | options)
    deal = run(table)
    assert deal is not None
    finish(deal)
    return again(table)


def second(table: Table, seconds: float) -> Deal | None:
    run(table, seconds)
    found: Deal | None = table.deals.filter(number=2).first()
    return found


def test_people_see_the_last_trick_before_the_next_deal() -> None:
    table = played()

    assert table.deals.get().settled_at == AT
    assert (table.next_deal_at, table.due_at) == (later(4), later(4))
    assert second(table, 3.9) is None
    deal = second(table, 4)
    assert deal is not None
    assert deal.dealt_at == later(4)


def test_the_pause_takes_nothing_from_the_turn_that_follows() -> None:
    table = played()
    run(table, 4)

    table = again(table)
    assert (table.turn_began_at, table.next_deal_at) == (later(4), None)


@pytest.mark.parametrize("seconds", [0, 9])
def test_the_table_says_how_long(seconds: int) -> None:
    table = played(pause_seconds=seconds)

    assert table.deals.count() == (1 if seconds else 2)
    assert table.next_deal_at == (later(9) if seconds else None)


def test_a_deal_of_bots_is_followed_at_once() -> None:
    table = table_of(bots=True, bot_seconds=1, deals_limit=2)
    deal = run(table)
    assert deal is not None
    moment = 0
    while (deal := Deal.objects.get(pk=deal.pk)).ended_at is None:
        moment += 2
        run(table, moment)

    assert table.deals.count() == 2


def test_nobody_waits_for_people_who_are_away() -> None:
    table = table_of(bots=False, deals_limit=2, policies=TOURNAMENT.policies)
    run(table)
    table.seats.update(is_away=True)
    Table.objects.filter(pk=table.pk).update(due_at=AT, is_clock_running=False)

    while table.deals.filter(ended_at=None).exists():
        assert one_step(table, at=AT)
    assert again(table).next_deal_at is None
    assert second(table, 0) is not None


def test_benchmarks_do_without(settings: Any) -> None:
    settings.PAUSES_BETWEEN_DEALS = False

    assert played().deals.count() == 2


def test_one_person_among_bots_is_enough() -> None:
    table = table_of(bots=False, deals_limit=2, policies=TOURNAMENT.policies)
    table.seats.exclude(number=0).update(bot_level=FIRST_BOT)
    deal = run(table)
    assert deal is not None
    finish(deal)

    assert again(table).next_deal_at == later(4)


def test_those_who_give_up_in_the_pause_are_not_waited_for() -> None:
    table = played()
    for player in table.seats.values_list("player", flat=True):
        with hold(table) as locked:
            give_up_seat(locked, player_id=player, at=later(1))

    deal = second(table, 1)

    assert deal is not None
    assert again(table).next_deal_at is None


def test_a_table_that_is_played_out_closes_at_once() -> None:
    table = played(deals_limit=1)

    assert (table.closed_at, table.next_deal_at) == (AT, None)


def test_a_paused_table_has_the_rest_of_its_pause() -> None:
    table = played()
    pause(table, at=later(1))
    run(table, 60)
    resume(table, at=later(101))

    assert again(table).next_deal_at == later(104)
    assert second(table, 103.9) is None
    assert second(table, 104) is not None


def test_a_deal_that_is_taken_back_is_not_looked_at() -> None:
    table = played()
    organiser = member_of(table.book)
    void_deal(table.deals.get(), actor_id=organiser, reason="A card lay face up", at=later(1))

    assert again(table).next_deal_at is None
    assert second(table, 1) is not None


def test_players_are_told_until_when() -> None:
    table = played()
    client = APIClient()
    client.force_authenticate(Player.objects.get(pk=table.seats.all()[0].player_id))

    told = client.get(f"/api/v1/tables/{table.pk}").json()

    assert told["pause_seconds"] == 4
    assert told["next_deal_at"] == later(4).isoformat().replace("+00:00", "Z")


def test_spectators_who_are_behind_hear_of_no_pause() -> None:
    """It would tell them that the deal is over."""
    table = Table.objects.with_seats().get(pk=played(spectator_delay_seconds=30).pk)

    assert see_public(table, until=None).table.next_deal_at == later(4)
    assert see_public(table, until=later(-25)).table.next_deal_at is None
