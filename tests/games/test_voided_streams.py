"""Listeners are told that a deal was taken back, once and in order, whenever they come."""

import json
from datetime import datetime
from typing import Any

import pytest

from games.evening.result import Result
from games.models import Table
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from games.play.taking_back import take_back as take_back_deal
from games.sight.events import BEGINNING, Event, Mark, carry_on, since, stand
from games.tables.stewarding import pause, resume
from tests.clubs.factories import PlayerFactory
from tests.games.ears import Ear
from tests.games.factories import anything, dealt, later, one_step, table_of
from tests.games.programs import players

pytestmark = pytest.mark.django_db
REASON = "A phone showed a hand"


def settled(*, deals: int, table: Table | None = None, seconds: float = 0) -> Table:
    """A table of bots where this number of deals was settled, and none is in play."""
    table = table or table_of()
    while table.deals.settled().count() < deals:
        one_step(table, at=later(seconds))
    in_play = table.deals.filter(settled_at=None)
    assert (table.deals.count(), in_play.count()) == (deals, 0), "a worker took other steps"
    return table


def take_back(table: Table, number: int, reason: str, *, at: datetime) -> None:
    deal = table.deals.get(number=number)
    take_back_deal(deal, actor_id=PlayerFactory.create().pk, reason=reason, at=at)


def heard_by(ear: Ear) -> list[tuple[str, Any]]:
    """The kinds and data of all that was heard since it was asked last."""
    frames = [
        dict(line.split(": ", 1) for line in one.decode().split("\n") if line) for one in ear.heard
    ]
    ear.heard.clear()
    return [(frame["event"], json.loads(frame["data"])) for frame in frames]


def told(table: Table, mark: Mark, *, until: datetime | None = None) -> list[Event]:
    """What somebody is told who comes back after a mark."""
    loaded = Table.objects.with_seats().get(pk=table.pk)
    missed = since(loaded, mark, until=until)
    assert missed is not None
    return [event for event in missed if event.kind != "view"]


def named(events: list[Event]) -> list[tuple[str, int, str]]:
    return [
        (event.kind, event.deal.number, event.deal.void_reason)
        for event in events
        if event.deal is not None and event.kind not in {"dealt", "action"}
    ]


@pytest.fixture
def twice() -> Table:
    """Of three settled deals the last two were taken back; then three more are settled."""
    table = settled(deals=3)
    pause(table, at=later(1))
    take_back(table, 3, "The third", at=later(2))
    take_back(table, 2, "The second", at=later(3))
    resume(table, at=later(4))
    return settled(table=table, deals=6, seconds=5)


@pytest.mark.parametrize("who", ["seat", "spectator"])
def test_it_is_told_with_the_deal_and_why(who: str) -> None:
    table = settled(deals=3)
    player = players(table.deals.all()[0])[0] if who == "seat" else PlayerFactory.create().pk
    ear = Ear(table.pk, player)
    pause(table, at=later(1))
    ear.listen()
    assert [kind for kind, _ in heard_by(ear)] == ["table"]

    take_back(table, 3, REASON, at=later(2))
    ear.listen()
    ((kind, data),) = heard_by(ear)
    assert (kind, data["deal"]["number"], data["deal"]["void_reason"]) == ("voided", 3, REASON)
    assert data["deal"]["voided_at"] is not None
    assert data["table"] is not None
    assert (data["deal"]["view"]["place"] is None) == (who == "spectator")

    ear.listen()
    assert heard_by(ear) == []
    resume(table, at=later(3))
    advance_table(table.pk, at=later(4))
    ear.listen()
    assert [kind for kind, _ in heard_by(ear)][:1] == ["dealt"]


def test_each_of_a_row_is_told_as_it_comes() -> None:
    table = settled(deals=3)
    ear = Ear(table.pk, players(table.deals.all()[0])[0])
    pause(table, at=later(1))
    for number, seconds in ((3, 2), (2, 3)):
        take_back(table, number, f"Number {number}", at=later(seconds))
        ear.listen()
    resume(table, at=later(4))
    settled(table=table, deals=6, seconds=5)
    ear.listen()
    for number, seconds in ((6, 6), (5, 7), (4, 8), (1, 9)):
        take_back(table, number, f"Number {number}", at=later(seconds))
    ear.listen()

    heard = [data["deal"]["number"] for kind, data in heard_by(ear) if kind == "voided"]
    assert heard == [3, 2, 6, 5, 4, 1]


def test_a_listener_who_comes_back_hears_the_rest_from_where_they_were(twice: Table) -> None:
    whole = told(twice, BEGINNING)

    assert named(whole) == [
        *(("settled", 1, ""), ("settled", 2, ""), ("settled", 3, "")),
        *(("voided", 3, "The third"), ("voided", 2, "The second")),
        *(("settled", 4, ""), ("settled", 5, ""), ("settled", 6, "")),
    ]
    marks = [event.mark for event in whole]
    assert marks == sorted(set(marks))
    for number, mark in enumerate(marks, start=1):
        assert [event.mark for event in told(twice, mark)] == marks[number:]


def test_delayed_spectators_are_told_when_its_time_has_come(twice: Table) -> None:
    """Moment by moment it is the history that is told at once."""
    loaded = Table.objects.with_seats().get(pk=twice.pk)
    known, heard = stand(loaded, until=later(-1)), []
    for seconds in range(7):
        until = later(seconds)
        known, events = carry_on(loaded, known, until=until)
        heard += [(event, until) for event in events if event.kind != "view"]

    assert [event.mark for event, _ in heard] == [event.mark for event in told(twice, BEGINNING)]
    for event, until in heard:
        if event.kind == "voided":
            assert event.deal is not None
            assert event.deal.voided_at == until


def test_what_was_taken_back_in_play_was_never_settled() -> None:
    deal = dealt(anything)
    take_back(deal.table, 1, REASON, at=later(5))

    assert named(told(deal.table, BEGINNING)) == [("voided", 1, REASON)]


def test_results_of_real_cards_are_taken_back_alike() -> None:
    table = table_of(mode="recorded")
    ear = Ear(table.pk, table.seats.all()[0].player_id)
    for number in (1, 2):
        record_deal(table, Result(kind="spoilt"), number=number, at=later(number))
    for number in (2, 1):
        take_back(table, number, REASON, at=later(10 - number))
    ear.listen()

    heard = [(kind, data["deal"]["number"]) for kind, data in heard_by(ear)]
    assert heard == [
        *(("dealt", 1), ("settled", 1), ("dealt", 2), ("settled", 2)),
        *(("voided", 2), ("voided", 1)),
    ]
