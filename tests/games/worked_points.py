"""Nights of the games for points, worked out by hand as those of Spoil Five.

Five people, or four as two pairs: seats 0 and 2 against 1 and 3. In every night there is a misdeal,
somebody is barred, a second game begins, and something was entered wrong.
"""

from typing import Final

from tests.games.worked_evenings import Night, PutRight, Worked

TWENTY_FIVE: Final = Night(
    "twenty_five",
    [
        Worked("scored", {"tricks": {1: 3, 2: 2}}, 0, 5, (59,) * 5, (0, 15, 10, 0, 0)),
        Worked("scored", {"tricks": {3: 2, 4: 2, 0: 1}}, 1, 5, (59,) * 5, (5, 15, 10, 10, 10)),
        Worked("misdeal", {}, 2, 5, (59,) * 5),
        # Seat 0 revoked: three tricks score nothing.
        Worked(
            *("scored", {"tricks": {0: 3, 4: 2}, "barred": {0: "revoked"}}, 3, 5, (59,) * 5),
            *((5, 15, 10, 10, 20),),
            cannot_win=(0,),
        ),
        # Seat 1 has 25 with the fourth trick, and the fifth is not played.
        Worked(
            *("won", {"winner": 1, "tricks": {0: 2, 1: 2}}, 4, 5, (59, 64, 59, 59, 59)),
            *((15, 25, 10, 10, 20),),
        ),
        # All five tricks are the game.
        Worked(
            *("won", {"winner": 2, "tricks": {2: 5}}, 0, 5, (58, 63, 63, 58, 58)),
            *((0, 0, 25, 0, 0),),
        ),
    ],
    # Seat 1 took one trick of the fifth deal, so the game went on: no stakes in the sixth, and seat
    # 2 is out with its third trick, 10 and 15.
    PutRight(
        {
            5: ("scored", {"tricks": {0: 2, 1: 1, 3: 2}}),
            6: ("won", {"winner": 2, "tricks": {2: 3}}),
        },
        (59, 59, 64, 59, 59),
        dealer=1,
        scores=(15, 20, 25, 20, 20),
    ),
)

FORTY_FIVE: Final = Night(
    "forty_five",
    [
        # The best trump fell to a trick of seat 0: 15 and 5 more.
        Worked("scored", {"tricks": {0: 3, 1: 2}, "bonus": 0}, 0, 5, (59,) * 5, (20, 10, 0, 0, 0)),
        Worked("scored", {"tricks": {0: 2, 1: 3}, "bonus": 1}, 1, 5, (59,) * 5, (30, 30, 0, 0, 0)),
        Worked("misdeal", {}, 2, 5, (59,) * 5),
        Worked(
            *("scored", {"tricks": {0: 1, 1: 2, 2: 2}, "bonus": 2}, 3, 5, (59,) * 5),
            *((35, 40, 15, 0, 0),),
        ),
        # Seat 1 is said to have revoked: its tricks score nothing, and the bonus on them is lost.
        Worked(
            "scored",
            {"tricks": {1: 3, 3: 2}, "bonus": 1, "barred": {1: "revoked"}},
            *(4, 5, (59,) * 5, (35, 40, 15, 10, 0)),
            cannot_win=(1,),
        ),
        # Both have 45 and more when all is counted; seat 1 had it first.
        Worked(
            *("won", {"winner": 1, "tricks": {0: 2, 1: 2, 3: 1}, "bonus": 0}, 0, 5),
            *((59, 64, 59, 59, 59), (50, 50, 15, 15, 0)),
        ),
    ],
    # It had not revoked, and was out in the fifth deal: 40, 15 and 5. So the sixth began a new
    # game, with new stakes.
    PutRight(
        {
            5: ("won", {"winner": 1, "tricks": {1: 3, 3: 2}, "bonus": 1}),
            6: ("scored", {"tricks": {0: 2, 1: 2, 3: 1}, "bonus": 0}),
        },
        (58, 63, 58, 58, 58),
        dealer=1,
        pool=5,
        scores=(15, 10, 0, 5, 0),
    ),
)

