"""Drawing rounds of a night for the people who are here, and repairing them."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from clubs.errors import NothingDrawn, SeatingChanged, TablesLocked
from clubs.house_rules import fix_rules
from clubs.locks import locked_in
from clubs.log import noted
from clubs.memory import Memory, memory_of
from clubs.models import DeedKind, Night, NightPlace, NightRound, NightStatus, NightTable
from clubs.seating import MOVES, Again, Seated
from clubs.sides import Units, are_sides, fitting_all, units_of
from clubs.sizes import Locked, fuller_sizes, right_sizes, sizes_for
from clubs.stages import DRAWING, lock_night, move_night
from clubs.wishes import told_in_words, wishes_of
from deploy.rights import Doer
from deploy.unlocked import begins_anew, settled, worked_out

SEED_BITS = 32
MOST_ROUNDS = 30  # That can be drawn ahead.


@begins_anew
@transaction.atomic
def seat_night(
    night: Night,
    *,
    rounds: int | None = None,
    seed: int | None = None,
    left_out: Collection[int] = (),
    by: Doer | None = None,
    at: datetime | None = None,
) -> Night:
    """Draw the next round for the people who are here, or several rounds ahead.

    People sit away from those whom they have met tonight and in earlier nights. Done again it
    draws anew all that is not played yet. A night that follows its club keeps the rules of this
    moment. While tables are open, the rounds after this one are drawn.

    Args:
        rounds: How many; None for as many as are drawn already, and one at the least.
        seed: The same seed draws the same for the same people; None for any.
        left_out: Who is here and gets no place in these rounds, by the keys of members.

    Raises:
        WrongMoment: the night is not open yet, or it is over.
        TooFewPlayers: fewer than two are here.
        NoSeating: the house rules are for other numbers of players.
        PartnersUnfit: the partners who are here do not form sides at such tables.
        WishesUnkept: wishes are against each other, or against the tables.
        TablesLocked: those who are not at locked tables do not fill tables, or fewer rounds are
            asked for than have locked tables.
    """
    night = lock_night(night, *DRAWING)
    with noted(night, DeedKind.DRAW, by=by, at=at) as note:
        drawn = _draw(night, rounds=rounds, seed=seed, left_out=left_out)
        note.tell(rounds=drawn)
        return _seated(night)


def _draw(
    night: Night, *, rounds: int | None, seed: int | None, left_out: Collection[int]
) -> list[int]:
    """Draw rounds instead of those that are drawn; which they are."""
    fix_rules(night)
    drafted = night.rounds.drafted()
    count = rounds or max(1, drafted.count())
    locked = _kept_locks(drafted, count)
    drafted.delete()
    here = people_here(night, left_out)
    units = units_of(night, here)
    sizes = [sizes_for(night, len(here), units, of_round) for of_round in locked]
    if seed is None:
        seed = settled(("seed of a night", night.pk), lambda: secrets.randbits(SEED_BITS))
    memory, people = memory_of(night, units, wishes_of(night)), list(here)
    draw = partial(memory.draw_ahead, people, sizes=sizes, locked=locked, seed=str(seed))
    with told_in_words():
        plans = worked_out(
            ("draw", memory, people, sizes, locked, seed), draw, refusal=_changing(night)
        )
    first = night.rounds.standing().count() + 1
    for number, plan in enumerate(plans, start=first):
        drawn = NightRound.objects.create(night=night, number=number, seed=seed)
        lay(drawn, plan, here, locked[number - first])
    return list(range(first, first + count))


def _kept_locks(drafted: QuerySet[NightRound], count: int) -> list[Locked]:
    """What is locked in each of the rounds that are drawn now, the next one first.

    Raises:
        TablesLocked: there are locked tables in later ones.
    """
    locked: list[Locked] = [locked_in(drawn) for drawn in drafted]
    later = [place for place, tables in enumerate(locked) if tables and place >= count]
    if later:
        raise TablesLocked(
            f"Tables are locked in the rounds after these: unlock them, or draw {later[-1] + 1} "
            "rounds."
        )
    return [*locked, *({} for _ in range(count))][:count]


@begins_anew
@transaction.atomic
def repair_rounds(
    night: Night,
    *,
    left_out: Collection[int] = (),
    by: Doer | None = None,
    at: datetime | None = None,
) -> Night:
    """Give those who came a place in every round that is drawn, and close the gaps of those gone.

    Tables keep their numbers. For each person who came at most two change table; when somebody
    goes nobody does, unless the sizes of the tables ask for it.

    Args:
        left_out: Who is here and gets no place in the next round, by the keys of members.

    Raises:
        WrongMoment, TooFewPlayers, NoSeating, PartnersUnfit, WishesUnkept, TablesLocked: as in
            `seat_night`.
        NothingDrawn: no round is drawn that is not played yet.
    """
    night = lock_night(night, *DRAWING)
    drafted = list(night.rounds.drafted())
    if not drafted:
        raise NothingDrawn(f"No round of {night} is drawn: seat the people who are here.")
    with noted(night, DeedKind.REPAIR, by=by, at=at) as note:
        _repair(night, drafted, left_out)
        note.tell(rounds=[drawn.number for drawn in drafted])
        return _seated(night)


def _repair(night: Night, drafted: Sequence[NightRound], left_out: Collection[int]) -> None:
    fix_rules(night)
    memory = memory_of(night, units_of(night, people_here(night)), wishes_of(night))
    for drawn in drafted:
        here = people_here(night, left_out if drawn is drafted[0] else ())
        units = units_of(night, here)
        memory = replace(memory, units=units)
        tables, locked = tables_of(drawn), locked_in(drawn)
        if not _stands(night, drawn, here, units):
            seed = f"{drawn.seed}:{drawn.number}"
            asked = {"tables": tables, "people": list(here), "locked": locked, "seed": seed}
            with told_in_words():
                plan = _repaired(
                    night, memory, sizes=sizes_for(night, len(here), units, locked), **asked
                )
                fuller = _fuller(night, tables, plan, here, units)
                if fuller:
                    plan = _repaired(night, memory, sizes=fuller, **asked)
            lay(drawn, plan, here, locked, is_by_hand=bool(fuller))
            tables = [list(table) for table in plan.tables]
        memory = memory.after(tables)


def _repaired(night: Night, memory: Memory, **asked: Any) -> Seated:
    """Repair a round as `Memory.repair` is asked to, while nothing is locked."""
    return worked_out(
        ("repair", memory, asked), partial(memory.repair, **asked), refusal=_changing(night)
    )


def _changing(night: Night) -> SeatingChanged:
    return SeatingChanged(f"People come and go while {night} is seated: try again in a moment.")


def _fuller(
    night: Night,
    before: Sequence[Sequence[int]],
    plan: Seated,
    here: Collection[int],
    units: Units,
) -> list[int]:
    """The sizes of the tables that are there, filled up; nothing where these are not needed.

    They are where even tables, or one more, would let too many people change table. Where nobody
    came, nobody has to, as long as those who stay can play at tables of about the same size, and
    about as large as those of a new draw.
    """
    table_of = {one: number for number, table in enumerate(before) for one in table}
    moved = sum(
        table_of.get(one, number) != number
        for number, table in enumerate(plan.tables)
        for one in table
    )
    coming = sum(one not in table_of for one in here)
    if moved <= MOVES * coming:
        return []
    stayed = [sum(one in here for one in table) for table in before]
    fitting = fitting_all(night.rules, units)
    if coming:
        return fuller_sizes(stayed, coming, fitting)
    least = max(max(stayed), min(map(len, filter(None, plan.tables)))) - 1
    return stayed if min(stayed) >= least and set(stayed) <= set(fitting) else []


def is_up_to_date(night: Night) -> bool:
    """Whether the next round is drawn, for those who are here alone, and partners are one side."""
    drawn = night.rounds.drafted().first()
    here = people_here(night)
    if drawn is None or len(here) < 2:
        return False
    return _stands(night, drawn, here, units_of(night, here))


def _stands(night: Night, drawn: NightRound, here: Collection[int], units: Units) -> bool:
    """Whether everybody here, and nobody else, has a place in a round, and tables can play.

    Their sizes are those of a draw, unless somebody has chosen them.
    """
    tables = tables_of(drawn)
    sizes = sorted(len(company) for company in tables if company)
    if drawn.is_by_hand:
        is_right = set(sizes) <= set(fitting_all(night.rules, units))
    else:
        wanted = right_sizes(night, len(here), units, locked_in(drawn))
        is_right = sizes == sorted(filter(None, wanted))
    is_right = is_right and not drawn.tables.filter(places=None).exists()
    people = sorted(one for company in tables for one in company)
    return is_right and people == sorted(here) and are_sides(night.rules, tables, units)


def _seated(night: Night) -> Night:
    """A round can be opened now, unless one is played."""
    if night.status == NightStatus.OPEN:
        return move_night(night, NightStatus.SEATED)
    return night


def people_here(night: Night, left_out: Collection[int] = ()) -> dict[int, int]:
    """The members who are here, but for those left out, each with the key of their attendance."""
    here = night.attendances.here().exclude(member__in=left_out).order_by("pk")
    return dict(here.values_list("member_id", "pk"))


def tables_of(drawn: NightRound) -> list[list[int]]:
    """Who has a place at which table, by its number; a number without a table is empty."""
    last = drawn.tables.aggregate(last=Max("number"))["last"] or 0
    tables: list[list[int]] = [[] for _ in range(last)]
    places = drawn.places.round_the_tables()
    for number, member in places.values_list("table__number", "attendance__member_id"):
        tables[number - 1].append(member)
    return tables


def lay(
    drawn: NightRound,
    plan: Seated,
    attendance_of: dict[int, int],
    locked: Collection[int] = (),
    *,
    is_by_hand: bool = False,
) -> None:
    """Keep who sits where in a round, and what is to say of it, instead of what was kept.

    Args:
        locked: The tables that are locked, by their numbers from 0.
        is_by_hand: Whether somebody has chosen the sizes of its tables.
    """
    drawn.tables.all().delete()
    for number, company in enumerate(plan.tables, start=1):
        if not company:
            continue  # A table that was given up; the others keep their numbers.
        is_locked = number - 1 in locked
        table = NightTable.objects.create(round=drawn, number=number, is_locked=is_locked)
        NightPlace.objects.bulk_create(
            NightPlace(round=drawn, table=table, attendance_id=attendance_of[one], place=place)
            for place, one in enumerate(company)
        )
    drawn.repeat_meetings, drawn.least_repeats = plan.repeats, plan.bound
    drawn.meets_again = [_told(again, attendance_of) for again in plan.again]
    drawn.is_by_hand = is_by_hand
    drawn.save(update_fields=["repeat_meetings", "least_repeats", "meets_again", "is_by_hand"])


def _told(again: Again, attendance_of: dict[int, int]) -> dict[str, object]:
    people = [attendance_of[one] for one in (again.one, again.other)]
    return {"people": people, "times": again.times}
