"""The costs of the tests of a run: `pytest -p tests.tools.costs` adds them up in its last lines.

Wall is what each test took, its arranging included, added up over all processes that run tests. CPU
is that of these processes and of programs that they waited for; the servers' comes on top.
"""

import resource
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pytest

DEAREST = 20
COST = "cpu seconds"  # The property of a test's last report.
BEFORE = pytest.StashKey[float]()


@dataclass
class Costs:
    """The costs of some tests, in seconds."""

    tests: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    by_function: Counter[str] = field(default_factory=Counter)


def cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[BEFORE] = cpu_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if call.when == "teardown":
        cost = cpu_seconds() - item.stash.get(BEFORE, cpu_seconds())
        report.user_properties.append((COST, cost))
    return report  # type: ignore[return-value]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [
        report
        for found in terminalreporter.stats.values()
        for report in found
        if isinstance(report, pytest.TestReport)
    ]
    terminalreporter.section("costs")
    terminalreporter.write("".join(f"{line}\n" for line in told(reports)))


def told(reports: Iterable[pytest.TestReport]) -> Iterator[str]:
    """The costs by folder, then the dearest functions with all their cases."""
    folders: defaultdict[str, Costs] = defaultdict(Costs)
    functions: defaultdict[str, Costs] = defaultdict(Costs)
    for report in reports:
        function = report.nodeid.partition("[")[0]
        for costs in (folders[_folder(function)], functions[function], folders["all"]):
            costs.wall += report.duration
            if report.when == "teardown":
                costs.tests += 1
                costs.cpu += float(str(dict(report.user_properties).get(COST, 0.0)))
    for some in (sorted(folders.items()), _dearest(functions)):
        for name, costs in some:
            yield f"{costs.wall:9.1f} s wall {costs.cpu:9.1f} s CPU {costs.tests:6} tests  {name}"


def _dearest(functions: dict[str, Costs]) -> list[tuple[str, Costs]]:
    return sorted(functions.items(), key=lambda one: -one[1].cpu)[:DEAREST]


def _folder(test: str) -> str:
    return test.rpartition("/")[0]
