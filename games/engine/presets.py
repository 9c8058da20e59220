"""A preset for each printed description: what differs from the defaults."""

from typing import Any, Final

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "peel": {"ace_of_hearts_lead": "plain"},
    "wikipedia": {
        "rob_with_ace": "may",
        "unrobbed": "both",
        "stake": 1,
        "dealer_extra": 1,
        "pool_max": 30,
        "jink_bonus": "flat",
        "misdeal": "forfeit_stake",
    },
    "gamerules": {
        "first_dealer": "random",
        "rob_turned_ace": "must",
        "stake": 1,
        "dealer_extra": 1,
        "topup": "full",
        "jink_bonus": "winner_contribution",
    },
    "hervey": {
        "void_play": "must_trump",
        "rob_with_ace": "may",
        "unrobbed": "none",
        "stake": 1,
        "dealer_extra": 0,
        "topup": "dealer_only",
        "pool_max": 20,
        "jink_bonus": "payer_contribution",
    },
    "twenty_five": {
        "rob_with_ace": "may",
        "unrobbed": "none",
        "stake": 1,
        "dealer_extra": 0,
        "target": 25,
    },
    "forty_five": {
        "rob_with_ace": "may",
        "unrobbed": "lowest_trump",
        "stake": 1,
        "dealer_extra": 0,
        "target": 45,
        "best_trump_bonus": 5,
    },
    "family": {"ranking": "natural"},
}
"""Options that are not the default. Source: RULES.md 9."""

PAIRS_AT: Final = {"wikipedia": (4, 6, 8)}
"""Numbers of players for whom a preset has partners."""
