"""Random evenings in couples: whoever comes, goes or is broke, couples stay couples.

The test keeps a paper of its own, by people and not by places: who is whose partner, and what the
winners of each deal gain.
"""

import contextlib
from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from clubs.table_kinds import NIGHT
from games.errors import GamesError
from games.evening.result import Result
from games.models import Mode, Seat
from games.play.by_hand import bring_more, record_deal, upcoming
from games.seat_numbers import SeatNumber
from games.tables.hosting import seat_late, take_home
from games.tables.opening import open_table
from tests.conftest import COUNTED
from tests.games.factories import again, later, rules
from tests.games.fireside import guest
from tests.ledger.factories import BookFactory
from tests.lengths import sample

pytestmark = pytest.mark.django_db
DEEDS = 25


class Couples:
    """A hall of couples, and the paper of it."""

    def __init__(self, seed: int) -> None:
        self.chance, self.moments = Random(seed), count(1)
        book = BookFactory.create()
        people = self.chance.choice([4, 6, 8])
        self.table = open_table(
            book,
            rules=rules(sides="pairs", unclaimed_pool="split"),
            policies=NIGHT.policies,
            seats=[guest(book, chips=self.chance.randint(3, 12)) for _ in range(people)],
            name="Couples",
            mode=Mode.RECORDED,
            at=later(0),
        )
        half = people // 2
        self.partner = {one: (one + half) % people for one in range(people)}
        self.fresh = set[int]()  # Who came as one of a couple, and has not played yet.
        self.deals = self.short = 0

    def seat(self, number: int) -> Seat:
        return Seat.objects.select_related("stack").get(table=self.table, number=number)

    def anybody(self) -> Seat:
        return self.chance.choice(list(self.table.seats.taken()))

    def chips(self) -> dict[int, int]:
        seats = self.table.seats.taken().select_related("stack")
        return {seat.number: seat.stack.balance for seat in seats}

    def deed(self) -> None:
        deeds = [self.plays] * 5 + [self.goes, self.replaces, self.comes_as_couple, self.brings]
        with contextlib.suppress(GamesError):  # An organiser is refused and goes on.
            self.chance.choice(deeds)()

    def plays(self) -> None:
        following = upcoming(again(self.table))
        if following is None:
            return
        numbers, before = following.usual.numbers, self.chips()
        half = len(numbers) // 2
        opposite = dict(zip(numbers, numbers[half:] + numbers[:half], strict=True))
        for one in numbers:
            self.joins(one, opposite[one], set(before))
        for one in numbers:  # Whole couples, who sit opposite.
            assert opposite[one] == self.partner[one]
        winner = self.chance.choice(numbers)
        self.short += len(before) > len(numbers)
        dealer = numbers[0] if self.deals == 0 else None
        told = Result(kind="won", winner=winner, dealer=dealer)
        number, at = following.usual.number, later(next(self.moments))
        deal = record_deal(self.table, told, number=number, at=at)
        self.deals += 1
        after, dues = self.chips(), dict(zip(deal.seat_numbers, deal.contributions, strict=True))
        gained = {
            one: after[one] - before[one] + dues.get(one, 0) for one in map(SeatNumber, before)
        }
        couple = {winner, self.partner[winner]}
        assert {one for one, chips in gained.items() if chips} <= couple
        assert sum(gained.values()) == sum(deal.gains)

    def joins(self, one: int, other: int, here: set[int]) -> None:
        """Play with somebody left alone, where whom they came with has gone before they played."""
        if one not in self.fresh:
            return
        self.fresh.remove(one)
        if self.partner[one] not in here and self.partner[other] not in here:
            self.partner |= {one: other, other: one}

    def goes(self) -> None:
        seat = self.anybody()
        take_home(self.table, player_id=seat.player_id, may_wait=True, at=later(next(self.moments)))

    def replaces(self) -> None:
        """Somebody sits down in the chair of one who has gone and whose partner is there."""
        here = set(self.chips())
        gone = [one for one in self.partner if one not in here and self.partner[one] in here]
        if not gone:
            return
        number = self.chance.choice(gone)
        plan = guest(self.table.book, chips=self.chance.randint(3, 9))
        at = later(next(self.moments))
        there = seat_late(self.table, plan, after=SeatNumber(number), may_wait=True, at=at)
        partner = self.partner.pop(number)
        self.partner |= {there.number: partner, partner: there.number}

    def comes_as_couple(self) -> None:
        """Two sit down opposite each other, where everybody there is of a whole couple."""
        here = [seat.number for seat in self.table.seats.taken()]
        if len(here) > 6 or any(self.partner[one] not in here for one in here) or not here:
            return
        new = [guest(self.table.book, chips=self.chance.randint(3, 9)) for _ in range(2)]
        after = here[len(here) // 2 - 1], None
        for plan, chair in zip(new, after, strict=True):
            at = later(next(self.moments))
            seat = seat_late(self.table, plan, after=chair, may_wait=True, at=at)
            self.partner[seat.number] = -1
            self.fresh.add(seat.number)
        one, other = (number for number, partner in self.partner.items() if partner == -1)
        self.partner |= {one: other, other: one}

    def brings(self) -> None:
        seat = self.anybody()
        chips, at = self.chance.randint(1, 5), later(next(self.moments))
        bring_more(self.table, player_id=seat.player_id, chips=chips, at=at)


@pytest.mark.parametrize("seed", sample(12, of=300))
def test_couples_stay_couples(seed: int, record_property: Callable[[str, object], None]) -> None:
    hall = Couples(seed)
    for _ in range(DEEDS):
        if again(hall.table).closed_at is not None or not hall.chips():
            break
        hall.deed()
    told = f"deals of couples {hall.deals}, of which somebody sat out of {hall.short}, differing 0"
    record_property(COUNTED, told)
