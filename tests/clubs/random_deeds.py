"""Random deeds of an evening: what an organiser, who sees a night, may ask for next."""

from collections.abc import Callable
from typing import Final

from tests.clubs.random_sight import Asked, Json, Seen, at_night
from tests.clubs.random_table_deeds import AT_TABLES

MOST_WALK_INS = 3
AT_THE_DOOR = ("check_in", "check_in", "check_out", "welcome", "hand_out", "take_back", "answer")
DRAWN = ("draw", "repair", "swap", "place", "lock", "seat_by_hand")
ASKED = ("wish", "drop_wish", "partners", "cut", "end_partners", "want_partner")
LIKELY: Final = {
    "planned": ("open",),
    "open": (*AT_THE_DOOR, *ASKED, *DRAWN, *(["draw", "repair"] * 4)),
    "seated": (*AT_THE_DOOR, *ASKED, *DRAWN, *(["open_tables"] * 5)),
    "playing": (
        *AT_THE_DOOR,
        *DRAWN,
        *(["result"] * 8),
        *(["correct", "join", "leave", "move", "next_round"] * 2),
        *("totals", "another_table", "break_up", "bring", "end_round", "draw", "wish", "cut"),
    ),
    "closed": ("correct",),
}
"""By the status of a night what is done mostly."""
ANY: Final = tuple(sorted({*(deed for deeds in LIKELY.values() for deed in deeds), "close"}))
TRIED: Final = frozenset(
    {
        *("open_tables", "end_round", "next_round", "join", "another_table", "leave", "move"),
        *("break_up", "hand_out", "take_back", "swap", "place", "seat_by_hand"),
    }
)
"""What can be tried first."""


def ask(seen: Seen, deed: str) -> Asked | None:
    """A path and a body for a deed; None where there is nothing to do it to."""
    asked = ASKING[deed](seen)
    if asked is not None and deed in TRIED and seen.pick(range(8)) == 7:
        asked[1]["dry_run"] = True
    return asked


def _check_in(seen: Seen) -> Asked:
    away = [one for one in seen.members if one not in seen.here]
    return at_night(
        seen, "check-in", members=seen.some(away, seen.members, seen.pick([1, 1, 2, 3]))
    )


def _check_out(seen: Seen) -> Asked:
    return at_night(seen, "check-out", member=seen.any(seen.waiting, seen.members))


def _welcome(seen: Seen) -> Asked:
    return at_night(seen, "welcome", name=f"Walk-in {seen.pick(range(MOST_WALK_INS))}")


def _answer(seen: Seen) -> Asked:
    return at_night(seen, "answer", answer=seen.pick(["going", "maybe", "no"]))


def _exchange(what: str) -> Callable[[Seen], Asked]:
    def asking(seen: Seen) -> Asked:
        members = seen.some(seen.here, seen.members, seen.pick([1, 2, 3]))
        return at_night(seen, what, members=members, chips=seen.pick([1, 10, 40]))

    return asking


def _draw(seen: Seen) -> Asked:
    return at_night(seen, "seat", rounds=seen.pick([None, 1, 2, 3]), seed=seen.pick(range(9)))


def _by_hand(seen: Seen) -> Asked | None:
    here = list(seen.here)
    if not here:
        return None
    size, tables = seen.pick([3, 4, 5]), []
    start = seen.pick(range(len(here)))
    here = here[start:] + here[:start]
    for number, first in enumerate(range(0, len(here), size), start=1):
        tables.append(
            {
                "number": number,
                "is_locked": seen.is_rare(),
                "members": here[first : first + size],
            }
        )
    numbers = [one["number"] for one in seen.drafted]
    last = max([one["number"] for one in seen.told["rounds"]], default=0)
    chosen = {"number": seen.pick([*numbers, last + 1]), "tables": tables}
    return at_night(seen, "rounds", rounds=[chosen])


def _swap(seen: Seen) -> Asked | None:
    if not seen.drafted:
        return None
    drawn = seen.pick(seen.drafted)
    there = _people_of(drawn) or seen.members
    one, other = seen.any(there, seen.members), seen.any(there, seen.members)
    return at_night(seen, "swap", round=drawn["number"], one=one, other=other)


def _place(seen: Seen) -> Asked | None:
    if not seen.drafted:
        return None
    drawn = seen.pick(seen.drafted)
    table = seen.pick(drawn["tables"] or [{"number": 1, "places": []}])
    there = [one["member"] for one in table["places"]]
    return at_night(
        seen,
        "place",
        round=drawn["number"],
        member=seen.any(seen.here, seen.members),
        table=table["number"],
        after=seen.pick([None, *there]),
    )


def _lock(seen: Seen) -> Asked | None:
    tables = [(one["number"], table) for one in seen.drafted for table in one["tables"]]
    if not tables:
        return None
    number, table = seen.pick(tables)
    return at_night(
        seen, "lock", round=number, table=table["number"], is_locked=seen.pick([True, False])
    )


def _wish(seen: Seen) -> Asked:
    kind = seen.pick(["together", "apart", "table", "seat"])
    members = seen.members[:2] if kind in ("together", "apart") else seen.members[-1:]
    start = seen.pick(range(min(3, len(seen.members) // 2)))
    named = {"table": {"table": 1}, "seat": {"seat": 0}}.get(kind, {})
    if kind in ("together", "apart"):
        members = seen.members[2 * start : 2 * start + 2]
    return at_night(seen, "wishes", kind=kind, members=members, **named)


def _drop_wish(seen: Seen) -> Asked | None:
    wishes = seen.get(f"nights/{seen.told['id']}/wishes").get("wishes")
    return at_night(seen, "wishes/drop", wish=seen.pick(wishes)["id"]) if wishes else None


def _partners(seen: Seen) -> Asked:
    start = seen.pick(range(len(seen.members) - 1))
    return at_night(seen, "partners", partners=[seen.members[start : start + 2]])


def _cut(seen: Seen) -> Asked:
    return at_night(seen, "partners/cut", seed=seen.pick(range(9)))


def _end_partners(seen: Seen) -> Asked:
    return at_night(seen, "partners/end", member=seen.pick(seen.members))


def _want_partner(seen: Seen) -> Asked:
    return at_night(seen, "partners/want", needs_partner=seen.pick([True, False]))


def _simple(what: str) -> Callable[[Seen], Asked]:
    return lambda seen: at_night(seen, what)


def _people_of(drawn: Json) -> list[int]:
    return [place["member"] for table in drawn["tables"] for place in table["places"]]


ASKING: Final[dict[str, Callable[[Seen], Asked | None]]] = {
    "open": _simple("open"),
    "check_in": _check_in,
    "check_out": _check_out,
    "welcome": _welcome,
    "answer": _answer,
    "hand_out": _exchange("hand-out"),
    "take_back": _exchange("take-back-chips"),
    "draw": _draw,
    "repair": _simple("repair"),
    "seat_by_hand": _by_hand,
    "swap": _swap,
    "place": _place,
    "lock": _lock,
    "wish": _wish,
    "drop_wish": _drop_wish,
    "partners": _partners,
    "cut": _cut,
    "end_partners": _end_partners,
    "want_partner": _want_partner,
    "open_tables": _simple("open-tables"),
    **AT_TABLES,
    "close": _simple("close"),
}
