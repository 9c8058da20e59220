"""Our ledger beside others on the same database, in turns: what a transfer and a balance take."""

import statistics
from collections.abc import Callable, Iterator
from time import perf_counter

from deploy.bench.ledgers import Contestant
from deploy.bench.ledgers.ours import Ours
from deploy.bench.ledgers.pgledger_like import PgledgerLike
from deploy.bench.ledgers.plain import Floor, PlainOrm
from deploy.bench.ledgers.races import ACCOUNTS_A_CLIENT, Lap, Scenario, run
from deploy.bench.measures import Goal, Measure, at_least, at_most
from deploy.bench.scratch import scratch_servers
from ledger.models import Transfer
from ledger.statements import balance

CLIENTS = 4
LOOK_UPS = 300
WITH_GOALS = [Scenario(legs=legs, clients=1, is_hot=False) for legs in (2, 6)]
OTHERS = [
    Scenario(legs=legs, clients=clients, is_hot=is_hot)
    for clients, is_hot in ((CLIENTS, True), (1, True), (CLIENTS, False))
    for legs in (2, 6)
]
# Transfers per second of CPU, ours / theirs, for a number of legs.
GOALS: dict[tuple[str, int], Goal] = {
    ("hordak", 2): at_least(2.5),
    ("hordak", 6): at_least(4),
    ("hordak with locks and balance check", 2): at_least(5),
    ("hordak with locks and balance check", 6): at_least(5),
}


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """Medians over laps in which everybody has a turn; CPU is of the client and the server."""
    laps, transfers = (3, 60) if is_quick else (7, 200)
    with scratch_servers("mptt", "hordak"):
        # hordak's models can be imported only where its apps are installed.
        from deploy.bench.ledgers.hordak import Hordak, LockedHordak

        ours = Ours()
        peers: list[Contestant] = [Hordak(), LockedHordak(), PgledgerLike(), PlainOrm(), Floor()]
        for contestant in [ours, *peers]:
            contestant.open(1 + CLIENTS * ACCOUNTS_A_CLIENT)
        for scenario in WITH_GOALS:
            taken = _laps([ours, *peers], scenario, laps=laps, transfers=transfers)
            yield from _cpu_measures(taken, scenario, ours, peers)
            yield from _time_measures(taken, scenario, ours, peers)
        for scenario in OTHERS[: 2 if is_quick else None]:
            taken = _laps([ours, *peers], scenario, laps=1 + laps // 3, transfers=transfers)
            yield from _cpu_measures(taken, scenario, ours, peers)
            yield from _time_measures(taken, scenario, ours, peers)
        yield from _balance_measures(ours, entries=100_000 if is_quick else 1_000_000)


def _laps(
    contestants: list[Contestant], scenario: Scenario, *, laps: int, transfers: int
) -> dict[str, list[Lap]]:
    taken: dict[str, list[Lap]] = {contestant.name: [] for contestant in contestants}
    for _ in range(laps):
        for contestant in contestants:
            taken[contestant.name].append(run(contestant, scenario, transfers))
    return taken


def _cpu_measures(
    taken: dict[str, list[Lap]], scenario: Scenario, ours: Contestant, peers: list[Contestant]
) -> Iterator[Measure]:
    rate = {
        name: statistics.median(len(lap.waits) / lap.cpu_seconds for lap in laps)
        for name, laps in taken.items()
    }
    for peer in peers:
        yield Measure(
            f"{scenario}: transfers per second of CPU",
            rate[ours.name],
            rate[peer.name],
            peer.name,
            GOALS.get((peer.name, scenario.legs)) if scenario in WITH_GOALS else None,
        )


def _time_measures(
    taken: dict[str, list[Lap]], scenario: Scenario, ours: Contestant, peers: list[Contestant]
) -> Iterator[Measure]:
    for peer in peers:
        our_rate, their_rate = (
            statistics.median(len(lap.waits) / lap.seconds for lap in taken[name])
            for name in (ours.name, peer.name)
        )
        yield Measure(f"{scenario}: transfers per second", our_rate, their_rate, peer.name)
    for cut, name in ((49, "p50"), (98, "p99")):
        for peer in peers:
            our_wait, their_wait = (
                1000 * statistics.quantiles(waits, n=100)[cut]
                for waits in (_waits(taken[ours.name]), _waits(taken[peer.name]))
            )
            yield Measure(f"{scenario}: {name}, milliseconds", our_wait, their_wait, peer.name)


def _waits(laps: list[Lap]) -> list[float]:
    return [wait for lap in laps for wait in lap.waits]


def _balance_measures(ours: Ours, *, entries: int) -> Iterator[Measure]:
    account = ours.live_long(entries)
    middle = account.entries.select_related("transfer").get(seq=entries // 2).transfer
    calls: dict[str, Callable[[], object]] = {
        "row": lambda: Transfer.objects.values_list("key").get(pk=middle.pk),
        "now": lambda: balance(account),
        "then": lambda: balance(account, at=middle.recorded_at),
    }
    taken: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(LOOK_UPS):
        for name, call in calls.items():
            began = perf_counter()
            call()
            taken[name].append(1000 * (perf_counter() - began))
    median = {name: statistics.median(waits) for name, waits in taken.items()}
    peer = (median["row"], "a row by its primary key")
    yield Measure(
        f"balance of an account of {entries:,} entries, milliseconds",
        median["now"],
        *peer,
        at_most(2),
    )
    yield Measure("its balance half its life ago, milliseconds", median["then"], *peer)
