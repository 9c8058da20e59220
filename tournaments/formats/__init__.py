"""The formats: how a tournament is drawn and ranked, looked up by the `format` column."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from tournaments.formats.protocol import Format

FIRST_FORMAT: Final = "random_rotation"

KEYS: Final = (  # A format's module has its key for a name, and offers it as FORMAT.
    FIRST_FORMAT,
    "rotation",
    "swiss",
    "round_robin",
    "knockout",
)

FORMATS: Final[Mapping[str, Format]] = {
    key: import_module(f"tournaments.formats.{key}").FORMAT for key in KEYS
}


def format_choices() -> list[tuple[str, str]]:
    """The formats for forms; a function, so that a new one is no migration."""
    return [(key, one.name) for key, one in FORMATS.items()]
