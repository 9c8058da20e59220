"""What streams of players cost: nothing while nothing concerns them, and little when it does."""

import asyncio
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from deploy.rest.clock import database_now
from games.live import messenger
from games.live.asking import read_roles
from games.live.gathering import Ask, gather
from games.live.matters import TABLES, Matters
from games.live.streams import Streams
from games.models import Table
from games.play.advance import advance_table
from tests.deploy.bare_streams import Line, meanwhile, played, token_of
from tests.deploy.streams import table_with_a_person
from tests.deploy.test_own_streams import ME, hears, until_their_turn
from tests.deploy.test_tournament_streams import cup, play
from tests.games.factories import AT
from tournaments.tournaments import start

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def asks(monkeypatch: pytest.MonkeyPatch) -> list[Ask]:
    """What the database is asked from now on."""
    asked: list[Ask] = []

    def noting(ask: Ask) -> dict[int, Matters]:
        asked.append(ask)
        return gather(ask)

    monkeypatch.setattr("games.live.messenger.gather", noting)
    return asked


def ask_of(players: list[int]) -> Ask:
    people = {one.pk: one for one in Player.objects.filter(pk__in=players)}
    read_roles(people.values())
    known = {pk: Matters(pk) for pk in people}
    return Ask(people, known, frozenset(people), {})


def statements(players: list[int]) -> int:
    ask = ask_of(players)
    with CaptureQueriesContext(connection) as asked:
        gather(ask)
    return len(asked)


def test_nothing_is_asked_while_nothing_concerns_whoever_listens(asks: list[Ask]) -> None:
    """Cards that fall at other tables, and another tournament, cost them no query."""
    table, person = table_with_a_person(at=database_now())
    other, tournament = table_with_a_person(at=database_now())[0], cup()
    token = token_of(person)

    def evening() -> None:
        for _ in range(10):
            advance_table(other.pk, at=database_now())
        start(tournament, at=database_now())
        play(tournament)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        await hears(line, "snapshot")
        assert len(asks) == 1
        await meanwhile(evening)
        await asyncio.sleep(2 * messenger.WATCH_SECONDS)
        assert len(asks) == 1
        deal = await meanwhile(until_their_turn, table, person)
        assert (await hears(line, "turn"))["deal"] == deal.pk
        assert {key for ask in asks[1:] for key in ask.rang} == {(TABLES, table.pk)}
        assert all(not ask.whole and ask.people.keys() == {person} for ask in asks[1:])
        await line.leave()

    played(scenario)


def test_a_crowd_that_comes_at_once_is_read_together_and_leaves_nothing_behind(
    asks: list[Ask],
) -> None:
    tokens = [token_of(table_with_a_person()[1]) for _ in range(6)]

    async def scenario(streams: Streams) -> None:
        lines = [Line(streams, ME, token) for token in tokens for _ in range(2)]
        for line in lines:
            assert len((await hears(line, "snapshot"))["tables"]) == 1
        assert sum(len(ask.whole) for ask in asks) < len(lines)
        assert len(asks) <= len(tokens)
        assert followers() == 1
        for line in lines:
            await line.leave()
        await asyncio.sleep(0)
        assert followers() == 0
        hub = streams._hub
        assert hub is not None
        assert not hub.messenger._addressees
        assert not hub.messenger._concerned

    played(scenario)


def followers() -> int:
    names = [getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()]
    return names.count("Messenger._follow")


def test_a_look_takes_as_many_statements_however_many_people_it_is_about() -> None:
    one, two = cup(), cup()
    for tournament in (one, two):
        start(tournament, at=database_now())
    people = [
        *Player.objects.filter(memberships__entries__isnull=False).values_list("pk", flat=True),
        *(seat_at_an_open_table() for _ in range(5)),
    ]
    gather(ask_of(people))  # The boards are read.

    few, many = statements([people[0], people[-1]]), statements(people)

    assert few == many
    assert many < 15


def seat_at_an_open_table() -> int:
    table, person = table_with_a_person()
    advance_table(table.pk, at=AT)
    return person


def test_a_table_whose_key_is_lost_silences_no_other(settings: Any) -> None:
    lost = table_with_a_person()
    until_their_turn(*lost)
    settings.SEED_KEYS = [Fernet.generate_key()]
    sound = table_with_a_person()
    until_their_turn(*sound)

    found = gather(ask_of([lost[1], sound[1]]))

    assert [len(found[person].of("turns")) for _, person in (lost, sound)] == [0, 1]
    assert [len(found[person].of("tables")) for _, person in (lost, sound)] == [1, 1]


def test_matters_that_are_as_they_were_are_the_same(asks: list[Ask]) -> None:
    person = table_with_a_person()[1]
    known = gather(ask_of([person]))

    ask = ask_of([person])
    again = gather(Ask(ask.people, known, ask.whole, {}))

    assert again[person] is known[person]


def test_a_bell_that_nobody_heard_only_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messenger, "LOOK_SECONDS", 1)
    table, person = table_with_a_person()
    token = token_of(person)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        await hears(line, "snapshot")
        await meanwhile(lambda: Table.objects.filter(pk=table.pk).update(name="Another name"))
        assert (await hears(line, "table"))["table"]["name"] == "Another name"
        await line.leave()

    played(scenario)


@pytest.mark.parametrize("is_broken", [False, True])
def test_what_rings_during_a_look_is_looked_at_after_it(
    monkeypatch: pytest.MonkeyPatch, is_broken: bool
) -> None:
    """Whether the look came to an end, or to nothing."""
    table, person = table_with_a_person()
    token = token_of(person)
    calls: list[Ask] = []

    def slow(ask: Ask) -> dict[int, Matters]:
        calls.append(ask)
        found = gather(ask)
        if len(calls) == 2:
            Table.objects.filter(pk=table.pk).update(name="Renamed meanwhile")
            asyncio.run_coroutine_threadsafe(ring(), loops[0]).result()
            if is_broken:
                raise ConnectionError
        return found

    loops: list[asyncio.AbstractEventLoop] = []
    hubs: list[Any] = []

    async def ring() -> None:
        hubs[0].hear(str(table.pk))

    monkeypatch.setattr("games.live.messenger.gather", slow)

    async def scenario(streams: Streams) -> None:
        loops.append(asyncio.get_running_loop())
        hubs.append(streams._hub)
        line = Line(streams, ME, token)
        await hears(line, "snapshot")
        await ring()
        assert (await hears(line, "table"))["table"]["name"] == "Renamed meanwhile"
        await line.leave()

    played(scenario)


def test_all_is_read_again_after_the_bells_were_not_heard_for_a_while() -> None:
    table, person = table_with_a_person()
    token = token_of(person)

    async def scenario(streams: Streams) -> None:
        line = Line(streams, ME, token)
        await hears(line, "snapshot")
        await meanwhile(lambda: Table.objects.filter(pk=table.pk).update(name="Another name"))
        assert streams._hub is not None
        streams._hub.hear("")
        assert (await hears(line, "table"))["table"]["name"] == "Another name"
        await line.leave()

    played(scenario)
