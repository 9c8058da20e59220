"""The seeds of a table: a chain in which each seed is the hash of the next one.

`s[k-1] = SHA-256(s[k])`. The anchor `s[0]` is published before anybody is seated, so the operator
cannot change a seed later; a seed that was revealed tells nothing of the ones to come.
"""

from hashlib import sha256

SEED_BYTES = 32


def seed_at(tail: bytes, *, length: int, number: int) -> bytes:
    """Seed `number` of a chain, 0 for the anchor, `length` for the tail itself."""
    assert len(tail) == SEED_BYTES
    assert 0 <= number <= length, f"the chain has no seed {number}"
    seed = tail
    for _ in range(length - number):
        seed = sha256(seed).digest()
    return seed
