"""Fixtures of the tests of the engine."""

from collections.abc import Iterator

import pytest

from games.engine import house_rules, notation, presets, rulesets, versions


@pytest.fixture
def later_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The version after today's is the newest, and house rules of today's are of a former one.

    In the former one the ace of hearts never robbed, and peel had a stake of 9.
    """
    kept = (rulesets._options_of, rulesets.nearest_preset, rulesets.preset_on_record)
    for module in (versions, house_rules, notation, presets, rulesets):
        monkeypatch.setattr(module, "VERSION", versions.FIRST_VERSION + 1)
    monkeypatch.setitem(versions.FORMER_DEFAULTS, 1, {"hearts_ace_robs": False})
    former = {"peel": presets.PRESETS["peel"] | {"stake": 9}}
    monkeypatch.setitem(presets.FORMER_PRESETS, 1, former)
    for remembered in kept:
        remembered.cache_clear()
    yield
    for remembered in kept:
        remembered.cache_clear()
