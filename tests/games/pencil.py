"""An evening of real cards counted with pencil and paper, deal by deal, from RULES.md.

It shares nothing with `games`, so that the two can be compared. People are numbers of seats.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.engine.naive_pool import paid_after_misdeal, paid_in

Options = dict[str, Any]


@dataclass
class Fact:
    """Somebody brought chips, or a deal was played, unless it is struck out.

    One that was forgotten was put in between.
    """

    seat: int = -1
    chips: int = 0
    seats: list[int] = field(default_factory=list)
    told: dict[str, Any] = field(default_factory=dict)
    is_struck: bool = False
    is_between: bool = False


class Paper:
    """What stands on the paper."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.stacks: dict[int, int] = {}
        self.pool = 0
        self.dealers: list[int] = []
        self.next_dealer = 0
        self.known: set[int] = set()
        self.scores: dict[int, int] = {}
        self.misdealt: list[int] = []  # Who misdealt, one after the other, up to now.
        self.before: list[int] = []  # Who was dealt in to the deal before.
        self.is_new, self.has_been_won = True, False

    def note(self, fact: Fact) -> None:
        if fact.seats:
            self._deal(fact.seats, fact.told)
        else:
            self.stacks[fact.seat] = self.stacks.get(fact.seat, 0) + fact.chips

    def _deal(self, seats: list[int], told: dict[str, Any]) -> None:
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
            again = told.get("is_dealt_again", False)
            self.next_dealer = dealer if again else seats[(seats.index(dealer) + 1) % len(seats)]
            self.known.update(seats)
            return
        self.misdealt = []
        self.before = seats
        self.next_dealer = dealer + 1
        self.known.update(seats)
        winner = self._score(seats, told, barred) if self.options["target"] else told.get("winner")
        if winner is not None:
            assert winner not in barred
            self._pay(seats, dealer, winner, is_jink=told["kind"] == "jinked")
        self.is_new = winner is not None

    def share_out(self) -> None:
        """Nobody won the pool: it is shared, the odd chips from the left of the last dealer."""
        seats = sorted(self.stacks)
        dealt = self.dealers[-1] if self.dealers else 0
        order = [seat for seat in seats if seat > dealt] + [seat for seat in seats if seat <= dealt]
        for number in range(self.pool):
            self.stacks[order[number % len(order)]] += 1
        self.pool = 0

    def _dealer(self, seats: list[int], told: dict[str, Any]) -> int:
        if told.get("dealer") is not None:
            assert told["dealer"] in seats
            return int(told["dealer"])
        from_there = [seat for seat in seats if seat >= self.next_dealer]
        return from_there[0] if from_there else seats[0]

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
