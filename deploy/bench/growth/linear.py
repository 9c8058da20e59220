"""What may cost more the more there is, and why."""

from fnmatch import fnmatch
from pathlib import Path
from typing import Final

LIST: Final = Path(__file__).with_name("linear.txt")


def why_linear(name: str) -> str:
    """Why a look may grow; empty where it may not."""
    for line in LIST.read_text().splitlines():
        pattern, _, reason = line.partition("  ")
        if reason and fnmatch(name, pattern):
            return reason.strip()
    return ""
