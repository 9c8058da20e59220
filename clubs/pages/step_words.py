"""The steps of a night as the desk offers them: words, and where a tap leads."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubs.desk import Desk
from clubs.pages.visits import Visit
from clubs.rights import (
    CANCEL_NIGHT,
    CHECK_IN,
    CLOSE_NIGHT,
    END_ROUND,
    FORM_PARTNERS,
    NEXT_ROUND,
    OPEN_NIGHT,
    OPEN_TABLES,
    PLAN_NIGHT,
    REPAIR_ROUNDS,
    SEAT_NIGHT,
)
from clubs.steps import Step
from deploy.rights import Deed
from games.rights import ENTER_RESULT

DEEDS: dict[Step, Deed] = {
    Step.OPEN: OPEN_NIGHT,
    Step.CHECK_IN: CHECK_IN,
    Step.CUT: FORM_PARTNERS,
    Step.DRAW: SEAT_NIGHT,
    Step.REPAIR: REPAIR_ROUNDS,
    Step.OPEN_TABLES: OPEN_TABLES,
    Step.NEXT_ROUND: NEXT_ROUND,
    Step.END_ROUND: END_ROUND,
    Step.CLOSE: CLOSE_NIGHT,
    Step.CANCEL: CANCEL_NIGHT,
    Step.RESULTS: ENTER_RESULT,
    Step.PLAN: PLAN_NIGHT,
}
"""What each step is in the matrix of rights."""

AT_ONCE = frozenset({Step.OPEN, Step.CUT, Step.DRAW, Step.REPAIR})
"""Steps that move no chips: one tap does them."""

ASKED = frozenset({Step.OPEN_TABLES, Step.NEXT_ROUND, Step.END_ROUND, Step.CLOSE, Step.CANCEL})
"""Steps that move chips: the first tap shows what moves, the second does it."""

TAKEN = AT_ONCE | ASKED


@dataclass(frozen=True)
class Offer:
    """A step as a button or a link."""

    step: Step
    label: Promise | str
    address: str
    is_at_once: bool


def offers(visit: Visit, told: Desk) -> list[Offer]:
    """The steps that this person may take, the likeliest first."""
    return [_offer(visit, told, step) for step in told.steps if visit.may(DEEDS[step])]


def _offer(visit: Visit, told: Desk, step: Step) -> Offer:
    match step:
        case Step.CHECK_IN:
            address = visit.address("desk-door")
        case Step.RESULTS:
            address = visit.address("desk-results")
        case Step.PLAN:
            address = f"{reverse('admin:clubs_night_add')}?club={visit.night.club_id}"
        case _:
            address = visit.address("desk-step", step.value)
    return Offer(step, words_of(step, told), address, step in AT_ONCE)


def words_of(step: Step, told: Desk) -> Promise | str:
    """What a tap does, in the fewest words."""
    match step:
        case Step.OPEN:
            return _("Open the night")
        case Step.CHECK_IN:
            return _("Check people in")
        case Step.CUT:
            return _("Cut for partners")
        case Step.DRAW:
            words = _("Seat {people} anew") if told.drawn else _("Seat {people} people")
            return format_lazy(words, people=told.here)
        case Step.REPAIR:
            return _("Seat those who came")
        case Step.OPEN_TABLES:
            words = ngettext_lazy("Open {tables} table", "Open {tables} tables", told.tables)
            return format_lazy(words, tables=told.tables)
        case Step.NEXT_ROUND:
            return format_lazy(_("Start round {number}"), number=told.round_number + 1)
        case Step.END_ROUND:
            return format_lazy(_("End round {number}"), number=told.round_number)
        case Step.CLOSE:
            return _("Close the night")
        case Step.CANCEL:
            return _("Cancel the night")
        case Step.RESULTS:
            return _("Enter results")
        case Step.PLAN:
            return _("Plan the next night")
