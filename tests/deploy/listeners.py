"""Listeners at live streams over real connections."""

import contextlib
import http.client
import json
import queue
import socket
import threading
import time
from typing import Any, NamedTuple

PATIENCE_SECONDS = 30.0
RECEIVE_BYTES = 4096


class Heard(NamedTuple):
    """One server-sent event."""

    kind: str
    id: str
    data: Any


class Listener:
    """Reads a stream in a thread of its own, as long as `reads` is set.

    Args:
        last_id: The event after which it asks to go on.
    """

    def __init__(
        self,
        port: int,
        path: str,
        token: str,
        *,
        last_id: str = "",
        cookie: str = "",
        accepts: str = "",
    ):
        self.reads = threading.Event()
        self.reads.set()
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        self._line.sock = _narrow_line(port)
        headers = {"Authorization": f"Token {token}"} if token else {}
        if cookie:
            headers["Cookie"] = cookie
        if last_id:
            headers["Last-Event-ID"] = last_id
        if accepts:
            headers["Accept-Encoding"] = accepts
        self._socket: socket.socket = self._line.sock
        self.address: tuple[str, int] = self._socket.getsockname()
        try:
            self._line.request("GET", path, headers=headers)
            self.answer = self._line.getresponse()
        except (OSError, http.client.HTTPException):
            self._line.close()
            raise
        self.status = self.answer.status
        self.raw = b""
        self.last_id = last_id
        self._heard: queue.Queue[Heard | None] = queue.Queue()
        self.body = b"" if self.status == http.client.OK else self.answer.read()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        if self.status == http.client.OK:
            self._thread.start()
        else:
            self.close()

    def next(self, *kinds: str) -> Heard:
        """The next event of these kinds, or of any kind but heartbeats."""
        while True:
            heard = self._heard.get(timeout=PATIENCE_SECONDS)
            assert heard is not None, "the stream ended"
            if heard.kind in kinds if kinds else heard.kind != "heartbeat":
                return heard

    def until_kind(self, kind: str) -> list[Heard]:
        """All events up to the next of a kind."""
        heard = [self.next()]
        while heard[-1].kind != kind:
            heard.append(self.next())
        return heard

    def rest(self) -> list[Heard]:
        """All events until the stream ends, but heartbeats."""
        heard = iter(lambda: self._heard.get(timeout=PATIENCE_SECONDS), None)
        return [one for one in heard if one.kind != "heartbeat"]

    def close(self) -> None:
        self.reads.set()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        if self._thread.ident is not None:
            self._thread.join(PATIENCE_SECONDS)
        self.answer.close()
        self._line.close()

    def _listen(self) -> None:
        fields: dict[str, str] = {}
        try:
            while line := self.answer.readline():
                assert self.reads.wait(PATIENCE_SECONDS), "nobody let them read on"
                self.raw += line
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    fields[name] = value
                elif "event" in fields:
                    self.last_id = fields.get("id", self.last_id)
                    data = json.loads(fields["data"])
                    self._heard.put(Heard(fields["event"], fields.get("id", ""), data))
                    fields = {}
                else:
                    fields = {}  # How soon to come back.
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass  # It was cut off, by either side.
        self._heard.put(None)


def _narrow_line(port: int) -> socket.socket:
    """A line that soon is full where nobody reads."""
    line = socket.socket()
    line.settimeout(PATIENCE_SECONDS)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
    try:
        line.connect(("127.0.0.1", port))
    except OSError:
        line.close()
        raise
    return line


def wait_for(port: int) -> None:
    """Return as soon as the live process answers."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            line.request("GET", "/live/livez")
            if line.getresponse().read() == b"alive":
                return
        except OSError:
            assert time.monotonic() < deadline, "the live process does not answer"
            time.sleep(0.05)
        finally:
            line.close()
