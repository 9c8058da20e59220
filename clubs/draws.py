"""Drawing rounds of a night for the people who are here, and repairing them."""

import secrets
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max

from clubs.errors import NoSeating, NothingDrawn, PartnersUnfit, TooFewPlayers
from clubs.house_rules import fix_rules
from clubs.memory import memory_of
from clubs.models import Night, NightPlace, NightRound, NightStatus, NightTable
from clubs.seating import Again, Seated, table_sizes
from clubs.sides import Units, are_sides, fitting_all, units_of
from clubs.stages import lock_night, move_night
from clubs.wishes import told_in_words, wishes_of
from games.engine.house_rules import PLAYERS
from games.engine.options import either

SEED_BITS = 32
MOST_ROUNDS = 30  # As many can be drawn ahead.
DRAWING = (NightStatus.OPEN, NightStatus.SEATED, NightStatus.PLAYING)


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
        PartnersUnfit: the partners who are here do not form sides at such tables.
        WishesUnkept: wishes are against each other, or against the tables.
    """
    night = lock_night(night, *DRAWING)
    fix_rules(night)
    drafted = night.rounds.drafted()
    count = rounds or max(1, drafted.count())
    drafted.delete()
    here = people_here(night)
    units = units_of(night, here)
    sizes = sizes_for(night, len(here), units)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    memory = memory_of(night, units, wishes_of(night))
    with told_in_words():
        plans = memory.draw_ahead(list(here), sizes=sizes, rounds=count, seed=str(seed))
    first = night.rounds.count() + 1
    for number, plan in enumerate(plans, start=first):
        drawn = NightRound.objects.create(night=night, number=number, seed=seed)
        lay(drawn, plan, here)
    return _seated(night)


@transaction.atomic
def repair_rounds(night: Night) -> Night:
    """Give those who came a place in every round that is drawn, and close the gaps of those gone.

    Tables keep their numbers. For each person who came at most two change table; when somebody
    goes nobody does, unless the sizes of the tables ask for it.

    Raises:
        WrongMoment, TooFewPlayers, NoSeating, PartnersUnfit, WishesUnkept: as in `seat_night`.
        NothingDrawn: no round is drawn that is not played yet.
    """
    night = lock_night(night, *DRAWING)
    drafted = list(night.rounds.drafted())
    if not drafted:
        raise NothingDrawn(f"No round of {night} is drawn: seat the people who are here.")
    fix_rules(night)
    here = people_here(night)
    units = units_of(night, here)
    memory = memory_of(night, units, wishes_of(night))
    sizes = sizes_for(night, len(here), units)
    for drawn in drafted:
        tables = tables_of(drawn)
        if not _is_right(tables, here, sizes) or not are_sides(night.rules, tables, units):
            seed = f"{drawn.seed}:{drawn.number}"
            with told_in_words():
                plan = memory.repair(tables, list(here), sizes=sizes, seed=seed)
            lay(drawn, plan, here)
            tables = [list(table) for table in plan.tables]
        memory = memory.after(tables)
    return _seated(night)


def is_up_to_date(night: Night) -> bool:
    """Whether the next round is drawn, for those who are here alone, and partners are one side."""
    drawn = night.rounds.drafted().first()
    here = people_here(night)
    if drawn is None or len(here) < 2:
        return False
    tables, units = tables_of(drawn), units_of(night, here)
    fitting = fitting_all(night.rules, units)
    sizes = table_sizes(len(here), best=night.table_size, allowed=fitting)
    return _is_right(tables, here, sizes) and are_sides(night.rules, tables, units)


def _is_right(tables: Sequence[Sequence[int]], here: Iterable[int], sizes: Sequence[int]) -> bool:
    """Whether everybody here, and nobody else, has a place, at tables of the right sizes."""
    people = sorted(one for table in tables for one in table)
    return people == sorted(here) and sorted(map(len, tables)) == sorted(sizes)


def _seated(night: Night) -> Night:
    """A round can be opened now, unless one is played."""
    if night.status == NightStatus.OPEN:
        return move_night(night, NightStatus.SEATED)
    return night


def people_here(night: Night) -> dict[int, int]:
    """The members who are here, each with the key of their attendance."""
    here = night.attendances.here().order_by("pk")
    return dict(here.values_list("member_id", "pk"))


def sizes_for(night: Night, people: int, units: Units) -> list[int]:
    """How many sit at each table.

    Args:
        units: Partners, who have to form sides there.

    Raises:
        TooFewPlayers, NoSeating, PartnersUnfit: as in `seat_night`.
    """
    if people < 2:
        raise TooFewPlayers(
            f"{people} checked in, and a table needs at least two. Check more people in."
        )
    fitting = fitting_all(night.rules, units)
    if sizes := table_sizes(people, best=night.table_size, allowed=fitting):
        return sizes
    if not units:
        raise NoSeating(
            f"{people} people cannot be seated: these house rules are for tables of "
            f"{either(fitting)}, and tables differ by one at most. Check somebody in or out, or "
            "change the rules."
        )
    if not fitting:
        raise PartnersUnfit(
            "By the rules of this night partnerships of two and of three cannot play at one "
            "table. End the partnerships of one size, then draw again."
        )
    able = [
        number
        for number in range(2, people + max(PLAYERS) + 1)
        if table_sizes(number, best=night.table_size, allowed=fitting)
    ]
    fewer = [number for number in able if number < people][-1:]
    more = [number for number in able if number > people][:1]
    raise PartnersUnfit(
        f"{people} people cannot be seated with their partners, who form sides at tables of "
        f"{either(fitting)}, and tables differ by one at most. {either(fewer + more)} people can: "
        "check people in or out, or end a partnership."
    )


def tables_of(drawn: NightRound) -> list[list[int]]:
    """Who has a place at which table, by its number; a number without a table is empty."""
    last = drawn.tables.aggregate(last=Max("number"))["last"] or 0
    tables: list[list[int]] = [[] for _ in range(last)]
    places = drawn.places.round_the_tables()
    for number, member in places.values_list("table__number", "attendance__member_id"):
        tables[number - 1].append(member)
    return tables


def lay(drawn: NightRound, plan: Seated, attendance_of: dict[int, int]) -> None:
    """Keep who sits where in a round, and what is to say of it, instead of what was kept."""
    drawn.tables.all().delete()
    for number, company in enumerate(plan.tables, start=1):
        if not company:
            continue  # A table that was given up; the others keep their numbers.
        table = NightTable.objects.create(round=drawn, number=number)
        NightPlace.objects.bulk_create(
            NightPlace(round=drawn, table=table, attendance_id=attendance_of[one], place=place)
            for place, one in enumerate(company)
        )
    drawn.repeat_meetings, drawn.least_repeats = plan.repeats, plan.bound
    drawn.meets_again = [_told(again, attendance_of) for again in plan.again]
    drawn.save(update_fields=["repeat_meetings", "least_repeats", "meets_again"])


def _told(again: Again, attendance_of: dict[int, int]) -> dict[str, object]:
    people = [attendance_of[one] for one in (again.one, again.other)]
    return {"people": people, "times": again.times}
