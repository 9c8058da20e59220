"""The next deal of a table: who is dealt in, who deals, and what each of them puts in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine import (
    Place,
    Redeal,
    after_misdeal,
    by_place,
    contributions,
    first_dealer,
    short_seats,
)
from games.fairness.shuffle import shuffled_pack
from games.models import Deal, Seat, Table
from games.seat_numbers import SeatNumber


@dataclass(frozen=True)
class LineUp:
    """Who plays a deal; everything but `seats` counts places among them.

    Attributes:
        number: The number of the deal at its table.
        seats: Who is dealt in, clockwise, each with their stack.
        dealer: Who deals.
        is_new_pool: The pool, or the game for points, begins with this deal.
        contributions: Chips that each puts in.
        scores: In a game for points what each side stands at; otherwise empty.
        barred: Who cannot win, after a misdeal that forfeits. Source: RULES.md 1.6.
    """

    number: int
    seats: tuple[Seat, ...]
    dealer: Place
    is_new_pool: bool
    contributions: tuple[int, ...]
    scores: tuple[int, ...] = ()
    barred: tuple[Place, ...] = ()

    @property
    def numbers(self) -> list[SeatNumber]:
        return [seat.number for seat in self.seats]

    @property
    def has_people(self) -> bool:
        return any(not seat.bot_level for seat in self.seats)

    @property
    def is_deserted(self) -> bool:
        """Whether people play here, and all of them are away."""
        people = [seat for seat in self.seats if not seat.bot_level]
        return bool(people) and all(seat.is_away for seat in people)


def next_lineup(table: Table) -> LineUp:
    """Who plays the next deal of a table, perhaps too few to play at all; no deal is in play."""
    return lineup_after(table, table.deals.order_by("-number").first())


def lineup_after(table: Table, last: Deal | None) -> LineUp:
    """Who plays after the last deal of a table, which is over; None before the first.

    Source: RULES.md 1.4, 1.6, 7.5, 7.7, 8.1.
    """
    seated = tuple(table.seats.taken().filter(is_sitting_out=False).select_related("stack"))
    if last is None:
        return _lineup(table, seated, number=1, first=None)
    assert last.settled_at is not None, "a deal is in play"
    first = SeatNumber(last.seat_numbers[last.dealer] + 1)
    if last.voided_at is not None:  # What was taken back has changed neither pool nor scores.
        standing = table.deals.filter(voided_at=None).order_by("-number").first()
        return _lineup(table, seated, number=last.number + 1, first=first, last=standing)
    if last.outcome is not None and last.outcome.kind == "misdeal":
        return _after_misdeal(table, last, seated)
    return _lineup(table, seated, number=last.number + 1, first=first, last=last)


def is_played_out(table: Table, lineup: LineUp) -> bool:
    """Whether the deals of a table are over; misdeals do not count. Source: RULES.md 7.7."""
    if table.deals_limit is None or lineup.number <= table.deals_limit:
        return False
    played = table.deals.filter(voided_at=None).exclude(outcome_json__kind="misdeal").count()
    is_played_for = table.rules.unclaimed_pool == "play_on" and table.pool.balance > 0
    return played >= table.deals_limit and not is_played_for


def _first_dealer(table: Table, seats: int) -> Place:
    """The place among those dealt in, found with a pack that everybody can repeat.

    Its seed is the published anchor. Source: RULES.md 1.4.
    """
    pack = shuffled_pack(bytes(table.anchor))
    return first_dealer(pack, seats=seats, rules=table.rules)


def _lineup(
    table: Table,
    seated: tuple[Seat, ...],
    *,
    number: int,
    first: SeatNumber | None,
    last: Deal | None = None,
) -> LineUp:
    """The line-up in which the first able seat from `first` on deals, or whom the cards name.

    Somebody who sits out may hand the deal, and with it the extra, to another who then cannot pay
    either; so the question is asked until nobody is short. Source: RULES.md 7.5.
    """
    is_new_pool = last is None or last.outcome is None or last.outcome.is_won
    known = _played(table, last, seated)
    seats = _with_chips(seated, is_new_pool, last) if table.policies.is_all_in else seated
    dealer, newcomers = Place(0), tuple[Place, ...]()
    while seats:
        dealer = _first_dealer(table, len(seats)) if first is None else _dealer(seats, first)
        newcomers = tuple(place for place, seat in by_place(seats) if seat.number not in known)
        short = short_seats(
            table.rules,
            dealer=dealer,
            pool=table.pool.balance,
            is_new=is_new_pool,
            stacks=[seat.stack.balance for seat in seats],
            newcomers=newcomers,
        )
        if table.policies.is_all_in or not short:
            break
        seats = tuple(seat for place, seat in by_place(seats) if place not in short)
    return LineUp(
        number=number,
        seats=seats,
        dealer=dealer,
        is_new_pool=is_new_pool,
        contributions=contributions(
            table.rules,
            seats=len(seats),
            dealer=dealer,
            pool=table.pool.balance,
            is_new=is_new_pool,
            stacks=[seat.stack.balance for seat in seats],
            newcomers=newcomers,
        ),
        scores=_scores(table, last, seats),
    )


def _played(table: Table, last: Deal | None, seated: tuple[Seat, ...]) -> set[SeatNumber]:
    """The numbers of the seats that were ever dealt in; in a game for points, in this game."""
    if last is None:
        return set()
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


def _with_chips(seated: tuple[Seat, ...], is_new_pool: bool, last: Deal | None) -> tuple[Seat, ...]:
    """Who still plays where short stacks do: everybody with chips, or in for this pool."""
    played = set() if is_new_pool or last is None else set(last.seat_numbers)
    return tuple(seat for seat in seated if seat.stack.balance > 0 or seat.number in played)


def _dealer(seats: tuple[Seat, ...], first: SeatNumber) -> Place:
    """The place of the first seat from number `first` on, round the table."""
    numbers = [seat.number for seat in seats]
    left = min((number for number in numbers if number >= first), default=numbers[0])
    return Place(numbers.index(left))


def _scores(table: Table, last: Deal | None, seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """The scores of those who played in this game; newcomers begin at 0."""
    if table.rules.target is None:
        return ()
    carried: dict[SeatNumber, int] = {}
    for deal in _game(table, last) if last else ():
        scores = deal.outcome.scores if deal.outcome else ()
        for number, score in zip(deal.seat_numbers, scores, strict=bool(scores)):
            carried.setdefault(number, score)
        if all(seat.number in carried for seat in seats):
            break
    return tuple(carried.get(seat.number, 0) for seat in seats)


def barred_by(table: Table, last: Deal | None) -> tuple[Place, ...]:
    """The places that cannot win after a deal that was a misdeal. Source: RULES.md 1.6."""
    if last is None or last.outcome is None or last.outcome.kind != "misdeal":
        return ()
    return _redeal(table, last).barred


def _after_misdeal(table: Table, last: Deal, seated: tuple[Seat, ...]) -> LineUp:
    """The same seats without those who have gone, with the dealer by the house rules.

    Where the dealer has gone, the next seat deals. Source: RULES.md 1.6.
    """
    by_number = {seat.number: seat for seat in seated}
    stacks = [by_number[one].stack.balance if one in by_number else 0 for one in last.seat_numbers]
    redeal = _redeal(table, last, stacks=stacks)
    stay = [place for place, number in by_place(last.seat_numbers) if number in by_number]
    dealer = next((new for new, place in by_place(stay) if place >= redeal.dealer), Place(0))
    return LineUp(
        number=last.number + 1,
        seats=tuple(by_number[last.seat_numbers[place]] for place in stay),
        dealer=dealer,
        is_new_pool=False,
        contributions=tuple(redeal.contributions[place] for place in stay),
        scores=tuple(last.scores[place] for place in stay) if last.scores else (),
        barred=tuple(new for new, place in by_place(stay) if place in redeal.barred),
    )


def _redeal(table: Table, last: Deal, stacks: Sequence[int] | None = None) -> Redeal:
    return after_misdeal(
        table.rules,
        seats=len(last.seat_numbers),
        dealer=last.dealer,
        pays_again=last.is_dealt_again,
        stacks=stacks,
    )
