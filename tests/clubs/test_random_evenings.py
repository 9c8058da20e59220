"""Random evenings of real cards: nothing is lost, whoever does what, and all of it is undone.

`EVENINGS=300` walks through 300 evenings instead of a few.
"""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from games.models import Deal
from tests.clubs.random_evenings import (
    DEEDS,
    HOUSES,
    Answer,
    RandomEvening,
    can_be_undone,
    check_sides,
)
from tests.conftest import COUNTED
from tests.games.crowds import at_once

EVENINGS: Final = int(os.environ.get("EVENINGS", "0"))
STEPS: Final = 40 if EVENINGS else 20
counted: Counter[str] = Counter()


class EveningMachine(RuleBasedStateMachine):
    """Two organisers take turns; in the end all is undone, and some of it done again."""

    @initialize(
        house=st.sampled_from(HOUSES),
        buy_in=st.sampled_from([20, None]),
        steps=st.integers(2, 4),
        people=st.integers(5, 9),
    )
    def begin(self, house: dict[str, Any], buy_in: int | None, steps: int, people: int) -> None:
        self.evening = RandomEvening(house, people=people, buy_in=buy_in)
        self.before: dict[int, Any] = {}
        self.state = self.evening.state()
        for deed in self.evening.begin(steps):
            self._done(deed)

    @rule(who=st.integers(0, 1), deed=st.sampled_from(DEEDS), data=st.data())
    def do(self, who: int, deed: str, data: st.DataObject) -> None:
        def pick(some: Sequence[Any]) -> Any:
            return data.draw(st.sampled_from(some))

        self._done(partial(self.evening.do, who, deed, pick))

    def _done(self, deed: Callable[[], Answer | None]) -> None:
        """Do it, and see that the log has it, or nothing has changed."""
        known = len(self.evening.log())
        answer = deed()
        if answer is None:
            return
        connection.check_constraints()
        log, before, self.state = self.evening.log(), self.state, self.evening.state()
        if len(log) == known:
            assert self.state == before, answer
            return
        assert answer.is_done
        assert len(log) == known + 1
        assert log[-1].by_id in [one.player.pk for one in self.evening.organisers]
        self.before[log[-1].number] = before
        self.evening.check()
        undone = log[-1].undoes
        if undone is not None and undone.number == known:
            _compare(self.state, self.before[undone.number])

    def teardown(self) -> None:
        if not hasattr(self, "evening"):
            return
        self.evening.check_books()
        log = self.evening.log()
        self._rewind(len(log), down_to=1)
        assert not self.state["paper"]["attendances"]
        assert self.state["tables"] == {}
        done_again = len(self.evening.log())
        self._rewind(done_again, down_to=max(done_again - 5, len(log) + 1))
        self.evening.check_books()
        counted.update(map(str, self.evening.answers))

    def _rewind(self, last: int, *, down_to: int) -> None:
        """Undo all that can be undone, the latest first: each time all is as it was before it."""
        for deed in reversed(self.evening.log()[down_to - 1 : last]):
            if not can_be_undone(deed):
                continue
            number = self.evening.last_of(deed.number)
            self._done(partial(self.evening.undo, number % 2, number))
            assert self.evening.answers[-1].is_done, (deed.number, self.evening.answers[-1])
            _compare(self.state, self.before[deed.number])


def _compare(state: Any, wanted: Any) -> None:
    """See that all is as it was; who came for the first time stays a guest, with their chips."""
    known = {pk: chips for pk, chips in state["purses"].items() if pk in wanted["purses"]}
    assert {**state, "purses": known} == wanted


@pytest.mark.django_db
@pytest.mark.timeout(max(600, 10 * EVENINGS))
def test_an_evening_of_random_deeds_is_kept_and_undone(
    record_property: Callable[[str, object], None],
) -> None:
    run_state_machine_as_test(
        EveningMachine,
        settings=settings(
            max_examples=EVENINGS or 3,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=not EVENINGS,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        ),
    )
    record_property(COUNTED, ", ".join(f"{name} {counted[name]}" for name in sorted(counted)))


