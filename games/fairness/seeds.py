"""The seeds of a table: a chain in which each is the hash of the next, and what is made of them.

`s[k-1] = SHA-256(s[k])`. The anchor `s[0]` is published before anybody is seated, so the operator
cannot change a seed later; a seed that was revealed tells nothing of the ones to come.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256

from games.seat_numbers import SeatNumber

SEED_BYTES = 32
LAST_SEAT = SeatNumber(255)  # Whose string can be mixed: the protocol has one byte for a seat.
MIX = b"spoil five/pack/1"  # What a mixing of seeds is hashed with first, and with nothing else.


def seed_at(tail: bytes, *, length: int, number: int) -> bytes:
    """Seed `number` of a chain, 0 for the anchor, `length` for the tail itself."""
    assert len(tail) == SEED_BYTES
    assert 0 <= number <= length, f"the chain has no seed {number}"
    seed = tail
    for _ in range(length - number):
        seed = sha256(seed).digest()
    return seed


def pack_seed(seed: bytes, *, number: int, strings: Iterable[tuple[SeatNumber, str]]) -> bytes:
    """The seed of a deal's pack: the chain's seed mixed with the strings of the seats.

    It is mixed where there is no string, too, so that the hash of a pack's seed may be shown: the
    hash of the chain's own seed is the seed of the deal before.

    Args:
        number: The number of the deal.
        strings: Seat number and string, in the order of docs/fairness.md; a string that was
            committed to and not opened is empty.
    """
    given = b"".join(
        seat.to_bytes() + len(text).to_bytes() + text.encode("ascii") for seat, text in strings
    )
    return hmac.digest(seed, MIX + number.to_bytes(8) + given, "sha256")
