"""The keeper: one process that keeps the servers of a data directory up while anybody uses them.

Every command that uses them holds a line to it. A command that dies, however it dies, drops its
line; with the last line gone the keeper stops the servers and ends. Only the keeper's own end
takes the servers along, and then the commands start another one.

The words on a line, each with its newline: `+ text` is news for people, `up` that both servers
answer, `! text` why they never will. A command says `leave`, and hears `stay` where others go on.
"""

import contextlib
import fcntl
import selectors
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from deploy.embedded import postgres, valkey
from deploy.embedded.addresses import keeper_address, keeper_lock, socket_directory
from deploy.embedded.processes import STOP_SECONDS, Server, ServerUnavailable

LOOK_SECONDS = 0.1
SHORTEST_REST_SECONDS, LONGEST_REST_SECONDS = 0.5, 30.0
WELL_SECONDS = 60.0  # After so long the next death counts as the first.


@dataclass
class Charge:
    """One of the servers: running, or waiting for its next start."""

    name: str
    start: Callable[[], Server]
    server: Server | None = None
    began: float = 0.0
    next_start: float = 0.0
    rest: float = SHORTEST_REST_SECONDS

    def look(self) -> Iterator[str]:
        """Start it again where it died and has rested; yields what there is to say."""
        now = time.monotonic()
        if self.server is not None and self.server.process.poll() is not None:
            if now - self.began > WELL_SECONDS:
                self.rest = SHORTEST_REST_SECONDS
            status, words = self.server.process.returncode, self.server.last_words()
            self.server = None
            yield f"{self.name} ended with status {status}; {self._put_off()} Its last words:"
            yield words
        elif self.server is None and now >= self.next_start:
            try:
                self.run()
            except (ServerUnavailable, OSError) as error:
                yield f"{error}\n{self.name}: {self._put_off()}"
            else:
                yield f"{self.name} is up again."

    def run(self) -> None:
        self.server, self.began = self.start(), time.monotonic()

    def _put_off(self) -> str:
        rest, self.rest = self.rest, min(2 * self.rest, LONGEST_REST_SECONDS)
        self.next_start = time.monotonic() + rest
        return f"it starts again in {rest:g} s."


@dataclass
class Keeper:
    """Those who use the servers, and the servers."""

    data: Path
    charges: list[Charge]
    lines: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    waiting: set[socket.socket] = field(default_factory=set)
    leaving: list[socket.socket] = field(default_factory=list)

    def add(self, line: socket.socket) -> None:
        line.settimeout(1)  # Nobody else waits for one who does not listen.
        self.lines.register(line, selectors.EVENT_READ)
        self.waiting.add(line)

    def users(self) -> list[socket.socket]:
        keys = [key for key in self.lines.get_map().values() if key.data is None]
        return [key.fileobj for key in keys if isinstance(key.fileobj, socket.socket)]

    def start(self) -> bool:
        """Start both servers; whether they are up."""
        deadline = time.monotonic() + STOP_SECONDS
        while postgres.is_leaving(self.data) and time.monotonic() < deadline:
            time.sleep(LOOK_SECONDS)  # An earlier keeper was killed, and its server is ending.
        try:
            for charge in self.charges:
                charge.run()
        except (ServerUnavailable, OSError) as error:
            self.say("!", str(error))
            return False
        return True

    def keep(self, door: socket.socket) -> None:
        """Until nobody uses the servers any more."""
        self.lines.register(door, selectors.EVENT_READ, data=door)
        while True:
            for key, _ in self.lines.select(LOOK_SECONDS):
                if key.data is not None:
                    self.add(door.accept()[0])
                elif isinstance(key.fileobj, socket.socket):
                    self._hear(key.fileobj)
            if not self.users() and self._leave(door):
                return
            self._let_go()
            for charge in self.charges:
                for words in charge.look():
                    self.say("+", words)
            if all(charge.server for charge in self.charges):
                for line in list(self.waiting):
                    self._tell(line, "up\n")
                self.waiting.clear()

    def say(self, mark: str, words: str) -> None:
        text = "".join(f"{mark} {word}\n" for word in words.splitlines())
        for line in self.users():
            self._tell(line, text)

    def stop(self) -> None:
        for charge in reversed(self.charges):
            if charge.server:
                charge.server.stop()

    def _hear(self, line: socket.socket) -> None:
        """It says that it leaves, or it is cut."""
        try:
            is_waiting = bool(line.recv(100))
        except OSError:
            is_waiting = False
        self.lines.unregister(line)
        self.waiting.discard(line)
        if is_waiting:
            self.leaving.append(line)
        else:
            line.close()

    def _tell(self, line: socket.socket, text: str) -> None:
        with contextlib.suppress(OSError):  # A line that was cut is dropped when it is heard.
            line.sendall(text.encode())

    def _let_go(self) -> None:
        for line in self.leaving:
            self._tell(line, "stay\n")
            line.close()
        self.leaving.clear()

    def _leave(self, door: socket.socket) -> bool:
        """Stop the servers, unless somebody is coming: they hold the lock while they do.

        The last to leave wait on their lines until we end.
        """
        with (self.data / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            door.close()
            self.stop()
            shutil.rmtree(socket_directory(self.data), ignore_errors=True)
            return True


def main(data: Path, *, is_durable: bool, first: socket.socket) -> None:
    """Serve until nobody uses the servers; `first` is the line to the process that started us."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)  # Who stops everything stops our users too.
    with keeper_lock(data).open("w") as lock, socket.socket(socket.AF_UNIX) as door:
        fcntl.flock(lock, fcntl.LOCK_EX)
        Path(keeper_address(data)).unlink(missing_ok=True)
        door.bind(keeper_address(data))
        door.listen(100)
        charges = [
            Charge("PostgreSQL", lambda: postgres.start(data, is_durable=is_durable)),
            Charge("Valkey", lambda: valkey.start(data)),
        ]
        keeper = Keeper(data, charges)
        keeper.add(first)
        try:
            if keeper.start():
                keeper.keep(door)
        finally:
            keeper.stop()


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        is_durable=sys.argv[2] == "durable",
        first=socket.socket(fileno=int(sys.argv[3])),
    )
