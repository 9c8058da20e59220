"""What stands around every room of a night's desk: its numbers, its next step, its tabs."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.desk import desk_of
from clubs.pages.health import health
from clubs.pages.step_words import offers
from clubs.pages.visits import Visit
from clubs.rights import CHECK_IN, GIVE_LINK, LOOK_AFTER_NIGHT, SEAT_NIGHT, SEE_NIGHT, UNDO
from clubs.steps import Step
from deploy.rights import Deed
from games.rights import ENTER_RESULT
from ledger.rights import SEE_ACCOUNT

DOOR, ROOM, RESULTS, MONEY = "desk-door", "desk-room", "desk-results", "desk-money"
ASKING = "desk-step"
DONE_AT = {DOOR: Step.CHECK_IN, ROOM: Step.CHECK_IN, RESULTS: Step.RESULTS}
"""The step that people take at a tab anyway, so that its page offers what comes after it.

Door and Room lie side by side before a round: both offer the same."""

BESIDE = (
    {Step.NEXT_ROUND, Step.CLOSE},
    {Step.RESULTS, Step.NEXT_ROUND},
    {Step.RESULTS, Step.CLOSE},
)
"""Two steps of which nobody has to look for the other: while tables play, how the round may end."""


@dataclass(frozen=True)
class Tab:
    """A room of the desk, for people who may do its deed."""

    page: str
    label: Promise
    deed: Deed


TABS = (
    Tab(DOOR, _("Door"), CHECK_IN),
    Tab(ROOM, _("Room"), SEAT_NIGHT),
    Tab(RESULTS, _("Results"), ENTER_RESULT),
    Tab(MONEY, _("Money"), SEE_ACCOUNT),
    Tab("desk-log", _("Log"), UNDO),
    Tab("desk-tools", _("Tools"), GIVE_LINK),
)


def frame(visit: Visit, page: str) -> dict[str, Any]:
    """What the page around a room shows; `page` is the name of the room's address."""
    has_stream = page != ASKING and visit.may(SEE_NIGHT)
    return {
        **tonight(visit, page),
        "by_link": visit.link,
        "now": visit.at,
        "page": page,
        "tabs": [tab for tab in TABS if visit.may(tab.deed)],
        "health": health(),
        "is_watched": visit.may(LOOK_AFTER_NIGHT),
        "stream": f"/live/nights/{visit.night.pk}" if has_stream else "",
        "stream_kinds": "deed table gone",
        "is_read_again": page not in (ASKING, DOOR, ROOM),
    }


def tonight(visit: Visit, page: str) -> dict[str, Any]:
    """The numbers of the night, and its steps: none where a step is asked about."""
    told = desk_of(visit.night, at=visit.at)
    steps = [] if page == ASKING or visit.link else offers(visit, told)
    elsewhere = [one for one in steps if one.step is not DONE_AT.get(page)]
    if any(one.step not in (Step.CLOSE, Step.CANCEL) for one in elsewhere):
        steps = elsewhere
    first, others = (steps[0], steps[1:]) if steps else (None, [])
    beside = [one for one in others if first and {first.step, one.step} in BESIDE]
    return {
        "night": visit.night,
        "has_numbers": visit.may(SEE_NIGHT),
        "told": told,
        "after": told.last_deed,
        "first_step": first,
        "steps_beside": beside,
        "other_steps": [one for one in others if one not in beside],
    }
