"""Listeners who come back to a table's stream as often as it breaks, as browsers do."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from games.models import Table
from games.sight.events import MOST_DEALS
from tests.deploy.listeners import PATIENCE_SECONDS, Heard, Listener
from tests.deploy.streams import place

AGAIN_SECONDS = 0.1
Happened = tuple[str, tuple[int, int], tuple[int, int, str] | None]


class Follower:
    """Listens at a table in a thread of its own until the table has closed."""

    def __init__(self, name: str, port: int, table: Table, token: str) -> None:
        self.name = name
        self.heard: list[Heard] = []
        self.streams = 0
        self.put_off = 0
        self.refused: list[int] = []
        self._port = port
        self._table = table
        self._token = token
        self._gives_up = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def give_up(self) -> None:
        """Come back no more; a stream that runs is heard to its end."""
        self._gives_up.set()

    def report(self) -> str:
        """What they heard of a closed table, all of whose deals are settled, in numbers."""
        self._thread.join(PATIENCE_SECONDS)
        assert not self._thread.is_alive(), "nobody told them that it is over"
        assert self.refused == []
        assert self._table.deals.count() < MOST_DEALS  # Else they may have to begin anew.
        snapshot, *rest = self.heard
        assert snapshot.kind == "snapshot"
        assert "snapshot" not in {one.kind for one in rest}, "they had to begin anew"
        told = [_told(one) for one in rest if one.kind in {"dealt", "action", "settled"}]
        assert told == [one for one in happened(self._table) if one[1] > place(snapshot)]
        return (
            f"{self.name} heard {len(told)} events, none twice and none missing, "
            f"came back {self.streams - 1} times, and was put off {self.put_off} times"
        )

    def _follow(self) -> None:
        last_id, path = "", f"/live/tables/{self._table.pk}"
        while not self._gives_up.is_set():
            try:
                listener = Listener(self._port, path, self._token, last_id=last_id)
            except (OSError, http.client.HTTPException):
                self._gives_up.wait(AGAIN_SECONDS)
                continue
            if listener.status == http.client.SERVICE_UNAVAILABLE:  # As `stream.js`: come again.
                listener.close()
                self.put_off += 1
                self._gives_up.wait(AGAIN_SECONDS)
                continue
            if listener.status == http.client.NO_CONTENT:
                return
            if listener.status != http.client.OK:
                self.refused.append(listener.status)
                return
            self.streams += 1
            heard = listener.rest()
            listener.close()
            self.heard += [one for one in heard if one.kind not in {"", "heartbeat"}]
            last_id = listener.last_id
            if self.heard and self.heard[-1].kind == "end":
                return


@contextmanager
def following(port: int, table: Table, tokens: dict[str, str]) -> Iterator[list[Follower]]:
    """Listeners at a table, by the names under which they are reported."""
    followers = [Follower(name, port, table, token) for name, token in tokens.items()]
    try:
        yield followers
    finally:
        for one in followers:
            one.give_up()


def happened(table: Table) -> list[Happened]:
    """Every deal, public action and settlement by the rows alone."""
    events: list[Happened] = []
    for deal in table.deals.order_by("number"):
        events.append(("dealt", (deal.number, 0), None))
        rows = deal.actions.filter(is_public=True).order_by("sequence")
        for step, row in enumerate(rows, start=1):
            events.append(("action", (deal.number, step), (row.ply, row.place, row.by)))
        assert deal.settled_at is not None
        events.append(("settled", (deal.number, len(rows) + 1), None))
    return events


def _told(heard: Heard) -> Happened:
    action = heard.data["action"]
    told = (action["ply"], action["place"], action["by"]) if action else None
    return heard.kind, place(heard), told
