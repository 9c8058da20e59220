"""What players can check while the deal goes on: their own cards and those that were shown."""

from datetime import datetime

from games.engine import view
from games.fairness.merkle import CardProof, prove_cards_of
from games.fairness.sealing import unseal
from games.models import Deal
from games.sight.folding import dealt_in, fold, place_of, texts_of


def prove_cards(deal: Deal, player_id: int | None, *, until: datetime | None) -> list[CardProof]:
    """The proofs of all cards that a player has seen: those in their hand, and those face up.

    They tell nothing that the player's view has not told. A card put out is its owner's alone.

    Args:
        until: Until when they are told what happened (`games.sight.delay.shown_until`).
    """
    if deal.sealed_seed is None or deal.cards_root is None:
        return []
    dealt, state = fold(deal), fold(deal, texts_of(deal, until=until))
    place = place_of(dealt_in(deal), player_id)
    seen = view(state, place)
    shown = {card for trick in seen.tricks for card in trick.cards}
    shown |= {card for _, card in seen.trick}
    shown |= {dealt.turn_up, seen.turn_up, *seen.put_aside}
    own = set() if place is None else set(dealt.hand(place))
    pack = enumerate(state.layout.pack)
    return prove_cards_of(
        unseal(deal.sealed_seed), [number for number, card in pack if card in shown | own]
    )
