"""A deal as written down: its cards, as far as they are known, and what was done with them."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from games.engine.actions import Action, Play
from games.engine.cards import PACK, Card
from games.engine.dealing import deal_out, gather_in, new_deal
from games.engine.errors import Unreadable
from games.engine.house_rules import HouseRules
from games.engine.outcome import Outcome
from games.engine.rules import apply
from games.engine.state import HAND_CARDS, DealState

UNKNOWN: Final = "?"
"""Stands for a card that nobody wrote down."""

KnownCard: TypeAlias = Card | None
"""A card, or None for one that nobody wrote down."""


@dataclass(frozen=True)
class DealRecord:
    """A deal as written down.

    Attributes:
        rules: The house rules.
        dealer: The seat that dealt.
        turn_up: The card first turned up.
        hands: The cards dealt to each seat, in order.
        stock: The cards under the turn-up; empty where nobody wrote them down.
        tricks: The actions of each trick with those before its lead: a seat and the text of an
            action, in which `?` may stand for the card.
        scores: In a game for points what each seat stood at before; otherwise empty.
        outcome: How the deal ended; None if it goes on.
    """

    rules: HouseRules
    dealer: int
    turn_up: Card
    hands: tuple[tuple[KnownCard, ...], ...]
    stock: tuple[Card, ...]
    tricks: tuple[tuple[tuple[int, str], ...], ...]
    scores: tuple[int, ...]
    outcome: Outcome | None

    @classmethod
    def of(cls, state: DealState) -> "DealRecord":
        """All of a deal, hidden cards included."""
        layout = state.layout
        turn_up, *stock = layout.pack[HAND_CARDS * layout.seats :]
        return cls(
            rules=layout.rules,
            dealer=layout.dealer,
            turn_up=turn_up,
            hands=deal_out(
                layout.pack,
                seats=layout.seats,
                dealer=layout.dealer,
                packets=layout.rules.packets,
            ),
            stock=tuple(stock),
            tricks=_tricks(state),
            scores=layout.scores,
            outcome=state.outcome,
        )

    def replay(self) -> DealState:
        """The deal played again from its cards.

        Raises:
            Unreadable: cards are unknown, or seats, cards and result do not agree.
            EngineError: the rules do not allow what is written down.
        """
        state = new_deal(
            self._pack(),
            seats=len(self.hands),
            dealer=self.dealer,
            rules=self.rules,
            scores=self.scores,
        )
        for number, steps in enumerate(self.tricks, start=1):
            for seat, text in steps:
                if seat != state.to_act:
                    raise Unreadable(f"Trick {number}: it is not seat {seat} who is to {text}.")
                state = apply(state, Action.parse(text))
        if state.outcome != self.outcome:
            raise Unreadable("The result is not the one that these cards lead to.")
        return state

    def _pack(self) -> tuple[Card, ...]:
        held = [card for hand in self.hands for card in hand if card is not None]
        if len(held) < HAND_CARDS * len(self.hands):
            raise Unreadable(f"Cards are unknown: replace every {UNKNOWN} to replay the deal.")
        if not self.stock and any(text == "agree" for steps in self.tricks for _, text in steps):
            raise Unreadable("The stock is unknown, from which other trumps were turned up.")
        top = gather_in(self.hands, dealer=self.dealer, packets=self.rules.packets)
        known = (*(card for card in top if card is not None), self.turn_up)
        return (*known, *(self.stock or (card for card in PACK if card not in known)))


def _tricks(state: DealState) -> tuple[tuple[tuple[int, str], ...], ...]:
    """The actions by tricks; what was done after a trick stands with the next."""
    tricks: list[list[tuple[int, str]]] = [[]]
    cards = 0
    for seat, action in state.steps:
        if cards == state.seats:
            tricks.append([])
            cards = 0
        tricks[-1].append((seat, str(action)))
        cards += isinstance(action, Play)
    return tuple(tuple(steps) for steps in tricks if steps)
