"""The whole suite several times, one after another: does any test fail by chance?

    .venv/bin/python -m tests.tools.rounds [--rounds 6] [--seed 1] [arguments of pytest]

Each round has its own order of tests and its own examples, both by its seed. Beside the last two,
two processes keep both cores busy. A round that fails does not end the others; the end says which
tests failed in which round.
"""

import argparse
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from deploy.checks import IN_PARALLEL
from deploy.paths import BIN_DIR, PROJECT_DIR

ROUNDS = 6
BUSY_ROUNDS = 2
BUSY = "while True: pass"
BUSY_PROCESSES = 2
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
LAST = re.compile(r"^(?:=+ )?(\d+ \w+.*? in [\d.]+s)", re.MULTILINE)


@dataclass(frozen=True)
class Round:
    """The end of one round.

    Attributes:
        wall: Seconds from its beginning to its end.
        cpu: Seconds of all its processes that ended with it.
        said: pytest's last line.
        failed: The tests that failed.
    """

    seed: int
    is_busy: bool
    wall: float
    cpu: float
    said: str
    failed: list[str]

    def __str__(self) -> str:
        beside = "beside two busy processes" if self.is_busy else "alone"
        return f"seed {self.seed} {beside}: {self.wall:.0f} s, {self.cpu:.0f} s CPU: {self.said}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1, help="of the first round")
    known, arguments = parser.parse_known_args()
    rounds = []
    for number in range(known.rounds):
        is_busy = number >= known.rounds - BUSY_ROUNDS
        rounds.append(run(known.seed + number, arguments, is_busy=is_busy))
        _say(str(rounds[-1]))
        for test in rounds[-1].failed:
            _say(f"    {test}")
    failures = sum(len(one.failed) for one in rounds)
    _say(f"{len(rounds)} rounds, {failures} failures")
    return 1 if failures else 0


def run(seed: int, arguments: list[str], *, is_busy: bool) -> Round:
    """One round, in as many processes as `manage.py test` takes."""
    command = [
        *(str(BIN_DIR / "pytest"), "-q", *IN_PARALLEL, f"--hypothesis-seed={seed}"),
        *("-p", "tests.tools.shuffled", f"--order-seed={seed}", *arguments),
    ]
    with ExitStack() as stack:
        if is_busy:
            stack.enter_context(busy())
        began, used = time.monotonic(), _cpu_of_children()
        answer = subprocess.run(command, cwd=PROJECT_DIR, capture_output=True, text=True)
        wall, cpu = time.monotonic() - began, _cpu_of_children() - used
    said = LAST.findall(answer.stdout) or [f"ended with {answer.returncode}"]
    failed = FAILED.findall(answer.stdout)
    if answer.returncode and not failed:
        failed = [answer.stdout[-500:] + answer.stderr[-500:]]
    return Round(seed, is_busy, wall, cpu, said[-1], failed)


@contextmanager
def busy() -> Iterator[None]:
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(BUSY_PROCESSES)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 (a script for people)


if __name__ == "__main__":
    sys.exit(main())
