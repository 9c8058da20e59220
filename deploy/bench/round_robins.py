"""Round robins that start while others enter and read: nobody waits for what is planned."""

import itertools
import logging
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from http import HTTPStatus
from threading import Event, Thread
from typing import Final

from django.db import transaction

from clubs.members import join_club
from clubs.models import Player
from clubs.tokens import make_token
from deploy.bench.callers import Answer, Caller
from deploy.bench.cups import announce_cup
from deploy.bench.lock_waits import LONG_SECONDS, watched_locks
from deploy.bench.measures import Measure, at_most
from deploy.rest.clock import database_now
from deploy.rights import Scope
from tournaments.drawing import able_in, draw, situation_of
from tournaments.models import RoundDraw, SeatingPlan, Tournament, TournamentStatus
from tournaments.stages import StagePlan

PLAN: Final[StagePlan] = {"format": "round_robin", "deals_a_round": 1}
LONGEST_SECONDS: Final = 300
LOOK_SECONDS: Final = 0.05
PATH: Final = "/api/v1/tournaments"

logger = logging.getLogger(__name__)


def round_robins(site: str, sizes: Sequence[int]) -> Iterator[Measure]:
    """Start one of each size, by an order and by the schedule in turn, and watch the locks.

    Each is full. Beside it somebody goes on and off its waiting list all the time, and somebody
    reads it.

    Args:
        site: Host and port of the service.
    """
    seconds, plans, before = [], 0, 0.0
    faults: list[Answer] = []
    with watched_locks() as waits:
        for number, entrants in enumerate(sizes):
            cup = announce_cup(entrants, stage=PLAN, at=database_now())
            seconds.append(start_beside_others(site, cup, by_order=number % 2 == 0, faults=faults))
            plans += SeatingPlan.objects.filter(stage__tournament=cup).count()
            _stop(cup)
    for cup in Tournament.objects.filter(stages__format=PLAN["format"], draws__isnull=False):
        before = max(before, seconds_of_plan(cup))
    name = f"round robins of {min(sizes)} to {max(sizes)}"
    yield Measure(f"{name}: seconds of the slowest start with its plan", max(seconds))
    yield Measure(f"{name}: plans searched for, beside one of each", plans, len(sizes), "cups")
    yield Measure(
        f"{name}: longest lock wait, seconds",
        waits.longest,
        before,
        "planned under the lock",
    )
    yield Measure(f"{name}: answers of 500 and more beside", len(faults), goal=at_most(0))
    held = f"{name}: lock waits over {1000 * LONG_SECONDS:.0f} ms"
    yield Measure(held, waits.long, goal=at_most(0))


def start_beside_others(
    site: str, cup: Tournament, *, by_order: bool, faults: list[Answer]
) -> float:
    """Start a cup while others enter it and read it; seconds until its first round is drawn.

    Args:
        faults: Takes the answers of 500 and more that the others got.
    """
    owner = Player.objects.get(memberships__club=cup.club, name="Host")
    guest = Player.objects.create(username=f"guest-{cup.pk}", name="Guest")
    join_club(cup.club, player=guest, at=database_now())
    Tournament.objects.filter(pk=cup.pk).update(capacity=cup.entrants.count())
    is_over = Event()
    with ExitStack() as stack:
        for task in (_enter_and_withdraw, _read):
            token = make_token(guest, name=task.__name__, days=1)[1]
            thread = Thread(target=task, args=(Caller(site, token), cup.pk, is_over, faults))
            thread.start()
            stack.callback(thread.join)
        stack.callback(is_over.set)
        began = time.monotonic()
        if by_order:
            caller = Caller(site, make_token(owner, name="start", days=1, scopes=Scope)[1])
            answer = caller.ask("POST", f"{PATH}/{cup.pk}/start", key=str(uuid.uuid4()))
            assert answer.status == 200, answer
        else:
            Tournament.objects.filter(pk=cup.pk).update(starts_at=database_now())
        while not RoundDraw.objects.filter(tournament=cup).exists():
            assert time.monotonic() - began < LONGEST_SECONDS, f"{cup} does not start"
            time.sleep(LOOK_SECONDS)
        return time.monotonic() - began


def _enter_and_withdraw(caller: Caller, cup: int, is_over: Event, faults: list[Answer]) -> None:
    for deed in itertools.cycle(("enter", "withdraw")):
        if is_over.wait(LOOK_SECONDS):
            return
        _note(caller.ask("POST", f"{PATH}/{cup}/{deed}", {}, key=str(uuid.uuid4())), faults)


def _read(caller: Caller, cup: int, is_over: Event, faults: list[Answer]) -> None:
    while not is_over.wait(LOOK_SECONDS):
        _note(caller.ask("GET", f"{PATH}/{cup}"), faults)


def _note(answer: Answer, faults: list[Answer]) -> None:
    if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        logger.warning("%s", answer)
        faults.append(answer)


def _stop(cup: Tournament) -> None:
    """Play no more of it, so that the next one has the machine for itself."""
    Tournament.objects.filter(pk=cup.pk, status=TournamentStatus.RUNNING).update(
        paused_at=database_now()
    )


def seconds_of_plan(cup: Tournament) -> float:
    """The time of the first draw of a cup with its plan: so long others waited for the lock."""
    stage = cup.stages.get()
    stage.tournament = cup
    first = cup.draws.order_by("pk").first()
    assert first is not None
    with transaction.atomic():
        SeatingPlan.objects.filter(stage=stage).delete()
        began = time.monotonic()
        draw(situation_of(stage, able_in(stage), seed=first.seed, before=1), stage)
        seconds = time.monotonic() - began
        transaction.set_rollback(True)
    return seconds
