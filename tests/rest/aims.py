"""What schemathesis makes up is aimed at rows that there are, with the keys that a program sends.

By itself it asks for numbers that nothing has, and is told 404 at almost every address.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from uuid import UUID

from schemathesis import Case
from schemathesis.core.parameters import ParameterLocation

Rows = Mapping[str, Sequence[int | str]]
"""By the first word of an address, whose rows are there."""
SHARE = 0.9  # The others go out as they were made up.
NAMED = {
    **dict.fromkeys(("member", "members", "leave_out", "substitute", "one", "other"), "members"),
    "account": "accounts",
    "club": "clubs",
    "night": "nights",
    "player": "records",
    "to": "members",
    "tournament": "tournaments",
    **dict.fromkeys(("entrant", "entrants"), "entrants"),
}
"""What members of bodies and queries mean; a table is named by its number in the room."""


def aim(case: Case[Any], rows: Rows, chance: Random) -> None:
    """Most ids, in the address, the query and the body, are then of rows that there are.

    A query or a body that is wrong on purpose stays as it is: it might be right afterwards.
    """
    collection = case.operation.path.split("/")[3]
    for name in case.path_parameters:
        if name in ("id", "token_key") and chance.random() < SHARE:
            case.path_parameters[name] = chance.choice(rows[collection])
    if not _is_wrong(case, ParameterLocation.QUERY):
        case.query = _aimed(case.query, rows, chance)
    if not _is_wrong(case, ParameterLocation.BODY):
        case.body = _aimed(case.body, rows, chance)
    key = str(UUID(int=chance.getrandbits(128)))
    for header, value in (("Idempotency-Key", key), ("If-Match", "*")):
        if header in case.headers and chance.random() < SHARE:
            case.headers[header] = value


def _is_wrong(case: Case[Any], part: ParameterLocation) -> bool:
    return case.meta is not None and case.meta.is_negative_at(part)


def _aimed(value: Any, rows: Rows, chance: Random, name: str = "") -> Any:
    if isinstance(value, dict):
        for key in value:
            value[key] = _aimed(value[key], rows, chance, key)
        return value
    if isinstance(value, list):
        return [_aimed(one, rows, chance, name) for one in value]
    is_number = isinstance(value, int) and not isinstance(value, bool)
    meant = rows.get(NAMED.get(name, ""), ())
    return chance.choice(meant) if is_number and meant and chance.random() < SHARE else value
