"""A hall whose service is made to fail: real processes, and programs that play over HTTP on."""

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from django.db.models import Count, Q

from deploy.bench.callers import Answer, Caller
from deploy.bench.hall import Hall, open_hall
from deploy.bench.ports import HOST, free_port
from deploy.demo.web import wait_for_page
from deploy.rest.clock import database_now
from deploy.supervisor import Program, Supervisor, beat, web, worker
from games.models import Action, Deal, Table
from ledger.audit import check_books
from ledger.kinds import Reason
from ledger.models import Transfer

LOOK_SECONDS = 0.1
PATIENCE_SECONDS = 180  # With a service that settles no deal.
TURN_SECONDS = 10


@dataclass
class Person:
    """A program at one seat: what it was told was done, and how often nobody answered."""

    player: int
    caller: Caller
    chance: Random
    again: float
    """The chance that it sends a request twice, or an old one again."""
    acknowledged: set[tuple[int, int, str]] = field(default_factory=set)
    unanswered: int = 0
    repeated: int = 0

    def play(self, table_id: int, stop: threading.Event) -> None:
        """Until the table has closed."""
        while not stop.is_set():
            table = self._ask("GET", f"/api/v1/tables/{table_id}", stop)
            if table is None or table.body["status"] == "closed":
                return
            deal = table.body["deal"]
            if deal is None or not deal["view"]["legal"]:
                time.sleep(LOOK_SECONDS)
                continue
            view = deal["view"]
            self._act(deal["id"], view["ply"], self.chance.choice(view["legal"]), stop)

    def _act(self, deal: int, ply: int, action: str, stop: threading.Event) -> None:
        orders = [(deal, ply, action)]
        if self.chance.random() < self.again:
            self.repeated += 1
            orders.append(orders[0])
            if self.acknowledged:  # And one that is long over, as a slow network would.
                orders.insert(1, self.chance.choice(sorted(self.acknowledged)))
        for order in orders:
            number, seen, text = order
            body = {"ply": seen, "action": text}
            answer = self._ask("POST", f"/api/v1/deals/{number}/actions", stop, body)
            if answer is None:
                return
            assert answer.status in (200, 409), answer
            if answer.status == 200:
                self.acknowledged.add(order)
            elif order in self.acknowledged:
                raise AssertionError(f"{order} was acknowledged, and now is refused: {answer}")

    def _ask(
        self, method: str, path: str, stop: threading.Event, body: object = None
    ) -> Answer | None:
        """Ask until somebody answers; None when it is time to stop."""
        while not stop.is_set():
            try:
                answer = self.caller.ask(method, path, body)
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                time.sleep(LOOK_SECONDS)
                continue
            if answer.status < 500:
                return answer
            self.unanswered += 1
            time.sleep(LOOK_SECONDS)
        return None


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
        rows = set(
            Action.objects.filter(deal__in=deals, by=Action.By.PLAYER).values_list(
                "deal", "ply", "text"
            )
        )
        told = set().union(*(one.acknowledged for one in self.people))
        assert told <= rows  # What a person was told was done, is.
        plies = Action.objects.filter(deal__in=deals, is_public=True).values("deal", "ply")
        assert not plies.annotate(rows=Count("pk")).filter(rows__gt=1).exists()
        assert not Action.objects.filter(deal__in=deals, by=Action.By.CLOCK).exists()
        paid = Transfer.objects.filter(book=self.hall.club.book)
        stakes = paid.filter(reason__in=[Reason.STAKE, Reason.TOP_UP]).count()
        won = deals.filter(Q(outcome_json__kind="won") | Q(outcome_json__kind="jinked")).count()
        assert stakes == self.deals
        assert paid.filter(reason=Reason.POOL_WON).count() == won
        assert check_books() == []
        return (
            f"{fault}: {self.deals} deals, {len(told)} actions acknowledged and all there, "
            f"{sum(one.unanswered for one in self.people)} requests unanswered, "
            f"{sum(one.repeated for one in self.people)} repeated, nobody timed out"
        )


@contextmanager
def party(
    supervisor: Supervisor, *, tables: int, people: int, deals: int, again: float = 0
) -> Iterator[Party]:
    """So many deals at so many tables; the service runs, and nobody plays yet."""
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
    supervisor.start(program, worker(), beat())
    wait_for_page(f"http://{site}/livez", supervisor.check)
    guests = [
        Person(player, Caller(site, token), Random(player), again)
        for player, token in hall.tokens.items()
    ]
    try:
        yield Party(supervisor, program, hall, guests, deals)
    finally:
        for guest in guests:
            guest.caller.close()
