"""The door of a night: one tap for everybody who comes in, and one to take it back."""

import uuid
from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from clubs.arrivals import Arrival, arrivals, door_of
from clubs.attendance import AT_THE_DOOR, answer_night
from clubs.errors import LooksLike, NotAName
from clubs.handing_out import hand_out
from clubs.models import Answer, Member
from clubs.notes import write_note
from clubs.pages.frame import DOOR, frame, tonight
from clubs.pages.taps import guest_in, member_in, name_of, refusal_of, refused_by, sent_with
from clubs.pages.visits import Visit, key_in, of_night
from clubs.rights import (
    ADD_MEMBER,
    CHECK_IN,
    CHECK_OUT,
    HAND_OUT,
    LOOK_AFTER_MEMBER,
    WELCOME,
)
from clubs.taps import Says, tap
from deploy.rest.pages import parts

PAGE = "clubs/pages/door.html"
MOST_DIGITS = 9  # Of a number of chips.


@of_night(CHECK_IN, CHECK_OUT, methods=("GET", "POST"))
def door_page(visit: Visit) -> HttpResponse:
    """Everybody who could come; a tap on a name notes that they are here, or not here."""
    if visit.request.method == "POST":
        return _tapped(visit)
    if visit.is_part:
        return parts(_part(visit, "lists", _lists(visit)), _tonight(visit))
    if "kept" in visit.request.GET:
        return _whole(visit, **KEPT)
    return _whole(visit)


KEPT: Final = {
    "is_kept": True,
    "has_chips": False,
    "has_notes": False,
    "has_numbers": False,
    "first_step": None,
    "health": (),
    "is_watched": False,
}
"""How the page differs that a tablet keeps for when it has no network: it has names alone."""


def _whole(visit: Visit, **more: Any) -> HttpResponse:
    me = {"who": name_of(visit), "who_id": str(visit.person.pk)}
    shown = {**frame(visit, DOOR), **_lists(visit), **me}
    return render(visit.request, PAGE, {**shown, **_shown_to(visit), **more})


def _lists(visit: Visit) -> dict[str, Any]:
    is_open = visit.night.status in AT_THE_DOOR
    return {"night": visit.night, "door": door_of(visit.night), "is_open": is_open}


def _shown_to(visit: Visit) -> dict[str, Any]:
    """What of a person's row not everybody at the door may see."""
    return {"has_chips": visit.may(HAND_OUT), "has_notes": visit.may(LOOK_AFTER_MEMBER)}


def _tapped(visit: Visit) -> HttpResponse:
    """A tap sets here or not here; it never turns one into the other."""
    form = visit.request.POST
    sent = sent_with(form)
    deeds: dict[str, Callable[[Member], object]] = {
        "in": lambda one: tap(visit.night, one, Says.HERE, sent=sent, by=visit.by, at=visit.at),
        "out": lambda one: tap(
            visit.night, one, Says.NOT_HERE, sent=sent, by=visit.by, at=visit.at
        ),
        "wait": lambda one: answer_night(visit.night, one, Answer.GOING, by=visit.by, at=visit.at),
    }
    name = next((name for name in deeds if name in form), "")
    member = member_in(visit, name)
    refusal = refusal_of(lambda: deeds[name](member))
    return _answer_tap(visit, member, refusal)


def _answer_tap(visit: Visit, member: Member, refusal: str) -> HttpResponse:
    """The row leaves its list for another one, or stays and says why."""
    if not visit.is_part:
        if refusal:
            messages.error(visit.request, refusal)
        return redirect("desk-door", visit.night.pk)
    [one] = arrivals(visit.night, [member.pk])
    if refusal:
        return parts(_row(visit, one, refusal=refusal))
    return parts(_moved(visit, one), _tonight(visit))