AT_THE_TABLES: Final = (
    *["result"] * 8,
    *("join", "join", "leave", "side_out", "side_out", "move", "correct"),
    *("open_tables", "undo_last", "undo_some", "welcome"),
)


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(max(3, EVENINGS)))
def test_sides_stay_whole_whoever_comes_and_goes(
    part: int, record_property: Callable[[str, object], None]
) -> None:
    """Many results of real cards, with latecomers, leavers, moves, misdeals and undo."""
    sided = [house for house in HOUSES if "sides" in house]
    chance = Random(f"sides {part}")
    house = sided[part % len(sided)]
    people = 9 if house["sides"] == "threes" else chance.choice([6, 8])
    evening = RandomEvening(house, people=people, buy_in=20)
    for deed in evening.begin(4):
        assert deed().is_done

    for _ in range(STEPS if EVENINGS else 12):
        evening.do(chance.randint(0, 1), chance.choice(AT_THE_TABLES), chance.choice)
        check_sides(evening.night)

    evening.check()
    evening.check_books()
    deals = Deal.objects.filter(table__night_table__round__night=evening.night)
    counts = Counter(one.name for one in evening.answers if one.is_done)
    assert counts["result"] or counts["undo"], [*map(str, evening.answers)]  # Of the tables.
    told = f"evenings 1, deals {deals.counted().count()}, deeds {counts.total()}"
    record_property(COUNTED, told)


NOTED: Final = {
    **{name: name for name in ("undo", "hand_out", "take_back", "open_tables", "join", "leave")},
    **{
        name: name for name in ("another_table", "move", "break_up", "bring", "totals", "end_round")
    },
    **{name: name for name in ("next_round", "cut", "partners", "end_partners", "wish", "welcome")},
}
"""Deeds that are in the log whenever they are done, by their names there."""


@pytest.mark.parametrize("part", range(max(1, EVENINGS // 10)))
def test_two_organisers_at_once_lose_nothing(
    part: int, own_database: str, record_property: Callable[[str, object], None]
) -> None:
    evening = RandomEvening(HOUSES[part % len(HOUSES)], people=8 + part % 2)
    purses = evening.state()["purses"]
    for deed in evening.begin(4):
        deed()
    opening = len(evening.log())

    def act(who: int) -> int:
        chance = Random(f"{part}:{who}")
        for _ in range(STEPS):
            evening.do(who, chance.choice(DEEDS), chance.choice)
        return who

    told = at_once([partial(act, who) for who in range(2)])

    assert told == [0, 1]
    evening.check()
    evening.check_books()
    _check_noted(evening, opening)
    for noted in reversed(evening.log()):
        if can_be_undone(noted):
            answer = evening.undo(0, evening.last_of(noted.number))
            assert answer.is_done, (noted.number, answer)
    evening.check()
    left = evening.state()
    assert left["paper"] == {"stage": ["planned", None, False], "attendances": {}, "drafts": {}}
    assert {pk: left["purses"][pk] for pk in purses} == purses
    evening.check_books()
    counts = Counter(map(str, evening.answers))
    record_property(COUNTED, ", ".join(f"{name} {counts[name]}" for name in sorted(counts)))


def _check_noted(evening: RandomEvening, opening: int) -> None:
    """See that each deed that was answered is in the log by the one who did it, and no other."""
    who = [one.player.pk for one in evening.organisers]
    logged = Counter((who.index(one.by_id or 0), str(one.kind)) for one in evening.log())
    done = Counter((one.who, one.name) for one in evening.answers if one.is_done)
    for name, kind in NOTED.items():
        for number in range(2):
            assert logged[number, kind] == done[number, name], (number, name)
    assert sum(logged.values()) <= sum(done.values())
    assert len(evening.log()) > opening
