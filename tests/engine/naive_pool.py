"""The pool once more, deliberately naive: written from RULES.md 7 sentence by sentence.

It shares nothing with `games.engine`, so that the two can be compared.
"""

from collections.abc import Collection, Mapping
from typing import Any

Options = Mapping[str, Any]


def paid_in(
    options: Options,
    players: int,
    dealer: int,
    pool: int,
    deal: str,
    newcomers: Collection[int] = (),
) -> list[int]:
    """Chips that each player puts in before a deal.

    `deal` says which: "first" pool of the table, "later" pool, or after a "spoilt" deal; in a
    game for points a "first" or "later" game, or one that "goes on".
    """
    stake, extra = options["stake"], options["dealer_extra"]
    chips = [0] * players
    if options["target"] is not None:  # 8.1
        for player in range(players):
            if deal in ("first", "later") or player in newcomers:
                chips[player] = stake
        if deal in ("first", "later"):
            chips[dealer] += extra
        return chips
    if deal == "first" or (deal == "later" and options["new_pool"] == "all"):  # 7.1
        chips = [stake] * players
        chips[dealer] += extra
    elif deal == "later":
        chips[dealer] = stake + extra
    elif options["pool_max"] is not None and pool >= options["pool_max"]:  # 7.3
        if options["topup"] != "dealer_only":
            chips[dealer] = extra if extra > 0 else 1
    elif options["topup"] == "reduced":  # 7.2
        chips = [options["reduced_stake"]] * players
        chips[dealer] += extra
    elif options["topup"] == "full":
        chips = [stake] * players
        chips[dealer] += extra
    else:
        chips[dealer] = stake
    for newcomer in newcomers:  # 7.7
        chips[newcomer] = stake + (extra if newcomer == dealer else 0)
    return chips


def paid_after_misdeal(options: Options, players: int, dealer: int, pool: int) -> list[int]:
    """Chips that each player puts in when this one deals after a misdeal: RULES.md 1.6, 7.2."""
    chips = [0] * players
    is_game_for_points = options["target"] is not None
    if is_game_for_points:
        return chips
    if options["topup"] == "dealer_only":
        chips[dealer] = options["stake"]
        if options["pool_max"] is not None and pool >= options["pool_max"]:
            chips[dealer] = 0
    elif options["misdeal"] in ("lose_deal", "pay_and_redeal"):
        chips[dealer] = options["dealer_extra"]
    return chips
