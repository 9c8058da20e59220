"""What `/readyz` costs a web process, beside `/livez`, which asks nothing."""

import time
from collections.abc import Iterator

from django.db import connection
from django.test import Client

from deploy.bench.measures import Measure, at_most
from deploy.bench.scratch import scratch_servers
from deploy.health import judged
from deploy.rest.clock import database_now
from games.play.signs import give_sign
from ledger.declarations import declared

MOST_MILLISECONDS = 3
SIGNS = ("worker sweep", "worker play", "worker bots", "beat", "keys web")


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """CPU of this process alone: what PostgreSQL does for it is another's."""
    calls = 200 if is_quick else 2000
    with scratch_servers():
        for errand in declared("errands"):
            errand(database_now())
        for part in SIGNS:
            give_sign(part)
        judged()
        ready, alive = _milliseconds("/readyz", calls), _milliseconds("/livez", calls)
        yield Measure("readyz, CPU ms a call", ready, goal=at_most(MOST_MILLISECONDS))
        yield Measure("readyz beside livez, CPU ms a call", ready, peer=alive, peer_name="livez")
        connection.close()


def _milliseconds(path: str, calls: int) -> float:
    client = Client()
    client.get(path)
    began = time.process_time()
    for _ in range(calls):
        client.get(path)
    return (time.process_time() - began) * 1000 / calls
