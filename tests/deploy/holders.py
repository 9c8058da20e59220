"""Another process that uses the embedded servers of a directory."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from deploy.paths import PROJECT_DIR

HOLD = """
import signal
import sys
from pathlib import Path
from deploy.embedded.servers import servers
signal.signal(signal.SIGINT, signal.default_int_handler)  # Tests in the background ignore it.
with servers(Path(sys.argv[1]), is_durable=False):
    print("up", flush=True)
    sys.stdin.read()
"""


class Holder:
    """Uses the servers until it is told to leave, or is killed; as in a terminal of its own."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            cwd=PROJECT_DIR,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "up\n"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.process.__exit__(None, None, None)

    def leave(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def interrupt(self) -> None:
        """As Ctrl-C in its terminal, for all that it started there."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
