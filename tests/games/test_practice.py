"""The practice table in the terminal."""

from collections.abc import Iterator
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from games.bots import FIRST_BOT
from games.engine import HouseRules
from games.engine.presets import PRESETS
from games.management.practice import PracticeTable


def table_of(
    lines: Iterator[str], *, preset: str = "standard", seats: int = 4, seed: int = 1
) -> tuple[PracticeTable, StringIO]:
    screen = StringIO()
    table = PracticeTable(
        rules=HouseRules.preset(preset, seats),
        seats=seats,
        chance=Random(seed),
        console=Console(file=screen, width=100),
        ask=lambda _: next(lines),
    )
    return table, screen


def forever(line: str) -> Iterator[str]:
    while True:
        yield line


@pytest.mark.parametrize("preset", PRESETS)
def test_an_evening_by_every_preset(preset: str) -> None:
    table, screen = table_of(forever("auto"), preset=preset)
    chips = sum(table.stacks)

    table.play(6)

    assert screen.getvalue().count("in the pool") == 6
    assert sum(table.stacks) + table.pool == chips


def test_an_evening_against_the_strong_bot() -> None:
    """It gives other advice than the first, and is the same again with the same cards."""
    told = []
    for level in (FIRST_BOT, "strong", "strong"):
        table, screen = table_of(forever("auto"))
        table.level = level
        table.play(6)
        told.append(screen.getvalue())

    assert told[0] != told[1] == told[2]


def test_one_can_ask_err_and_leave() -> None:
    lines = iter(["rules", "hint", "", "why 5H", "5X", "jink", "quit"])
    table, screen = table_of(lines)

    table.play(1)

    told = screen.getvalue()
    assert "Everybody plays alone." in told
    assert "A bot would play " in told
    assert "'5X' is not a card" in told
    assert "Rule 6.3: you can jink only when" in told
    assert told.endswith("Good night.\n")


def test_the_screen_does_not_tell_of_hidden_cards() -> None:
    """RULES.md 4.4: the card that a bot puts out."""
    table, screen = table_of(forever("auto"), preset="standard", seats=8, seed=3)

    table.play(30)

    robbed = [line for line in screen.getvalue().splitlines() if ": rob" in line]
    assert any(line.startswith("Bot") for line in robbed)
    assert all(line.endswith(": rob") for line in robbed if line.startswith("Bot"))
