"""Who may watch which tables, asked for many people at once."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import IntegerField, QuerySet, Value

from deploy.rights import Person
from games.models import Seat, Table
from games.rights import WATCH, Eyes


@dataclass(frozen=True)
class Watchers:
    """People and tables, as they were read together.

    Attributes:
        tables: The tables that there are, with what decides who sees them.
        sat: The tables at which each person sits or ever sat.
        sitting: A person and the table at which they sit now.
        lent: The tables that each link lends.
    """

    tables: Mapping[int, Table]
    sat: Mapping[int, set[int]]
    sitting: Collection[tuple[int, int]]
    lent: Mapping[int, set[int]]

    @classmethod
    def read(cls, people: Iterable[Person], tables: QuerySet[Table]) -> Self:
        """In three statements, however many they are; the roles of all people are read already."""
        needed = ("is_public", "club_book", "spectator_delay_seconds")
        found = {table.pk: table for table in tables.only(*needed)}
        known = {person.pk: person for person in people}
        seats = Seat.objects.filter(player__in=known, table__in=tables.values("pk"))
        sat, sitting = defaultdict[int, set[int]](set), set[tuple[int, int]]()
        for player, table, cashed in seats.values_list("player", "table", "cashed_chips"):
            sat[player].add(table)
            if cashed is None:
                sitting.add((player, table))
        return cls(found, sat, sitting, _lent(known.values(), tables))

    def may_watch(self, person: Person, table_id: int, eyes: Eyes | None = None) -> bool:
        """Whether somebody sees a table, as `Watched.visible_to` says of its row.

        Args:
            eyes: Theirs, where they are known already.
        """
        table = self.tables.get(table_id)
        if table is None:
            return False
        if person.pk in self.lent:
            return table_id in self.lent[person.pk]
        return (eyes or Eyes.of(person)).see(
            is_public=table.is_public,
            club_book=table.club_book_id,
            has_sat=table_id in self.sat.get(person.pk, ()),
        )

    def is_told_later(self, person: Person, table_id: int) -> bool:
        """Whether they are a spectator of a table that is delayed (`games.sight.delay`)."""
        is_delayed = self.tables[table_id].spectator_delay_seconds > 0
        return is_delayed and (person.pk, table_id) not in self.sitting


def _lent(people: Iterable[Person], tables: QuerySet[Table]) -> dict[int, set[int]]:
    """The tables that links lend, of these; in one statement."""
    found: dict[int, set[int]] = {}
    asked: list[QuerySet[Any, Any]] = []
    for person in people:
        if (lent := person.tables_lent(WATCH.may)) is not None:
            found[person.pk] = set()
            theirs = tables.filter(pk__in=lent).order_by()
            who = Value(person.pk, IntegerField())
            asked.append(theirs.annotate(who=who).values_list("who", "pk"))
    if asked:
        first, *others = asked
        for who, table in first.union(*others) if others else first:
            found[who].add(table)
    return found
