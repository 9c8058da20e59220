"""How many sit at each table of a round: by the rules, the partners, and what is locked."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NoReturn

from clubs.errors import NoSeating, PartnersUnfit, TablesLocked, TooFewPlayers
from clubs.models import Night
from clubs.seating import table_sizes
from clubs.sides import Units, fitting_all
from games.engine.house_rules import PLAYERS
from games.engine.options import either

Locked = Mapping[int, Sequence[int]]
"""Of each locked table, by its number from 0, who sits there, clockwise."""

NO_LOCKS: Final[Locked] = MappingProxyType({})


def right_sizes(night: Night, people: int, units: Units, locked: Locked) -> list[int]:
    """How many sit at each table; nothing where no tables can hold them.

    Locked tables keep their places, and all others are as even as they can be. A table that is
    not needed has nobody.
    """
    fitting = fitting_all(night.rules, units)
    rest = people - sum(map(len, locked.values()))
    others = table_sizes(rest, best=night.table_size, allowed=fitting)
    if (rest and not others) or any(len(there) not in fitting for there in locked.values()):
        return []
    sizes = [0] * max([len(others) + len(locked), *(table + 1 for table in locked)])
    for table, there in locked.items():
        sizes[table] = len(there)
    free = [table for table in range(len(sizes)) if table not in locked]
    for table, size in zip(free, others, strict=False):
        sizes[table] = size
    return sizes


def fuller_sizes(sizes: Sequence[int], coming: int, fitting: Sequence[int]) -> list[int]:
    """The sizes of the same tables with this number more, the shortest filled first.

    Args:
        fitting: The sizes that can play.

    Returns:
        Nothing where they do not find room at these tables.
    """
    fuller = sorted(size for size in sizes if size)
    while coming:
        steps = [
            (size, larger - size)
            for size in fuller
            for larger in fitting
            if 0 < larger - size <= coming
        ]
        if not steps:
            return []
        size, more = min(steps)
        fuller[fuller.index(size)] += more
        coming -= more
    return fuller if set(fuller) <= set(fitting) else []


def sizes_for(night: Night, people: int, units: Units, locked: Locked = NO_LOCKS) -> list[int]:
    """How many sit at each table, as `right_sizes` says.

    Args:
        units: Partners, who have to form sides there.

    Raises:
        TooFewPlayers, NoSeating, PartnersUnfit, TablesLocked: as in `seat_night`.
    """
    if people < 2:
        raise TooFewPlayers(
            f"{people} checked in, and a table needs at least two. Check more people in."
        )
    fitting = fitting_all(night.rules, units)
    if sizes := right_sizes(night, people, units, locked):
        return sizes
    if locked:
        _refuse_locks(locked, people, fitting)
    if not units:
        raise NoSeating(
            f"{people} people cannot be seated: these house rules are for tables of "
            f"{either(fitting)}. Check somebody in or out, or change the rules."
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
        f"{either(fitting)}. {either(fewer + more)} people can: check people in or out, or end a "
        "partnership."
    )


def _refuse_locks(locked: Locked, people: int, fitting: Sequence[int]) -> NoReturn:
    names = ", ".join(str(table + 1) for table in sorted(locked))
    rest = people - sum(map(len, locked.values()))
    unfit = [table + 1 for table, there in sorted(locked.items()) if len(there) not in fitting]
    if unfit:
        what = f"table {unfit[0]} is locked with {len(locked[unfit[0] - 1])}"
    else:
        what = f"{rest} are left beside the locked tables ({names})"
    raise TablesLocked(
        f"The people who are here cannot be seated: {what}, and these house rules are for tables "
        f"of {either(fitting)}. Unlock a table, then draw again."
    )
