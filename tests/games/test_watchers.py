"""Whoever is asked about among many may watch what they may watch alone."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.by_link import ByLink
from clubs.models import Night, NightLink, Player, Token
from deploy.rest.authentication import Ticket, Tokens
from deploy.rights import Person
from games.live.asking import LOBBY, TABLE, Claim, Door, read_roles, still_in
from games.models import Seat, Table
from games.sight.watchers import Watchers
from tests.rights.world import World, make_world

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 11
"""Tokens; the clock, links and what their givers are; what everybody is; tables, seats, nights."""


@pytest.fixture
def world() -> World:
    return make_world()


def people_of(world: World) -> Iterator[Person]:
    yield from filter(None, world.people.values())
    for member in world.members.values():
        yield member.player
    for link in NightLink.objects.all():
        yield link.user


def anew(person: Person) -> Person:
    """The same person, of whose roles nothing was read yet."""
    return Player.objects.get(pk=person.pk) if person.link_id is None else person


def test_tables_are_watched_by_the_same_people_together_and_alone(world: World) -> None:
    table = Table.objects.first()
    assert table is not None
    Table.objects.filter(pk=table.pk).update(spectator_delay_seconds=30)
    people = list(people_of(world))
    read_roles(people)

    watchers = Watchers.read(people, Table.objects.all())

    seen = set()
    for person in people:
        alone = set(Table.objects.visible_to(anew(person)).values_list("pk", flat=True))
        together = {pk for pk in watchers.tables if watchers.may_watch(person, pk)}
        assert together == alone, person
        seen.add(frozenset(alone))
        sits = Seat.objects.taken().filter(table=table, player=person.pk).exists()
        assert watchers.is_told_later(person, table.pk) == (not sits)
    assert len(seen) >= 4, "the world has people who see different tables"


def test_nights_are_heard_by_the_same_people_together_and_alone(world: World) -> None:
    nights, told = list(Night.objects.all()), set()
    for person in people_of(world):
        read_roles([person])
        for night in nights:
            alone = Night.objects.visible_to(anew(person))  # type: ignore[arg-type]
            is_seen = night.is_visible_to(person)  # type: ignore[arg-type]
            assert is_seen == alone.filter(pk=night.pk).exists(), person
            told.add(is_seen)
    assert told == {True, False}


def test_however_many_are_asked_about_takes_as_many_statements(world: World) -> None:
    tickets = [
        *(Ticket(Tokens, pk) for pk in Token.objects.values_list("pk", flat=True)),
        *(Ticket(ByLink, pk) for pk in NightLink.objects.values_list("pk", flat=True)),
    ]
    tables = list(Table.objects.values_list("pk", flat=True))
    night = Night.objects.values_list("pk", flat=True)[0]
    doors = [Door(LOBBY), Door("nights", night), *(Door(TABLE, pk) for pk in tables)]
    few = [Claim(tickets[0], door) for door in doors[:3]]
    many = [Claim(ticket, door) for ticket in tickets for door in doors]

    counts = []
    for claims in (few, many):
        with CaptureQueriesContext(connection) as asked:
            assert still_in(claims)
        counts.append(len(asked))

    assert len(many) > 50
    assert max(counts) <= MOST_STATEMENTS
