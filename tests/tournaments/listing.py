"""The list of entrants as programs read it."""

from typing import Any

from tests.clubs.callers import Caller


def entrants_of(caller: Caller, path: str, state: str = "") -> list[dict[str, Any]]:
    """Entrants that somebody may see.

    Args:
        path: Of the tournament: "tournaments/7".
        state: Only those in this one; empty for all.
    """
    asked = f"?state={state}" if state else ""
    answer = caller.get(f"/api/v1/{path}/entrants{asked}")
    assert answer.status_code == 200, answer.data
    found: list[dict[str, Any]] = answer.data["results"]
    return found
