"""The benchmark of draws holds its goals, and says what its peers reach."""

import pytest

from deploy.bench import draws
from deploy.bench.measures import Measure


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Measure]:
    """What a run of a few small evenings tells."""
    monkeypatch.setattr(draws, "WITHOUT_REPEATS", (48,))
    monkeypatch.setattr(draws, "IN_SECONDS", {200: 60})
    monkeypatch.setattr(draws, "CONTESTS", draws.CONTESTS[:1])
    monkeypatch.setattr(draws, "SEEDS", draws.SEEDS[:1])
    return list(draws.measures(is_quick=True))


def test_goals_hold_and_peers_stand_beside_them(told: list[Measure]) -> None:
    goals = [measure for measure in told if measure.goal]
    peers = {(measure.peer_name, measure.name[-15:]): measure.peer for measure in told}

    assert [measure.holds for measure in goals] == [True] * 5
    assert (peers["in turns", "repeat meetings"] or 0) > 0
    assert (peers["sorted and cut", "repeat meetings"] or 0) > 12


def test_a_contest_is_the_same_every_time() -> None:
    """So a figure that changes comes from the planner."""
    contest, chosen = draws.CONTESTS[0], draws._sorted_and_cut

    assert draws._played(contest, chosen, 1) == draws._played(contest, chosen, 1)
