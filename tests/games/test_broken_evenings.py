"""Evenings at two tables of real cards, one of which breaks up: the books agree with paper."""

from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import EngineError, HouseRules
from games.errors import EntryImpossible, PoolPlayedOn
from games.play.by_hand import upcoming
from ledger.kinds import AccountKind
from ledger.models import Account
from tests.games.corrected_halls import fix, put_right
from tests.games.factories import again
from tests.games.latecomers import enter, stacks
from tests.games.pencil import Fact, counted
from tests.games.test_breaking_up import agrees, breaks_up, pool
from tests.games.test_moving import tables
from tests.lengths import part

pytestmark = pytest.mark.django_db
HOUSES = [
    {"unclaimed_pool": "carry"},
    {"unclaimed_pool": "carry", "topup": "full", "jink_bonus": "winner_contribution"},
    {"unclaimed_pool": "carry", "topup": "dealer_only", "pool_max": 12, "new_pool": "dealer"},
    {"unclaimed_pool": "split", "misdeal": "forfeit_stake"},
]
KINDS = st.sampled_from(["won", "won", "jinked", "spoilt", "spoilt", "misdeal"])


@st.composite
def evenings(draw: st.DrawFn) -> dict[str, Any]:
    """Deals of two tables, the first of which breaks up, and what is put right at which of them."""
    deals = st.lists(st.tuples(KINDS, st.integers(0, 5)), max_size=4)
    fixes = st.tuples(st.sampled_from([0, 1]), st.integers(1, 8), KINDS, st.integers(0, 5))
    return {
        "house": draw(st.sampled_from(HOUSES)),
        "before": [draw(deals), draw(deals)],
        "fixed_before": draw(st.lists(fixes, max_size=2)),
        "after": draw(deals),
        "fixed_after": draw(st.lists(fixes, max_size=4)),
    }


class Hall:
    """Two tables of real cards, and what stands on the paper of each."""

    def __init__(self, house: dict[str, Any]) -> None:
        self.options = HouseRules.of(house)
        self.tables = tables(3, 3, house=self.options)
        self.papers = [[Fact(seat=seat, chips=20) for seat in range(3)] for _ in range(2)]
        self.deals: list[list[Fact]] = [[], []]
        self.moments = count(1)
        self.total = self.chips()

    def chips(self) -> int:
        bank = Account.objects.get(book=self.tables[0].book, kind=AccountKind.BANK)
        others = Account.objects.filter(book=bank.book_id).exclude(pk=bank.pk)
        return sum(others.values_list("balance", flat=True))

    def plays(self, which: int, kind: Any, winner: int) -> None:
        following = upcoming(again(self.tables[which]))
        assert following is not None
        told = self._told(kind, list(following.usual.numbers), winner)
        try:
            enter(self.tables[which], next(self.moments), **told)
        except EngineError:  # The rules bar that winner.
            return
        self.deals[which].append(Fact(seats=list(following.usual.numbers), told=told))
        self.papers[which].append(self.deals[which][-1])

    def fixes(self, which: int, number: int, kind: Any, winner: int) -> bool:
        """Whether a result is put right; refused, it leaves everything as it was."""
        if number > len(self.deals[which]):
            return False
        table = again(self.tables[which])
        old = self.deals[which][number - 1]
        told = self._told(kind, old.seats, winner)
        version = table.deals.get(number=number).entries.count()
        try:
            put_right(table, fix(number, version=version, **told))
        except (EntryImpossible, PoolPlayedOn):
            return False
        old.told = told
        return True

    def breaks_up(self) -> None:
        before = pool(self.tables[1])
        broken = breaks_up(*self.tables, seconds=next(self.moments))
        assert pool(self.tables[1]) == before + broken.pool_chips
        self.papers[1] += [
            Fact(seat=seat.number, chips=seat.bought_chips, after=seat.number - 1)
            for seat in broken.seats
        ]
        self.papers[1].append(Fact(chips=broken.pool_chips))

    def agrees(self) -> None:
        """The ledger, the walk through the entries, and the paper."""
        agrees(*self.tables)
        assert self.chips() == self.total
        for table, facts in zip(map(again, self.tables), self.papers, strict=True):
            if table.closed_at is None:
                paper = counted(self.options.to_json(), facts)
                assert (stacks(table), table.pool.balance) == (paper.stacks, paper.pool)

    def _told(self, kind: Any, seats: list[int], winner: int) -> dict[str, Any]:
        won = kind in ("won", "jinked")
        return {"kind": kind, **({"winner": seats[winner % len(seats)]} if won else {})}


@settings(max_examples=part(8, of=25), deadline=None)
@given(evening=evenings())
def test_an_evening_at_two_tables_of_which_one_breaks_up(evening: dict[str, Any]) -> None:
    """Chips are constant, and all agree, whatever is put right before and after it."""
    hall = Hall(evening["house"])
    for which, deals in enumerate(evening["before"]):
        for deal in deals:
            hall.plays(which, *deal)
    for one in evening["fixed_before"]:
        hall.fixes(*one)
    hall.agrees()
    hall.breaks_up()
    hall.agrees()
    for deal in evening["after"]:
        hall.plays(1, *deal)
    for one in evening["fixed_after"]:
        hall.fixes(*one)
        hall.agrees()
