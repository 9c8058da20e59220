"""The document of a tournament: everything that was announced, to be announced again."""

from datetime import datetime
from typing import Any

from tournaments.announcements import Changes
from tournaments.models import Tournament
from tournaments.stages import STAGE_FIELDS, plans_of


def document_of(tournament: Tournament, *, at: datetime) -> dict[str, Any]:
    """What `POST /tournaments` takes to announce another one like it.

    Moments that have passed are left out: nobody can announce them again. The house rules are
    told in full, so that the other one has them even if the club's change.
    """
    rules = tournament.rules
    announced = {
        name: getattr(tournament, name)
        for name in Changes.__annotations__
        if name != "stages" and name not in STAGE_FIELDS
    }
    return {
        "club": tournament.club_id,
        **{name: value for name, value in announced.items() if not _is_past(value, at)},
        "stages": [
            {name: value for name, value in plan.items() if value is not None}
            for plan in plans_of(tournament)
        ],
        "preset": rules.preset,
        "house_rules": rules.changes,
    }


def _is_past(value: object, at: datetime) -> bool:
    return isinstance(value, datetime) and value < at
