"""Whole events in the head: who comes and goes, what is drawn, and what everybody makes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clubs.seating import Chance
from tests.tournaments.situations import PLAN
from tournaments.formats.draw import Draw, seats_of
from tournaments.formats.protocol import Format, Situation, Stacks
from tournaments.formats.settings import DEALS, MEMBERS, STACK, defaults_of
from tournaments.standings import (
    Measure,
    Played,
    Record,
    Results,
    Standing,
    lots,
    of_members,
    standings,
)


@dataclass
class Event:
    """An event that is played by lot, round by round.

    Attributes:
        sizes: How many people the house rules let sit at a table.
        able: Who can play on, in the order of entry.
        people: By entrant its members, each a person of their own.
    """

    format: Format
    entrants: int
    seed: int = 1
    sizes: Sequence[int] = range(2, 11)
    settings: dict[str, Any] = field(default_factory=dict)
    able: list[int] = field(default_factory=list)
    people: dict[int, list[str]] = field(default_factory=dict)
    history: list[tuple[tuple[int, ...], ...]] = field(default_factory=list)
    byes: list[list[int]] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    records: dict[int, Record] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for _ in range(self.entrants):
            self.come()

    @property
    def plan(self) -> dict[str, Any]:
        return {**defaults_of(self.format.settings), **PLAN, **self.settings}

    @property
    def measures(self) -> tuple[Measure, ...]:
        return self.format.measures(self.plan)

    @property
    def results(self) -> Results:
        return Results(self.records)

    @property
    def table(self) -> list[Standing]:
        return standings(self.results, self.measures)

    def come(self, late: int = 0) -> None:
        """Somebody new enters."""
        entrant = len(self.records)
        self.records[entrant] = Record(late=late, lot=lots(self.seed, [entrant])[entrant])
        self.people[entrant] = [f"{entrant}.{one}" for one in range(MEMBERS.of(self.plan))]
        self.able.append(entrant)

    def leave(self, entrant: int) -> None:
        if entrant in self.able:
            self.able.remove(entrant)

    def replace_member(self, entrant: int) -> None:
        """A substitute plays from now on."""
        self.people[entrant][-1] += "'"

    def situation(self) -> Situation:
        figures = {line.entrant: line.figures for line in self.table}
        able = [one for one in figures if one in self.able and self._has_chips(one)]
        return Situation(
            plan=self.plan,
            sizes=self.sizes,
            able=able,
            figures={one: figures[one] for one in able},
            history=self.history,
            seed=self.seed + len(self.history),
            first_seed=self.seed,
            results=self.results,
            byes=self.byes,
        )

    def draw(self) -> Draw | None:
        return self.format.draw(self.situation())

    def play(self, drawn: Draw) -> None:
        """Every deal is won by lot, and all others at the table pay a chip for it."""
        chance = Chance(f"{self.seed}:{len(self.history)}:deals")
        made: dict[int, Played] = {}
        for number, table in enumerate(drawn.seated.tables):
            made |= self._at_table(table, number, chance)
        self.take(drawn, made)

    def take(self, drawn: Draw, made: dict[int, Played]) -> None:
        """The results of a round."""
        number = len(self.history) + 1
        byes = [bye.entrant for bye in drawn.byes]
        for entrant, record in self.records.items():
            played = [*record.played, *([made[entrant]] if entrant in made else [])]
            self.records[entrant] = replace(record, played=played)
        each = self.format.points(self.plan).of_each(number, self.results)
        worth = self.format.bye_points(self.plan, [*each.values()])
        for entrant in byes:
            record = self.records[entrant]
            self.records[entrant] = replace(record, byes={**record.byes, number: worth})
        self.history.append(drawn.seated.tables)
        self.byes.append(byes)
        self.draws.append(drawn)

    def seats(self, table: Sequence[int]) -> list[str]:
        """Who sits at a table, person by person."""
        members = MEMBERS.of(self.plan)
        return [self.people[one][member] for one, member in seats_of(table, members=members)]

    def stack(self, entrant: int) -> int:
        """What an entrant has left, where stacks are carried."""
        won = sum(played.chips for played in self.records[entrant].played)
        return STACK.of(self.plan) + won

    def _has_chips(self, entrant: int) -> bool:
        return self.format.stacks == Stacks.FRESH or self.stack(entrant) > 0

    def _at_table(self, table: Sequence[int], number: int, chance: Chance) -> dict[int, Played]:
        is_fresh, members = self.format.stacks == Stacks.FRESH, MEMBERS.of(self.plan)
        start = {one: STACK.of(self.plan) if is_fresh else self.stack(one) for one in table}
        stacks = dict(start)
        won, jinked = dict.fromkeys(table, 0), dict.fromkeys(table, 0)
        for _ in range(DEALS.of(self.plan)):
            winner = table[chance.below(len(table))]
            for other in table:
                paid = min(1, stacks[other])
                stacks[other] -= paid
                stacks[winner] += paid
            won[winner] += 1
            jinked[winner] += chance.below(4) == 0
        place = len(self.history) * 100 + number
        return {
            one: of_members(
                [
                    Played(
                        round=len(self.history) + 1,
                        table=place,
                        chips=stacks[one] - start[one] if not member else 0,
                        deals_won=won[one],
                        tricks=3 * won[one] if not member else 0,
                        deals=DEALS.of(self.plan),
                        jinks=jinked[one],
                    )
                    for member in range(members)
                ],
                is_side=True,
            )
            for one in table
        }
