"""The state of a deal: everything that is on the table and in the hands, hidden or not."""

from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from games.engine.actions import PLAYS, Action
from games.engine.cards import Card, CardSet, Suit, cards_in
from games.engine.following import Duty
from games.engine.house_rules import HouseRules
from games.engine.outcome import Outcome
from games.engine.places import Place, places
from games.engine.ranking import Ranking
from games.engine.sides import side_members

HAND_CARDS: Final = 5
"""How many cards everybody is dealt. Source: RULES.md 1.1."""

TRICKS: Final = HAND_CARDS
"""How many tricks a deal has, if nothing ends it."""

Phase: TypeAlias = Literal["ask", "answer", "rob", "play", "jink", "over"]
"""What the seat to act decides."""


class Trick(NamedTuple):
    """A trick that was turned: who led, the cards in order of play, and the seat that won."""

    leader: Place
    cards: tuple[Card, ...]
    winner: Place


class Call(NamedTuple):
    """An action other than playing a card.

    Attributes:
        before: How many actions came before.
        place: Who took it.
        action: What it was.
        is_public: Whether the others noticed.
    """

    before: int
    place: Place
    action: Action
    is_public: bool


@dataclass(frozen=True, repr=False)
class Layout:
    """What does not change while cards are played: the rules, the pack, trumps, and all calls.

    Attributes:
        rules: The house rules.
        seats: How many play.
        dealer: The seat that dealt.
        pack: All 52 cards in the order of dealing.
        turn_up: The card turned up, which makes trumps of its suit.
        stock: The cards under the turn-up.
        put_aside: Dead cards, face up, in the order turned. Source: RULES.md 3.
        scores: In a game for points each seat's score before this deal; otherwise empty.
        ranking: The rank of the cards under these trumps.
        duties: What each card of PACK asks of the others when it is led.
        ace_holder: The seat that was dealt the ace of trumps and has not decided whether to rob;
            None also where the ace gives no right.
        is_ace_demoted: The ace of trumps is the lowest trump. Source: RULES.md 4.5.
        robbed_by: The seat that took the turn-up in.
        put_out: The card that it put out.
        announced_by: The seat that announced the ace and did not rob.
        barred: The seats whose sides cannot win. Source: RULES.md 4.5, 4.6.
        jinker: The seat that chose to jink. Source: RULES.md 6.3.
        calls: All actions other than playing a card, silent ones included.
    """

    rules: HouseRules
    seats: int
    dealer: Place
    pack: tuple[Card, ...]
    turn_up: Card
    stock: tuple[Card, ...]
    scores: tuple[int, ...]
    ranking: Ranking = field(compare=False)
    duties: tuple[Duty, ...] = field(compare=False)
    put_aside: tuple[Card, ...] = ()
    ace_holder: Place | None = None
    is_ace_demoted: bool = False
    robbed_by: Place | None = None
    put_out: Card | None = None
    announced_by: Place | None = None
    barred: tuple[Place, ...] = ()
    jinker: Place | None = None
    calls: tuple[Call, ...] = ()

    @property
    def trumps(self) -> Suit:
        return self.turn_up.suit

    @property
    def is_ace_turned(self) -> bool:
        return self.turn_up.rank == "A"

    @property
    def eldest(self) -> Place:
        """The eldest hand: the dealer's left."""
        return Place((self.dealer + 1) % self.seats)

    def side(self, place: Place) -> tuple[Place, ...]:
        """The seats of one seat's side, in order, itself included."""
        return side_members(self.rules.sides, self.seats)[place]


class DealState(NamedTuple):
    """A deal between two actions.

    The truth with all hidden cards: what one seat may know of it is `view(state, place)`. Even
    `to_act` and `phase` can tell of a secret, a right to rob that nobody knows of.

    A named tuple, because one is made for every card played and nothing immutable is made faster.
    Its repr tells no cards, since it may end in a log.

    Attributes:
        layout: What does not change while cards are played.
        hands: The set of cards that each seat holds.
        phase: What the seat to act decides.
        to_act: The seat whose action is awaited; None when the deal is over.
        legal: The cards that this seat may play, as soon as it is to play one.
        leader: The seat that leads, or led, the current trick.
        trick: The cards played to the current trick, from the leader round.
        tricks: The tricks before it.
        side_tricks: How many of them each side won, by the number of the side.
        outcome: How the deal ended, once it has.
    """

    layout: Layout
    hands: tuple[CardSet, ...]
    phase: Phase
    to_act: Place | None
    legal: CardSet
    leader: Place
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    side_tricks: tuple[int, ...]
    outcome: Outcome | None

    def __repr__(self) -> str:
        return f"<DealState of {self.seats} seats at ply {self.ply}>"

    @property
    def rules(self) -> HouseRules:
        return self.layout.rules

    @property
    def seats(self) -> int:
        return self.layout.seats

    @property
    def dealer(self) -> Place:
        return self.layout.dealer

    @property
    def turn_up(self) -> Card:
        return self.layout.turn_up

    @property
    def trumps(self) -> Suit:
        return self.layout.trumps

    @property
    def robbed_by(self) -> Place | None:
        return self.layout.robbed_by

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """How many tricks each seat won."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(place) for place in places(self.seats))

    @property
    def turn(self) -> Place:
        """The seat whose card comes next to the trick."""
        return Place((self.leader + len(self.trick)) % self.seats)

    @property
    def ply(self) -> int:
        """How many actions were taken in public."""
        return self._cards_played + sum(call.is_public for call in self.layout.calls)

    @property
    def steps(self) -> tuple[tuple[Place, Action], ...]:
        """Who took which action, from the first on, silent ones included."""
        tricks = [
            *((trick.leader, trick.cards) for trick in self.tricks),
            (self.leader, self.trick),
        ]
        steps: list[tuple[Place, Action]] = [
            (Place((leader + step) % self.seats), PLAYS[card.index])
            for leader, cards in tricks
            for step, card in enumerate(cards)
        ]
        for call in self.layout.calls:
            steps.insert(call.before, (call.place, call.action))
        return tuple(steps)

    def hand(self, place: Place) -> tuple[Card, ...]:
        """The cards that a seat holds, in the order of the pack."""
        return cards_in(self.hands[place])

    def called(
        self,
        action: Action,
        *,
        is_public: bool = True,
        hands: tuple[CardSet, ...] | None = None,
        **changes: Any,
    ) -> "DealState":
        """This state after the seat to act did other than play a card.

        Args:
            action: What it did.
            is_public: Whether the others noticed.
            hands: The hands, where they change.
            changes: What changes of the layout.
        """
        assert self.to_act is not None, "the deal is over"
        calls = self.layout.calls
        call = Call(self._cards_played + len(calls), self.to_act, action, is_public)
        return self._replace(
            layout=replace(self.layout, calls=(*calls, call), **changes),
            hands=hands or self.hands,
        )

    @property
    def _cards_played(self) -> int:
        return len(self.tricks) * self.seats + len(self.trick)
