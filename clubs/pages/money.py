"""The chips of a night at its desk: who is short, handing out, and taking back."""

import uuid
from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.admin.refusals import REFUSALS
from clubs.evening_log import EveningLog
from clubs.handing_out import hand_out, hand_out_lacking, take_back_chips
from clubs.holdings import holdings, needed_by
from clubs.models import Member, NightStatus
from clubs.pages.done import last_of
from clubs.pages.frame import MONEY, frame
from clubs.pages.visits import Visit, key_in, number_in, of_night
from clubs.rights import HAND_OUT, UNDO
from clubs.undoing import undo
from deploy.rest.pages import ask
from ledger.errors import KeyReused
from ledger.rights import SEE_ACCOUNT

PAGE: Final = "clubs/pages/money.html"
MOST_DIGITS: Final = 10  # Of a number of chips: one more than anybody takes.
MOST_NUMBER: Final = 10**9
EVERYBODY: Final = "all"
PICKED: Final = "picked"


@of_night(SEE_ACCOUNT, HAND_OUT, UNDO, methods=("GET", "POST"))
def money_page(visit: Visit) -> HttpResponse:
    """What everybody holds, and who is short; a tap hands chips out or takes them back."""
    if visit.request.method != "POST":
        ask(visit.roles, SEE_ACCOUNT)
        return _page(visit)
    before, form = last_of(visit), visit.request.POST
    is_for_picked = "give" in form or "take" in form or form.get("fill") == PICKED
    if is_for_picked and "who" not in form:
        return _page(visit, refusal=_("Pick somebody first."))
    try:
        with transaction.atomic():
            _do(visit)
    except KeyReused:
        return _page(visit, refusal=_another_order(), key=uuid.uuid4().hex)
    except REFUSALS as refusal:
        return _page(visit, refusal=str(refusal))
    number = last_of(visit)
    if number == before:
        messages.info(visit.request, _("No chips had to move."))
        return redirect("desk-money", visit.night.pk)
    return redirect(f"{visit.address(MONEY)}?done={number}")


def _another_order() -> str:
    return _("Other chips were moved by this tap before. Look at the chips here, then tap again.")


def _do(visit: Visit) -> None:
    """What the button that was tapped does; each is one call of one use case."""
    form = visit.request.POST
    deeds: dict[str, Callable[[], object]] = {
        "give": lambda: _exchange(visit, hand_out),
        "take": lambda: _exchange(visit, take_back_chips),
        "fill": lambda: _fill(visit),
        "undo": lambda: _undo(visit),
    }
    name = next((name for name in deeds if name in form), None)
    if name is None:
        raise Http404
    ask(visit.roles, UNDO if name == "undo" else HAND_OUT)
    deeds[name]()


def _exchange(visit: Visit, way: Callable[..., object]) -> None:
    """A button names a number of chips, or leaves it to the field beside it."""
    form = visit.request.POST
    sent = form.get("give") or form.get("take") or form.get("chips", "")
    is_number = sent.isascii() and sent.isdecimal() and len(sent) <= MOST_DIGITS
    chips = int(sent) if is_number else 0
    way(visit.night, _picked(visit), chips=chips, **_order(visit))


def _fill(visit: Visit) -> None:
    """What is lacking: for everybody, for those who are picked, or for one person."""
    whom = visit.request.POST["fill"]
    if whom == EVERYBODY:
        hand_out_lacking(visit.night, **_order(visit))
    elif whom == PICKED:
        hand_out_lacking(visit.night, _picked(visit), **_order(visit))
    else:
        hand_out_lacking(visit.night, _members(visit, [whom]), **_order(visit))


def _undo(visit: Visit) -> None:
    number = number_in(visit.request.POST, "undo")
    if not 0 < number < MOST_NUMBER:
        raise Http404
    undo(visit.night, number, by=visit.by, at=visit.at)


def _order(visit: Visit) -> dict[str, Any]:
    """Sent twice it moves chips once: its key was made for the page."""
    key = key_in(visit.request.POST)
    return {
        "key": f"form:{visit.by.player_id}:{key}",
        "memo": _("At the desk"),
        "by": visit.by,
        "at": visit.at,
    }


def _picked(visit: Visit) -> list[Member]:
    return _members(visit, visit.request.POST.getlist("who"))


def _members(visit: Visit, sent: list[str]) -> list[Member]:
    """People of the club, by their ids."""
    ids = {int(one) for one in sent if one.isdecimal() and len(one) < 19}
    people = visit.night.club.members.people().select_related("player", "purse")
    found = list(people.filter(pk__in=ids))
    if len(found) != len(set(sent)):
        raise Http404
    return found


def _page(visit: Visit, **more: Any) -> HttpResponse:
    """As it is now; who was picked stays picked, and a number that was written stays."""
    request = visit.request
    sent = request.POST if request.method == "POST" else request.GET
    people = holdings(visit.night)
    short = [one for one in people if one.lacks]
    picked = {one.member_id for one in people if one.is_here} if "everybody" in sent else set()
    picked |= {int(one) for one in sent.getlist("who") if one.isdecimal() and len(one) < 19}
    done = number_in(request.GET, "done")
    _least, usual = needed_by(visit.night)
    shown = {
        "is_open": visit.night.status != NightStatus.CLOSED,
        "people": people,
        "short": short,
        "lacking": sum(one.lacks for one in short),
        "picked": picked,
        "chips": sent.get("chips", "")[:MOST_DIGITS],
        "usual": usual,
        "key": key_in(sent) or uuid.uuid4().hex,
        "done": _told(visit, done) if 0 < done < MOST_NUMBER else "",
        "deed": done,
        "keeps": "#exchange input:not([name=csrfmiddlewaretoken])",
    }
    return render(request, PAGE, {**frame(visit, MONEY), **shown, **more})


def _told(visit: Visit, number: int) -> str:
    """What was done, if it was this person who did it, and it was not undone."""
    deeds = visit.night.deeds.filter(number=number, by=visit.by.player_id, undone=None)
    return EveningLog(visit.night).text(number) if deeds.exists() else ""
