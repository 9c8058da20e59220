"""A benchmark holds its figures against their goals, and prints them for people and programs."""

import pytest
from django.core.management import call_command
from rich.text import Text

from deploy.bench.measures import Goal, Measure, at_least, at_most
from deploy.bench.parts import seating


@pytest.mark.parametrize(
    ("ours", "peer", "goal", "holds"),
    [
        (30.0, 10.0, at_least(3), True),
        (29.0, 10.0, at_least(3), False),
        (29.0, 10.0, at_most(3), True),
        (31.0, 10.0, at_most(3), False),
        (59.0, None, at_most(60), True),  # Without a peer our own figure is held to it.
        (61.0, None, at_most(60), False),
        (0.0, 0.0, at_most(0), True),  # Nor is there a ratio to nothing.
        (1.0, 0.0, at_most(0), False),
        (61.0, 10.0, None, None),
    ],
)
def test_a_goal_bounds_the_ratio(
    ours: float, peer: float | None, goal: Goal | None, holds: bool | None
) -> None:
    assert Measure("figure", ours, peer=peer, goal=goal).holds is holds


NAME = "deals played by five bots at one table by the house rules of the club, a second"


@pytest.fixture
def one_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    measure = Measure(NAME, 1234.0, peer=1000.0, peer_name="the peer of the same run")

    def measures(*, is_quick: bool) -> list[Measure]:
        return [measure]

    monkeypatch.setattr("deploy.bench.parts.bots.measures", measures)
    monkeypatch.setenv("COLUMNS", "60")


@pytest.mark.usefixtures("one_measure")
def test_a_pipe_gets_each_measure_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench", "bots")

    printed = capsys.readouterr()
    [line] = [line for line in printed.out.splitlines() if NAME in line]
    assert "1,234" in line
    assert "1,000 the peer of the same run" in line
    assert printed.err.splitlines() == [f"{NAME}: 1,234"]


@pytest.mark.usefixtures("one_measure")
def test_a_terminal_gets_a_table_of_its_width(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")

    call_command("bench", "bots")

    lines = Text.from_ansi(capsys.readouterr().out).plain.splitlines()
    assert max(map(len, lines)) == 60
    assert not any(NAME in line for line in lines)


def test_evenings_without_a_repeat_meeting_reach_their_goals() -> None:
    measured = list(seating.measures(is_quick=True))

    goals = [one for one in measured if one.goal is not None and "seconds" not in one.name]
    assert len(goals) >= 8
    assert all(measure.holds for measure in goals)
