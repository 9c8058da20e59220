"""Tables with real cards: outcomes entered by hand, and misdeals."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.errors import ImpossibleOutcome
from games.engine.house_rules import HouseRules
from games.engine.places import Place, places
from games.engine.scoring import due_after_misdeal
from games.engine.sides import side_members


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
            "in this house the same dealer does not deal again after a misdeal.", rule="1.6"
        )
    next_dealer = dealer if pays_again else Place((dealer + 1) % seats)
    chips = due_after_misdeal(rules, pool)
    due = tuple(chips * (place == next_dealer) for place in places(seats))
    return Redeal(
        dealer=next_dealer,
        contributions=due if stacks is None else tuple(map(min, due, stacks)),
        barred=side_members(rules.sides, seats)[dealer] if rules.misdeal == "forfeit_stake" else (),
    )
