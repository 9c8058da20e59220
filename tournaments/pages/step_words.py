"""The steps of a tournament as its desk offers them: words, and where a tap leads."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from deploy.rights import Deed
from tournaments.desk import Desk
from tournaments.pages.visits import Visit
from tournaments.rights import (
    ANNOUNCE,
    ANNOUNCE_DRAFT,
    CANCEL,
    CHANGE,
    DRAW,
    ENTER_ANOTHER,
    FINISH,
    LOOK_AFTER,
    OPEN,
    PAUSE,
    PAY,
    START,
)
from tournaments.steps import Step

DEEDS: Final[dict[Step, Deed]] = {
    Step.ANNOUNCE: ANNOUNCE_DRAFT,
    Step.OPEN_ENTRIES: OPEN,
    Step.OPEN_CHECK_IN: OPEN,
    Step.START: START,
    Step.CONFIRM_DRAW: DRAW,
    Step.DRAW: DRAW,
    Step.END_BREAK: PAUSE,
    Step.PAUSE: PAUSE,
    Step.RESUME: PAUSE,
    Step.PAY: PAY,
    Step.SHORTEN: CHANGE,
    Step.FINISH: FINISH,
    Step.CANCEL: CANCEL,
    Step.ENTER: ENTER_ANOTHER,
    Step.FOLLOW: LOOK_AFTER,
    Step.ANOTHER: ANNOUNCE,
}
"""What each step is in the matrix of rights."""

AT_ONCE: Final = frozenset(
    {
        *(Step.ANNOUNCE, Step.OPEN_ENTRIES, Step.OPEN_CHECK_IN),
        *(Step.CONFIRM_DRAW, Step.DRAW, Step.END_BREAK, Step.PAUSE, Step.RESUME),
    }
)
"""Steps of which the page shows what they do: one tap does them."""

ASKED: Final = frozenset({Step.START, Step.PAY, Step.SHORTEN, Step.FINISH, Step.CANCEL})
"""Steps that cannot be undone: the first tap says what becomes of whom, the second does it."""

TAKEN: Final = AT_ONCE | ASKED


@dataclass(frozen=True)
class Offer:
    """A step as a button or a link."""

    step: Step
    label: Promise | str
    address: str
    is_at_once: bool


def offers(visit: Visit, told: Desk) -> list[Offer]:
    """The steps that this person may take, the likeliest first."""
    found = [_offer(visit, told, step) for step in told.steps if visit.may(DEEDS[step])]
    return [one for one in found if one.address != visit.request.path]  # They are there.


def _offer(visit: Visit, told: Desk, step: Step) -> Offer:
    """A draw is looked at before it is confirmed."""
    tables = visit.address("tournament-desk-tables")
    if step is Step.CONFIRM_DRAW and told.draft and visit.request.path != tables:
        words = format_lazy(_("Look at draw {number}"), number=told.draft.number)
        return Offer(step, words, tables, is_at_once=False)
    address = _address(visit, told, step)
    return Offer(step, words_of(step, told), address, step in AT_ONCE)


def _address(visit: Visit, told: Desk, step: Step) -> str:
    taken = visit.address("tournament-desk-step", step.value)
    match step:
        case Step.CONFIRM_DRAW if told.draft:
            return f"{taken}?draw={told.draft.number}"
        case Step.ENTER:
            return reverse("admin:tournaments_tournament_entries", args=[visit.tournament.pk])
        case Step.FOLLOW:
            return visit.address("tournament-desk-tables")
        case Step.ANOTHER:
            return f"{reverse('tournament-desk-new')}?club={visit.tournament.club_id}"
    return taken


def words_of(step: Step, told: Desk) -> Promise | str:
    """What a tap does, in the fewest words."""
    match step:
        case Step.ANNOUNCE:
            return _("Announce it")
        case Step.OPEN_ENTRIES:
            return _("Open it for entries")
        case Step.OPEN_CHECK_IN:
            return _("Begin the check-in")
        case Step.START:
            people = told.here if told.status == "check_in" else told.entered
            words = ngettext_lazy("Start with {people} entrant", "Start with {people}", people)
            return format_lazy(words, people=people)
        case Step.CONFIRM_DRAW:
            number = told.draft.round_number if told.draft else told.round + 1
            return format_lazy(_("Confirm round {number}"), number=number)
        case Step.DRAW:
            return format_lazy(_("Draw round {number}"), number=told.round + 1)
        case Step.END_BREAK:
            return _("End the break")
        case Step.PAUSE:
            return _("Pause")
        case Step.RESUME:
            return _("Let it go on")
        case Step.PAY:
            return _("Confirm the prizes")
        case Step.SHORTEN:
            return _("Play fewer rounds")
        case Step.FINISH:
            return format_lazy(_("Finish after round {number}"), number=told.round)
        case Step.CANCEL:
            return _("Cancel the tournament")
        case Step.ENTER:
            return _("Enter people")
        case Step.FOLLOW:
            return format_lazy(_("Follow round {number}"), number=told.round)
        case Step.ANOTHER:
            return _("Announce another")
