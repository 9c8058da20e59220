"""Evenings of random deeds, undone in reverse and done again: nothing is lost, all is as it was."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.engine import EngineError
from games.errors import GamesError
from games.models import Deal
from games.play.by_hand import bring_more, upcoming
from games.play.reopening import reopen_tables
from games.play.undoing import Made, bring_again, put_back_results, take_back_more
from games.seat_numbers import SeatNumber
from games.tables.closing import close_tables
from games.tables.returning import close_unplayed, seat_again, send_back
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.clubs.factories import PlayerFactory
from tests.games.corrected_halls import fix, forgotten, put_right, spend
from tests.games.factories import again, later, rules
from tests.games.latecomers import comes, enter, goes
from tests.games.test_by_hand import hall_table
from tests.games.test_returning import check_adds_up
from tests.lengths import part

pytestmark = pytest.mark.django_db
HOUSES: list[dict[str, Any]] = [
    {"unclaimed_pool": "split"},
    {"unclaimed_pool": "carry", "topup": "full", "new_pool": "dealer"},
    {"unclaimed_pool": "split", "misdeal": "forfeit_stake", "pool_max": 12},
]
KINDS = ["won", "jinked", "spoilt", "misdeal"]
CLOCKS: dict[str, Callable[[], Iterator[float]]] = {
    "in order": lambda: count(1),
    "read before others were done": lambda: (one - 5 * (one % 3) for one in count(20)),
    "standing still": lambda: repeat(1),
}
"""When deeds are asked for, which are done in their order."""
DEEDS = [*(["deal", "correct", "undo"] * 3), "forget", "come", "go", "bring", "close"]
STEPS = st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 99)), min_size=3, max_size=14)
STRUCK: list[tuple[str, int]] = [
    *[("deal", 3), ("bring", 2), ("correct", 0), ("deal", 0), ("undo", 0)],
    *[("deal", 1), ("bring", 1), ("go", 0), ("correct", 5), ("deal", 0)],
]
"""Each time a number that was struck is dealt again later."""
BROUGHT: list[tuple[str, int]] = [
    *[("bring", 30), ("deal", 88), ("deal", 41), ("deal", 77), ("go", 37), ("deal", 65)],
    ("deal", 61),
]
"""A chip that was brought before them lies in the deals that are done again."""
Inverse = Callable[[], "Inverse"]
"""Undoes something; what it answers with undoes that."""


@dataclass
class Done:
    """A deed, and how things lay before and after it."""

    inverse: Inverse
    before: Any
    after: Any


class Hall:
    """A table of real cards, and the deeds that were done there."""

    def __init__(self, house: dict[str, Any], clock: str) -> None:
        self.table = hall_table(20, 20, 20, house=rules(**house))
        self.actor = PlayerFactory.create().pk
        self.seconds = CLOCKS[clock]()
        self.done: list[Done] = []
        self.undone: list[Done] = []
        for seat in self.table.seats.select_related("purse"):
            spend(seat.purse, -30, key="handed out")
        self.chips = self.in_all()

    def in_all(self) -> int:
        """All chips, but for the 100 with which everybody comes."""
        accounts = Account.objects.filter(book=self.table.book_id).exclude(kind=AccountKind.BANK)
        people = accounts.filter(kind=AccountKind.PURSE).count()
        return sum(accounts.values_list("balance", flat=True)) - 100 * people

    def lies(self) -> Any:
        """All that people see, without what tells that something was undone."""
        table = again(self.table)
        seats = table.seats.select_related("stack", "purse").order_by("place")
        people = {
            seat.number: (seat.stack.balance, seat.cashed_chips is None, seat.purse.balance)
            for seat in seats
        }
        deals = table.deals.standing().order_by("number")
        kept = [(one.number, one.seat_numbers, one.dealer, one.gains) for one in deals]
        course = upcoming(table)
        line = course and (course.usual.numbers, course.usual.dealer, course.usual.contributions)
        pool = table.pool.balance
        return people, kept, line, pool, table.closed_at is None

    def at(self) -> Any:
        return later(next(self.seconds))

    def do(self, name: str, number: int) -> None:
        """A deed, unless it is refused; nothing is done then."""
        before = self.lies()
        try:
            inverse: Inverse = getattr(self, f"_{name}")(number)
        except (EngineError, GamesError):
            assert self.lies() == before
            return
        self.done.append(Done(inverse, before, self.lies()))
        self.undone.clear()
        self.check()

    def undo(self) -> None:
        deed = self.done.pop()
        back = deed.inverse()
        self.check()
        self._compare(deed.before)
        self.undone.append(Done(back, deed.before, deed.after))

    def redo(self) -> None:
        deed = self.undone.pop()
        forth = deed.inverse()
        self.check()
        self._compare(deed.after)
        self.done.append(Done(forth, deed.before, deed.after))

    def check(self) -> None:
        check_adds_up(self.table)
        assert self.in_all() == self.chips

    def _compare(self, wanted: Any) -> None:
        """See that all is as it was; those who came and were sent back have all their chips."""
        people, *rest = self.lies()
        known, *others = wanted
        assert rest == others
        for seat, (stack, is_here, purse) in people.items():
            assert (stack, is_here, purse) == known.get(seat, (0, False, 100)), seat

    def _deal(self, number: int) -> Inverse:
        following = upcoming(again(self.table))
        if following is None or self.table.rules.refusal(len(following.usual.numbers)):
            raise GamesError
        kind = KINDS[number % len(KINDS)]
        told = _told(kind, following.usual.numbers, number)
        deal = enter(self.table, next(self.seconds), kind, **told)
        return self._put_back([(deal.number, deal.entries.count())])

    def _correct(self, number: int) -> Inverse:
        deals = list(Deal.objects.filter(table=self.table).order_by("number"))
        if not deals:
            raise GamesError
        deal = deals[number % len(deals)]
        kind = KINDS[number // 7 % len(KINDS)]
        version = deal.entries.count()
        struck = number % 5 == 0 and deal.voided_at is None
        told = {} if struck else _told(kind, deal.seat_numbers, number // 3)
        wanted = fix(deal.number, None if struck else kind, version=version, **told)
        if not put_right(again(self.table), wanted, at=self.at()).deals:
            raise GamesError
        return self._put_back([(deal.number, version + 1)])

    def _forget(self, number: int) -> Inverse:
        """A deal was played before one that is known."""
        deals = list(Deal.objects.filter(table=self.table).order_by("number"))
        if not deals:
            raise GamesError
        deal = deals[number % len(deals)]
        kind = KINDS[number // 7 % len(KINDS)]
        told = _told(kind, deal.seat_numbers, number // 3)
        wanted = forgotten(deal.number, kind, version=deal.entries.count(), **told)
        corrected = put_right(again(self.table), wanted, at=self.at())
        rows = Deal.objects.filter(table=self.table, number__in=corrected.deals)
        return self._put_back([(one.number, one.entries.count()) for one in rows])

    def _put_back(self, made: list[Made]) -> Inverse:
        def inverse() -> Inverse:
            back = put_back_results(
                again(self.table), made, actor_id=self.actor, reason="Undone", at=self.at()
            )
            return self._put_back(back)

        return inverse

    def _come(self, number: int) -> Inverse:
        seat = comes(self.table, next(self.seconds), may_wait=True, **self._chair(number))
        return self._send_back(SeatNumber(seat.number))

    def _chair(self, number: int) -> dict[str, Any]:
        seats = self.table.seats.count()
        return {} if number % 2 else {"after": SeatNumber(number % seats)}

    def _go(self, number: int) -> Inverse:
        here = list(self.table.seats.taken())
        if len(here) < 2:
            raise GamesError
        leaver = SeatNumber(here[number % len(here)].number)
        goes(self.table, next(self.seconds), leaver, may_wait=True)
        if again(self.table).closed_at is not None:
            return self._reopen()
        return self._seat_again(leaver)

    def _send_back(self, number: SeatNumber) -> Inverse:
        def inverse() -> Inverse:
            send_back(self.table, [number], at=self.at())
            return self._seat_again(number)

        return inverse

    def _seat_again(self, number: SeatNumber) -> Inverse:
        def inverse() -> Inverse:
            seat_again(self.table, [number], at=self.at())
            return self._send_back(number)

        return inverse

    def _bring(self, number: int) -> Inverse:
        here = list(self.table.seats.taken())
        seat = here[number % len(here)] if here else None
        if seat is None:
            raise GamesError
        chips = 1 + number % 3
        bring_more(self.table, player_id=seat.player_id, chips=chips, at=self.at())
        return self._take_back_more(SeatNumber(seat.number), chips)

    def _take_back_more(self, number: SeatNumber, chips: int) -> Inverse:
        def again() -> Inverse:
            bring_again(self.table, number, chips, at=self.at())
            return back

        def back() -> Inverse:
            take_back_more(self.table, number, chips, at=self.at())
            return again

        return back

    def _close(self, number: int) -> Inverse:
        if again(self.table).closed_at is not None:
            raise GamesError
        is_unplayed = number % 2 == 0
        return self._close_so(is_unplayed)()

    def _close_so(self, is_unplayed: bool) -> Inverse:
        def inverse() -> Inverse:
            if is_unplayed:
                close_unplayed([self.table], at=self.at())
            else:
                close_tables([self.table], may_play_on=False, at=self.at())
            return self._reopen(is_unplayed=is_unplayed)

        return inverse

    def _reopen(self, *, is_unplayed: bool = False) -> Inverse:
        def inverse() -> Inverse:
            reopen_tables([self.table], at=self.at())
            return self._close_so(is_unplayed)

        return inverse


def _told(kind: str, numbers: Any, number: int) -> dict[str, Any]:
    is_won = kind in ("won", "jinked")
    return {"winner": SeatNumber(numbers[number % len(numbers)])} if is_won else {}


@example(house=HOUSES[2], clock="in order", steps=STRUCK)
@example(house=HOUSES[0], clock="standing still", steps=BROUGHT)
@given(house=st.sampled_from(HOUSES), clock=st.sampled_from(sorted(CLOCKS)), steps=STEPS)
@settings(deadline=None, max_examples=part(5, of=12))
def test_an_evening_that_is_undone_and_done_again(
    house: dict[str, Any], clock: str, steps: Any
) -> None:
    hall = Hall(house, clock)
    opening = hall.lies()

    for name, number in steps:
        if name != "undo":
            hall.do(name, number)
        elif hall.undone and number % 2:
            hall.redo()
        elif hall.done:
            hall.undo()

    while hall.done:
        hall.undo()
    hall._compare(opening)
    while hall.undone:
        hall.redo()
