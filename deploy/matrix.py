"""The matrix of rights as a whole: every app's deeds, and the doors that stand for them."""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from django.urls import URLPattern, URLResolver

import clubs.rights
import games.rights
import ledger.rights
import tournaments.rights
from deploy.rest.rights import deeds_of
from deploy.rights import Deed, Role
from games.live.streams import ADDRESSES

APPS: tuple[ModuleType, ...] = (clubs.rights, tournaments.rights, games.rights, ledger.rights)
PAGE = "page"
"""Instead of a method: whatever is asked of it, or sent to it."""

BY_SESSION = "a session"
"""Instead of a scope, where no token is enough."""

MARKS = {"may": "yes", "sees": "sees"}
HEAD = """# Who may do what

The API, the admin and all queries ask one matrix of roles and deeds (`deploy/rights.py`, and
`rights.py` of each app). `yes` may do it. `sees` gets 403. For everybody else the thing does not
exist (404). People always see their own rows. Everybody sees a table that is open to everybody,
except people whom its club has turned away. A token also needs the scope of the deed; to look,
`read` is enough ([the API](api.md#a-token)). `a session` stands where no token is enough.
`python3 manage.py rights` writes this page; `deploy/rights.py` says how to add a door.
"""


def deeds_in(app: ModuleType) -> list[Deed]:
    """The deeds that an app lists, in its order."""
    return [deed for deed in vars(app).values() if isinstance(deed, Deed)]


def doors(patterns: Any) -> Iterator[tuple[str, str, tuple[Deed, ...]]]:
    """Every method and address of these viewsets and pages, then of the streams, with their deeds.

    Raises:
        ImproperlyConfigured: a viewset names no deed for one of its actions.
    """
    for path, pattern in leaves(patterns):
        view: Any = pattern.callback
        if hasattr(view, "actions"):
            for method, action in view.actions.items():
                if method != "head":
                    yield method.upper(), path, deeds_of(view.cls, action)
        elif hasattr(view, "deeds"):
            yield PAGE, path, view.deeds
    for address in ADDRESSES:
        yield "GET", address.path, address.deeds


def leaves(patterns: Any, prefix: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Every address below these patterns, whatever answers there."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from leaves(pattern.url_patterns, path)
        else:
            yield path, pattern


def page(patterns: Any) -> str:
    """The matrix as a page of the docs."""
    addresses: dict[str, list[str]] = {}
    for method, path, deeds in doors(patterns):
        for deed in deeds:
            addresses.setdefault(deed.name, []).append(f"`{method} {readable(path)}`")
    parts = [HEAD]
    for app in APPS:
        names = [role.value for role in Role]
        parts.append(f"## {app.__name__.split('.')[0].capitalize()}\n")
        parts.append("| deed | scope | " + " | ".join(names) + " |")
        parts.append("|---|---|" + "---|" * len(names))
        parts.extend(_line(deed) for deed in deeds_in(app))
        parts.append("")
        parts.extend(
            f"- `{deed.name}`, {deed.wording}: {', '.join(addresses.get(deed.name, ['the admin']))}"
            for deed in deeds_in(app)
        )
        parts.append("")
    return "\n".join(parts)


def _line(deed: Deed) -> str:
    cells = (
        MARKS["may"] if role in deed.may else MARKS["sees"] if role in deed.sees else ""
        for role in Role
    )
    return f"| `{deed.name}` | {deed.scope or BY_SESSION} | {' | '.join(cells)} |"


def readable(path: str) -> str:
    """An address as people write it: `/nights/{id}/open`."""
    path = path.replace("<int:pk>", "{id}")
    path = re.sub(r"<\w+:(\w+)>", r"{\1}", path)
    path = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"{\1}", path)
    return path.replace("{pk}", "{id}").replace("\\.", ".").translate({ord(c): None for c in "^$"})
