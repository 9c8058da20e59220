"""Evenings of real cards by each preset, worked out by hand: what goes in, who deals, what stands.

Every figure here was counted with pencil and paper from RULES.md, none by the program. Everybody
brings 60 chips, and seat 0 deals first.
"""

from dataclasses import dataclass
from typing import Any, Final

from games.engine.outcome import OutcomeKind


@dataclass(frozen=True)
class Worked:
    """A deal as the hall saw it, and what came of it.

    Attributes:
        kind: How it ended; `told` has the rest of what the scorer tells.
        dealer: Who deals.
        pool: The chips in it once the stakes are in.
        stacks: What stands before each seat when it is over.
        scores: In a game for points what each seat's side stands at when it is over.
    """

    kind: OutcomeKind
    told: dict[str, Any]
    dealer: int
    pool: int
    stacks: tuple[int, ...]
    scores: tuple[int, ...] = ()


def spoil_five(*counted: tuple[int, int, tuple[int, ...]]) -> list[Worked]:
    """The six deals of every evening of Spoil Five, with what was counted of each.

    A spoil; seat 2 jinks; seat 2 misdeals; a jink that fails; seat 0, who revoked, takes three
    tricks; and a win of seat 3, which a scorer enters by mistake: it was seat 1.
    """
    kinds: list[tuple[OutcomeKind, dict[str, Any]]] = [
        ("spoilt", {"tricks": {0: 2, 1: 2, 2: 1}}),
        ("jinked", {"winner": 2}),
        ("misdeal", {}),
        ("jink_failed", {}),
        ("spoilt", {"barred": {0: "revoked"}, "tricks": {0: 3, 1: 1, 3: 1}}),
        ("won", {"winner": 3}),
    ]
    return [
        Worked(kind, told, *figures) for (kind, told), figures in zip(kinds, counted, strict=True)
    ]


PEEL: Final = spoil_five(
    (0, 12, (56, 58, 58, 58, 58)),  # Each 2, the dealer 2 more.
    (1, 19, (53, 53, 84, 55, 55)),  # Each 1, the dealer 2 more: 19, and 2 of each other player.
    (2, 12, (51, 51, 80, 53, 53)),
    (3, 14, (51, 51, 80, 51, 53)),  # After the misdeal the next dealer pays the extra alone.
    (4, 21, (50, 50, 79, 50, 50)),
    (0, 28, (47, 49, 78, 77, 49)),
)
"""Standard, peel and family: stake 2, extra 2, then 1 each and the extra; a jink costs 2."""

ALONE: Final[dict[str, tuple[list[Worked], tuple[int, ...]]]] = {
    "standard": (PEEL, (47, 77, 78, 49, 49)),
    "peel": (PEEL, (47, 77, 78, 49, 49)),
    "family": (PEEL, (47, 77, 78, 49, 49)),
    "wikipedia": (
        spoil_five(
            (0, 5, (59, 59, 59, 59, 59)),  # Each 1, nobody an extra.
            (1, 10, (57, 57, 72, 57, 57)),  # Each 1: 10, and 1 of each other player.
            (2, 5, (56, 56, 71, 56, 56)),
            (3, 5, (56, 56, 71, 56, 56)),  # The misdeal costs no chip; it bars seat 2 here.
            (4, 10, (55, 55, 70, 55, 55)),
            (0, 15, (54, 54, 69, 69, 54)),
        ),
        (54, 69, 69, 54, 54),
    ),
    "gamerules": (
        spoil_five(
            (0, 6, (58, 59, 59, 59, 59)),  # Each 1, the dealer 1 more.
            (1, 12, (56, 56, 74, 57, 57)),  # The same again: 12, and 1 of each other player.
            (2, 6, (55, 55, 72, 56, 56)),
            (3, 7, (55, 55, 72, 55, 56)),  # The next dealer pays the extra alone.
            (4, 13, (54, 54, 71, 54, 54)),
            (0, 19, (52, 53, 70, 72, 53)),
        ),
        (52, 72, 70, 53, 53),
    ),
    "hervey": (
        spoil_five(
            (0, 5, (59, 59, 59, 59, 59)),  # Each 1.
            (1, 6, (58, 57, 69, 58, 58)),  # The dealer 1: 6, and 1 of each other player.
            (2, 5, (57, 56, 68, 57, 57)),
            (3, 6, (57, 56, 68, 56, 57)),  # The dealer alone, after a misdeal too.
            (4, 7, (57, 56, 68, 56, 56)),
            (0, 8, (56, 56, 68, 64, 56)),
        ),
        (56, 64, 68, 56, 56),
    ),
}
"""Five people, by preset: the evening as it was entered, and the stacks once it is corrected."""

