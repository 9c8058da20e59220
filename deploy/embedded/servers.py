"""PostgreSQL and Valkey beside a command, on unix sockets only, shared with other commands."""

import contextlib
import fcntl
import os
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from deploy.embedded.addresses import (
    forget_libpq,
    has_keys,
    keep_keys,
    keeper_address,
    keeper_lock,
    socket_directory,
)
from deploy.embedded.postgres import NOBODY, has_cluster
from deploy.embedded.processes import ServerUnavailable
from deploy.paths import PROJECT_DIR

NEW_KEYS = "SPOIL_FIVE_NEW_KEYS"
REST_SECONDS = 1.0  # Before another keeper is started.


@contextlib.contextmanager
def servers(
    data: Path, *, is_durable: bool = True, hear: Callable[[str], None] | None = None
) -> Iterator[None]:
    """Have both servers of `data` up for the length of the block, even where others use them too.

    The last to leave stops them. One that dies meanwhile is started again.

    Args:
        data: The directory of the cluster and keys, made where it is missing.
        is_durable: Whether a commit waits for the disk; only throw-away data does without.
        hear: Told what happens to the servers, a line at a time; the standard error without it.

    Raises:
        ServerUnavailable: a server has no program for this machine, or did not start.
    """
    forget_libpq(os.environ)
    line = _Line(data, is_durable=is_durable, hear=hear or _say)
    try:
        yield
    finally:
        line.leave()


def is_in_use(data: Path) -> bool:
    """Whether a command uses the servers of `data`, whatever state they are in."""
    try:
        with keeper_lock(data).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


class _Line:
    """The line of a command to the keeper, which is taken up again where the keeper dies."""

    def __init__(self, data: Path, *, is_durable: bool, hear: Callable[[str], None]) -> None:
        self._data, self._is_durable, self._hear = data, is_durable, hear
        self._is_leaving = False
        self._line, self._words = self._join()
        self._listener = threading.Thread(target=self._listen, name="servers", daemon=True)
        self._listener.start()

    def leave(self) -> None:
        """Returns when the servers have stopped, or at once where others use them."""
        self._is_leaving = True
        self._leave()
        self._listener.join()

    def _leave(self) -> None:
        with contextlib.suppress(OSError):
            self._line.sendall(b"leave\n")

    def _join(self) -> tuple[socket.socket, IO[str]]:
        """Raises:
        ServerUnavailable: there will be no servers.
        """
        with _prepared(self._data), _empty_folder_removed(socket_directory(self._data)):
            line = socket.socket(socket.AF_UNIX)
            if line.connect_ex(keeper_address(self._data)) != 0:
                line.close()
                line = self._start_keeper()
            words = line.makefile(encoding="utf-8", errors="replace")
            try:
                self._wait(words)
            except BaseException:
                words.close()
                line.close()
                raise
        return line, words

    def _start_keeper(self) -> socket.socket:
        ours, its = socket.socketpair()
        kind = "durable" if self._is_durable else "fast"
        command = [sys.executable, "-m", "deploy.embedded.keeper", str(self._data.resolve())]
        with its, (self._data / "keeper.log").open("ab") as log:
            keeper = subprocess.Popen(
                [*command, kind, str(its.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in the terminal is for the commands.
                pass_fds=[its.fileno()],
                cwd=PROJECT_DIR,
            )
        keeper.returncode = 0  # It may outlive us: nobody waits for it.
        return ours

    def _wait(self, words: IO[str]) -> None:
        failure = []
        for said in words:
            mark, _, text = said.rstrip("\n").partition(" ")
            if mark == "up":
                return
            if mark == "!":
                failure.append(text)
            else:
                self._hear(text)
        raise ServerUnavailable(
            "\n".join(failure)
            or f"The keeper of the servers did not start; see {self._data / 'keeper.log'}."
        )

    def _listen(self) -> None:
        while True:
            for said in self._words:
                mark, _, text = said.rstrip("\n").partition(" ")
                if mark == "stay":
                    break
                self._hear(text)
            self._words.close()
            self._line.close()
            if self._is_leaving:
                return
            self._hear(
                "The keeper of the servers died, and the servers with it. Starting them again."
            )
            self._join_again()

    def _join_again(self) -> None:
        while not self._is_leaving:
            time.sleep(REST_SECONDS)
            try:
                self._line, self._words = self._join()
            except (ServerUnavailable, OSError) as error:
                self._hear(str(error))
            else:
                self._hear("The servers are up again.")
                break
        if self._is_leaving:  # Perhaps said on the old line alone.
            self._leave()


@contextlib.contextmanager
def _prepared(data: Path) -> Iterator[None]:
    """Nobody else joins or leaves for good within the block; keys and folders are there.

    Raises:
        ServerUnavailable: a folder cannot be made, or belongs to somebody else; or keys are gone.
    """
    with contextlib.ExitStack() as lock:
        try:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = lock.enter_context((data / "lock").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
            _check_keys(data)
            keep_keys(data)
        except OSError as error:
            raise ServerUnavailable(
                f"{data} cannot be written ({error.strerror}). Name a folder of yours in "
                "SPOIL_FIVE_DATA, or run your own servers and set DATABASE_URL and REDIS_URL."
            ) from error
        _make_socket_directory(data)
        yield


def _check_keys(data: Path) -> None:
    """
    Raises:
        ServerUnavailable: rows are there, and the keys that belong to them are not.
    """
    try:
        is_there = has_keys(data)
    except ValueError as error:
        raise ServerUnavailable(
            f"{data / 'keys.json'} cannot be read ({error}): put it back from your backup."
        ) from error
    if not is_there and has_cluster(data) and os.environ.get(NEW_KEYS) != "yes":
        raise ServerUnavailable(
            f"{data / 'keys.json'} is missing, and the rows that it belongs to are there. Put it"
            " back from your backup. New keys cannot open the cards of earlier deals; if"
            f" the old ones are lost for good, start once with {NEW_KEYS}=yes and read"
            ' "Lost keys" in docs/operator.md.'
        )


@contextlib.contextmanager
def _empty_folder_removed(folder: Path) -> Iterator[None]:
    """Where the block is broken off."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            folder.rmdir()
        raise


def _make_socket_directory(data: Path) -> None:
    """Make the folder of the sockets, for us alone.

    Raises:
        ServerUnavailable: it cannot be made, or others may write there.
    """
    folder = socket_directory(data)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise ServerUnavailable(
            f"{folder}, for the servers' sockets, cannot be made ({error.strerror}). Name another "
            "folder for temporary files in TMPDIR."
        ) from error
    found = folder.lstat()
    ours = {os.getuid(), NOBODY} if os.getuid() == 0 else {os.getuid()}
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in ours or found.st_mode & 0o077:
        raise ServerUnavailable(
            f"{folder} is not a folder of yours alone (owner {found.st_uid}, mode "
            f"{stat.filemode(found.st_mode)}), so somebody else could stand in for the servers. "
            "Remove it if it is nobody's, or name another folder for temporary files in TMPDIR."
        )


def _say(text: str) -> None:
    sys.stderr.write(f"servers {text}\n")
    sys.stderr.flush()
