"""A practice table in a terminal: one person against bots, with chips that nobody keeps."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from games.bots import FIRST_BOT, choose
from games.engine import (
    PACK,
    Action,
    Card,
    DealState,
    EngineError,
    HouseRules,
    Outcome,
    Place,
    Suit,
    apply,
    contributions,
    first_dealer,
    legal_actions,
    new_deal,
    payout,
    short_seats,
    view,
    why_not,
)

YOU: Final = Place(0)
HELP: Final = """\
[b]5H[/b] plays a card; [b]rob 8C[/b], [b]decline[/b] and other actions are typed as shown.
[b]why 5H[/b] says why a card may not be played.
[b]hint[/b] says what a bot would do, [b]auto[/b] does it.
[b]rules[/b] tells the house rules, [b]quit[/b] gets up from the table."""
_SYMBOLS: Final = {
    Suit.C: "[green]♣[/]",
    Suit.D: "[blue]♦[/]",
    Suit.H: "[red]♥[/]",
    Suit.S: "[white]♠[/]",
}

Ask = Callable[[str], str]
"""Asks the person for a line, given a prompt."""


class PlayerLeft(Exception):
    """The person got up."""


@dataclass
class PracticeTable:
    """One evening at the terminal: seat 0 is the person's."""

    rules: HouseRules
    seats: int
    chance: Random
    console: Console
    ask: Ask
    level: str = FIRST_BOT
    stacks: list[int] = field(init=False)
    newcomers: set[Place] = field(init=False, default_factory=set)
    pool: int = 0
    is_new: bool = True
    is_first: bool = True
    scores: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.rules.check_players(self.seats)
        self.stacks = [self.rules.opening_chips] * self.seats

    def play(self, deals: int) -> None:
        """Play this number of deals, or until the person gets up or runs out of chips."""
        self.console.print(HELP)
        dealer = first_dealer(self._shuffled(), seats=self.seats, rules=self.rules)
        try:
            for _ in range(deals):
                if not self._everybody_can_pay(dealer):
                    self.console.print(
                        "You do not have enough chips for the pool. Thank you for playing."
                    )
                    return
                self._deal(dealer)
                dealer = Place((dealer + 1) % self.seats)
        except (PlayerLeft, EOFError, KeyboardInterrupt):
            self.console.print("Good night.")

    def _shuffled(self) -> list[Card]:
        return self.chance.sample(PACK, len(PACK))

    def _everybody_can_pay(self, dealer: Place) -> bool:
        """Replace bots that cannot pay; whether the person can."""
        while short := short_seats(
            self.rules,
            dealer=dealer,
            pool=self.pool,
            is_new=self.is_new,
            is_first=self.is_first,
            stacks=self.stacks,
            newcomers=self.newcomers,
        ):
            if YOU in short or self.rules.opening_chips < self.rules.stake:
                return False
            for place in short:
                self.console.print(f"{_name(place)} has lost all; somebody else takes the seat.")
                self.stacks[place] = self.rules.opening_chips
                self.newcomers.add(place)
        return True

    def _deal(self, dealer: Place) -> None:
        paid = contributions(
            self.rules,
            seats=self.seats,
            dealer=dealer,
            pool=self.pool,
            is_new=self.is_new,
            is_first=self.is_first,
            stacks=self.stacks,
            newcomers=self.newcomers,
        )
        self.newcomers.clear()
        self._move(paid, sign=-1)
        state = new_deal(
            self._shuffled(),
            seats=self.seats,
            dealer=dealer,
            rules=self.rules,
            scores=() if self.is_new else self.scores,
        )
        self.console.rule(f"{_name(dealer)} deals {_card(state.turn_up)}: {self.pool} in the pool")
        while state.outcome is None:
            seen = len(view(state, YOU).actions)
            state = apply(state, self._decision(state))
            self._tell(state, seen)
        self._settle(state.outcome, dealer)

    def _settle(self, outcome: Outcome, dealer: Place) -> None:
        gains = payout(self.rules, outcome, dealer=dealer, pool=self.pool, stacks=self.stacks)
        self._move(gains, sign=1)
        self.is_new = outcome.is_won
        self.is_first = self.is_first and not outcome.is_won
        self.scores = outcome.carried_scores
        winners = " and ".join(map(_name, outcome.winners))
        kind = outcome.kind.replace("_", " ")
        self.console.print(f"[b]The deal is {kind}{f' by {winners}' if winners else ''}.[/b]")
        if outcome.barred:
            self.console.print(f"Barred: {', '.join(map(_name, outcome.barred))}.")
        self.console.print(self._standing(outcome))

    def _move(self, chips: tuple[int, ...], *, sign: int) -> None:
        for place, count in enumerate(chips):
            self.stacks[place] += sign * count
        self.pool -= sign * sum(chips)

    def _standing(self, outcome: Outcome) -> Table:
        table = Table("", "tricks", "chips", *(["points"] if outcome.scores else []))
        for place in range(self.seats):
            points = [str(outcome.scores[place])] if outcome.scores else []
            table.add_row(
                _name(place), str(outcome.tricks[place]), str(self.stacks[place]), *points
            )
        return table

    def _decision(self, state: DealState) -> Action:
        """What the seat to act does: a bot at once, the person when a legal action is typed."""
        if state.to_act != YOU:
            return self._advice(state)
        self._show(state)
        while True:
            line = self.ask("> ").strip()
            action = self._answer(state, line)
            if action is not None:
                return action

    def _advice(self, state: DealState) -> Action:
        return choose(view(state, state.to_act).to_json(), self.rules, self.level)

    def _answer(self, state: DealState, line: str) -> Action | None:
        """The action that a line stands for; None for everything else that can be typed."""
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "quit":
                    raise PlayerLeft
                case "auto":
                    return self._advice(state)
                case "hint":
                    self.console.print(f"A bot would {self._advice(state)}.")
                case "rules":
                    self.console.print("\n".join(self.rules.describe()))
                case "why":
                    reason = why_not(state, Card.parse(rest))
                    self.console.print(str(reason) if reason else f"You may play {rest}.")
                case "" | "help":
                    self.console.print(HELP)
                case _:
                    action = Action.parse(line if len(line) > len("5H") else f"play {line}")
                    apply(state, action)
                    return action
        except EngineError as error:
            self.console.print(f"[yellow]{escape(str(error))}[/]")
        return None

    def _show(self, state: DealState) -> None:
        shown = view(state, YOU)
        if shown.trick:
            played = "  ".join(f"{_name(place)} {_card(card)}" for place, card in shown.trick)
            self.console.print(f"On the table: {played}")
        hand = "  ".join(map(_card, shown.hand))
        self.console.print(f"Trumps {_SYMBOLS[shown.trumps]}  Your hand: {hand}")
        actions = legal_actions(state)
        self.console.print(f"[dim]You may: {', '.join(map(str, actions))}[/]")

    def _tell(self, state: DealState, seen: int) -> None:
        """What has newly been done in public, and the trick that it ended."""
        shown = view(state, YOU)
        for place, text in shown.actions[seen:]:
            word, _, card = text.partition(" ")
            told = _card(Card.parse(card)) if word == "play" else text
            self.console.print(f"{_name(place)}: {told}")
        if shown.tricks and not shown.trick and shown.actions[seen:]:
            self.console.print(f"[cyan]{_name(shown.tricks[-1].winner)} took the last trick.[/]")


def _name(place: int) -> str:
    return "You" if place == YOU else f"Bot {place}"


def _card(card: Card) -> str:
    return f"[b]{card.rank}[/b]{_SYMBOLS[card.suit]}"
