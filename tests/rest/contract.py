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
WORDS: Final = frozenset({"description", "summary", "examples", "example", "tags", "title"})
BY_NAME: Final = frozenset({"properties", "schemas", "responses", "parameters", "headers"})
"""Where keys are names of somebody's choosing: a property may be called `description`."""


def pieces(document: dict[str, Any]) -> dict[str, str]:
    """By name what each piece of the contract comes to.

    What all operations have (who may ask, the headers of answers) counts once, as `security` and
    `headers`: it would otherwise change every operation.
    """
    components = document["components"]
    operations = {
        f"{method.upper()} {path.removeprefix(PREFIX)}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    shared = {
        "headers": [components["headers"], {name: _heads(one) for name, one in operations.items()}],
        "problems": components["responses"],
        "security": [
            components["securitySchemes"],
            {name: one.get("security") for name, one in operations.items()},
        ],
    }
    own = {name: _own(operation) for name, operation in operations.items()}
    return {name: _digest(one) for name, one in (own | components["schemas"] | shared).items()}


def read() -> dict[str, str]:
    """The pieces of the newest release."""
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]
    return {name: digest for digest, name in (line.split(" ", 1) for line in lines)}


def write(document: dict[str, Any], version: str) -> None:
    head = f"# The contract of {version}, piece by piece. Written anew when a version is released."
    lines = [f"{digest} {name}" for name, digest in sorted(pieces(document).items())]
    FILE.write_text("\n".join([head, *lines]) + "\n")


def version() -> str:
    """Of which version the stored contract is."""
    return FILE.read_text().split("contract of ")[1].split(",")[0]


def changed(document: dict[str, Any]) -> set[str]:
    """The pieces that are new, gone or other than at the newest release."""
    return {name for name, _ in set(pieces(document).items()) ^ set(read().items())}


def _own(operation: dict[str, Any]) -> dict[str, Any]:
    answers = {
        status: {name: one for name, one in answer.items() if name != "headers"}
        for status, answer in operation["responses"].items()
    }
    return {**operation, "responses": answers, "security": None}


def _heads(operation: dict[str, Any]) -> dict[str, Any]:
    return {status: one.get("headers") for status, one in operation["responses"].items()}


def _digest(piece: Any) -> str:
    return hashlib.sha256(json.dumps(_plain(piece), sort_keys=True).encode()).hexdigest()[:12]


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
