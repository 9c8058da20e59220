"""The stream of one player: their turns, tables, nights and tournaments, and nobody else's."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import Error
from rest_framework.fields import DateTimeField

from clubs.attendance import check_in
from clubs.draws import seat_night
from clubs.models import Club, Member, Player
from clubs.nights import open_night, plan_night
from clubs.rounds import open_tables
from clubs.table_kinds import FREE_TABLE
from clubs.turning_away import turn_away
from deploy.rest.clock import database_now
from deploy.rights import Doer
from games.engine import HouseRules
from games.live import gate
from games.live.gathering import gather
from games.live.streams import Streams
from games.models import Deal, Mode, Table
from games.play.acting import act
from games.play.advance import advance_table
from games.sight.deals import see
from games.tables.closing import close_tables
from games.tables.moving import move
from games.tables.opening import open_table
from games.tables.sittings import get_up, sit_down
from games.tables.stewarding import pause
from tests.clubs.factories import ClubFactory, guests, owner_of
from tests.deploy.bare_streams import Line, meanwhile, played, token_of
from tests.deploy.listeners import Heard
from tests.deploy.streams import spectator, table_with_a_person
from tests.deploy.test_live import somebody_is_asked
from tests.deploy.test_tournament_streams import cup, keys_of, play
from tests.games.factories import actor_of, dealt, rules
from tests.games.fireside import guest
from tests.games.programs import players
from tests.games.test_moving import tables as tables_of_a_night
from tests.ledger.factories import BookFactory
from tournaments.announcements import create_tournament
from tournaments.entries import enter, withdraw
from tournaments.models import Prize, Tournament
from tournaments.tournaments import cancel, open_check_in, start
from tournaments.tournaments import check_in as check_in_to_cup

ME = "/live/me"
HIDDEN = {"hand", "hand_counts", "cards", "view", "legal", "action", "seed", "stack", "purse"}

pytestmark = pytest.mark.usefixtures("database")


def of(line: Line, kind: str) -> list[Any]:
    return [one.data for one in line.heard if one.kind == kind]


async def hears(line: Line, kind: str, is_so: Callable[[Any], bool] = bool) -> Any:
    """What the line has heard last of a kind, once that is so."""
    await line.until(lambda: bool(of(line, kind)) and is_so(of(line, kind)[-1]))
    return of(line, kind)[-1]


async def knows(line: Line, one: str, is_so: Callable[[Any], bool]) -> Any:
    """The same of a table, a night or a tournament, as it was told last."""
    return (await hears(line, one, lambda told: is_so(told[one])))[one]


def until_their_turn(table: Table, player_id: int) -> Deal:
    """Advance the table until the person is to act."""
    for _ in range(100):
        deal = table.deals.filter(ended_at=None).first()
        if deal is not None and actor_of(deal) == player_id:
            return deal
        advance_table(table.pk, at=database_now())
    raise AssertionError("their turn never comes")


def act_once(deal: Deal, player_id: int) -> None:
    whole = Deal.objects.defer(None).select_related("table").get(pk=deal.pk)
    seen = see(whole, player_id, until=None).view
    assert seen is not None
    act(deal.pk, player_id=player_id, ply=seen.ply, action=str(seen.legal[0]), at=database_now())


def act_on(deal: Deal, player_id: int) -> None:
    """Until it is somebody else's turn."""
    while actor_of(deal) == player_id:
        act_once(deal, player_id)


def free_table(**options: Any) -> Table:
    book = BookFactory.create()
    seats = [guest(book) for _ in range(2)]
    given: dict[str, Any] = {"name": "Free", "seats_limit": 5, "policies": FREE_TABLE.policies}
    house = HouseRules.preset("standard")
    return open_table(book, rules=house, seats=seats, at=database_now(), **given | options)


