"""`python -m deploy.ask ADDRESS [PART]`: exits 0 where a process answers, and that part is well.

For containers, which ask every half minute: the standard library alone, and nothing is loaded.
"""

import json
import sys
import urllib.request

PATIENCE_SECONDS = 10


def is_well(address: str, part: str = "") -> bool:
    """Whether it answers with 200 and, of the parts that it names, this one is ok."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
            return not part or json.load(answer)["parts"][part] == "ok"
    except (OSError, ValueError, KeyError):
        return False


if __name__ == "__main__":
    sys.exit(0 if is_well(*sys.argv[1:]) else 1)
