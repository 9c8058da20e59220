"""A preset for each printed description: what differs from the defaults."""

from typing import Any, Final

from games.engine.errors import ImpossibleRules
from games.engine.options import either
from games.engine.versions import VERSION

_PEEL: Final[dict[str, Any]] = {"ace_of_hearts_lead": "plain"}

_PEEL_POINTS: Final[dict[str, Any]] = _PEEL | {"points_dealer_extra": "every_deal"}

_WIKIPEDIA: Final[dict[str, Any]] = {
    "rob_with_ace": "may",
    "hearts_ace_robs": False,
    "unrobbed": "both",
    "stake": 1,
    "dealer_extra": 0,
    "pool_max": 30,
    "jink_bonus": "flat",
    "misdeal": "forfeit_stake",
}
_WIKIPEDIA_POINTS: Final[dict[str, Any]] = {"best_trump_bonus": 5, "barred_points": "cannot_go_out"}

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "peel": _PEEL,
    "wikipedia": _WIKIPEDIA,
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
    "peel_twenty_five": _PEEL_POINTS | {"target": 25},
    "peel_forty_five": _PEEL_POINTS | {"target": 45},
    "wikipedia_twenty_five": _WIKIPEDIA | _WIKIPEDIA_POINTS | {"target": 25},
    "wikipedia_forty_five": _WIKIPEDIA | _WIKIPEDIA_POINTS | {"target": 45},
}
"""Options that are not the default. Source: RULES.md 9."""

PRESET_NAMES: Final[dict[str, str]] = {
    "standard": "Standard",
    "peel": "Peel, 1891",
    "wikipedia": "Wikipedia, after Hoyle",
    "gamerules": "gamerules.com",
    "hervey": "Hervey, about 1950",
    "twenty_five": "Twenty-five as halls play it today",
    "forty_five": "Forty-five as halls play it today",
    "family": "For families",
    "peel_twenty_five": "Twenty-five after Peel, 1891",
    "peel_forty_five": "Forty-five after Peel, 1891",
    "wikipedia_twenty_five": "Twenty-five after Wikipedia",
    "wikipedia_forty_five": "Forty-five after Wikipedia",
}
"""What people call each."""

PRESET_SENTENCES: Final[dict[str, str]] = {
    "standard": "What most descriptions share; the other presets are told by how they differ.",
    "peel": "The ace of hearts, when led, calls for hearts and not for trumps.",
    "wikipedia": "Four, six or eight people play in pairs, everybody puts in 1, and for a jink each"
    " opponent pays one chip.",
    "gamerules": "A dealer who turns up an ace must take it, and after a spoilt deal everybody puts"
    " in the whole stake again.",
    "hervey": "A player who cannot follow must trump if they can, and after a spoilt deal only the"
    " dealer puts in.",
    "twenty_five": "Every trick scores five, 25 points win the pool, and nobody has to rob.",
    "forty_five": "Every trick scores five, the one with the best trump ten, and 45 points win the"
    " pool.",
    "family": "The cards rank from the ace down to the two in every suit, and every trump must"
    " answer a trump.",
    "peel_twenty_five": "25 points win the pool, the dealer of every deal puts in the extra, and"
    " the ace of hearts, when led, calls for hearts.",
    "peel_forty_five": "45 points win the pool, the dealer of every deal puts in the extra, and the"
    " ace of hearts, when led, calls for hearts.",
    "wikipedia_twenty_five": "25 points win the pool, the trick with the best trump scores ten, and"
    " a player who fails to rob cannot go out.",
    "wikipedia_forty_five": "45 points win the pool, the trick with the best trump scores ten, and"
    " a player who fails to rob cannot go out.",
}
"""How each differs from the others, in a sentence for players; `differences` tells the rest."""

BY_NUMBER: Final = "by_number"
"""The `sides` of a set of rules where the number at the table decides about partners."""

PAIRS: Final = (4, 6, 8)
"""The numbers of players for whom such a preset has partners."""

HAVING_PAIRS: Final = ("wikipedia", "wikipedia_twenty_five", "wikipedia_forty_five")
"""The presets whose sides are `BY_NUMBER`."""

FORMER_PRESETS: Final[dict[int, dict[str, dict[str, Any]]]] = {}
"""The presets that an older version of the house rules had otherwise."""

RATED_AS: Final[dict[str, str]] = {
    "standard": "standard",
    "peel": "peel",
    "wikipedia": "wikipedia",
    "gamerules": "gamerules",
    "hervey": "hervey",
    "twenty_five": "twenty_five",
    "forty_five": "forty_five",
    "family": "family",
    "peel_twenty_five": "twenty_five",
    "peel_forty_five": "forty_five",
    "wikipedia_twenty_five": "twenty_five",
    "wikipedia_forty_five": "forty_five",
}
"""The preset under which players are rated who play by another. Ratings are kept by it, so no
line here ever changes; a new preset brings one of its own."""


def preset_options(name: str, version: int | None = None) -> dict[str, Any]:
    """The options of a preset that are not the default.

    Args:
        version: The version of the house rules in which it is meant; None for today's.

    Raises:
        ImpossibleRules: there is no such preset.
    """
    if name not in PRESETS:
        raise ImpossibleRules(f"There is no preset {name!r}: choose {either(PRESETS)}.")
    return dict(FORMER_PRESETS.get(version or VERSION, {}).get(name, PRESETS[name]))
