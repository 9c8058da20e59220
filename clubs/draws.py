"""Drawing rounds of a night: who is here, at tables of which sizes, and whom they have met."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from clubs.errors import NoSeating, TooFewPlayers
from clubs.house_rules import fix_rules
from clubs.models import Night, NightPlace, NightRound, NightStatus, NightTable
from clubs.seating import (
    Again,
    History,
    Seated,
    meeting_again,
    plan_evening,
    repeat_meetings,
    seat_round,
    table_sizes,
    times_met,
)
from clubs.stages import lock_night, move_night
from games.engine.house_rules import PLAYERS

NIGHTS_REMEMBERED = 12
SEED_BITS = 32
MOST_ROUNDS = 30  # As many can be drawn ahead.
STEPS = 50_000  # Of the search over an evening: an organiser waits for it.


@transaction.atomic
def seat_night(night: Night, *, rounds: int | None = None, seed: int | None = None) -> Night:
    """Draw the next round for the people who are here, or several rounds ahead.

    People sit away from those whom they have met tonight and in earlier nights. Done again it
    draws anew all that is not played yet. A night that follows its club keeps the rules of this
    moment. While tables are open, the rounds after this one are drawn.

    Args:
        rounds: How many; None for as many as are drawn already, and one at the least.
        seed: The same seed draws the same for the same people; None for any.

    Raises:
        WrongMoment: the night is not open yet, or it is over.
        TooFewPlayers: fewer than two are here.
        NoSeating: the house rules are for other numbers of players.
    """
    night = lock_night(night, NightStatus.OPEN, NightStatus.SEATED, NightStatus.PLAYING)
    fix_rules(night)
    drawn = night.rounds.drafted()
    count = rounds or max(1, drawn.count())
    drawn.delete()
    here = people_here(night)
    memory = Memory.of(night)
    sizes = sizes_for(night, len(here))
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    plans = memory.draw(list(here), rounds=count, sizes=sizes, seed=seed)
    for number, plan in enumerate(plans, start=night.rounds.count() + 1):
        _lay(night, number, plan, here, seed=seed)
    if night.status == NightStatus.OPEN:
        move_night(night, NightStatus.SEATED)
    return night


def people_here(night: Night) -> dict[int, int]:
    """The members who are here, each with the key of their attendance."""
    here = night.attendances.here().order_by("pk")
    return dict(here.values_list("member_id", "pk"))


def sizes_for(night: Night, people: int) -> list[int]:
    """How many sit at each table.

    Raises:
        TooFewPlayers, NoSeating: as in `seat_night`.
    """
    if people < 2:
        raise TooFewPlayers(
            f"{people} checked in, and a table needs at least two. Check more people in."
        )
    rules = night.rules
    possible = [size for size in PLAYERS if rules.refusal(size) is None]
    allowed = [size for size in possible if size <= people]
    sizes = table_sizes(people, best=night.table_size, allowed=allowed)
    if not sizes:
        able = ", ".join(map(str, possible))
        raise NoSeating(
            f"{people} people cannot be seated: these house rules are for tables of {able}, and "
            "tables differ by one at most. Check somebody in or out, or change the rules."
        )
    return sizes


@dataclass(frozen=True)
class Memory:
    """Who sat with whom, latest last: in the club's last nights, and tonight."""

    earlier: list[History]
    tonight: History

    @classmethod
    def of(cls, night: Night) -> "Memory":
        closed = night.club.nights.filter(status=NightStatus.CLOSED).order_by("-starts_at", "-pk")
        recent = list(closed.values_list("pk", flat=True)[:NIGHTS_REMEMBERED])
        rounds = NightRound.objects.played().filter(night__in=[night.pk, *recent])
        sat = NightPlace.objects.filter(round__in=rounds).round_the_tables()
        companies: dict[int, dict[int, dict[int, list[int]]]] = {}
        for of_night, of_round, table, member in sat.values_list(
            "round__night_id", "round_id", "table_id", "attendance__member_id"
        ):
            tables = companies.setdefault(of_night, {}).setdefault(of_round, {})
            company = tables.setdefault(table, [])
            if member not in company:  # Who left and came back met them once.
                company.append(member)
        by_night = {
            pk: [list(tables.values()) for tables in rounds_of.values()]
            for pk, rounds_of in companies.items()
        }
        earlier = [by_night[pk] for pk in reversed(recent) if pk in by_night]
        return cls(earlier=list(earlier), tonight=list(by_night.get(night.pk, [])))

    def draw(
        self, people: list[int], *, rounds: int, sizes: list[int], seed: int
    ) -> Sequence[Seated]:
        """The next rounds, with the fewest repeat meetings of tonight.

        Several are planned together. A single one, as far as these allow it, also keeps people away
        from those of earlier nights; where it is the first of its night, the repeat meetings told
        are with them.
        """
        if rounds > 1:
            plan = plan_evening(
                people, rounds=rounds, sizes=sizes, history=self.tonight, seed=seed, steps=STEPS
            )
            return plan.rounds
        return [self._next(people, sizes=sizes, seed=seed)]

    def _next(self, people: list[int], *, sizes: list[int], seed: int) -> Seated:
        nights = [tables for night in self.earlier for tables in night]
        whole = seat_round(people, sizes=sizes, history=[*nights, *self.tonight], seed=seed)
        if not self.tonight or not nights:
            return whole
        strict = seat_round(people, sizes=sizes, history=self.tonight, seed=seed)
        met = times_met(self.tonight)
        if repeat_meetings(whole.tables, met) > strict.repeats:
            return strict
        again = tuple(meeting_again(whole.tables, met))
        return Seated(whole.tables, repeats=len(again), bound=strict.bound, again=again)


def _lay(
    night: Night, number: int, plan: Seated, attendance_of: dict[int, int], *, seed: int
) -> None:
    """Keep a round that was drawn."""
    drawn = NightRound.objects.create(
        night=night,
        number=number,
        seed=seed,
        repeat_meetings=plan.repeats,
        least_repeats=plan.bound,
        meets_again=[_told(again, attendance_of) for again in plan.again],
    )
    for table_number, company in enumerate(plan.tables, start=1):
        table = NightTable.objects.create(round=drawn, number=table_number)
        NightPlace.objects.bulk_create(
            NightPlace(round=drawn, table=table, attendance_id=attendance_of[one], place=place)
            for place, one in enumerate(company)
        )


def _told(again: Again, attendance_of: dict[int, int]) -> dict[str, object]:
    return {
        "people": [attendance_of[again.one], attendance_of[again.other]],
        "times": again.times,
    }


def is_up_to_date(night: Night) -> bool:
    """Whether everybody here, and nobody else, has a place in the next round that is drawn."""
    drawn = night.rounds.drafted().first()
    if drawn is None:
        return False
    places = set(drawn.places.values_list("attendance_id", flat=True))
    return places == set(people_here(night).values())
