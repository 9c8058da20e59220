"""`python -m deploy.ask WHERE`: exits 0 where a process is well.

WHERE is an address of the process, which answers with 200, or the file that it touches as a sign of
its own (`deploy.own_sign`). For containers, which ask every half minute, each its own process: the
standard library alone, and nothing is loaded.
"""

import sys
import time
import urllib.request
from pathlib import Path

PATIENCE_SECONDS = 10
SIGN_SECONDS = 30


def is_well(where: str) -> bool:
    """Whether it answers with 200, or gave its sign within the last half minute."""
    try:
        if where.startswith("/"):
            now = time.time()  # noqa: TID251  # A file is touched by the machine's own clock.
            return abs(now - Path(where).stat().st_mtime) < SIGN_SECONDS
        urllib.request.urlopen(where, timeout=PATIENCE_SECONDS).close()
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(0 if is_well(sys.argv[1]) else 1)