def test_a_turn_is_told_when_it_comes_and_when_it_is_over() -> None:
    table, person = table_with_a_person(deals_limit=2, at=database_now())
    token = token_of(person)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        snapshot = await hears(line, "snapshot")
        assert snapshot["player"] == person
        [mine] = snapshot["tables"]
        assert (mine["id"], mine["seat"], mine["mode"]) == (table.pk, 0, "online")
        assert (snapshot["turns"], snapshot["nights"], snapshot["tournaments"]) == ([], [], [])

        deal = await meanwhile(until_their_turn, table, person)
        turn = await hears(line, "turn")
        told_by_rest = await meanwhile(turn_of, deal, person)
        assert turn == {"table": table.pk, "deal": deal.pk, **told_by_rest}
        again = Line(streams, ME, token)
        assert (await hears(again, "snapshot"))["turns"] == [turn]

        await meanwhile(act_on, deal, person)
        for one in (line, again):
            assert await hears(one, "turn_over") == {"table": table.pk, "deal": deal.pk}
            assert keys_of([told.data for told in one.heard]).isdisjoint(HIDDEN)
            await one.leave()

    played(scenario)


def turn_of(deal: Deal, player_id: int) -> dict[str, Any]:
    whole = Deal.objects.defer(None).select_related("table").get(pk=deal.pk)
    sight = see(whole, player_id, until=None)
    assert sight.view is not None
    assert sight.turn_ends_at is not None
    return {
        "ply": sight.view.ply,
        "ends_at": DateTimeField().to_representation(sight.turn_ends_at),
    }


def test_a_pause_takes_the_deadline_away_and_leaves_the_turn() -> None:
    table, person = table_with_a_person(at=database_now())
    until_their_turn(table, person)
    token = token_of(person)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        [turn] = (await hears(line, "snapshot"))["turns"]
        assert turn["ends_at"] is not None
        await meanwhile(lambda: pause(table, at=database_now()))
        assert await hears(line, "turn") == {**turn, "ends_at": None}
        await knows(line, "table", lambda told: told["paused_at"] is not None)
        await line.leave()

    played(scenario)


def test_nobody_hears_of_a_silent_decision_but_whom_it_asks_next() -> None:
    """RULES.md 4.4: whether somebody was asked about robbing is their secret."""
    house = rules(rob_with_ace="may", rob_timing="before_lead")
    deal = dealt(somebody_is_asked, house=house)
    seats = players(deal)
    first = actor_of(deal)
    tokens = {player: token_of(player) for player in seats}

    def decline() -> int:
        act(deal.pk, player_id=first, ply=0, action="decline", at=deal.dealt_at)
        return actor_of(deal)

    async def scenario(streams: Streams) -> None:
        lines = {player: Line(streams, ME, token) for player, token in tokens.items()}
        for player, line in lines.items():
            turns = (await hears(line, "snapshot"))["turns"]
            assert [turn["deal"] for turn in turns] == [deal.pk] * (player == first)
        second = await meanwhile(decline)
        assert second != first
        await hears(lines[first], "turn_over")
        assert (await hears(lines[second], "turn"))["ply"] == 0
        await meanwhile(act_once, deal, second)
        await hears(lines[second], "turn_over")
        now = await meanwhile(actor_of, deal)
        for player, line in lines.items():
            if player not in (first, second, now):
                assert [one.kind for one in line.heard] == ["snapshot"]
            await line.leave()

    played(scenario)


def test_a_table_is_told_from_sitting_down_to_getting_up() -> None:
    table = free_table()
    plan = guest(table.book)
    token = token_of(plan.player_id)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        assert (await hears(line, "snapshot"))["tables"] == []
        await meanwhile(lambda: sit_down(table, plan, at=database_now()))
        mine = await knows(line, "table", bool)
        assert (mine["id"], mine["seat"], mine["occasion"]) == (table.pk, 2, None)
        await meanwhile(lambda: get_up(table, player_id=plan.player_id, at=database_now()))
        assert await hears(line, "left") == {"table": table.pk, "why": "got_up", "to": None}
        await line.leave()

    played(scenario)


