"""The state of a deal: everything that is on the table and in the hands, hidden or not."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.cards import Card, CardSet, Suit, cards_in
from games.engine.following import Duty
from games.engine.house_rules import HouseRules
from games.engine.outcome import Outcome
from games.engine.ranking import Ranking
from games.engine.sides import side_members

TRICKS = 5


class Phase(StrEnum):
    """What the seat to act decides."""

    ASK = "ask"
    ANSWER = "answer"
    ROB = "rob"
    PLAY = "play"
    JINK = "jink"
    OVER = "over"


class Trick(NamedTuple):
    """A trick that was turned: who led, the cards in order of play, and the seat that won."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class Step(NamedTuple):
    """An action that was taken, and whether the others saw it."""

    seat: int
    action: Action
    is_public: bool


@dataclass(frozen=True)
class DealState:
    """A deal between two actions.

    The truth with all hidden cards: what one seat may know of it is `view(state, seat)`. Even
    `to_act` and `phase` can tell of a secret, a right to rob that nobody knows of.

    Attributes:
        rules: The house rules.
        seats: How many play.
        dealer: The seat that dealt.
        pack: All 52 cards in the order of dealing.
        hands: The set of cards that each seat holds.
        turn_up: The card turned up, which makes trumps of its suit.
        stock: The cards under the turn-up.
        put_aside: Dead cards, face up, in the order turned. Source: RULES.md 3.
        phase: What the seat to act decides.
        to_act: The seat whose action is awaited; None when the deal is over.
        leader: The seat that leads, or led, the current trick.
        trick: The cards played to the current trick, from the leader round.
        tricks: The tricks before it.
        tricks_won: How many of them each seat won.
        robbed_by: The seat that took the turn-up in.
        put_out: The card that it put out.
        announced_by: The seat that announced the ace and did not rob.
        is_ace_settled: The one who was dealt the ace of trumps has robbed, announced or declined.
        is_ace_demoted: The ace of trumps is the lowest trump. Source: RULES.md 4.5.
        barred: The seats whose sides cannot win. Source: RULES.md 4.5, 4.6.
        jinked_by: The seat that chose to jink.
        scores: In a game for points each seat's score before this deal; otherwise empty.
        ply: How many public actions were taken.
        steps: All actions, silent ones included.
        outcome: How the deal ended, once it has.
        ranking: The rank of the cards under these trumps.
        duties: What each card of PACK asks of the others when it is led.
    """

    rules: HouseRules
    seats: int
    dealer: int
    pack: tuple[Card, ...]
    hands: tuple[CardSet, ...]
    turn_up: Card
    stock: tuple[Card, ...]
    phase: Phase
    to_act: int | None
    leader: int
    ranking: Ranking = field(repr=False, compare=False)
    duties: tuple[Duty, ...] = field(repr=False, compare=False)
    put_aside: tuple[Card, ...] = ()
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    tricks_won: tuple[int, ...] = ()
    robbed_by: int | None = None
    put_out: Card | None = None
    announced_by: int | None = None
    is_ace_settled: bool = False
    is_ace_demoted: bool = False
    barred: tuple[int, ...] = ()
    jinked_by: int | None = None
    scores: tuple[int, ...] = ()
    ply: int = 0
    steps: tuple[Step, ...] = ()
    outcome: Outcome | None = None

    @property
    def trumps(self) -> Suit:
        return self.turn_up.suit

    @property
    def eldest(self) -> int:
        """The eldest hand: the dealer's left."""
        return (self.dealer + 1) % self.seats

    @property
    def is_ace_turned(self) -> bool:
        return self.turn_up.rank == "A"

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat holds, in the order of the pack."""
        return cards_in(self.hands[seat])

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats of one seat's side, in order, itself included."""
        return side_members(self.rules.sides, self.seats, seat)

    def side_tricks(self, seat: int) -> int:
        """The tricks that one seat's side has won."""
        return sum(self.tricks_won[member] for member in self.side(seat))

    def changed(self, **changes: Any) -> "DealState":
        """This state with some fields changed: dataclasses.replace, several times as fast."""
        assert changes.keys() <= self.__dict__.keys(), changes.keys() - self.__dict__.keys()
        state = object.__new__(DealState)
        state.__dict__.update(self.__dict__, **changes)
        return state

    def after(self, action: Action, *, is_public: bool = True, **changes: Any) -> "DealState":
        """This state after the seat to act took an action, written down, with its changes."""
        assert self.to_act is not None, "the deal is over"
        step = Step(self.to_act, action, is_public)
        return self.changed(steps=(*self.steps, step), ply=self.ply + is_public, **changes)
