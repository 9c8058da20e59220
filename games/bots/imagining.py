"""Deals that may lie behind a view: the cards that its seat has not seen, laid out by chance."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine import (
    Action,
    Announce,
    Card,
    DealState,
    Decline,
    EngineError,
    HouseRules,
    Play,
    Rob,
    Suit,
    apply,
    legal_actions,
    new_deal,
)
from games.engine.cards import ACES, FULL_PACK, CardSet, card_set, cards_in
from games.engine.dealing import gather_in
from games.engine.following import duties_of
from games.engine.robbing import gives_right, has_silent_decision


@dataclass(frozen=True)
class Gap:
    """The hidden cards of a seat: their number, and the cards that they can be."""

    place: int
    count: int
    possible: CardSet
    is_put_out: bool = False


class Imagination:
    """What a view tells of where the cards are, and deals that agree with it.

    The chance that it is given lays out imagined cards; no card of a real pack depends on it.
    """

    def __init__(self, view: dict[str, Any], rules: HouseRules) -> None:
        """Read a view.

        Args:
            view: That of the seat that is to act, as JSON.
        """
        self._view, self._rules = view, rules
        self._me: int = view["place"]
        self._turn_up = Card.parse(view["turn_up"])
        self._ace = ACES[Suit(view["trumps"])]
        self._legal = tuple(Action.parse(text) for text in view["legal"])
        self._steps = [
            (step["place"], None if step["action"] == "rob" else Action.parse(step["action"]))
            for step in view["actions"]
        ]
        self._turned = self._turned_up()
        self._dealt = self._known_hands()
        shown = card_set([*self._turned, *(card for cards in self._dealt for card in cards)])
        self._unseen = cards_in(FULL_PACK & ~shown)
        self._gaps = tuple(self._find_gaps(FULL_PACK & ~shown))

    def deal(self, chance: Random) -> DealState | None:
        """The deal as it may lie behind the view; None where chance found none that can be."""
        laid = chance.sample(self._unseen, len(self._unseen))
        free = card_set(laid)
        hands = [list(cards) for cards in self._dealt]
        put_out = None
        for gap in self._gaps:
            possible = gap.possible & free
            drawn = [card for card in laid if possible >> card.index & 1][: gap.count]
            hands[gap.place] += drawn
            free &= ~card_set(drawn)
            if gap.is_put_out and drawn:
                put_out = drawn[0]
        if any(len(hand) != len(hands[self._me]) for hand in hands):
            return None
        stock = [card for card in laid if free >> card.index & 1]
        top = gather_in(hands, dealer=self._view["dealer"], packets=self._rules.packets)
        try:
            return self._as_seen((*top, *self._turned, *stock), put_out)
        except EngineError:
            return None

    def _as_seen(self, pack: tuple[Card, ...], put_out: Card | None) -> DealState | None:
        """What everybody did, done again with this pack, if it leads to the view."""
        state = new_deal(
            pack,
            seats=self._view["seats"],
            dealer=self._view["dealer"],
            rules=self._rules,
            scores=self._view["scores"],
        )
        for place, told in self._steps:
            action = told or Rob(put_out or self._ace)
            uses_right = isinstance(action, Rob | Announce)
            while has_silent_decision(state) and not (uses_right and state.to_act == place):
                state = apply(state, Decline())
            state = apply(state, action)
        now = self._me, self._view["phase"]
        while has_silent_decision(state) and (state.to_act, state.phase) != now:
            state = apply(state, Decline())
        is_alike = (state.to_act, state.phase) == now and legal_actions(state) == self._legal
        return state if is_alike else None

    def _turned_up(self) -> tuple[Card, ...]:
        """What lay under the hands, in the order turned. Source: RULES.md 3."""
        aside = tuple(map(Card.parse, self._view["put_aside"]))
        if aside and aside[0].suit is self._turn_up.suit:
            return (self._turn_up, *aside)
        return (*aside, self._turn_up)

    def _known_hands(self) -> list[list[Card]]:
        """For each seat the cards that it was dealt, as far as this one knows them."""
        dealt: list[list[Card]] = [[] for _ in range(self._view["seats"])]
        dealt[self._me] += map(Card.parse, self._view["hand"])
        for place, action in self._steps:
            if isinstance(action, Play | Rob):
                dealt[place].append(action.card)
        robber = self._view["robbed_by"]
        if robber is not None and self._turn_up in dealt[robber]:
            dealt[robber].remove(self._turn_up)
        return dealt

    def _find_gaps(self, unseen: CardSet) -> Iterator[Gap]:
        """The gaps in the hands of the others, first those that leave the least choice."""
        robber, holder = self._view["robbed_by"], self._ace_holder()
        absent = self._absent()
        counts = list(self._view["hand_counts"])
        played = [action for _, action in self._steps]
        if robber is not None and Play(self._turn_up) not in played:
            counts[robber] -= 1
        gaps = []
        if holder not in (None, self._me) and self._ace.bit & unseen:
            is_kept = counts[holder] > 0 and not self._ace.bit & absent[holder]
            gaps.append(Gap(holder, 1, self._ace.bit, is_put_out=not is_kept))
            counts[holder] -= is_kept
            unseen &= ~self._ace.bit
        if robber not in (None, self._me) and not any(gap.is_put_out for gap in gaps):
            gaps.append(Gap(robber, 1, unseen, is_put_out=True))
        for place, count in enumerate(counts):
            if place != self._me and count > 0:
                gaps.append(Gap(place, count, unseen & ~absent[place]))
        yield from sorted(gaps, key=lambda gap: gap.possible.bit_count() - gap.count)

    def _ace_holder(self) -> int | None:
        """The seat known to have been dealt the ace of trumps. Source: RULES.md 4.2, 4.4."""
        if self._turn_up == self._ace:
            return None
        robber: int | None = self._view["robbed_by"]
        return self._view["announced_by"] if robber is None else robber

    def _absent(self) -> list[CardSet]:
        """For each seat the cards that it cannot hold, or else would have played otherwise."""
        absent = [0] * self._view["seats"]
        duties = duties_of(self._rules, self._turn_up.suit)
        for trick in (*(trick["cards"] for trick in self._view["tricks"]), self._view["trick"]):
            for one in trick[1:]:
                duty = duties[Card.parse(trick[0]["card"]).index]
                bit = Card.parse(one["card"]).bit
                if not bit & duty.answers:
                    absent[one["place"]] |= duty.binding
                    if not bit & duty.relief:
                        absent[one["place"]] |= duty.relief
        for place in self._passed():
            absent[place] |= self._ace.bit
        return absent

    def _passed(self) -> Iterator[int]:
        """The seats that would have robbed by now if they had the ace of trumps."""
        if not gives_right(self._rules, self._turn_up):
            return
        if self._ace_holder() is not None or self._view["phase"] in ("ask", "answer"):
            return
        asks_first = self._rules.rob_timing == "before_lead"
        have_played = {place for place, action in self._steps if isinstance(action, Play)}
        yield from (s for s in range(self._view["seats"]) if asks_first or s in have_played)
