"""A tablet at which people check themselves in: they find their name, and tap it."""

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from clubs.arrivals import arrivals, called
from clubs.attendance import AT_THE_DOOR
from clubs.pages.taps import member_in, refusal_of, sent_with
from clubs.pages.visits import Visit, number_in, of_night
from clubs.rights import CHECK_IN, CHECK_OUT
from clubs.taps import Says, tap
from deploy.rest.pages import parts

PAGE: Final = "clubs/pages/self_check_in.html"
LEAST_LETTERS: Final = 3
MOST_FOUND: Final = 8


@of_night(CHECK_IN, CHECK_OUT, methods=("GET", "POST"))
def self_check_in_page(visit: Visit) -> HttpResponse:
    """Three letters of a name, one tap, and a while in which it can be taken back.

    It tells no chips and nothing that was noted of anybody, and leads to no other page.
    """
    if visit.request.method == "POST":
        return _tapped(visit)
    return _answer(visit, **_found(visit))


def _tapped(visit: Visit) -> HttpResponse:
    says = Says.HERE if Says.HERE in visit.request.POST else Says.NOT_HERE
    member, sent = member_in(visit, says), sent_with(visit.request.POST)
    refusal = refusal_of(
        lambda: tap(visit.night, member, says, sent=sent, by=visit.by, at=visit.at)
    )
    if refusal:
        return _answer(visit, refusal=refusal)
    if visit.is_part:
        [one] = arrivals(visit.night, [member.pk])
        return _answer(visit, **({"welcome": one} if says == Says.HERE else {"goodbye": one}))
    here = f"?here={member.pk}" if says == Says.HERE else ""
    return redirect(visit.address("desk-self") + here)


def _found(visit: Visit) -> dict[str, Any]:
    asked = visit.request.GET
    if "here" in asked:
        welcome = arrivals(visit.night, [number_in(asked, "here")])
        return {"welcome": next((one for one in welcome if one.is_here), None)}
    if "name" not in asked:
        return {}
    text = asked["name"].strip()
    if len(text) < LEAST_LETTERS:
        return {"name": text}
    found = called(visit.night, text)
    return {"name": text, "found": found[:MOST_FOUND], "has_more": len(found) > MOST_FOUND}


def _answer(visit: Visit, **told: Any) -> HttpResponse:
    is_open = visit.night.status in AT_THE_DOOR
    shown = {"night": visit.night, "by_link": visit.link, "is_open": is_open, **told}
    if not visit.is_part:
        return render(visit.request, PAGE, shown)
    part = "names" if "name" in shown else "asking"
    return parts(render_to_string(f"{PAGE}#{part}", shown, request=visit.request))
