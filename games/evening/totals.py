"""Totals of an evening at one table, where nobody keeps its deals one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.circle import Circle
from games.engine import HouseRules
from games.engine.sides import side_count
from games.errors import TotalsImpossible
from games.evening.result import Names, called
from games.evening.sides import SideNumber
from games.seat_numbers import SeatNumber


@dataclass(frozen=True)
class Total:
    """What an evening came to for one seat.

    Attributes:
        deals_won: How many deals its side won.
        chips: What lay before it at the end, or what it took home.
    """

    deals_won: int
    chips: int


@dataclass(frozen=True, kw_only=True)
class Totals:
    """What an evening came to at one table.

    Attributes:
        deals: How many were played.
        of_seats: By the number of the seat, clockwise. Who went home early may be left out.
        pool: The chips that still lie in the pool.
    """

    deals: int
    of_seats: Mapping[SeatNumber, Total]
    pool: int = 0

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Totals":
        """The totals that `to_json` wrote."""
        seats = {SeatNumber(number): Total(*both) for number, *both in told["of_seats"]}
        return cls(deals=told["deals"], of_seats=seats, pool=told["pool"])

    def to_json(self) -> dict[str, Any]:
        """Every field by its name; of each seat its number, the deals won, and the chips."""
        seats = [[number, one.deals_won, one.chips] for number, one in self.of_seats.items()]
        return {"deals": self.deals, "of_seats": seats, "pool": self.pool}

    def around(self, circle: Circle) -> "Totals":
        """The same, with the seats clockwise."""
        seats = {number: self.of_seats[number] for number in circle.clockwise(self.of_seats)}
        return replace(self, of_seats=seats)


def deals_won(rules: HouseRules, totals: Totals, sides: Mapping[SeatNumber, SideNumber]) -> int:
    """How many deals somebody won: partners win each of theirs together. Source: RULES.md 1.8."""
    won = [total.deals_won for total in totals.of_seats.values()]
    if rules.sides == "individual":
        return sum(won)
    if (companies := _companies(rules, totals, sides)) is None:
        return max(won, default=0)
    return sum(totals.of_seats[first].deals_won for first, *_ in companies)


def _companies(
    rules: HouseRules, totals: Totals, sides: Mapping[SeatNumber, SideNumber]
) -> list[list[SeatNumber]] | None:
    """Partners who played all evening with each other; None where people came and went."""
    seats = totals.of_seats
    if rules.refusal(len(seats)):
        return None
    found: dict[SideNumber | None, list[SeatNumber]] = {}
    for number in seats:
        found.setdefault(sides.get(number), []).append(number)
    size = len(seats) // side_count(rules.sides, len(seats))
    is_whole = None not in found and all(len(company) == size for company in found.values())
    return list(found.values()) if is_whole else None


def check_totals(
    rules: HouseRules,
    totals: Totals,
    *,
    stacks: Mapping[SeatNumber, int],
    home: Mapping[SeatNumber, int],
    pool: int,
    names: Names,
    sides: Mapping[SeatNumber, SideNumber],
) -> None:
    """See that these totals can be.

    Args:
        stacks: What lies before everybody who sits there.
        home: What those took home who have gone.
        pool: What lies in the pool.
        names: For refusals, because people do not know the numbers of seats.
        sides: The side of each seat that has one.

    Raises:
        TotalsImpossible: a seat is missing or is not of this table, chips are too many or too few,
            partners have not won together, or more deals were won than played.
    """
    told = totals.of_seats
    if strangers := sorted(told.keys() - stacks.keys() - home.keys()):
        raise TotalsImpossible(
            f"{called(strangers[0], names)} has no chips to count: leave them out.", seats=strangers
        )
    if missing := sorted(stacks.keys() - told.keys()):
        who = ", ".join(called(number, names) for number in missing)
        raise TotalsImpossible(
            f"Give the deals won and the chips of everybody. Not told: {who}.", seats=missing
        )
    held = pool + sum(stacks.values()) + sum(home[number] for number in home.keys() & told.keys())
    counted = totals.pool + sum(one.chips for one in told.values())
    if counted != held:
        apart = abs(held - counted)
        less = f"{apart} too many" if counted > held else f"{apart} {_are(apart)} missing"
        raise TotalsImpossible(
            f"The chips do not sum: {held} are at the table, and you counted {counted}; {less}. "
            "Count again."
        )
    _check_deals(rules, totals, names, sides)


def _check_deals(
    rules: HouseRules, totals: Totals, names: Names, sides: Mapping[SeatNumber, SideNumber]
) -> None:
    seats = totals.of_seats
    partners = [] if rules.sides == "individual" else _companies(rules, totals, sides) or []
    for first, *others in partners:
        for number in others:
            if seats[number].deals_won != seats[first].deals_won:
                raise TotalsImpossible(
                    f"Partners win their deals together: give {called(number, names)} as many as "
                    "their partner.",
                    seats=[number],
                )
    won = deals_won(rules, totals, sides)
    if won > totals.deals:
        raise TotalsImpossible(
            f"{won} deals were won, and you entered {totals.deals} deals in all: put one right."
        )


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