MISDEALT_AGAIN: Final = [
    Worked("spoilt", {}, 0, 12, (56, 58, 58, 58, 58)),
    Worked("misdeal", {"is_dealt_again": True}, 1, 19, (55, 55, 57, 57, 57)),
    Worked("misdeal", {}, 1, 21, (55, 53, 57, 57, 57)),  # Paid 2 more, and misdealt again.
    Worked("won", {"winner": 0}, 2, 23, (78, 53, 55, 57, 57)),
]
"""Peel's other way with misdeals: the dealer pays a second extra, or the deal is lost."""

POINTS: Final[dict[str, tuple[int, list[Worked]]]] = {
    "twenty_five": (
        5,
        [
            Worked("scored", {"tricks": {1: 3, 2: 2}}, 0, 5, (59,) * 5, (0, 15, 10, 0, 0)),
            Worked("scored", {"tricks": {3: 2, 4: 2, 0: 1}}, 1, 5, (59,) * 5, (5, 15, 10, 10, 10)),
            Worked("misdeal", {}, 2, 5, (59,) * 5),
            # Seat 1 has 25 with the fourth trick, and the fifth is not played.
            Worked(
                "won",
                {"winner": 1, "tricks": {0: 2, 1: 2}},
                3,
                5,
                (59, 64, 59, 59, 59),
                (15, 25, 10, 10, 10),
            ),
            # All five tricks are the game.
            Worked(
                "won",
                {"winner": 2, "tricks": {2: 5}},
                4,
                5,
                (58, 63, 63, 58, 58),
                (0, 0, 25, 0, 0),
            ),
        ],
    ),
    "forty_five": (
        5,
        [
            # The five of trumps fell to a trick of seat 0: 15 and 5 more.
            Worked(
                "scored", {"tricks": {0: 3, 1: 2}, "bonus": 0}, 0, 5, (59,) * 5, (20, 10, 0, 0, 0)
            ),
            Worked(
                "scored", {"tricks": {0: 2, 1: 3}, "bonus": 1}, 1, 5, (59,) * 5, (30, 30, 0, 0, 0)
            ),
            Worked("misdeal", {}, 2, 5, (59,) * 5),
            Worked(
                "scored",
                {"tricks": {0: 1, 1: 2, 2: 2}, "bonus": 2},
                3,
                5,
                (59,) * 5,
                (35, 40, 15, 0, 0),
            ),
            # Both have 45 and more when all is counted; seat 1 had it first.
            Worked(
                "won",
                {"winner": 1, "tricks": {0: 2, 1: 2, 3: 1}, "bonus": 0},
                4,
                5,
                (59, 64, 59, 59, 59),
                (50, 50, 15, 5, 0),
            ),
        ],
    ),
    "peel_twenty_five": (
        5,
        [
            # Stakes once a game, and the extra of its first dealer.
            Worked(
                "scored",
                {"tricks": {0: 1, 1: 2, 2: 2}},
                0,
                12,
                (56, 58, 58, 58, 58),
                (5, 10, 10, 0, 0),
            ),
            Worked("misdeal", {}, 1, 12, (56, 58, 58, 58, 58)),
            # Seat 1 revoked, and scores nothing for three tricks.
            Worked(
                "scored",
                {"tricks": {1: 3, 2: 2}, "barred": {1: "revoked"}},
                2,
                12,
                (56, 58, 58, 58, 58),
                (5, 10, 20, 0, 0),
            ),
            Worked(
                "won",
                {"winner": 2, "tricks": {2: 1}},
                3,
                12,
                (56, 58, 70, 58, 58),
                (5, 10, 25, 0, 0),
            ),
        ],
    ),
    "peel_forty_five": (
        5,
        [
            Worked(
                "scored", {"tricks": {3: 4, 4: 1}}, 0, 12, (56, 58, 58, 58, 58), (0, 0, 0, 20, 5)
            ),
            Worked(
                "scored", {"tricks": {3: 4, 0: 1}}, 1, 12, (56, 58, 58, 58, 58), (5, 0, 0, 40, 5)
            ),
            Worked(
                "won",
                {"winner": 3, "tricks": {3: 1}},
                2,
                12,
                (56, 58, 58, 70, 58),
                (5, 0, 0, 45, 5),
            ),
        ],
    ),
    "wikipedia_twenty_five": (
        5,
        [
            Worked(
                "scored", {"tricks": {0: 2, 1: 3}, "bonus": 0}, 0, 5, (59,) * 5, (15, 15, 0, 0, 0)
            ),
            Worked("misdeal", {}, 1, 5, (59,) * 5),
            # Seat 1 is barred for the misdeal: it scores, but not the five points to go out.
            Worked(
                "scored",
                {"tricks": {1: 2, 2: 3}, "bonus": 2},
                2,
                5,
                (59,) * 5,
                (15, 20, 20, 0, 0),
            ),
            Worked(
                "won",
                {"winner": 2, "tricks": {0: 1, 2: 1, 3: 3}, "bonus": 3},
                3,
                5,
                (59, 59, 64, 59, 59),
                (20, 20, 25, 20, 0),
            ),
        ],
    ),
    "wikipedia_forty_five": (
        4,  # So they are two pairs: 0 and 2 against 1 and 3.
        [
            Worked("scored", {"tricks": {0: 4, 1: 1}, "bonus": 0}, 0, 4, (59,) * 4, (25, 5, 25, 5)),
            Worked(
                "scored", {"tricks": {2: 3, 3: 2}, "bonus": 1}, 1, 4, (59,) * 4, (40, 20, 40, 20)
            ),
            # Seat 0 revoked: with all five tricks its side neither goes out nor wins the game.
            Worked(
                "scored",
                {"tricks": {0: 5}, "barred": {0: "revoked"}},
                2,
                4,
                (59,) * 4,
                (40, 20, 40, 20),
            ),
            # Both sides come to 45; seat 2 took the first trick.
            Worked(
                "won",
                {"winner": 2, "tricks": {2: 1, 1: 4}, "bonus": 3},
                3,
                4,
                (61, 59, 61, 59),
                (45, 45, 45, 45),
            ),
        ],
    ),
}
"""Games for points to their end: how many play, and their deals."""