PEEL_TWENTY_FIVE: Final = Night(
    "peel_twenty_five",
    [
        # Stakes once a game, and the extra of every dealer.
        Worked(
            *("scored", {"tricks": {0: 1, 1: 2, 2: 2}}, 0, 12, (56, 58, 58, 58, 58)),
            *((5, 10, 10, 0, 0),),
        ),
        Worked("misdeal", {}, 1, 14, (56, 56, 58, 58, 58)),
        # Seat 1 revoked, and scores nothing for three tricks.
        Worked(
            *("scored", {"tricks": {1: 3, 2: 2}, "barred": {1: "revoked"}}, 2, 16),
            *((56, 56, 56, 58, 58), (5, 10, 20, 0, 0)),
            cannot_win=(1,),
        ),
        Worked(
            *("won", {"winner": 2, "tricks": {2: 1}}, 3, 18, (56, 56, 74, 56, 58)),
            *((5, 10, 25, 0, 0),),
        ),
        Worked(
            *("scored", {"tricks": {4: 3, 0: 2}}, 4, 12, (54, 54, 72, 54, 54)),
            *((10, 0, 0, 0, 15),),
        ),
        Worked(
            *("won", {"winner": 4, "tricks": {4: 2, 0: 1}}, 0, 14, (52, 54, 72, 54, 68)),
            *((15, 0, 0, 0, 25),),
        ),
    ],
    # Seat 0 had three tricks, and seat 4 one.
    PutRight(
        {6: ("won", {"winner": 0, "tricks": {0: 3, 4: 1}})},
        (66, 54, 72, 54, 54),
        dealer=1,
        scores=(25, 0, 0, 0, 20),
    ),
)

PEEL_FORTY_FIVE: Final = Night(
    "peel_forty_five",
    [
        Worked("scored", {"tricks": {3: 4, 4: 1}}, 0, 12, (56, 58, 58, 58, 58), (0, 0, 0, 20, 5)),
        Worked("scored", {"tricks": {3: 4, 0: 1}}, 1, 14, (56, 56, 58, 58, 58), (5, 0, 0, 40, 5)),
        Worked("misdeal", {}, 2, 16, (56, 56, 56, 58, 58)),
        # Seat 3 robbed without the ace. Else it would have been out.
        Worked(
            *("scored", {"tricks": {3: 3, 1: 2}, "barred": {3: "robbed_without_ace"}}, 3, 18),
            *((56, 56, 56, 56, 58), (5, 10, 0, 40, 5)),
            cannot_win=(3,),
        ),
        Worked(
            *("won", {"winner": 3, "tricks": {3: 1}}, 4, 20, (56, 56, 56, 76, 56)),
            *((5, 10, 0, 45, 5),),
        ),
        # All five tricks are the game, 25 points or not.
        Worked(
            *("won", {"winner": 1, "tricks": {1: 5}}, 0, 12, (52, 66, 54, 74, 54)),
            *((0, 25, 0, 0, 0),),
        ),
    ],
    # The last trick was seat 2's.
    PutRight(
        {6: ("scored", {"tricks": {1: 4, 2: 1}})},
        (52, 54, 54, 74, 54),
        dealer=1,
        pool=12,
        scores=(0, 20, 5, 0, 0),
    ),
)

WIKIPEDIA_TWENTY_FIVE: Final = Night(
    "wikipedia_twenty_five",
    [
        Worked("scored", {"tricks": {0: 2, 1: 3}, "bonus": 0}, 0, 5, (59,) * 5, (15, 15, 0, 0, 0)),
        Worked("misdeal", {}, 1, 5, (59,) * 5),
        # Seat 1 is barred for the misdeal: it scores, but not the five points to go out.
        Worked(
            *("scored", {"tricks": {1: 2, 2: 3}, "bonus": 2}, 2, 5, (59,) * 5),
            *((15, 20, 20, 0, 0),),
            cannot_win=(1,),
        ),
        Worked(
            *("won", {"winner": 2, "tricks": {0: 1, 2: 1, 3: 3}, "bonus": 3}, 3, 5),
            *((59, 59, 64, 59, 59), (20, 20, 25, 20, 0)),
        ),
        # Seat 3 revoked: it stops at 20, and the bonus is lost.
        Worked(
            "scored",
            {"tricks": {3: 4, 4: 1}, "bonus": 3, "barred": {3: "revoked"}},
            *(4, 5, (58, 58, 63, 58, 58), (0, 0, 0, 20, 5)),
            cannot_win=(3,),
        ),
        Worked(
            *("won", {"winner": 3, "tricks": {0: 2, 3: 1, 4: 2}, "bonus": 4}, 0, 5),
            *((58, 58, 63, 63, 58), (10, 0, 0, 25, 20)),
        ),
    ],
    # Seat 4 had four tricks, and 25 before the last, which was seat 3's.
    PutRight(
        {6: ("won", {"winner": 4, "tricks": {4: 4, 3: 1}, "bonus": 4})},
        (58, 58, 63, 58, 63),
        dealer=1,
        scores=(0, 0, 0, 25, 30),
    ),
)

ALONE: Final = [
    *(TWENTY_FIVE, FORTY_FIVE, PEEL_TWENTY_FIVE, PEEL_FORTY_FIVE, WIKIPEDIA_TWENTY_FIVE),
]