def test_a_table_that_closes_and_one_to_which_they_are_moved_are_told() -> None:
    first, second = tables_of_a_night(4, 3)
    mover, stays = (seat.player_id for seat in first.seats.order_by("number")[:2])
    tokens = [token_of(mover), token_of(stays)]

    async def scenario(streams: Streams) -> None:
        lines = [Line(streams, ME, token) for token in tokens]
        for line in lines:
            [mine] = (await hears(line, "snapshot"))["tables"]
            assert mine["id"] == first.pk
        await meanwhile(lambda: move(first, second, player_id=mover, at=database_now()))
        assert (await knows(lines[0], "table", bool))["id"] == second.pk
        moved = {"table": first.pk, "why": "moved", "to": second.pk}
        assert await hears(lines[0], "left") == moved
        await meanwhile(lambda: close_tables([first, second], at=database_now()))
        for line, table in zip(lines, (second, first), strict=True):
            closed = {"table": table.pk, "why": "closed", "to": None}
            assert await hears(line, "left", lambda told: told["why"] == "closed") == closed
            await line.leave()

    played(scenario)


def test_a_tournament_is_told_from_the_entry_to_the_prize() -> None:
    tournament = cup(entry_chips=5, rounds=2, people=3, check_in_minutes=10)
    member = guests(tournament.club, 1)[0]
    token = token_of(member.player_id)

    def come() -> None:
        enter(tournament, member=member, bot_level="thumb", at=database_now())

    def begin() -> None:
        open_check_in(tournament)
        for one in tournament.club.members.filter(entries__isnull=False):
            check_in_to_cup(tournament, member=one, at=database_now())

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        assert (await hears(line, "snapshot"))["tournaments"] == []
        await meanwhile(come)
        entry = await knows(line, "tournament", bool)
        assert (entry["id"], entry["status"], entry["state"]) == (
            *(tournament.pk, "registration", "entered"),
        )
        assert (entry["round"], entry["rank"]) == (None, None)
        await meanwhile(begin)
        await knows(line, "tournament", lambda told: told["state"] == "checked_in")

        await meanwhile(lambda: start(tournament, at=database_now()))
        drawn = await knows(line, "tournament", lambda told: told["round"])
        table = await knows(line, "table", bool)
        assert table["occasion"] == {"kind": "tournament", "id": tournament.pk}
        assert drawn["round"]["table"] == {"number": 1, "table": table["id"]}
        assert of(line, "turn") == []  # A bot plays for them.

        for _ in range(2):
            await meanwhile(play, tournament)
        paid = await knows(line, "tournament", lambda told: told["status"] == "paid")
        assert paid["round"]["is_over"]
        assert paid["round"]["chips"] is not None
        assert paid["rank"] in range(1, 5)
        assert paid["prize_chips"] == (await meanwhile(prizes)).get(paid["entrant"], 0)
        assert (await hears(line, "left"))["why"] == "closed"
        again = Line(streams, ME, token)
        snapshot = await hears(again, "snapshot")
        assert (snapshot["tables"], snapshot["tournaments"]) == ([], [paid])
        for one in (line, again):
            await one.leave()

    played(scenario)


def entered_by(tournament: Tournament, people: int) -> list[str]:
    """The tokens of this number of people who enter, and for whom bots play."""
    members = guests(tournament.club, people)
    for member in members:
        enter(tournament, member=member, bot_level="thumb", at=database_now())
    return [token_of(member.player_id) for member in members]


def prizes() -> dict[int, int]:
    return dict(Prize.objects.values_list("entrant", "chips"))


