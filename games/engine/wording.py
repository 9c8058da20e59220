"""Sentences about house rules that depend on more than one option: they say what then happens.

In a sentence `{stake}` stands for the value of an option.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

Values: TypeAlias = Mapping[str, Any]
"""All options by name, each with its value."""


def lose_deal(values: Values) -> str:
    return f"With real cards, a misdeal passes the deal to the left{_paid_by_next(values)}."


def pay_and_redeal(values: Values) -> str:
    price = _price_of_misdeal(values)
    second = "a second extra" if price == "the extra" else price
    pays = f"pay {second} and " if second else ""
    return (
        f"With real cards, a dealer who misdeals may {pays}deal again;"
        f" otherwise the deal passes to the left{_paid_by_next(values)}."
    )


def forfeit_stake(values: Values) -> str:
    pays = _paid_by_next(values) if _dealers_top_up(values) else ""
    return (
        f"With real cards, a misdeal passes the deal to the left{pays},"
        " and the side of whoever misdealt cannot win the deal that is then played."
    )


def _paid_by_next(values: Values) -> str:
    price = _price_of_misdeal(values)
    return f", and the next dealer pays {price}" if price else ""


def _price_of_misdeal(values: Values) -> str:
    """What whoever deals after a misdeal pays. Source: RULES.md 1.6, 7.2."""
    if values["target"] is not None and values["points_dealer_extra"] == "once":
        return ""
    if _dealers_top_up(values):
        return "{stake}" if values["stake"] else ""
    return "the extra" if values["dealer_extra"] else ""


def _dealers_top_up(values: Values) -> bool:
    return values["target"] is None and values["topup"] == "dealer_only"


def barred(values: Values) -> str:
    if values["rob_with_ace"] == "off":
        return _TURNED_BARS
    keeps_it = (
        "neither robs nor announces it" if values["rob_with_ace"] == "may" else "does not rob"
    )
    turned = ", or that does not take a turned ace," if values["rob_turned_ace"] == "must" else ""
    return f"A side that has the ace and {keeps_it}{turned} cannot win that deal."


def lowest_trump(values: Values) -> str:
    if values["rob_with_ace"] == "off":
        return _TURNED_IS_FREE
    return f"An ace that does not rob{_unless_announced(values)} is the lowest trump of that deal."


def both(values: Values) -> str:
    if values["rob_with_ace"] == "off":
        return _TURNED_BARS
    turned = f" {_TURNED_BARS}" if values["rob_turned_ace"] == "must" else ""
    unless = "unless announced, " if values["rob_with_ace"] == "may" else ""
    return (
        "An ace that does not rob bars its side from winning that deal;"
        f" {unless}it is also the lowest trump.{turned}"
    )


def no_penalty(values: Values) -> str:
    return (
        _TURNED_IS_FREE
        if values["rob_with_ace"] == "off"
        else "There is no penalty for not robbing."
    )


def blocked(values: Values) -> str:
    if values["rob_with_ace"] == "off":
        return "A dealer cannot refuse a turned ace."
    if values["rob_with_ace"] == "may":
        return "A player with the right to rob either robs or announces the ace."
    return "A player with the right to rob cannot decline."


def _unless_announced(values: Values) -> str:
    return " and is not announced" if values["rob_with_ace"] == "may" else ""


_TURNED_BARS: Final = "A dealer's side that does not take a turned ace cannot win that deal."
_TURNED_IS_FREE: Final = "There is no penalty for not taking a turned ace."


def stake(values: Values) -> str:
    return "The stake is {stake}." if values["target"] is None else "The stake is {stake} a game."


def dealer_extra(values: Values) -> str:
    if values["dealer_extra"] == 0:
        return "The dealer pays no extra."
    if values["target"] is not None:
        return "The dealer's extra is {dealer_extra}."
    if values["topup"] == "dealer_only":
        return "The dealer who opens a pool puts in an extra of {dealer_extra}."
    return "The dealer puts in an extra of {dealer_extra}."


def new_pool_of_dealer(values: Values) -> str:
    extra = ": the stake and the extra" if values["dealer_extra"] else ""
    return (
        f"Everybody pays for the first pool of a table, the dealer alone for each later one{extra}."
    )


def topped_up(name: str) -> Callable[[Values], str]:
    """What everybody puts in after a spoilt deal: the chips of this option."""

    def sentence(values: Values) -> str:
        extra = values["dealer_extra"]
        if values[name] == 0:
            who = "only the dealer pays: the extra" if extra else "nobody pays"
            return f"After a spoilt deal {who}."
        also = ", and the dealer the extra" if extra else ""
        return f"After a spoilt deal everybody puts in {{{name}}}{also}."

    return sentence


def pool_max(values: Values) -> str:
    full = "While the pool holds {pool_max} or more,"
    if values["topup"] == "dealer_only":
        return f"{full} neither a spoilt deal nor a misdeal costs anybody anything."
    price = "the extra" if values["dealer_extra"] else "one chip"
    return f"{full} a spoilt deal costs only the dealer: {price}."


def payer_contribution(values: Values) -> str:
    extra = ", and the dealer the extra" if values["dealer_extra"] else ""
    return f"For a jink every opponent also pays {{stake}}{extra}."


def winner_contribution(values: Values) -> str:
    extra = ", and as much as the extra if the winning side dealt" if values["dealer_extra"] else ""
    return f"For a jink every opponent also pays {{stake}}{extra}."
