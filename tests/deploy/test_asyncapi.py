"""The description of the streams is what they are: their addresses, and what they really tell."""

from collections.abc import Iterable
from typing import Any

import pytest
import yaml
from django.test import Client
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.models import Member, Player
from clubs.nights import open_night, plan_night
from clubs.rounds import end_round, open_tables
from clubs.turning_away import turn_away
from deploy.rest.clock import database_now
from deploy.rights import Doer
from deploy.urls import ASYNCAPI, OPENAPI
from games.live.streams import ADDRESSES
from games.live.telling import PublicTableSerializer
from games.models import Mode
from games.play.advance import advance_table
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.deploy.listeners import Heard
from tests.deploy.streams import Hall, play_on, spectator, table_with_a_person
from tests.deploy.test_own_streams import act_on, until_their_turn
from tests.deploy.test_tournament_streams import cup, follow, play
from tests.games.factories import AT
from tournaments.tournaments import start

DESCRIBED: dict[str, Any] = yaml.safe_load(ASYNCAPI.read_text())
SCHEMAS: Registry[Any] = Registry().with_resources(
    (name, Resource.from_contents(contents, default_specification=DRAFT202012))
    for name, contents in [
        ("asyncapi.yaml", DESCRIBED),
        ("openapi.yaml", yaml.safe_load(OPENAPI.read_text())),
    ]
)


def faults(channel: str, heard: Iterable[Heard]) -> list[str]:
    """What of these events is other than described."""
    found = []
    for one in heard:
        path = f"asyncapi.yaml#/channels/{channel}/messages/{one.kind}/payload"
        validator = Draft202012Validator({"$ref": path}, registry=SCHEMAS)
        found += [f"{one.kind}: {error.message}" for error in validator.iter_errors(one.data)]
    return found


def kinds(heard: Iterable[Heard]) -> set[str]:
    return {one.kind for one in heard}


def test_its_channels_are_the_streams() -> None:
    described = {channel["address"] for channel in DESCRIBED["channels"].values()}

    assert described == {one.path.replace(r"(?P<pk>\d{1,18})", "{id}") for one in ADDRESSES}


def test_it_is_served_beside_the_other(client: Client) -> None:
    assert b"".join(client.get("/api/asyncapi.yaml")) == ASYNCAPI.read_bytes()


def test_what_can_change_at_a_table_is_described_whole() -> None:
    described = DESCRIBED["components"]["schemas"]["PublicTable"]["properties"]

    assert described.keys() == {*PublicTableSerializer.Meta.fields, "turn_ends_at"}


@pytest.mark.parametrize(
    "data", [{}, {"reason": 1}, {"reason": "over", "more": 1}, {"reason": None}]
)
def test_what_is_not_as_described_is_found(data: Any) -> None:
    assert faults("table", [Heard("end", "", data)]) != []


def test_a_table_tells_what_is_described(hall: Hall) -> None:
    table, person = table_with_a_person(deals_limit=1)
    seat, stands = hall.at(table, person), hall.at(table, spectator())
    opened = [seat.next(), stands.next()]
    play_on(table, person)
    advance_table(table.pk, at=AT)
    heard = [*opened, *seat.rest(), *stands.rest()]

    assert faults("table", heard) == []
    assert kinds(heard) >= {"snapshot", "dealt", "action", "settled", "end"}


def test_the_lobby_tells_what_is_described(hall: Hall) -> None:
    first, person = table_with_a_person(deals_limit=1)
    listener = hall.listen("/live/tables", spectator())
    heard = [listener.next("snapshot")]
    table_with_a_person()
    heard += listener.until_kind("table")
    play_on(first, person)
    advance_table(first.pk, at=AT)
    heard += listener.until_kind("gone")

    assert faults("lobby", heard) == []
    assert kinds(heard) == {"snapshot", "table", "gone"}


def test_what_concerns_a_player_is_told_as_it_is_described(hall: Hall) -> None:
    tournament = cup(entry_chips=5)
    member: Member = tournament.club.members.filter(entries__isnull=False)[0]
    night = open_night(plan_night(tournament.club, at=AT, starts_at=database_now()))
    table, person = table_with_a_person(at=database_now())
    player, mine = (hall.listen("/live/me", pk) for pk in (person, member.player_id))
    heard = [player.next("snapshot"), mine.next("snapshot")]
    deal = until_their_turn(table, person)
    heard += player.until_kind("turn")
    heard.append(hall.listen("/live/me", person).next("snapshot"))
    act_on(deal, person)
    heard += player.until_kind("turn_over")
    by = Doer(owner_of(night.club).pk)
    check_in(night, [member, *guests(night.club, 3)], by=by, at=AT)
    seat_night(night, by=by, at=AT)
    open_tables(night, by=by, at=AT)
    heard += mine.until_kind("table")
    start(tournament, at=database_now())
    heard += mine.until_kind("table")
    heard.append(hall.listen("/live/me", member.player_id).next("snapshot"))
    play(tournament)
    heard += mine.until_kind("left")
    turn_away(member, by=owner_of(night.club), reason="Loud.", at=database_now())
    heard += mine.until_kind("gone")
    Player.objects.filter(pk=person).update(is_active=False)
    heard += player.rest()

    assert faults("me", heard) == []
    assert kinds(heard) | {"heartbeat"} == set(DESCRIBED["channels"]["me"]["messages"])


def test_a_night_tells_what_is_described(hall: Hall) -> None:
    club = ClubFactory.create()
    night = open_night(plan_night(club, at=AT, starts_at=database_now(), mode=Mode.RECORDED))
    by = Doer(owner_of(club).pk)
    listener = hall.listen(f"/live/nights/{night.pk}", owner_of(club).pk)
    heard = [listener.next("snapshot")]
    check_in(night, guests(club, 4), by=by, at=AT)
    seat_night(night, by=by, at=AT)
    open_tables(night, by=by, at=AT)
    heard += listener.until_kind("table")
    heard.append(hall.listen(f"/live/nights/{night.pk}", owner_of(club).pk).next("snapshot"))
    end_round(night, number=1, by=by, at=AT)
    heard += listener.until_kind("gone")

    assert faults("night", heard) == []
    assert kinds(heard) >= {"snapshot", "deed", "table", "gone"}


def test_a_tournament_tells_what_is_described(hall: Hall) -> None:
    tournament = cup(entry_chips=5)
    listener = follow(hall, tournament)
    heard = [listener.next("snapshot")]
    start(tournament, at=database_now())
    heard += listener.until_kind("table")
    heard.append(follow(hall, tournament).next("snapshot"))
    play(tournament)
    heard += listener.rest()

    assert faults("tournament", heard) == []
    assert kinds(heard) >= {"snapshot", "status", "draw", "results", "standings", "table", "end"}
