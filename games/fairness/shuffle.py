"""The pack of a deal from its seed: the only chance there is for cards.

HMAC-SHA256 of the seed over a counter gives 32-bit numbers, rejection makes them fair, and a
Fisher-Yates shuffle of PACK uses them. Anybody can repeat it (docs/fairness.md).
"""

import hmac
from collections.abc import Iterator

from games.engine import PACK, Card

WORD_BYTES = 4
WORDS = 2 ** (8 * WORD_BYTES)


def shuffled_pack(seed: bytes) -> tuple[Card, ...]:
    """All 52 cards in dealing order; the same seed gives the same pack for ever."""
    words = _words(seed)
    pack = list(PACK)
    for last in range(len(pack) - 1, 0, -1):
        position = _below(last + 1, words)
        pack[last], pack[position] = pack[position], pack[last]
    return tuple(pack)


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, counter.to_bytes(8), "sha256")
        for start in range(0, len(block), WORD_BYTES):
            yield int.from_bytes(block[start : start + WORD_BYTES])
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each equally likely: the words left over are passed by."""
    fair = WORDS - WORDS % bound
    return next(word for word in words if word < fair) % bound
