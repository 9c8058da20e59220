"""The course of an evening: who deals next, who plays, and what each of them puts in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.circle import Circle
from games.engine import (
    HouseRules,
    Outcome,
    Place,
    Redeal,
    after_misdeal,
    by_place,
    contributions,
    due_after_misdeal,
    short_seats,
)
from games.evening.sides import SideNumber, Sides, missing_partners, sides_formed, whole_sides
from games.seat_numbers import SeatNumber

Lot = Callable[[int], Place]
"""Draws the first dealer: it is told how many play, and answers with a place. RULES.md 1.4."""


@dataclass(frozen=True)
class Chair:
    """Somebody who could be dealt in, and the chips that lie before them."""

    number: SeatNumber
    chips: int


@dataclass(frozen=True)
class Ended:
    """A deal that is over, as far as the next one follows from it.

    Attributes:
        numbers: Who was dealt in, by place.
        is_dealt_again: After a misdeal the dealer pays and deals again.
    """

    numbers: tuple[SeatNumber, ...]
    dealer: Place
    outcome: Outcome
    is_dealt_again: bool = False


def is_misdeal(deal: Ended) -> bool:
    return deal.outcome.kind == "misdeal"


@dataclass(frozen=True)
class Course:
    """What the deals so far leave to the next one.

    Attributes:
        last: The last deal that stands; None before the first.
        passed: Who dealt the deal that was taken back after it: the deal passes on from them.
        known: Who was dealt in before; in a game for points, in this game.
        scores: In a game for points what those who played in it stand at.
        earlier_misdeals: If the last deal was a misdeal, those that ran right before it.
        has_been_won: Somebody has won a pool at this table before the next deal. RULES.md 7.1.
        is_void: The last deal was a misdeal, and too few of those who played it are left to deal
            it to them again. RULES.md 1.6.
    """

    last: Ended | None = None
    passed: SeatNumber | None = None
    known: frozenset[SeatNumber] = frozenset()
    scores: Mapping[SeatNumber, int] = field(default_factory=dict)
    earlier_misdeals: tuple[Ended, ...] = ()
    has_been_won: bool = False
    is_void: bool = False

    @property
    def is_new_pool(self) -> bool:
        """Whether the pool, or the game for points, begins with the next deal."""
        return self.last is None or self.last.outcome.is_won

    @property
    def misdeal(self) -> Ended | None:
        """The last deal, if it was a misdeal, so that the next one is dealt in its place."""
        last = self.last
        return last if last is not None and is_misdeal(last) and not self.is_void else None

    @property
    def misdeals(self) -> tuple[Ended, ...]:
        """The misdeals that ran right before the next deal."""
        return () if self.misdeal is None else (self.misdeal, *self.earlier_misdeals)

    def after(self, deal: Ended) -> "Course":
        """What is left to the next deal once this one has been played."""
        outcome, is_for_points = deal.outcome, bool(deal.outcome.scores)
        is_game_over = outcome.is_won and is_for_points
        scores = dict(zip(deal.numbers, outcome.scores, strict=is_for_points))
        return Course(
            last=deal,
            known=frozenset() if is_game_over else self.known.union(deal.numbers),
            scores={} if outcome.is_won else {**self.scores, **scores},
            earlier_misdeals=self.misdeals if is_misdeal(deal) else (),
            has_been_won=self.has_been_won or outcome.is_won,
        )


@dataclass(frozen=True)
class Line:
    """Who plays a deal; everything but `numbers` counts places among them.

    Attributes:
        numbers: Who is dealt in, clockwise.
        dealer: Who deals.
        is_new_pool: The pool, or the game for points, begins with this deal.
        contributions: Chips that each puts in.
        scores: In a game for points what each side stands at; otherwise empty.
        barred: Who cannot win, after a misdeal that forfeits. Source: RULES.md 1.6.
        sides: The side of each; empty where everybody plays alone.
        waiting: Who could pay, and sits out because their side is not whole. Source: RULES.md 1.8.
        missing: Whose partners wait for them.
    """

    numbers: tuple[SeatNumber, ...]
    dealer: Place
    is_new_pool: bool
    contributions: tuple[int, ...]
    scores: tuple[int, ...] = ()
    barred: tuple[Place, ...] = ()
    sides: Mapping[SeatNumber, SideNumber] = field(default_factory=dict)
    waiting: tuple[SeatNumber, ...] = ()
    missing: tuple[SeatNumber, ...] = ()


def next_line(
    rules: HouseRules,
    course: Course,
    seated: Sequence[Chair],
    *,
    circle: Circle,
    pool: int,
    lot: Lot,
    named: SeatNumber | None = None,
    is_all_in: bool = False,
    sides: Sides | None = None,
) -> Line:
    """Who plays the next deal of those who sit there, perhaps too few to play at all.

    A side that is not whole sits out. Somebody who would have to deal and cannot pay sits out, and
    the deal passes on. If another is named who deals out of turn, they need not deal: they owe what
    everybody owes, and play.

    Args:
        seated: In the order of the circle.
        named: Who deals, where somebody says so; passed over where they are not dealt in. Whoever
            would deal anyway changes nothing.
        is_all_in: Short stacks play for what they have; else they sit out.
        sides: Who plays with whom; None where everybody is there and nobody has partners yet.

    Source: RULES.md 1.4, 1.6, 1.8, 7.5, 7.7, 8.1.
    """
    known = sides or Sides(there=[chair.number for chair in seated])

    def dealt_by(dealer: SeatNumber | None) -> Line:
        left, chairs, able = _dealt_in(
            rules, course, seated, known, circle, pool, lot, dealer, is_all_in=is_all_in
        )
        line = line_of(
            rules, left, chairs, circle=circle, pool=pool, lot=lot, named=dealer, sides=known
        )
        return replace(
            line,
            waiting=_waiting(rules, left, seated, line, is_all_in=is_all_in),
            missing=missing_partners(rules, known, [chair.number for chair in able]),
        )

    usual = dealt_by(None)
    is_usual = named is None or (usual.numbers and usual.numbers[usual.dealer] == named)
    return usual if is_usual else dealt_by(named)


def _dealt_in(
    rules: HouseRules,
    course: Course,
    seated: Sequence[Chair],
    sides: Sides,
    circle: Circle,
    pool: int,
    lot: Lot,
    named: SeatNumber | None,
    *,
    is_all_in: bool,
) -> tuple[Course, list[Chair], list[Chair]]:
    """Whoever is dealt in if this dealer deals, and what the deals so far leave.

    Those who can pay, with whole sides, are dealt in. Somebody who sits out may hand the deal, and
    with it the extra, to another who then cannot pay either; so the question is asked until nobody
    is short.

    Returns:
        What the deals leave; whoever is dealt in; whoever could be, if their sides were whole.
    """
    if last := course.misdeal:
        again = [chair for chair in seated if chair.number in last.numbers]
        chairs = _whole(rules, sides, again)
        if _can_play(rules, chairs):
            return course, chairs, again
        course = replace(course, is_void=True)
    if is_all_in:
        able = _with_chips(course, seated)
        return course, _whole(rules, sides, able), able
    able = list(seated)
    while able:
        chairs = _whole(rules, sides, able)
        paying = chairs or able  # Where nobody plays as they sit, those who are short make way.
        short = short_seats(
            rules,
            dealer=_dealer(rules, course, paying, circle, lot, named),
            pool=pool,
            is_new=course.is_new_pool,
            is_first=not course.has_been_won,
            stacks=[chair.chips for chair in paying],
            newcomers=_newcomers(course, paying),
        )
        if not short:
            return course, chairs, _able(rules, able, chairs)
        out = {paying[place].number for place in short}
        able = [chair for chair in able if chair.number not in out]
    return course, [], []


def _able(rules: HouseRules, able: Sequence[Chair], dealt_in: Sequence[Chair]) -> list[Chair]:
    """Sides of which nobody is short: of those who wait, nobody was asked to pay yet."""
    if not dealt_in:
        return list(able)
    return [chair for chair in able if chair in dealt_in or chair.chips >= rules.stake]


def _waiting(
    rules: HouseRules, course: Course, seated: Sequence[Chair], line: Line, *, is_all_in: bool
) -> tuple[SeatNumber, ...]:
    """Who sits out although they could pay."""
    if rules.sides == "individual" or course.misdeal is not None:
        return ()
    if is_all_in:
        able = _with_chips(course, seated)
    else:
        able = [chair for chair in seated if chair.chips >= rules.stake]
    return tuple(chair.number for chair in able if chair.number not in line.numbers)


def _whole(rules: HouseRules, sides: Sides, chairs: Sequence[Chair]) -> list[Chair]:
    """Those whose sides are whole."""
    numbers = whole_sides(rules, sides, [chair.number for chair in chairs])
    return [chair for chair in chairs if chair.number in numbers]


def line_of(
    rules: HouseRules,
    course: Course,
    chairs: Sequence[Chair],
    *,
    circle: Circle,
    pool: int,
    lot: Lot,
    named: SeatNumber | None = None,
    sides: Sides | None = None,
) -> Line:
    """The next deal of these very people, each of whom pays what they have at most."""
    numbers = tuple(chair.number for chair in chairs)
    formed = sides_formed(rules, sides or Sides(), numbers) or {}
    if last := course.misdeal:
        again = [chair for chair in chairs if chair.number in last.numbers]
        is_void = not _can_play(rules, _whole(rules, sides or Sides(), again))
        course = replace(course, is_void=is_void)
    dealer = _dealer(rules, course, chairs, circle, lot, named) if chairs else Place(0)
    barred = barred_by(rules, course.misdeals)
    is_for_points = rules.target is not None
    return Line(
        numbers=numbers,
        dealer=dealer,
        is_new_pool=course.is_new_pool,
        contributions=_contributions(rules, course, chairs, dealer, pool),
        scores=_scores(course, numbers, formed) if is_for_points else (),
        barred=tuple(place for place, number in by_place(numbers) if number in barred),
        sides=formed,
    )


def _scores(
    course: Course, numbers: Sequence[SeatNumber], sides: Mapping[SeatNumber, SideNumber]
) -> tuple[int, ...]:
    """What each stands at; whoever takes the place of a partner has the score of their side."""
    own = {one: course.scores.get(one, 0) for one in numbers}
    return tuple(
        max(
            [
                own[one],
                *(own[other] for other in numbers if one in sides and sides[one] == sides[other]),
            ]
        )
        for one in numbers
    )


def barred_by(rules: HouseRules, misdeals: Iterable[Ended]) -> frozenset[SeatNumber]:
    """Who cannot win the deal that follows these misdeals running. Source: RULES.md 1.6."""
    return frozenset(
        misdeal.numbers[place] for misdeal in misdeals for place in _redeal(rules, misdeal).barred
    )


def _contributions(
    rules: HouseRules, course: Course, chairs: Sequence[Chair], dealer: Place, pool: int
) -> tuple[int, ...]:
    usual = contributions(
        rules,
        seats=len(chairs),
        dealer=dealer,
        pool=pool,
        is_new=course.is_new_pool,
        is_first=not course.has_been_won,
        stacks=[chair.chips for chair in chairs],
        newcomers=_newcomers(course, chairs),
    )
    if course.misdeal is None:
        return usual
    # Somebody who was not dealt in then, though the same people should play, pays as ever.
    due = due_after_misdeal(rules, pool)
    return tuple(
        (min(due, chair.chips) if place == dealer else 0)
        if chair.number in course.misdeal.numbers
        else usual[place]
        for place, chair in by_place(chairs)
    )


def _dealer(
    rules: HouseRules,
    course: Course,
    chairs: Sequence[Chair],
    circle: Circle,
    lot: Lot,
    named: SeatNumber | None,
) -> Place:
    """The place of whoever deals: as named, by the lot, or to the left of the last dealer."""
    numbers = [chair.number for chair in chairs]
    if named in numbers:
        return Place(numbers.index(named))
    if course.passed is not None:
        return Place(numbers.index(circle.first_after(course.passed, numbers)))
    if course.last is None:
        return lot(len(chairs))
    last = course.last.numbers[course.last.dealer]
    stays = course.misdeal is not None and _redeal(rules, course.last).dealer == course.last.dealer
    find = circle.first_from if stays else circle.first_after
    return Place(numbers.index(find(last, numbers)))


def _newcomers(course: Course, chairs: Sequence[Chair]) -> tuple[Place, ...]:
    return tuple(place for place, chair in by_place(chairs) if chair.number not in course.known)


def _can_play(rules: HouseRules, chairs: Sequence[Chair]) -> bool:
    """Whether that number can play; to how many a misdeal is dealt again. Source: RULES.md 1.6."""
    return rules.refusal(len(chairs)) is None


def _with_chips(course: Course, seated: Sequence[Chair]) -> list[Chair]:
    """Who still plays where short stacks do: everybody with chips, or in for this pool."""
    last = course.last
    played = () if last is None or course.is_new_pool else last.numbers
    return [chair for chair in seated if chair.chips > 0 or chair.number in played]


def _redeal(rules: HouseRules, misdeal: Ended) -> Redeal:
    return after_misdeal(
        rules,
        seats=len(misdeal.numbers),
        dealer=misdeal.dealer,
        pays_again=misdeal.is_dealt_again,
    )
