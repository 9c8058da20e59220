"""What the description promises to programs, piece by piece, and what it promised at a release.

A piece is an operation, a schema that operations share, or something that all of them have. Words
for people (summaries, descriptions, examples, tags) promise nothing.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("contract.txt")
PREFIX: Final = "/api/v1"
NOT_MODIFIED: Final = "304"
CONDITION: Final = "If-None-Match"
WORDS: Final = frozenset({"description", "summary", "examples", "example", "tags", "title"})
BY_NAME: Final = frozenset({"properties", "schemas", "responses", "parameters", "headers"})
"""Where keys are names of somebody's choosing: a property may be called `description`."""


def pieces(document: dict[str, Any]) -> dict[str, list[str]]:
    """By name what each piece of the contract comes to.

    Of an operation: itself, who may ask, and the headers of its answers. Scopes for everything, or
    a new header everywhere, count once, as `security` or `headers`. So does the answer that
    nothing has changed, with the header that asks for it.
    """
    components = document["components"]
    operations = {
        f"{method.upper()} {path.removeprefix(PREFIX)}": [
            _digest(_own(operation)),
            _digest(operation.get("security")),
            _digest(_heads(operation)),
        ]
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    shared = components["schemas"] | {
        "headers": components["headers"],
        "problems": components["responses"],
        "security": components["securitySchemes"],
    }
    return operations | {name: [_digest(one)] for name, one in shared.items()}


def read() -> dict[str, list[str]]:
    """The pieces of the newest release."""
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]
    return {name: told.split(".") for told, name in (line.split(" ", 1) for line in lines)}


def write(document: dict[str, Any], version: str) -> None:
    head = f"# The contract of {version}, piece by piece. Written anew when a version is released."
    lines = [f"{'.'.join(told)} {name}" for name, told in sorted(pieces(document).items())]
    FILE.write_text("\n".join([head, *lines]) + "\n")


def version() -> str:
    """Of which version the stored contract is."""
    return FILE.read_text().split("contract of ")[1].split(",")[0]


def changed(old: dict[str, list[str]], new: dict[str, list[str]]) -> set[str]:
    """The pieces that are new, gone or other; what all operations have counts once."""
    found = old.keys() ^ new.keys()
    for name in old.keys() & new.keys():
        shared = ("security", "headers")
        parts = zip((name, *shared), old[name], new[name], strict=False)
        found |= {part for part, before, after in parts if before != after}
    return found


def _own(operation: dict[str, Any]) -> dict[str, Any]:
    answers = {
        status: {name: one for name, one in answer.items() if name != "headers"}
        for status, answer in operation["responses"].items()
        if status != NOT_MODIFIED
    }
    own = {**operation, "responses": answers, "security": None}
    own["parameters"] = [one for one in operation.get("parameters", []) if one["name"] != CONDITION]
    return own if own["parameters"] else {name: own[name] for name in own if name != "parameters"}


def _heads(operation: dict[str, Any]) -> dict[str, Any]:
    return {status: one.get("headers") for status, one in operation["responses"].items()}


def _digest(piece: Any) -> str:
    return hashlib.sha256(json.dumps(_plain(piece), sort_keys=True).encode()).hexdigest()[:8]


def _plain(piece: Any, *, names: bool = False) -> Any:
    """Without the words for people."""
    if isinstance(piece, list):
        return [_plain(one) for one in piece]
    if not isinstance(piece, dict):
        return piece
    return {
        key: _plain(one, names=not names and key in BY_NAME)
        for key, one in piece.items()
        if names or key not in WORDS
    }
