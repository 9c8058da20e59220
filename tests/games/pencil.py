"""An evening of real cards counted with pencil and paper, deal by deal, from RULES.md.

It shares nothing with `games`, so that the two can be compared. People are numbers of seats.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.engine.naive_pool import paid_after_misdeal, paid_in

Options = dict[str, Any]


@dataclass
class Fact:
    """Somebody brought chips or went home, or a deal was played, unless it is struck out.

    Whoever came late sat down to the left of a seat; if its player had gone, in their chair. A deal
    that was forgotten was put in between. Chips without a seat came from the pool of another table.
    """

    seat: int = -1
    chips: int = 0
    after: int | None = None
    goes: bool = False
    seats: list[int] = field(default_factory=list)
    told: dict[str, Any] = field(default_factory=dict)
    is_struck: bool = False
    is_between: bool = False


class Paper:
    """What stands on the paper."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.stacks: dict[int, int] = {}
        self.home: dict[int, int] = {}
        self.chairs: list[int] = []  # Everybody who ever sat there, clockwise.
        self.late: set[int] = set()  # Who came late, and was not dealt in yet.
        self.pool = 0
        self.dealers: list[int] = []
        self.is_same_dealer = False
        self.known: set[int] = set()
        self.scores: dict[int, int] = {}
        self.misdealt: list[int] = []  # Who misdealt, one after the other, up to now.
        self.before: list[int] = []  # Who was dealt in to the deal before.
        self.is_new, self.has_been_won = True, False

    def note(self, fact: Fact) -> None:
        if fact.seats:
            self._deal(fact.seats, fact.told)
            self.late.difference_update(fact.seats)
            return
        if fact.seat < 0:
            self.pool += fact.chips
            return
        if fact.goes:
            self.home[fact.seat] = self.stacks.pop(fact.seat)
            return
        if fact.after is not None:
            here = self.chairs.index(fact.after) + (fact.after in self.stacks)
            self.chairs.insert(here, fact.seat)
            self.late.add(fact.seat)
        elif fact.seat not in self.chairs:
            self.chairs.append(fact.seat)
        self.stacks[fact.seat] = self.stacks.get(fact.seat, 0) + fact.chips

    def _deal(self, seats: list[int], told: dict[str, Any]) -> None:
        if self.misdealt and self._is_void(seats):
            self.misdealt, self.is_same_dealer = [], False
        dealer = self._dealer(seats, told)
        self._put_in(seats, dealer)
        self.dealers.append(dealer)
        barred = {
            side for one in self.misdealt if self._forfeits() for side in self._side(seats, one)
        }
        for one in told.get("barred", {}):
            barred.update(self._side(seats, one))
        if told["kind"] == "misdeal":
            self.misdealt.append(dealer)
            self.before, self.is_new = seats, False
            self.is_same_dealer = told.get("is_dealt_again", False)
            self.known.update(seats)
            return
        self.misdealt = []
        self.before = seats
        self.is_same_dealer = False
        self.known.update(seats)
        winner = self._score(seats, told, barred) if self.options["target"] else told.get("winner")
        if winner is not None:
            assert winner not in barred
            self._pay(seats, dealer, winner, is_jink=told["kind"] == "jinked")
        self.is_new = winner is not None

    def share_out(self) -> None:
        """Nobody won the pool: it is shared, the odd chips from the left of the last dealer."""
        dealt = self.dealers[-1] if self.dealers else 0
        order = [one for one in self._left_of(dealt) if one in self.stacks and one not in self.late]
        for number in range(self.pool if order else 0):
            self.stacks[order[number % len(order)]] += 1
        self.pool = 0 if order else self.pool

    def _dealer(self, seats: list[int], told: dict[str, Any]) -> int:
        if told.get("dealer") is not None:
            assert told["dealer"] in seats
            return int(told["dealer"])
        if not self.dealers:
            return seats[0]
        last = self.dealers[-1]
        if self.is_same_dealer and last in seats:
            return last
        return next(seat for seat in self._left_of(last) if seat in seats)

    def _left_of(self, seat: int) -> list[int]:
        """All chairs clockwise from the one to the left of a seat, up to that seat."""
        here = self.chairs.index(seat) + 1
        return self.chairs[here:] + self.chairs[:here]

    def _put_in(self, seats: list[int], dealer: int) -> None:
        place = seats.index(dealer)
        which = ("later" if self.has_been_won else "first") if self.is_new else "spoilt"
        newcomers = [seats.index(seat) for seat in seats if seat not in self.known]
        due = paid_in(self.options, len(seats), place, self.pool, which, newcomers)
        if self.misdealt:  # Only somebody who was not dealt in then pays as ever.
            again = paid_after_misdeal(self.options, len(seats), place, self.pool)
            for one, seat in enumerate(seats):
                due[one] = again[one] if seat in self.before else due[one]
        for seat, chips in zip(seats, due, strict=True):
            paid = min(chips, self.stacks[seat])
            self.stacks[seat] -= paid
            self.pool += paid

    def _is_void(self, seats: list[int]) -> bool:
        """Whether fewer than two sides of a misdeal are here to be dealt to again."""
        there = [one for one in self.before if one in seats]
        whole = [one for one in there if set(self._side(self.before, one)) <= set(there)]
        return len({tuple(self._side(self.before, one)) for one in whole}) < 2

    def _forfeits(self) -> bool:
        return bool(self.options["misdeal"] == "forfeit_stake")

    def _side(self, seats: list[int], seat: int) -> list[int]:
        """Partners sit opposite."""
        if self.options["sides"] == "individual" or seat not in seats:
            return [seat]
        half = len(seats) // 2
        return [one for place, one in enumerate(seats) if place % half == seats.index(seat) % half]

    def _score(self, seats: list[int], told: dict[str, Any], barred: set[int]) -> int | None:
        """Twenty-five without a bonus: who is out, if anybody."""
        for seat in seats:
            self.scores.setdefault(seat, 0)
        for seat, tricks in told["tricks"].items():
            for one in self._side(seats, seat):
                if one not in barred:
                    self.scores[one] += 5 * tricks
        for seat in seats:
            took_all = told["tricks"].get(seat) == 5 and seat not in barred
            if self.scores[seat] >= self.options["target"] or took_all:
                return seat
        return None

    def _pay(self, seats: list[int], dealer: int, winner: int, *, is_jink: bool) -> None:
        winners = self._side(seats, winner)
        chips, self.pool = self.pool, 0
        for seat in seats:
            if is_jink and seat not in winners:
                paid = min(self._jink(seat, dealer, winners), self.stacks[seat])
                self.stacks[seat] -= paid
                chips += paid
        clockwise = seats[seats.index(dealer) + 1 :] + seats[: seats.index(dealer) + 1]
        order = [seat for seat in clockwise if seat in winners]
        for number in range(chips):
            self.stacks[order[number % len(order)]] += 1
        self.has_been_won, self.scores = True, {}
        if self.options["target"]:
            self.known = set()

    def _jink(self, seat: int, dealer: int, winners: list[int]) -> int:
        stake, extra = self.options["stake"], self.options["dealer_extra"]
        match self.options["jink_bonus"]:
            case "payer_stake":
                return int(stake)
            case "payer_contribution":
                return int(stake + extra * (seat == dealer))
            case "winner_contribution":
                return int(stake + extra * (dealer in winners))
            case "flat":
                return 1
        return 0


def counted(options: Options, facts: list[Fact]) -> Paper:
    paper = Paper(options)
    for fact in facts:
        if not fact.is_struck:
            paper.note(fact)
    return paper
