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
        if deal in ("first", "later") or options["points_dealer_extra"] == "every_deal":
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
        if options["points_dealer_extra"] == "every_deal" and options["misdeal"] != "forfeit_stake":
            chips[dealer] = options["dealer_extra"]
        return chips
    if options["topup"] == "dealer_only":
        chips[dealer] = options["stake"]
        if options["pool_max"] is not None and pool >= options["pool_max"]:
            chips[dealer] = 0
    elif options["misdeal"] in ("lose_deal", "pay_and_redeal"):
        chips[dealer] = options["dealer_extra"]
    return chips


def stake_owed(
    options: Options, pool: int, deal: str, *, is_dealer: bool, is_newcomer: bool
) -> int:
    """What somebody has to have before they are dealt in, the dealer's extra apart: RULES.md 7.5.

    `deal` is as in `paid_in`.
    """
    plain = {**options, "dealer_extra": 0}
    if deal == "spoilt" and options["target"] is None and not is_newcomer:
        is_full = options["pool_max"] is not None and pool >= options["pool_max"]
        if is_full:  # 7.3: the one chip of a dealer stands for the extra.
            return 0
    me, other = 0, 1
    newcomers = {me} if is_newcomer else set()
    return paid_in(plain, 2, me if is_dealer else other, pool, deal, newcomers)[me]


def gained(
    options: Options,
    dealer: int,
    winners: Collection[int],
    pool: int,
    stacks: list[int],
    *,
    is_jink: bool,
) -> list[int]:
    """Chips that each player gains when these have won: RULES.md 7.4 to 7.6."""
    gains = [0] * len(stacks)
    pot = pool
    for player, stack in enumerate(stacks):
        if not is_jink or player in winners:
            continue
        bonus = options["jink_bonus"]
        due = 0 if bonus == "none" else 1 if bonus == "flat" else options["stake"]
        if bonus == "payer_contribution" and player == dealer:
            due += options["dealer_extra"]
        if bonus == "winner_contribution" and dealer in winners:
            due += options["dealer_extra"]
        paid = min(due, stack)  # The rest is not owed.
        gains[player] -= paid
        pot += paid
    for player, chips in enumerate(shared(pot, winners, dealer, len(stacks))):
        gains[player] += chips
    return gains


def shared(chips: int, winners: Collection[int], dealer: int, players: int) -> list[int]:
    """Chips shared equally, the odd ones from the dealer's left: RULES.md 7.6."""
    shares = [0] * players
    clockwise = [(dealer + step) % players for step in range(1, players + 1)]
    takers = [player for player in clockwise if player in winners]
    for turn in range(chips):
        shares[takers[turn % len(takers)]] += 1
    return shares
