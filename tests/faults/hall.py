"""A hall whose service is made to fail: real processes, and programs that play over HTTP on."""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from django.db.models import Count, Q, QuerySet

from deploy.bench.callers import Caller
from deploy.bench.hall import Hall, open_hall
from deploy.bench.people import Person
from deploy.bench.ports import HOST, free_port
from deploy.demo.web import wait_for_page
from deploy.rest.clock import database_now
from deploy.supervisor import Program, Supervisor, web, workers
from games.engine import Place
from games.models import Action, Deal, Seat, Table
from games.reasons import POOL_WON, STAKE, TOP_UP
from ledger.audit import check_books
from ledger.models import Transfer

LOOK_SECONDS = 0.1
PATIENCE_SECONDS = 180  # With a service that settles no deal.
TURN_SECONDS = 10


@dataclass
class Party:
    """A hall, its people, and the service that they play at."""

    supervisor: Supervisor
    web: Program
    hall: Hall
    people: list[Person]
    deals: int
    errors: list[BaseException] = field(default_factory=list)

    @property
    def tables(self) -> list[int]:
        return [table.pk for table in self.hall.tables]

    def settled(self) -> int:
        count: int = Deal.objects.filter(table__in=self.tables).settled().count()
        return count

    def is_over(self) -> bool:
        return not Table.objects.filter(pk__in=self.tables).open().exists()

    def play(self, meanwhile: Callable[[int], object] = lambda _: None) -> None:
        """Everybody plays until all tables have closed; `meanwhile` is told the deals settled."""
        stop = threading.Event()
        seats = dict(Table.objects.filter(pk__in=self.tables).values_list("seats__player", "pk"))
        threads = [
            threading.Thread(target=self._guard, args=(one, seats[one.player], stop))
            for one in self.people
        ]
        for thread in threads:
            thread.start()
        try:
            settled, since = 0, time.monotonic()
            while not self.is_over():
                assert not self.errors, self.errors[0]
                if (now_settled := self.settled()) > settled:
                    settled, since = now_settled, time.monotonic()
                assert time.monotonic() - since < PATIENCE_SECONDS, f"{settled}, then nothing"
                meanwhile(settled)
                time.sleep(LOOK_SECONDS)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        assert not self.errors, self.errors[0]

    def _guard(self, person: Person, table: int, stop: threading.Event) -> None:
        try:
            person.play(table, stop)
        except BaseException as error:  # The thread's; told in the test's own.
            self.errors.append(error)

    def report(self, fault: str) -> str:
        """What was checked after it, in numbers."""
        deals = Deal.objects.filter(table__in=self.tables)
        assert deals.count() == self.settled() == self.deals
        told = count_acts(deals, self.people)
        paid = Transfer.objects.filter(book=self.hall.club.book)
        stakes = paid.filter(reason__in=[STAKE, TOP_UP]).count()
        won = deals.filter(Q(outcome_json__kind="won") | Q(outcome_json__kind="jinked")).count()
        assert stakes == self.deals
        assert paid.filter(reason=POOL_WON).count() == won
        assert check_books() == []
        return (
            f"{fault}: {self.deals} deals, {told} actions acknowledged and all there, "
            f"{sum(one.unanswered for one in self.people)} requests unanswered, "
            f"{sum(one.repeated for one in self.people)} repeated, nobody timed out"
        )


def count_acts(
    deals: QuerySet[Deal], people: Iterable[Person], *, left: Collection[int] = ()
) -> int:
    """How many actions of people were acknowledged; none is lost or done twice, none is late.

    Args:
        left: Players who have gone, and for whom the clock plays.
    """
    clocked = Action.objects.filter(deal__in=deals, by=Action.By.CLOCK).select_related("deal")
    late = [
        (row.deal_id, row.ply, row.text, row.at) for row in clocked if _player_of(row) not in left
    ]
    assert not late, late
    acts = Action.objects.filter(deal__in=deals, by=Action.By.PLAYER)
    told = set().union(*(one.journal.orders for one in people))
    assert told <= set(acts.values_list("deal", "ply", "text"))  # What they were told is done, is.
    plies = Action.objects.filter(deal__in=deals, is_public=True).values("deal", "ply")
    assert not plies.annotate(rows=Count("pk")).filter(rows__gt=1).exists()
    return len(told)


def _player_of(row: Action) -> int:
    number = row.deal.seat_numbers[Place(row.place)]
    return Seat.objects.get(table=row.deal.table_id, number=number).player_id


@contextmanager
def party(
    supervisor: Supervisor, *, tables: int, people: int, deals: int, again: float = 0
) -> Iterator[Party]:
    """Tables, each for a number of deals; the service runs, and nobody plays yet."""
    hall = open_hall(
        tables=tables,
        people=people,
        deals_limit=deals // tables,
        turn_seconds=TURN_SECONDS,
        at=database_now(),
    )
    port = free_port()
    site = f"{HOST}:{port}"
    program = web(HOST, port)
    supervisor.start(program, *workers())
    wait_for_page(f"http://{site}/livez", supervisor.check)
    guests = [
        Person(Caller(site, token), Random(player), again=again, player=player)
        for player, token in hall.tokens.items()
    ]
    try:
        yield Party(supervisor, program, hall, guests, deals)
    finally:
        for guest in guests:
            guest.caller.close()
