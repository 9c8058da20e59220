"""PostgreSQL and Valkey beside a command: started with it, ended with it, on unix sockets only."""

import contextlib
import fcntl
import shutil
from collections.abc import Iterator
from pathlib import Path

from deploy.embedded import postgres, valkey
from deploy.embedded.addresses import keep_keys, socket_directory
from deploy.embedded.processes import stop


@contextlib.contextmanager
def servers(data: Path, *, is_durable: bool = True) -> Iterator[None]:
    """Run both servers of `data` for the length of the block, or attach to running ones.

    Args:
        data: The directory of the cluster and keys, made where it is missing.
        is_durable: Whether a commit waits for the disk; only throw-away data does without.

    Raises:
        ServerUnavailable: a server has no program for this machine, or did not start.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.ExitStack() as ours:
        with _locked(data / "lock"):
            keep_keys(data)
            socket_directory(data).mkdir(mode=0o700, exist_ok=True)
            if not postgres.answers(data):
                ours.callback(shutil.rmtree, socket_directory(data), ignore_errors=True)
                ours.callback(
                    stop, postgres.start(data, is_durable=is_durable), postgres.STOP_SIGNAL
                )
            if not valkey.answers(data):
                ours.callback(stop, valkey.start(data), valkey.STOP_SIGNAL)
        yield


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
