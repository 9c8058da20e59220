"""What concerns many players, read at once."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from rest_framework.fields import DateTimeField

from deploy.rest.clock import database_now
from deploy.rights import Person
from games.concern import Told, declared_concerns
from games.kinds import paths_of_occasions
from games.live.looking import one_snapshot
from games.live.matters import MOST_PARTINGS, TABLES, TURNS, Key, Matters, names
from games.sight.own_tables import OwnTable, Parting, Turn, partings, see_own_tables


@dataclass(frozen=True)
class Ask:
    """What is asked of the database.

    Attributes:
        people: Whom it is about; their roles are read already.
        known: What concerned each when it was read last.
        whole: Of whom all is read.
        rang: What rang of the others, each with those whom it concerned.
    """

    people: Mapping[int, Person]
    known: Mapping[int, Matters]
    whole: frozenset[int]
    rang: Mapping[Key, Collection[int]]

    def about(self, kind: str) -> dict[int, Person]:
        """Of whom one kind is read."""
        rang = {one for (name, _), players in self.rang.items() if name == kind for one in players}
        return {pk: self.people[pk] for pk in self.whole | rang}


def gather(ask: Ask) -> dict[int, Matters]:
    """What concerns these players now; the very same matters where nothing has changed."""
    with one_snapshot():
        found = {pk: dict(_kept(ask, pk)) for pk in ask.people}
        for key, pk, told in _read(ask):
            found[pk][key] = told
        gone = {
            (pk, number)
            for pk, known in ask.known.items()
            for kind, number in known.told
            if kind == TABLES and (kind, number) not in found[pk]
        }
        why: dict[int, dict[int, Parting]] = {pk: {} for pk in found}
        for (pk, table), parting in partings(gone).items():
            why[pk][table] = parting
    return {pk: _matters(ask.known[pk], told, why[pk]) for pk, told in found.items()}


def _kept(ask: Ask, pk: int) -> Iterator[tuple[Key, Told]]:
    """What stays as it was, because it is not read again."""
    if pk in ask.whole:
        return
    tables = {number for kind, number in ask.rang if kind == TABLES}
    again = {kind for (kind, _), players in ask.rang.items() if pk in players} - {TABLES}
    for key, told in ask.known[pk].told.items():
        kind, number = key
        if kind not in again and not (kind in (TABLES, TURNS) and number in tables):
            yield key, told


def _read(ask: Ask) -> Iterator[tuple[Key, int, Told]]:
    if people := ask.about(TABLES):
        among = [number for kind, number in ask.rang if kind == TABLES]
        paths = paths_of_occasions()
        own = see_own_tables(people, whole=ask.whole, among=among, occasions=paths)
        for pk, tables in own.items():
            for one in tables:
                yield (TABLES, one.table.pk), pk, _table(one)
                if one.turn is not None:
                    yield (TURNS, one.table.pk), pk, _turn(one.table.pk, one.turn)
    for concern in declared_concerns():
        if people := ask.about(concern.name):
            read = concern.read(people.values(), database_now())
            for pk, rows in read.items():
                for number, told in rows.items():
                    yield (concern.name, number), pk, told


def _table(one: OwnTable) -> Told:
    table, occasion = one.table, one.occasion
    return {
        "id": table.pk,
        "name": table.name,
        "mode": table.mode,
        "seat": one.seat.number,
        "occasion": occasion and {"kind": occasion[0], "id": occasion[1]},
        "paused_at": table.paused_at and DateTimeField().to_representation(table.paused_at),
    }


def _turn(table: int, turn: Turn) -> Told:
    ends_at = turn.ends_at and DateTimeField().to_representation(turn.ends_at)
    return {"table": table, "deal": turn.deal, "ply": turn.ply, "ends_at": ends_at}


def _matters(before: Matters, told: Mapping[Key, Told], why: Mapping[int, Parting]) -> Matters:
    if told == before.told:
        return before
    order = {kind: place for place, kind in enumerate(names())}
    ordered = {key: told[key] for key in sorted(told, key=lambda key: (order[key[0]], key[1]))}
    known = [*{**before.partings, **why}.items()]
    return Matters(before.player, ordered, dict(known[-MOST_PARTINGS:]))