IN_PAIRS: Final[dict[str, list[Worked]]] = {
    "twenty_five": [
        Worked("scored", {"tricks": {0: 3, 1: 2}}, 0, 4, (59,) * 4, (15, 10, 15, 10)),
        # The third trick of seat 3 is the fourth of the deal, and the last.
        Worked(
            "won",
            {"winner": 3, "tricks": {2: 1, 3: 3}},
            1,
            4,
            (59, 61, 59, 61),
            (20, 25, 20, 25),
        ),
    ],
    "forty_five": [
        Worked("scored", {"tricks": {0: 3, 1: 2}, "bonus": 3}, 0, 4, (59,) * 4, (15, 15, 15, 15)),
        Worked("scored", {"tricks": {0: 2, 1: 3}, "bonus": 2}, 1, 4, (59,) * 4, (30, 30, 30, 30)),
        Worked(
            "won",
            {"winner": 0, "tricks": {0: 4, 1: 1}, "bonus": 0},
            2,
            4,
            (61, 59, 61, 59),
            (55, 35, 55, 35),
        ),
        # 25 and 5 more are not 45, but all five tricks are the game.
        Worked(
            "won",
            {"winner": 1, "tricks": {1: 5}, "bonus": 1},
            3,
            4,
            (60, 60, 60, 60),
            (0, 30, 0, 30),
        ),
    ],
}
"""Four people as two pairs: 0 and 2 against 1 and 3."""
