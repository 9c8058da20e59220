"""The house rules in plain English: a sentence for every value of every option."""

from collections.abc import Callable
from typing import Final, TypeAlias

from games.engine.options import Value, either
from games.engine.presets import BY_NUMBER, PAIRS
from games.engine.wording import (
    Values,
    barred,
    blocked,
    both,
    dealer_extra,
    forfeit_stake,
    lose_deal,
    lowest_trump,
    new_pool_of_dealer,
    no_penalty,
    pay_and_redeal,
    payer_contribution,
    pool_max,
    stake,
    topped_up,
    winner_contribution,
)

Words: TypeAlias = str | Callable[[Values], str]
"""A sentence, or what makes it of all the options; `{stake}` stands for the value of one."""

_NUMBER: Final = "number"


SENTENCES: Final[dict[str, dict[Value, Words]]] = {
    "sides": {
        "individual": "Everybody plays alone.",
        "pairs": "Two partners sit opposite each other and count their tricks together.",
        "two_sides": "Every other seat plays together: two sides, even seats against odd.",
        "threes": "Three play together, seated evenly round the table.",
        BY_NUMBER: f"At a table of {either(PAIRS)}, two partners sit opposite each other and count"
        " their tricks together; at any other table everybody plays alone.",
    },
    "partners_by": {
        "agreement": "People agree on their partners; where somebody named none, the seats say who"
        " plays together.",
        "cut": "At a club night people cut for partners when the organiser asks: whoever is here"
        " without a partner draws a card, ace high, and the nearest cards play together. For"
        " all others the seats say who plays together, unless they came as partners.",
    },
    "first_dealer": {
        "first_knave": "The first knave dealt face up makes its player the first dealer.",
        "cut_high": "The player who cuts the highest card, ace high, deals first.",
        "random": "The first dealer is drawn by lot.",
    },
    "packets": {
        "2-3": "Five cards are dealt, two and then three at a time.",
        "3-2": "Five cards are dealt, three and then two at a time.",
    },
    "misdeal": {
        "lose_deal": lose_deal,
        "pay_and_redeal": pay_and_redeal,
        "forfeit_stake": forfeit_stake,
    },
    "ranking": {
        "irish": "The best trumps are the five, the knave, the ace of hearts and the ace;"
        " below them the highest number wins in red, the lowest in black.",
        "natural": "Cards rank from the ace down to the two in every suit.",
        "five_cards": "The best trumps are the five, the ace of hearts, the knave and the ace;"
        " below them the highest number wins in red, the lowest in black.",
    },
    "fiving": {
        True: "The side against the dealer's may ask once for another suit to be turned up;"
        " the dealer agrees or refuses.",
        False: "The first card turned up decides trumps.",
    },
    "rob_turned_ace": {
        "may": "A dealer who turns up an ace may take it in exchange for a card from their hand.",
        "must": "A dealer who turns up an ace must take it in exchange for a card from their hand.",
        "off": "A turned ace stays where it is.",
    },
    "rob_with_ace": {
        "must": "The holder of the ace of trumps must rob: put a card out and take the turn-up in.",
        "may": "The holder of the ace of trumps may rob: put a card out and take the turn-up in.",
        "off": "The ace of trumps gives no right to rob.",
    },
    "hearts_ace_robs": {
        True: "With hearts as trumps, the ace of hearts is the ace of trumps.",
        False: "With hearts as trumps, an ace of hearts in the hand gives no right to rob.",
    },
    "rob_timing": {
        "at_turn": "The holder of the ace robs at their turn to the first trick.",
        "before_lead": "The holder of the ace robs before the lead: every seat is asked in order.",
    },
    "unrobbed": {
        "barred": barred,
        "lowest_trump": lowest_trump,
        "both": both,
        "none": no_penalty,
        "blocked": blocked,
    },
    "barred_points": {
        "none": "A side that cannot win a deal scores nothing in it.",
        "cannot_go_out": "A side that cannot win a deal scores in it,"
        " but stops five short of the target.",
    },
    "plain_follow": {
        "follow_or_trump": "When a plain suit is led, players who hold it follow or trump.",
        "strict": "When a plain suit is led, players who hold it must follow.",
    },
    "void_play": {
        "free": "A player who cannot follow may play any card.",
        "must_trump": "A player who cannot follow must trump if they can.",
    },
    "renege_cards": {
        "five_jack_ace": "The five, the knave and the ace of hearts"
        " need not answer a lower trump that is led.",
        "five_only": "Only the five of trumps need not answer a lower trump that is led.",
        "none": "Every trump must answer a trump that is led.",
    },
    "ace_of_hearts_lead": {
        "trump": "The ace of hearts, when led, calls for trumps, whatever suit they are.",
        "plain": "The ace of hearts, when led, calls for hearts, though it wins as a trump.",
    },
    "tricks_to_win": {
        "two_from_five": "The first side to take three tricks wins the pool. Where five or more are"
        " dealt in, two tricks win it, and there is no jink. If nobody wins, the deal is spoilt.",
        _NUMBER: "The first side to take {tricks_to_win} tricks wins the pool;"
        " if nobody does, the deal is spoilt.",
    },
    "jink": {
        True: "A side with the first three tricks may claim the pool, or jink:"
        " play on for all five and lose the deal if it misses one.",
        False: "There is no jink: the deal ends when it is won.",
    },
    "stake": {_NUMBER: stake},
    "dealer_extra": {_NUMBER: dealer_extra},
    "new_pool": {"all": "Everybody pays for every new pool.", "dealer": new_pool_of_dealer},
    "reduced_stake": {_NUMBER: "The stake after a spoilt deal is {reduced_stake}."},
    "topup": {
        "reduced": topped_up("reduced_stake"),
        "full": topped_up("stake"),
        "dealer_only": "After a spoilt deal or a misdeal the next dealer puts in {stake},"
        " and nobody else pays.",
    },
    "pool_max": {None: "The pool grows until it is won.", _NUMBER: pool_max},
    "jink_bonus": {
        "payer_stake": "For a jink every opponent also pays {stake}.",
        "payer_contribution": payer_contribution,
        "winner_contribution": winner_contribution,
        "flat": "For a jink every opponent also pays one chip.",
        "none": "A jink brings the pool and nothing more.",
    },
    "unclaimed_pool": {
        "split": "A pool that is left when play ends is shared among the players.",
        "carry": "A pool that is left when play ends opens the next table, if one follows.",
        "play_on": "Play does not end before the pool is won, unless too few are left to play.",
    },
    "opening_chips": {_NUMBER: "A new member is given {opening_chips} chips."},
    "target": {
        None: "Spoil Five is played: every deal is for the pool.",
        25: "Twenty-five is played: every trick scores five, and 25 points, or all five tricks"
        " of a deal, win the pool.",
        45: "Forty-five is played: every trick scores five, and 45 points, or all five tricks"
        " of a deal, win the pool.",
    },
    "points_dealer_extra": {
        "once": "The first dealer of a game puts in the extra, and nobody else does.",
        "every_deal": "The dealer of every deal puts in the extra.",
    },
    "best_trump_bonus": {
        0: "The best trump scores nothing of its own.",
        5: "The trick with the best trump played scores ten.",
    },
}


