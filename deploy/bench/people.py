"""Programs that play over HTTP through every fault, and write down what they were told is done."""

import http.client
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from deploy.bench.callers import Answer, Caller

LOOK_SECONDS = 0.1


class Order(NamedTuple):
    """What somebody asked for in a deal, having seen it at this ply."""

    deal: int
    ply: int
    action: str


@dataclass
class Journal:
    """What one program was told is done: in a file of its own too, where it names one."""

    path: Path | None = None
    orders: set[Order] = field(default_factory=set)

    def add(self, order: Order) -> None:
        self.orders.add(order)
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(f"{order.deal} {order.ply} {order.action}\n")


def read_journal(path: Path) -> set[Order]:
    """The orders in a journal's file; none where nothing was ever acknowledged."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {
        Order(int(deal), int(ply), action)
        for deal, ply, action in (line.split(" ", maxsplit=2) for line in lines)
    }


@dataclass
class Asker:
    """Asks again until somebody answers.

    Args:
        chance: Decides whatever it does not think about.
    """

    caller: Caller
    chance: Random
    unanswered: int = field(default=0, kw_only=True)

    def ask(
        self,
        method: str,
        path: str,
        stop: threading.Event,
        body: object = None,
        *,
        key: str | None = None,
    ) -> Answer | None:
        """The first answer that is not the service's own failure; None when it is time to stop."""
        while not stop.is_set():
            try:
                answer = self.caller.ask(method, path, body, key=key)
            except (OSError, http.client.HTTPException):
                answer = None
            if answer is not None and answer.status < 500:
                return answer
            self.unanswered += 1
            time.sleep(LOOK_SECONDS)
        return None


@dataclass
class Person(Asker):
    """A program at one seat.

    Args:
        again: The chance that it sends a request twice, or an old one again.
        think_seconds: What it takes before it acts.
    """

    player: int = field(kw_only=True)
    again: float = field(default=0, kw_only=True)
    think_seconds: float = field(default=0, kw_only=True)
    journal: Journal = field(default_factory=Journal, kw_only=True)
    repeated: int = field(default=0, kw_only=True)

    def play(self, table_id: int, stop: threading.Event) -> None:
        """Until the table has closed, or it is time to stop."""
        while not stop.is_set():
            table = self.ask("GET", f"/api/v1/tables/{table_id}", stop)
            if table is None or table.body["status"] == "closed":
                return
            deal = table.body["deal"]
            if deal is None or not deal["view"]["legal"]:
                time.sleep(max(LOOK_SECONDS, self.think_seconds))
                continue
            time.sleep(self.think_seconds)
            view = deal["view"]
            self._act(Order(deal["id"], view["ply"], self.chance.choice(view["legal"])), stop)

    def _act(self, wanted: Order, stop: threading.Event) -> None:
        orders = [wanted]
        if self.chance.random() < self.again:
            self.repeated += 1
            orders.append(wanted)
            if self.journal.orders:  # And one that is long over, as a slow network would.
                orders.insert(1, self.chance.choice(sorted(self.journal.orders)))
        for order in orders:
            body = {"ply": order.ply, "action": order.action}
            answer = self.ask("POST", f"/api/v1/deals/{order.deal}/actions", stop, body)
            if answer is None:
                return
            assert answer.status in (200, 409), answer
            if answer.status == 200:
                self.journal.add(order)
            elif order in self.journal.orders:
                raise AssertionError(f"{order} was acknowledged, and now is refused: {answer}")
