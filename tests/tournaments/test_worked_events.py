"""One event of each format whose standings were computed by hand.

Each table is told by what everybody made of it: chips, and deals won. The standings were worked out
on paper: the rank, who, and the figures as people read them. The sums stand beside.
"""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import pytest

from tests.tournaments.situations import situation
from tournaments.formats import FORMATS
from tournaments.formats.draw import Draw
from tournaments.formats.protocol import Length, Situation
from tournaments.standings import Played, Record, Results, reasons, standings

LOTS = {"J": 3, "K": 9}

Table = Mapping[str, tuple[int, int]]
Rounds = Sequence[Sequence[Table]]


class Worked:
    """An event that was played so. Entrants are letters."""

    def __init__(self, key: str, rounds: Rounds, **plan: Any) -> None:
        self.format = FORMATS[key]
        self.plan = plan
        self.letters = sorted({who for tables in rounds for table in tables for who in table})
        self.names = dict(enumerate(self.letters))
        self.history = [
            [tuple(map(self.letters.index, table)) for table in tables] for tables in rounds
        ]
        numbers = count(1)
        made: dict[int, list[Played]] = {one: [] for one in self.names}
        for round, tables in enumerate(rounds, start=1):
            for table in tables:
                number, deals = next(numbers), sum(won for _, won in table.values())
                for who, (chips, won) in table.items():
                    played = Played(round, number, chips, won, 0, deals)
                    made[self.letters.index(who)].append(played)
        self.results = Results(
            {one: Record(played, lot=LOTS.get(self.names[one], 0)) for one, played in made.items()}
        )

    def situation(self, *, gone: str = "", rounds: int | None = None, **plan: Any) -> Situation:
        """Before the round after this number of rounds; letters in `gone` have left."""
        number = len(self.history) if rounds is None else rounds
        made = self.results.after(number)
        told = situation(self.format, [], **self.plan, **plan)
        table = standings(made, self.format.measures(told.plan))
        able = [line.entrant for line in table if self.names[line.entrant] not in gone]
        return situation(
            self.format,
            able,
            history=self.history[:number],
            figures={line.entrant: line.figures for line in table},
            results=made,
            byes=[()] * number,
            **self.plan,
            **plan,
        )

    def draw(self, **how: Any) -> Draw | None:
        return self.format.draw(self.situation(**how))

    def tables(self, drawn: Draw | None) -> set[str]:
        assert drawn is not None
        return {"".join(sorted(self.names[one] for one in table)) for table in drawn.seated.tables}

    def standings(self, rounds: int | None = None) -> list[tuple[Any, ...]]:
        before = self.situation(rounds=rounds)
        measures = self.format.measures(before.plan)
        return [
            (
                line.rank,
                self.names[line.entrant],
                *(one.number(figure) for one, figure in zip(measures, line.figures, strict=True)),
            )
            for line in standings(before.results, measures)
        ]

    def reasons(self) -> dict[str, str]:
        before = self.situation()
        measures = self.format.measures(before.plan)
        said = reasons(standings(before.results, measures), measures, self.names)
        return {self.names[one]: why for one, why in said.items()}


# At threes with four deals, who wins w of them has 3w - 4 chips.
ROTATION = Worked(
    "rotation",
    [
        [
            {"A": (2, 2), "B": (-1, 1), "C": (-1, 1)},
            {"D": (5, 3), "E": (-1, 1), "F": (-4, 0)},
            {"G": (2, 2), "H": (2, 2), "I": (-4, 0)},
        ],
        [
            {"A": (-1, 1), "D": (-1, 1), "G": (2, 2)},
            {"B": (2, 2), "E": (2, 2), "H": (-4, 0)},
            {"C": (5, 3), "F": (-1, 1), "I": (-4, 0)},
        ],
    ],
    rounds_count=2,
    deals_a_round=4,
    table_size=3,
)