@of_night(WELCOME, methods=("POST",))
def guest_page(visit: Visit) -> HttpResponse:
    """Welcome somebody of whom only the name is known; a refusal leaves the name where it is."""
    name = visit.request.POST.get("name", "")
    made: list[int] = []

    def deed() -> None:
        made.append(guest_in(visit, name, sent_with(visit.request.POST)))

    refused = refused_by(deed) if name.strip() else NotAName(_("Write the name of the guest."))
    refusal = str(refused or "")
    may_be_another = isinstance(refused, LooksLike) and visit.may(ADD_MEMBER)
    shown: dict[str, Any] = {"guest_name": name if refusal else "", "guest_refusal": refusal}
    shown["may_be_another"] = may_be_another
    if not visit.is_part:
        return _whole(visit, **shown) if refusal else redirect("desk-door", visit.night.pk)
    if refusal:
        return parts(_part(visit, "guest", shown))
    [one] = arrivals(visit.night, made)
    shown["guest_done"] = one.name
    return parts(_part(visit, "guest", shown), _moved(visit, one), _tonight(visit))


@of_night(HAND_OUT, methods=("GET", "POST"))
def chips_page(visit: Visit, member_id: int) -> HttpResponse:
    """Hand out chips where somebody stands; the same order sent twice moves chips once."""
    members = visit.night.club.members.people().select_related("player", "purse")
    member = get_object_or_404(members, pk=member_id)
    form = visit.request.POST
    refusal, given = "", form.get("chips", "")
    if visit.request.method == "POST":
        refusal = refusal_of(lambda: _hand_out(visit, member, form.get("chips", "")))
        if not refusal:
            if not visit.is_part:
                return redirect("desk-door", visit.night.pk)
            [one] = arrivals(visit.night, [member.pk])
            return parts(_row(visit, one, handed_out=given))
    [one] = arrivals(visit.night, [member.pk])
    shown: dict[str, Any] = {
        "one": one,
        "chips": given or one.lacks or visit.night.buy_in_chips or visit.night.club.opening_chips,
        "chips_refusal": refusal,
        "key": form.get("key") or uuid.uuid4().hex,
    }
    if visit.is_part and refusal:
        return parts(_row(visit, chips_for=one, **shown))
    if visit.is_part:
        return parts(_part(visit, "chips", shown))
    return _whole(visit, chips_for=one, **shown)


def _hand_out(visit: Visit, member: Member, chips: str) -> None:
    hand_out(
        visit.night,
        [member],
        chips=int(chips) if chips.isdecimal() and len(chips) <= MOST_DIGITS else 0,
        key=f"form:{visit.person.pk}:{key_in(visit.request.POST)}",
        memo=_("At the door"),
        by=visit.by,
        at=visit.at,
    )


@of_night(LOOK_AFTER_MEMBER, methods=("GET", "POST"))
def note_page(visit: Visit, member_id: int) -> HttpResponse:
    """Write a note where somebody stands; only organisers read it."""
    members = visit.night.club.members.people().select_related("player")
    member = get_object_or_404(members, pk=member_id)
    form, refusal = visit.request.POST, ""
    if visit.request.method == "POST":
        note, seen = form.get("note", ""), form.get("instead_of", "")
        refusal = refusal_of(lambda: write_note(member, note, instead_of=seen))
        if not refusal and not visit.is_part:
            return redirect("desk-door", visit.night.pk)
    [one] = arrivals(visit.night, [member.pk])
    if visit.request.method == "POST" and not refusal:
        return parts(_row(visit, one))
    shown: dict[str, Any] = {"one": one}
    shown |= {"note": form.get("note", one.note), "note_refusal": refusal}
    if visit.is_part and refusal:
        return parts(_row(visit, note_for=one, **shown))
    if visit.is_part:
        return parts(_part(visit, "note", shown))
    return _whole(visit, note_for=one, **shown)


def _part(visit: Visit, name: str, shown: dict[str, Any]) -> str:
    context = {"night": visit.night, "is_open": True, **_shown_to(visit), **shown}
    return render_to_string(f"{PAGE}#{name}", context, request=visit.request)


def _row(visit: Visit, one: Arrival, **more: Any) -> str:
    return _part(visit, "row", {"one": one, **more})


def _moved(visit: Visit, one: Arrival) -> str:
    """The row in the list where it belongs now."""
    return _part(visit, "moved", {"one": one})


def _tonight(visit: Visit) -> str:
    """What stands above the rooms, as it is now."""
    visit.night.refresh_from_db(fields=["status"])
    shown = {**tonight(visit, DOOR), "as_part": True}
    return render_to_string("clubs/pages/tonight.html", shown, request=visit.request)
