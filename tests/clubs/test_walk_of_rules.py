"""Nights of real cards by every preset and by random sets of rules: 20 of them, or all 200.

Whatever the page of a table offers is what an independent enumeration finds possible; all of it is
accepted, nothing else is, and the chips are those of an independent count.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.engine import OPTIONS, PRESETS, Ruleset
from games.engine.presets import HAVING_PAIRS
from ledger.audit import check_books
from tests.clubs.walking import Walk, rules_of
from tests.conftest import COUNTED
from tests.lengths import sample

SETS = 200
PARTS = 10
WALKED = sample(1, of=PARTS)  # All of them take ten minutes and more.
ALL = 30  # There are no more of a kind, unless many sides play for points.
MANY, FEW = 10, 1  # By the tricks, and as many by the scores.
KINDS = {"won", "jinked", "jink_failed", "spoilt", "scored", "misdeal", "barred"}
TOLD = ["deals", *sorted(KINDS), "brought", "waited", "let_in", "accepted", "refused"]
EVENINGS = [*((preset, 5) for preset in PRESETS), *((preset, 4) for preset in HAVING_PAIRS)]


@pytest.mark.django_db
@pytest.mark.parametrize(("preset", "people"), EVENINGS)
def test_an_evening_by_a_preset(client: Client, preset: str, people: int) -> None:
    """Of the first deal all results are tried, or twenty that win and twenty that do not."""
    rules = Ruleset(preset)
    walk = Walk(client, rules, f"{preset} for {people}", people=people)

    walk.play(ALL if people == 4 or not rules.options()["target"] else MANY, 0, 0, 0)
    walk.end()

    assert list(check_books()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("part", WALKED)
def test_evenings_by_random_rules(
    client: Client, part: int, record_property: Callable[[str, Any], None]
) -> None:
    """Three deals each, or two for points. Of one of them results are tried: some, or all."""
    counted = Counter[str]()
    for number in range(part, SETS, PARTS):
        rules = rules_of(number)
        is_for_points = rules.options()["target"] is not None
        deals = [0] * (2 if is_for_points else 3)
        deals[number // 3 % len(deals)] = ALL if number % 4 == 1 and not is_for_points else FEW
        walk = Walk(client, rules, f"rules {number}")
        try:
            walk.play(*deals)
            walk.end()
        except AssertionError as error:
            error.add_note(f"by the random rules of number {number}: {rules}")
            raise
        counted += walk.counted

    assert list(check_books()) == []
    assert counted.keys() >= KINDS
    record_property(COUNTED, ", ".join(f"{name} {counted[name]}" for name in TOLD))


@pytest.mark.django_db
@pytest.mark.parametrize("options", [{"topup": "dealer_only"}, {"new_pool": "dealer"}], ids=str)
def test_evenings_in_which_a_dealer_is_short(client: Client, options: dict[str, str]) -> None:
    """RULES.md 7.5: they sit out where they are in turn, and play where another deals."""
    counted = Counter[str]()
    for number in range(4):
        rules = Ruleset("standard", {"stake": 2, "dealer_extra": 0, **options})
        walk = Walk(client, rules, f"short by {options}, {number}", stacks=[2, 3, 2, 20])
        walk.play(*[FEW] * 5)
        walk.end()
        counted += walk.counted

    assert list(check_books()) == []
    assert counted["let_in"]


def test_the_random_rules_have_every_value_of_every_option() -> None:
    drawn = [rules_of(number).options() for number in range(SETS)]
    for name, option in OPTIONS.items():
        assert set(option.values) <= {options[name] for options in drawn}, name
