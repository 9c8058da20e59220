"""The next deal of a table: who is dealt in, who deals, and what each of them puts in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial

from django.db.models import Max

from games.circle import Circle
from games.engine import Place, first_dealer
from games.evening.course import Chair, Course, Ended, Line, is_misdeal, next_line
from games.evening.sides import Sides
from games.fairness.shuffle import shuffled_pack
from games.models import Deal, Mode, Seat, Table
from games.policies import WhenSideBroken
from games.seat_numbers import SeatNumber


@dataclass(frozen=True, kw_only=True)
class LineUp(Line):
    """Who plays a deal at a table.

    Attributes:
        number: The number of the deal.
        seats: Who is dealt in, clockwise, each with their stack.
        is_held_up: Somebody is missing, and the table waits for them. Source: RULES.md 1.8.
    """

    number: int
    seats: tuple[Seat, ...]
    is_held_up: bool = False

    @property
    def is_over(self) -> bool:
        """Whether fewer than two could ever be dealt to, partners or not."""
        return len(self.numbers) + len(self.waiting) < 2

    @property
    def has_people(self) -> bool:
        return any(not seat.bot_level for seat in self.seats)

    @property
    def is_deserted(self) -> bool:
        """Whether people play here, and all of them are away."""
        people = [seat for seat in self.seats if not seat.bot_level]
        return bool(people) and all(seat.is_away for seat in people)


@dataclass(frozen=True)
class Sitting:
    """Those who sit at a table before its next deal, and what the deals so far leave to it.

    Attributes:
        number: The number of the next deal.
        sides: Who plays with whom.
    """

    table: Table
    number: int
    seated: tuple[Seat, ...]
    circle: Circle
    course: Course
    sides: Sides

    def lineup(self, dealer: SeatNumber | None = None) -> LineUp:
        """Who plays, perhaps too few to play at all.

        Args:
            dealer: Who deals, where somebody says so; passed over where they are not dealt in.
        """
        line = next_line(
            self.table.rules,
            self.course,
            [Chair(seat.number, seat.stack.balance) for seat in self.seated],
            circle=self.circle,
            pool=self.table.pool.balance,
            lot=partial(first_dealer_of, self.table),
            named=dealer,
            is_all_in=self.table.policies.is_all_in,
            sides=self.sides,
        )
        return LineUp(
            **{field.name: getattr(line, field.name) for field in fields(line)},
            number=self.number,
            seats=tuple(seat for seat in self.seated if seat.number in line.numbers),
            is_held_up=bool(line.missing)
            and self.table.policies.when_side_broken == WhenSideBroken.WAIT,
        )


def next_sitting(table: Table) -> Sitting:
    """Those who sit at a table where no deal is in play."""
    deals = table.deals
    if table.mode == Mode.RECORDED:  # What is struck was never there, and its number is free.
        deals = deals.standing()
    every = list(table.seats.round_the_table().select_related("player"))
    return _sitting_after(table, deals.order_by("-number").first(), every)


def lineup_after(table: Table, last: Deal | None, every: Sequence[Seat]) -> LineUp:
    """Who plays after the last deal of a table, which is over; None before the first.

    Args:
        every: All seats of the table, as `Seat.objects.round_the_table` reads them.
    """
    return _sitting_after(table, last, every).lineup()


def _sitting_after(table: Table, last: Deal | None, every: Sequence[Seat]) -> Sitting:
    seated = tuple(seat for seat in every if seat.is_ready)
    number = last.number + 1 if last else 1
    circle = Circle(tuple(seat.number for seat in every))
    return Sitting(table, number, seated, circle, _course(table, last, seated), sides_of(every))


def sides_of(every: Sequence[Seat]) -> Sides:
    """Who plays with whom, of all seats that a table ever had."""
    return Sides(
        of={seat.number: seat.side for seat in every if seat.side is not None},
        there=[seat.number for seat in every if seat.cashed_chips is None],
    )


def keep_sides(lineup: LineUp) -> None:
    """Store the sides that are formed with this deal. Source: RULES.md 1.8."""
    formed = [seat for seat in lineup.seats if lineup.sides.get(seat.number) != seat.side]
    for seat in formed:
        seat.side = lineup.sides.get(seat.number)
    if formed:
        Seat.objects.bulk_update(formed, ["side"])


def ended(deal: Deal) -> Ended:
    """A deal that is over and stands, as the next one follows from it."""
    assert deal.settled_at is not None, "a deal is in play"
    assert deal.outcome is not None, "it was taken back"
    return Ended(tuple(deal.seat_numbers), deal.dealer, deal.outcome, deal.is_dealt_again)


def misdeals_before(table: Table, number: int) -> tuple[Ended, ...]:
    """The misdeals that ran right before a deal; what was taken back does not count."""
    standing = table.deals.filter(voided_at=None, number__lt=number)
    others = standing.exclude(outcome_json__kind="misdeal")
    played = others.aggregate(number=Max("number", default=0))["number"]
    return tuple(ended(deal) for deal in standing.filter(number__gt=played))


def is_played_out(table: Table, lineup: LineUp) -> bool:
    """Whether the deals of a table are over; misdeals do not count. Source: RULES.md 7.7."""
    if table.deals_limit is None or lineup.number <= table.deals_limit:
        return False
    played = table.deals.filter(voided_at=None).exclude(outcome_json__kind="misdeal").count()
    is_played_for = table.rules.unclaimed_pool == "play_on" and table.pool.balance > 0
    return played >= table.deals_limit and not is_played_for


def _course(table: Table, last: Deal | None, seated: tuple[Seat, ...]) -> Course:
    """What the deals of a table leave to the next, of which the last one is over."""
    if last is None:
        return Course()
    passed: SeatNumber | None = None
    standing: Deal | None = last
    if last.voided_at is not None:  # What was taken back has changed neither pool nor scores.
        passed = last.seat_numbers[last.dealer]
        standing = table.deals.filter(voided_at=None).order_by("-number").first()
    if standing is None:
        return Course(passed=passed)
    last_ended = ended(standing)
    return Course(
        last=last_ended,
        passed=passed,
        earlier_misdeals=(
            misdeals_before(table, standing.number) if is_misdeal(last_ended) else ()
        ),
        known=frozenset(_played(table, standing, seated)),
        scores=_scores(table, standing, seated),
        has_been_won=table.rules.new_pool == "dealer" and _has_been_won(table),
    )


def first_dealer_of(table: Table, seats: int) -> Place:
    """The place among those dealt in, found with a pack that everybody can repeat.

    Its seed is the published anchor. Source: RULES.md 1.4.
    """
    pack = shuffled_pack(bytes(table.anchor))
    return first_dealer(pack, seats=seats, rules=table.rules)


def _has_been_won(table: Table) -> bool:
    """Whether somebody has won a pool here; looked up only where it matters. RULES.md 7.1."""
    won: bool = table.deals.won().filter(voided_at=None).exists()
    return won


def _played(table: Table, last: Deal, seated: tuple[Seat, ...]) -> set[SeatNumber]:
    """The numbers of the seats that were ever dealt in; in a game for points, in this game."""
    if {seat.number for seat in seated} <= set(last.seat_numbers):
        return set(last.seat_numbers)
    if table.rules.target is not None:
        return {number for deal in _game(table, last) for number in deal.seat_numbers}
    dealt: set[SeatNumber] = table.deals.numbers_dealt_in()
    return dealt


def _game(table: Table, last: Deal) -> Iterator[Deal]:
    """The deals of the game for points that is being played, the last one first."""
    for deal in table.deals.filter(voided_at=None, number__lte=last.number).order_by("-number"):
        if deal.outcome is None or deal.outcome.is_won:
            return
        yield deal


def _scores(table: Table, last: Deal, seated: tuple[Seat, ...]) -> dict[SeatNumber, int]:
    """What those who played in this game for points stand at."""
    carried: dict[SeatNumber, int] = {}
    if table.rules.target is None:
        return carried
    for deal in _game(table, last):
        scores = deal.outcome.scores if deal.outcome else ()
        for number, score in zip(deal.seat_numbers, scores, strict=bool(scores)):
            carried.setdefault(number, score)
        if all(seat.number in carried for seat in seated):
            break
    return carried
