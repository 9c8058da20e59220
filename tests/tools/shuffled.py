"""Another order of tests by a seed: `pytest -p tests.tools.shuffled --order-seed 7`.

Files come in another order, and so do the tests of each; a file stays together, for what it makes
once. All processes of a run have one order.
"""

from collections import defaultdict
from random import Random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--order-seed", type=int, default=0, help="The seed of the order of tests.")


def pytest_report_header(config: pytest.Config) -> str:
    return f"order of tests: seed {config.option.order_seed}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items[:] = shuffled(items, config.option.order_seed)


def shuffled(items: list[pytest.Item], seed: int) -> list[pytest.Item]:
    """The same tests, file by file, in the order of this seed."""
    chance = Random(seed)
    files: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.nodeid.partition("::")[0]].append(item)
    names = sorted(files)
    chance.shuffle(names)
    found = []
    for name in names:
        tests = sorted(files[name], key=lambda item: item.nodeid)
        chance.shuffle(tests)
        found += tests
    return found
