"""Nights of the games for points in two pairs: seats 0 and 2 against 1 and 3.

Worked out by hand as the others.
"""

from typing import Any, Final

from tests.games.worked_evenings import Night, PutRight, Worked

PAIRS: Final[dict[str, Any]] = {"sides": "pairs"}

TWENTY_FIVE: Final = Night(
    "twenty_five",
    [
        Worked("scored", {"tricks": {0: 3, 1: 2}}, 0, 4, (59,) * 4, (15, 10, 15, 10)),
        # The third trick of seat 3 is the fourth of the deal, and the last.
        Worked(
            *("won", {"winner": 3, "tricks": {2: 1, 3: 3}}, 1, 4, (59, 61, 59, 61)),
            *((20, 25, 20, 25),),
        ),
    ],
    PutRight(
        {2: ("won", {"winner": 2, "tricks": {2: 2, 3: 2}})},
        (61, 59, 61, 59),
        dealer=2,
        scores=(25, 20, 25, 20),
    ),
    changes=PAIRS,
)

FORTY_FIVE: Final = Night(
    "forty_five",
    [
        Worked("scored", {"tricks": {0: 3, 1: 2}, "bonus": 3}, 0, 4, (59,) * 4, (15, 15, 15, 15)),
        Worked("scored", {"tricks": {0: 2, 1: 3}, "bonus": 2}, 1, 4, (59,) * 4, (30, 30, 30, 30)),
        Worked(
            *("won", {"winner": 0, "tricks": {0: 4, 1: 1}, "bonus": 0}, 2, 4, (61, 59, 61, 59)),
            *((55, 35, 55, 35),),
        ),
        # 25 and 5 more are not 45, but all five tricks are the game.
        Worked(
            *("won", {"winner": 1, "tricks": {1: 5}, "bonus": 1}, 3, 4, (60, 60, 60, 60)),
            *((0, 30, 0, 30),),
        ),
    ],
    PutRight(
        {4: ("scored", {"tricks": {1: 4, 2: 1}, "bonus": 1})},
        (60, 58, 60, 58),
        dealer=0,
        pool=4,
        scores=(5, 25, 5, 25),
    ),
    changes=PAIRS,
)

PEEL_TWENTY_FIVE: Final = Night(
    "peel_twenty_five",
    [
        Worked(
            *("scored", {"tricks": {0: 2, 1: 2, 2: 1}}, 0, 10, (56, 58, 58, 58)),
            *((15, 10, 15, 10),),
        ),
        Worked("misdeal", {}, 1, 12, (56, 56, 58, 58)),
        # Seat 3 revoked: the partner's three tricks score nothing either.
        Worked(
            *("scored", {"tricks": {0: 1, 1: 3, 3: 1}, "barred": {3: "revoked"}}, 2, 14),
            *((56, 56, 56, 58), (20, 10, 20, 10)),
            cannot_win=(1, 3),
        ),
        Worked(
            *("won", {"winner": 1, "tricks": {1: 1, 3: 2}}, 3, 16, (56, 64, 56, 64)),
            *((20, 25, 20, 25),),
        ),
        Worked(
            *("scored", {"tricks": {2: 4, 3: 1}}, 0, 10, (52, 62, 54, 62)),
            *((20, 5, 20, 5),),
        ),
        Worked(
            *("won", {"winner": 0, "tricks": {0: 1}}, 1, 12, (58, 60, 60, 62)),
            *((25, 5, 25, 5),),
        ),
    ],
    PutRight(
        {6: ("won", {"winner": 3, "tricks": {1: 3, 3: 1}})},
        (52, 66, 54, 68),
        dealer=2,
        scores=(20, 25, 20, 25),
    ),
    changes=PAIRS,
)

PEEL_FORTY_FIVE: Final = Night(
    "peel_forty_five",
    [
        Worked(
            *("scored", {"tricks": {0: 3, 1: 1, 2: 1}}, 0, 10, (56, 58, 58, 58)),
            *((20, 5, 20, 5),),
        ),
        Worked(
            *("scored", {"tricks": {1: 2, 2: 1, 3: 2}}, 1, 12, (56, 56, 58, 58)),
            *((25, 25, 25, 25),),
        ),
        Worked("misdeal", {}, 2, 14, (56, 56, 56, 58)),
        Worked(
            "scored",
            {"tricks": {0: 2, 1: 2, 2: 1}, "barred": {0: "robbed_without_ace"}},
            *(3, 16, (56, 56, 56, 56), (25, 35, 25, 35)),
            cannot_win=(0, 2),
        ),
        Worked(
            *("won", {"winner": 1, "tricks": {1: 1, 2: 2, 3: 1}}, 0, 18, (54, 65, 56, 65)),
            *((35, 45, 35, 45),),
        ),
        Worked(
            *("won", {"winner": 0, "tricks": {0: 4, 2: 1}}, 1, 10, (57, 61, 59, 63)),
            *((25, 0, 25, 0),),
        ),
    ],
    # The other side was out in the fifth deal, with all but one trick: (63, 56, 65, 56).
    PutRight(
        {5: ("won", {"winner": 0, "tricks": {0: 2, 2: 2, 3: 1}})},
        (66, 52, 68, 54),
        dealer=2,
        scores=(25, 0, 25, 0),
    ),
    changes=PAIRS,
)

