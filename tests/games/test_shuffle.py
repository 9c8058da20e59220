"""20,000 packs of the production path are what chance would deal; broken shuffles are found out.

All seeds are fixed, so every figure is the same in every run. A measure is told as a z-score: how
many standard deviations it lies from what fair packs give.
"""

import hmac
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import accumulate, pairwise, repeat
from math import exp, factorial, sqrt

import pytest

from games.engine import PACK
from games.fairness.seeds import pack_seed, seed_at
from games.fairness.shuffle import shuffled_pack
from games.seat_numbers import SeatNumber

PACKS = 20_000
CARDS = 52
FAIR = 4.0  # One fair measure in 16,000 lies farther out; these are eight, and fixed ones.
BROKEN = 10.0  # What a broken shuffle must reach at least, so that no chance plays in.

Pack = tuple[int, ...]


def z_of(statistic: float, freedom: float) -> float:
    """A chi-square as a z-score, after Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def z_of_counts(counts: Counter[int], chances: dict[int, float]) -> float:
    """The z-score of counts of whole numbers; all above the last chance count as that one."""
    last = max(chances)
    chances = chances | {last: 1 - sum(chance for key, chance in chances.items() if key != last)}
    seen = Counter[int]()
    for key, count in counts.items():
        seen[min(key, last)] += count
    packs = counts.total()
    terms = ((seen[key] - packs * p) ** 2 / (packs * p) for key, p in chances.items())
    return z_of(sum(terms), len(chances) - 1)


def positions(packs: list[Pack]) -> float:
    """Every card comes equally often to every place: 52 by 52 counts, 51 by 51 of them free."""
    counts = Counter(place * CARDS + card for pack in packs for place, card in enumerate(pack))
    expected = len(packs) / CARDS
    cells = (counts[cell] for cell in range(CARDS * CARDS))
    statistic = sum((count - expected) ** 2 / expected for count in cells)
    return z_of(statistic * (CARDS - 1) / CARDS, (CARDS - 1) ** 2)


def neighbours(packs: list[Pack]) -> float:
    """Every card follows every other equally often; the statistic's mean is then 51 squared."""
    counts = Counter(one * CARDS + next_ for pack in packs for one, next_ in pairwise(pack))
    expected = len(packs) / CARDS
    pairs = (counts[a * CARDS + b] for a in range(CARDS) for b in range(CARDS) if a != b)
    return z_of(sum((count - expected) ** 2 / expected for count in pairs), (CARDS - 1) ** 2)


def fixed_points(packs: list[Pack]) -> float:
    """How many cards lie where they lay at first: 1 on average, and as Poisson has it."""
    counts = Counter(sum(card == place for place, card in enumerate(pack)) for pack in packs)
    return z_of_counts(counts, {k: exp(-1) / factorial(k) for k in range(7)})


def cycles(packs: list[Pack]) -> float:
    """How many cycles the exchange of places has: by the Stirling numbers of the first kind."""
    return z_of_counts(Counter(map(_cycles, packs)), {k: _cycle_chances()[k] for k in range(1, 11)})


def _cycles(pack: Pack) -> int:
    number, left = 0, set(range(CARDS))
    while left:
        number += 1
        place = left.pop()
        while (place := pack[place]) in left:
            left.remove(place)
    return number


@cache
def _cycle_chances() -> list[float]:
    """The chance of 0, 1, 2, ... cycles: the n-th card closes one with a chance of 1 in n."""
    chances = [1.0]
    for n in range(1, CARDS + 1):
        opened, closed = [*chances, 0.0], [0.0, *chances]
        chances = [o * (n - 1) / n + c / n for o, c in zip(opened, closed, strict=True)]
    return chances


MEASURES: list[Callable[[list[Pack]], float]] = [positions, neighbours, fixed_points, cycles]


@cache
def chain() -> list[bytes]:
    """The seeds 1 to 20,000 of one table."""
    tail = sha256(b"twenty thousand packs").digest()
    links = accumulate(repeat(tail, PACKS), lambda seed, _: sha256(seed).digest())
    return list(links)[::-1]


@cache
def produced(strings: tuple[tuple[SeatNumber, str], ...] = ()) -> list[Pack]:
    """The packs of that table, as `games.play.dealing` makes them."""
    return [
        tuple(card.index for card in shuffled_pack(pack_seed(seed, number=k, strings=strings)))
        for k, seed in enumerate(chain(), start=1)
    ]


def test_the_packs_are_those_of_a_table() -> None:
    seeds = chain()

    assert len(set(seeds)) == PACKS
    assert seeds[9_999] == seed_at(seeds[-1], length=PACKS, number=10_000)
    assert [card.index for card in PACK] == list(range(CARDS))
    assert len(set(produced())) == PACKS


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("strings", [(), ((0, "a-string-of-seat-0"), (3, ""))])
def test_packs_are_what_chance_deals(
    measure: Callable[[list[Pack]], float], strings: tuple[tuple[SeatNumber, str], ...]
) -> None:
    assert abs(measure(produced(strings))) < FAIR


def numbers(seed: bytes) -> Iterator[int]:
    """What is drawn from, for the broken shuffles."""
    counter = 0
    while True:
        yield from memoryview(hmac.digest(seed, counter.to_bytes(8), "sha256")).cast("I")
        counter += 1


def any_place(draw: Iterator[int]) -> Pack:
    """Exchanges every card with any other: the classic mistake."""
    pack = list(range(CARDS))
    for place in range(CARDS):
        other = next(draw) % CARDS
        pack[place], pack[other] = pack[other], pack[place]
    return tuple(pack)


def never_itself(draw: Iterator[int]) -> Pack:
    """Leaves no card in its place: one too few to draw from (Sattolo)."""
    pack = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        place = next(draw) % last
        pack[last], pack[place] = pack[place], pack[last]
    return tuple(pack)


def leftover_numbers(draw: Iterator[int]) -> Pack:
    """Takes the remainder of a byte, and passes none by."""
    pack = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        place = next(draw) % 256 % (last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return tuple(pack)


def stops_early(draw: Iterator[int]) -> Pack:
    """Leaves the last two cards as they come."""
    pack = list(range(CARDS))
    for last in range(CARDS - 1, 1, -1):
        place = next(draw) % (last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return tuple(pack)


def only_cut(draw: Iterator[int]) -> Pack:
    """Every card comes everywhere, and still beside its neighbour."""
    cut = next(draw) % CARDS
    return (*range(cut, CARDS), *range(cut))


def riffled(draw: Iterator[int], times: int = 5) -> Pack:
    """Five riffles: too few, much of the old order is left."""
    pack = list(range(CARDS))
    for _ in range(times):
        piles: tuple[list[int], list[int]] = ([], [])
        for card in pack:
            piles[next(draw) & 1].append(card)
        pack = piles[0] + piles[1]
    return tuple(pack)


@pytest.mark.parametrize(
    ("broken", "found_by"),
    [
        (any_place, {positions, fixed_points, cycles}),
        (never_itself, {positions, fixed_points, cycles}),
        (leftover_numbers, {positions}),
        (stops_early, {positions, cycles}),
        (only_cut, {neighbours, fixed_points, cycles}),
        (riffled, {positions, neighbours}),
    ],
)
def test_broken_shuffles_are_found_out(
    broken: Callable[[Iterator[int]], Pack], found_by: set[Callable[[list[Pack]], float]]
) -> None:
    packs = [broken(numbers(seed)) for seed in chain()]

    assert {measure for measure in MEASURES if abs(measure(packs)) > BROKEN} == found_by
