"""Lines that hold a server up: who begins a request and never ends it, or takes no answer."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

SLOW: Final = {
    "headers": "POST /api/v1/sessions HTTP/1.1\r\nHost: {host}\r\nX-A",
    "bodies": "POST /api/v1/sessions HTTP/1.1\r\nHost: {host}\r\n"
    "Content-Type: application/json\r\nContent-Length: 400\r\n\r\n{{",
    "readers": "GET /api/openapi.yaml HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "idle": "",
}
"""What each kind sends at once, before it says and takes nothing more."""

ADDRESSES: Final = [f"127.0.0.{number}" for number in range(2, 22)]
FROM_EACH: Final = 10
SMALLEST_BYTES: Final = 1
"""What a line is to keep of an answer, as little as the system lets it."""


@contextmanager
def slow_lines(port: int, kind: str, *, patience_seconds: float) -> Iterator[None]:
    """Two hundred lines from twenty addresses to a port of this machine, open meanwhile.

    Args:
        kind: A key of `SLOW`.
        patience_seconds: How long a line may wait to be taken.

    Raises:
        OSError: a line was not taken.
    """
    head = SLOW[kind].format(host=f"127.0.0.1:{port}").encode()
    with ExitStack() as stack:
        for source in ADDRESSES:
            for _ in range(FROM_EACH):
                line = stack.enter_context(socket.socket())
                line.settimeout(patience_seconds)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST_BYTES)
                line.bind((source, 0))
                line.connect(("127.0.0.1", port))
                line.sendall(head)
        yield