def test_a_rotation() -> None:
    """Points are deals won. Of G, C and D only G and D have met, and so have A and B, B and E."""
    assert ROTATION.draw() is None
    assert ROTATION.standings(rounds=1) == [
        (1, "D", "3", "3", "0"),
        (2, "A", "2", "2", "0"),  # Has met neither G nor H.
        (2, "G", "2", "2", "0"),  # As good as H at the same table.
        (2, "H", "2", "2", "0"),
        (5, "B", "1", "1", "0"),
        (5, "C", "1", "1", "0"),
        (5, "E", "1", "1", "0"),
        (8, "F", "0", "0", "0"),
        (8, "I", "0", "0", "0"),
    ]
    assert ROTATION.standings() == [
        (1, "G", "4", "4", "+1"),  # 2 + 2; above D in round 2
        (2, "C", "4", "4", "0"),  # 1 + 3
        (3, "D", "4", "4", "−1"),  # 3 + 1
        (4, "A", "3", "3", "+1"),  # 2 + 1; above B in round 1
        (5, "E", "3", "3", "0"),  # 1 + 2; level with B in round 2
        (6, "B", "3", "3", "−1"),  # 1 + 2
        (7, "H", "2", "2", "0"),  # 2 + 0
        (8, "F", "1", "1", "0"),  # 0 + 1
        (9, "I", "0", "0", "0"),  # 0 + 0
    ]
    assert ROTATION.reasons() == {
        "G": "Ahead of C: both 4 points and 4 won, did better at shared tables, +1 to 0.",
        "C": "Ahead of D: both 4 points and 4 won, did better at shared tables, 0 to −1.",
        "D": "Ahead of A: more points, 4 to 3.",
        "A": "Ahead of E: both 3 points and 3 won, did better at shared tables, +1 to 0.",
        "E": "Ahead of B: both 3 points and 3 won, did better at shared tables, 0 to −1.",
        "B": "Ahead of H: more points, 3 to 2.",
        "H": "Ahead of F: more points, 2 to 1.",
        "F": "Ahead of I: more points, 1 to 0.",
        "I": "Behind F, who has more points, 1 to 0.",
    }


SWISS = Worked(
    "swiss",
    [
        [
            {"A": (5, 3), "B": (-1, 1), "C": (-4, 0)},
            {"D": (5, 3), "E": (-1, 1), "F": (-4, 0)},
            {"G": (5, 3), "H": (-1, 1), "I": (-4, 0)},
        ],
        [
            {"D": (5, 3), "A": (-1, 1), "G": (-4, 0)},
            {"B": (2, 2), "E": (2, 2), "H": (-4, 0)},
            {"F": (5, 3), "I": (-1, 1), "C": (-4, 0)},
        ],
    ],
    rounds_count=2,
    deals_a_round=4,
    table_size=3,
    counts="placing",
    measures=["points", "deals_won", "opponents"],
)


def test_a_swiss_event() -> None:
    """Placing points at threes are 10, 5 and 0; two who are equal for the first place have 7.5."""
    assert SWISS.tables(SWISS.draw(rounds=1)) == {"ADG", "BEH", "CFI"}
    assert SWISS.draw() is None
    assert SWISS.standings() == [
        (1, "D", "20", "6", "11.88"),  # 10 + 10; met E 12.5, F 10, A 15, G 10: 47.5 / 4
        (2, "A", "15", "4", "10.63"),  # 10 + 5; met B 12.5, C 0, D 20, G 10: 42.5 / 4
        (3, "E", "12.5", "3", "11.88"),  # 5 + 7.5; met D 20, F 10, B 12.5, H 5: 47.5 / 4
        (4, "B", "12.5", "3", "8.13"),  # 5 + 7.5; met A 15, C 0, E 12.5, H 5: 32.5 / 4
        (5, "G", "10", "3", "11.25"),  # 10 + 0; met H 5, I 5, D 20, A 15: 45 / 4
        (6, "F", "10", "3", "9.38"),  # 0 + 10; met D 20, E 12.5, I 5, C 0: 37.5 / 4
        (7, "H", "5", "1", "10"),  # 5 + 0; met G 10, I 5, B 12.5, E 12.5: 40 / 4
        (8, "I", "5", "1", "6.25"),  # 0 + 5; met G 10, H 5, F 10, C 0: 25 / 4
        (9, "C", "0", "0", "10.63"),  # 0 + 0; met A 15, B 12.5, F 10, I 5: 42.5 / 4
    ]


