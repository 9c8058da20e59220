"""One hash that commits to all 52 cards of a pack, and proofs that open one card at a time.

Each card gets a salt of its own out of the seed, so that a hash tells nothing of a card that was
not opened. `docs/fairness.md` describes it for anybody who writes another checker.
"""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from games.engine import Card
from games.fairness.shuffle import shuffled_pack

LEAVES = 64  # The power of two that holds 52 cards; the rest are leaves of 32 zero bytes.
LEAF, NODE = b"\x00", b"\x01"  # What is hashed first, so that a node never passes for a leaf.


@dataclass(frozen=True)
class CardProof:
    """Proof that a card lies at a position of the pack.

    Attributes:
        position: Where it lies in dealing order, from 0.
        card: The card.
        salt: Its salt.
        path: The hashes beside the way from its leaf up to the root.
    """

    position: int
    card: Card
    salt: bytes
    path: tuple[bytes, ...]


def cards_root(seed: bytes) -> bytes:
    """The hash that commits to the pack of a seed."""
    [root] = _levels(seed)[-1]
    return root


def prove_cards_of(seed: bytes, positions: Iterable[int]) -> list[CardProof]:
    """What opens the cards at these positions, and no others."""
    pack, levels = shuffled_pack(seed), _levels(seed)[:-1]
    return [
        CardProof(
            position,
            pack[position],
            _salt(seed, position),
            tuple(level[(position >> height) ^ 1] for height, level in enumerate(levels)),
        )
        for position in positions
    ]


def _salt(seed: bytes, position: int) -> bytes:
    return hmac.digest(seed, b"salt" + bytes([position]), "sha256")


def _leaf(salt: bytes, position: int, card: Card) -> bytes:
    return sha256(LEAF + salt + bytes([position]) + str(card).encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(NODE + left + right).digest()


def _levels(seed: bytes) -> list[list[bytes]]:
    """All hashes of the tree, the leaves first and the root last."""
    pack = shuffled_pack(seed)
    leaves = [_leaf(_salt(seed, position), position, card) for position, card in enumerate(pack)]
    levels = [leaves + [bytes(32)] * (LEAVES - len(leaves))]
    while len(levels[-1]) > 1:
        below = levels[-1]
        pairs = zip(below[::2], below[1::2], strict=True)
        levels.append([_node(left, right) for left, right in pairs])
    return levels
