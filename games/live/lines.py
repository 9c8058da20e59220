"""The lines to the listeners: the kernel cuts those at whose end nobody takes anything.

The server goes on holding a line whose buffers are full for as long as the other end is there, and
knows no time after which it gives up.
"""

import contextlib
import functools
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path


@functools.cache
def cut_after(seconds: float) -> None:
    """Have the kernel cut every line on which something has waited for so long to be taken.

    To be called when somebody is on the line: before, the server does not listen yet. Lines have
    the options of the socket at which they came in, so that once is enough. Only Linux knows such
    a time; elsewhere a line is held until the other end lets go of it.
    """
    if sys.platform != "linux":
        return
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(found) for found in _opened()]
        called_at = [each for each in opened if _is_called_at(each)]
        ports = {each.getsockname()[1] for each in called_at}
        came_in = [each for each in opened if each.getsockname()[1] in ports]
        for each in called_at + came_in:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(seconds * 1000))


def _opened() -> Iterator[socket.socket]:
    """What this process has open to the internet, each as a file of its own."""
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # It was closed meanwhile.
            if Path("/proc/self/fd", name).is_socket():
                found = socket.socket(fileno=os.dup(int(name)))
                if found.family in (socket.AF_INET, socket.AF_INET6):
                    yield found
                else:
                    found.close()


def _is_called_at(found: socket.socket) -> bool:
    return bool(found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