# Everybody meets everybody exactly once: rows, columns, and two sorts of diagonals of a square.
ROUND_ROBIN = Worked(
    "round_robin",
    [
        [
            {"A": (6, 0), "B": (-2, 0), "C": (-4, 0)},
            {"D": (3, 0), "E": (1, 0), "F": (-4, 0)},
            {"G": (0, 0), "H": (2, 0), "I": (-2, 0)},
        ],
        [
            {"A": (1, 0), "D": (-3, 0), "G": (2, 0)},
            {"B": (4, 0), "E": (-1, 0), "H": (-3, 0)},
            {"C": (-2, 0), "F": (5, 0), "I": (-3, 0)},
        ],
        [
            {"A": (-6, 0), "E": (2, 0), "I": (4, 0)},
            {"B": (-1, 0), "F": (3, 0), "G": (-2, 0)},
            {"C": (2, 0), "D": (-4, 0), "H": (2, 0)},
        ],
        [
            {"A": (2, 0), "F": (-1, 0), "H": (-1, 0)},
            {"B": (-3, 0), "D": (4, 0), "I": (-1, 0)},
            {"C": (1, 0), "E": (-2, 0), "G": (1, 0)},
        ],
    ],
    table_size=3,
    counts="chips",
    measures=["points", "head_to_head"],
)


def test_a_round_robin() -> None:
    """D was above E, E above H, and H above D: nobody of the three is ahead."""
    assert ROUND_ROBIN.tables(ROUND_ROBIN.draw(rounds=3)) == {"AFH", "BDI", "CEG"}
    assert ROUND_ROBIN.draw() is None
    assert ROUND_ROBIN.standings() == [
        (1, "A", "+3", "+1"),  # 6 + 1 - 6 + 2; above F in round 4
        (2, "F", "+3", "−1"),  # -4 + 5 + 3 - 1
        (3, "G", "+1", "0"),  # 0 + 2 - 2 + 1
        (4, "D", "0", "0"),  # 3 - 3 - 4 + 4
        (4, "E", "0", "0"),  # 1 - 1 + 2 - 2
        (4, "H", "0", "0"),  # 2 - 3 + 2 - 1
        (7, "I", "−2", "+1"),  # -2 - 3 + 4 - 1; above B in round 4
        (8, "B", "−2", "−1"),  # -2 + 4 - 1 - 3
        (9, "C", "−3", "0"),  # -4 - 2 + 2 + 1
    ]


def test_how_long_a_round_robin_is() -> None:
    start = ROUND_ROBIN.situation(rounds=0)

    assert ROUND_ROBIN.format.length(start) == Length(rounds=4, least=4)
    assert ROUND_ROBIN.format.length(ROUND_ROBIN.situation(rounds=3)) == Length(4, 4)
    assert ROUND_ROBIN.format.length(ROUND_ROBIN.situation()) == Length(4, 4)


ROUNDS_OF_KNOCKOUT = [
    [
        {"A": (5, 2), "B": (1, 1), "C": (-2, 1), "D": (-4, 0)},
        {"E": (4, 2), "F": (4, 2), "G": (-3, 0), "H": (-5, 0)},
        {"I": (2, 2), "J": (0, 2), "K": (0, 1), "L": (-2, 0)},
    ],
    [
        {"A": (3, 2), "E": (-1, 1), "I": (-2, 0)},
        {"B": (-1, 1), "F": (-1, 2), "J": (2, 1)},
    ],
    [{"A": (-1, 1), "E": (4, 2), "F": (-2, 0), "J": (-1, 2)}],
]
KNOCKOUT = Worked("knockout", ROUNDS_OF_KNOCKOUT, table_size=4, go_on=2, counts="chips")


