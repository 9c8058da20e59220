"""How many statements each door may take: what `budgets.txt` says, and writing it again."""

import os
from collections.abc import Mapping
from pathlib import Path

Door = tuple[str, str]

FILE = Path(__file__).with_name("budgets.txt")


def read() -> dict[Door, int]:
    found = {}
    for line in FILE.read_text().splitlines():
        if not line.startswith("#"):
            method, path, most = line.split()
            found[method, path] = int(most)
    return found


def too_dear(taken: Mapping[Door, int]) -> dict[Door, int]:
    """What took more than its budget; with REFRESH=1 the budgets follow, and nothing did."""
    budgets = read()
    if "REFRESH" not in os.environ:
        return {door: most for door, most in taken.items() if most > budgets.get(door, 0)}
    head = [line for line in FILE.read_text().splitlines() if line.startswith("#")]
    every = sorted({**budgets, **taken}.items(), key=lambda one: (one[0][0] != "GET", one[0]))
    lines = (f"{method:6} {path}  {most}" for (method, path), most in every)
    FILE.write_text("\n".join([*head, *lines]) + "\n")
    return {}
