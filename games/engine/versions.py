"""The version that house rules carry as JSON, and what an older one means by what it lacks."""

from collections.abc import Mapping
from typing import Any, Final

from games.engine.errors import ImpossibleRules
from games.engine.options import Value, either, shown

VERSION: Final = 1
"""What `to_json` writes."""

FIRST_VERSION: Final = 1
"""The version of house rules that name none."""

FORMER_DEFAULTS: Final[dict[int, dict[str, Value]]] = {}
"""For each older version the values of options that it lacks, or whose default was another."""


def version_of(document: Mapping[str, Any], *, absent: int) -> int:
    """The version of a document; `absent` where it names none.

    Raises:
        ImpossibleRules: this program does not know that version.
    """
    version = document.get("version", absent)
    if type(version) is int and version > VERSION:
        raise ImpossibleRules(
            f"These house rules are of version {version}, and this service knows versions up to"
            f" {VERSION}: update the service, or write them in version {VERSION}."
        )
    if type(version) is not int or version < FIRST_VERSION:
        known = either(range(FIRST_VERSION, VERSION + 1))
        raise ImpossibleRules(f"version may be {known}, not {shown(version)}.")
    return version
