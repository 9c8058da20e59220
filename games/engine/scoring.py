"""The pool: what each seat puts in, who cannot, and what each seat gains."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.errors import PoolNotWon
from games.engine.house_rules import HouseRules
from games.engine.outcome import Outcome
from games.engine.places import Place, by_place, places


@dataclass(frozen=True)
class Dues:
    """The most chips that one deal asks of a seat.

    Attributes:
        stake: Before the deal, of everybody.
        dealer_extra: Beyond that, of the dealer.
        jink: After the deal, of everybody who lost to a jink.
    """

    stake: int
    dealer_extra: int
    jink: int


def highest_dues(rules: HouseRules) -> Dues:
    """The most that a deal may cost by these rules, whatever it comes to. Source: RULES.md 7."""
    is_spoil_five = rules.target is None
    is_reduced = is_spoil_five and rules.topup == "reduced"
    stake, extra = rules.stake, rules.dealer_extra
    jink = {"payer_stake": stake, "flat": 1, "none": 0}.get(rules.jink_bonus, stake + extra)
    return Dues(
        stake=max(stake, rules.reduced_stake) if is_reduced else stake,
        # Rule 7.3: into a full pool the dealer puts one chip where there is no extra.
        dealer_extra=max(extra, int(is_spoil_five and rules.pool_max is not None)),
        jink=jink if is_spoil_five and rules.jink else 0,
    )


def contributions(
    rules: HouseRules,
    *,
    seats: int,
    dealer: Place,
    pool: int,
    is_new: bool,
    is_first: bool,
    stacks: Sequence[int] | None = None,
    newcomers: Collection[Place] = (),
) -> tuple[int, ...]:
    """Chips that each seat puts in before a deal.

    Args:
        rules: The house rules of the table.
        seats: How many are dealt in.
        dealer: The seat that deals.
        pool: Chips in the pool before.
        is_new: The pool, or the game for points, begins with this deal.
        is_first: Nobody has won a pool at this table before.
        stacks: Chips that each seat has; nobody pays more. None: nobody is short.
        newcomers: Seats whose first deal this is.

    Source: RULES.md 7.1 to 7.3, 7.5, 7.7, 8.1.
    """
    usual = _usual(rules, pool, is_new, is_first)
    due = tuple(usual.owed_by(place, rules, dealer, newcomers) for place in places(seats))
    return due if stacks is None else tuple(map(min, due, stacks))


def due_after_misdeal(rules: HouseRules, pool: int) -> int:
    """Chips that whoever deals after a misdeal puts in; nobody else puts in anything.

    A full pool asks for less only where dealers alone top it up: 7.3 is about what 7.2 asks.

    Args:
        rules: The house rules of the table.
        pool: Chips in the pool, the contributions to the misdeal included.

    Source: RULES.md 1.6, 7.2, 7.3, 8.1.
    """
    is_spoil_five = rules.target is None
    if is_spoil_five and rules.topup == "dealer_only":
        return 0 if _is_full(rules, pool) else rules.stake
    extra = rules.dealer_extra if is_spoil_five else _extra_of_later_deals(rules)
    return 0 if rules.misdeal == "forfeit_stake" else extra


def short_seats(
    rules: HouseRules,
    *,
    dealer: Place,
    pool: int,
    is_new: bool,
    is_first: bool,
    stacks: Sequence[int],
    newcomers: Collection[Place] = (),
) -> tuple[Place, ...]:
    """The seats that cannot pay and so sit out at a free table.

    A dealer who has the stake but not the extra is not short: they pay what they have.

    Source: RULES.md 7.5.
    """
    usual = _usual(rules, pool, is_new, is_first)
    stakes = [usual.stake_of(place, rules, dealer, newcomers) for place in places(len(stacks))]
    return tuple(place for place, stake in by_place(stakes) if stacks[place] < stake)


def payout(
    rules: HouseRules,
    outcome: Outcome,
    *,
    dealer: Place,
    pool: int,
    stacks: Sequence[int] | None = None,
) -> tuple[int, ...]:
    """Chips that each seat gains when a deal ends.

    Args:
        rules: The house rules of the table.
        outcome: How a deal of n seats ended.
        dealer: The seat that dealt.
        pool: Chips in the pool.
        stacks: Chips that each seat has left, the most it can pay. None: nobody is short.

    Returns:
        n whole numbers of chips in seat order, negative for what is paid. They sum to what
        leaves the pool.

    Source: RULES.md 7.4 to 7.6.
    """
    seats = len(outcome.tricks)
    if not outcome.winners:
        return (0,) * seats
    dues = _jink_dues(rules, outcome, dealer) if outcome.kind == "jinked" else (0,) * seats
    paid = dues if stacks is None else tuple(map(min, dues, stacks))
    gains = shares(pool + sum(paid), outcome.winners, seats=seats, dealer=dealer)
    return tuple(gain - due for gain, due in zip(gains, paid, strict=True))


def unclaimed_pool(rules: HouseRules, *, pool: int, seats: int, dealer: Place) -> tuple[int, ...]:
    """Chips that each seat gets of the pool when play ends; what is left stays with the host.

    Raises:
        PoolNotWon: this house plays on until somebody wins it.

    Source: RULES.md 7.7.
    """
    if rules.unclaimed_pool == "play_on" and pool:
        raise PoolNotWon(f"play goes on until the pool of {pool} is won.", rule="7.7")
    if rules.unclaimed_pool == "carry":
        return (0,) * seats
    return shares(pool, places(seats), seats=seats, dealer=dealer)


def shares(chips: int, members: Sequence[Place], *, seats: int, dealer: Place) -> tuple[int, ...]:
    """Chips shared equally among some seats, in seat order.

    Odd chips go one each clockwise from the dealer's left.

    Source: RULES.md 7.6.
    """
    each, odd = divmod(chips, len(members))
    clockwise = sorted(members, key=lambda place: (place - dealer - 1) % seats)
    gains = [0] * seats
    for position, place in enumerate(clockwise):
        gains[place] = each + (position < odd)
    return tuple(gains)


class _Usual(NamedTuple):
    """What a deal asks of those who have played before.

    Attributes:
        stake: Of everybody but the dealer.
        dealer_stake: Of the dealer in its place.
        dealer_extra: Of the dealer besides.
        newcomer_extra: Of a dealer besides who has not played before.
    """

    stake: int
    dealer_stake: int
    dealer_extra: int
    newcomer_extra: int

    def stake_of(
        self, place: Place, rules: HouseRules, dealer: Place, newcomers: Collection[Place]
    ) -> int:
        """What a seat owes, the dealer's extra apart. Source: RULES.md 7.7."""
        if place in newcomers:
            return rules.stake
        return self.dealer_stake if place == dealer else self.stake

    def owed_by(
        self, place: Place, rules: HouseRules, dealer: Place, newcomers: Collection[Place]
    ) -> int:
        """What a seat owes in all."""
        stake = self.stake_of(place, rules, dealer, newcomers)
        if place != dealer:
            return stake
        return stake + (self.newcomer_extra if place in newcomers else self.dealer_extra)


