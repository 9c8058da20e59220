"""The runner itself: nothing passes for held that was not, and nothing outlives an attack."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.attacks.callers import Site
from tests.attacks.catalogue import Attack, carry_out
from tests.attacks.instance import MOST_REQUESTS
from tests.attacks.machine import lives, running
from tests.attacks.malforming import malformed_addresses, malformed_bodies, sample_of_each
from tests.attacks.stage import Stage
from tests.rest.description import DOCUMENT


def outcome_of(does: Any) -> Any:
    stage = Stage(Site("http://127.0.0.1:1"), "nora", "five of hearts")
    return carry_out(Attack("one", "A1", does, "", ()), stage)


def test_what_got_through_before_an_error_is_told_with_it() -> None:
    def does(_: Stage) -> Iterator[str]:
        yield "took a chip"
        raise ValueError("then the line broke")

    outcome = outcome_of(does)

    assert str(outcome) == "took a chip; not carried out: ValueError: then the line broke"
    assert not outcome.was_held


def test_an_attack_without_an_instance_is_not_held() -> None:
    def does(stage: Stage) -> Iterator[str]:
        yield from stage.nobody.rows("clubs")

    outcome = outcome_of(does)

    assert "not carried out" in str(outcome)
    assert not outcome.was_held


def test_a_program_ends_with_an_attack_that_fails() -> None:
    with (
        pytest.raises(ValueError, match="the attack"),
        running([sys.executable, "-c", "import time; time.sleep(60)"], os.environ) as command,
    ):
        raise ValueError("the attack")

    assert not lives(command.process.pid)


@pytest.mark.parametrize("requests", [malformed_bodies, malformed_addresses])
def test_a_sample_has_each_address(requests: Any) -> None:
    every = requests(DOCUMENT)
    some = sample_of_each(every, MOST_REQUESTS)

    assert len(some) <= MOST_REQUESTS < len(every)
    assert {one.path for one in some} == {one.path for one in every}
