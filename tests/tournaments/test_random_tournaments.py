"""Random tournaments against an independent count: lines, ranks, prizes and funds are the same.

`TOURNAMENTS=300` walks through 300 of them instead of a few; `FIRST_SEED=1000` begins elsewhere.
"""

import os
from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest

from clubs.models import Club
from deploy.rest.throttles import cache
from tests.clubs.factories import ClubFactory
from tests.conftest import COUNTED
from tests.lengths import part
from tests.tournaments.random_tournaments import (
    BEFORE,
    BEGUN,
    MOST_STEPS,
    OVER,
    WHILE_IT_RUNS,
    AmbiguousError,
    RandomTournament,
)
from tournaments.awards import pay

pytestmark = pytest.mark.django_db
TOURNAMENTS: Final = int(os.environ.get("TOURNAMENTS", "0")) or part(5, of=100)
FIRST_SEED: Final = int(os.environ.get("FIRST_SEED", "0"))


@pytest.fixture(autouse=True)
def sweeps_at_once(workers_at_once: None) -> None:
    """A sweep's messages are worked off before it goes on."""


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + TOURNAMENTS))
def test_a_random_tournament_is_as_it_is_counted(
    seed: int, record_property: Callable[[str, object], None]
) -> None:
    cache.clear()
    club: Club = ClubFactory.create()
    event = RandomTournament(club, f"tournament {seed}")

    try:
        walk(event)
    except AmbiguousError:
        event.deeds.append("given up at a lot")
    except Exception as error:
        error.add_note(f"{event.format}: {', '.join(event.deeds)}")
        raise

    event.check_books()
    counts = Counter(event.deeds)
    told = ", ".join(f"{name} {counts[name]}" for name in sorted(counts))
    record_property(COUNTED, f"tournaments 1, deeds {sum(counts.values())}")
    record_property("deeds", told)


def walk(event: RandomTournament) -> None:
    """From the first entry to the last correction, counted again after each deed."""
    for _ in range(event.chance.randint(3, 9)):
        event.enter()
    for _ in range(event.chance.randint(0, 4)):
        event.do(BEFORE)
        event.check()
    if event.chance.random() < 0.3:
        event.check_in()
    event.start()
    event.check()
    for _ in range(MOST_STEPS):
        if event.status not in BEGUN or event.status in OVER:
            break
        if event.chance.random() < 0.5:
            event.do(WHILE_IT_RUNS)
            event.check()
        event.play()
        event.go_on()
        event.check()
    for _ in range(event.chance.randint(0, 3)):
        event.do(("correct", "penalise", "correct", "replay"))
        event.check()
    if event.status == "finished":
        pay(event.tournament, by=event.by.pk, at=event.now)
        event.check()
        event.correct()
        event.check()