def _usual(rules: HouseRules, pool: int, is_new: bool, is_first: bool) -> _Usual:
    stake, extra, is_spoil_five = rules.stake, rules.dealer_extra, rules.target is None
    if is_new:
        is_dealers = rules.new_pool == "dealer" and is_spoil_five and not is_first
        return _Usual(0 if is_dealers else stake, stake, extra, extra)
    if not is_spoil_five:
        later = _extra_of_later_deals(rules)
        return _Usual(0, 0, later, later)
    if _is_full(rules, pool):
        return _Usual(0, 0, 0 if rules.topup == "dealer_only" else extra or 1, extra)
    match rules.topup:
        case "dealer_only":
            return _Usual(0, stake, 0, extra)
        case "full":
            return _Usual(stake, stake, extra, extra)
        case "reduced":
            return _Usual(rules.reduced_stake, rules.reduced_stake, extra, extra)


def _extra_of_later_deals(rules: HouseRules) -> int:
    """The dealer's extra in a game for points that goes on. Source: RULES.md 8.1."""
    return rules.dealer_extra if rules.points_dealer_extra == "every_deal" else 0


def _is_full(rules: HouseRules, pool: int) -> bool:
    """Whether the pool has come to its limit. Source: RULES.md 7.3."""
    return rules.pool_max is not None and pool >= rules.pool_max


def _jink_dues(rules: HouseRules, outcome: Outcome, dealer: Place) -> tuple[int, ...]:
    """What each seat owes for a jink. Source: RULES.md 7.4."""

    def due(place: Place) -> int:
        match rules.jink_bonus:
            case "payer_stake":
                return rules.stake
            case "payer_contribution":
                return rules.stake + rules.dealer_extra * (place == dealer)
            case "winner_contribution":
                return rules.stake + rules.dealer_extra * (dealer in outcome.winners)
            case "flat":
                return 1
            case "none":
                return 0

    return tuple(
        0 if place in outcome.winners else due(place) for place in places(len(outcome.tricks))
    )