def test_a_bye_is_told() -> None:
    """Five play in pairs of the moment: four at a table."""
    club: Club = ClubFactory.create()
    plan: dict[str, Any] = {
        "format": "rotation",
        "rounds_count": 2,
        "deals_a_round": 1,
        "starting_stack": 60,
        "table_size": 4,
    }
    pairs: dict[str, Any] = {"rules": {"options": {"sides": "pairs"}}, "by": owner_of(club)}
    tournament = create_tournament(club, name="Cup", at=database_now(), **plan, **pairs)
    tokens = entered_by(tournament, 5)

    async def scenario(streams: Streams) -> None:
        lines = [Line(streams, ME, token) for token in tokens]
        for line in lines:
            await hears(line, "snapshot")
        await meanwhile(lambda: start(tournament, at=database_now()))
        told = [await knows(line, "tournament", lambda one: one["round"]) for line in lines]
        rests = [bool(one["round"]["bye"]) for one in told]
        assert sorted(rests) == [False, False, False, False, True]
        assert [one["round"]["table"] is None for one in told] == rests
        assert {one["state"] for one in told} == {"playing"}
        for line in lines:
            await line.leave()

    played(scenario)


def test_it_is_told_who_is_out() -> None:
    """Eight play a knockout: the best two of each table play the final."""
    tournament = cup(people=0, format="knockout", table_size=4)
    tokens = entered_by(tournament, 8)

    async def scenario(streams: Streams) -> None:
        lines = [Line(streams, ME, token) for token in tokens]
        for line in lines:
            await hears(line, "snapshot")
        await meanwhile(lambda: start(tournament, at=database_now()))
        await meanwhile(play, tournament)
        final = [
            await knows(line, "tournament", lambda one: (one["round"] or {}).get("number") == 2)
            for line in lines
        ]
        assert sorted(one["state"] for one in final) == ["out"] * 4 + ["playing"] * 4
        assert [one["round"]["table"] is None for one in final] == [
            one["state"] == "out" for one in final
        ]
        for line in lines:
            await line.leave()

    played(scenario)


@pytest.mark.parametrize("way", [withdraw, cancel])
def test_it_is_told_that_somebody_no_longer_plays(way: Any) -> None:
    tournament = cup()
    member: Member = tournament.club.members.filter(entries__isnull=False)[0]
    token = token_of(member.player_id)
    by = owner_of(tournament.club).pk
    more: Any = {"member": member} if way is withdraw else {"by": by}

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        [entry] = (await hears(line, "snapshot"))["tournaments"]
        assert entry["state"] == "entered"
        await meanwhile(lambda: way(tournament, at=database_now(), **more))
        stands = ("registration", "left") if way is withdraw else ("cancelled", "entered")
        told = await knows(line, "tournament", lambda one: (one["status"], one["state"]) == stands)
        assert told["entrant"] == entry["entrant"]
        await line.leave()

    played(scenario)


def test_a_night_is_told_from_the_check_in_to_the_open_table() -> None:
    club: Club = ClubFactory.create()
    night = open_night(plan_night(club, at=database_now(), starts_at=database_now()))
    by = Doer(owner_of(club).pk)
    people = guests(club, 4)
    token = token_of(people[0].player_id)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        assert (await hears(line, "snapshot"))["nights"] == []
        await meanwhile(lambda: check_in(night, people, by=by, at=database_now()))
        here = await knows(line, "night", bool)
        assert (here["id"], here["status"], here["round"]) == (night.pk, "open", None)
        assert (here["answer"], here["is_checked_in"]) == ("going", True)
        await meanwhile(lambda: seat_night(night, by=by, at=database_now()))
        drawn = await knows(line, "night", lambda told: told["round"])
        assert drawn["round"]["table"]["number"] == 1
        assert (drawn["round"]["status"], drawn["round"]["table"]["table"]) == ("drafted", None)
        await meanwhile(lambda: open_tables(night, by=by, at=database_now()))
        playing = await knows(line, "night", lambda told: told["round"]["status"] == "playing")
        table = await knows(line, "table", bool)
        assert playing["round"]["table"]["table"] == table["id"]
        assert (table["mode"], table["occasion"]) == (
            *(Mode.RECORDED, {"kind": "night", "id": night.pk}),
        )
        await line.leave()

    played(scenario)


