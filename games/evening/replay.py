"""An evening of real cards again from its facts: what people brought, and how each deal ended.

Who was dealt in, how a deal ended, who was barred in it, a dealer who was named, and whether the
same dealer dealt again are facts. All else follows: the dealer, the pool, what each put in (no more
than they had), the scores, whom a misdeal barred, and what each gained.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from games.circle import Circle
from games.engine import (
    EngineError,
    HouseRules,
    Outcome,
    by_place,
    payout,
)
from games.errors import EntryImpossible, NotDealtIn
from games.evening.course import Chair, Course, Ended, Line, Lot, line_of
from games.evening.result import Names, Result, called, outcome_of
from games.evening.sides import SideNumber, Sides, wrongly_paired
from games.evening.totals import Totals, check_totals
from games.evening.unclaimed import shared_pool
from games.seat_numbers import SeatNumber


@dataclass(frozen=True)
class Brought:
    """Somebody brought chips to their seat, the first time or again."""

    number: SeatNumber
    chips: int


@dataclass(frozen=True)
class WentHome:
    """Somebody took home what lay before them."""

    number: SeatNumber


@dataclass(frozen=True)
class Told:
    """How a deal ended, and who was dealt in."""

    deal: int
    numbers: tuple[SeatNumber, ...]
    result: Result


@dataclass(frozen=True)
class PoolGrew:
    """The pool of a table that broke up was put to the pool of this one. Source: RULES.md 7.7."""

    chips: int


Event: TypeAlias = Brought | WentHome | PoolGrew | Told | Totals


@dataclass(frozen=True)
class Journal:
    """The facts of an evening at one table.

    Attributes:
        circle: The order of all who ever sat there.
        pool: What lay in the pool when the table opened.
        events: In the order in which they happened.
        names: Who sat in which seat, for refusals.
        sides: The side of each seat that has one.
    """

    circle: Circle
    pool: int
    events: tuple[Event, ...]
    names: Names = field(default_factory=dict)
    sides: Mapping[SeatNumber, SideNumber] = field(default_factory=dict)


@dataclass(frozen=True)
class Dealt:
    """A deal as it follows from the facts.

    Attributes:
        number: Of the deal at its table.
        line: Who played, and what each of them put in.
        gains: What each gained at its end, by place.
        is_dealt_again: After a misdeal the same dealer deals again.
    """

    number: int
    line: Line
    outcome: Outcome
    gains: tuple[int, ...]
    is_dealt_again: bool


@dataclass(frozen=True)
class Evening:
    """What an evening comes to, chips in whole numbers.

    Attributes:
        stacks: What lies before everybody who sits there.
        home: What those took home who have gone.
        pool: What lies in the pool.
        course: What the deals leave to the next one.
    """

    stacks: Mapping[SeatNumber, int]
    pool: int
    home: Mapping[SeatNumber, int]
    deals: tuple[Dealt, ...] = ()
    course: Course = field(default_factory=Course)

    def chips_of(self, number: SeatNumber) -> int:
        """What lies before somebody, or what they took home."""
        return self.stacks.get(number, 0) + self.home.get(number, 0)


def replay(rules: HouseRules, journal: Journal, *, lot: Lot) -> Evening:
    """Walk through the facts of an evening.

    Args:
        lot: Who deals first if nobody is named.

    Raises:
        EntryImpossible: after what came before, a deal cannot have ended so.
        TotalsImpossible: it cannot have come to these totals.
    """
    evening = Evening(stacks={}, pool=journal.pool, home={})
    for event in journal.events:
        match event:
            case Brought(number, chips):
                stacks = {**evening.stacks, number: evening.stacks.get(number, 0) + chips}
                evening = replace(evening, stacks=stacks)
            case WentHome(number):
                stacks = dict(evening.stacks)
                home = {**evening.home, number: stacks.pop(number, 0)}
                evening = replace(evening, stacks=stacks, home=home)
            case PoolGrew(chips):
                evening = replace(evening, pool=evening.pool + chips)
            case Told():
                evening = _deal(rules, evening, event, journal, lot)
            case Totals():
                evening = _total(rules, evening, event, journal)
    return evening


def close(
    rules: HouseRules,
    evening: Evening,
    seated: Sequence[SeatNumber],
    *,
    circle: Circle,
    is_split: bool = False,
) -> Evening:
    """The evening once its table has closed: the pool is shared out, and all chips go home.

    A pool that is carried over stays. Source: RULES.md 7.7.

    Args:
        seated: Who shares the pool, in the order of the circle: who sat there when it closed, but
            for latecomers who were not dealt in.
        is_split: The pool is shared out, whatever the house says.
    """
    gains = shared_pool(
        rules,
        seated,
        circle=circle,
        dealt=last_dealer(evening.course),
        chips=evening.pool,
        may_play_on=False,
        is_split=is_split,
    )
    home = {number: chips + gains.get(number, 0) for number, chips in evening.stacks.items()}
    return replace(
        evening,
        stacks={},
        home={**evening.home, **home},
        pool=evening.pool - sum(gains.values()),
    )


def last_dealer(course: Course) -> SeatNumber:
    """Who dealt last; the first seat before any deal."""
    return course.last.numbers[course.last.dealer] if course.last else SeatNumber(0)


def _total(rules: HouseRules, evening: Evening, totals: Totals, journal: Journal) -> Evening:
    """The evening once its chips were counted."""
    check_totals(
        rules,
        totals,
        stacks=evening.stacks,
        home=evening.home,
        pool=evening.pool,
        names=journal.names,
        sides=journal.sides,
    )
    counted = {number: total.chips for number, total in totals.of_seats.items()}
    return replace(
        evening,
        stacks={number: counted[number] for number in evening.stacks},
        home={number: counted.get(number, chips) for number, chips in evening.home.items()},
        pool=totals.pool,
    )


def _deal(rules: HouseRules, evening: Evening, told: Told, journal: Journal, lot: Lot) -> Evening:
    """The evening after one more deal."""
    try:
        dealt = _dealt(rules, evening, told, journal, lot)
    except EngineError as refusal:
        raise EntryImpossible(
            f"Deal {told.deal}: {refusal.sentence}", deal=told.deal, rule=refusal.rule
        ) from refusal
    except NotDealtIn as refusal:
        raise EntryImpossible(
            f"Deal {told.deal}: {refusal} Say who was dealt in, or name somebody else.",
            deal=told.deal,
            rule=None,
        ) from refusal
    line = dealt.line
    ended = Ended(line.numbers, line.dealer, dealt.outcome, dealt.is_dealt_again)
    stacks = dict(evening.stacks)
    for place, number in by_place(line.numbers):
        stacks[number] += dealt.gains[place] - line.contributions[place]
    pool = evening.pool + sum(line.contributions) - sum(dealt.gains)
    return replace(
        evening,
        stacks=stacks,
        pool=pool,
        deals=(*evening.deals, dealt),
        course=evening.course.after(ended),
    )


def _dealt(rules: HouseRules, evening: Evening, told: Told, journal: Journal, lot: Lot) -> Dealt:
    for number in told.numbers:
        if number not in evening.stacks:
            raise NotDealtIn(f"{called(number, journal.names)} did not sit at the table then.")
    chairs = [Chair(number, evening.stacks[number]) for number in told.numbers]
    rules.check_players(len(chairs))
    if wrong := wrongly_paired(rules, journal.sides, told.numbers):
        who = " and ".join(called(number, journal.names) for number in wrong)
        raise NotDealtIn(f"By those who were dealt in, the partners of {who} are others.")
    line = line_of(
        rules,
        evening.course,
        chairs,
        circle=journal.circle,
        pool=evening.pool,
        lot=lot,
        named=told.result.dealer,
        sides=Sides(of=journal.sides),
    )
    outcome = outcome_of(rules, told.result, line, names=journal.names)
    left = [chair.chips - put_in for chair, put_in in zip(chairs, line.contributions, strict=True)]
    gains = payout(
        rules,
        outcome,
        dealer=line.dealer,
        pool=evening.pool + sum(line.contributions),
        stacks=left,
    )
    return Dealt(told.deal, line, outcome, gains, told.result.is_dealt_again)
