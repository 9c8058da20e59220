"""Cutting for partners among any number of people: who draws what, and who plays with whom. Pure.

At one table `games.engine.cut_for_partners` does it. A hall has more ties than one pack can settle:
here those who are equal draw again from a new pack.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.seating.chance import Chance, Seed
from games.engine.cards import PACK, Card
from games.engine.cutting import ranked


@dataclass(frozen=True)
class Cut:
    """What somebody drew.

    Attributes:
        person: Who drew.
        cards: One card; for each tie that they were in, one more.
    """

    person: int
    cards: tuple[Card, ...]


def cut_order(people: Sequence[int], *, seed: Seed) -> tuple[Cut, ...]:
    """Everybody draws a card from a shuffled pack; the highest comes first, aces are high.

    Equal ranks draw again among themselves, from a pack that is shuffled anew. More than 52 people
    draw from several packs that are shuffled together.

    Source: RULES.md 1.3.
    """
    return tuple(_drawn([Cut(one, ()) for one in people], Chance(seed)))


def partners_by_cut(order: Sequence[Cut], *, size: int) -> list[tuple[Cut, ...]]:
    """The partnerships of a cut: ranked neighbours, the highest first.

    Of four the two lowest play the two highest, which is the same.

    Args:
        size: How many are partners; it divides the number of people.

    Source: RULES.md 1.3.
    """
    assert len(order) % size == 0, "somebody would be left over"
    return [tuple(order[first : first + size]) for first in range(0, len(order), size)]


def _drawn(players: Sequence[Cut], chance: Chance) -> list[Cut]:
    packs = -(-len(players) // len(PACK))
    pack = chance.shuffled(range(packs * len(PACK)))
    drawn = [PACK[position % len(PACK)] for position in pack[: len(players)]]
    cuts = [
        Cut(player.person, (*player.cards, card))
        for player, card in zip(players, drawn, strict=True)
    ]
    order: list[Cut] = []
    for tied in ranked(zip(cuts, drawn, strict=True)):
        order += tied if len(tied) == 1 else _drawn(tied, chance)
    return order
