"""Tables with real cards: outcomes entered by hand, and misdeals."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.engine.errors import ImpossibleOutcome
from games.engine.house_rules import HouseRules
from games.engine.options import either
from games.engine.outcome import Outcome, OutcomeKind
from games.engine.places import Place, places
from games.engine.scoring import due_after_misdeal
from games.engine.sides import side_count, side_members
from games.engine.state import TRICKS


@dataclass(frozen=True)
class Redeal:
    """What follows a misdeal.

    Attributes:
        dealer: Who deals now.
        contributions: Chips that each seat puts in before.
        barred: The seats whose side cannot win the deal that follows.
    """

    dealer: Place
    contributions: tuple[int, ...]
    barred: tuple[Place, ...] = ()


def after_misdeal(
    rules: HouseRules,
    *,
    seats: int,
    dealer: Place,
    pool: int = 0,
    pays_again: bool = False,
    stacks: Sequence[int] | None = None,
) -> Redeal:
    """What a misdeal costs and who deals next.

    Of misdeals running, each one bars the side of its own dealer.

    Args:
        rules: The house rules of the table.
        seats: How many are dealt in.
        dealer: The seat that misdealt.
        pool: Chips in the pool, those that were put in for the misdeal included; a full one asks
            for less where dealers alone top it up.
        pays_again: The dealer pays a second extra and deals again, where the house allows it.
        stacks: Chips that each seat has; nobody pays more. None: nobody is short.

    Raises:
        ImpossibleOutcome: this house does not let the dealer deal again.

    Source: RULES.md 1.6, 7.2, 7.3.
    """
    if pays_again and rules.misdeal != "pay_and_redeal":
        raise ImpossibleOutcome(
            "only with misdeal 'pay_and_redeal' may the dealer pay and deal again.", rule="1.6"
        )
    next_dealer = dealer if pays_again else Place((dealer + 1) % seats)
    chips = due_after_misdeal(rules, pool)
    due = tuple(chips * (place == next_dealer) for place in places(seats))
    return Redeal(
        dealer=next_dealer,
        contributions=due if stacks is None else tuple(map(min, due, stacks)),
        barred=side_members(rules.sides, seats)[dealer] if rules.misdeal == "forfeit_stake" else (),
    )


def recorded_outcome(
    rules: HouseRules,
    kind: OutcomeKind,
    *,
    seats: int,
    winner: Place | None = None,
    tricks: Sequence[int] = (),
    barred: Collection[Place] = (),
    scores: Sequence[int] = (),
) -> Outcome:
    """The outcome of a deal with real cards, for `payout` to pay.

    Args:
        rules: The house rules of the table.
        kind: How the deal ended.
        seats: How many were dealt in.
        winner: A seat of the side that won.
        tricks: The tricks of each seat; left out where nobody counted them.
        barred: Seats that lost the right to win; each bars its side. Source: RULES.md 1.6, 4.6.
        scores: In a game for points what each seat's side stands at after the deal.

    Raises:
        ImpossibleRules: these rules are not for this number of players.
        ImpossibleOutcome: no deal by these rules ends like this.

    Source: RULES.md 1.6, 6, 8.
    """
    rules.check_players(seats)
    members = side_members(rules.sides, seats)
    named = [*barred, *(() if winner is None else (winner,))]
    if any(place not in range(seats) for place in named):
        raise ImpossibleOutcome(f"seats count from 0 to {seats - 1}.", rule="1.1")
    barred_seats = tuple(sorted({place for one in barred for place in members[one]}))
    _check_kind(rules, kind, winner)
    if winner in barred_seats:
        raise ImpossibleOutcome("a barred side cannot win; the deal was spoilt.", rule="4.6")
    if kind == "spoilt" and side_count(rules.sides, seats) == 2 and not barred_seats:
        raise ImpossibleOutcome("one of two sides always wins, unless it is barred.", rule="6.2")
    _check_tricks(rules, kind, seats, winner, tricks)
    if scores and (rules.target is None or len(scores) != seats):
        raise ImpossibleOutcome("only a game for points has scores, one for each seat.", rule="8.1")
    return Outcome(
        kind=kind,
        winners=() if winner is None else members[winner],
        tricks=tuple(tricks) or (0,) * seats,
        barred=barred_seats,
        scores=tuple(scores),
    )


def _check_kind(rules: HouseRules, kind: OutcomeKind, winner: Place | None) -> None:
    if rules.target is not None:
        kinds = {"won": True, "scored": False, "misdeal": False}
    else:
        kinds = {"won": True, "spoilt": False, "misdeal": False}
        if rules.jink:
            kinds |= {"jinked": True, "jink_failed": False}
    if kind not in kinds:
        raise ImpossibleOutcome(
            f"here a deal ends {either(kinds)}.", rule="6" if rules.target is None else "8"
        )
    if kinds[kind] != (winner is not None):
        raise ImpossibleOutcome(
            "say who won." if kinds[kind] else f"nobody wins, it is {kind}.", rule="6.1"
        )


def _check_tricks(
    rules: HouseRules, kind: OutcomeKind, seats: int, winner: Place | None, tricks: Sequence[int]
) -> None:
    if not tricks:
        return
    if len(tricks) != seats or min(tricks) < 0 or sum(tricks) > TRICKS:
        raise ImpossibleOutcome(f"the {TRICKS} tricks are counted for each seat.", rule="6.1")
    if winner is None or rules.target is not None:
        return
    needed = TRICKS if kind == "jinked" else rules.tricks_to_win
    if sum(tricks[place] for place in side_members(rules.sides, seats)[winner]) < needed:
        raise ImpossibleOutcome(f"to have {kind} takes {needed} tricks.", rule="6.1")
