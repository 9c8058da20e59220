"""C16 and C21: processes of an instance that `manage.py up` runs on this machine, killed."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import redis

from deploy.bench.ports import HOST, free_port
from deploy.embedded.addresses import environment
from deploy.ports import command_of, parent_of
from tests.attacks import instance
from tests.attacks.callers import RECOVERY_SECONDS, Obstructed, Site, wait_until
from tests.attacks.catalogue import DATABASE, PROCESSES, attack
from tests.attacks.machine import all_processes, children_of, lives, running
from tests.attacks.stage import Stage

BROKER_SECONDS = 30.0
QUEUES = ("sweep", "play")
PILE, MOST_A_SECOND = 12, 100


@attack("C16", harms="a web worker is killed; another one takes its place.", needs=(PROCESSES,))
def a_web_worker_is_killed(stage: Stage) -> Iterator[str]:
    """One of the processes that answer requests is killed: another takes its place."""
    main = _web(stage)
    workers = _workers(main)
    os.kill(workers[0], signal.SIGKILL)

    if words := list(_is_well(stage)):
        yield from words
        return

    def is_back() -> bool:
        now = _workers(_web(stage))
        return len(now) >= len(workers) and workers[0] not in now

    if not wait_until(is_back, seconds=RECOVERY_SECONDS):
        yield f"there were {len(workers)} workers, and are {len(_workers(_web(stage)))}"


@attack("C16", harms="the web's main process is killed; `up` starts it anew.", needs=(PROCESSES,))
def the_main_process_of_the_web_is_killed(stage: Stage) -> Iterator[str]:
    """The process that started the web workers is killed: they end too, and the web is back."""
    main = _web(stage)
    orphans = _workers(main)
    os.kill(main, signal.SIGKILL)
    if not wait_until(lambda: not any(map(lives, orphans)), seconds=RECOVERY_SECONDS):
        yield f"{sum(map(lives, orphans))} orphans of it live on"
    yield from _is_well(stage)


@attack("C16", harms="PostgreSQL is killed; `up` starts it anew.", needs=(PROCESSES, DATABASE))
def the_database_is_killed(stage: Stage) -> Iterator[str]:
    """The main process of PostgreSQL is killed: it is back, and so is the service."""
    with stage.owner() as owner:
        server = parent_of(owner.info.backend_pid)
    os.kill(server, signal.SIGKILL)
    if not wait_until(lambda: not lives(server)):
        raise Obstructed("PostgreSQL does not die")
    yield from _is_well(stage)


@attack("C16", harms="the broker is killed; `up` starts it anew.", needs=(PROCESSES,))
def the_broker_is_killed(stage: Stage) -> Iterator[str]:
    """Valkey is killed: it is back, and so is the service."""
    with _broker(stage) as broker:
        server = int(broker.info("server")["process_id"])
    os.kill(server, signal.SIGKILL)
    if not wait_until(lambda: not lives(server)):
        raise Obstructed("Valkey does not die")
    yield from _is_well(stage)


@attack("C16", harms="a second `up` is started on the same data, and stopped.", needs=(PROCESSES,))
def a_second_up_takes_the_servers(stage: Stage) -> Iterator[str]:
    """`manage.py up` is started again on the data of the instance: on its port it refuses in words;
    on another it refuses or shares, and when it ends the first goes on."""
    assert stage.data
    for port in (stage.site.port, free_port()):
        words = instance.command("up", "--port", str(port))
        environ = instance.environment(stage.data)
        with Site(f"http://{HOST}:{port}") as site, running(words, environ) as second:
            if port == stage.site.port:
                wait_until(lambda: second.has_ended, seconds=RECOVERY_SECONDS)
                has_failed = not second.has_ended
            else:
                has_failed = not second.reaches(lambda: not site.trouble()) and not second.has_ended
            if has_failed:
                yield f"a second one on port {port} runs on: {second.said[-300:]}"
            second.stop()
            if "Traceback" in second.said:
                yield f"a second one on port {port} says: {second.said[-300:]}"
        yield from _is_well(stage)


@attack("C21", harms="the workers are frozen for some seconds, and go on.", needs=(PROCESSES,))
def messages_pile_up_without_workers(stage: Stage) -> Iterator[str]:
    """The workers are frozen: what is sent to them meanwhile expires, and once they go on the
    queues are empty soon."""
    frozen = _celery(stage)
    if not frozen:
        raise Obstructed("no worker was found")
    with _broker(stage) as broker:
        try:
            for pid in frozen:
                os.kill(pid, signal.SIGSTOP)
            began = time.monotonic()
            if not wait_until(lambda: len(_waiting(broker)) >= PILE):
                raise Obstructed("nobody sends messages")
            waiting, seconds = _waiting(broker), time.monotonic() - began
        finally:
            for pid in frozen:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
        if forever := sum(b'"expires": null' in text for text in waiting):
            yield f"{forever} of {len(waiting)} messages never expire"
        if len(waiting) > MOST_A_SECOND * seconds:
            yield f"{len(waiting)} messages in {seconds:.1f} s"
        if not wait_until(lambda: len(_waiting(broker)) < PILE, seconds=RECOVERY_SECONDS):
            yield "the workers do not catch up"
    yield from _is_well(stage)


def _is_well(stage: Stage) -> Iterator[str]:
    """Whether all of the instance works again, each of its parts."""
    if trouble := stage.site.trouble_that_stays():
        yield f"after {RECOVERY_SECONDS:g} s it is not well: {trouble}"


def _broker(stage: Stage) -> redis.Redis:
    assert stage.data
    return redis.Redis.from_url(
        environment(stage.data)["REDIS_URL"],
        socket_timeout=BROKER_SECONDS,
        socket_connect_timeout=BROKER_SECONDS,
    )


def _waiting(broker: redis.Redis) -> list[Any]:
    """The messages that no worker has taken."""
    return [text for queue in QUEUES for text in broker.lrange(queue, 0, -1)]


def _web(stage: Stage) -> int:
    """The main process of the web: the oldest of those that listen at the site's port."""
    if not wait_until(stage.site.answers, seconds=RECOVERY_SECONDS):
        raise Obstructed("the site is not up")
    wanted = f" --port {stage.site.port} "
    found = [
        pid
        for pid in all_processes()
        if wanted in (words := command_of(pid)) and "granian" in words
    ]
    mains = [pid for pid in found if parent_of(pid) not in found]
    if len(mains) != 1:
        raise Obstructed(f"{len(mains)} main processes of a web on this machine serve that port")
    return mains[0]


def _workers(main: int) -> list[int]:
    """Its children that answer requests; multiprocessing's tracker is one too, and does not."""
    return [pid for pid in children_of(main) if "resource_tracker" not in command_of(pid)]


def _celery(stage: Stage) -> list[int]:
    """The workers of the same `up`, main processes first."""
    up = parent_of(_web(stage))
    mains = [
        pid
        for pid in children_of(up)
        if "celery" in (words := command_of(pid)) and " worker " in words
    ]
    return mains + [child for pid in mains for child in children_of(pid)]
