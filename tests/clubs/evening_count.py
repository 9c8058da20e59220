"""An evening of real cards as somebody keeps it with pencil and paper: who deals, pays and gains.

Written from RULES.md 1.2, 1.4, 1.6, 7 and 8. It shares nothing with `games`, so that the two can
be compared. Seats are numbers from 0; a side is the number that `sides_of` counts.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from tests.engine.naive_pool import gained, paid_after_misdeal, paid_in, shared, stake_owed
from tests.engine.tellings import Options


def sides_of(options: Options, players: int) -> int:
    """How many sides they form: RULES.md 1.2. The player in place n is of side n modulo that."""
    return {
        "individual": players,
        "pairs": players // 2,
        "two_sides": 2,
        "threes": players // 3,
    }[options["sides"]]


def can_play(options: Options, players: int) -> bool:
    """Whether this number of people can play by these rules: RULES.md 1.1, 1.2, 3, 6.1."""
    if not 2 <= players <= 10:
        return False
    if options["sides"] in ("pairs", "two_sides") and players not in (4, 6, 8, 10):
        return False
    if options["sides"] == "threes" and players not in (6, 9):
        return False
    if options["fiving"] and sides_of(options, players) != 2:
        return False
    if options["target"] is None and options["tricks_to_win"] == 2:
        return players >= 5
    if options["target"] is None and options["tricks_to_win"] == 4:
        return players == 3
    return True


@dataclass(frozen=True)
class Told:
    """What somebody tells of a deal.

    Attributes:
        winner: The side that won, where they say so; `bonus` took the best trump.
        tricks: The tricks of each side, or its score; empty where nobody tells them.
        bars: The offence of each seat that lost the right to win.
    """

    kind: str
    winner: int | None = None
    tricks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    bonus: int | None = None
    is_dealt_again: bool = False
    bars: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ahead:
    """The deal that comes next.

    Attributes:
        players: The seats that are dealt in, clockwise.
        dealer: The seat that deals.
        paid: Chips that each player puts in.
        barred: The sides that cannot win it, after a misdeal.
        before: In a game for points what each side stands at.
    """

    players: tuple[int, ...]
    sides: int
    dealer: int
    paid: tuple[int, ...]
    barred: frozenset[int]
    before: tuple[int, ...]

    def side(self, seat: int) -> int:
        return self.players.index(seat) % self.sides

    def seats(self, side: int) -> tuple[int, ...]:
        return self.players[side :: self.sides]


class Evening:
    """The chips of a table, and what its next deal follows from."""

    def __init__(self, options: Options, stacks: Sequence[int]) -> None:
        self.options, self.stacks, self.pool = options, list(stacks), 0
        self.is_for_points = options["target"] is not None
        self.last: Ahead | None = None
        self.is_dealt_again = self.is_misdealt = self.has_been_won = False
        self.is_new = True
        self.known: set[int] = set()
        self.barred: set[int] = set()
        self.scores: dict[int, int] = {}

    def ahead(self, named: int | None = None) -> Ahead | None:
        """The next deal, dealt by this seat if it is named; None where nobody can play it so.

        Whoever would deal and cannot pay sits out, and the table may have to wait for them. If
        another deals out of turn, they owe no more than the rest, and play: RULES.md 7.5.
        """
        usual = self._dealt_by(None)
        is_usual = named is None or usual is None or usual.dealer == named
        return usual if is_usual else self._dealt_by(named)

    def dealers(self) -> list[int]:
        """The seats that can deal the next deal."""
        seats = range(len(self.stacks))
        deals = {seat: self.ahead(seat) for seat in seats}
        return [seat for seat, deal in deals.items() if deal is not None and deal.dealer == seat]

    def _dealt_by(self, named: int | None) -> Ahead | None:
        if self.is_misdealt:
            assert self.last is not None
            players = self.last.players
            left = players[(players.index(self.last.dealer) + 1) % len(players)]
            dealer = self.last.dealer if self.is_dealt_again else left
            if named is not None and named not in players:
                return None
            return self._ahead(players, dealer if named is None else named)
        deal, seats = self._deal(), range(len(self.stacks))

        def can_pay(seat: int, *, is_dealer: bool) -> bool:
            owed = stake_owed(
                self.options,
                self.pool,
                deal,
                is_dealer=is_dealer,
                is_newcomer=seat not in self.known,
            )
            return self.stacks[seat] >= owed

        players_set = {seat for seat in seats if can_pay(seat, is_dealer=False)}
        first = 0 if self.last is None else self.last.dealer + 1
        in_turn = [named] if named is not None else [(first + n) % len(seats) for n in seats]
        for seat in in_turn:
            if seat not in players_set:
                continue
            if can_pay(seat, is_dealer=True):
                return self._ahead(tuple(sorted(players_set)), seat)
            players_set.remove(seat)
        return None

    def after(
        self, deal: Ahead, told: Told, winner: int | None, scores: tuple[int, ...]
    ) -> "Evening":
        """The evening once this deal has ended so, which stays as it is.

        `winner` is the side that won, said or not, and `scores` what each side stands at.
        """
        then = deepcopy(self)
        for seat, chips in zip(deal.players, deal.paid, strict=True):
            then.stacks[seat] -= chips
        then.pool += sum(deal.paid)
        then.last, then.is_dealt_again = deal, told.is_dealt_again
        then.known |= set(deal.players)
        then.is_misdealt = told.kind == "misdeal"
        if then.is_misdealt:
            then.is_new = False
            if self.options["misdeal"] == "forfeit_stake":
                then.barred |= set(deal.seats(deal.side(deal.dealer)))
            return then
        then.barred, then.is_new = set(), winner is not None
        then.scores |= {
            seat: scores[deal.side(seat)] for seat in deal.players if self.is_for_points
        }
        if winner is not None:
            then._pay(deal, winner, is_jink=told.kind == "jinked")
        return then

    def close(self) -> None:
        """Share out the pool that nobody won, unless it waits for another table: RULES.md 7.7."""
        if self.options["unclaimed_pool"] == "carry" or not self.pool:
            return
        assert self.last is not None
        seats = range(len(self.stacks))
        for seat, chips in enumerate(shared(self.pool, seats, self.last.dealer, len(seats))):
            self.stacks[seat] += chips
        self.pool = 0

    def _deal(self) -> str:
        """What the next deal is to the pool, as `naive_pool` asks for it."""
        if self.is_new:
            return "later" if self.has_been_won else "first"
        return "goes on" if self.is_for_points else "spoilt"

    def _ahead(self, players: tuple[int, ...], dealer: int) -> Ahead | None:
        if not can_play(self.options, len(players)):
            return None
        place, count = players.index(dealer), len(players)
        if self.is_misdealt:
            owed = paid_after_misdeal(self.options, count, place, self.pool)
        else:
            newcomers = {n for n, seat in enumerate(players) if seat not in self.known}
            owed = paid_in(self.options, count, place, self.pool, self._deal(), newcomers)
        sides = sides_of(self.options, count)
        scores = [self.scores.get(seat, 0) for seat in players]
        return Ahead(
            players=players,
            sides=sides,
            dealer=dealer,
            paid=tuple(
                min(chips, self.stacks[seat]) for chips, seat in zip(owed, players, strict=True)
            ),
            barred=frozenset(n % sides for n, seat in enumerate(players) if seat in self.barred),
            before=tuple(max(scores[side::sides]) for side in range(sides)),
        )

    def _pay(self, deal: Ahead, winner: int, *, is_jink: bool) -> None:
        """Pay the pool, and a jink, to a side; the next deal begins a new pool or game."""
        gains = gained(
            self.options,
            deal.players.index(deal.dealer),
            [deal.players.index(seat) for seat in deal.seats(winner)],
            self.pool,
            [self.stacks[seat] for seat in deal.players],
            is_jink=is_jink,
        )
        for seat, chips in zip(deal.players, gains, strict=True):
            self.stacks[seat] += chips
        self.pool, self.has_been_won, self.scores = 0, True, {}
        if self.is_for_points:
            self.known = set()
