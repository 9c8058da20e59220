"""Where a service of our own may listen for a while."""

import random
import socket
from typing import Final

HOST: Final = "127.0.0.1"
PORTS: Final = range(15_000, 32_000)
"""Below those that a system gives to lines that go out, so that none takes one before we do."""
_chance: Final = random.SystemRandom()


def free_port() -> int:
    """A port at which nobody listens at this moment, hardly the same twice."""
    while True:
        port = _chance.choice(PORTS)
        with socket.socket() as free:
            try:
                free.bind((HOST, port))
            except OSError:
                continue
            return port
