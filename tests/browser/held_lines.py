"""A proxy before the service that holds back what its open streams tell."""

import contextlib
import socket
import threading
from collections.abc import Iterator

RECEIVE_BYTES = 65536


class Proxy:
    """Passes everything on, but for what streams tell while it holds them.

    Attributes:
        port: Where it is asked.
        holds: Whether what streams tell is kept back, and lost.
        streams: The lines on which a page has asked for a stream and is still there.
    """

    def __init__(self, to: int) -> None:
        self.to = to
        self.streams: set[socket.socket] = set()
        self.holds = False
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for line in (self._server, *self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                page, _ = self._server.accept()
                service = socket.create_connection(("127.0.0.1", self.to))
                self._lines += [page, service]
                for way in (self._ask, self._answer):
                    threading.Thread(target=way, args=(page, service), daemon=True).start()

    def _ask(self, page: socket.socket, service: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while asked := page.recv(RECEIVE_BYTES):
                if asked.startswith(b"GET /live/"):
                    self.streams.add(page)
                service.sendall(asked)
        self.streams.discard(page)
        _hang_up(page, service)

    def _answer(self, page: socket.socket, service: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while told := service.recv(RECEIVE_BYTES):
                if not (self.holds and page in self.streams):
                    page.sendall(told)
        _hang_up(page, service)


def _hang_up(*lines: socket.socket) -> None:
    for line in lines:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def proxy_before(port: int) -> Iterator[Proxy]:
    proxy = Proxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
