"""Clients that post as fast as they can, and what it took: time, waiting, CPU of both sides."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Barrier
from time import perf_counter, thread_time

from django.db import connection

from deploy.bench.ledgers import Contestant

ACCOUNTS_A_CLIENT = 30
HOT_POOL = 0  # The number of the account that every transfer has a leg in.
WARM_UP = 20  # PostgreSQL plans the first few calls of a connection anew.


@dataclass(frozen=True)
class Scenario:
    """Args:
    legs: Of a transfer; all accounts but one pay a chip.
    clients: Threads, each with a connection of its own.
    is_hot: Whether all pay one pool, or each client's transfers are among its own accounts.
    """

    legs: int
    clients: int
    is_hot: bool

    def __str__(self) -> str:
        clients = "1 client" if self.clients == 1 else f"{self.clients} clients"
        return f"{self.legs} legs, {clients}, {'one hot pool' if self.is_hot else 'accounts apart'}"

    def transfer(self, client: int, chance: Random) -> Mapping[int, int]:
        first = 1 + client * ACCOUNTS_A_CLIENT
        accounts = chance.sample(range(first, first + ACCOUNTS_A_CLIENT), self.legs)
        taker = HOT_POOL if self.is_hot else accounts[0]
        return dict.fromkeys(accounts[1:], -1) | {taker: self.legs - 1}


@dataclass(frozen=True)
class Lap:
    """What a number of transfers took in all, and each of them in seconds."""

    seconds: float
    cpu_seconds: float
    waits: list[float]


def run(contestant: Contestant, scenario: Scenario, transfers: int) -> Lap:
    """Every client posts its share, all at once, after a few that are not counted."""
    start, chances = Barrier(scenario.clients + 1), [Random(n) for n in range(scenario.clients)]
    share = transfers // scenario.clients

    def client(number: int) -> tuple[float, list[float]]:
        drawn = [scenario.transfer(number, chances[number]) for _ in range(share + WARM_UP)]
        try:
            for legs in drawn[:WARM_UP]:
                contestant.post(legs)
            backend = connection.connection.info.backend_pid
            start.wait()
            cpu = thread_time() + _backend_cpu(backend)
            waits = []
            for legs in drawn[WARM_UP:]:
                began = perf_counter()
                contestant.post(legs)
                waits.append(perf_counter() - began)
            return thread_time() + _backend_cpu(backend) - cpu, waits
        finally:
            connection.close()

    with ThreadPoolExecutor(scenario.clients) as threads:
        laps = [threads.submit(client, number) for number in range(scenario.clients)]
        start.wait()
        began = perf_counter()
        answers = [lap.result() for lap in laps]
        seconds = perf_counter() - began
    return Lap(
        seconds=seconds,
        cpu_seconds=sum(cpu for cpu, _ in answers),
        waits=[wait for _, waits in answers for wait in waits],
    )


def _backend_cpu(pid: int) -> float:
    """Seconds that a process of the server, on this machine and Linux, was on a processor."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
