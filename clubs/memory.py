"""Who has sat with whom in a club's nights, and what the planner makes of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from clubs.models import Night, NightRound
from clubs.played_places import played_places
from clubs.seating import (
    NO_WISHES,
    Seated,
    Tables,
    Wishes,
    least_repeats,
    meeting_again,
    merged,
    plan_evening,
    repaired,
    seat_round,
    times_met,
)
from clubs.sides import Units
from clubs.sizes import NO_LOCKS, Locked

NIGHTS_REMEMBERED = 12
STEPS = 50_000  # Of the search over an evening: an organiser waits for it.


@dataclass(frozen=True)
class Memory:
    """Who sat with whom, round by round, latest last; people are members by their keys.

    Attributes:
        nights: The rounds of the club's last nights.
        tonight: The rounds of this night, and those that are drawn before the next one.
        units: Who are partners tonight. They sit as one side, and their meetings do not count.
        wishes: What the organiser asks for tonight.
    """

    nights: tuple[Tables, ...]
    tonight: tuple[Tables, ...] = ()
    units: Units = ()
    wishes: Wishes = NO_WISHES

    @property
    def counted(self) -> tuple[Tables, ...]:
        """The rounds whose meetings are told: tonight's; for its first round, earlier nights'."""
        return self.tonight or self.nights

    @property
    def earlier(self) -> tuple[Tables, ...]:
        """The rounds whose meetings weigh less, and are told of nobody."""
        return self.nights if self.tonight else ()

    def after(self, tables: Tables) -> "Memory":
        """What is to be remembered once a round is drawn."""
        return replace(self, tonight=(*self.tonight, tables))

    def draw(
        self, people: Sequence[int], *, sizes: Sequence[int], locked: Locked = NO_LOCKS, seed: str
    ) -> Seated:
        """The next round, with the fewest repeat meetings of tonight.

        As far as these allow it, people sit away from those of earlier nights, too.
        """
        return seat_round(
            people,
            sizes=sizes,
            history=self.counted,
            earlier=self.earlier,
            units=self.units,
            wishes=replace(self.wishes, locked=locked),
            seed=seed,
        )

    def draw_ahead(
        self,
        people: Sequence[int],
        *,
        sizes: Sequence[Sequence[int]],
        locked: Sequence[Locked],
        seed: str,
    ) -> list[Seated]:
        """Several rounds: one after the other, or as a whole where fewer meet again.

        Args:
            sizes, locked: Of each round. Where tables are locked, one follows the other.
        """
        memory, drawn = self, list[Seated]()
        for of_round, kept in zip(sizes, locked, strict=True):
            number = len(memory.tonight)
            drawn.append(memory.draw(people, sizes=of_round, locked=kept, seed=f"{seed}:{number}"))
            memory = memory.after(drawn[-1].tables)
        found = sum(one.repeats for one in (drawn if self.tonight else drawn[1:]))
        if found == 0 or any(locked):
            return drawn
        plan = plan_evening(
            people,
            rounds=len(sizes),
            sizes=sizes[0],
            history=self.tonight,
            earlier=self.nights,
            units=self.units,
            wishes=self.wishes,
            seed=seed,
            steps=STEPS,
        )
        apart = self._earlier_meetings(plan.rounds), self._earlier_meetings(drawn)
        if (plan.repeats, apart[0]) >= (found, apart[1]):
            return drawn
        first, *others = plan.rounds
        return [self.told(first.tables), *others]

    def _earlier_meetings(self, rounds: Iterable[Seated]) -> int:
        """How many pairs at the tables of these rounds met in earlier nights."""
        met = times_met(self.nights)
        return sum(len(meeting_again(one.tables, met, self.units)) for one in rounds)

    def repair(
        self,
        tables: Tables,
        people: Sequence[int],
        *,
        sizes: Sequence[int],
        locked: Locked = NO_LOCKS,
        seed: str,
    ) -> Seated:
        """A round that was drawn, with those who came and without those who went."""
        return repaired(
            tables,
            people,
            sizes=[size for size in sizes if size],
            history=self.counted,
            earlier=self.earlier,
            units=self.units,
            wishes=replace(self.wishes, locked=locked),
            seed=seed,
        )

    def told(self, tables: Tables) -> Seated:
        """These tables, with what is to say of them after the rounds that are counted."""
        people = [one for table in tables for one in table]
        mates = merged([*self.units, *self.wishes.together], people)
        sizes = [len(table) for table in tables]
        bound = least_repeats(people, sizes=sizes, history=self.counted, units=mates)
        again = meeting_again(tables, times_met(self.counted), mates)
        return Seated(tuple(map(tuple, tables)), bound=bound, again=tuple(again))

    def counter(self, people: Sequence[int]) -> Callable[[Tables], int]:
        """What counts the pairs who meet again at tables of these people, as `told` does."""
        mates = merged([*self.units, *self.wishes.together], people)
        met = times_met(self.counted)
        return lambda tables: len(meeting_again(tables, met, mates))


def memory_of(night: Night, units: Units, wishes: Wishes) -> Memory:
    """What is remembered before the next round of a night is drawn.

    Args:
        units, wishes: Those of tonight.
    """
    closed = night.club.nights.took_place().order_by("-starts_at", "-pk")
    recent = list(closed.values_list("pk", flat=True)[:NIGHTS_REMEMBERED])
    rounds = NightRound.objects.played().filter(night__in=[night.pk, *recent])
    sat = played_places([night.pk, *recent]).filter(round__in=rounds).round_the_tables()
    found: dict[int, dict[int, dict[int, list[int]]]] = {}
    for of_night, of_round, table, member in sat.values_list(
        "round__night_id", "round_id", "table_id", "attendance__member_id"
    ):
        company = found.setdefault(of_night, {}).setdefault(of_round, {}).setdefault(table, [])
        if member not in company:  # Whoever left and came back met the others once.
            company.append(member)

    def rounds_of(pk: int) -> list[Tables]:
        return [list(tables.values()) for tables in found.get(pk, {}).values()]

    nights = [tables for pk in reversed(recent) for tables in rounds_of(pk)]
    return Memory(tuple(nights), tuple(rounds_of(night.pk)), units, wishes)
