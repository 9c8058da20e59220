"""The stream of a night: every deed once and in order, and what changes at its tables."""

from typing import Any

import pytest

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.members import walk_in
from clubs.models import Club, Night, Player
from clubs.nights import close_night, open_night, plan_night
from clubs.rounds import open_tables
from deploy.rest.clock import database_now
from deploy.rights import Doer
from games.chronicle import MOST_ENTRIES
from games.evening.result import Result
from games.models import Deal
from games.play.advance import advance_table
from games.play.by_hand import record_deal
from tests.clubs.factories import ClubFactory, guests, open_night_with, owner_of
from tests.deploy.listeners import Heard, Listener
from tests.deploy.streams import Hall
from tests.games.factories import AT


def evening(**plan: Any) -> tuple[Night, Doer]:
    club: Club = ClubFactory.create()
    night = open_night(plan_night(club, at=AT, starts_at=database_now(), **plan))
    return night, Doer(owner_of(club).pk)


def arrive(night: Night, by: Doer, count: int = 1) -> None:
    for _ in range(count):
        number = night.attendances.count()
        check_in(night, [walk_in(night.club, name=f"Late {number}", at=AT)], by=by, at=AT)


def at(hall: Hall, night: Night, by: Doer, *, last_id: str = "", after: str = "") -> Listener:
    assert by.player_id is not None
    asked = f"?after={after}" if after else ""
    return hall.listen(f"/live/nights/{night.pk}{asked}", by.player_id, last_id=last_id)


def numbers(heard: list[Heard]) -> list[int]:
    return [one.data["number"] for one in heard if one.kind == "deed"]


def test_each_deed_is_told_in_order_to_everybody_of_the_club(hall: Hall) -> None:
    night, by = evening(mode="recorded")
    organiser = at(hall, night, by)
    snapshot = organiser.next()
    assert (snapshot.kind, snapshot.id) == ("snapshot", "0")
    how_it_stands = {"night": night.pk, "status": "open", "round": None, "deed": 0}
    assert snapshot.data == {**how_it_stands, "tables": []}

    arrive(night, by, 5)
    seat_night(night, by=by, at=AT)
    open_tables(night, by=by, at=AT)

    heard = [organiser.next("deed") for _ in range(7)]
    assert numbers(heard) == [1, 2, 3, 4, 5, 6, 7]
    assert [one.id for one in heard] == [str(number) for number in numbers(heard)]
    assert [one.data["kind"] for one in heard[-2:]] == ["draw", "open_tables"]
    [table] = night.rounds.playing().tables()
    assert heard[-1].data["tables"] == [table.table_id]
    opened = organiser.next("table")
    assert opened.data == {"table": {"id": table.table_id, "number": 1, "deals": 0, "pool": 0}}


def test_a_result_and_its_pool_are_told(hall: Hall) -> None:
    night, by = evening(mode="recorded")
    check_in(night, guests(night.club, 4), at=AT)
    seat_night(night, at=AT)
    open_tables(night, by=by, at=AT)
    [laid] = night.rounds.playing().tables().select_related("table")
    assert laid.table is not None
    listener = at(hall, night, by)
    [known] = listener.next("snapshot").data["tables"]
    assert (known["id"], known["deals"], known["pool"]) == (laid.table_id, 0, 0)

    record_deal(laid.table, Result(kind="spoilt"), number=1, at=AT)

    told = listener.next("table").data["table"]
    assert (told["deals"], told["pool"] > 0) == (1, True)


@pytest.mark.parametrize("way", ["last_id", "after"])
def test_somebody_who_comes_back_hears_what_they_missed_once(hall: Hall, way: str) -> None:
    night, by = evening()
    arrive(night, by, 3)
    hall.supervisor.kill("live")
    hall.start()

    listener = at(hall, night, by, **{way: "1"})
    arrive(night, by, 2)

    assert numbers([listener.next("deed") for _ in range(4)]) == [2, 3, 4, 5]


def test_the_header_counts_where_an_address_is_older(hall: Hall) -> None:
    """A browser's EventSource asks the same address again, and sends what it has."""
    night, by = evening()
    arrive(night, by, 3)

    assert at(hall, night, by, last_id="2", after="1").next("deed").data["number"] == 3


@pytest.mark.parametrize("strange", ["99", "nonsense", "-1", "1.5", "9" * 40])
def test_a_number_that_is_none_of_the_log_begins_anew(hall: Hall, strange: str) -> None:
    night, by = evening()
    arrive(night, by)

    assert at(hall, night, by, after=strange).next().data["deed"] == 1


def test_who_has_missed_too_much_begins_anew(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    night, by = evening()
    arrive(night, by)
    deed = night.deeds.get()
    for number in range(2, MOST_ENTRIES + 4):
        deed.pk, deed.number = None, number
        deed.save(force_insert=True)

    assert at(hall, night, by, after="1").next().kind == "snapshot"
    assert at(hall, night, by, after="4").next().kind == "deed"


def test_strangers_hear_of_no_night(hall: Hall) -> None:
    night, _ = evening()
    stranger = Player.objects.create(username="stranger", name="Stranger").pk

    assert hall.listen(f"/live/nights/{night.pk}", stranger).status == 404
    assert hall.listen("/live/nights/999999", stranger).status == 404


def test_a_member_who_leaves_hears_no_more(hall: Hall) -> None:
    night, by = evening()
    listener = at(hall, night, by)
    assert listener.next().kind == "snapshot"

    night.club.members.filter(player=by.player_id).delete()

    assert listener.rest()[-1] == Heard("end", "", {"reason": "no longer yours"})


def test_a_table_that_spectators_see_later_tells_nothing_of_its_deals(hall: Hall) -> None:
    night, by = evening(mode="online", spectator_delay_seconds=60)
    check_in(night, guests(night.club, 4), bot_level="thumb", at=AT)
    seat_night(night, at=AT)
    open_tables(night, at=database_now())
    [laid] = night.rounds.playing().tables()
    listener = at(hall, night, by)
    assert listener.next("snapshot").data["tables"] == [{"id": laid.table_id, "number": 1}]

    while not Deal.objects.filter(table=laid.table_id, settled_at__isnull=False).exists():
        advance_table(laid.table_id or 0, at=database_now())
    arrive(night, by)

    assert listener.next().kind == "deed"


def test_a_night_that_nobody_can_open_again_is_over(hall: Hall) -> None:
    club: Club = ClubFactory.create()
    night, by = open_night_with(club, []), Doer(owner_of(club).pk)
    arrive(night, by)
    close_night(night, by=by, at=AT)

    listener = at(hall, night, by)

    told = [one.kind for one in listener.rest()]
    assert told == ["snapshot", "end"]
    assert at(hall, night, by, last_id="2").status == 204
