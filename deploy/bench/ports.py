"""Where a service of our own may listen for a while."""

import socket

HOST = "127.0.0.1"


def free_port() -> int:
    """A port that nobody uses at this moment."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port: int = free.getsockname()[1]
        return port
