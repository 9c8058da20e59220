"""The stream of a tournament: draws, results and standings, for all who read its board."""

from typing import Any

import pytest

from clubs.models import Club, Player
from deploy.rest.clock import database_now
from games.models import Table
from games.play.advance import advance_table
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.deploy.listeners import Heard, Listener
from tests.deploy.streams import Hall
from tournaments.announcements import change_tournament, create_tournament
from tournaments.entries import enter
from tournaments.models import Tournament
from tournaments.rounds import advance_round
from tournaments.tournaments import cancel, start

HIDDEN = ("hand", "cards", "deal", "action", "seed", "stack")


def cup(*, people: int = 4, rounds: int = 1, **plan: Any) -> Tournament:
    club: Club = ClubFactory.create()
    numbers: Any = {"rounds_count": rounds, "deals_a_round": 1, "starting_stack": 30, **plan}
    made = create_tournament(club, name="Cup", at=database_now(), **numbers)
    for member in guests(club, people):
        enter(made, member=member, bot_level="thumb", at=database_now())
    return made


def follow(hall: Hall, tournament: Tournament, *, last_id: str = "", after: str = "") -> Listener:
    asked = f"?after={after}" if after else ""
    path = f"/live/tournaments/{tournament.pk}{asked}"
    return hall.listen(path, owner_of(tournament.club).pk, last_id=last_id)


def play(tournament: Tournament) -> None:
    """The round in play comes to its end and is counted."""
    for table in Table.objects.filter(round_table__round__tournament=tournament).open():
        while advance_table(table.pk, at=database_now()):
            pass
    advance_round(tournament.rounds.get(finished_at=None), at=database_now())


def news(listener: Listener, last: str) -> list[Heard]:
    """What is told with a number, until this status."""
    heard: list[Heard] = []
    while not heard or heard[-1].data.get("status") != last:
        one = listener.next()
        if one.id:
            heard.append(one)
    return heard


def test_a_tournament_is_told_from_its_draw_to_its_prizes(hall: Hall) -> None:
    tournament = cup(entry_chips=5)
    listener = follow(hall, tournament)
    snapshot = listener.next("snapshot")
    assert (snapshot.data["status"], snapshot.data["entered"]) == ("registration", 4)
    assert (snapshot.data["round"], snapshot.data["standings"]) == (None, [])

    start(tournament, at=database_now())
    draw = listener.next("draw")
    [table] = draw.data["round"]["tables"]
    assert listener.next("table").data == {"table": {"id": table["table"], "number": 1}}
    play(tournament)
    told = {one.kind: one for one in news(listener, "paid")}

    assert {seat["chips"] for seat in table["seats"]} == {None}
    [counted] = told["results"].data["round"]["tables"]
    assert sum(seat["chips"] for seat in counted["seats"]) == 0
    lines = told["standings"].data["standings"]
    assert [line["rank"] for line in lines] == sorted(line["rank"] for line in lines)
    assert sum(line["prize_chips"] for line in lines) == 20
    assert listener.rest()[-1] == Heard("end", "", {"reason": "over"})
    assert follow(hall, tournament, last_id=told["status"].id).status == 204


@pytest.mark.parametrize("way", ["last_id", "after"])
def test_who_comes_back_hears_how_it_stands_now(hall: Hall, way: str) -> None:
    """Of several news of the same thing only the last is told; numbers go on rising."""
    tournament = cup(rounds=3)
    start(tournament, at=database_now())
    draw = follow(hall, tournament).next("snapshot")
    hall.supervisor.kill("live")
    play(tournament)
    play(tournament)
    hall.start()

    listener = follow(hall, tournament, **{way: draw.id})
    heard = [listener.next() for _ in range(5)]

    kinds = [(one.kind, (one.data.get("round") or {}).get("number")) for one in heard]
    assert kinds == [
        ("results", 1),
        ("draw", 2),
        ("results", 2),
        ("standings", None),
        ("draw", 3),
    ]
    assert [int(one.id) for one in heard] == sorted(int(one.id) for one in heard)


@pytest.mark.parametrize("strange", ["999", "nonsense", "-1"])
def test_a_number_that_it_does_not_have_begins_anew(hall: Hall, strange: str) -> None:
    assert follow(hall, cup(), after=strange).next().kind == "snapshot"


def test_only_what_the_board_shows_is_told(hall: Hall) -> None:
    tournament = cup()
    listener = follow(hall, tournament)
    start(tournament, at=database_now())
    play(tournament)

    heard = [listener.next("snapshot"), *news(listener, "paid")]

    assert keys_of([one.data for one in heard]).isdisjoint(HIDDEN)


def keys_of(told: Any) -> set[str]:
    if isinstance(told, dict):
        return {*told, *(key for each in told.values() for key in keys_of(each))}
    return {key for each in told for key in keys_of(each)} if isinstance(told, list) else set()


def test_a_draw_that_waits_is_told_to_nobody(hall: Hall) -> None:
    tournament = cup(draw_minutes=10)
    listener = follow(hall, tournament)
    start(tournament, at=database_now())
    cancelled = cup()
    assert listener.next("status").data["status"] == "running"

    assert follow(hall, tournament).next("snapshot").data["round"] is None
    cancel(cancelled, by=owner_of(cancelled.club).pk, at=database_now())
    ended = [one.kind for one in follow(hall, cancelled).rest()]
    assert ended == ["snapshot", "end"]


def test_an_open_board_is_told_to_everybody_and_a_shut_one_to_the_club(hall: Hall) -> None:
    tournament = cup()
    path = f"/live/tournaments/{tournament.pk}"
    stranger = Player.objects.create(username="stranger", name="Stranger").pk
    assert hall.connect(path, "").status == 401
    assert hall.connect("/live/tournaments/999999", "").status == 401
    assert hall.connect("/live/tables", "").status == 401
    assert hall.listen(path, stranger).status == 404

    change_tournament(tournament, is_public=True, at=database_now())
    everybody = [hall.connect(path, ""), hall.listen(path, stranger)]
    assert {one.next("snapshot").data["status"] for one in everybody} == {"registration"}
    assert hall.connect(path, "wrong").status == 401

    change_tournament(tournament, is_public=False, at=database_now())
    for one in everybody:
        assert one.rest()[-1] == Heard("end", "", {"reason": "no longer yours"})
