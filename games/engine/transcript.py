"""A deal as written down: its cards, as far as they are known, and what was done with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.engine.actions import Action, Play, Rob
from games.engine.cards import PACK, Card
from games.engine.dealing import deal_out, gather_in, new_deal
from games.engine.errors import Unreadable
from games.engine.house_rules import HouseRules
from games.engine.outcome import Outcome
from games.engine.places import Place, by_place
from games.engine.rules import apply
from games.engine.state import HAND_CARDS, DealState
from games.engine.view import View, view

UNKNOWN: Final = "?"
"""Stands for a card that nobody wrote down."""

KnownCard: TypeAlias = Card | None
"""A card, or None for one that nobody wrote down."""


@dataclass(frozen=True)
class Transcript:
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
    dealer: Place
    turn_up: Card
    hands: tuple[tuple[KnownCard, ...], ...]
    stock: tuple[Card, ...]
    tricks: tuple[tuple[tuple[Place, str], ...], ...]
    scores: tuple[int, ...]
    outcome: Outcome | None

    @classmethod
    def of(cls, state: DealState) -> "Transcript":
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
            tricks=_tricks(
                ((place, str(action)) for place, action in state.steps), seats=state.seats
            ),
            scores=layout.scores,
            outcome=state.outcome,
        )

    @classmethod
    def seen(cls, state: DealState, place: Place | None) -> "Transcript":
        """What one seat could write down of a deal; place None is a spectator.

        Of the others' hands that is what they played, in that order, before what nobody saw. It
        tells of no silent decision, the seat's own included.

        Source: RULES.md 4.4, 6.1.
        """
        whole, shown = cls.of(state), view(state, place)
        hands = [
            dealt if each == place else _seen_hand(dealt, each, shown)
            for each, dealt in by_place(whole.hands)
        ]
        return cls(
            rules=whole.rules,
            dealer=whole.dealer,
            turn_up=whole.turn_up,
            hands=tuple(hands),
            stock=whole.stock[: len(shown.put_aside)],
            tricks=_tricks(
                (
                    (actor, f"{text} {UNKNOWN}" if text == Rob.word else text)
                    for actor, text in shown.actions
                ),
                seats=state.seats,
            ),
            scores=whole.scores,
            outcome=shown.outcome,
        )

    def to_json(self) -> dict[str, Any]:
        """The fields by name: cards and actions as text, null for a card nobody wrote down."""
        return {
            "rules": self.rules.to_json(),
            "dealer": self.dealer,
            "turn_up": str(self.turn_up),
            "hands": [[str(card) if card else None for card in hand] for hand in self.hands],
            "stock": [str(card) for card in self.stock],
            "scores": list(self.scores),
            "tricks": [
                [{"place": place, "action": text} for place, text in steps] for steps in self.tricks
            ],
            "outcome": self.outcome.to_json() if self.outcome else None,
        }

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
            for place, text in steps:
                if place != state.to_act:
                    raise Unreadable(
                        f"Trick {number}: it is not the turn of seat {place} to {text}."
                    )
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


def _seen_hand(dealt: tuple[KnownCard, ...], place: Place, shown: View) -> tuple[KnownCard, ...]:
    """A hand as the others know it: the cards of it that were played, and what nobody saw."""
    played = (
        Card.parse(text.removeprefix(f"{Play.word} "))
        for actor, text in shown.actions
        if actor == place and text.startswith(Play.word)
    )
    known = [card for card in played if card in dealt]  # A turn-up taken in was not dealt.
    return (*known, *[None] * (HAND_CARDS - len(known)))


def _tricks(
    steps: Iterable[tuple[Place, str]], *, seats: int
) -> tuple[tuple[tuple[Place, str], ...], ...]:
    """The actions by tricks; what was done after a trick stands with the next."""
    tricks: list[list[tuple[Place, str]]] = [[]]
    cards = 0
    for place, text in steps:
        if cards == seats:
            tricks.append([])
            cards = 0
        tricks[-1].append((place, text))
        cards += text.startswith(Play.word)
    return tuple(tuple(steps) for steps in tricks if steps)