def sentences_by_option(values: Values) -> dict[str, str]:
    """The sentences for these values of all options; options that mean nothing are left out.

    Which game is played comes first, then the order is that of RULES.md.
    """
    silent = {*meaningless(values), "reduced_stake"}  # That one is told with the top-up.
    return {
        name: sentence_of(name, values[name], values)
        for name in ("target", *(name for name in values if name != "target"))
        if name not in silent
    }


def sentence_of(name: str, value: Value, values: Values) -> str:
    """What a value of an option says beside those of the others, even if it changes nothing."""
    beside = {**values, name: value}
    spoken = SENTENCES[name]
    words = spoken[value] if value in spoken else spoken[_NUMBER]
    return (words if isinstance(words, str) else words(beside)).format(**beside)


def meaningless(values: Values) -> dict[str, str]:
    """The options that change nothing beside the others, and where each of them would count."""
    idle: dict[str, str] = {}
    if values["topup"] != "reduced":
        idle["reduced_stake"] = "where everybody puts in the reduced stake after a spoilt deal"
    if values["sides"] == "individual":
        idle["partners_by"] = "where people play as partners"
    if values["ranking"] == "natural":
        idle |= dict.fromkeys(("renege_cards", "ace_of_hearts_lead"), _WITH_BEST_TRUMPS)
    if values["rob_with_ace"] == "off":
        idle |= dict.fromkeys(("hearts_ace_robs", "rob_timing"), _WITH_ROBBING)
        if values["rob_turned_ace"] != "must":
            idle["unrobbed"] = f"{_WITH_ROBBING}, or a dealer must take a turned ace"
    if not values["dealer_extra"]:
        idle["points_dealer_extra"] = "where the dealer pays an extra"
    if not values["jink"]:
        idle["jink_bonus"] = "where a side may jink"
    of_other_game = OF_SPOIL_FIVE if values["target"] else OF_POINTS
    where = "in Spoil Five" if values["target"] else "in Twenty-five and Forty-five"
    return idle | dict.fromkeys(of_other_game, where)


_WITH_BEST_TRUMPS: Final = "where the five, the knave and the ace of hearts are the best trumps"
_WITH_ROBBING: Final = "where the holder of the ace of trumps may or must rob"

OF_POINTS: Final = ("barred_points", "points_dealer_extra", "best_trump_bonus")
"""Options that count only in a game for points."""

OF_SPOIL_FIVE: Final = (
    *("jink", "jink_bonus", "new_pool", "tricks_to_win"),
    *("topup", "reduced_stake", "pool_max"),
)
"""Options that mean nothing in a game for points. Source: RULES.md 8.1."""
