"""The room of a night's desk: its tables, and two or three taps for whatever changes there."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.db.models import Max
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from clubs.admin.refusals import REFUSALS
from clubs.draws import MOST_ROUNDS
from clubs.evening_log import EveningLog
from clubs.floor import Person, floor_of
from clubs.pages.cards import cards_of, picked_of
from clubs.pages.done import last_of
from clubs.pages.frame import ROOM, frame, tonight
from clubs.pages.meant import Meant
from clubs.pages.room_taps import outcome_of
from clubs.pages.visits import Visit, of_night
from clubs.previews import broken_up, repeats_of
from clubs.rights import BREAK_UP, HAND_OUT, REPAIR_ROUNDS, SEAT_NIGHT, SEAT_PEOPLE, UNDO
from deploy.rest.pages import ask, parts

PAGE = "clubs/pages/room.html"


@of_night(
    *(SEAT_NIGHT, REPAIR_ROUNDS, SEAT_PEOPLE, HAND_OUT, BREAK_UP, UNDO), methods=("GET", "POST")
)
def room_page(visit: Visit) -> HttpResponse:
    """The tables of the round that is played, and of those that are drawn; taps change them."""
    if visit.request.method == "POST":
        return _tapped(visit)
    ask(visit.roles, SEAT_NIGHT)
    meant = Meant.of(visit.request.GET)
    if visit.is_part:
        return parts(_part(visit, meant), _tonight(visit))
    return _whole(visit, meant)


def _tapped(visit: Visit) -> HttpResponse:
    """Do what was tapped. A refusal stands at its table, and what was picked stays picked."""
    form = visit.request.POST
    before = last_of(visit)
    outcome = outcome_of(visit)
    meant = Meant() if outcome.is_done else Meant.of(form)
    shown: dict[str, Any] = {"outcome": outcome, "told_at": (meant.round, outcome.table)}
    if outcome.is_done:
        shown |= _told(visit, before)
    if visit.is_part:
        return parts(_part(visit, meant, **shown), _tonight(visit))
    if not outcome.is_done:
        return _whole(visit, meant, **shown)
    messages.success(visit.request, " ".join([f"{shown['done']}.", *outcome.told]))
    return redirect("desk-room", visit.night.pk)


def _told(visit: Visit, before: int) -> dict[str, Any]:
    """What was done since, as the log has it, and its number to undo it."""
    number = last_of(visit)
    if number == before:
        return {"done": _("Nothing had to change")}
    return {"done": EveningLog(visit.night).text(number), "deed": number}


def _whole(visit: Visit, meant: Meant, **more: Any) -> HttpResponse:
    here = visit.night.attendances.here().select_related("member__player")
    here = here.order_by("member__player__sort_name", "pk")
    shown = {**_shown(visit, meant), "here": here, "most_rounds": MOST_ROUNDS}
    shown["rounds_drawn"] = sum(not one.round.is_playing for one in shown["rounds"])
    return render(visit.request, PAGE, {**frame(visit, ROOM), **shown, **more})


def _part(visit: Visit, meant: Meant, **more: Any) -> str:
    visit.night.refresh_from_db(fields=["status"])
    context = {"night": visit.night, **_shown(visit, meant), **more}
    return render_to_string(f"{PAGE}#seating", context, request=visit.request)


def _tonight(visit: Visit) -> str:
    """What stands above the rooms, as it is now."""
    shown = {**tonight(visit, ROOM), "as_part": True}
    return render_to_string("clubs/pages/tonight.html", shown, request=visit.request)


def _shown(visit: Visit, meant: Meant) -> dict[str, Any]:
    """The tables with what a tap on each thing does now."""
    floor = floor_of(visit.night)
    picked = picked_of(floor, number=meant.round, member=meant.pick, at=meant.at)
    repeats = None
    if picked and not picked.is_playing:
        repeats = repeats_of(visit.night, picked.person.member_id, number=picked.round)
    shown: dict[str, Any] = {
        "rounds": cards_of(floor, picked, repeats),
        "picked": picked,
        "repeats": repeats,
        "address": f"{visit.address(ROOM)}?{meant.query}",
    }
    shown["tables"] = {(one.number, table.number) for one in floor for table in one.tables}
    shown["seen"] = next(
        (one.version for one in floor if picked and one.number == picked.round), ""
    )
    shown["may_sit_out"] = bool(picked and picked.table and floor[0].version == shown["seen"] != "")
    shown["after"] = visit.night.deeds.aggregate(last=Max("number"))["last"] or 0
    if meant.broken and visit.may(BREAK_UP):
        shown |= _breaking(visit, meant)
    waiting = next((one.waiting for one in floor if one.is_playing), ())
    if meant.another and waiting and visit.may(SEAT_PEOPLE):
        shown["another"] = [Asked.of(one, meant) for one in waiting]
    return shown


def _breaking(visit: Visit, meant: Meant) -> dict[str, Any]:
    try:
        found = broken_up(visit.night, number=meant.broken, places=meant.places, at=visit.at)
    except REFUSALS as refusal:
        return {"break_refusal": str(refusal)}
    return {"breaking": found}


@dataclass(frozen=True)
class Asked:
    """Somebody who waits, while one more table is about to open.

    Attributes:
        query: Of the page where they are in if they are out now, and out if they are in.
    """

    person: Person
    is_in: bool
    query: str

    @classmethod
    def of(cls, person: Person, meant: Meant) -> "Asked":
        other = replace(meant, out=meant.out ^ {person.member_id})
        return cls(person, person.member_id not in meant.out, other.query)