def test_somebody_who_comes_back_is_told_nothing_or_how_it_stands_now() -> None:
    table, person = table_with_a_person(at=database_now())
    token = token_of(person)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        await hears(line, "snapshot")
        await line.leave()
        same = Line(streams, ME, token, last_id=line.last_id)
        await same.until(lambda: same.status == 200)  # What they know is what is so.
        deal = await meanwhile(until_their_turn, table, person)
        await hears(same, "turn")
        assert of(same, "snapshot") == []
        await same.leave()
        assert same.last_id != line.last_id
        for known in (line.last_id, "nonsense"):
            again = Line(streams, ME, token, last_id=known)
            [turn] = (await hears(again, "snapshot"))["turns"]
            assert turn["deal"] == deal.pk
            await again.leave()

    played(scenario)


def test_somebody_turned_away_hears_no_more_of_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "CHECK_SECONDS", 0)
    tournament = cup(rounds=2)
    start(tournament, at=database_now())
    member: Member = tournament.club.members.filter(entries__isnull=False)[0]
    token, owner = token_of(member.player_id), owner_of(tournament.club)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        snapshot = await hears(line, "snapshot")
        [mine], [entry] = snapshot["tables"], snapshot["tournaments"]
        await meanwhile(lambda: turn_away(member, by=owner, reason="Loud.", at=database_now()))
        assert await hears(line, "gone") == {"tournament": entry["id"]}
        assert await hears(line, "left") == {"table": mine["id"], "why": "hidden", "to": None}
        again = Line(streams, ME, token)
        snapshot = await hears(again, "snapshot")
        assert (snapshot["tables"], snapshot["tournaments"]) == ([], [])
        for one in (line, again):
            await one.leave()

    played(scenario)


@pytest.mark.parametrize("end", ["token", "player"])
def test_it_ends_with_the_token_and_with_the_player(
    end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "CHECK_SECONDS", 0)
    player = Player.objects.get(pk=table_with_a_person()[1])
    token = token_of(player.pk)

    def shut() -> None:
        if end == "token":
            player.auth_token_set.all().delete()
        else:
            Player.objects.filter(pk=player.pk).update(is_active=False)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        await hears(line, "snapshot")
        await meanwhile(shut)
        await line.end()
        assert line.heard[-1] == Heard("end", "", {"reason": "no longer yours"})
        again = Line(streams, ME, token)
        await again.end()
        assert again.status == 401

    played(scenario)


def test_an_operator_who_plays_nowhere_hears_of_nothing() -> None:
    """They see every table, and none of them is theirs."""
    table_with_a_person()
    tournament: Tournament = cup()
    person = spectator()
    token = token_of(person)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        nothing: dict[str, Any] = {"tables": [], "turns": [], "nights": [], "tournaments": []}
        assert await hears(line, "snapshot") == {"player": person, **nothing}
        await meanwhile(lambda: start(tournament, at=database_now()))
        await meanwhile(play, tournament)
        await line.leave()
        assert [one.kind for one in line.heard] == ["snapshot"]

    played(scenario)


def test_whoever_comes_while_the_database_is_away_may_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    token = token_of(table_with_a_person()[1])

    def away(_: Any) -> Any:
        raise Error("away")

    async def scenario(streams: Streams) -> None:
        monkeypatch.setattr("games.live.messenger.gather", away)
        refused = Line(streams, ME, token)
        await refused.end()
        assert refused.status == 503
        monkeypatch.setattr("games.live.messenger.gather", gather)
        line = Line(streams, ME, token)
        assert len((await hears(line, "snapshot"))["tables"]) == 1
        await line.leave()

    played(scenario)
