"""Signing in while two hundred slow lines are open: who is slow holds up nobody."""

import statistics
from collections.abc import Iterator
from http import HTTPStatus
from time import perf_counter

from django.contrib.auth import get_user_model

from deploy.bench.callers import PATIENCE_SECONDS, sign_in
from deploy.bench.measures import Measure
from deploy.bench.ports import HOST, free_port
from deploy.bench.scratch import scratch_servers
from deploy.bench.slow_lines import SLOW, slow_lines
from deploy.demo.web import wait_for_page
from deploy.supervisor import Supervisor, web

USERNAME, PASSWORD = "nora", "a quiet word"


def measures(*, is_quick: bool) -> Iterator[Measure]:
    """Medians of sign-ins beside lines of each kind; the peer is one with no such line open.

    Raises:
        RuntimeError: somebody with the right password was not signed in.
    """
    times = 3 if is_quick else 9
    with scratch_servers(), Supervisor(lambda *_: None) as supervisor:
        get_user_model().objects.create_user(USERNAME, password=PASSWORD)
        port = free_port()
        supervisor.start(web(HOST, port))
        wait_for_page(f"http://{HOST}:{port}/livez", supervisor.check)
        for kind in SLOW:
            quiet = _sign_in_seconds(port, times)
            with slow_lines(port, kind, patience_seconds=PATIENCE_SECONDS):
                beside = _sign_in_seconds(port, times)
            yield Measure(
                f"a sign-in beside 200 slow lines, {kind}, seconds",
                beside,
                peer=quiet,
                peer_name="with none open",
            )


def _sign_in_seconds(port: int, times: int) -> float:
    taken = []
    for _ in range(times):
        began = perf_counter()
        status = sign_in(f"{HOST}:{port}", USERNAME, PASSWORD)
        taken.append(perf_counter() - began)
        if status != HTTPStatus.CREATED:
            raise RuntimeError(f"the sign-in was answered {status}")
    return statistics.median(taken)
