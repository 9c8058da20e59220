"""Who deals first and who plays with whom, by cards drawn from a shuffled pack."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

from games.engine.cards import Card
from games.engine.errors import ImpossibleRules
from games.engine.house_rules import HouseRules
from games.engine.places import Place, places
from games.engine.sides import side_count

CUTTING_RANKS: Final = "23456789TJQKA"
"""Ranks from the lowest to the highest when cards are drawn. Source: RULES.md 1.3."""

_Player = TypeVar("_Player")


def first_dealer(pack: Sequence[Card], *, seats: int, rules: HouseRules) -> Place:
    """The seat that deals first, found with a shuffled pack.

    Source: RULES.md 1.4.
    """
    match rules.first_dealer:
        case "first_knave":
            return first_knave(pack, seats)
        case "cut_high":
            return _cut_order(pack, seats)[0]
        case "random":
            return _lot(pack, seats)


def first_knave(pack: Sequence[Card], seats: int) -> Place:
    """The seat that deals first: cards go round face up from seat 0 till a knave falls.

    Source: RULES.md 1.4.
    """
    return Place(next(n for n, card in enumerate(pack) if card.rank == "J") % seats)


def cut_for_partners(pack: Sequence[Card], *, seats: int, rules: HouseRules) -> tuple[Place, ...]:
    """Where everybody sits after a cut for partners.

    Args:
        pack: A shuffled pack; cards are drawn from its top, from seat 0 round.
        seats: How many play.
        rules: The house rules, whose sides are to be formed.

    Returns:
        For each player, by the seat where they drew, their new seat.

    Raises:
        ImpossibleRules: everybody plays alone, or this number cannot form the sides.

    Source: RULES.md 1.3.
    """
    rules.check_players(seats)
    if rules.sides == "individual":
        raise ImpossibleRules("partners are cut for only where sides are formed.", rule="1.3")
    count = side_count(rules.sides, seats)
    size = seats // count
    new_places = [Place(0)] * seats
    for position, player in enumerate(_cut_order(pack, seats)):
        side, number = divmod(position, size)
        new_places[player] = Place(side + number * count)
    return tuple(new_places)


def ranked(drawn: Iterable[tuple[_Player, Card]]) -> list[list[_Player]]:
    """Those who drew these cards, the highest rank first; those with equal ranks together.

    Source: RULES.md 1.3.
    """
    by_rank: dict[str, list[_Player]] = {}
    for player, card in drawn:
        by_rank.setdefault(card.rank, []).append(player)
    return [by_rank[rank] for rank in sorted(by_rank, key=CUTTING_RANKS.index, reverse=True)]


def _cut_order(pack: Sequence[Card], seats: int) -> tuple[Place, ...]:
    """The players from the highest card to the lowest; equal ranks have drawn again.

    Should the pack run out meanwhile, the earlier seat counts as higher.
    """
    return tuple(_drawn_order(places(seats), iter(pack)))


def _drawn_order(players: Sequence[Place], draws: Iterator[Card]) -> list[Place]:
    drawn = list(zip(players, draws, strict=False))
    if len(drawn) < len(players):
        return list(players)
    order: list[Place] = []
    for tied in ranked(drawn):
        order += tied if len(tied) == 1 else _drawn_order(tied, draws)
    return order


def _lot(pack: Sequence[Card], seats: int) -> Place:
    """A seat, each as likely as any: the first card whose number does not favour low seats."""
    fair = 52 - 52 % seats
    return Place(next(card.index for card in pack if card.index < fair) % seats)
