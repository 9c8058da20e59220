"""Evenings of real cards by each preset, worked out by hand: what goes in, who deals, what stands.

Every figure here was counted with pencil and paper from RULES.md, none by the program. Everybody
brings 60 chips, and seat 0 deals first.
"""

from dataclasses import dataclass, field
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
        cannot_win: Seats that cannot win it, whatever the scorer says.
    """

    kind: OutcomeKind
    told: dict[str, Any]
    dealer: int
    pool: int
    stacks: tuple[int, ...]
    scores: tuple[int, ...] = ()
    cannot_win: tuple[int, ...] = ()


@dataclass(frozen=True)
class PutRight:
    """What was wrong, and how everything stands once it is put right.

    Attributes:
        deals: By the number of each deal that was entered wrong, how it ended and what is told.
        dealer: Who deals next.
        pool: The chips that lie in it.
        scores: In a game for points what each seat's side stands at after the last deal.
    """

    deals: dict[int, tuple[OutcomeKind, dict[str, Any]]]
    stacks: tuple[int, ...]
    dealer: int
    pool: int = 0
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class Night:
    """An evening by a preset, of which some options may be changed."""

    preset: str
    deals: list[Worked]
    put_right: PutRight
    changes: dict[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> int:
        return len(self.put_right.stacks)


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
        Worked(kind, told, *figures, cannot_win=tuple(told.get("barred", ())))
        for (kind, told), figures in zip(kinds, counted, strict=True)
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

WIKIPEDIA_IN_PAIRS: Final = Night(
    "wikipedia",
    [
        Worked("jink_failed", {}, 0, 4, (59, 59, 59, 59)),
        Worked("misdeal", {}, 1, 8, (58, 58, 58, 58)),
        # The misdeal costs no chip. It bars the dealer's side: both take tricks, and spoil.
        Worked(
            *("spoilt", {"tricks": {0: 1, 1: 1, 2: 1, 3: 2}}, 2, 8, (58, 58, 58, 58)),
            cannot_win=(1, 3),
        ),
        # 8 are the limit here, so the dealer alone puts in one. Of 9 the odd chip is for seat 0,
        # the first of the side from the dealer's left. (It was the other side that won.)
        Worked("won", {"winner": 2}, 3, 9, (63, 58, 62, 57)),
        # Each opponent pays one chip, once to the side: 4 and 2, so 3 for each of it.
        Worked("jinked", {"winner": 1}, 0, 4, (61, 60, 60, 59)),
        # Seat 2 revoked, so the partner, seat 0, cannot win either.
        Worked(
            *("spoilt", {"tricks": {0: 2, 1: 2, 2: 1}, "barred": {2: "revoked"}}, 1, 4),
            *((60, 59, 59, 58),),
            cannot_win=(0, 2),
        ),
    ],
    # 9 chips: 5 for seat 1, which comes before seat 3 from the dealer's left, and 4 for seat 3.
    # So after the fourth deal (58, 63, 58, 61), after the fifth (56, 65, 56, 63).
    PutRight({4: ("won", {"winner": 3})}, (55, 64, 55, 62), dealer=2, pool=4),
    changes={"pool_max": 8},
)
"""Four people, so two pairs: 0 and 2 against 1 and 3."""

SPOIL_FIVE: Final = [
    *(
        Night(preset, deals, PutRight({6: ("won", {"winner": 1})}, stacks, dealer=1))
        for preset, (deals, stacks) in ALONE.items()
    ),
    WIKIPEDIA_IN_PAIRS,
]
