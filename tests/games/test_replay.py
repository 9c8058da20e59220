"""Random evenings of real cards: entered, walked through again, and put right.

What the walk comes to is what the ledger holds. What an evening comes to after it was put right is
what pencil and paper come to.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from clubs.table_kinds import NIGHT
from games.engine import EngineError, HouseRules
from games.errors import EntryImpossible, NotDealtIn
from games.evening.result import Result
from games.evening.slots import Correction
from games.models import Mode, Table
from games.play.by_hand import bring_more, record_deal, upcoming
from games.play.corrections import correct_results
from games.play.differences import check_paid
from games.play.journal import evening_of, facts_of, slots_of
from games.seat_numbers import SeatNumber
from games.tables.closing import close_tables
from games.tables.hosting import seat_late, take_home
from games.tables.opening import SeatPlan, open_table
from games.tables.pools import join_pools
from ledger.audit import check_books
from tests.clubs.factories import PlayerFactory
from tests.games.factories import AT, again, later, plans, purses, stacks
from tests.games.pencil import Fact, Paper, counted
from tests.games.test_by_hand import where_seat_0_deals_first
from tests.games.test_pools import pool_of
from tests.games.test_undone_evenings import CLOCKS
from tests.ledger.factories import BookFactory
from tests.lengths import sample

pytestmark = pytest.mark.django_db
HOUSES: list[dict[str, Any]] = [
    {},
    {"topup": "full", "jink_bonus": "winner_contribution", "misdeal": "pay_and_redeal"},
    {"topup": "dealer_only", "pool_max": 9, "jink_bonus": "payer_contribution"},
    {"misdeal": "forfeit_stake", "dealer_extra": 0, "pool_max": 12, "jink_bonus": "flat"},
    {"new_pool": "dealer", "reduced_stake": 3},
    {"sides": "pairs"},
    {"target": 25, "jink": False, "misdeal": "forfeit_stake"},
    {"target": 25, "jink": False, "sides": "pairs"},
]
CHIPS = 500
EVENINGS = [(house, seed) for house in HOUSES for seed in range(2)]
WALKED = sample(8, of=len(EVENINGS))


class Evening:
    """A table at which things happen by chance, and everything is written down beside it."""

    def __init__(self, house: dict[str, Any], chance: random.Random) -> None:
        self.chance, self.rules = chance, HouseRules.from_json(house)
        self.is_pairs = self.rules.sides == "pairs"
        people = 4 if self.is_pairs else chance.choice([3, 4, 5])
        chips = [chance.randint(9 if self.is_pairs else 4, 20) for _ in range(people)]
        self.table = self._table(chips)
        self.actor = PlayerFactory.create().pk
        self.facts = [Fact(seat=seat, chips=count) for seat, count in enumerate(chips)]
        self.comings = self.joined = 0
        self.deals: list[Fact] = []  # By their numbers, from 1.
        self.moments: Iterator[float] = count(1)
        self.refused = 0

    def _table(self, chips: list[int]) -> Table:
        book = BookFactory.create()
        everything = plans(book, *(CHIPS for _ in chips), bots=False)
        seats = [replace(plan, chips=some) for plan, some in zip(everything, chips, strict=True)]
        table = open_table(
            book,
            rules=self.rules,
            policies=NIGHT.policies,
            seats=seats,
            name="Hall",
            mode=Mode.RECORDED,
            at=AT,
        )
        return where_seat_0_deals_first(table)

    def goes_on(self) -> None:
        """Somebody comes, goes or brings chips, or the next deal is entered, if it can be so."""
        if self.chance.random() < 0.2:
            self._comes_or_goes()
        if self.chance.random() < 0.1:
            self._pool_grows()
        following = upcoming(again(self.table))
        if following is None or self.chance.random() < 0.2:
            self._brings()
            return
        lineup = following.usual
        seats = [int(number) for number in lineup.numbers]
        told = self._told(seats, counted(self.rules.to_json(), self.facts))
        try:
            deal = record_deal(
                self.table, Result(**told), number=lineup.number, at=later(next(self.moments))
            )
        except (EngineError, NotDealtIn):
            self.refused += 1
            return
        # Who was named as the dealer may have changed who could pay.
        fact = Fact(seats=[int(number) for number in deal.seat_numbers], told=told)
        del self.deals[lineup.number - 1 :]
        self.deals.append(fact)
        self.facts.append(fact)

    def is_put_right(self) -> bool:
        """Whether somebody could put a few deals right; the books agree either way."""
        before = self._chips()
        facts, deals, corrections = self._corrections()
        try:
            correct_results(
                self.table, corrections, actor_id=self.actor, reason="Paper", at=later(10_000)
            )
        except (EntryImpossible, NotDealtIn):
            self.refused += 1
            assert self._chips() == before
            return False
        self.facts, self.deals = facts, deals
        return True

    def _corrections(self) -> tuple[list[Fact], list[Fact], list[Correction]]:
        """Some deals that are told otherwise, struck, or put in between."""
        facts, deals, corrections = list(self.facts), list(self.deals), []
        versions = {deal.number: deal.entries.count() for deal in self.table.deals.all()}
        for number in sorted(self.chance.sample(range(1, len(deals) + 1), 2), reverse=True):
            old = deals[number - 1]
            place = next(place for place, fact in enumerate(facts) if fact is old)
            paper = counted(self.rules.to_json(), facts[:place])
            new = Fact(seats=old.seats, told=self._told(old.seats, paper))
            what = self.chance.choice(["another", "another", "struck", "forgotten"])
            if what == "struck" and old.is_struck:
                what = "another"
            if what == "struck":
                new.is_struck = True
            new.is_between = what == "forgotten"
            if what == "forgotten":
                facts.insert(place, new)
                deals.insert(number - 1, new)
            else:
                facts[place] = deals[number - 1] = new
            corrections.append(
                Correction(
                    deal=number,
                    version=versions[number],
                    result=None if new.is_struck else Result(**new.told),
                    seats=tuple(map(SeatNumber, new.seats)),
                    is_forgotten=what == "forgotten",
                )
            )
        gone = self._free_numbers_taken(deals)
        facts = [fact for fact in facts if not any(fact is one for one in gone)]
        deals = [fact for fact in deals if not any(fact is one for one in gone)]
        return facts, deals, corrections[::-1]

    def _free_numbers_taken(self, deals: list[Fact]) -> list[Fact]:
        """What is struck, and makes room for a deal that was put in between."""
        before = {id(fact) for fact in self.deals}
        gone: list[Fact] = []
        wanted = 0
        for fact in deals:
            if fact.is_between and id(fact) not in before:
                wanted += 1
            elif wanted and fact.is_struck:
                wanted -= 1
                gone.append(fact)
        return gone

    def _told(self, seats: list[int], paper: Paper) -> dict[str, Any]:
        """How a deal might have ended for these people; not always by what came before."""
        told: dict[str, Any] = {"barred": {}}
        kinds = ["scored"] * 5 if self.rules.target else ["won", "won", "jinked", "spoilt"]
        told["kind"] = kind = self.chance.choice([*kinds, "misdeal"])
        if self.chance.random() < 0.1:
            told["dealer"] = self.chance.choice(seats)
        if kind == "misdeal":
            may_again = self.rules.misdeal == "pay_and_redeal"
            told["is_dealt_again"] = may_again and self.chance.random() < 0.5
        elif self.chance.random() < 0.15:
            told["barred"] = {self.chance.choice(seats): "revoked"}
        if kind in ("won", "jinked"):
            told["winner"] = self.chance.choice(seats)
        if kind == "scored":
            told["tricks"] = self._tricks(seats, paper, told["barred"])
        return told

    def _tricks(self, seats: list[int], paper: Paper, barred: dict[int, str]) -> dict[int, int]:
        """The tricks of each, up to the one that reaches the target. RULES.md 8.3."""
        sides = len(seats) // 2 if self.is_pairs else len(seats)
        score = [paper.scores.get(seat, 0) if not paper.is_new else 0 for seat in seats[:sides]]
        tricks = [0] * sides
        out = {seats.index(seat) % sides for seat in barred}
        for _ in range(5):
            side = self.chance.randrange(sides)
            tricks[side] += 1
            if side not in out and score[side] + 5 * tricks[side] >= 25:
                break
        return {seats[side]: taken for side, taken in enumerate(tricks) if taken}

    def _brings(self) -> None:
        seat, chips = self.chance.choice(self.table.seats.taken()), self.chance.randint(1, 9)
        at = later(next(self.moments))
        bring_more(self.table, player_id=seat.player_id, chips=chips, at=at)
        self.facts.append(Fact(seat=seat.number, chips=chips))

    def _comes_or_goes(self) -> None:
        """Of those who went home, some come back."""
        sitting, at = list(self.table.seats.taken()), later(next(self.moments))
        usual = 4 if self.is_pairs else 5
        if len(sitting) >= usual or (len(sitting) > 2 and self.chance.random() < 0.4):
            seat = self.chance.choice(sitting)
            take_home(self.table, player_id=seat.player_id, may_wait=True, at=at)
            self.facts.append(Fact(seat=seat.number, goes=True))
            return
        after = self.chance.choice(self.table.seats.all())
        gone = self.table.seats.exclude(player__in=[seat.player_id for seat in sitting]).first()
        [plan] = plans(self.table.book, CHIPS, bots=False)
        if gone is not None and self.chance.random() < 0.5:
            plan = SeatPlan(gone.player_id, gone.purse_id, 0)
        plan = replace(plan, chips=self.chance.randint(4, 20))
        seat = seat_late(self.table, plan, after=after.number, may_wait=True, at=at)
        self.facts.append(Fact(seat=seat.number, chips=plan.chips, after=after.number))
        self.comings += 1

    def _pool_grows(self) -> None:
        """What lay in the pool of a table that broke up comes to the pool of this one."""
        self.joined += 1
        chips, key = self.chance.randint(1, 9), f"table:{self.table.pk}:joined:{self.joined}"
        other = pool_of(self.table.book, chips)
        join_pools(again(self.table).pool, [other], key=key, at=later(next(self.moments)))
        self.facts.append(Fact(chips=chips))

    def _chips(self) -> tuple[list[int], list[int], int]:
        return stacks(self.table), purses(self.table), again(self.table).pool.balance

    def agrees(self) -> None:
        """The ledger, the walk through the entries, and the paper."""
        table = again(self.table)
        facts, slots = facts_of(table), slots_of(table)
        evening = evening_of(facts, slots)
        check_paid(facts, evening)
        paper = counted(self.rules.to_json(), self.facts)
        if table.closed_at is not None:
            paper.share_out()
            paper.home, paper.stacks = {**paper.home, **paper.stacks}, {}
        seats = list(table.seats.select_related("purse", "stack").order_by("number"))
        assert {seat.number: seat.stack.balance for seat in seats} == {
            seat.number: paper.stacks.get(seat.number, 0) for seat in seats
        }
        for one in seats:  # Whoever came back has one purse for all their seats.
            own = [seat for seat in seats if seat.player_id == one.player_id]
            home = sum(paper.home.get(seat.number, 0) - seat.bought_chips for seat in own)
            assert one.purse.balance == CHIPS + home
        assert (paper.pool, evening.pool) == (table.pool.balance,) * 2
        deals = table.deals.standing().order_by("number")
        assert [deal.seat_numbers[deal.dealer] for deal in deals] == paper.dealers


@pytest.mark.parametrize(("house", "seed"), [EVENINGS[one] for one in WALKED], ids=str)
def test_an_evening_put_right_is_as_if_it_had_been_entered_so(
    house: dict[str, Any], seed: int, record_property: Callable[[str, object], None]
) -> None:
    evening = Evening(house, random.Random(seed))
    if seed:
        evening.moments = CLOCKS["read before others were done"]()
    done = 0
    for _ in range(4):
        while len(evening.deals) < 3 or evening.chance.random() < 0.8:
            evening.goes_on()
        evening.agrees()
        for _ in range(3):
            done += evening.is_put_right()
            evening.agrees()

    evening.goes_on()
    evening.agrees()
    close_tables([evening.table], at=later(5_000))
    evening.agrees()
    for _ in range(3):
        done += evening.is_put_right()
        evening.agrees()
    assert check_books() == []
    assert done
    deals = evening.table.deals.count()
    told = f"put right {done}, refused {evening.refused}, came late {evening.comings}"
    told += f", pools joined {evening.joined}"
    record_property("counted", f"{deals} deals, {told}")