def test_a_knockout() -> None:
    """Two of each table go on: 12, then 6, then a final of 4."""
    assert KNOCKOUT.draw() is None
    assert KNOCKOUT.standings() == [
        # reached, place at the last table, chips, deals won, head to head
        (1, "E", "3", "10", "+7", "5", "0"),  # 4 - 1 + 4; 2 + 1 + 2
        (2, "J", "3", "6.67", "+1", "5", "0"),  # 0 + 2 - 1; 2 + 1 + 2; more deals than A
        (3, "A", "3", "3.33", "+7", "5", "0"),  # 5 + 3 - 1; 2 + 2 + 1
        (4, "F", "3", "0", "+1", "4", "0"),  # 4 - 1 - 2; 2 + 2 + 0
        (5, "B", "2", "0", "0", "2", "0"),  # 1 - 1; 1 + 1
        (5, "I", "2", "0", "0", "2", "0"),  # 2 - 2; 2 + 0
        (7, "K", "1", "3.33", "0", "1", "0"),  # third at their tables
        (8, "C", "1", "3.33", "−2", "1", "0"),
        (9, "G", "1", "3.33", "−3", "0", "0"),
        (10, "L", "1", "0", "−2", "0", "0"),  # last at their tables
        (11, "D", "1", "0", "−4", "0", "0"),
        (12, "H", "1", "0", "−5", "0", "0"),
    ]


@pytest.mark.parametrize(
    ("how", "goes_on"),
    [
        ({"rounds": 1}, "ABEFIJ"),  # J and K have equal chips; J won more deals.
        ({"rounds": 1, "ties": "all"}, "ABEFIJK"),
        ({"rounds": 1, "gone": "A"}, "BCEFIJ"),  # The next of their table goes on.
        ({"rounds": 1, "gone": "ABCD"}, "EFIJ"),
        ({"rounds": 2}, "AEFJ"),  # F won more deals than B.
        ({"rounds": 2, "ties": "all"}, "AEFJ"),  # B, too, and nobody of that table would be out.
        ({"rounds": 1, "go_on": 1, "ties": "all"}, "AEFI"),
    ],
)
def test_who_goes_on(how: dict[str, Any], goes_on: str) -> None:
    event = Worked("knockout", ROUNDS_OF_KNOCKOUT, table_size=4, counts="chips")
    drawn = event.draw(**how)

    assert "".join(sorted("".join(event.tables(drawn)))) == goes_on


def test_the_lot_decides_at_once_where_it_is_set() -> None:
    event = Worked("knockout", ROUNDS_OF_KNOCKOUT, table_size=4, counts="chips")
    drawn = "".join(event.tables(event.draw(rounds=1, ties="lot")))

    assert sorted(drawn) == list("ABEFIK")  # J won more deals; K's lot is higher.


def test_how_long_a_knockout_is() -> None:
    for rounds in range(4):
        assert KNOCKOUT.format.length(KNOCKOUT.situation(rounds=rounds)) == Length(3, 3)


RANDOM_ROTATION = Worked(
    "random_rotation",
    [
        [
            {"A": (6, 4), "B": (-2, 1), "C": (-4, 0)},
            {"D": (1, 2), "E": (1, 2), "F": (-2, 1)},
        ],
        [{"A": (-3, 1), "D": (3, 3), "F": (0, 1)}, {"B": (2, 3), "E": (-2, 2)}],
    ],
    rounds_count=2,
    starting_stack=4,
    table_size=3,
)


def test_a_random_rotation() -> None:
    """C has nothing left after the first round, so the caller leaves them out of the second."""
    second = RANDOM_ROTATION.draw(rounds=1, gone="C")

    assert sorted("".join(RANDOM_ROTATION.tables(second))) == list("ABDEF")
    assert RANDOM_ROTATION.draw() is None
    assert RANDOM_ROTATION.standings() == [
        (1, "D", "+4", "5"),  # 1 + 3
        (2, "A", "+3", "5"),  # 6 - 3
        (3, "B", "0", "4"),  # -2 + 2
        (4, "E", "−1", "4"),  # 1 - 2
        (5, "F", "−2", "2"),  # -2 + 0
        (6, "C", "−4", "0"),
    ]
