"""What of an announcement may still change when: one table, which the docs show, too."""

from enum import StrEnum
from typing import Final


class Moment(StrEnum):
    """Where a tournament stands, as far as changes are concerned; with words for people."""

    DRAFT = "draft"
    ANNOUNCED = "announced"
    NOBODY_IN = "open, nobody in"
    SOMEBODY_IN = "open, somebody in"
    CHECK_IN = "check-in"
    RUNNING = "running"
    FINISHED = "finished"
    OVER = "paid or cancelled"


_BEFORE_ENTRIES: Final = frozenset({Moment.DRAFT, Moment.ANNOUNCED, Moment.NOBODY_IN})
_BEFORE_START: Final = _BEFORE_ENTRIES | {Moment.SOMEBODY_IN, Moment.CHECK_IN}

CHANGEABLE: Final[dict[str, frozenset[Moment]]] = {
    "name": _BEFORE_START,
    "starts_at": _BEFORE_START,
    "opens_at": frozenset({Moment.DRAFT, Moment.ANNOUNCED}),
    "check_in_minutes": _BEFORE_ENTRIES | {Moment.SOMEBODY_IN},
    "check_in_grace_minutes": _BEFORE_START,
    **dict.fromkeys(
        (
            *("capacity", "starts_when_full", "needs_approval", "is_members_only"),
            *("least_rating", "most_rating", "invitation_code"),
            *("bots_limit", "bots_level"),
        ),
        _BEFORE_START,
    ),
    "breaks": _BEFORE_START | {Moment.RUNNING},
    "late_until_round": _BEFORE_START | {Moment.RUNNING},
    "no_show_minutes": _BEFORE_START | {Moment.RUNNING},
    "payout_minutes": _BEFORE_START | {Moment.RUNNING, Moment.FINISHED},
    "draw_minutes": _BEFORE_START | {Moment.RUNNING},
    "prizes_for_who_left": frozenset(Moment) - {Moment.OVER},
    "is_public": frozenset(Moment),
    **dict.fromkeys(
        (
            *("entry_chips", "members_count", "prize_percents", "fixed_prizes"),
            *("prize_categories", "prize_ties", "odd_chips", "stages", "house_rules"),
            *("turn_seconds", "time_bank_seconds", "pause_seconds", "reveals_each_deal"),
            "spectator_delay_seconds",
        ),
        _BEFORE_ENTRIES,
    ),
}
"""By field the moments at which it may change. The plan of the only stage is as `stages`."""


def changeable_at(moment: Moment) -> list[str]:
    """The fields that may change now, in the order of the table."""
    return [field for field, moments in CHANGEABLE.items() if moment in moments]


def table() -> str:
    """The table in Markdown, for the docs."""
    heads = ["field", *Moment]
    rows = [heads, ["---"] * len(heads)]
    for field, moments in CHANGEABLE.items():
        rows.append([f"`{field}`", *("yes" if one in moments else "" for one in Moment)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
