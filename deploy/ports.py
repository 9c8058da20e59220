"""Who listens on which port of this machine, as Linux tells; elsewhere nobody is known."""

import ipaddress
import os
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
LISTENING = "0A"


def listeners(port: int) -> list[int]:
    """The processes that listen on a port, as far as we may look into them."""
    sockets = {inode for inode, (_, at) in _listening().items() if at == port}
    numbers = [int(path.name) for path in PROC.glob("[0-9]*")]
    return [number for number in sorted(numbers) if sockets & set(_sockets(number))]


def own_addresses() -> list[tuple[str, int]]:
    """Where this process listens itself, as an address that it can ask."""
    listening = _listening()
    return [listening[inode] for inode in _sockets(os.getpid()) if inode in listening]


def command_of(process: int) -> str:
    """Its command line; empty where it has ended, or is not ours to look at."""
    try:
        return (PROC / str(process) / "cmdline").read_text(errors="replace").replace("\0", " ")
    except OSError:
        return ""


def parent_of(process: int) -> int:
    """0 where it has none that we know of."""
    try:
        words = (PROC / str(process) / "stat").read_text(errors="replace").rpartition(")")[2]
        return int(words.split()[1])
    except (OSError, IndexError, ValueError):
        return 0


def _sockets(process: int) -> Iterator[str]:
    try:
        for handle in (PROC / str(process) / "fd").iterdir():
            target = handle.readlink().name
            if target.startswith("socket:["):
                yield target[len("socket:[") : -1]
    except OSError:
        return


def _listening() -> dict[str, tuple[str, int]]:
    """By the socket's inode: host and port, the host of this machine where it is any."""
    found = {}
    for table in ("tcp", "tcp6"):
        try:
            lines = (PROC / "net" / table).read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            _, local, _, state, *words = line.split()
            if state == LISTENING:
                host, _, port = local.partition(":")
                found[words[5]] = (_host(host), int(port, 16))
    return found


def _host(written: str) -> str:
    """Written as words of the machine's own order, in hexadecimal digits."""
    raw = b"".join(
        int(written[start : start + 8], 16).to_bytes(4, "little")
        for start in range(0, len(written), 8)
    )
    address = ipaddress.ip_address(raw)
    if address.is_unspecified:
        return "127.0.0.1" if address.version == 4 else "::1"
    return str(address)