WIKIPEDIA_TWENTY_FIVE: Final = Night(
    "wikipedia_twenty_five",
    [
        Worked("scored", {"tricks": {0: 2, 1: 3}, "bonus": 1}, 0, 4, (59,) * 4, (10, 20, 10, 20)),
        Worked("misdeal", {}, 1, 4, (59,) * 4),
        # The misdeal bars the partner too: 20 stay 20, and the bonus is lost.
        Worked(
            *("scored", {"tricks": {2: 1, 3: 4}, "bonus": 3}, 2, 4, (59,) * 4),
            *((15, 20, 15, 20),),
            cannot_win=(1, 3),
        ),
        # Both come to 25. It is said that seats 1 and 3 were there first.
        Worked(
            *("won", {"winner": 3, "tricks": {0: 1, 1: 1, 2: 1, 3: 2}, "bonus": 2}, 3, 4),
            *((59, 61, 59, 61), (30, 35, 30, 35)),
        ),
        # Seat 2 revoked: all five tricks of the partner are neither the game nor more than 20.
        Worked(
            "scored",
            {"tricks": {0: 5}, "bonus": 0, "barred": {2: "revoked"}},
            *(0, 4, (58, 60, 58, 60), (20, 0, 20, 0)),
            cannot_win=(0, 2),
        ),
        # Both come to 25, and seat 2 took the first trick.
        Worked(
            *("won", {"winner": 2, "tricks": {1: 4, 2: 1}, "bonus": 1}, 1, 4),
            *((60, 60, 60, 60), (25, 25, 25, 25)),
        ),
    ],
    # The first trick of the fourth deal was seat 2's with the best trump: (61, 59, 61, 59).
    PutRight(
        {4: ("won", {"winner": 0, "tricks": {0: 1, 1: 1, 2: 1, 3: 2}, "bonus": 2})},
        (62, 58, 62, 58),
        dealer=2,
        scores=(25, 25, 25, 25),
    ),
)

WIKIPEDIA_FORTY_FIVE: Final = Night(
    "wikipedia_forty_five",
    [
        Worked("scored", {"tricks": {0: 4, 1: 1}, "bonus": 0}, 0, 4, (59,) * 4, (25, 5, 25, 5)),
        Worked("scored", {"tricks": {2: 3, 3: 2}, "bonus": 1}, 1, 4, (59,) * 4, (40, 20, 40, 20)),
        # Seat 0 revoked: with all five tricks its side neither goes out nor wins the game.
        Worked(
            *("scored", {"tricks": {0: 5}, "barred": {0: "revoked"}}, 2, 4, (59,) * 4),
            *((40, 20, 40, 20),),
            cannot_win=(0, 2),
        ),
        # Both sides come to 45. It is said that seat 2 took the first trick.
        Worked(
            *("won", {"winner": 2, "tricks": {2: 1, 1: 4}, "bonus": 3}, 3, 4, (61, 59, 61, 59)),
            *((45, 45, 45, 45),),
        ),
        Worked("misdeal", {}, 0, 4, (60, 58, 60, 58)),
        Worked(
            *("scored", {"tricks": {1: 2, 2: 3}, "bonus": 2}, 1, 4, (60, 58, 60, 58)),
            *((15, 10, 15, 10),),
            cannot_win=(0, 2),
        ),
    ],
    # It took the last one: (59, 61, 59, 61).
    PutRight(
        {4: ("won", {"winner": 1, "tricks": {2: 1, 1: 4}, "bonus": 3})},
        (58, 60, 58, 60),
        dealer=2,
        pool=4,
        scores=(15, 10, 15, 10),
    ),
)

IN_PAIRS: Final = [
    *(TWENTY_FIVE, FORTY_FIVE, PEEL_TWENTY_FIVE, PEEL_FORTY_FIVE),
    *(WIKIPEDIA_TWENTY_FIVE, WIKIPEDIA_FORTY_FIVE),
]
